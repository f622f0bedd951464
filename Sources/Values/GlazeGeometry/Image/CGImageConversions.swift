public import Foundation

extension CGImage {
  /// Returns the part of the image inside `rect`; nil when they do not intersect.
  ///
  /// - Parameter rect: in pixels, (0, 0) is the top left corner; it is first enlarged to integer
  ///   pixels.
  ///
  /// Observed: Apple documentation of CGImageCreateWithImageInRect.
  public func cropping(to rect: CGRect) -> CGImage? {
    guard !rect.isNull,
      let columns = Self.wholePixels(rect.minX.native, rect.maxX.native, limit: width),
      let rows = Self.wholePixels(rect.minY.native, rect.maxY.native, limit: height)
    else { return nil }
    let (x, w) = (columns.lowerBound, columns.count)
    let h = rows.count
    if w == width && h == height { return self }
    var out: [UInt8] = []
    out.reserveCapacity(w * h * 4)
    for row in rows {
      let start = (row * width + x) * 4
      out.append(contentsOf: pixels[start..<(start + w * 4)])
    }
    var deepPart: [Float16]?
    if let deepPixels {
      var part: [Float16] = []
      part.reserveCapacity(w * h * 4)
      for row in rows {
        let start = (row * width + x) * 4
        part.append(contentsOf: deepPixels[start..<(start + w * 4)])
      }
      deepPart = part
    }
    return CGImage(
      width: w, height: h, pixels: out, isOpaque: isOpaque ? true : nil, alphaInfo: alphaInfo,
      isMask: isMask, shouldInterpolate: shouldInterpolate, renderingIntent: renderingIntent,
      deepPixels: deepPart)
  }

  /// The pixels that an interval touches inside 0..<limit; nil for none, or a NaN.
  ///
  /// `CGRect.integral` is not used because it stops the program at infinite and NaN coordinates.
  private static func wholePixels(_ low: Double, _ high: Double, limit: Int) -> Range<Int>? {
    guard low < high, high > 0, low < Double(limit) else { return nil }
    return Int(
      clamping: max(low, 0).rounded(.down))..<Int(clamping: min(high, Double(limit)).rounded(.up))
  }

  /// Returns this image with its alpha multiplied by a mask; nil when `mask` cannot be one.
  ///
  /// - Parameter mask: an image mask or alpha-only image, whose coverage is used, or an image
  ///   without alpha, whose gray value is used (white keeps, black removes). An image with alpha
  ///   gives nil. A mask of another size is stretched over the image with bilinear filtering.
  ///
  /// Observed: Apple documentation of CGImageCreateWithMask. Apple only accepts gray images; for
  /// others Glaze uses the luma.
  public func masking(_ mask: CGImage) -> CGImage? {
    guard mask.isMask || !mask.alphaInfo.hasAlpha else { return nil }
    let coverage = mask.coverage(width: width, height: height)
    var out = pixels
    out.withUnsafeMutableBufferPointer { out in
      for i in 0..<coverage.count {
        let a = coverage[i]
        for k in (i * 4)..<(i * 4 + 4) { out[k] = PixelMath.multiply(out[k], a) }
      }
    }
    let deep = deepPixels.map { deep in
      deep.indices.map { Float16(Float(deep[$0]) * Float(coverage[$0 / 4]) / 255) }
    }
    return CGImage(
      width: width, height: height, pixels: out, isOpaque: nil, alphaInfo: .premultipliedLast,
      isMask: isMask, shouldInterpolate: shouldInterpolate, renderingIntent: renderingIntent,
      deepPixels: deep)
  }

  /// The mask's coverage, one byte for each pixel, stretched to a size.
  private func coverage(width w: Int, height h: Int) -> [UInt8] {
    let own: [UInt8] = pixels.withUnsafeBufferPointer { p in
      (0..<(width * height)).map { i in
        if isMask { return p[i * 4 + 3] }
        // Rec. 709 luma in 16-bit fixed point; the weights sum to 65536.
        let r = Int(p[i * 4]) * 13933
        let g = Int(p[i * 4 + 1]) * 46871
        let b = Int(p[i * 4 + 2]) * 4732
        return UInt8((r + g + b + 32768) >> 16)
      }
    }
    if w == width && h == height { return own }
    let columns = Self.taps(from: width, to: w)
    let rows = Self.taps(from: height, to: h)
    var out = [UInt8](repeating: 0, count: w * h)
    for (y, row) in rows.enumerated() {
      for (x, column) in columns.enumerated() {
        func at(_ tx: Int, _ ty: Int) -> Double { Double(own[ty * width + tx]) }
        let low: Double =
          at(column.low, row.low) * (1 - column.weight) + at(column.high, row.low) * column.weight
        let high: Double =
          at(column.low, row.high) * (1 - column.weight) + at(column.high, row.high) * column.weight
        let value: Double = low * (1 - row.weight) + high * row.weight
        out[y * w + x] = UInt8(clamping: value + 0.5)
      }
    }
    return out
  }

  /// For each target pixel, the two source pixels between which it lies, and the weight of the
  /// second.
  private static func taps(
    from source: Int, to target: Int
  ) -> [(low: Int, high: Int, weight: Double)] {
    (0..<target).map { i in
      let p: Double = (Double(i) + 0.5) * Double(source) / Double(target) - 0.5
      let clamped: Double = min(max(p, 0), Double(source - 1))
      let low = Int(clamping: clamped)
      return (low, min(low + 1, source - 1), clamped - Double(low))
    }
  }
}

/// Integer arithmetic on 8-bit components.
enum PixelMath {
  /// Returns `a * b / 255`, rounded to nearest, without a division.
  @inline(__always)
  static func multiply(_ a: UInt8, _ b: UInt8) -> UInt8 {
    let t = UInt32(a) &* UInt32(b) &+ 128
    return UInt8(truncatingIfNeeded: (t &+ (t &>> 8)) &>> 8)
  }

  /// Returns `255 * c / a`, rounded to nearest and at most 255, which reverses a premultiplication.
  @inline(__always)
  static func unmultiply(_ c: UInt8, _ a: UInt8) -> UInt8 {
    guard a > 0 else { return 0 }
    let v = (UInt32(c) &* 255 &+ UInt32(a) / 2) / UInt32(a)
    return UInt8(truncatingIfNeeded: min(v, 255))
  }
}

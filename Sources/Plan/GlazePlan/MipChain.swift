package import GlazeGeometry

/// An image and its halvings down to one texel, identical for every backend.
///
/// Each level is half of the one before it, rounded down, at least 1. A texel is the mean of the
/// source texels under it, weighted by area: two taps in a direction where the size is even, three
/// where it is odd, so that the image does not drift. The means use premultiplied values, and are
/// rounded half up.
package struct MipChain: Sendable {
  /// One size of the image: premultiplied RGBA, row 0 at the top, rows tightly packed.
  ///
  /// Images that were converted to half floats have no bytes.
  package struct Level: Sendable, Equatable {
    package let width: Int
    package let height: Int
    package let pixels: [UInt8]
    /// The pixels as half floats, for an image that has them.
    package let deepPixels: [Float16]?

    fileprivate init(width: Int, height: Int, pixels: [UInt8], deepPixels: [Float16]? = nil) {
      self.width = width
      self.height = height
      self.pixels = pixels
      self.deepPixels = deepPixels
    }

    fileprivate init(_ image: CGImage, _ map: ColorMap?) {
      let (pixels, deepPixels) = image.mapped(by: map)
      self.init(
        width: image.width, height: image.height, pixels: pixels, deepPixels: deepPixels)
      // The level has them now, and a text can draw them again.
      image.dropDrawnPixels()
    }
  }

  /// The levels, the full size first; never empty.
  package let levels: [Level]

  /// The bytes of all levels in a device's memory.
  package var byteCount: Int {
    levels.reduce(0) { $0 + ($1.deepPixels.map { $0.count * 2 } ?? $1.pixels.count) }
  }

  /// Creates only one of the image's halvings; 0 is the image, whose storage is shared, the last is
  /// one texel.
  ///
  /// - Parameter map: How colors become those of frames; nil where they stay the same.
  /// - Complexity: O(pixels).
  package init(image: CGImage, level: Int, map: ColorMap? = nil) {
    var result = Level(image, map)
    for _ in 0..<level where result.width > 1 || result.height > 1 { result = result.halved() }
    levels = [result]
  }

  /// The bytes of an image's levels in a device's memory.
  ///
  /// - Parameter level: The only level; nil for all.
  package static func byteCount(of image: CGImage, level: Int?, map: ColorMap? = nil) -> Int {
    let texel = image.isDeep || map?.isDeep ?? false ? 8 : 4
    var (width, height) = (image.width, image.height)
    var (index, result) = (0, 0)
    while true {
      let bytes = width * height * texel
      let isLast = width <= 1 && height <= 1
      if index == level || (level != nil && isLast) { return bytes }
      result += bytes
      if isLast { return result }
      (width, height) = (max(width / 2, 1), max(height / 2, 1))
      index += 1
    }
  }

  /// Creates the image with all its halvings.
  ///
  /// - Parameter map: How colors become those of frames; nil where they stay the same.
  /// - Complexity: O(pixels).
  package init(image: CGImage, map: ColorMap? = nil) {
    var level = Level(image, map)
    var levels = [level]
    while level.width > 1 || level.height > 1 {
      level = level.halved()
      levels.append(level)
    }
    self.levels = levels
  }
}

extension MipChain.Level {
  fileprivate func halved() -> Self {
    let w = max(width / 2, 1)
    let h = max(height / 2, 1)
    return Self(
      width: w, height: h, pixels: pixels.isEmpty ? [] : halvedBytes(w, h),
      deepPixels: deepPixels.map { halved($0, to: (width: w, height: h)) })
  }

  private func halvedBytes(_ w: Int, _ h: Int) -> [UInt8] {
    let isEven = width % 2 == 0 && height % 2 == 0
    return [UInt8](unsafeUninitializedCapacity: w * h * 4) { output, count in
      pixels.withUnsafeBytes { input in
        for y in 0..<h {
          if isEven {
            averageRow(y, of: input, into: UnsafeMutableRawBufferPointer(output), count: w)
          } else {
            weighRow(y, of: input, into: UnsafeMutableRawBufferPointer(output), size: (w, h))
          }
        }
      }
      count = w * h * 4
    }
  }

  private func halved(_ deep: [Float16], to size: (width: Int, height: Int)) -> [Float16] {
    [Float16](unsafeUninitializedCapacity: size.width * size.height * 4) { output, count in
      deep.withUnsafeBytes { input in
        for y in 0..<size.height {
          weighHalves(y, of: input, into: UnsafeMutableRawBufferPointer(output), size: size)
        }
      }
      count = size.width * size.height * 4
    }
  }

  /// Computes one row of the half size of an image of half floats.
  private func weighHalves(
    _ y: Int, of input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer,
    size: (width: Int, height: Int)
  ) {
    let down = Taps(at: y, of: height, halved: size.height)
    for x in 0..<size.width {
      let right = Taps(at: x, of: width, halved: size.width)
      var sum = SIMD4<Float>.zero
      for j in 0..<down.count {
        let row = (down.first + j) * width
        for i in 0..<right.count {
          let texel = input.loadUnaligned(
            fromByteOffset: (row + right.first + i) * 8, as: SIMD4<UInt16>.self)
          sum += Self.floats(texel) * (down.weights[j] * right.weights[i])
        }
      }
      output.storeBytes(
        of: SIMD4(
          Float16(sum.x).bitPattern, Float16(sum.y).bitPattern, Float16(sum.z).bitPattern,
          Float16(sum.w).bitPattern),
        toByteOffset: (y * size.width + x) * 8, as: SIMD4<UInt16>.self)
    }
  }

  /// The values of four finite half floats, as images contain.
  ///
  /// Compilers that may not use F16C convert each half float by a function call. This function
  /// shifts the bits to their position in a `Float` instead, and corrects the difference of the
  /// exponent biases, 127 - 15.
  private static func floats(_ halves: SIMD4<UInt16>) -> SIMD4<Float> {
    let bits = SIMD4<UInt32>(truncatingIfNeeded: halves)
    let magnitudes = unsafeBitCast((bits & 0x7FFF) &<< 13, to: SIMD4<Float>.self) * 0x1p112
    let signs = (bits & 0x8000) &<< 16
    return unsafeBitCast(
      unsafeBitCast(magnitudes, to: SIMD4<UInt32>.self) | signs, to: SIMD4<Float>.self)
  }

  /// Computes one row of the half size, where both sizes are even: the mean of four texels, in
  /// integers.
  private func averageRow(
    _ y: Int, of input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer,
    count: Int
  ) {
    guard let source = input.baseAddress, let target = output.baseAddress else { return }
    let upper = source + 2 * y * width * 4
    let lower = upper + width * 4
    let row = target + y * count * 4
    // Two components in each 32-bit word: sums of four bytes fit 16 bits.
    let mask: UInt32 = 0x00FF_00FF
    let half: UInt32 = 0x0002_0002
    for x in 0..<count {
      let a = upper.loadUnaligned(fromByteOffset: 8 * x, as: UInt32.self)
      let b = upper.loadUnaligned(fromByteOffset: 8 * x + 4, as: UInt32.self)
      let c = lower.loadUnaligned(fromByteOffset: 8 * x, as: UInt32.self)
      let d = lower.loadUnaligned(fromByteOffset: 8 * x + 4, as: UInt32.self)
      let even = (a & mask) &+ (b & mask) &+ (c & mask) &+ (d & mask) &+ half
      let odd =
        (a >> 8 & mask) &+ (b >> 8 & mask) &+ (c >> 8 & mask) &+ (d >> 8 & mask) &+ half
      let mean = (even >> 2 & mask) | (odd >> 2 & mask) << 8
      row.storeBytes(of: mean, toByteOffset: 4 * x, as: UInt32.self)
    }
  }

  /// Computes one row of the half size, where a size is odd.
  private func weighRow(
    _ y: Int, of input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer,
    size: (width: Int, height: Int)
  ) {
    let down = Taps(at: y, of: height, halved: size.height)
    for x in 0..<size.width {
      let right = Taps(at: x, of: width, halved: size.width)
      var sum = SIMD4<Float>(repeating: 0.5)
      for j in 0..<down.count {
        let row = (down.first + j) * width
        for i in 0..<right.count {
          let texel = input.loadUnaligned(
            fromByteOffset: (row + right.first + i) * 4, as: UInt32.self)
          // Conversions of vectors are generic functions of the standard library, which are slow.
          let color = SIMD4(
            Float(texel & 255), Float(texel >> 8 & 255), Float(texel >> 16 & 255),
            Float(texel >> 24))
          sum += color * (down.weights[j] * right.weights[i])
        }
      }
      let mean = SIMD4(
        UInt8(clamping: sum.x), UInt8(clamping: sum.y), UInt8(clamping: sum.z),
        UInt8(clamping: sum.w))
      output.storeBytes(
        of: mean, toByteOffset: (y * size.width + x) * 4, as: SIMD4<UInt8>.self)
    }
  }
}

/// The source texels under one texel of the half size, in one direction.
private struct Taps {
  var first: Int
  var count: Int
  var weights: SIMD4<Float>

  init(at index: Int, of size: Int, halved half: Int) {
    first = 2 * index
    if size == 1 {
      count = 1
      weights = [1, 0, 0, 0]
    } else if size % 2 == 0 {
      count = 2
      weights = [0.5, 0.5, 0, 0]
    } else {
      // A texel is size / half wide: it shares the source texels at its ends with its neighbors.
      count = 3
      let before = Float(half - index)
      weights = SIMD4<Float>(before, Float(half), Float(index + 1), 0) / Float(size)
    }
  }
}

import CCairo
package import Foundation
public import GlazeGeometry

/// A drawing destination with a bitmap.
///
/// **Units and space**: user space is mapped by `ctm` to the bitmap's pixels, whose origin is the
/// bottom left corner with y up. In memory, row 0 is the top row. Angles are in radians from +x to
/// +y. Colors are mixed in the context's encoded space, premultiplied.
///
/// Use a context on one thread at a time. A drawing that is not possible (a transform without an
/// inverse, coordinates that are not finite, an empty clip) has no effect.
///
/// Cairo's choice: the antialiasing of edges (15 sub-rows of 256 steps, rectangles exact), the
/// flattening of curves (1/30 pixel), the filters of images, and coordinates in 1/256 pixel.
///
/// Observed: Apple header CGContext.h and the Quartz 2D Programming Guide.
public final class CGContext {
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  /// The number of bits in a component: 8, or 16 or 32 in floating point.
  public let bitsPerComponent: Int
  /// The number of bits in a pixel: four times `bitsPerComponent`, or 8 for gray and alpha only.
  public let bitsPerPixel: Int
  /// The number of bytes from one row to the next.
  public let bytesPerRow: Int
  /// The space of the bitmap's colors; nil for alpha only.
  public let colorSpace: CGColorSpace?
  /// The layout of a pixel.
  public let bitmapInfo: CGBitmapInfo

  /// The bitmap; for a deep one, the coverage of drawings.
  let base: Surface
  /// The layout in memory of a bitmap in floating point; nil for other bitmaps.
  private let deepFormat: DeepFormat?
  /// That memory, after it was requested or provided by the user.
  private var deepData: UnsafeMutableRawPointer?
  /// The memory that users see when it differs from that of `base`.
  let converted: ConvertedBitmap?
  /// A Boolean value that indicates whether the user provided the memory, so that it must show
  /// every drawing immediately.
  private let writesThrough: Bool
  private let ownedMemory: UnsafeMutableRawPointer?

  /// The transform from raster space to the units of shadows: direction of y and scale.
  let baseTransform: CGAffineTransform

  /// The transform from the space of patterns to the bitmap's pixels: the initial user space.
  let patternSpace: CGAffineTransform

  var state: GraphicsState
  var stack: [SavedState] = []
  var targets: [DrawingTarget]
  /// The path under construction, in raster space.
  var outline = CGMutablePath()
  /// The position and orientation of the next text; not part of the saved state.
  public var textMatrix = CGAffineTransform.identity
  package var font = CGFont.fallback
  package var fontSize: CGFloat = 12

  /// Makes a bitmap context; nil when the format is not supported.
  ///
  /// With 8 bits a component, these formats are supported: RGB in sRGB's encoding (device RGB,
  /// generic RGB) with `premultipliedLast`, `premultipliedFirst`, `noneSkipLast` or
  /// `noneSkipFirst`, in default, big or 32-bit little order; gray without alpha, in any gray
  /// space; alpha only. RGBA, BGRA and alpha are drawn in place. ARGB, ABGR and gray are converted
  /// after every drawing, gray by Rec. 709's luma, so they are slower.
  ///
  /// With `floatComponents` and 16 or 32 bits a component, in little-endian order, the same RGB
  /// spaces and extended sRGB are supported, with `premultipliedLast` or `noneSkipLast`. Such
  /// colors may be outside 0...1 and are mixed in floating point, pixel by pixel, so drawing is
  /// slower. Color glyphs and images of 8 bits have 8 bits there. Colors that are not
  /// premultiplied, 16-bit integers, CMYK and other RGB spaces return nil.
  ///
  /// - Parameters:
  ///   - data: the first pixel of the top row, which must outlive the context; drawings are added
  ///     to the existing pixels. nil lets the context allocate clear memory.
  ///   - width: the width in pixels, 1...32767.
  ///   - height: the height in pixels, 1...32767.
  ///   - bitsPerComponent: 8, or 16 or 32 in floating point.
  ///   - bytesPerRow: the number of bytes from one row to the next; 0 lets the context choose, and
  ///     too few return nil.
  ///   - space: the space of the colors; ignored for alpha only.
  ///   - bitmapInfo: the bits of `CGBitmapInfo` and `CGImageAlphaInfo`.
  public convenience init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int,
    bytesPerRow: Int, space: CGColorSpace?, bitmapInfo: UInt32
  ) {
    let info = CGBitmapInfo(rawValue: bitmapInfo)
    if let format = DeepFormat(bitsPerComponent: bitsPerComponent, space: space, info: info) {
      self.init(
        deep: format, data: data, width: width, height: height, bytesPerRow: bytesPerRow,
        space: space, info: info)
      return
    }
    guard
      let format = BitmapFormat(bitsPerComponent: bitsPerComponent, space: space, info: info)
    else { return nil }
    self.init(
      data: data, width: width, height: height, bytesPerRow: bytesPerRow, format: format,
      space: format.surfaceFormat == CAIRO_FORMAT_A8 ? nil : space, info: info)
  }

  private init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bytesPerRow: Int,
    format: BitmapFormat, space: CGColorSpace?, info: CGBitmapInfo,
    initialCTM: CGAffineTransform = .identity, baseTransform: CGAffineTransform? = nil
  ) {
    guard (1...Surface.limit).contains(width), (1...Surface.limit).contains(height),
      let memory = BitmapMemory(
        data: data, width: width, height: height, bytesPerRow: bytesPerRow, format: format,
        space: space, info: info),
      let target = DrawingTarget(memory.surface)
    else { return nil }
    self.width = width
    self.height = height
    self.bytesPerRow = memory.bytesPerRow
    bitsPerComponent = 8
    deepFormat = nil
    bitsPerPixel = format.bytesPerPixel * 8
    colorSpace = space
    bitmapInfo = info
    base = memory.surface
    converted = memory.converted
    ownedMemory = memory.owned
    writesThrough = data != nil && memory.converted != nil
    self.baseTransform = baseTransform ?? CGAffineTransform(scaleX: 1, y: -1)
    targets = [target]
    patternSpace = initialCTM
    state = GraphicsState(ctm: initialCTM, clipBounds: memory.surface.region.cgRect)
  }

  private init?(
    deep format: DeepFormat, data: UnsafeMutableRawPointer?, width: Int, height: Int,
    bytesPerRow: Int, space: CGColorSpace?, info: CGBitmapInfo,
    initialCTM: CGAffineTransform = .identity, baseTransform: CGAffineTransform? = nil
  ) {
    let region = PixelRect(x: 0, y: 0, width: width, height: height)
    let rowBytes = bytesPerRow == 0 ? width * format.bytesPerPixel : bytesPerRow
    guard (1...Surface.limit).contains(width), (1...Surface.limit).contains(height),
      rowBytes >= width * format.bytesPerPixel,
      let surface = Surface(region: region, format: CAIRO_FORMAT_A8, order: .rgba)
    else { return nil }
    let bitmap = DeepBitmap(region: region, hasAlpha: format.hasAlpha)
    if let data { format.read(data, bytesPerRow: rowBytes, into: bitmap) }
    guard let target = DrawingTarget(surface, deep: bitmap) else { return nil }
    self.width = width
    self.height = height
    self.bytesPerRow = rowBytes
    bitsPerComponent = format.isHalf ? 16 : 32
    bitsPerPixel = format.bytesPerPixel * 8
    colorSpace = space
    bitmapInfo = info
    base = surface
    deepFormat = format
    deepData = data
    converted = nil
    ownedMemory = nil
    writesThrough = data != nil
    self.baseTransform = baseTransform ?? CGAffineTransform(scaleX: 1, y: -1)
    targets = [target]
    patternSpace = initialCTM
    state = GraphicsState(ctm: initialCTM, clipBounds: region.cgRect)
  }

  deinit {
    ownedMemory?.deallocate()
    if deepFormat != nil, !writesThrough { deepData?.deallocate() }
  }

  /// Makes the context of a layer's backing store: clear, premultiplied sRGB RGBA.
  ///
  /// User space is the layer's: the scaled origin of `bounds` lies in the bottom left corner of the
  /// bitmap, or in the top left with y down when flipped. Shadows are given in its points.
  ///
  /// - Parameters:
  ///   - bounds: the bounds of the layer; the bitmap has `ceil(size * scale)` pixels.
  ///   - scale: the number of pixels in a point; a value that is not finite or not above 0 counts
  ///     as 1.
  ///   - isFlipped: whether y points down.
  ///   - isOpaque: whether the bitmap is black and without alpha at first.
  ///   - isDeep: whether components are half floats and may be outside 0...1.
  /// - Returns: nil when the bitmap would be empty.
  ///
  /// Observed: Apple documentation of CALayer's display and draw(in:).
  package convenience init?(
    layerBacking bounds: CGRect, scale: CGFloat, isFlipped: Bool, isOpaque: Bool = false,
    isDeep: Bool = false
  ) throws(DrawingError) {
    if let library = Surface.missingLibrary { throw .missingLibrary(library) }
    guard let (width, height) = try Self.backingSize(of: bounds, scale: scale) else { return nil }
    let scale = Self.backingScale(scale)
    let info = isOpaque ? CGImageAlphaInfo.noneSkipLast : .premultipliedLast
    let bits = CGBitmapInfo(rawValue: info.rawValue)
    let sense: CGFloat = isFlipped ? -1 : 1
    let ctm = CGAffineTransform(translationX: -bounds.minX, y: -bounds.minY)
      .concatenating(CGAffineTransform(scaleX: scale, y: sense * scale))
      .concatenating(CGAffineTransform(translationX: 0, y: isFlipped ? CGFloat(height) : 0))
    let shadows = CGAffineTransform(scaleX: scale, y: -sense * scale)
    if isDeep {
      let bits = bits.union([.floatComponents, .byteOrder16Little])
      let space = CGColorSpace(name: CGColorSpace.extendedSRGB)
      guard let format = DeepFormat(bitsPerComponent: 16, space: space, info: bits) else {
        return nil
      }
      self.init(
        deep: format, data: nil, width: width, height: height, bytesPerRow: 0, space: space,
        info: bits, initialCTM: ctm, baseTransform: shadows)
    } else {
      let space = CGColorSpaceCreateDeviceRGB()
      guard let format = BitmapFormat(bitsPerComponent: 8, space: space, info: bits) else {
        return nil
      }
      self.init(
        data: nil, width: width, height: height, bytesPerRow: 0, format: format, space: space,
        info: bits, initialCTM: ctm, baseTransform: shadows)
    }
    if status != CAIRO_STATUS_SUCCESS {
      throw .outOfMemory(width: width, height: height)
    }
  }

  /// Returns the pixels of a layer's backing store; nil if it would be empty.
  package static func backingSize(
    of bounds: CGRect, scale: CGFloat
  ) throws(DrawingError) -> (width: Int, height: Int)? {
    let scale = backingScale(scale)
    let width: Double = (bounds.width.native * scale.native).rounded(.up)
    let height: Double = (bounds.height.native * scale.native).rounded(.up)
    let limit = Surface.limit
    guard width <= Double(limit), height <= Double(limit), bounds.minX.isFinite,
      bounds.minY.isFinite
    else {
      throw .bitmapTooLarge(width: width, height: height, limit: limit)
    }
    return width >= 1 && height >= 1 ? (Int(clamping: width), Int(clamping: height)) : nil
  }

  private static func backingScale(_ scale: CGFloat) -> CGFloat {
    scale > 0 && scale.isFinite ? scale : 1
  }

  /// The memory of the bitmap, top row first.
  ///
  /// For gray, ARGB, ABGR and floating point in memory that the context allocated, reading this
  /// property updates the memory.
  public var data: UnsafeMutableRawPointer? {
    if let deepFormat, let bitmap = targets[0].deep {
      let data =
        deepData
        ?? UnsafeMutableRawPointer.allocate(byteCount: bytesPerRow * height, alignment: 16)
      deepData = data
      deepFormat.write(bitmap, to: data, bytesPerRow: bytesPerRow)
      return data
    }
    guard let converted else {
      cairo_surface_flush(base.pointer)
      return UnsafeMutableRawPointer(cairo_image_surface_get_data(base.pointer))
    }
    converted.write(from: base)
    return converted.data
  }

  /// The position of alpha in a pixel.
  public var alphaInfo: CGImageAlphaInfo {
    CGImageAlphaInfo(rawValue: bitmapInfo.rawValue & CGBitmapInfo.alphaInfoMask.rawValue)
      ?? .none
  }

  /// The status of cairo, which records the first failure.
  var status: cairo_status_t { cairo_status(target.cr) }

  /// Returns an image of the current bitmap; nil when memory ran out during drawing.
  ///
  /// An open transparency layer is not in it yet.
  ///
  /// - Complexity: O(pixels); the pixels are copied once.
  public func makeImage() -> CGImage? {
    guard status == CAIRO_STATUS_SUCCESS else { return nil }
    if let deep = targets[0].deep {
      return CGImage(
        width: width, height: height, deepPixels: deep.halves, isOpaque: deep.hasAlpha ? nil : true)
    }
    if base.format == CAIRO_FORMAT_A8 { return makeAlphaImage() }
    let isOpaque = base.format == CAIRO_FORMAT_RGB24
    let pixels = base.withBytes { source in
      [UInt8](unsafeUninitializedCapacity: width * height * 4) { target, count in
        for y in 0..<height {
          let row = UnsafeMutableRawBufferPointer(
            rebasing: source[(y * base.stride)..<(y * base.stride + width * 4)])
          let to = UnsafeMutableBufferPointer(rebasing: target[(y * width * 4)...])
          copyRow(row, to: to, isOpaque: isOpaque)
        }
        count = width * height * 4
      }
    }
    return CGImage(
      width: width, height: height, premultipliedRGBA: pixels, isOpaque: isOpaque ? true : nil)
  }

  private func copyRow(
    _ source: UnsafeMutableRawBufferPointer, to target: UnsafeMutableBufferPointer<UInt8>,
    isOpaque: Bool
  ) {
    if base.order == .rgba && !isOpaque {
      _ = target.initialize(from: source)
      return
    }
    let (red, blue) = base.order == .rgba ? (0, 2) : (2, 0)
    for i in stride(from: 0, to: source.count, by: 4) {
      target.initializeElement(at: i, to: source[i + red])
      target.initializeElement(at: i + 1, to: source[i + 1])
      target.initializeElement(at: i + 2, to: source[i + blue])
      target.initializeElement(at: i + 3, to: isOpaque ? 255 : source[i + 3])
    }
  }

  private func makeAlphaImage() -> CGImage? {
    let bytes = base.withBytes { Data($0) }
    guard let provider = CGDataProvider(data: bytes) else { return nil }
    return CGImage(
      width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 8,
      bytesPerRow: base.stride, space: CGColorSpaceCreateDeviceGray(),
      bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.alphaOnly.rawValue),
      provider: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
  }

  /// Finishes all drawing; Glaze draws immediately, so there is nothing to wait for.
  public func flush() { cairo_surface_flush(base.pointer) }

  /// Marks the bitmap for its device; equivalent to `flush()`.
  public func synchronize() { flush() }

  /// Updates the user's memory.
  func didDraw() {
    guard writesThrough, targets.count == 1 else { return }
    converted?.write(from: base)
    if let deepFormat, let bitmap = target.deep, let deepData {
      deepFormat.write(bitmap, to: deepData, bytesPerRow: bytesPerRow)
    }
  }
}

/// The memory of a new context.
private struct BitmapMemory {
  let surface: Surface
  let converted: ConvertedBitmap?
  let owned: UnsafeMutableRawPointer?
  let bytesPerRow: Int

  init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bytesPerRow: Int,
    format: BitmapFormat, space: CGColorSpace?, info: CGBitmapInfo
  ) {
    let least = width * format.bytesPerPixel
    // Rows are whole words, so that cairo can draw in place.
    let rowBytes = bytesPerRow == 0 ? (least + 3) / 4 * 4 : bytesPerRow
    guard rowBytes >= least, Int32(exactly: rowBytes) != nil else { return nil }
    self.bytesPerRow = rowBytes
    let ownMemory = data == nil ? Self.clearMemory(rowBytes * height) : nil
    guard let memory = data ?? ownMemory else { return nil }
    if format.canDrawInPlace(memory, bytesPerRow: rowBytes),
      let surface = Surface(
        data: memory, width: width, height: height, stride: rowBytes,
        format: format.surfaceFormat, order: format.order, owned: ownMemory)
    {
      self.surface = surface
      converted = nil
      owned = nil
      return
    }
    let region = PixelRect(x: 0, y: 0, width: width, height: height)
    guard
      let surface = Surface(region: region, format: format.surfaceFormat, order: format.order)
    else {
      ownMemory?.deallocate()
      return nil
    }
    let bitmap = ConvertedBitmap(data: memory, bytesPerRow: rowBytes, format: format)
    if data != nil { bitmap.read(into: surface, space: space, info: info) }
    self.surface = surface
    converted = bitmap
    owned = ownMemory
  }

  private static func clearMemory(_ count: Int) -> UnsafeMutableRawPointer? {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: count)
    return memory
  }
}

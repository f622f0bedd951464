internal import CGlazeImages
package import GlazeGeometry
internal import Glibc

/// Writes images in the supported formats.
package enum ImageWriter {
  /// An image with its properties.
  package struct Page: Sendable {
    package var image: CGImage
    /// EXIF's orientation, 1 to 8.
    package var orientation = 1
    /// The duration in seconds, for a frame of an animation.
    package var delay: Double

    package init(image: CGImage, orientation: Int = 1, delay: Double = 0.1) {
      (self.image, self.orientation, self.delay) = (image, orientation, delay)
    }
  }

  /// The formats that can be written, if their libraries are available; PNG, WebP, GIF and TIFF
  /// hold several images.
  package static var formats: [FileFormat] {
    [.png, .jpeg, .webP, .gif, .tiff, .heic, .avif, .jpegXL].filter { $0 == .png || $0.hasLibrary }
  }

  /// Returns whether a format holds several images.
  package static func holdsSeveral(_ format: FileFormat) -> Bool {
    [.png, .webP, .gif, .tiff].contains(format)
  }

  /// Encodes images.
  ///
  /// - Parameters:
  ///   - pages: one image, or several of the same size if the format holds several.
  ///   - quality: 0...1, for JPEG, HEIF and AVIF; 1 is lossless except for JPEG.
  ///   - loopCount: the number of times that frames are played; 0 is forever.
  /// - Throws: `ImageError`, `PNGError` or `WebPEncodingError`.
  package static func encode(
    _ pages: [Page], as format: FileFormat, quality: Double, loopCount: Int = 0
  ) throws -> [UInt8] {
    guard let first = pages.first else {
      throw ImageError.unsupported(name: "\(format)", detail: "there is nothing to write")
    }
    // Glaze writes PNG without a library.
    if format != .png { try format.checkLibrary(name: "\(format)") }
    switch format {
    case .png where pages.count == 1: return try PNG.encode(first.image)
    case .png: return try encode(pages, loopCount) { APNGEncoder($0) }
    case .webP: return try encode(pages, loopCount) { WebPEncoder($0) }
    case .gif:
      guard max(first.image.width, first.image.height) <= Int(UInt16.max) else {
        throw ImageError.tooLarge(
          name: "GIF", width: first.image.width, height: first.image.height)
      }
      return try encode(pages, loopCount) { GIFEncoder($0) }
    case .jpeg: return try encodeJPEG(first, quality: quality)
    case .heic, .avif:
      let image = first.image.upright(from: first.orientation)
      let pixels = straight(image)
      defer { pixels.deallocate() }
      return try bytes("\(format)") { file, message in
        glaze_heif_encode(
          pixels, CInt(image.width), CInt(image.height), 8, nil, format == .avif,
          CInt(clamping: (quality * 100).rounded()), &file, message)
      }
    case .tiff: return try encodeTIFF(pages)
    case .jpegXL:
      let image = first.image.upright(from: first.orientation)
      let pixels = straight(image)
      defer { pixels.deallocate() }
      return try encodeJPEGXL(
        pixels, width: image.width, height: image.height, bits: 8, .standard, quality: quality)
    case .jpeg2000, .exr:
      throw ImageError.unsupported(name: "\(format)", detail: "it cannot be written")
    }
  }

  /// Encodes pixels in another encoding than sRGB as AVIF, with its code points.
  ///
  /// Files have 8 or 12 bits: libheif 1.15 fails at 10. It loses the code points of HEIC.
  ///
  /// - Parameter quality: 0...1; 1 is lossless.
  /// - Throws: `ImageError`.
  package static func encodeAVIF(_ pixels: EncodedPixels, quality: Double) throws -> [UInt8] {
    try FileFormat.avif.checkLibrary(name: "AVIF")
    let levels = pixels.output.recordsLight ? LightLevels(of: pixels) : nil
    var encoding = GlazeImageEncoding(pixels.output, levels)
    let isDeep = pixels.output.isDeep
    let bytes8 = isDeep ? [] : pixels.samples.map { UInt8((UInt32($0) + 128) / 257) }
    return try pixels.samples.withUnsafeBytes { samples in
      try bytes8.withUnsafeBytes { bytes8 in
        try bytes("AVIF") { file, message in
          glaze_heif_encode(
            isDeep ? samples.baseAddress : bytes8.baseAddress, CInt(pixels.width),
            CInt(pixels.height), isDeep ? 12 : 8, &encoding, true,
            CInt(clamping: (quality * 100).rounded()), &file, message)
        }
      }
    }
  }

  /// Encodes an image in another space than sRGB as JPEG with an ICC profile; with light above white
  /// as Ultra HDR, which adds a gain map.
  ///
  /// - Parameters:
  ///   - pixels: R, G, B and a fourth byte of each pixel, row 0 at the top.
  ///   - output: The space of the pixels, with the curve of sRGB.
  ///   - light: The light of the HDR rendition in the same primaries, in the order of `pixels`; nil
  ///     where there is none.
  ///   - quality: 0...1.
  /// - Throws: `ImageError`.
  package static func encodeJPEG(
    _ pixels: [UInt8], width: Int, height: Int, _ output: OutputColor, light: [Float16]?,
    quality: Double
  ) throws -> [UInt8] {
    try FileFormat.jpeg.checkLibrary(name: "JPEG")
    let file = try encodeJPEG(pixels, width: width, height: height, quality: quality)
    // Segments follow that of JFIF, which libjpeg writes first.
    let start = 4 + (Int(file[4]) << 8 | Int(file[5]))
    let profile =
      output.isSRGB
      ? []
      : JPEGSegments.segment(
        0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + ColorProfile.file(of: output))
    guard let light,
      let gainMap = GainMap(from: pixels, to: light, width: width, height: height)
    else { return file[..<start] + profile + file[start...] }
    let writer = GainMapWriter(gainMap: gainMap)
    let map = try encodeJPEG(
      gainMap.pixels, width: width, height: height, isGray: true, quality: quality)
    let mapFile = map[..<start] + writer.segmentsOfMap + map[start...]
    return file[..<start]
      + writer.segments(
        profile, start: start, rest: file.count - start, mapByteCount: mapFile.count)
      + file[start...] + mapFile
  }

  /// Encodes pixels in another encoding than sRGB as JPEG XL, with 8 or 16 bits.
  ///
  /// - Parameter quality: 0...1; 1 is lossless.
  /// - Throws: `ImageError`.
  package static func encodeJPEGXL(_ pixels: EncodedPixels, quality: Double) throws -> [UInt8] {
    if pixels.output.isDeep {
      return try encodeJPEGXL(
        pixels.samples, width: pixels.width, height: pixels.height, bits: 16, pixels.output,
        quality: quality)
    }
    return try encodeJPEGXL(
      pixels.samples.map { UInt8((UInt32($0) + 128) / 257) }, width: pixels.width,
      height: pixels.height, bits: 8, pixels.output, quality: quality)
  }

  /// Encodes straight half floats of an output as JPEG XL.
  package static func encodeJPEGXL(
    _ halves: [Float16], width: Int, height: Int, _ output: OutputColor, quality: Double
  ) throws -> [UInt8] {
    try encodeJPEGXL(
      halves, width: width, height: height, bits: 16, isFloat: true, output, quality: quality)
  }

  private static func encodeJPEGXL(
    _ pixels: UnsafeRawPointer, width: Int, height: Int, bits: UInt32, isFloat: Bool = false,
    _ output: OutputColor, quality: Double
  ) throws -> [UInt8] {
    try FileFormat.jpegXL.checkLibrary(name: "JPEG XL")
    var picture = GlazeJXLPicture()
    picture.pixels = pixels
    (picture.width, picture.height) = (UInt32(clamping: width), UInt32(clamping: height))
    (picture.bits, picture.is_float) = (bits, isFloat)
    // The library's own relation: a quality of 0.9 is a distance of 1, at which losses are hardly visible.
    picture.distance = quality >= 1 ? 0 : Float(0.1 + (1 - max(quality, 0.3)) * 9)
    picture.encoding = GlazeImageEncoding(output, nil)
    return try bytes("JPEG XL") { glaze_jxl_encode(&picture, &$0, $1) }
  }

  private static func encode(
    _ pages: [Page], _ loopCount: Int, _ encoder: (MotionFormat) -> any MotionEncoder
  ) throws -> [UInt8] {
    let first = pages[0].image
    guard pages.allSatisfy({ ($0.image.width, $0.image.height) == (first.width, first.height) })
    else { throw ImageError.unsupported(name: "animation", detail: "its frames differ in size") }
    var format = MotionFormat(
      width: first.width, height: first.height, rate: (10, 1), frameCount: pages.count,
      isOpaque: pages.allSatisfy(\.image.isOpaque))
    format.delays = pages.map(\.delay)
    format.loopCount = loopCount
    let motion = encoder(format)
    var file = motion.header
    var previous: [UInt8]?
    for (number, page) in pages.enumerated() {
      let pixels = page.image.pixels
      file += try motion.encode(pixels, previous: previous, number: number, threads: 1)
      previous = pixels
    }
    file += motion.trailer
    for (offset, bytes) in motion.patches(byteCount: file.count) {
      file.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
    }
    return file
  }

  private static func encodeJPEG(_ page: Page, quality: Double) throws -> [UInt8] {
    // JPEG has no alpha: colors are blended onto black.
    try encodeJPEG(
      page.image.pixels, width: page.image.width, height: page.image.height, quality: quality,
      exif: page.orientation == 1 ? [] : ExifOrientation.segment(page.orientation))
  }

  private static func encodeJPEG(
    _ pixels: [UInt8], width: Int, height: Int, isGray: Bool = false, quality: Double,
    exif: [UInt8] = []
  ) throws -> [UInt8] {
    try pixels.withUnsafeBufferPointer { pixels in
      try bytes("JPEG") { file, message in
        glaze_jpeg_encode(
          pixels.baseAddress, UInt32(clamping: width), UInt32(clamping: height), isGray,
          CInt(clamping: max(1, (quality * 100).rounded())), exif.isEmpty ? nil : exif,
          exif.count, &file, message)
      }
    }
  }

  private static func encodeTIFF(_ pages: [Page]) throws -> [UInt8] {
    var retained: [GlazeImagePage] = []
    defer { for page in retained { page.pixels.deallocate() } }
    for page in pages {
      let image = page.image
      retained.append(
        GlazeImagePage(
          pixels: UnsafePointer(straight(image)), width: UInt32(image.width),
          height: UInt32(image.height), orientation: UInt32(page.orientation)))
    }
    return try bytes("TIFF") { file, message in
      glaze_tiff_encode(retained, retained.count, &file, message)
    }
  }

  /// Returns the pixels with straight alpha; the caller must deallocate them.
  private static func straight(_ image: CGImage) -> UnsafeMutablePointer<UInt8> {
    let count = image.width * image.height
    let target = UnsafeMutablePointer<UInt8>.allocate(capacity: count * 4)
    image.pixels.withUnsafeBytes { source in
      guard let from = source.baseAddress else { return }
      Unpremultiply.row(from, width: count, into: UnsafeMutableRawPointer(target))
    }
    return target
  }

  private static func bytes(
    _ name: String, _ body: (inout GlazeImageBytes, UnsafeMutablePointer<CChar>) -> CInt
  ) throws -> [UInt8] {
    var file = GlazeImageBytes()
    var message = [CChar](repeating: 0, count: Int(GLAZE_IMAGE_MESSAGE_SIZE))
    let status = message.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map { body(&file, $0) } ?? 0
    }
    defer { free(file.bytes) }
    if let failure = ImageError(status, message, name: name) { throw failure }
    return Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
  }
}

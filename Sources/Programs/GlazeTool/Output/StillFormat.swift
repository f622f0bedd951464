import Foundation
import GlazeCore
import GlazeDrawing
import GlazeGeometry
import GlazePlan

/// The format of an image file, which follows from the end of its name.
enum StillFormat {
  private static let formats: [String: FileFormat] = [
    "jpg": .jpeg, "jpeg": .jpeg, "webp": .webP, "tif": .tiff, "tiff": .tiff, "heic": .heic,
    "avif": .avif, "jxl": .jpegXL,
  ]
  /// Endings of formats that are not written, where PNG under that name would surprise.
  private static let others: Set = [
    "bmp", "eps", "heif", "hdr", "ico", "j2k", "jp2", "pbm", "pdf", "pgm", "pnm",
    "ppm", "ps", "psd", "qoi", "svg", "tga",
  ]
  /// The quality of lossy formats.
  private static let quality = 0.9

  /// Returns the format of an output; PNG for names whose ending is that of no format.
  ///
  /// - Throws: An error for other formats and for misspelled endings, where PNG under that name would surprise.
  static func of(_ output: Output) throws(OutputNamingError) -> FileFormat {
    guard case .file(let path) = output else { return .png }
    let ending = (path as NSString).pathExtension.lowercased()
    if let format = formats[ending] { return format }
    if endings.contains(ending) { return .png }
    if others.contains(ending) { throw .unknownFormat(path, endings) }
    let motion = MotionFile.Format.allCases.map(\.rawValue)
    if let near = NearestName.of(ending, among: endings + motion) {
      throw .misspelledEnding(path, near)
    }
    return .png
  }

  /// The endings of the formats that are written.
  private static var endings: [String] { ["png", "exr"] + formats.keys.sorted() }

  /// Whether an output is written as OpenEXR, which only frames are.
  private static func isEXR(_ output: Output) -> Bool {
    guard case .file(let path) = output else { return false }
    return (path as NSString).pathExtension.lowercased() == "exr"
  }

  /// Encodes an image for an output.
  ///
  /// - Parameter threads: The number of threads that encode PNG; nil is all cores.
  static func encode(_ pixels: PixelBuffer, for output: Output, threads: Int?) throws -> [UInt8] {
    if isEXR(output) {
      let linear = linear(pixels)
      return try EXR.encode(
        linear.half, width: pixels.width, height: pixels.height, output: linear.output)
    }
    let format = try of(output)
    guard format == .png else {
      if format == .avif, pixels.output != .standard, !pixels.output.isFloat {
        return try ImageWriter.encodeAVIF(pixels.encodedPixels, quality: quality)
      }
      if format == .jpegXL, pixels.output != .standard { return try encodeJPEGXL(pixels) }
      if format == .jpeg, pixels.output != .standard { return try encodeJPEG(pixels) }
      // The other formats are written in sRGB.
      guard pixels.output == .standard else {
        throw OutputNamingError.unknownEncoding(output.description, pixels.output)
      }
      return try encode(pixels.image, as: format)
    }
    if pixels.output.isFloat {
      throw OutputNamingError.unknownEncoding(output.description, pixels.output)
    }
    return try pixels.png(maximumThreads: threads)
  }

  private static func linear(_ pixels: PixelBuffer) -> PixelBuffer {
    var linear = pixels.output
    (linear.transfer, linear.depth) = (.linear, .half)
    return pixels.encoded(as: linear)
  }

  /// With room above white, a gain map leads from the frame without it to the frame.
  private static func encodeJPEG(_ pixels: PixelBuffer) throws -> [UInt8] {
    let standard = pixels.rendition(keepsPrimaries: true)
    return try ImageWriter.encodeJPEG(
      standard.bytes, width: pixels.width, height: pixels.height, standard.output,
      light: pixels.output.headroom > 1 ? linear(pixels).half : nil, quality: quality)
  }

  private static func encodeJPEGXL(_ pixels: PixelBuffer) throws -> [UInt8] {
    guard pixels.output.isFloat else {
      return try ImageWriter.encodeJPEGXL(pixels.encodedPixels, quality: quality)
    }
    return try ImageWriter.encodeJPEGXL(
      pixels.straightHalf, width: pixels.width, height: pixels.height, pixels.output,
      quality: quality)
  }

  /// Encodes an image for an output.
  static func encode(_ image: CGImage, for output: Output) throws -> [UInt8] {
    if isEXR(output) { throw OutputNamingError.unknownEncoding(output.description, .standard) }
    return try encode(image, as: of(output))
  }

  private static func encode(_ image: CGImage, as format: FileFormat) throws -> [UInt8] {
    let isLossless = [.png, .webP, .tiff].contains(format)
    return try ImageWriter.encode(
      [.init(image: image)], as: format, quality: isLossless ? 1 : quality)
  }
}

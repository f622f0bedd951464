internal import CGlazeImages
import GlazeGeometry

/// Reads HEIF, AVIF, JPEG 2000, JPEG XL and TIFF files with optional libraries.
struct LibraryReader {
  let data: UnsafeRawBufferPointer
  let name: String
  let format: FileFormat
  /// The page of a TIFF file, from 0.
  var page = 0

  /// The largest JPEG 2000 image; OpenJPEG uses sixteen bytes a pixel in addition to the image.
  private static let maximumJPEG2000PixelCount = 32 << 20

  /// The largest number of pages in a TIFF file.
  private static let maximumPageCount: UInt32 = 1000

  private var side: CInt { CInt(ImageDecoder.maximumDimension) }
  private var bytes: UnsafePointer<UInt8>? { data.bindMemory(to: UInt8.self).baseAddress }

  /// Returns the number of images in the file.
  func countPages() throws(ImageError) -> Int {
    try format.checkLibrary(name: name)
    guard format == .tiff else { return 1 }
    return max(1, Int(glaze_tiff_count_pages(bytes, data.count, Self.maximumPageCount)))
  }

  /// Returns the properties of the image from the file, with a checked size.
  func readInfo() throws(ImageError) -> GlazeImageInfo {
    try format.checkLibrary(name: name)
    var info = GlazeImageInfo()
    try call { message in
      switch format {
      case .heic, .avif:
        glaze_heif_read_info(
          bytes, data.count, side, &info, message)
      case .tiff: glaze_tiff_read_info(bytes, data.count, UInt32(page), &info, message)
      case .jpegXL: glaze_jxl_read_info(bytes, data.count, &info, message)
      default: glaze_jpeg2000_read_info(bytes, data.count, &info, message)
      }
    }
    let (width, height) = (Int(info.width), Int(info.height))
    try ImageDecoder.checkSize(width: width, height: height, name: name)
    if format == .heic || format == .avif, let brightest = HEIFLightLevels.brightest(in: data) {
      info.encoding.brightest = UInt16(clamping: brightest)
    }
    if format == .jpeg2000, width * height > Self.maximumJPEG2000PixelCount {
      throw .tooLarge(name: name, width: width, height: height)
    }
    return info
  }

  func read() throws(ImageError) -> DecodedPixels {
    var info = try readInfo()
    // The buffer has a byte for each component.
    info.bits = min(info.bits, 8)
    var pixels = try DecodedPixels(
      width: Int(info.width), height: Int(info.height), hasAlpha: info.has_alpha
    ) { buffer in
      let target = buffer.bindMemory(to: UInt8.self).baseAddress
      do throws(ImageError) {
        try call { message in
          switch format {
          case .heic, .avif:
            glaze_heif_decode(bytes, data.count, side, &info, target, message)
          case .tiff: glaze_tiff_decode(bytes, data.count, UInt32(page), &info, target, message)
          case .jpegXL: glaze_jxl_decode(bytes, data.count, &info, target, message)
          default: glaze_jpeg2000_decode(bytes, data.count, &info, target, message)
          }
        }
        return nil
      } catch {
        return error
      }
    }
    if info.is_premultiplied { pixels.takeAsPremultiplied() }
    return pixels
  }

  /// Returns an image of half floats, for JPEG XL and TIFF: premultiplied, in the file's own
  /// encoding.
  func readHalves(_ info: GlazeImageInfo) throws(ImageError) -> [Float16] {
    let count = Int(info.width) * Int(info.height) * 4
    guard AddressSpace.hasRoom(for: count * 3) else { throw .outOfMemory(name: name) }
    var info = info
    var failure: ImageError?
    var halves = [Float16](unsafeUninitializedCapacity: count) { target, initialized in
      do throws(ImageError) {
        try call { message in
          format == .tiff
            ? glaze_tiff_decode_deep(
              bytes, data.count, UInt32(page), &info, target.baseAddress, message)
            : glaze_jxl_decode(bytes, data.count, &info, target.baseAddress, message)
        }
        initialized = count
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    for pixel in stride(from: 0, to: count, by: 4) {
      for channel in 0..<4 where !halves[pixel + channel].isFinite { halves[pixel + channel] = 0 }
      let alpha = min(max(halves[pixel + 3], 0), 1)
      if !info.is_premultiplied { for channel in 0..<3 { halves[pixel + channel] *= alpha } }
      halves[pixel + 3] = alpha
    }
    return halves
  }

  /// Returns an image of more than 8 bits a component, for HEIF, AVIF, JPEG XL and TIFF.
  func readDeep(_ info: GlazeImageInfo) throws(ImageError) -> DeepPixels {
    let (width, height) = (Int(info.width), Int(info.height))
    guard AddressSpace.hasRoom(for: width * height * DeepPixels.bytesPerPixel) else {
      throw .outOfMemory(name: name)
    }
    var info = info
    return try DeepPixels(width: width, height: height) { buffer in
      let target = buffer.bindMemory(to: UInt8.self).baseAddress
      do throws(ImageError) {
        try call { message in
          switch format {
          case .jpegXL: glaze_jxl_decode(bytes, data.count, &info, target, message)
          case .tiff:
            glaze_tiff_decode_deep(bytes, data.count, UInt32(page), &info, target, message)
          default: glaze_heif_decode(bytes, data.count, side, &info, target, message)
          }
        }
        return nil
      } catch {
        return error
      }
    }
  }

  private func call(
    _ body: (UnsafeMutablePointer<CChar>) -> CInt
  ) throws(ImageError) {
    var message = [CChar](repeating: 0, count: Int(GLAZE_IMAGE_MESSAGE_SIZE))
    let status = message.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map(body) ?? 0
    }
    if let failure = ImageError(status, message, name: name) { throw failure }
  }
}

internal import CGlazeImages
import GlazeGeometry

/// Reads JPEG files: baseline and progressive; color, grayscale, CMYK and YCCK.
///
/// CMYK is converted to RGB by the simple formula `(1 - C) * (1 - K)`, without a profile. Glaze's
/// own choice; files marked by Adobe store CMYK inverted, and are read accordingly.
struct JPEGReader {
  let data: UnsafeRawBufferPointer
  let name: String

  /// Reads the header.
  func readInfo() throws(ImageError) -> ImageFile.Info {
    try FileFormat.jpeg.checkLibrary(name: name)
    let bytes = data.bindMemory(to: UInt8.self)
    var message = [CChar](repeating: 0, count: Int(GLAZE_IMAGE_MESSAGE_SIZE))
    var info = GlazeJPEGInfo()
    let status = glaze_jpeg_read_info(bytes.baseAddress, bytes.count, &info, &message)
    if let failure = ImageError(status, message, name: name) { throw failure }
    var result = ImageFile.Info(
      width: Int(info.width), height: Int(info.height), hasAlpha: false,
      orientation: ExifOrientation.inJPEG(data))
    let gainMap = try? GainMapReader(file: data).find()
    result.gainMapHeadroom = gainMap.map { Float(OutputColor.power(2, $0.numbers.stops)) }
    return result
  }

  func read() throws(ImageError) -> DecodedPixels {
    try FileFormat.jpeg.checkLibrary(name: name)
    let bytes = data.bindMemory(to: UInt8.self)
    var message = [CChar](repeating: 0, count: Int(GLAZE_IMAGE_MESSAGE_SIZE))
    var info = GlazeJPEGInfo()
    let status = glaze_jpeg_read_info(bytes.baseAddress, bytes.count, &info, &message)
    if let failure = ImageError(status, message, name: name) { throw failure }
    let (width, height) = (Int(info.width), Int(info.height))
    try ImageDecoder.checkSize(width: width, height: height, name: name)
    return try DecodedPixels(width: width, height: height, hasAlpha: false) { pixels in
      let status = glaze_jpeg_decode(
        bytes.baseAddress, bytes.count, &info,
        pixels.bindMemory(to: UInt8.self).baseAddress, &message)
      if let failure = ImageError(status, message, name: name) { return failure }
      switch UInt32(info.pixels) {
      case GLAZE_JPEG_CMYK.rawValue: convertInk(pixels, invert: 0xFF)
      case GLAZE_JPEG_INVERTED_CMYK.rawValue: convertInk(pixels, invert: 0)
      default: break
      }
      return nil
    }
  }

  /// Converts C, M, Y, K to R, G, B, 255 in place, after flipping the bits of `invert`.
  private func convertInk(_ pixels: UnsafeMutableRawBufferPointer, invert: UInt8) {
    for offset in stride(from: 0, to: pixels.count, by: 4) {
      let key = UInt32(pixels[offset + 3] ^ invert)
      for channel in offset..<(offset + 3) {
        let product = UInt32(pixels[channel] ^ invert) &* key &+ 128
        pixels[channel] = UInt8(truncatingIfNeeded: (product &+ product >> 8) >> 8)
      }
      pixels[offset + 3] = 255
    }
  }
}

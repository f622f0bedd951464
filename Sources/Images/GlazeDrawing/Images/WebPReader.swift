internal import CWebP

/// Reads WebP images without animation, lossy and lossless, with and without alpha; frames of
/// animations are such images.
struct WebPReader {
  let data: UnsafeRawBufferPointer
  let name: String

  /// Reads the header.
  func readInfo() throws(ImageError) -> ImageFile.Info {
    try FileFormat.webP.checkLibrary(name: name)
    let bytes = data.bindMemory(to: UInt8.self)
    try checkLength()
    var features = WebPBitstreamFeatures()
    if let failure = failure(WebPGetFeatures(bytes.baseAddress, bytes.count, &features)) {
      throw failure
    }
    let (width, height) = (Int(features.width), Int(features.height))
    try ImageDecoder.checkSize(width: width, height: height, name: name)
    return ImageFile.Info(width: width, height: height, hasAlpha: features.has_alpha != 0)
  }

  func read() throws(ImageError) -> DecodedPixels {
    let bytes = data.bindMemory(to: UInt8.self)
    let info = try readInfo()
    let (width, height, hasAlpha) = (info.width, info.height, info.hasAlpha)
    return try DecodedPixels(width: width, height: height, hasAlpha: hasAlpha) { pixels in
      var config = WebPDecoderConfig()
      guard WebPInitDecoderConfig(&config) != 0 else {
        return .unsupported(name: name, detail: "the installed libwebp has another version")
      }
      config.output.colorspace = MODE_RGBA
      config.output.is_external_memory = 1
      config.output.u.RGBA.rgba = pixels.bindMemory(to: UInt8.self).baseAddress
      config.output.u.RGBA.stride = CInt(width * 4)
      config.output.u.RGBA.size = pixels.count
      return failure(WebPDecode(bytes.baseAddress, bytes.count, &config))
    }
  }

  /// Compares the length in the RIFF header with the size of the data.
  private func checkLength() throws(ImageError) {
    let size = UInt32(littleEndian: data.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
    guard Int(size) + 8 <= data.count else {
      throw .truncated(name: name, detail: "\(data.count) of \(Int(size) + 8) bytes")
    }
  }

  private func failure(_ status: VP8StatusCode) -> ImageError? {
    switch status {
    case VP8_STATUS_OK: return nil
    case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED:
      return .truncated(name: name, detail: "the WebP data ends early")
    case VP8_STATUS_OUT_OF_MEMORY: return .outOfMemory(name: name)
    case VP8_STATUS_UNSUPPORTED_FEATURE:
      return .unsupported(name: name, detail: "libwebp does not support a feature of it")
    default: return .corrupt(name: name, detail: "invalid WebP data")
    }
  }
}

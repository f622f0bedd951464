internal import CGlazeImages
internal import CGlazeLazy
import GlazeGeometry

/// Files that only OpenEXRCore reads.
extension EXRReader {
  /// Reads the header of the first part that has colors.
  func readHeaderByLibrary() throws(ImageError) -> Header {
    if let library = MissingLibrary(
      GLAZE_LAZY_OPENEXR, for: "EXR with tiles, several parts or another compression than ZIP")
    {
      throw .missingLibrary(name: name, detail: library.description)
    }
    var info = GlazeImageInfo()
    var numbers = [Float](repeating: 0, count: 8)
    try call { message in
      glaze_exr_read_info(
        data.bindMemory(to: UInt8.self).baseAddress, data.count, &info, &numbers, message)
    }
    var header = Header()
    header.needsLibrary = true
    (header.width, header.height) = (Int(info.width), Int(info.height))
    try ImageDecoder.checkSize(width: header.width, height: header.height, name: name)
    let isHalf = info.bits == 16
    header.channels = (info.has_alpha ? [0, 1, 2, 3] : [0, 1, 2]).map {
      Channel(name: "", isHalf: isHalf, byteCount: isHalf ? 2 : 4, component: $0)
    }
    if numbers.contains(where: { $0 != 0 }) {
      header.chromaticities = (0..<4).map {
        SIMD2(Double(numbers[$0 * 2]), Double(numbers[$0 * 2 + 1]))
      }
    }
    return header
  }

  /// Reads premultiplied light; the alpha of pixels remains where the file has none.
  func readByLibrary(_ header: Header, into pixels: inout [Float16]) throws(ImageError) {
    var info = GlazeImageInfo()
    (info.width, info.height) = (UInt32(header.width), UInt32(header.height))
    let result = pixels.withUnsafeMutableBytes { target in
      Result { () throws(ImageError) in
        try call { message in
          glaze_exr_decode(
            data.bindMemory(to: UInt8.self).baseAddress, data.count, &info,
            target.bindMemory(to: UInt16.self).baseAddress, message)
        }
      }
    }
    try result.get()
    for index in pixels.indices where !pixels[index].isFinite {
      pixels[index] = Self.finite(Float(pixels[index]))
    }
  }

  private func call(_ body: (UnsafeMutablePointer<CChar>) -> CInt) throws(ImageError) {
    var message = [CChar](repeating: 0, count: Int(GLAZE_IMAGE_MESSAGE_SIZE))
    let status = message.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map(body) ?? 0
    }
    if let failure = ImageError(status, message, name: name) { throw failure }
  }
}

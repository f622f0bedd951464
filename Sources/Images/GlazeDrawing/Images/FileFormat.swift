/// The supported file formats, which are identified by a file's first bytes.
package enum FileFormat: Sendable, Hashable, CaseIterable {
  case png, jpeg, webP, gif, tiff, heic, avif, jpeg2000, jpegXL, exr

  init(of data: UnsafeRawBufferPointer, name: String) throws(ImageError) {
    func has(_ magic: [UInt8], at offset: Int = 0) -> Bool {
      data.count >= offset + magic.count
        && data[offset..<(offset + magic.count)].elementsEqual(magic)
    }
    func has(_ magic: String, at offset: Int = 0) -> Bool { has(Array(magic.utf8), at: offset) }
    func isBrand(_ names: [String]) -> Bool { names.contains { has($0, at: 8) } }

    if has(PNG.signature) {
      self = .png
    } else if has([0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if has("RIFF") && has("WEBP", at: 8) {
      self = .webP
    } else if has("GIF87a") || has("GIF89a") {
      self = .gif
    } else if has("II*\0") || has("MM\0*") || has("II+\0") || has("MM\0+") {
      self = .tiff
    } else if has("jP  \r\n", at: 4) || has([0xFF, 0x4F, 0xFF, 0x51]) {
      self = .jpeg2000
    } else if has([0xFF, 0x0A]) || has("\0\0\0\u{C}JXL \r\n") {
      self = .jpegXL
    } else if has([0x76, 0x2F, 0x31, 0x01]) {
      self = .exr
    } else if has("ftyp", at: 4) {
      if isBrand(["avif", "avis"]) {
        self = .avif
      } else if isBrand(["heic", "heix", "heim", "heis", "mif1", "msf1"]) {
        self = .heic
      } else {
        throw .unsupported(name: name, detail: "videos are not supported")
      }
    } else if has("%PDF") {
      throw .unsupported(name: name, detail: "PDF is not supported")
    } else {
      throw .notAnImage(name: name)
    }
  }
}

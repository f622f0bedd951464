/// Formats that are not documents but are often mistaken for them, and their names in messages.
enum ForeignFormat {
  private static let magics: [(offset: Int, magic: String, name: String)] = [
    (0, "NIBArchive", "a compiled nib of views"),
    (0, "BOMStore", "a compiled asset catalog"),
    (1, "PNG\r", "a PNG image"),
    (0, "\u{FF}\u{D8}\u{FF}", "a JPEG image"),
    (0, "GIF8", "a GIF image"),
    (8, "WEBP", "a WebP image"),
    (0, "II*\0", "a TIFF image"),
    (0, "MM\0*", "a TIFF image"),
    (0, "%PDF", "a PDF"),
    (4, "ftyp", "a video, or a HEIF image"),
    (0, "7z\u{BC}\u{AF}", "a 7-Zip archive"),
    (0, "Rar!", "a RAR archive"),
    (0, "AA01", "an Apple Archive"),
    (0, "AEA1", "an encrypted Apple Archive"),
    (0, "pbze", "a compressed Apple Archive"),
  ]

  /// Returns the name of the format that the first bytes indicate; nil for an unknown one.
  static func name(of bytes: [UInt8]) -> String? {
    magics.first { offset, magic, _ in
      // Each scalar represents a byte.
      let magic = magic.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
      return bytes.count > offset && bytes[offset...].starts(with: magic)
    }?.name
  }
}

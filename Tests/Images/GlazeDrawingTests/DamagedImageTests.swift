import GlazeDrawing
import GlazeGeometry
import Testing

/// For any bytes, the result is a complete image or an `ImageError`.
@Suite("Damaged images")
struct DamagedImageTests {
  static let files = [
    "gray-1.png", "rgb-8.png", "palette-4.png", "rgba-8-interlaced.png",
    "gray.jpg", "baseline.jpg", "three-scans.jpg", "progressive.jpg", "orientation-6.jpg",
    "ycck-adobe.jpg",
    "lossy.webp", "lossless.webp", "lossy-alpha.webp", "lossless-alpha.webp",
  ]

  @Test("A file cut off anywhere is an error", arguments: files)
  func truncated(name: String) throws {
    let whole = try Resource.bytes(name)
    for count in 0..<whole.count {
      #expect(throws: ImageError.self, "\(count) of \(whole.count) bytes") {
        try ImageDecoder.decode(Array(whole[..<count]), name: name)
      }
    }
  }

  @Test("A frame whose image does not have the declared size is an error", arguments: [6, 9])
  func sizesOfFrames(byte: Int) throws {
    var file = try Resource.bytes("animated.webp")
    let frame = try #require(file.indices.first { file[$0...].starts(with: Array("ANMF".utf8)) })
    file[frame + 8 + byte] -= 1
    #expect {
      try ImageDecoder.decode(file, name: "animated.webp")
    } throws: { error in
      guard case .corrupt(_, let detail)? = error as? ImageError else { return false }
      return detail == "the size of a frame contradicts its header"
    }
  }

  @Test("A file cut off after its header is reported as cut off", arguments: files)
  func truncatedByName(name: String) throws {
    let whole = try Resource.bytes(name)
    for count in [whole.count - 1, whole.count - 2] {
      #expect {
        try ImageDecoder.decode(Array(whole[..<count]), name: name)
      } throws: { error in
        guard case .truncated(name, _)? = error as? ImageError else { return false }
        return true
      }
    }
  }

  @Test("A changed byte gives an error or an image, and never hangs", arguments: files)
  func flipped(name: String) throws {
    let whole = try Resource.bytes(name)
    let image = try ImageDecoder.decode(whole, name: name)
    for index in whole.indices {
      for mask: UInt8 in [0xFF, 0x01, 0x20, 0x80] {
        var damaged = whole
        damaged[index] ^= mask
        do {
          let result = try ImageDecoder.decode(damaged, name: name)
          #expect(result.pixels.count == result.width * result.height * 4)
          // No change passes PNG's checksums.
          if name.hasSuffix(".png") { #expect(result == image, "byte \(index) ^ \(mask)") }
        } catch {
          #expect(error.description.hasPrefix("\(name): "))
          #expect(!error.description.contains("\n"))
        }
      }
    }
  }

  @Test("Transparent colors with a wrong checksum are an error, not an opaque image")
  func damagedTransparency() throws {
    let name = "palette-4-transparent.png"
    var file = try Resource.bytes(name)
    let start = try #require(file.firstRange(of: Array("tRNS".utf8))).upperBound
    file[start] ^= 1
    #expect {
      try ImageDecoder.decode(file, name: name)
    } throws: { error in
      guard case .corrupt(name, _)? = error as? ImageError else { return false }
      return true
    }
  }

  @Test("A JPEG of endlessly many scans is rejected")
  func scans() throws {
    let file = try Resource.bytes("three-scans.jpg")
    let starts = file.indices.dropLast().filter { file[$0] == 0xFF && file[$0 + 1] == 0xDA }
    let tables = file.indices.dropLast().filter { file[$0] == 0xFF && file[$0 + 1] == 0xC4 }
    let start = try #require(starts.first)
    let end = try #require(tables.first { $0 > start })
    func repeated(_ count: Int) -> [UInt8] {
      file[..<start] + (0..<count).flatMap { _ in file[start..<end] } + file[end...]
    }
    let few = try ImageDecoder.decode(repeated(10), name: "scans")
    #expect(try few == Resource.image("three-scans.jpg"))
    #expect(throws: ImageError.corrupt(name: "scans", detail: "More than 200 scans")) {
      try ImageDecoder.decode(repeated(100_000), name: "scans")
    }
  }

  @Test("Noise after every magic number")
  func noise() {
    var generator = SystemRandomNumberGenerator()
    let magics: [[UInt8]] = [
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], [0xFF, 0xD8, 0xFF],
      Array("RIFF\u{40}\0\0\0WEBPVP8 ".utf8), Array("RIFF\u{40}\0\0\0WEBPVP8L".utf8),
      Array("RIFF\u{40}\0\0\0WEBPVP8X".utf8),
    ]
    for magic in magics {
      for _ in 0..<200 {
        let bytes = magic + (0..<64).map { _ in UInt8.random(in: 0...255, using: &generator) }
        #expect(throws: ImageError.self, "\(bytes)") {
          try ImageDecoder.decode(bytes, name: "noise")
        }
      }
    }
  }

  @Test("Bytes after the end are ignored", arguments: files)
  func trailing(name: String) throws {
    let whole = try Resource.bytes(name)
    let image = try ImageDecoder.decode(whole, name: name)
    #expect(try ImageDecoder.decode(whole + [1, 2, 3, 4, 5, 6, 7, 8], name: name) == image)
  }
}

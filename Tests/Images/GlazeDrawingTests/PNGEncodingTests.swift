import Foundation
import GlazeGeometry
import Testing

@testable import GlazeDrawing

@Suite("PNG encoding")
struct PNGEncodingTests {
  /// Makes an image of noise, runs and gradients with all alphas.
  private static func image(width: Int, height: Int, isOpaque: Bool) -> [UInt8] {
    var state: UInt32 = 12345
    return bytes(width: width, height: height) { x, y in
      state = state &* 1_664_525 &+ 1_013_904_223
      let noise = Pixel(UInt8(state >> 24), UInt8(state >> 16 & 0xFF), UInt8(y * 3 & 0xFF), 0)
      var pixel = x % 40 < 20 ? Pixel(UInt8(x & 0xFF), UInt8(y & 0xFF), 7, 0) : noise
      pixel[3] = isOpaque || y % 5 == 0 ? 255 : UInt8((x + y) & 0xFF)
      return isOpaque ? pixel : pixel.premultiplied
    }
  }

  static let sizes = [
    (1, 1), (2, 1), (1, 2), (3, 1), (1, 300), (300, 1), (4, 4), (5, 3), (7, 9), (31, 17), (33, 64),
    (640, 3), (257, 129),
  ]

  @Test("A written image is read back unchanged", arguments: sizes, [false, true])
  func roundTrip(size: (width: Int, height: Int), isOpaque: Bool) throws {
    let pixels = Self.image(width: size.width, height: size.height, isOpaque: isOpaque)
    let image = CGImage(width: size.width, height: size.height, premultipliedRGBA: pixels)
    let file = try PNG.encode(image)
    #expect(file[25] == (isOpaque || size.height == 1 ? 2 : 6), "the color type")
    #expect(try ImageDecoder.decode(file, name: "round trip") == image)
  }

  @Test("An image encoded in strips is the same image", arguments: [1, 2, 3, 8])
  func strips(threads: Int) throws {
    for isOpaque in [false, true] {
      let (width, height) = (701, 1100)
      let pixels = Self.image(width: width, height: height, isOpaque: isOpaque)
      let image = CGImage(width: width, height: height, premultipliedRGBA: pixels)
      let file = try PNG.encode(image, maximumThreads: threads)
      #expect(Self.chunkTypes(of: file).count { $0 == "IDAT" } > 1)
      // A machine with more cores produces the same file.
      #expect(try PNG.encode(image, maximumThreads: 1) == file)
      #expect(try ImageDecoder.decode(file, name: "strips") == image)
    }
  }

  @Test("The bytes of a file do not depend on where igzip's state lies")
  func addresses() throws {
    // The row repeats, so that igzip looks up the bytes after the first one.
    let row = (0..<160).map { UInt8(truncatingIfNeeded: $0 * $0 * 7 + 3) }
    let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * row.count, alignment: 16)
    defer { input.deallocate() }
    input.copyBytes(from: row + row)
    let start = try #require(input.baseAddress)
    // igzip's hash has 13 bits, and depends on the page of 64 KiB in which the state begins.
    let (places, page) = (1 << 13, 1 << 16)
    let byteCount = places * page + DeflateStream.stateByteCount
    let region = try #require(
      mmap(
        nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0))
    try #require(region != MAP_FAILED)
    defer { munmap(region, byteCount) }
    var results: Set<[UInt8]> = []
    for place in 0..<places {
      let state = region + place * page
      let stream = DeflateStream(expectedByteCount: 0, state: state)
      stream.deflate(start, count: input.count, ending: .stream)
      let (bytes, count) = stream.finish()
      results.insert(Array(UnsafeRawBufferPointer(start: bytes, count: count)))
      bytes.deallocate()
      madvise(state, DeflateStream.stateByteCount, MADV_DONTNEED)
    }
    #expect(results.count == 1)
  }

  @Test("Noise, which deflate cannot compress")
  func incompressible() throws {
    var generator = SystemRandomNumberGenerator()
    let pixels = (0..<(300 * 300)).flatMap { _ -> [UInt8] in
      let bits = UInt32.random(in: 0...UInt32.max, using: &generator)
      return [UInt8(bits & 0xFF), UInt8(bits >> 8 & 0xFF), UInt8(bits >> 16 & 0xFF), 255]
    }
    let image = CGImage(width: 300, height: 300, premultipliedRGBA: pixels)
    let file = try PNG.encode(image)
    #expect(file.count < 300 * 300 * 3 * 102 / 100)
    #expect(try ImageDecoder.decode(file, name: "noise") == image)
  }

  @Test("The chunks are in order and carry their checksums")
  func chunks() throws {
    let pixels: [UInt8] = [1, 2, 3, 255]
    let file = try pixels.withUnsafeBytes {
      try PNG.encode(straightRGBA: $0, width: 1, height: 1)
    }
    // CRC-32 of the known chunks from the PNG specification's own algorithm.
    #expect(file.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    #expect(
      Array(file[8..<33])
        == [0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]
        + [0x90, 0x77, 0x53, 0xDE])
    #expect(
      Array(file[33..<46])
        == [0, 0, 0, 1] + Array("sRGB".utf8) + [0] + [0xAE, 0xCE, 0x1C, 0xE9])
    #expect(
      Array(file.suffix(12)) == [0, 0, 0, 0] + Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82])
  }

  @Test("Color is divided by alpha and rounded to nearest, for every pair")
  func unpremultiply() throws {
    // A row for each alpha; color is at most alpha.
    let pixels = bytes(width: 256, height: 256) { x, y in
      Pixel(UInt8(x), UInt8(x), UInt8(255 - x), UInt8(y))
    }
    let file = try pixels.withUnsafeBytes {
      try PNG.encode(premultipliedRGBA: $0, width: 256, height: 256)
    }
    let straight = try Self.straightPixels(of: file)
    func divided(_ color: Int, _ alpha: Int) -> UInt8 {
      alpha == 0 ? 0 : UInt8((min(color, alpha) * 510 + alpha) / (2 * alpha))
    }
    let expected = bytes(width: 256, height: 256) { x, y in
      Pixel(divided(x, y), divided(x, y), divided(255 - x, y), UInt8(y))
    }
    #expect(straight == expected)
  }

  @Test("Straight pixels are written unchanged, even color under alpha 0")
  func straight() throws {
    let pixels = bytes(width: 9, height: 5) { x, y in
      Pixel(UInt8(x * 20), UInt8(y * 50), 99, UInt8((x + y) % 3 * 100))
    }
    let file = try pixels.withUnsafeBytes { try PNG.encode(straightRGBA: $0, width: 9, height: 5) }
    #expect(try Self.straightPixels(of: file) == pixels)
  }

  @Test("Rows may be padded, and alpha retained", arguments: [true, false])
  func padding(dropsAlpha: Bool) throws {
    let rows = bytes(width: 6, height: 4) { x, y in Pixel(UInt8(x), UInt8(y), 3, x < 5 ? 255 : 0) }
    // The sixth column is padding, and the buffer ends with the last row's pixels.
    let file = try rows[..<(rows.count - 4)].withUnsafeBytes {
      try PNG.encode(
        premultipliedRGBA: $0, width: 5, height: 4, bytesPerRow: 24, dropsOpaqueAlpha: dropsAlpha)
    }
    #expect(file[25] == (dropsAlpha ? 2 : 6))
    #expect(
      try Self.straightPixels(of: file)
        == bytes(width: 5, height: 4) { x, y in Pixel(UInt8(x), UInt8(y), 3, 255) })
  }

  @Test(
    "Invalid sizes", arguments: [(0, 1), (1, 0), (-1, 5), (1 << 30, 1), (1, 1 << 40)])
  func invalidSize(width: Int, height: Int) {
    #expect(throws: PNGError.invalidSize(width: width, height: height)) {
      try [UInt8](repeating: 0, count: 64).withUnsafeBytes {
        try PNG.encode(straightRGBA: $0, width: width, height: height)
      }
    }
  }

  @Test(
    "Buffers that are too small",
    arguments: [(5, 4, 16), (4, 5, 16), (4, 4, 15), (4, 4, -16), (4, 3, Int.max)])
  func invalidBuffer(width: Int, height: Int, bytesPerRow: Int) {
    let error = PNGError.invalidBuffer(
      byteCount: 64, bytesPerRow: bytesPerRow, width: width, height: height)
    #expect(throws: error) {
      try [UInt8](repeating: 0, count: 64).withUnsafeBytes {
        try PNG.encode(straightRGBA: $0, width: width, height: height, bytesPerRow: bytesPerRow)
      }
    }
  }

  @Test("Adler checksums of parts combine into that of the whole", arguments: [0, 1, 5000, 99_999])
  func adler(split: Int) {
    func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
      var (low, high) = (1, 0)
      for byte in bytes {
        low = (low + Int(byte)) % 65521
        high = (high + low) % 65521
      }
      return UInt32(high << 16 | low)
    }
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 7) | 0xF0 }
    let combined = Adler32.combine(
      checksum(bytes[..<split]), checksum(bytes[split...]), secondByteCount: bytes.count - split)
    #expect(combined == checksum(bytes[...]))
  }

  private static func chunkTypes(of file: [UInt8]) -> [String] {
    var types: [String] = []
    var offset = 8
    while offset + 12 <= file.count {
      let length = file[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
      types.append(String(decoding: file[(offset + 4)..<(offset + 8)], as: UTF8.self))
      offset += 12 + length
    }
    return types
  }

  /// Returns the pixels of a file as they are stored.
  private static func straightPixels(of file: [UInt8]) throws -> [UInt8] {
    try file.withUnsafeBytes { try PNGReader(data: $0, name: "test").read().bytes }
  }
}

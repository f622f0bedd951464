internal import CGlazeImages
import GlazeGeometry

/// Reads PNG files of all color types and bit depths, interlaced or not.
///
/// libpng receives only the chunks that hold pixels. So no color space is applied, a damaged
/// comment does no harm, and libpng never runs out of memory.
struct PNGReader {
  let data: UnsafeRawBufferPointer
  let name: String

  /// The largest ratio of deflate: 258 bytes for 2 bits.
  private static let maximumDeflateRatio = 1032

  /// The first chunk of Xcode's variant, which iOS reads in the layout of its memory: blue and red
  /// exchanged, premultiplied, and compressed without zlib's header.
  private static let xcodeMark = "CgBI"

  /// An IDAT chunk with the header that such a stream lacks, and a checksum of all bytes: libpng
  /// tolerates a wrong one, since the chunks have their own checksums.
  private static let deflateHeader: [UInt8] = [
    0, 0, 0, 2, 0x49, 0x44, 0x41, 0x54, 0x78, 0x01, 0xEC, 0x1A, 0x7E, 0xD2,
  ]
  private static let deflateEnd: [UInt8] = [
    0, 0, 0, 4, 0x49, 0x44, 0x41, 0x54, 0, 0, 0, 0, 0xEA, 0x23, 0xE7, 0x07,
  ]

  /// Returns the image with 8 bits a component, whatever the depth of the file.
  func read() throws(ImageError) -> DecodedPixels {
    let header = try readHeader()
    let chunks = try copyPixelChunks(of: header)
    try FileFormat.png.checkLibrary(name: name)
    var pixels = try DecodedPixels(
      width: header.width, height: header.height,
      hasAlpha: header.hasAlphaChannel || chunks.hasTransparency
    ) { decode(header, chunks, isDeep: false, into: $0) }
    if isXcodes { pixels.takeAsPremultipliedBGRA() }
    return pixels
  }

  /// Returns whether the image has 16 bits a component.
  func isDeep() throws(ImageError) -> Bool { try readHeader().bitDepth == 16 && !isXcodes }

  /// Returns a deep image with all its bits.
  func readDeep() throws(ImageError) -> (width: Int, height: Int, DeepPixels) {
    let header = try readHeader()
    let (width, height) = (header.width, header.height)
    guard AddressSpace.hasRoom(for: width * height * DeepPixels.bytesPerPixel) else {
      throw .outOfMemory(name: name)
    }
    let chunks = try copyPixelChunks(of: header)
    try FileFormat.png.checkLibrary(name: name)
    let pixels = try DeepPixels(width: width, height: height) {
      decode(header, chunks, isDeep: true, into: $0)
    }
    return (width, height, pixels)
  }

  private func decode(
    _ header: Header, _ chunks: PixelChunks, isDeep: Bool,
    into pixels: UnsafeMutableRawBufferPointer
  ) -> ImageError? {
    var message = [CChar](repeating: 0, count: Int(GLAZE_IMAGE_MESSAGE_SIZE))
    let status = glaze_png_decode(
      chunks.file, chunks.file.count, UInt32(header.width), UInt32(header.height), isDeep,
      pixels.bindMemory(to: UInt8.self).baseAddress, &message)
    return ImageError(status, message, name: name)
  }

  /// Reads the chunks before the pixels.
  func readInfo() throws(ImageError) -> ImageFile.Info {
    let header = try readHeader()
    let chunks = try copyPixelChunks()
    return ImageFile.Info(
      width: header.width, height: header.height,
      hasAlpha: header.hasAlphaChannel || chunks.hasTransparency, depth: header.bitDepth,
      color: readColor())
  }

  /// The encoding that the file names; nil for sRGB, and for files that name none by code points.
  ///
  /// Source: PNG, third edition: cICP takes precedence over all other descriptions.
  func readColor() -> FileColor? {
    var offset = 8
    var (code, brightest): ([UInt8]?, Double?)
    while offset + 12 <= data.count, chunkType(at: offset) != "IDAT" {
      let (length, end) = (bigEndian(at: offset), offset + 12 + bigEndian(at: offset))
      guard end <= data.count else { break }
      switch (chunkType(at: offset), length) {
      case ("cICP", 4): code = [UInt8](data[(offset + 8)..<(offset + 12)])
      case ("cLLI", 8): brightest = Double(bigEndian(at: offset + 8)) / 10_000
      default: break
      }
      offset = end
    }
    guard let code else { return nil }
    let color = FileColor(
      primaries: code[0], transfer: code[1], matrix: code[2], isFullRange: code[3] == 1,
      brightest: brightest.flatMap { $0 > 0 ? $0 : nil })
    return color?.output.isSRGB == true ? nil : color
  }

  /// Whether the file has an ICC profile, and no description that takes precedence.
  var hasProfile: Bool {
    var (offset, found) = (8, false)
    while offset + 12 <= data.count, chunkType(at: offset) != "IDAT" {
      if chunkType(at: offset) == "cICP" { return false }
      if chunkType(at: offset) == "iCCP" { found = true }
      offset += 12 + bigEndian(at: offset)
    }
    return found
  }

  private var isXcodes: Bool { chunkType(at: 8) == Self.xcodeMark }
}

// MARK: - Chunks

extension PNGReader {
  /// The contents of the IHDR chunk.
  private struct Header {
    let width: Int
    let height: Int
    let bitDepth: Int
    let colorType: Int

    /// The minimum size of the image before compression.
    var minimumByteCount: Int {
      let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colorType] ?? 1
      return ((width * channels * bitDepth + 7) / 8 + 1) * height
    }

    var hasAlphaChannel: Bool { colorType & 4 != 0 }
  }

  /// A PNG that contains only the chunks that hold pixels.
  private struct PixelChunks {
    var file: [UInt8]
    /// The compressed size of the image.
    var imageByteCount = 0
    /// A Boolean value that indicates whether some colors are transparent.
    var hasTransparency = false
  }

  private func readHeader() throws(ImageError) -> Header {
    guard data.count >= 33 else {
      throw .truncated(name: name, detail: "\(data.count) bytes are not even a header")
    }
    var start = 8
    if isXcodes { start += 12 + bigEndian(at: 8) }
    guard start + 25 <= data.count, chunkType(at: start) == "IHDR", bigEndian(at: start) == 13
    else {
      throw .corrupt(name: name, detail: "no IHDR chunk at the start")
    }
    let header = Header(
      width: bigEndian(at: start + 8), height: bigEndian(at: start + 12),
      bitDepth: Int(data[start + 16]), colorType: Int(data[start + 17]))
    try ImageDecoder.checkSize(width: header.width, height: header.height, name: name)
    return header
  }

  /// - Throws: An error, also when the chunks cannot hold an image of the header's size.
  private func copyPixelChunks(of header: Header) throws(ImageError) -> PixelChunks {
    let chunks = try copyPixelChunks()
    guard header.minimumByteCount <= chunks.imageByteCount * Self.maximumDeflateRatio else {
      let size = "\(header.width) x \(header.height) pixels"
      throw .truncated(
        name: name, detail: "\(chunks.imageByteCount) bytes cannot hold \(size)")
    }
    return chunks
  }

  private func copyPixelChunks() throws(ImageError) -> PixelChunks {
    var chunks = PixelChunks(file: [UInt8](data[..<8]))
    chunks.file.reserveCapacity(data.count)
    var offset = 8
    while true {
      guard offset + 12 <= data.count else {
        throw .truncated(name: name, detail: "no IEND chunk")
      }
      let length = bigEndian(at: offset)
      let type = chunkType(at: offset)
      let end = offset + 12 + length
      guard end <= data.count else {
        throw .truncated(name: name, detail: "chunk \(type.debugDescription) ends early")
      }
      switch type {
      case "IDAT":
        if isXcodes, chunks.imageByteCount == 0 { chunks.file += Self.deflateHeader }
        chunks.imageByteCount += length
      case "tRNS": chunks.hasTransparency = true
      case "IEND": if isXcodes { chunks.file += Self.deflateEnd }
      case "IHDR", "PLTE": break
      case Self.xcodeMark where offset == 8:
        offset = end
        continue
      case let other where other.utf8.first.map({ $0 & 0x20 == 0 }) ?? true:
        let detail = "unknown PNG chunk \(other.debugDescription)"
        throw .unsupported(name: name, detail: detail)
      default:
        offset = end
        continue
      }
      chunks.file += data[offset..<end]
      if type == "IEND" { return chunks }
      offset = end
    }
  }

  private func bigEndian(at offset: Int) -> Int {
    Int(UInt32(bigEndian: data.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
  }

  /// Returns the type of the chunk at `offset`.
  private func chunkType(at offset: Int) -> String {
    String(decoding: data[(offset + 4)..<(offset + 8)], as: UTF8.self)
  }
}

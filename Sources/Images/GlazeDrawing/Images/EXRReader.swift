internal import CISAL
import GlazeGeometry

/// Reads OpenEXR files with half floats or floats.
///
/// Files of one part with scan lines that are uncompressed, or compressed by run lengths or by
/// deflate, need no library; OpenEXRCore reads tiles, several parts and other compressions.
/// The channels R, G, B and A, or Y and A, are read, and others are ignored. Light is converted from
/// the file's chromaticities to extended sRGB; its colors are premultiplied, as the format requires.
///
/// Source: the file layout of OpenEXR 2.0.
struct EXRReader {
  let data: UnsafeRawBufferPointer
  let name: String

  enum Compression: Int {
    case none, runs, deflate1, deflate16

    var rowsOfBlock: Int { self == .deflate16 ? 16 : 1 }
    /// The most bytes that a byte of the file can become.
    var greatestRatio: Int {
      switch self {
      case .none: 1
      case .runs: 64
      case .deflate1, .deflate16: 1032
      }
    }
  }

  struct Channel {
    var name: String
    var isHalf: Bool
    var byteCount: Int
    /// The component that it is: 0 to 3, or 4 for all colors; nil is ignored.
    var component: Int?
  }

  /// The contents of a file's header.
  struct Header {
    var width = 0
    var height = 0
    /// Whether all components are half floats.
    var isHalf: Bool { channels.allSatisfy { $0.component == nil || $0.isHalf } }
    var hasAlpha: Bool { channels.contains { $0.component == 3 } }
    /// The chromaticities of red, green, blue and white; those of sRGB where the file has none.
    var chromaticities = OutputColor.standard.chromaticities
    var channels: [Channel] = []
    var compression = Compression.none
    var firstRow = 0
    /// Whether OpenEXRCore reads the pixels.
    var needsLibrary = false
    /// The place of the table of blocks.
    var end = 0

    /// The encoding, if its primaries have a name.
    var color: FileColor? {
      let named = OutputColor.Primaries.allCases.first { primaries in
        zip(OutputColor(primaries: primaries).chromaticities, chromaticities).allSatisfy {
          abs($0.x - $1.x) < 2e-3 && abs($0.y - $1.y) < 2e-3
        }
      }
      return named.map {
        FileColor(OutputColor(primaries: $0, transfer: .linear, depth: .half), headroom: 0)
      }
    }
  }

  // MARK: The header

  func readHeader() throws(ImageError) -> Header {
    if let header = try readPlainHeader() { return header }
    return try readHeaderByLibrary()
  }

  /// Returns nil for files that only OpenEXRCore reads.
  private func readPlainHeader() throws(ImageError) -> Header? {
    var place = 4
    let version = try number(at: &place)
    guard version & 0xFF == 2 else {
      throw .unsupported(name: name, detail: "only version 2 of EXR files is supported")
    }
    // Tiles, data of several depths, several parts.
    guard version & 0x1A00 == 0 else { return nil }
    var header = Header()
    var window: [Int] = []
    while true {
      let attribute = try text(at: &place)
      if attribute.isEmpty { break }
      _ = try text(at: &place)
      let size = try number(at: &place)
      guard size >= 0, size <= data.count - place else { throw truncated("its header") }
      let end = place + size
      switch attribute {
      case "channels": header.channels = try channels(at: place, end: end)
      case "compression" where size == 1:
        guard let compression = Compression(rawValue: Int(data[place])) else { return nil }
        header.compression = compression
      case "dataWindow" where size == 16:
        var at = place
        for _ in 0..<4 { window.append(try number(at: &at)) }
      case "chromaticities" where size == 32:
        header.chromaticities = (0..<4).map { index in
          SIMD2(float(at: place + index * 8), float(at: place + index * 8 + 4))
        }
      default: break
      }
      place = end
    }
    header.end = place
    guard window.count == 4 else { throw .corrupt(name: name, detail: "it has no data window") }
    (header.width, header.height) = (window[2] - window[0] + 1, window[3] - window[1] + 1)
    header.firstRow = window[1]
    try ImageDecoder.checkSize(width: header.width, height: header.height, name: name)
    guard header.channels.contains(where: { $0.component.map { $0 != 3 } ?? false }) else {
      throw .unsupported(name: name, detail: "the EXR file has none of the channels R, G, B and Y")
    }
    return header
  }

  private func channels(at start: Int, end: Int) throws(ImageError) -> [Channel] {
    var place = start
    var channels: [Channel] = []
    while place < end {
      let channel = try text(at: &place)
      if channel.isEmpty { break }
      let type = try number(at: &place)
      place += 4
      let (across, down) = (try number(at: &place), try number(at: &place))
      let component = ["R": 0, "G": 1, "B": 2, "A": 3, "Y": 4][channel]
      guard (0...2).contains(type), across == 1, down == 1, component == nil || type > 0 else {
        throw .unsupported(
          name: name,
          detail: "EXR files with integers, or with colors at fewer pixels, are not supported")
      }
      channels.append(
        Channel(
          name: channel, isHalf: type == 1, byteCount: type == 1 ? 2 : 4, component: component))
    }
    return channels
  }

  // MARK: Pixels

  /// Returns the image in extended sRGB.
  func read() throws(ImageError) -> CGImage {
    let header = try readHeader()
    guard let matrix = LightMatrix(chromaticities: header.chromaticities) else {
      throw .corrupt(name: name, detail: "its chromaticities are not those of colors")
    }
    guard AddressSpace.hasRoom(for: header.width * header.height * 12) else {
      throw .outOfMemory(name: name)
    }
    var pixels = [Float16](repeating: 0, count: header.width * header.height * 4)
    if !header.hasAlpha {
      for index in stride(from: 3, to: pixels.count, by: 4) { pixels[index] = 1 }
    }
    if header.needsLibrary {
      try readByLibrary(header, into: &pixels)
    } else {
      try read(header, into: &pixels)
    }
    encode(&pixels, matrix)
    return CGImage(width: header.width, height: header.height, deepPixels: pixels)
  }

  private func read(_ header: Header, into pixels: inout [Float16]) throws(ImageError) {
    let rowByteCount = header.channels.reduce(0) { $0 + $1.byteCount } * header.width
    let blocks =
      (header.height + header.compression.rowsOfBlock - 1) / header.compression.rowsOfBlock
    guard header.end + blocks * 8 <= data.count,
      rowByteCount * header.height <= data.count * header.compression.greatestRatio
    else { throw truncated("\(header.width) x \(header.height) pixels") }
    var unpacked: [UInt8] = []
    for block in 0..<blocks {
      let first = block * header.compression.rowsOfBlock
      let rows = first..<min(first + header.compression.rowsOfBlock, header.height)
      let bytes = try contents(ofBlock: block, at: rows.lowerBound + header.firstRow, header)
      try unpack(bytes, header.compression, count: rowByteCount * rows.count, into: &unpacked)
      store(unpacked, rows: rows, header, into: &pixels)
    }
  }

  /// Returns the bytes of a block.
  private func contents(
    ofBlock block: Int, at row: Int, _ header: Header
  ) throws(ImageError) -> UnsafeRawBufferPointer {
    let offset = UInt64(
      littleEndian: data.loadUnaligned(fromByteOffset: header.end + block * 8, as: UInt64.self))
    guard offset <= UInt64(data.count) else { throw truncated("block \(block)") }
    var place = Int(offset)
    let (first, size) = (try number(at: &place), try number(at: &place))
    guard first == row else { throw .corrupt(name: name, detail: "block \(block) is elsewhere") }
    guard size >= 0, size <= data.count - place else { throw truncated("block \(block)") }
    return UnsafeRawBufferPointer(rebasing: data[place..<place + size])
  }

  /// Decompresses a block; blocks that would not be smaller are stored as they are.
  private func unpack(
    _ bytes: UnsafeRawBufferPointer, _ compression: Compression, count: Int,
    into target: inout [UInt8]
  ) throws(ImageError) {
    if compression == .none || bytes.count == count {
      guard bytes.count == count else { throw .corrupt(name: name, detail: "a block is too short") }
      target = Array(bytes)
      return
    }
    let packed =
      compression == .runs
      ? Self.expanded(bytes, count: count) : Self.inflated(bytes, count: count)
    guard var packed else { throw .corrupt(name: name, detail: "a block cannot be decompressed") }
    // Each byte is the difference to the one before it; low bytes come first, then high ones.
    for index in packed.indices.dropFirst() {
      packed[index] = packed[index] &+ packed[index - 1] &- 128
    }
    let half = (count + 1) / 2
    target = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      for index in 0..<count { buffer[index] = packed[index / 2 + (index & 1) * half] }
      initialized = count
    }
  }

  /// Repeated and literal bytes; nil for another number of them.
  private static func expanded(_ bytes: UnsafeRawBufferPointer, count: Int) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    var place = 0
    while place < bytes.count {
      let length = Int(Int8(bitPattern: bytes[place]))
      place += 1
      if length < 0 {
        guard place - length <= bytes.count, result.count - length <= count else { return nil }
        result += bytes[place..<place - length]
        place -= length
      } else {
        guard place < bytes.count, result.count + length + 1 <= count else { return nil }
        result += repeatElement(bytes[place], count: length + 1)
        place += 1
      }
    }
    return result.count == count ? result : nil
  }

  /// The contents of a zlib stream; nil for another number of bytes, and for damaged ones.
  private static func inflated(_ bytes: UnsafeRawBufferPointer, count: Int) -> [UInt8]? {
    guard bytes.count > 2 else { return nil }
    var state = inflate_state()
    isal_inflate_init(&state)
    state.crc_flag = UInt32(ISAL_ZLIB)
    state.next_in = UnsafeMutablePointer(
      mutating: bytes.bindMemory(to: UInt8.self).baseAddress)
    state.avail_in = UInt32(clamping: bytes.count)
    var status: CInt = 0
    let result = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      state.next_out = buffer.baseAddress
      state.avail_out = UInt32(clamping: count)
      status = isal_inflate(&state)
      initialized = Int(state.total_out)
    }
    return status == ISAL_DECOMP_OK && result.count == count ? result : nil
  }

  /// Stores rows of channels as pixels.
  private func store(
    _ bytes: [UInt8], rows: Range<Int>, _ header: Header, into pixels: inout [Float16]
  ) {
    bytes.withUnsafeBytes { bytes in
      var place = 0
      for row in rows {
        for channel in header.channels {
          if let component = channel.component {
            let components = component == 4 ? 0...2 : component...component
            for x in 0..<header.width {
              let at = place + x * channel.byteCount
              let number =
                channel.isHalf
                ? Self.finite(
                  Float(
                    Float16(
                      bitPattern: UInt16(
                        littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt16.self)))))
                : Self.finite(
                  Float(
                    bitPattern: UInt32(
                      littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self))))
              for k in components { pixels[(row * header.width + x) * 4 + k] = number }
            }
          }
          place += header.width * channel.byteCount
        }
      }
    }
  }

  static func finite(_ number: Float) -> Float16 {
    number.isNaN ? 0 : Float16(min(max(number, -65504), 65504))
  }

  /// Converts premultiplied light to extended sRGB.
  private func encode(_ pixels: inout [Float16], _ matrix: LightMatrix) {
    var (last, result): (SIMD4<Float16>, SIMD4<Float16>) = (.zero, .zero)
    for pixel in stride(from: 0, to: pixels.count, by: 4) {
      let c = SIMD4(pixels[pixel], pixels[pixel + 1], pixels[pixel + 2], pixels[pixel + 3])
      if c != last {
        last = c
        let alpha = min(max(Double(c.w), 0), 1)
        // Light without alpha, which adds to what lies below, cannot be drawn.
        let factor = alpha > 0 ? 1 / alpha : 0
        let color = matrix.sRGB(
          ofLight: SIMD3(Double(c.x), Double(c.y), Double(c.z)) * factor)
        func stored(_ number: Double) -> Float16 { Self.finite(Float(number * alpha)) }
        result = SIMD4(stored(color.x), stored(color.y), stored(color.z), Float16(alpha))
      }
      for channel in 0..<4 { pixels[pixel + channel] = result[channel] }
    }
  }

  // MARK: Bytes

  private func truncated(_ what: String) -> ImageError {
    .truncated(name: name, detail: "\(data.count) bytes do not hold \(what)")
  }

  private func number(at place: inout Int) throws(ImageError) -> Int {
    guard place >= 0, place + 4 <= data.count else { throw truncated("its header") }
    defer { place += 4 }
    return Int(Int32(littleEndian: data.loadUnaligned(fromByteOffset: place, as: Int32.self)))
  }

  /// The float at a place that was checked.
  private func float(at place: Int) -> Double {
    let bits = UInt32(littleEndian: data.loadUnaligned(fromByteOffset: place, as: UInt32.self))
    return Double(Float(bitPattern: bits))
  }

  /// Returns a text that ends with a zero.
  private func text(at place: inout Int) throws(ImageError) -> String {
    guard place < data.count, let end = data[place...].prefix(256).firstIndex(of: 0) else {
      throw truncated("its header")
    }
    defer { place = end + 1 }
    return String(decoding: data[place..<end], as: UTF8.self)
  }
}

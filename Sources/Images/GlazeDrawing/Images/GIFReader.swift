import GlazeGeometry

/// Reads GIF files, with or without animation.
///
/// Glaze reads them without a library: the format dates from 1989 and is small, and the size of its
/// unpacked data is limited.
struct GIFReader {
  let data: UnsafeRawBufferPointer
  let name: String

  /// The largest number of pixels that a byte of compressed data can become: codes of 12 bits for
  /// up to 4096 pixels.
  private static let maximumRatio = 2731
  /// The number of pixels that any file may claim.
  private static let smallPixelCount = 4 << 20

  // MARK: Structure

  /// Finds all frames.
  func readFrames() throws(ImageError) -> StoredFrames {
    guard data.count >= 13 else { throw truncated }
    var result = StoredFrames(width: short(at: 6), height: short(at: 8))
    try ImageDecoder.checkSize(width: result.width, height: result.height, name: name)
    guard
      result.width * result.height <= max(Self.smallPixelCount, data.count * Self.maximumRatio)
    else { throw .tooLarge(name: name, width: result.width, height: result.height) }
    // Frames are played once, unless an extension has another count.
    result.loopCount = 1
    var offset = 13 + colorTableSize(data[10])
    var control: (delay: Double, disposal: StoredFrame.Disposal) = (0, .keep)
    while true {
      guard offset < data.count else {
        // Many files lack their last byte.
        if result.frames.isEmpty { throw truncated }
        return result
      }
      switch data[offset] {
      case 0x3B:
        if result.frames.isEmpty { throw .corrupt(name: name, detail: "it holds no image") }
        return result
      case 0x21:
        guard offset + 2 < data.count else { throw truncated }
        let end = try skipBlocks(from: offset + 2)
        switch data[offset + 1] {
        case 0xF9 where data[offset + 2] >= 4 && offset + 7 < data.count:
          control = (Double(short(at: offset + 4)) / 100, disposal(data[offset + 3]))
        case 0xFF: if let count = loopCount(at: offset + 2, end) { result.loopCount = count }
        default: break
        }
        offset = end
      case 0x2C:
        guard offset + 10 < data.count else { throw truncated }
        let pixels = offset + 10 + colorTableSize(data[offset + 9])
        let end = try skipBlocks(from: pixels + 1)
        let area = PixelArea(
          x: short(at: offset + 1), y: short(at: offset + 3), width: short(at: offset + 5),
          height: short(at: offset + 7))
        try result.append(
          StoredFrame(
            area: area, delay: control.delay, disposal: control.disposal,
            ranges: [offset..<end]), name: name)
        control = (0, .keep)
        offset = end
      default: throw .corrupt(name: name, detail: "unknown GIF block \(data[offset])")
      }
    }
  }

  private var truncated: ImageError {
    .truncated(name: name, detail: "the GIF data ends early")
  }

  private func short(at offset: Int) -> Int { Int(data[offset]) | Int(data[offset + 1]) << 8 }

  private func colorTableSize(_ flags: UInt8) -> Int {
    flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
  }

  private func disposal(_ flags: UInt8) -> StoredFrame.Disposal {
    switch flags >> 2 & 7 {
    case 2: .clear
    case 3: .restore
    default: .keep
    }
  }

  /// Returns the end of a chain of blocks.
  private func skipBlocks(from start: Int) throws(ImageError) -> Int {
    var offset = start
    while offset < data.count {
      let count = Int(data[offset])
      offset += count + 1
      if count == 0 { return offset }
    }
    throw truncated
  }

  private func loopCount(at start: Int, _ end: Int) -> Int? {
    guard end - start >= 17, data[start] == 11,
      data[(start + 1)..<(start + 12)].elementsEqual("NETSCAPE2.0".utf8), data[start + 12] == 3,
      data[start + 13] == 1
    else { return nil }
    let count = short(at: start + 14)
    // The number in the file counts the repetitions after the first time.
    return count == 0 ? 0 : count + 1
  }

  // MARK: Pixels

  /// Returns the pixels of a frame, with straight alpha.
  func read(_ frame: StoredFrame) throws(ImageError) -> DecodedPixels {
    let start = frame.ranges[0].lowerBound
    let flags = data[start + 9]
    let local = colorTableSize(flags)
    let table = local > 0 ? start + 10 : 13
    let colorCount = (local > 0 ? local : colorTableSize(data[10])) / 3
    let transparent = transparentColor(before: start)
    let (width, height) = (frame.area.width, frame.area.height)
    let indices = try unpack(from: start + 10 + local, count: width * height)
    return try DecodedPixels(width: width, height: height, hasAlpha: true) { pixels in
      var rows = Self.rows(height, isInterlaced: flags & 0x40 != 0)
      for (index, color) in indices.enumerated() {
        let row = rows[index / width]
        let place = (row * width + index % width) * 4
        let isSeen = Int(color) < colorCount && Int(color) != transparent
        for channel in 0..<3 {
          pixels[place + channel] = isSeen ? data[table + Int(color) * 3 + channel] : 0
        }
        pixels[place + 3] = isSeen ? 255 : 0
      }
      rows.removeAll()
      return nil
    }
  }

  /// Returns the color that a graphic control extension directly before a frame makes transparent.
  private func transparentColor(before start: Int) -> Int? {
    // The bytes are 21 F9 04 flags delay delay color 00.
    guard start >= 8, data[start - 8] == 0x21, data[start - 7] == 0xF9, data[start - 5] & 1 == 1
    else { return nil }
    return Int(data[start - 2])
  }

  /// Returns the positions of rows in the order in which they are stored.
  private static func rows(_ height: Int, isInterlaced: Bool) -> [Int] {
    guard isInterlaced else { return Array(0..<height) }
    return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { start, step in
      Array(stride(from: start, to: height, by: step))
    }
  }

  /// Unpacks LZW codes of 3 to 12 bits into colors; colors that are missing at the end are 0.
  private func unpack(from start: Int, count: Int) throws(ImageError) -> [UInt8] {
    let width = Int(data[start])
    guard (1...11).contains(width) else {
      throw .corrupt(name: name, detail: "codes of \(width) bits")
    }
    var bits = BlockBits(data: data, offset: start + 1)
    var table = CodeTable(width: width)
    let result = [UInt8](unsafeUninitializedCapacity: count) { target, initialized in
      var written = 0
      while written < count, let code = bits.next(table.codeWidth), code != table.end {
        guard let room = target.baseAddress.map({ $0 + written }),
          let length = table.take(code, into: room, room: count - written)
        else { break }
        written += length
      }
      initialized = written
    }
    guard result.count == count else { throw truncated }
    return result
  }
}

/// The bits of a chain of blocks.
private struct BlockBits {
  let data: UnsafeRawBufferPointer
  var offset: Int
  private var left = 0
  private var buffer: UInt32 = 0
  private var count = 0

  init(data: UnsafeRawBufferPointer, offset: Int) {
    self.data = data
    self.offset = offset
  }

  mutating func next(_ width: Int) -> Int? {
    while count < width {
      if left == 0 {
        guard offset < data.count else { return nil }
        left = Int(data[offset])
        offset += 1
        if left == 0 { return nil }
      }
      guard offset < data.count else { return nil }
      buffer |= UInt32(data[offset]) << UInt32(count)
      offset += 1
      left -= 1
      count += 8
    }
    let code = buffer & (1 << UInt32(width) - 1)
    buffer >>= UInt32(width)
    count -= width
    return Int(code)
  }
}

/// The meaning of the codes of an LZW stream: each is another code followed by a color.
private struct CodeTable {
  private static let limit = 4096

  let width: Int
  private(set) var codeWidth: Int
  private var prefixes: [UInt16]
  private var suffixes: [UInt8]
  private var lengths: [Int]
  private var count: Int
  private var previous: Int?

  private var clear: Int { 1 << width }
  var end: Int { clear + 1 }

  init(width: Int) {
    self.width = width
    codeWidth = width + 1
    prefixes = [UInt16](repeating: 0, count: Self.limit)
    suffixes = (0..<Self.limit).map { UInt8(truncatingIfNeeded: $0) }
    lengths = [Int](repeating: 1, count: Self.limit)
    count = 1 << width + 2
  }

  /// Writes the colors of a code, as far as there is room.
  ///
  /// - Returns: The number of colors; nil for an undefined code.
  mutating func take(_ code: Int, into target: UnsafeMutablePointer<UInt8>, room: Int) -> Int? {
    if code == clear {
      (codeWidth, count, previous) = (width + 1, 1 << width + 2, nil)
      return 0
    }
    guard let previous else {
      guard code < clear else { return nil }
      self.previous = code
      target.initialize(to: suffixes[code])
      return 1
    }
    // A code may be the one that is currently being defined.
    guard code < count || code == count && count < Self.limit, code != end else { return nil }
    if count < Self.limit {
      prefixes[count] = UInt16(previous)
      lengths[count] = lengths[previous] + 1
      suffixes[count] = first(code == count ? previous : code)
      count += 1
      if count == 1 << codeWidth && codeWidth < 12 { codeWidth += 1 }
    }
    self.previous = code
    let length = lengths[code]
    var step = code
    for index in stride(from: length - 1, through: 0, by: -1) {
      if index < room { (target + index).initialize(to: suffixes[step]) }
      step = Int(prefixes[step])
    }
    return min(length, room)
  }

  private func first(_ code: Int) -> UInt8 {
    var step = code
    for _ in 1..<max(1, lengths[code]) { step = Int(prefixes[step]) }
    return suffixes[step]
  }
}

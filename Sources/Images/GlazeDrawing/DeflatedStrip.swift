internal import CISAL

/// Some rows of an image, filtered and deflated: the output of one thread.
///
/// The bytes are those of an IDAT chunk from its type on, without the checksum. The bytes of the
/// first strip begin with the zlib header, and those of the last strip lack the Adler checksum of
/// the whole.
struct DeflatedStrip: @unchecked Sendable {
  /// The bytes, which must be released with `free()`.
  let bytes: UnsafeMutableRawPointer
  let byteCount: Int
  /// The CRC of `bytes`.
  let crc: UInt32
  /// The Adler checksum of the deflated bytes.
  let adler: UInt32
  /// The number of the deflated bytes.
  let rawByteCount: Int
  /// igzip's code, 0 for success.
  let error: Int

  /// The portions in which rows are filtered and deflated, which fit into the second-level cache.
  private static let batchByteCount = 128 << 10

  init(filter: RowFilter, band: Range<Int>, isLast: Bool) {
    let rowByteCount = filter.rowByteCount
    let batchRows = min(band.count, max(1, Self.batchByteCount / rowByteCount))
    let filtered = UnsafeMutableRawPointer.allocate(
      byteCount: batchRows * rowByteCount + RowFilter.slack, alignment: 64)
    let scratch = UnsafeMutableRawPointer.allocate(
      byteCount: filter.rows.width * 8, alignment: 64)
    defer {
      filtered.deallocate()
      scratch.deallocate()
    }
    rawByteCount = band.count * rowByteCount
    let stream = DeflateStream(expectedByteCount: rawByteCount / 8)
    stream.append(Array("IDAT".utf8))
    // The header means deflate with a window of 32 KiB, fastest.
    if band.lowerBound == 0 { stream.append([0x78, 0x01]) }
    var adler: UInt32 = 1
    for start in stride(from: band.lowerBound, to: band.upperBound, by: batchRows) {
      let batch = start..<min(start + batchRows, band.upperBound)
      let count = batch.count * rowByteCount
      filter.write(batch, to: filtered, scratch: scratch)
      adler = isal_adler32(adler, filtered.assumingMemoryBound(to: UInt8.self), UInt64(count))
      let isEnd = batch.upperBound == band.upperBound
      stream.deflate(filtered, count: count, ending: isEnd ? (isLast ? .stream : .byte) : .nothing)
    }
    self.adler = adler
    error = stream.error
    (bytes, byteCount) = stream.finish()
    crc = crc32_gzip_refl(0, bytes.assumingMemoryBound(to: UInt8.self), UInt64(byteCount))
  }

  func free() { bytes.deallocate() }
}

/// A raw deflate stream of igzip into growing memory.
final class DeflateStream {
  /// The data that follows the given bytes.
  enum Ending {
    case nothing
    /// Another stream follows: end at a whole byte.
    case byte
    /// Nothing follows.
    case stream
  }

  private(set) var error = 0
  private let stream: UnsafeMutablePointer<isal_zstream>
  private let ownsStream: Bool
  private var isFresh = true
  private let levelBuffer: UnsafeMutablePointer<UInt8>
  private var output: UnsafeMutableRawPointer
  private var capacity: Int
  private var count = 0

  /// The value of igzip's ISAL_DEF_LVL1_DEFAULT, a macro that Swift does not import: a header, a
  /// hash table of 8 Ki 16-bit entries, and 64 Ki tokens of 4 bytes.
  private static let levelBufferByteCount = (4 << 10) + 2 * (8 << 10) + 4 * (64 << 10)

  /// The size of an initial block, which makes the stream seven bytes longer.
  ///
  /// igzip's fast code (2.30 to 2.32) enters the data after the first byte under a hash of the
  /// stream's address, so that one of a thousand runs produces different bytes from the same
  /// pixels. Its code for the last bytes of a block, which takes four or more, does not.
  private static let openingByteCount = 4

  /// The size of igzip's state.
  static let stateByteCount = MemoryLayout<isal_zstream>.size

  /// - Parameter state: the memory for igzip's state; nil lets the stream allocate it.
  init(expectedByteCount: Int, state: UnsafeMutableRawPointer? = nil) {
    ownsStream = state == nil
    stream = state?.bindMemory(to: isal_zstream.self, capacity: 1) ?? .allocate(capacity: 1)
    isal_deflate_init(stream)
    levelBuffer = .allocate(capacity: Self.levelBufferByteCount)
    stream.pointee.level = 1
    stream.pointee.level_buf = levelBuffer
    stream.pointee.level_buf_size = UInt32(Self.levelBufferByteCount)
    capacity = expectedByteCount + (64 << 10)
    output = .allocate(byteCount: capacity, alignment: 16)
  }

  deinit {
    if ownsStream { stream.deallocate() }
    levelBuffer.deallocate()
  }

  func append(_ bytes: [UInt8]) {
    (output + count).copyMemory(from: bytes, byteCount: bytes.count)
    count += bytes.count
  }

  func deflate(_ input: UnsafeMutableRawPointer, count inputCount: Int, ending: Ending) {
    let opening = isFresh && inputCount > Self.openingByteCount ? Self.openingByteCount : 0
    isFresh = false
    if opening > 0 { run(input, count: opening, ending: .byte) }
    run(input + opening, count: inputCount - opening, ending: ending)
  }

  private func run(_ input: UnsafeMutableRawPointer, count inputCount: Int, ending: Ending) {
    guard error == 0 else { return }
    stream.pointee.next_in = input.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_in = UInt32(inputCount)
    stream.pointee.end_of_stream = ending == .stream ? 1 : 0
    stream.pointee.flush = UInt16(ending == .byte ? SYNC_FLUSH : NO_FLUSH)
    repeat {
      if capacity - count < 16 << 10 { grow() }
      let room = min(capacity - count, Int(Int32.max))
      stream.pointee.next_out = (output + count).assumingMemoryBound(to: UInt8.self)
      stream.pointee.avail_out = UInt32(room)
      error = Int(isal_deflate(stream))
      count += room - Int(stream.pointee.avail_out)
      // igzip has written everything when it leaves room.
    } while error == 0 && stream.pointee.avail_out == 0
  }

  private func grow() {
    capacity *= 2
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    larger.copyMemory(from: output, byteCount: count)
    output.deallocate()
    output = larger
  }

  /// Returns the output, which the caller must deallocate; the stream must not be used afterwards.
  func finish() -> (bytes: UnsafeMutableRawPointer, byteCount: Int) {
    (output, count)
  }
}

import GlazeGeometry

/// A reader of binary property lists that does not copy the file.
///
/// On Linux, Foundation's reader does not expose the references of keyed archives. This reader
/// checks every offset against the bytes, and creates objects only on demand. Everything that it
/// reads counts against a budget, a multiple of the file's size: a small file cannot repeat its
/// content without end.
///
/// Observed: `CFBinaryPList.c` of Core Foundation describes the format.
package final class BinaryPropertyList {
  package enum Object {
    case bool(Bool)
    case number(Double)
    case string(String)
    case data(Range<Int>)
    /// A reference of a keyed archive.
    case uid(Int)
    case list(List)
    case dictionary(keys: List, values: List)
    /// Dates and other objects that layers do not contain.
    case other
  }

  /// Indices of objects, one after the other.
  package struct List {
    fileprivate let start: Int
    package let count: Int
  }

  /// The first bytes of the file.
  package static let magic = Array("bplist0".utf8)
  private static let trailerSize = 32

  package let bytes: [UInt8]
  /// The index of the root object.
  package let top: Int
  private let count: Int
  private let table: Int
  private let offsetSize: Int
  private let referenceSize: Int
  /// The remaining budget.
  private var work: Int
  /// The strings that were read: keys and names of classes are requested repeatedly.
  private var texts: [Int: String] = [:]

  /// Finds the table of objects, which the end of the file describes.
  package init(_ bytes: [UInt8]) throws(LayerCodingError) {
    self.bytes = bytes
    work = 65_536 + 32 * bytes.count
    let trailer = bytes.count - Self.trailerSize
    let cut = LayerCodingError.truncated(expected: "the table of a binary property list")
    guard trailer >= Self.magic.count else { throw cut }
    func number(_ start: Int, _ size: Int) -> Int {
      Int(clamping: bytes[start..<(start + size)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
    (offsetSize, referenceSize) = (number(trailer + 6, 1), number(trailer + 7, 1))
    (count, top, table) = (
      number(trailer + 8, 8), number(trailer + 16, 8), number(trailer + 24, 8)
    )
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), top < count,
      table < trailer, count <= (trailer - table) / offsetSize
    else { throw cut }
  }

  /// Returns the object with an index.
  package func object(_ index: Int) throws(LayerCodingError) -> Object {
    try spend(1)
    guard index < count else { throw damaged }
    if let text = texts[index] { return .string(text) }
    let object = try decode(index)
    if case .string(let text) = object { texts[index] = text }
    return object
  }

  /// Returns all strings of dictionaries with their keys, at any depth.
  package func labelledTexts() throws(LayerCodingError) -> [(key: String, value: String)] {
    var result: [(key: String, value: String)] = []
    var pending = [top]
    while let index = pending.popLast() {
      guard case .dictionary(let keys, let values) = try object(index) else {
        if case .list(let list) = try object(index) {
          for position in 0..<list.count { pending.append(try reference(position, in: list)) }
        }
        continue
      }
      for position in 0..<keys.count {
        let value = try reference(position, in: values)
        guard case .string(let key) = try object(try reference(position, in: keys)),
          case .string(let text) = try object(value)
        else {
          pending.append(value)
          continue
        }
        result.append((key, text))
      }
    }
    return result
  }

  private func decode(_ index: Int) throws(LayerCodingError) -> Object {
    let start = try number(at: table + index * offsetSize, size: offsetSize)
    guard start < table else { throw damaged }
    let marker = bytes[start]
    let low = Int(marker & 0x0F)
    switch marker >> 4 {
    case 0x0: return marker == 0x08 || marker == 0x09 ? .bool(marker == 0x09) : .other
    case 0x1: return .number(try integer(at: start + 1, size: 1 << low))
    case 0x2: return try real(at: start + 1, size: 1 << low)
    case 0x8: return .uid(try number(at: start + 1, size: low + 1))
    default: break
    }
    let (count, first) = try length(low, after: start)
    switch marker >> 4 {
    case 0x4: return .data(try range(first, count))
    case 0x5: return .string(String(decoding: bytes[try text(first, count)], as: UTF8.self))
    case 0x6: return .string(try wideText(first, count))
    case 0xA: return .list(try list(first, count))
    case 0xD:
      let keys = try list(first, count)
      return .dictionary(keys: keys, values: try list(first + count * referenceSize, count))
    default: return .other
    }
  }

  /// Returns an element of an array of indices.
  package func reference(_ position: Int, in list: List) throws(LayerCodingError) -> Int {
    try spend(1)
    return try number(at: list.start + position * referenceSize, size: referenceSize)
  }

  /// The error of a malformed file.
  package var damaged: LayerCodingError { .damaged("the binary property list is damaged") }

  /// Subtracts from the budget what is read or created.
  package func spend(_ cost: Int) throws(LayerCodingError) {
    work -= cost
    guard work >= 0 else {
      throw .damaged("the binary property list repeats its objects too often")
    }
  }

  // MARK: Bytes

  /// Returns bytes before the table.
  private func range(_ start: Int, _ count: Int) throws(LayerCodingError) -> Range<Int> {
    guard start <= table, count <= table - start else { throw damaged }
    return start..<(start + count)
  }

  private func text(_ start: Int, _ count: Int) throws(LayerCodingError) -> Range<Int> {
    try spend(count)
    return try range(start, count)
  }

  private func wideText(_ start: Int, _ count: Int) throws(LayerCodingError) -> String {
    guard count <= table else { throw damaged }
    let range = try text(start, 2 * count)
    let units = (0..<count).map {
      UInt16(bytes[range.lowerBound + 2 * $0]) << 8 | UInt16(bytes[range.lowerBound + 2 * $0 + 1])
    }
    return String(decoding: units, as: UTF16.self)
  }

  private func list(_ start: Int, _ count: Int) throws(LayerCodingError) -> List {
    guard count <= table else { throw damaged }
    return List(start: try range(start, count * referenceSize).lowerBound, count: count)
  }

  /// Returns the number of bytes, characters or objects, and the offset of the first one.
  private func length(
    _ low: Int, after marker: Int
  ) throws(LayerCodingError) -> (count: Int, first: Int) {
    guard low == 0xF else { return (low, marker + 1) }
    let size = 1 << Int(try number(at: marker + 1, size: 1) & 0x0F)
    guard size <= 8 else { throw damaged }
    return (try number(at: marker + 2, size: size), marker + 2 + size)
  }

  private func number(at start: Int, size: Int) throws(LayerCodingError) -> Int {
    Int(clamping: try bits(at: start, size: size))
  }

  private func bits(at start: Int, size: Int) throws(LayerCodingError) -> UInt64 {
    guard start >= 0, size <= bytes.count, start <= bytes.count - size else { throw damaged }
    return bytes[start..<(start + size)].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Integers of 8 bytes are signed; of those of 16 bytes, the last 8 are used.
  private func integer(at start: Int, size: Int) throws(LayerCodingError) -> Double {
    guard size <= 16 else { throw damaged }
    let bits = try bits(at: start, size: size)
    return size == 8 ? Double(Int64(bitPattern: bits)) : Double(bits)
  }

  private func real(at start: Int, size: Int) throws(LayerCodingError) -> Object {
    let bits = try bits(at: start, size: min(size, 8))
    switch size {
    case 4: return .number(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
    case 8: return .number(Double(bitPattern: bits))
    default: return .other
    }
  }
}

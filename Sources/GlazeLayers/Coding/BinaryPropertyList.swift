import GlazeGeometry

/// A binary property list, read where it lies.
///
/// Foundation's reader keeps the references of keyed archives to itself on Linux. This one checks every
/// place against the bytes, and makes nothing before it is asked for. All that it reads is paid for out of a
/// multiple of the file's size: a small file cannot repeat what it says without end.
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
    /// Dates and what else layers do not hold.
    case other
  }

  /// Numbers of objects, one after the other.
  package struct List {
    fileprivate let start: Int
    package let count: Int
  }

  /// What the file begins with.
  package static let magic = Array("bplist0".utf8)
  private static let trailerSize = 32

  package let bytes: [UInt8]
  /// The number of the object that holds all others.
  package let top: Int
  private let count: Int
  private let table: Int
  private let offsetSize: Int
  private let referenceSize: Int
  /// What may still be spent.
  private var work: Int
  /// Texts that were asked for: keys and names of classes are asked for again and again.
  private var texts: [Int: String] = [:]

  /// Finds the table of objects, which the end of the file tells of.
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

  /// The object of a number.
  package func object(_ index: Int) throws(LayerCodingError) -> Object {
    try spend(1)
    guard index < count else { throw damaged }
    if let text = texts[index] { return .string(text) }
    let object = try decode(index)
    if case .string(let text) = object { texts[index] = text }
    return object
  }

  /// All texts of dictionaries with the keys that they stand under, however deep.
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

  /// A number of a list.
  package func reference(_ position: Int, in list: List) throws(LayerCodingError) -> Int {
    try spend(1)
    return try number(at: list.start + position * referenceSize, size: referenceSize)
  }

  /// The error of a file that is not what it says.
  package var damaged: LayerCodingError { .damaged("the binary property list is damaged") }

  /// Pays for what is read or made.
  package func spend(_ cost: Int) throws(LayerCodingError) {
    work -= cost
    guard work >= 0 else {
      throw .damaged("the binary property list repeats its objects too often")
    }
  }

  // MARK: Bytes

  /// Bytes before the table.
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

  /// How many bytes, characters or objects there are, and where the first of them is.
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

  /// Whole numbers of 8 bytes have a sign; of 16, the last 8 count.
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

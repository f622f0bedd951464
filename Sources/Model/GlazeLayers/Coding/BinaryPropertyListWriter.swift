package import Foundation
import GlazeGeometry

/// Writes binary property lists, including the references of keyed archives, which Foundation does
/// not expose on Linux.
///
/// Equal strings, numbers and references are written once.
///
/// Observed: `CFBinaryPList.c` of Core Foundation describes the format.
package struct BinaryPropertyListWriter {
  package enum Object: Hashable {
    case bool(Bool)
    case int(Int64)
    /// A real number, by its bits: 0 and -0 are equal numbers.
    case bits(UInt64)
    /// An integer that exceeds the signed range.
    case wide(UInt64)
    case string(String)
    case data(Data)
    case uid(Int)
    case list([Int])
    case dictionary([Member])

    /// Creates a real number.
    package static func real(_ value: Double) -> Object { .bits(value.bitPattern) }

    /// Creates a dictionary from pairs of object indices.
    package static func dictionary(_ members: [(Int, Int)]) -> Object {
      .dictionary(members.map { Member(key: $0.0, value: $0.1) })
    }
  }

  package struct Member: Hashable {
    var key: Int
    var value: Int
  }

  private var objects: [Object] = []
  private var known: [Object: Int] = [:]

  package init() {}

  /// Adds an object, or finds an equal one.
  ///
  /// - Returns: The index of the object.
  package mutating func add(_ object: Object) -> Int {
    switch object {
    case .data, .list, .dictionary: break
    default:
      if let index = known[object] { return index }
      known[object] = objects.count
    }
    objects.append(object)
    return objects.count - 1
  }

  /// Returns the file, whose root object is `top`.
  package func file(top: Int) -> Data {
    var bytes = Data("bplist00".utf8)
    var offsets: [Int] = []
    let referenceSize = Self.size(of: objects.count)
    for object in objects {
      offsets.append(bytes.count)
      append(object, referenceSize, to: &bytes)
    }
    let table = bytes.count
    let offsetSize = Self.size(of: table)
    for offset in offsets { Self.append(offset, offsetSize, to: &bytes) }
    bytes.append(contentsOf: [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)])
    for number in [objects.count, top, table] { Self.append(number, 8, to: &bytes) }
    return bytes
  }

  private func append(_ object: Object, _ referenceSize: Int, to bytes: inout Data) {
    switch object {
    case .bool(let value): bytes.append(value ? 0x09 : 0x08)
    case .int(let value): Self.append(whole: value, to: &bytes)
    case .bits(let bits):
      bytes.append(0x23)
      Self.append(Int(truncatingIfNeeded: bits), 8, to: &bytes)
    case .wide(let value):
      bytes.append(0x14)
      Self.append(0, 8, to: &bytes)
      Self.append(Int(truncatingIfNeeded: value), 8, to: &bytes)
    case .string(let text): Self.append(text: text, to: &bytes)
    case .data(let data):
      Self.append(head: 0x4, data.count, to: &bytes)
      bytes.append(data)
    case .uid(let uid):
      let size = Self.size(of: uid)
      bytes.append(0x80 | UInt8(size - 1))
      Self.append(uid, size, to: &bytes)
    case .list(let members):
      Self.append(head: 0xA, members.count, to: &bytes)
      for member in members { Self.append(member, referenceSize, to: &bytes) }
    case .dictionary(let members):
      Self.append(head: 0xD, members.count, to: &bytes)
      for member in members { Self.append(member.key, referenceSize, to: &bytes) }
      for member in members { Self.append(member.value, referenceSize, to: &bytes) }
    }
  }

  private static func append(text: String, to bytes: inout Data) {
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      append(head: 0x5, text.utf8.count, to: &bytes)
      bytes.append(contentsOf: text.utf8)
    } else {
      append(head: 0x6, text.utf16.count, to: &bytes)
      for unit in text.utf16 { append(Int(unit), 2, to: &bytes) }
    }
  }

  /// Integers are signed only in 8 bytes.
  private static func append(whole value: Int64, to bytes: inout Data) {
    let size = value < 0 ? 8 : size(of: Int(value))
    bytes.append(0x10 | UInt8(size.trailingZeroBitCount))
    append(Int(value), size, to: &bytes)
  }

  private static func append(head kind: UInt8, _ count: Int, to bytes: inout Data) {
    bytes.append(kind << 4 | UInt8(min(count, 15)))
    if count >= 15 { append(whole: Int64(count), to: &bytes) }
  }

  /// Returns the number of bytes of an integer: 1, 2, 4 or 8.
  private static func size(of number: Int) -> Int {
    number < 1 << 8 ? 1 : number < 1 << 16 ? 2 : number < 1 << 32 ? 4 : 8
  }

  private static func append(_ number: Int, _ size: Int, to bytes: inout Data) {
    for shift in (0..<size).reversed() {
      bytes.append(UInt8(truncatingIfNeeded: number >> (8 * shift)))
    }
  }
}

import Foundation
import GlazeGeometry

/// A JSON text as an array of nodes with their locations.
///
/// **Shape**: nodes in the order of the text, containers before their contents. The members of an
/// object are pairs of nodes, a string and a value. `end` of a node is the index of the node after
/// its last descendant, so that the children of a container are found by skipping descendants. A
/// text can have millions of nodes, so nodes store no values: the value of a number, for example,
/// is read from the text again.
package struct JSONDocument: Sendable {
  package enum Kind: UInt8, Sendable {
    case null, `false`, `true`, number, string, array, object

    /// Returns the kind of value that starts with a byte.
    init(first byte: UInt8) {
      self =
        switch byte {
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        case UInt8(ascii: "\""): .string
        case UInt8(ascii: "t"): .true
        case UInt8(ascii: "f"): .false
        case UInt8(ascii: "n"): .null
        default: .number
        }
    }
  }

  struct Node: Sendable {
    /// The offset of the first byte in the text.
    var offset: UInt32
    /// The index of the next node that is not a descendant.
    var end: UInt32
  }

  package struct Member {
    package var name: String
    package var key: Int
    package var value: Int
  }

  package let source: SourceText
  let nodes: [Node]

  package func kind(of index: Int) -> Kind { Kind(first: source.bytes[offset(of: index)]) }

  /// Returns the value of a number; infinite when it is too large.
  package func number(at index: Int) -> Double {
    let start = offset(of: index)
    return source.bytes.withUnsafeBufferPointer { bytes in
      var end = start
      while end < bytes.count, Self.isOfNumbers(bytes[end]) { end += 1 }
      let digits = bytes[start..<end]
      return DecimalNumber.short(digits) ?? strtod(String(decoding: digits, as: UTF8.self), nil)
    }
  }

  private static func isOfNumbers(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  /// Returns the text of a node with its contents.
  package func text(of index: Int) -> String {
    let start = offset(of: index)
    var end = start
    if kind(of: index) == .number {
      while end < source.bytes.count, Self.isOfNumbers(source.bytes[end]) { end += 1 }
      return String(decoding: source.bytes[start..<end], as: UTF8.self)
    }
    var depth = 0
    var isQuoted = false
    repeat {
      switch source.bytes[end] {
      case UInt8(ascii: "\\") where isQuoted: end += 1
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += isQuoted ? 0 : 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= isQuoted ? 0 : 1
      case UInt8(ascii: "a")...UInt8(ascii: "z") where depth == 0 && !isQuoted:
        return kind(of: index) == .null ? "null" : kind(of: index) == .true ? "true" : "false"
      default: break
      }
      end += 1
    } while (depth > 0 || isQuoted) && end < source.bytes.count
    return String(decoding: source.bytes[start..<min(end, source.bytes.count)], as: UTF8.self)
  }

  private func offset(of index: Int) -> Int { Int(nodes[index].offset) }

  private func end(of index: Int) -> Int { Int(nodes[index].end) }

  /// The first element of an array; nil if it is empty.
  package func firstChild(of index: Int) -> Int? { index + 1 < end(of: index) ? index + 1 : nil }

  /// The element after another one.
  package func sibling(of child: Int, in index: Int) -> Int? {
    end(of: child) < end(of: index) ? end(of: child) : nil
  }

  /// The indices of an array's elements; for an object, those of its keys and values alternately.
  package func children(of index: Int) -> [Int] {
    var result: [Int] = []
    var child = index + 1
    while child < end(of: index) {
      result.append(child)
      child = end(of: child)
    }
    return result
  }

  /// The members of an object in the order of the text; empty for other nodes.
  package func members(of index: Int) -> [Member] {
    guard kind(of: index) == .object else { return [] }
    var result: [Member] = []
    var key = index + 1
    while key < end(of: index) {
      result.append(Member(name: string(at: key), key: key, value: key + 1))
      key = end(of: key + 1)
    }
    return result
  }

  /// The value of a member of an object; nil when there is none, and the last one of several.
  ///
  /// - Complexity: O(members), without copies of their names.
  package func value(of index: Int, key: String) -> Int? {
    guard kind(of: index) == .object else { return nil }
    var found: Int?
    var member = index + 1
    while member < end(of: index) {
      if isText(member, key) { found = member + 1 }
      member = end(of: member + 1)
    }
    return found
  }

  /// Returns whether a string node is a text.
  private func isText(_ node: Int, _ text: String) -> Bool {
    var place = offset(of: node) + 1
    // The parser has checked that there is a closing quote.
    for unit in text.utf8 {
      if source.bytes[place] == UInt8(ascii: "\\") { return string(at: node) == text }
      guard source.bytes[place] == unit, unit != UInt8(ascii: "\"") else { return false }
      place += 1
    }
    return source.bytes[place] == UInt8(ascii: "\"")
  }

  /// The text of a string node, with escapes resolved.
  package func string(at index: Int) -> String {
    let start = offset(of: index) + 1
    var end = start
    var isPlain = true
    // The parser has checked that there is a closing quote.
    while end < source.bytes.count, source.bytes[end] != UInt8(ascii: "\"") {
      let isEscape = source.bytes[end] == UInt8(ascii: "\\")
      if isEscape { isPlain = false }
      end += isEscape ? 2 : 1
    }
    let content = source.bytes[start..<end]
    return isPlain ? String(decoding: content, as: UTF8.self) : Self.unescaped(content)
  }

  /// Resolves escapes; lone surrogates become U+FFFD, as everywhere in Swift.
  private static func unescaped(_ content: ArraySlice<UInt8>) -> String {
    var units: [UInt16] = []
    var index = content.startIndex
    var plain = index
    func flush(upTo end: Int) {
      units.append(contentsOf: String(decoding: content[plain..<end], as: UTF8.self).utf16)
    }
    while index < content.endIndex {
      guard content[index] == UInt8(ascii: "\\") else {
        index += 1
        continue
      }
      flush(upTo: index)
      let escape = content[index + 1]
      if escape == UInt8(ascii: "u") {
        let digits = String(decoding: content[(index + 2)..<(index + 6)], as: UTF8.self)
        units.append(UInt16(digits, radix: 16) ?? 0xFFFD)
        index += 6
      } else {
        units.append(simpleEscapes[escape] ?? UInt16(escape))
        index += 2
      }
      plain = index
    }
    flush(upTo: content.endIndex)
    return String(decoding: units, as: UTF16.self)
  }

  private static let simpleEscapes: [UInt8: UInt16] = [
    UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12, UInt8(ascii: "n"): 10,
    UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9,
  ]

  /// Returns the location of a node, with its path.
  package func location(of index: Int) -> Location {
    source.location(at: offset(of: index), path: path(to: index))
  }

  /// Returns the path from the root to a node, such as `root.sublayers[3].bounds`; nil for the root
  /// itself.
  ///
  /// - Complexity: O(number of nodes before it).
  func path(to target: Int) -> String? {
    var steps: [String] = []
    var index = 0
    while index != target {
      let isObject = kind(of: index) == .object
      guard isObject || kind(of: index) == .array else { break }
      var ordinal = 0
      var child = index + 1
      var key = child
      while child < end(of: index), end(of: child) <= target {
        if isObject, ordinal.isMultiple(of: 2) { key = child }
        child = end(of: child)
        ordinal += 1
      }
      guard child < end(of: index) else { break }
      if isObject {
        let name = string(at: ordinal.isMultiple(of: 2) ? child : key)
        steps.append(steps.isEmpty ? name : ".\(name)")
      } else {
        steps.append("[\(ordinal)]")
      }
      index = child
    }
    guard !steps.isEmpty else { return nil }
    return Self.shortened(steps).joined()
  }

  /// Keeps the message readable when layers are nested thousands of levels deep.
  private static func shortened(_ steps: [String]) -> [String] {
    let shown = 12
    guard steps.count > 2 * shown else { return steps }
    return steps.prefix(shown) + [" ... "] + steps.suffix(shown)
  }
}

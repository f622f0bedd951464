import Foundation

/// A JSON text as an array of nodes that know where they stand.
///
/// **Shape**: nodes in the order of the text, containers before what they contain. The members of
/// an object are pairs of nodes, a string and a value. `end` of a node is the index of the node
/// after its last descendant, so that the children of a container are found by hopping.
struct JSONDocument {
  enum Kind: UInt8 {
    case null, `false`, `true`, number, string, array, object
  }

  struct Node {
    var kind: Kind
    /// The first byte in the text.
    var offset: Int
    /// The byte after the last one.
    var textEnd: Int
    /// The index of the next node that is no descendant.
    var end: Int
    /// The value of a number.
    var number: Double = 0
  }

  struct Member {
    var name: String
    var key: Int
    var value: Int
  }

  let source: SourceText
  let nodes: [Node]

  /// The indices of an array's elements; of an object's keys and values by turns.
  func children(of index: Int) -> [Int] {
    var result: [Int] = []
    var child = index + 1
    while child < nodes[index].end {
      result.append(child)
      child = nodes[child].end
    }
    return result
  }

  /// An object's members in the order of the text; empty for anything else.
  func members(of index: Int) -> [Member] {
    guard nodes[index].kind == .object else { return [] }
    var result: [Member] = []
    var key = index + 1
    while key < nodes[index].end {
      result.append(Member(name: string(at: key), key: key, value: key + 1))
      key = nodes[key + 1].end
    }
    return result
  }

  /// The text of a string node, with escapes resolved.
  func string(at index: Int) -> String {
    let node = nodes[index]
    let content = source.bytes[(node.offset + 1)..<(node.textEnd - 1)]
    guard content.contains(UInt8(ascii: "\\")) else {
      return String(decoding: content, as: UTF8.self)
    }
    return Self.unescaped(content)
  }

  /// Lone surrogates become U+FFFD, as everywhere in Swift.
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

  /// Where a node stands, with its path.
  func location(of index: Int) -> Location {
    source.location(at: nodes[index].offset, path: path(to: index))
  }

  /// The way from the top to a node, such as `root.sublayers[3].bounds`; nil for the top itself.
  ///
  /// - Complexity: O(number of nodes before it).
  func path(to target: Int) -> String? {
    var steps: [String] = []
    var index = 0
    while index != target {
      let isObject = nodes[index].kind == .object
      guard isObject || nodes[index].kind == .array else { break }
      var ordinal = 0
      var child = index + 1
      var key = child
      while child < nodes[index].end, nodes[child].end <= target {
        if isObject, ordinal.isMultiple(of: 2) { key = child }
        child = nodes[child].end
        ordinal += 1
      }
      guard child < nodes[index].end else { break }
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

  /// Keeps the message on one readable line when layers are nested thousands of levels deep.
  private static func shortened(_ steps: [String]) -> [String] {
    let kept = 12
    guard steps.count > 2 * kept else { return steps }
    return steps.prefix(kept) + [" ... "] + steps.suffix(kept)
  }
}

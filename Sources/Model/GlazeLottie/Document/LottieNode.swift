import Foundation
import GlazeGeometry
import GlazeScene

/// A value in the JSON of a Lottie document.
///
/// Documents come from many exporters: flags are numbers or Booleans, and numbers are lists of one.
/// The accessors accept all of these and return nil for everything else.
struct LottieNode {
  let json: JSONDocument
  let index: Int

  init(_ json: JSONDocument, _ index: Int = 0) {
    (self.json, self.index) = (json, index)
  }

  var kind: JSONDocument.Kind { json.kind(of: index) }

  /// The value of a member; nil when there is none, or null.
  subscript(key: String) -> LottieNode? {
    guard let found = json.value(of: index, key: key) else { return nil }
    return json.kind(of: found) == .null ? nil : LottieNode(json, found)
  }

  /// The value of a member that text names.
  func member(_ name: String) -> LottieNode? {
    json.members(of: index).last { $0.name == name }.map { LottieNode(json, $0.value) }
  }

  /// The names of an object's members.
  var names: [String] { json.members(of: index).map(\.name) }

  /// The elements of an array; none for other values.
  var elements: [LottieNode] {
    kind == .array ? json.children(of: index).map { LottieNode(json, $0) } : []
  }

  /// The first element of an array.
  var first: LottieNode? {
    kind == .array ? json.firstChild(of: index).map { LottieNode(json, $0) } : nil
  }

  /// A finite number, or the first of a list.
  var number: Double? {
    switch kind {
    case .number:
      let value = json.number(at: index)
      return value.isFinite ? min(max(value, -Limits.number), Limits.number) : nil
    case .true: return 1
    case .false: return 0
    case .array: return first.flatMap { $0.kind == .number ? $0.number : nil }
    default: return nil
    }
  }

  var integer: Int? { number.map { Int(clamping: $0) } }

  /// Whether a flag is set.
  var isTrue: Bool { number.map { $0 != 0 } ?? false }

  var text: String? { kind == .string ? json.string(at: index) : nil }

  /// The numbers of a list; a number alone is a list of one.
  var numbers: [Double]? {
    guard kind == .array else { return number.map { [$0] } }
    var result: [Double] = []
    var child = json.firstChild(of: index)
    while let element = child {
      guard let value = LottieNode(json, element).number else { return nil }
      result.append(value)
      child = json.sibling(of: element, in: index)
    }
    return result
  }

  var location: Location { json.location(of: index) }
}

extension LottieNode {
  /// Returns a number of a member, or a standard value.
  func number(_ key: String, _ standard: Double) -> Double { self[key]?.number ?? standard }

  func integer(_ key: String, _ standard: Int) -> Int { self[key]?.integer ?? standard }

  func isTrue(_ key: String) -> Bool { self[key]?.isTrue ?? false }

  func elements(_ key: String) -> [LottieNode] { self[key]?.elements ?? [] }
}

/// The limits of a document, so that none takes time or memory without bound.
enum Limits {
  /// The largest magnitude of a number; larger ones are replaced by it.
  static let number = 1e7
  /// The deepest nesting of compositions, of groups and of parents.
  static let depth = 64
  /// The layers that one document makes, with those of all uses of its compositions.
  static let layers = 100_000
  /// The values of animations and the points of paths that one document makes, likewise.
  static let values = 2_000_000
  /// The pairs of lines that are compared where paths are merged or offset, in one document.
  static let pairs = 1_000_000_000
  /// The vertices that are computed where paths are modified or combined, for all frames that are
  /// sampled.
  static let steps = 100_000_000
  /// The copies of one repeater.
  static let copies = 500
  /// The dashes of a stroke whose lengths change, at a time.
  static let dashes = 5_000
  /// The shapes that styles after repeaters draw, with all copies of one shape.
  static let repeatedShapes = 50_000
  /// The values that are sampled for one animation.
  static let samples = 6_000
  /// The characters of one text layer.
  static let characters = 5_000
  /// The points of a star.
  static let points = 1_000
  /// The longest document, in seconds.
  static let seconds = 86_400.0
}

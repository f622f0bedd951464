import Foundation
import GlazeScene

/// Reads properties, whose values slots may replace, and reports their expressions.
final class PropertyReader {
  /// The values of slots, by their names.
  var slots: [String: LottieNode] = [:]
  /// The names of the slots that properties use.
  private(set) var used: Set<String> = []
  /// The report, with the layer that is being read.
  let report: LottieReport
  /// The rest of what the document may make.
  let budget: Budget

  init(report: LottieReport, budget: Budget = Budget()) {
    (self.report, self.budget) = (report, budget)
  }

  /// Returns the node of a property, which is that of its slot when there is one.
  func resolved(_ node: LottieNode) -> LottieNode {
    guard node.kind == .object, let name = node["sid"]?.text else { return node }
    used.insert(name)
    return slots[name] ?? node
  }

  /// Reads a property; nil when the document has none, or an unreadable one.
  func track<Value: Blendable>(
    _ node: LottieNode?, of type: Value.Type = Value.self
  ) -> Track<Value>? {
    guard let given = node else { return nil }
    let node = resolved(given)
    guard node.kind == .object else { return Value.read(node).map { Track($0) } }
    if node["x"]?.text != nil { report.unsupported(.expression, at: node) }
    guard let content = node["k"] else { return Value.read(node).map { Track($0) } }
    if isAnimated(content) { return keyframes(content) }
    return Value.read(content).map { Track($0) }
  }

  /// Reads a property with a standard value.
  func track<Value: Blendable>(_ node: LottieNode?, _ standard: Value) -> Track<Value> {
    track(node) ?? Track(standard)
  }

  /// Whether a value is a list of keyframes, which have times; flags of exporters are unreliable.
  private func isAnimated(_ content: LottieNode) -> Bool {
    guard let first = content.first else { return false }
    return first.kind == .object && first["t"] != nil
  }

  private func keyframes<Value: Blendable>(_ content: LottieNode) -> Track<Value>? {
    var keys: [Keyframe<Value>] = []
    /// The value at the end of the previous segment, which old documents store there for a last key without one.
    var end: Value?
    for node in content.elements {
      guard let frame = node["t"]?.number else { continue }
      guard let value = node["s"].flatMap({ Value.read($0) }) ?? end else { continue }
      var key = Keyframe(frame: frame, value: value)
      if node.isTrue("h") {
        key.easing = .hold
      } else {
        key.easing = KeyEasing(out: node["o"], in: node["i"])
        key.tangents = tangents(node)
      }
      keys.append(key)
      end = node["e"].flatMap { Value.read($0) }
      if node.isTrue("h") { end = nil }
    }
    guard !keys.isEmpty else { return nil }
    return Track(keys: Self.ordered(keys))
  }

  private func tangents(_ node: LottieNode) -> (out: Vector, in: Vector)? {
    guard let out = node["to"].flatMap({ Vector.read($0) }),
      let arriving = node["ti"].flatMap({ Vector.read($0) }),
      out != .zero || arriving != .zero
    else { return nil }
    return (out, arriving)
  }

  /// Returns keyframes in the order of time.
  private static func ordered<Value>(_ keys: [Keyframe<Value>]) -> [Keyframe<Value>] {
    let isOrdered = zip(keys, keys.dropFirst()).allSatisfy { $0.frame <= $1.frame }
    return isOrdered
      ? keys
      : keys.enumerated().sorted { ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset) }
        .map(\.element)
  }
}

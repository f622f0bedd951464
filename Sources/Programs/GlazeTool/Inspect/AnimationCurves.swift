import Foundation
import GlazeGeometry
import GlazeCommit
import GlazeLayers
import GlazeScene

/// The values of animated properties, as curves over time.
///
/// The values are those of rendered frames, not those of the timing functions alone.
struct AnimationCurves {
  /// The duration of the curves, in seconds from 0 on.
  let seconds: Double

  private let samples: Int
  private static let longest = 60.0

  /// - Parameter loop: The range of time that the document repeats.
  init(of layers: [CALayer], loop: Range<Double>?) {
    let spans = layers.filter { !$0.attachedAnimations.isEmpty }
      .flatMap { layer in LayerAnimations(layer).spans }
    let ends = spans.map(\.end).filter(\.isFinite)
    // Two rounds are enough for animations that never end.
    let rounds = layers.flatMap(\.attachedAnimations).map {
      2 * $0.animation.duration * ($0.animation.autoreverses ? 2 : 1)
    }
    let wanted = loop?.upperBound ?? ((ends + rounds.filter(\.isFinite)).max() ?? 1)
    seconds = min(max(wanted, 0.1), Self.longest)
    // Fewer points for each of many animations, so that the page stays small.
    let animated = layers.count { !$0.attachedAnimations.isEmpty }
    samples = min(max(20_000 / max(animated, 1), 96), 480)
  }

  /// The animations of a layer, one for each property.
  func animations(
    of layer: CALayer, node: Int, _ printer: inout LayerPrinter
  ) -> [InspectReport.Animation] {
    guard !layer.attachedAnimations.isEmpty else { return [] }
    let animations = LayerAnimations(layer)
    let times = (0..<samples).map {
      layer.convertTime(seconds * Double($0) / Double(samples - 1), from: nil)
    }
    let values = times.map { animations.values(at: $0) }
    // Converts the layer's time back to the time of the document.
    let begin = layer.convertTime(animations.spans.map(\.begin).min() ?? 0, to: nil)
    let end = layer.convertTime(animations.spans.map(\.end).max() ?? 0, to: nil)
    let text = layer.attachedAnimations.map { description(of: $0, &printer) }
      .joined(separator: "\n")
    return animations.tracks.indices.map { track in
      InspectReport.Animation(
        node: node, keyPath: animations.tracks[track].target.keyPath, begin: begin,
        end: end.isFinite ? end : nil, description: text,
        curves: Self.curves(values.map { $0[track].value.numbers }))
    }
  }

  private func description(
    of attached: AttachedAnimation, _ printer: inout LayerPrinter
  ) -> String {
    let table = attached.animation.properties
    let texts = printer.texts(of: attached.animation, table).filter(\.isSet)
      .map { "\($0.name)=\($0.value)" }
    return ([table.className, attached.key.map { "\"\($0)\"" } ?? ""] + texts)
      .filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Returns one curve for each number that changes.
  private static func curves(_ samples: [[(name: String, number: Double)]]) -> [InspectReport.Curve]
  {
    guard let first = samples.first, samples.allSatisfy({ $0.count == first.count }) else {
      return []
    }
    return first.indices.compactMap { index in
      let numbers = samples.map { $0[index].number }
      guard let least = numbers.min(), let most = numbers.max(), (most - least).isFinite,
        // Smaller differences are rounding errors.
        most - least > 1e-9 * max(1, abs(most), abs(least))
      else { return nil }
      return InspectReport.Curve(
        name: first[index].name, least: least, most: most,
        points: numbers.map { (1000 * ($0 - least) / (most - least)).rounded() / 1000 })
    }
  }
}

extension PropertyValue {
  /// Returns the numbers of a value with their names; empty for values that do not consist of a few numbers.
  fileprivate var numbers: [(name: String, number: Double)] {
    switch self {
    case .bool(let value): [("", value ? 1 : 0)]
    case .number(let number): [("", number)]
    case .point(let p): [("x", Double(p.x)), ("y", Double(p.y))]
    case .size(let s): [("width", Double(s.width)), ("height", Double(s.height))]
    case .rect(let r):
      [
        ("x", Double(r.origin.x)), ("y", Double(r.origin.y)), ("width", Double(r.width)),
        ("height", Double(r.height)),
      ]
    case .color(let color):
      zip(["red", "green", "blue", "alpha"], 0..<4).map { ($0, Double(color.extendedSRGB[$1])) }
    case .transform(let t):
      [
        ("m11", t.m11), ("m12", t.m12), ("m13", t.m13), ("m14", t.m14), ("m21", t.m21),
        ("m22", t.m22), ("m23", t.m23), ("m24", t.m24), ("m31", t.m31), ("m32", t.m32),
        ("m33", t.m33), ("m34", t.m34), ("m41", t.m41), ("m42", t.m42), ("m43", t.m43),
        ("m44", t.m44),
      ].map { ($0.0, Double($0.1)) }
    default: []
    }
  }
}

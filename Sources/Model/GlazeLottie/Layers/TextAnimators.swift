import Foundation
import GlazeGeometry
import GlazeLayers
import GlazeScene

/// The animators of a text: values that its characters take as far as a selector reaches them.
struct TextAnimators {
  /// The units that selectors count, for each character, and their numbers.
  struct Units {
    var indices: [[Int]]
    var totals: [Int]
  }

  private struct Animator1 {
    var selector: RangeSelector
    var position: Track<Vector>?
    var scale: Track<Vector>?
    var rotation: Track<Double>?
    var opacity: Track<Double>?
    var fill: Track<RGBA>?
    var stroke: Track<RGBA>?

    var frames: [Double] {
      selector.frames + (position?.frames ?? []) + (scale?.frames ?? []) + (rotation?.frames ?? [])
        + (opacity?.frames ?? []) + (fill?.frames ?? []) + (stroke?.frames ?? [])
    }
  }

  private var list: [Animator1] = []
  /// The points that are added after each character, where that does not change.
  private(set) var tracking = 0.0

  init(_ t: LottieNode, _ reader: PropertyReader) {
    for node in t.elements("a") {
      guard let values = node["a"] else { continue }
      if node["s"]?.isTrue("rn") ?? false { reader.report.unsupported(.randomSelector, at: node) }
      for key in values.names where !Self.known.contains(key) {
        reader.report.unsupported(.textAnimator(key), at: node)
      }
      if let spacing: Track<Double> = reader.track(values["t"]) {
        if spacing.isAnimated || node["s"] != nil && spacing.first != 0 {
          reader.report.unsupported(.textAnimator("t"), at: node)
        } else {
          tracking += spacing.first
        }
      }
      list.append(
        Animator1(
          selector: RangeSelector(node["s"], reader), position: reader.track(values["p"]),
          scale: reader.track(values["s"]).map { $0.map { $0 / 100 } },
          rotation: reader.track(values["r"]).map { $0.map { $0 * .pi / 180 } },
          opacity: reader.track(values["o"]).map { $0.map { $0 / 100 } },
          fill: reader.track(values["fc"]), stroke: reader.track(values["sc"])))
    }
    list.removeAll {
      $0.position == nil && $0.scale == nil && $0.rotation == nil && $0.opacity == nil
        && $0.fill == nil && $0.stroke == nil
    }
  }

  private static let known: Set<String> = ["p", "s", "r", "o", "fc", "sc", "t", "a", "nm"]

  var isEmpty: Bool { list.isEmpty }

  private var frames: [Double] { list.flatMap(\.frames) }

  /// Counts the units that selectors are based on: characters, characters without spaces, words and
  /// lines.
  func units(_ glyphs: [TextBuilder.Glyph]) -> Units {
    var units = Units(indices: [], totals: [glyphs.count, 0, 0, 0])
    var words: [Int: Int] = [:]
    var lines: [Int: Int] = [:]
    for (index, glyph) in glyphs.enumerated() {
      let isSpace = glyph.character.isWhitespace
      if !isSpace, words[glyph.word] == nil { words[glyph.word] = words.count }
      if lines[glyph.line] == nil { lines[glyph.line] = lines.count }
      units.indices.append([
        index, units.totals[1], words[glyph.word] ?? max(words.count - 1, 0),
        lines[glyph.line] ?? 0,
      ])
      if !isSpace { units.totals[1] += 1 }
    }
    units.totals[2] = words.count
    units.totals[3] = lines.count
    return units
  }

  private func amount(
    _ animator: Animator1, _ index: Int, _ units: Units, _ frame: Double
  ) -> Double {
    let base = animator.selector.base
    return animator.selector.amount(
      Double(units.indices[index][base]), total: Double(units.totals[base]), at: frame)
  }

  /// Moves the layer of a character, and sets its opacity.
  func move(
    _ layer: CALayer, _ glyph: TextBuilder.Glyph, _ index: Int, _ units: Units,
    _ animator: Animator, _ timeline: Timeline
  ) {
    animator.sample(
      "transform", of: layer, on: timeline, frames: frames,
      tolerance: GlazeLottie.Animator.Tolerance.points
    ) {
      PlaneMatrix(t: matrix(glyph, index, units, $0))
    } _: {
      CATransform3DMakeAffineTransform($0.t)
    }
    guard list.contains(where: { $0.opacity != nil }) else { return }
    animator.sample(
      "opacity", of: layer, on: timeline, frames: frames,
      tolerance: GlazeLottie.Animator.Tolerance.colors
    ) { frame in
      list.reduce(1.0) { result, one in
        guard let opacity = one.opacity else { return result }
        let amount = amount(one, index, units, frame)
        return result * min(max(1 + (opacity.value(at: frame) - 1) * amount, 0), 1)
      }
    } _: {
      $0
    }
  }

  private func matrix(
    _ glyph: TextBuilder.Glyph, _ index: Int, _ units: Units, _ frame: Double
  ) -> CGAffineTransform {
    // Characters turn about the middle of their baselines.
    let pivot = glyph.width / 2
    var result = CGAffineTransform(translationX: -pivot, y: 0)
    var offset = glyph.origin + SIMD2(pivot, 0)
    for one in list {
      let amount = amount(one, index, units, frame)
      if let scale = one.scale?.value(at: frame) {
        result = result.concatenating(
          CGAffineTransform(scaleX: 1 + (scale.x - 1) * amount, y: 1 + (scale.y - 1) * amount))
      }
      if let rotation = one.rotation?.value(at: frame) {
        result = result.concatenating(CGAffineTransform(rotationAngle: rotation * amount))
      }
      if let position = one.position?.value(at: frame) {
        offset += SIMD2(position.x, position.y) * amount
      }
    }
    return result.concatenating(CGAffineTransform(translationX: offset.x, y: offset.y))
  }

  /// Sets the color of a character.
  func color(
    _ key: String, _ layer: CALayer, _ keyPath: String, _ own: RGBA, _ index: Int, _ units: Units,
    _ animator: Animator, _ timeline: Timeline
  ) {
    func track(_ one: Animator1) -> Track<RGBA>? { key == "fc" ? one.fill : one.stroke }
    guard list.contains(where: { track($0) != nil }) else { return }
    animator.sample(
      keyPath, of: layer, on: timeline, frames: frames,
      tolerance: GlazeLottie.Animator.Tolerance.colors
    ) { frame in
      list.reduce(own) { color, one in
        guard let other = track(one)?.value(at: frame) else { return color }
        return color.mixed(with: other, at: SIMD4(repeating: amount(one, index, units, frame)))
      }
    } _: {
      $0.cgColor
    }
  }
}

/// The characters that an animator reaches, and how far.
struct RangeSelector {
  private let start: Track<Double>
  private let end: Track<Double>
  private let offset: Track<Double>
  private let most: Track<Double>
  private let shape: Int
  private let isOfIndices: Bool
  private let hasEnd: Bool
  /// The unit: characters, characters without spaces, words, lines.
  let base: Int

  init(_ node: LottieNode?, _ reader: PropertyReader) {
    start = reader.track(node?["s"], 0.0)
    hasEnd = node?["e"] != nil
    end = reader.track(node?["e"], 100.0)
    offset = reader.track(node?["o"], 0.0)
    most = reader.track(node?["a"], 100.0).map { $0 / 100 }
    shape = node?.integer("sh", 1) ?? 1
    isOfIndices = node?.integer("r", 1) == 2
    base = min(max((node?.integer("b", 1) ?? 1) - 1, 0), 3)
  }

  var frames: [Double] { start.frames + end.frames + offset.frames + most.frames }

  /// Returns how far a unit is reached, in parts of 1.
  func amount(_ index: Double, total: Double, at frame: Double) -> Double {
    let factor = isOfIndices ? 1 : total / 100
    let shift = offset.value(at: frame) * factor
    let first = start.value(at: frame) * factor + shift
    let last = (hasEnd || !isOfIndices ? end.value(at: frame) * factor : total) + shift
    let (s, e) = (min(first, last), max(first, last))
    return reach(index, s, e) * most.value(at: frame)
  }

  private func reach(_ index: Double, _ s: Double, _ e: Double) -> Double {
    let length = e - s
    func ramp() -> Double {
      length <= 0 ? (index >= e ? 1 : 0) : min(max((0.5 + index - s) / length, 0), 1)
    }
    switch shape {
    case 2: return ramp()
    case 3: return 1 - ramp()
    case 4:
      guard length > 0 else { return 0 }
      let r = ramp()
      return r < 0.5 ? r * 2 : 1 - 2 * (r - 0.5)
    case 5:
      guard length > 0 else { return 0 }
      let x = min(max(index + 0.5 - s, 0), length) - length / 2
      let half = length / 2
      return max(1 - x * x / (half * half), 0).squareRoot()
    case 6:
      guard length > 0 else { return 0 }
      let x = min(max(index + 0.5 - s, 0), length)
      return (1 + cos(.pi + .pi * 2 * x / length)) / 2
    default:
      // The part of the unit that lies in the range.
      return min(max(min(e, index + 1) - max(s, index), 0), 1)
    }
  }
}

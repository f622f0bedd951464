import Foundation
import GlazeScene

/// The characters that an animator reaches, and how far.
struct RangeSelector {
  private let start: Track<Double>
  private let end: Track<Double>
  private let offset: Track<Double>
  private let most: Track<Double>
  /// The easing of low and of high amounts, in parts of 100.
  private let ease: (low: Track<Double>, high: Track<Double>)
  /// The smoothness of the edges of a square, in parts of 1.
  private let smoothness: Track<Double>
  private let shape: Int
  private let isOfIndices: Bool
  private let hasEnd: Bool
  /// The unit: characters, characters without spaces, words, lines.
  let base: Int

  init(_ node: LottieNode?, _ reader: PropertyReader) {
    if let node, node.isTrue("rn") { reader.report.unsupported(.randomSelector, at: node) }
    if let node, node["x"]?.text != nil { reader.report.unsupported(.expression, at: node) }
    start = reader.track(node?["s"], 0.0)
    hasEnd = node?["e"] != nil
    end = reader.track(node?["e"], 100.0)
    offset = reader.track(node?["o"], 0.0)
    most = reader.track(node?["a"], 100.0).map { $0 / 100 }
    ease = (reader.track(node?["ne"], 0.0), reader.track(node?["xe"], 0.0))
    smoothness = reader.track(node?["sm"], 100.0).map { min(max($0 / 100, 0), 1) }
    shape = node?.integer("sh", 1) ?? 1
    isOfIndices = node?.integer("r", 1) == 2
    base = min(max((node?.integer("b", 1) ?? 1) - 1, 0), 3)
  }

  var frames: [Double] {
    start.frames + end.frames + offset.frames + most.frames + ease.low.frames + ease.high.frames
      + smoothness.frames
  }

  /// Returns how far a unit is reached, in parts of 1.
  func amount(_ index: Double, total: Double, at frame: Double) -> Double {
    let factor = isOfIndices ? 1 : total / 100
    let shift = offset.value(at: frame) * factor
    let first = start.value(at: frame) * factor + shift
    let last = (hasEnd || !isOfIndices ? end.value(at: frame) * factor : total) + shift
    let (s, e) = (min(first, last), max(first, last))
    let reach = smoothed(eased(reach(index, s, e), at: frame), at: frame)
    return reach * most.value(at: frame)
  }

  /// Bends an amount by the easing, whose ends leave and arrive along the axes.
  private func eased(_ amount: Double, at frame: Double) -> Double {
    let low = min(max(ease.low.value(at: frame) / 100, -1), 1)
    let high = min(max(ease.high.value(at: frame) / 100, -1), 1)
    guard low != 0 || high != 0 else { return amount }
    return KeyEasing.value(
      SIMD4(max(low, 0), max(-low, 0), 1 - max(high, 0), 1 + min(high, 0)), amount)
  }

  /// Takes the middle of the amounts of a square as all of them.
  private func smoothed(_ amount: Double, at frame: Double) -> Double {
    let width = smoothness.value(at: frame)
    guard shape < 2 || shape > 6, width < 1 else { return amount }
    return min(max((amount - 0.5 + width / 2) / max(width, 1e-8), 0), 1)
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

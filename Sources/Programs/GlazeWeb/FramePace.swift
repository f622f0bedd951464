import Foundation

/// Chooses how many pixels moving frames have, from the time that the last ones took.
///
/// Our choice: a film of thirty blurred frames a second shows motion better than one of ten sharp frames. A frame that
/// stands still always has all pixels.
struct FramePace {
  /// The shares of a side, from the sharpest to the fastest.
  private static let shares: [CGFloat] = [1, 0.75, 0.5, 1.0 / 3]
  /// The longest time of a frame, in seconds.
  private static let budget = 1.0 / 30
  /// The number of frames that a decision rests on.
  private static let count = 8
  /// The part of the budget that sharper frames must leave unused, so that the choice does not swing.
  private static let reserve = 0.2

  private var level = 0
  private var times: [Double] = []

  /// The share of the pixels of each side.
  var sharpness: CGFloat { Self.shares[level] }

  /// Takes the time of a frame, in seconds.
  mutating func add(_ seconds: Double) {
    times.append(seconds)
    guard times.count == Self.count else { return }
    // The median: the first frame of a size fills caches.
    let typical = times.sorted()[Self.count / 2]
    times = []
    if typical > Self.budget {
      level = min(level + 1, Self.shares.count - 1)
    } else if level > 0 {
      // At most, time grows with the number of pixels.
      let growth = Self.shares[level - 1] / Self.shares[level]
      if typical * Double(growth * growth) < Self.budget * (1 - Self.reserve) { level -= 1 }
    }
  }
}

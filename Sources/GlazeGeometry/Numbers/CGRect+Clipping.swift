package import Foundation

extension CGRect {
  /// What lies in another rectangle too; null when nothing does, and for rectangles that are not numbers.
  ///
  /// Foundation's `intersection` stops the program at NaN, which finite numbers can add up to.
  package func clipped(to other: CGRect) -> CGRect {
    guard minX <= maxX, minY <= maxY, other.minX <= other.maxX, other.minY <= other.maxY else {
      return .null
    }
    let (left, right) = (max(minX, other.minX), min(maxX, other.maxX))
    let (top, bottom) = (max(minY, other.minY), min(maxY, other.maxY))
    guard left <= right, top <= bottom else { return .null }
    return CGRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Whether anything lies in both rectangles, were it an edge.
  package func meets(_ other: CGRect) -> Bool { !clipped(to: other).isNull }

  // Foundation's own, made ambiguous by these: the compiler takes neither.

  @available(*, deprecated, message: "stops the program at NaN; use clipped(to:)")
  package func intersection(_ other: CGRect) -> CGRect { clipped(to: other) }
  @available(*, deprecated, message: "stops the program at NaN; use meets(_:)")
  package func intersects(_ other: CGRect) -> Bool { meets(other) }
}

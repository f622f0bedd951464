package import Foundation

extension CGRect {
  /// The intersection with another rectangle; null when there is none, and for rectangles with NaN.
  ///
  /// Foundation's `intersection` stops the program at NaN, which sums of finite numbers can
  /// produce.
  package func clipped(to other: CGRect) -> CGRect {
    guard minX <= maxX, minY <= maxY, other.minX <= other.maxX, other.minY <= other.maxY else {
      return .null
    }
    let (left, right) = (max(minX, other.minX), min(maxX, other.maxX))
    let (top, bottom) = (max(minY, other.minY), min(maxY, other.maxY))
    guard left <= right, top <= bottom else { return .null }
    return CGRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Whether the rectangles have at least an edge in common.
  package func meets(_ other: CGRect) -> Bool { !clipped(to: other).isNull }

  // These make Foundation's own functions ambiguous, so that the compiler accepts neither.

  @available(*, deprecated, message: "stops the program at NaN; use clipped(to:)")
  package func intersection(_ other: CGRect) -> CGRect { clipped(to: other) }
  @available(*, deprecated, message: "stops the program at NaN; use meets(_:)")
  package func intersects(_ other: CGRect) -> Bool { meets(other) }
}

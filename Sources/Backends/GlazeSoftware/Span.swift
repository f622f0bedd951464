import Foundation
import GlazeGeometry

/// Positions x along a row from `start` to `end`, in pixels; empty when `start` is greater.
struct Span {
  var start: Double
  var end: Double

  static let all = Span(start: -.infinity, end: .infinity)
  static let none = Span(start: .infinity, end: -.infinity)

  @inline(__always) var isEmpty: Bool { !(start <= end) }

  @inline(__always) func intersection(_ other: Span) -> Span {
    Span(start: max(start, other.start), end: min(end, other.end))
  }

  /// The part where `slope * x + offset` is not negative.
  @inline(__always) init(slope: Double, offset: Double) {
    if slope > 0 {
      self.init(start: -offset / slope, end: .infinity)
    } else if slope < 0 {
      self.init(start: -.infinity, end: -offset / slope)
    } else {
      self = offset >= 0 ? .all : .none
    }
  }

  @inline(__always) init(start: Double, end: Double) {
    self.start = start
    self.end = end
  }

  /// Removes `hole` and keeps the longer of the remaining parts.
  @inline(__always) mutating func remove(_ hole: Span) {
    if hole.isEmpty || hole.end < start || hole.start > end { return }
    if hole.start - start >= end - hole.end {
      end = hole.start
    } else {
      start = hole.end
    }
  }
}

/// Pixels of a row from `start` up to but not including `end`; empty when `start` is not less.
struct Pixels {
  var start: Int
  var end: Int

  @inline(__always) init(_ start: Int, _ end: Int) {
    self.start = start
    self.end = end
  }

  /// The pixels whose centers lie in the span, ends included, limited to `limits`.
  @inline(__always) init(centresIn span: Span, limits: Pixels) {
    let start = span.isEmpty ? limits.start : Self.ceiling(span.start - 0.5, limits)
    let end = span.isEmpty ? limits.start : Self.floor(span.end + 0.5, limits)
    self.init(start, max(start, end))
  }

  // The baseline of x86-64 has an instruction that truncates, but none that rounds up or down, and
  // pixels are not negative.

  @inline(__always) static func ceiling(_ x: Double, _ limits: Pixels) -> Int {
    let limited = max(Double(limits.start), min(Double(limits.end), x))
    let truncated = Int(clamping: limited)
    return Double(truncated) < limited ? truncated + 1 : truncated
  }

  @inline(__always) static func floor(_ x: Double, _ limits: Pixels) -> Int {
    Int(clamping: max(Double(limits.start), min(Double(limits.end), x)))
  }

  @inline(__always) var count: Int { end - start }
  @inline(__always) var isEmpty: Bool { end <= start }

  /// The span from the outer edge of the first pixel to that of the last.
  @inline(__always) var span: Span { Span(start: Double(start), end: Double(end)) }

  @inline(__always) func contains(_ other: Pixels) -> Bool {
    start <= other.start && other.end <= end
  }

  @inline(__always) func intersection(_ other: Pixels) -> Pixels {
    Pixels(max(start, other.start), min(end, other.end))
  }
}

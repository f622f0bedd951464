package import Foundation

/// The outline of a path as flat values: the content of a `CGPath`, which planners and backends
/// read.
///
/// **Shape**: `verbs` contains the types of the elements, `points` the coordinates of all verbs in
/// order: one point for move and line, two for a quadratic curve (control, end), three for a cubic
/// one (control, control, end), none for close. Every subpath begins with a move, also after a
/// close.
package struct PathElements: Sendable, Hashable {
  /// The type of an element; the raw values are those of `CGPathElementType`.
  package enum Verb {
    /// Begins a subpath.
    package static let move: UInt8 = 0
    /// A straight line.
    package static let line: UInt8 = 1
    /// A quadratic Bézier curve.
    package static let quad: UInt8 = 2
    /// A cubic Bézier curve.
    package static let cubic: UInt8 = 3
    /// A straight line to the start of the subpath, which ends there.
    package static let close: UInt8 = 4

    /// Returns the number of points of a verb.
    package static func pointCount(_ verb: UInt8) -> Int {
      verb == close ? 0 : verb == move ? 1 : Int(verb)
    }
  }

  /// The verbs, one byte for each element.
  package private(set) var verbs: [UInt8] = []
  /// The points of all elements.
  package private(set) var points: [CGPoint] = []

  /// The start of the current subpath.
  private var start = CGPoint.zero

  /// Makes an empty outline.
  package init() {}

  /// Makes room for points, and for as many elements as curves have.
  package mutating func reserve(points count: Int) {
    points.reserveCapacity(count)
    verbs.reserveCapacity(count / 3 + 2)
  }

  /// Whether there are no elements.
  package var isEmpty: Bool { verbs.isEmpty }

  /// The start of the next segment; nil while the outline is empty.
  package var currentPoint: CGPoint? {
    guard let last = verbs.last else { return nil }
    return last == Verb.close ? start : points.last
  }

  /// Begins a subpath.
  package mutating func move(to p: CGPoint) {
    verbs.append(Verb.move)
    points.append(p)
    start = p
  }

  /// Adds a line; does nothing without a current point.
  package mutating func line(to p: CGPoint) {
    guard beginSegment() else { return }
    verbs.append(Verb.line)
    points.append(p)
  }

  /// Adds a quadratic curve; does nothing without a current point.
  package mutating func quad(to p: CGPoint, control c: CGPoint) {
    guard beginSegment() else { return }
    verbs.append(Verb.quad)
    points.append(c)
    points.append(p)
  }

  /// Adds a cubic curve; does nothing without a current point.
  package mutating func cubic(to p: CGPoint, control1 c1: CGPoint, control2 c2: CGPoint) {
    guard beginSegment() else { return }
    verbs.append(Verb.cubic)
    points.append(c1)
    points.append(c2)
    points.append(p)
  }

  /// Closes the subpath; does nothing without one.
  package mutating func close() {
    guard let last = verbs.last, last != Verb.close else { return }
    verbs.append(Verb.close)
  }

  /// Ensures that a subpath is open; false when there is no current point at which to begin.
  private mutating func beginSegment() -> Bool {
    guard let last = verbs.last else { return false }
    // The move frees readers from remembering the start of the closed subpath.
    if last == Verb.close { move(to: start) }
    return true
  }

  /// Adds all elements of another outline.
  package mutating func append(_ other: PathElements) {
    guard !other.isEmpty else { return }
    verbs.append(contentsOf: other.verbs)
    points.append(contentsOf: other.points)
    start = other.start
  }

  /// Returns the outline with every point mapped.
  package func applying(_ t: CGAffineTransform) -> PathElements {
    guard !t.isIdentity else { return self }
    var result = self
    result.points = points.map { $0.applying(t) }
    result.start = start.applying(t)
    return result
  }

  /// Returns the outline with its points replaced by the same number of others.
  package func replacing(points: [CGPoint]) -> PathElements {
    precondition(points.count == self.points.count, "An outline keeps its number of points")
    var result = self
    result.points = points
    var i = 0
    for verb in verbs {
      if verb == Verb.move { result.start = points[i] }
      i += Verb.pointCount(verb)
    }
    return result
  }

  /// One element with the points that it adds, and its start point.
  package enum Element: Sendable, Hashable {
    /// Begins a subpath.
    case move(CGPoint)
    /// A straight line.
    case line(from: CGPoint, to: CGPoint)
    /// A quadratic Bézier curve.
    case quad(from: CGPoint, control: CGPoint, to: CGPoint)
    /// A cubic Bézier curve.
    case cubic(from: CGPoint, control1: CGPoint, control2: CGPoint, to: CGPoint)
    /// The line from the current point to the start of the subpath, which ends there.
    case close(from: CGPoint, to: CGPoint)
  }

  /// Calls `body` with every element in order.
  package func forEach(_ body: (Element) throws -> Void) rethrows {
    var i = 0
    var current = CGPoint.zero
    var begin = CGPoint.zero
    for verb in verbs {
      switch verb {
      case Verb.move:
        begin = points[i]
        current = begin
        try body(.move(begin))
      case Verb.line:
        try body(.line(from: current, to: points[i]))
        current = points[i]
      case Verb.quad:
        try body(.quad(from: current, control: points[i], to: points[i + 1]))
        current = points[i + 1]
      case Verb.cubic:
        try body(
          .cubic(from: current, control1: points[i], control2: points[i + 1], to: points[i + 2]))
        current = points[i + 2]
      default:
        try body(.close(from: current, to: begin))
        current = begin
      }
      i += Verb.pointCount(verb)
    }
  }

  /// Returns whether verbs and points are equal.
  package static func == (lhs: PathElements, rhs: PathElements) -> Bool {
    lhs.verbs == rhs.verbs && lhs.points == rhs.points
  }

  /// Feeds verbs and points into the hasher.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(verbs)
    hasher.combine(points)
  }
}

public import Foundation
import Synchronization

/// An outline of lines and curves.
///
/// **Units and space**: those of the path's user; angles are radians from +x toward +y.
///
/// Paths with equal elements are equal. A path may be shared between threads; a lock protects that
/// of a `CGMutablePath`.
///
/// Observed: Apple header CGPath.h.
public class CGPath: @unchecked Sendable, Hashable {
  // Unchecked, because the class has a subclass. The lock is the only state, so sharing is safe for
  // both.
  private let storage: Mutex<PathElements>

  /// The outline as values: a copy, which later changes of a mutable path do not affect.
  package var elements: PathElements { storage.withLock { $0 } }

  /// The number of elements.
  package var elementCount: Int { storage.withLock { $0.verbs.count } }

  /// Makes a path of the given elements.
  package init(elements: PathElements) { storage = Mutex(elements) }

  func edit(_ body: (inout PathElements) -> Void) { storage.withLock { body(&$0) } }

  /// Makes a rectangle.
  ///
  /// - Parameters:
  ///   - rect: the rectangle; the path begins at its least corner and runs along +x first.
  ///   - transform: maps the points; nil is the identity.
  public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    var elements = PathElements()
    elements.addRect(rect, transform?.pointee ?? .identity)
    self.init(elements: elements)
  }

  /// Makes an ellipse of four curves.
  ///
  /// - Parameters:
  ///   - rect: the rectangle; the path begins at the middle of its edge at greatest x and runs
  ///     toward +y.
  ///   - transform: maps the points; nil is the identity.
  public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    var elements = PathElements()
    elements.addEllipse(in: rect, transform?.pointee ?? .identity)
    self.init(elements: elements)
  }

  /// Makes a rectangle with elliptical corners.
  ///
  /// - Parameters:
  ///   - rect: the rectangle; the path begins at the middle of its edge at greatest x and runs
  ///     toward +y.
  ///   - cornerWidth: limited to half the width.
  ///   - cornerHeight: limited to half the height.
  ///   - transform: maps the points; nil is the identity.
  ///
  /// Apple stops the program when a corner is too large; Glaze limits it.
  public convenience init(
    roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat,
    transform: UnsafePointer<CGAffineTransform>?
  ) {
    var elements = PathElements()
    elements.addRoundedRect(
      rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight, transform?.pointee ?? .identity)
    self.init(elements: elements)
  }

  /// A Boolean value that indicates whether the path has no elements.
  public var isEmpty: Bool { elements.isEmpty }

  /// The start of the next segment; zero for an empty path.
  public var currentPoint: CGPoint { elements.currentPoint ?? .zero }

  /// The box around all points, including control points of curves; null for an empty path.
  public var boundingBox: CGRect { elements.controlBox }

  /// The box around the outline, excluding control points of curves; null for an empty path.
  public var boundingBoxOfPath: CGRect { elements.tightBox }

  /// Returns whether the path is one upright rectangle.
  ///
  /// - Parameter rect: receives the rectangle; may be nil.
  public func isRect(_ rect: UnsafeMutablePointer<CGRect>?) -> Bool {
    guard let found = elements.asRect else { return false }
    rect?.pointee = found
    return true
  }

  /// Returns whether a point lies inside the path; open subpaths count as closed.
  ///
  /// - Parameters:
  ///   - point: the point to test.
  ///   - rule: determines the inside.
  ///   - transform: maps the point before the test.
  ///
  /// - Complexity: linear in the number of elements.
  public func contains(
    _ point: CGPoint, using rule: CGPathFillRule = .winding,
    transform: CGAffineTransform = .identity
  ) -> Bool {
    elements.contains(point.applying(transform), using: rule)
  }

  /// Returns an immutable copy.
  public func copy() -> CGPath? { CGPath(elements: elements) }

  /// Returns an immutable copy with every point mapped; nil is the identity.
  public func copy(using transform: UnsafePointer<CGAffineTransform>?) -> CGPath? {
    CGPath(elements: elements.applying(transform?.pointee ?? .identity))
  }

  /// Returns a copy that can be changed.
  public func mutableCopy() -> CGMutablePath? { CGMutablePath(elements: elements) }

  /// Returns a copy that can be changed, with every point mapped; nil is the identity.
  public func mutableCopy(using transform: UnsafePointer<CGAffineTransform>?) -> CGMutablePath? {
    CGMutablePath(elements: elements.applying(transform?.pointee ?? .identity))
  }

  /// Calls `block` with every element in order.
  ///
  /// The pointer, and the points inside, are only valid during the call.
  public func applyWithBlock(_ block: (UnsafePointer<CGPathElement>) -> Void) {
    let elements = elements
    var points = elements.points
    points.withUnsafeMutableBufferPointer { points in
      // A close has no points, but the pointer must be valid.
      guard let base = points.baseAddress else { return }
      var i = 0
      for verb in elements.verbs {
        guard let type = CGPathElementType(rawValue: Int32(verb)) else { continue }
        var element = CGPathElement(type: type, points: base + i)
        block(&element)
        i += PathElements.Verb.pointCount(verb)
      }
    }
  }

  /// Returns whether both paths have equal elements.
  public static func == (lhs: CGPath, rhs: CGPath) -> Bool {
    lhs === rhs || lhs.elements == rhs.elements
  }

  /// Feeds the elements into the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}

/// The type of a path's element.
///
/// Observed: Apple header CGPath.h; the raw values are Apple's.
public enum CGPathElementType: Int32, Sendable, Hashable {
  /// Begins a subpath: one point.
  case moveToPoint = 0
  /// A straight line: one point.
  case addLineToPoint = 1
  /// A quadratic curve: control point, end.
  case addQuadCurveToPoint = 2
  /// A cubic curve: two control points, end.
  case addCurveToPoint = 3
  /// Closes the subpath: no point.
  case closeSubpath = 4
}

/// An element of a path, as `CGPath.applyWithBlock(_:)` passes it.
///
/// Observed: Apple header CGPath.h.
public struct CGPathElement {
  /// The type of the element.
  public var type: CGPathElementType
  /// The element's points: 1, 1, 2, 3 or 0 of them, by type.
  public var points: UnsafeMutablePointer<CGPoint>

  /// Makes an element.
  public init(type: CGPathElementType, points: UnsafeMutablePointer<CGPoint>) {
    self.type = type
    self.points = points
  }
}

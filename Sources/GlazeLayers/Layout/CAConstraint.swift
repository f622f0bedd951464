public import Foundation

/// An edge, a middle or a size of a layer's frame.
///
/// Observed: Apple header CAConstraint.h.
public enum CAConstraintAttribute: Int32, Sendable, CaseIterable {
  /// The edge with the smallest x.
  case minX = 0
  /// The middle between the two.
  case midX
  /// The edge with the greatest x.
  case maxX
  /// The width.
  case width
  /// The edge with the smallest y.
  case minY
  /// The middle between the two.
  case midY
  /// The edge with the greatest y.
  case maxY
  /// The height.
  case height
}

/// One equation of a layout: `attribute = scale * source's attribute + offset`.
///
/// Observed: Apple header CAConstraint.h.
open class CAConstraint: NSObject {
  /// What of the layer is determined.
  public final let attribute: CAConstraintAttribute
  /// The name of a sibling, or `superlayer` for the superlayer's bounds.
  public final let sourceName: String
  /// What of the source it is determined by.
  public final let sourceAttribute: CAConstraintAttribute
  /// What the source's value is multiplied with.
  public final let scale: CGFloat
  /// What is added, in points.
  public final let offset: CGFloat

  /// Makes an equation.
  public init(
    attribute attr: CAConstraintAttribute, relativeTo srcId: String,
    attribute srcAttr: CAConstraintAttribute, scale m: CGFloat, offset c: CGFloat
  ) {
    attribute = attr
    sourceName = srcId
    sourceAttribute = srcAttr
    scale = m
    offset = c
    super.init()
  }

  /// Makes an equation without a scale.
  public convenience init(
    attribute attr: CAConstraintAttribute, relativeTo srcId: String,
    attribute srcAttr: CAConstraintAttribute, offset c: CGFloat
  ) {
    self.init(attribute: attr, relativeTo: srcId, attribute: srcAttr, scale: 1, offset: c)
  }

  /// Makes two attributes equal.
  public convenience init(
    attribute attr: CAConstraintAttribute, relativeTo srcId: String,
    attribute srcAttr: CAConstraintAttribute
  ) {
    self.init(attribute: attr, relativeTo: srcId, attribute: srcAttr, scale: 1, offset: 0)
  }
}

/// Places sublayers by their `constraints`.
///
/// Two attributes of an axis determine the frame there; one edge or middle alone keeps the size, a
/// size alone keeps the edge with the smallest coordinate. Equations that contradict one another
/// leave that axis of the layer as it is; equations that name no sibling, or depend on themselves,
/// do not count.
///
/// - Complexity: O(sublayers + constraints) a layout.
///
/// Observed: Apple header CAConstraintLayoutManager.h. What one attribute alone does, and what
/// becomes of contradictions and cycles, is our choice.
open class CAConstraintLayoutManager: NSObject, CALayoutManager {
  /// Makes a manager, which any number of layers may share.
  public override init() {
    super.init()
  }

  /// Places the sublayers of a layer.
  open func layoutSublayers(of layer: CALayer) {
    var solver = ConstraintSolver(layer)
    solver.solve()
  }
}

extension CALayer {
  /// The equations that a `CAConstraintLayoutManager` of the superlayer places the layer by;
  /// default nil.
  public final var constraints: [CAConstraint]? {
    get { objects.constraints }
    set {
      objects.constraints = newValue
      noteChange(.undrawn)
      owner?.setNeedsLayout()
    }
  }

  /// Adds an equation to `constraints`.
  public final func addConstraint(_ c: CAConstraint) {
    constraints = (constraints ?? []) + [c]
  }
}

public import Foundation
import GlazeGeometry

/// An edge, a middle or a size of a layer's frame.
///
/// Observed: Apple header CAConstraint.h.
public enum CAConstraintAttribute: Int32, Sendable, CaseIterable {
  /// The edge with the smallest x.
  case minX = 0
  /// The middle between the edges of x.
  case midX
  /// The edge with the greatest x.
  case maxX
  /// The width.
  case width
  /// The edge with the smallest y.
  case minY
  /// The middle between the edges of y.
  case midY
  /// The edge with the greatest y.
  case maxY
  /// The height.
  case height
}

/// One equation of a layout: `attribute = scale * source's attribute + offset`.
///
/// Observed: Apple header CAConstraint.h.
open class CAConstraint: NSObject, LayerArchivable {
  /// The attribute of the layer that the equation determines.
  public final let attribute: CAConstraintAttribute
  /// The name of a sibling, or `superlayer` for the superlayer's bounds.
  public final let sourceName: String
  /// The attribute of the source.
  public final let sourceAttribute: CAConstraintAttribute
  /// The factor of the source's value.
  public final let scale: CGFloat
  /// The offset that is added, in points.
  public final let offset: CGFloat

  /// Creates an equation.
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

  /// Reads an equation from an archive.
  ///
  /// - Returns: nil if the archive is malformed; the coder receives the error.
  public required init?(coder: NSCoder) {
    let names = ["attribute", "sourceAttribute"]
    let attributes = coder.numbers(forKeys: names)?.compactMap {
      Int32(exactly: $0).flatMap(CAConstraintAttribute.init)
    }
    guard let attributes, attributes.count == 2,
      let numbers = coder.numbers(forKeys: ["scale", "offset"]),
      let sourceName = coder.archivedValue(forKey: "sourceName") as? String
    else {
      coder.refuse("constraints", expected: "equations")
      return nil
    }
    (attribute, sourceAttribute) = (attributes[0], attributes[1])
    (scale, offset) = (CGFloat(numbers[0]), CGFloat(numbers[1]))
    self.sourceName = sourceName
    super.init()
  }

  /// A Boolean value that indicates whether secure archives may hold equations: true.
  open class var supportsSecureCoding: Bool { true }

  /// Writes the equation.
  open func encode(with coder: NSCoder) {
    coder.encode(Int(attribute.rawValue), forKey: "attribute")
    coder.encode(Int(sourceAttribute.rawValue), forKey: "sourceAttribute")
    coder.encode(Double(scale), forKey: "scale")
    coder.encode(Double(offset), forKey: "offset")
    coder.encode(sourceName as NSString, forKey: "sourceName")
  }

  /// Returns Apple's name of the class, which replaces the class where it is unknown.
  open override class func classFallbacksForKeyedArchiver() -> [String] {
    ArchivedClass.fallbacks(of: self)
  }

  /// Creates an equation without a scale.
  public convenience init(
    attribute attr: CAConstraintAttribute, relativeTo srcId: String,
    attribute srcAttr: CAConstraintAttribute, offset c: CGFloat
  ) {
    self.init(attribute: attr, relativeTo: srcId, attribute: srcAttr, scale: 1, offset: c)
  }

  /// Creates an equation that makes two attributes equal.
  public convenience init(
    attribute attr: CAConstraintAttribute, relativeTo srcId: String,
    attribute srcAttr: CAConstraintAttribute
  ) {
    self.init(attribute: attr, relativeTo: srcId, attribute: srcAttr, scale: 1, offset: 0)
  }
}

/// A layout manager that places sublayers by their `constraints`.
///
/// Two attributes of an axis determine the frame there; one edge or middle alone keeps the size, a
/// size alone keeps the edge with the smallest coordinate. Contradictory equations leave that axis
/// of the layer unchanged; equations that name no sibling, or depend on themselves, are ignored.
///
/// - Complexity: O(sublayers + constraints) per layout.
///
/// Observed: Apple header CAConstraintLayoutManager.h. The effect of a single attribute, and the
/// handling of contradictions and cycles, are our choice.
open class CAConstraintLayoutManager: NSObject, CALayoutManager, LayerArchivable {
  /// Creates a manager, which any number of layers may share.
  public override init() {
    super.init()
  }

  /// Reads a manager from an archive.
  public required init?(coder: NSCoder) {
    super.init()
  }

  /// A Boolean value that indicates whether secure archives may hold managers: true.
  open class var supportsSecureCoding: Bool { true }

  /// Writes nothing: managers have no state.
  open func encode(with coder: NSCoder) {}

  /// Returns Apple's name of the class, which replaces the class where it is unknown.
  open override class func classFallbacksForKeyedArchiver() -> [String] {
    ArchivedClass.fallbacks(of: self)
  }

  /// Lays out the sublayers of a layer.
  open func layoutSublayers(of layer: CALayer) {
    var solver = ConstraintSolver(layer)
    solver.solve()
  }
}

extension CALayer {
  /// The equations by which a `CAConstraintLayoutManager` of the superlayer places the layer;
  /// default nil.
  public final var constraints: [CAConstraint]? {
    get { objects.constraints }
    set {
      if refusesChange("constraints") { return }
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

public import Foundation
import GlazeGeometry

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
open class CAConstraint: NSObject, LayerArchivable {
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

  /// Reads an equation from an archive.
  ///
  /// - Returns: nil when the archive is not what it says; the coder is told.
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

  /// Whether archives that ask for safety may hold equations: true.
  open class var supportsSecureCoding: Bool { true }

  /// Writes the equation.
  open func encode(with coder: NSCoder) {
    coder.encode(Int(attribute.rawValue), forKey: "attribute")
    coder.encode(Int(sourceAttribute.rawValue), forKey: "sourceAttribute")
    coder.encode(Double(scale), forKey: "scale")
    coder.encode(Double(offset), forKey: "offset")
    coder.encode(sourceName as NSString, forKey: "sourceName")
  }

  /// Apple's name of the class, which stands for it where it is not known.
  open override class func classFallbacksForKeyedArchiver() -> [String] {
    ArchivedClass.fallbacks(of: self)
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
open class CAConstraintLayoutManager: NSObject, CALayoutManager, LayerArchivable {
  /// Makes a manager, which any number of layers may share.
  public override init() {
    super.init()
  }

  /// Reads a manager from an archive.
  public required init?(coder: NSCoder) {
    super.init()
  }

  /// Whether archives that ask for safety may hold managers: true.
  open class var supportsSecureCoding: Bool { true }

  /// Writes nothing: managers are all the same.
  open func encode(with coder: NSCoder) {}

  /// Apple's name of the class, which stands for it where it is not known.
  open override class func classFallbacksForKeyedArchiver() -> [String] {
    ArchivedClass.fallbacks(of: self)
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

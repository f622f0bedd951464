import Foundation

/// The properties of a class, with those that it inherits: the single list of their names.
///
/// It serves key-value coding, the readers and writers of files, and animations.
package final class PropertyTable: Sendable {
  /// Apple's name of the class, as in files.
  package let className: String
  /// All properties, those of base classes first.
  package let properties: [LayerProperty]
  /// A Boolean value that indicates whether the special features of the class are drawn.
  package let isClassDrawn: Bool
  private let indices: [String: Int]

  package init(
    _ className: String, inherits base: PropertyTable? = nil, isClassDrawn: Bool = true,
    aliases: [String: String] = [:], _ own: [LayerProperty]
  ) {
    self.className = className
    self.isClassDrawn = isClassDrawn
    var all = base?.properties ?? []
    var indices = base?.indices ?? [:]
    for property in own {
      indices[property.name] = all.count
      all.append(property)
    }
    for (alias, name) in aliases { indices[alias] = indices[name] }
    properties = all
    self.indices = indices
  }

  /// Returns the property with a name, or with Swift's spelling of it (`isHidden` for `hidden`).
  ///
  /// - Complexity: O(1).
  package subscript(name: String) -> LayerProperty? {
    indices[name].map { properties[$0] }
  }
}

extension PropertyTable {
  package static let layer = PropertyTable(
    "CALayer",
    aliases: [
      "isHidden": "hidden", "isDoubleSided": "doubleSided", "isOpaque": "opaque",
      "isGeometryFlipped": "geometryFlipped",
    ],
    geometry + contents + appearance + effects + rest + timing(of))

  private static let of = PropertyBuilder<CALayer>()

  private static let geometry = [
    of.rect("bounds", \.bounds, .geometry),
    of.point("position", \.position, .place),
    of.double("zPosition", \.zPosition, .place).in(.points),
    of.point("anchorPoint", \.anchorPoint, .geometry).in(.unitSquare),
    of.double("anchorPointZ", \.anchorPointZ, .transform).in(.points),
    of.transform("transform", \.transform, .transform),
    of.transform("sublayerTransform", \.sublayerTransform, .transform),
    of.rect("frame", \.frame, .geometry, animatable: false),
    of.bool("hidden", \.isHidden, .appearance, animatable: true),
    of.bool("doubleSided", \.isDoubleSided, .appearance, animatable: true),
    of.bool("geometryFlipped", \.isGeometryFlipped, .geometry),
    of.bool("masksToBounds", \.masksToBounds, .appearance, animatable: true),
  ]

  private static let contents = [
    of.object("contents", .image, \.contents, .contents, animatable: true),
    of.rect("contentsRect", \.contentsRect, .contents).in(.unitSquare),
    of.rect("contentsCenter", \.contentsCenter, .contents).in(.unitSquare),
    of.name(
      "contentsGravity",
      [
        .center, .top, .bottom, .left, .right, .topLeft, .topRight, .bottomLeft, .bottomRight,
        .resize, .resizeAspect, .resizeAspectFill,
      ], \.contentsGravity, .contents),
    // Apple's files contain this key and the next one; they are in no public header.
    of.transform("contentsTransform", \.contentsTransform, .contents),
    of.name("contentsScaling", [.stretch, .repeat], \.contentsScaling, .contents),
    of.color("contentsMultiplyColor", \.contentsMultiplyColor, .contents),
    of.double("contentsScale", \.contentsScale, .contents).in(.pixelsPerPoint),
    of.name(
      "contentsFormat", [.RGBA8Uint, .RGBA16Float, .gray8Uint, .automatic], \.contentsFormat),
    of.name(
      "minificationFilter", [.nearest, .linear, .trilinear], \.minificationFilter, .contents),
    of.name(
      "magnificationFilter", [.nearest, .linear, .trilinear], \.magnificationFilter, .contents),
    of.float("minificationFilterBias", \.minificationFilterBias, .contents),
    of.bool("opaque", \.isOpaque),
    of.bool("needsDisplayOnBoundsChange", \.needsDisplayOnBoundsChange),
    of.bool("drawsAsynchronously", \.drawsAsynchronously),
    of.bool("wantsExtendedDynamicRangeContent", \.wantsExtendedDynamicRangeContent, drawn: false),
    of.name(
      "toneMapMode", [.automatic, .never, .ifSupported], \.toneMapMode, drawn: false),
    of.name(
      "preferredDynamicRange", [.automatic, .standard, .constrainedHigh, .high],
      \.preferredDynamicRange, drawn: false),
    of.double("contentsHeadroom", \.contentsHeadroom, animatable: false, drawn: false),
    of.bool("wantsDynamicContentScaling", \.wantsDynamicContentScaling),
  ]

  private static let appearance = [
    of.color("backgroundColor", \.backgroundColor, .appearance),
    of.double("cornerRadius", \.cornerRadius, .appearance).in(.points),
    of.bits("maskedCorners", \.maskedCorners, .appearance),
    of.name("cornerCurve", [.circular, .continuous], \.cornerCurve, .appearance),
    // This is the name that cornerCurve had before it was public; files still use it.
    of.bool("continuousCorners", \.hasContinuousCorners, .appearance),
    of.double("borderWidth", \.borderWidth, .appearance).in(.points),
    of.color("borderColor", \.borderColor, .appearance),
    of.float("opacity", \.opacity, .appearance),
    of.bool("allowsGroupOpacity", \.allowsGroupOpacity, .appearance),
    of.bool("allowsGroupBlending", \.allowsGroupBlending, .appearance),
    of.bits("edgeAntialiasingMask", \.edgeAntialiasingMask, .appearance),
    of.bool("allowsEdgeAntialiasing", \.allowsEdgeAntialiasing, .appearance),
  ]

  private static let effects = [
    of.object("mask", .layer, \.mask, .structure),
    of.object("compositingFilter", .filter, \.compositingFilter, .effects, animatable: true),
    of.object("filters", .filters, \.filters, .effects, animatable: true),
    of.object(
      "backgroundFilters", .filters, \.backgroundFilters, .effects, animatable: true),
    of.bool("shouldRasterize", \.shouldRasterize, .effects, animatable: true),
    of.double("rasterizationScale", \.rasterizationScale, .effects).in(.pixelsPerPoint),
    of.color("shadowColor", \.shadowColor, .shadow),
    of.float("shadowOpacity", \.shadowOpacity, .shadow),
    of.size("shadowOffset", \.shadowOffset, .shadow),
    of.double("shadowRadius", \.shadowRadius, .shadow).in(.points),
    of.path("shadowPath", \.shadowPath, .shadow, drawn: true),
    // Apple's own files contain it; it is in no public header.
    of.bool("shadowPathIsBounds", \.shadowPathIsBounds, .shadow),
  ]

  private static let rest = [
    of.object("sublayers", .layers, \.sublayers, .structure),
    of.text("name", \.name, .name),
    of.bits("autoresizingMask", \.autoresizingMask),
    of.object("delegate", .object, \.delegate),
    of.object("layoutManager", .object, \.layoutManager),
    of.object("actions", .object, \.actions),
    of.object("style", .object, \.style),
  ]
}

extension CALayer {
  /// `cornerCurve` as the Boolean value that it was.
  fileprivate final var hasContinuousCorners: Bool {
    get { cornerCurve == .continuous }
    set { cornerCurve = newValue ? .continuous : .circular }
  }
}

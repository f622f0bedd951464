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

  private static let of = PropertyBuilder<CALayer, LayerRecord>()

  private static let geometry = [
    of("bounds", \.bounds, .geometry, field: \.shownBounds).acting(),
    of("position", \.position, .place, field: \.state.position).acting(),
    of("zPosition", \.zPosition, .place, field: \.state.zPosition).in(.points).acting(),
    of("anchorPoint", \.anchorPoint, .geometry, field: \.state.anchorPoint).in(.unitSquare)
      .acting(),
    of("anchorPointZ", \.anchorPointZ, .transform, field: \.state.anchorPointZ).in(.points)
      .acting(),
    of("transform", \.transform, .transform, field: \.state.transform).acting(),
    of("sublayerTransform", \.sublayerTransform, .transform, field: \.state.sublayerTransform)
      .acting(),
    of("frame", \.frame, .geometry),
    of("hidden", \.isHidden, .appearance, field: \.state.flags[.isHidden]).acting(.transition),
    of("doubleSided", \.isDoubleSided, .appearance, field: \.state.flags[.isDoubleSided]),
    of("geometryFlipped", \.isGeometryFlipped, .geometry).acting(.transition),
    of("masksToBounds", \.masksToBounds, .appearance, field: \.state.flags[.masksToBounds]).acting(
      .transition),
  ]

  private static let contents = [
    of.object("contents", .image, \.contents, .contents, field: \.shownImage).acting(),
    of("contentsRect", \.contentsRect, .contents, field: \.state.contentsRect).in(.unitSquare)
      .acting(),
    of("contentsCenter", \.contentsCenter, .contents, field: \.state.contentsCenter).in(
      .unitSquare
    ).acting(),
    of.name(
      "contentsGravity",
      [
        .center, .top, .bottom, .left, .right, .topLeft, .topRight, .bottomLeft, .bottomRight,
        .resize, .resizeAspect, .resizeAspectFill,
      ], \.contentsGravity, .contents),
    // Apple's files contain this key and the next one; they are in no public header.
    of("contentsTransform", \.contentsTransform, .contents, field: \.state.contentsTransform),
    of.name("contentsScaling", [.stretch, .repeat], \.contentsScaling, .contents),
    of.color(
      "contentsMultiplyColor", \.contentsMultiplyColor, .contents,
      field: \.objects.contentsMultiplyColor),
    of("contentsScale", \.contentsScale, .contents, field: \.state.contentsScale).in(
      .pixelsPerPoint
    ).acting(),
    of.name(
      "contentsFormat", [.RGBA8Uint, .RGBA16Float, .gray8Uint, .automatic], \.contentsFormat),
    of.name(
      "minificationFilter", [.nearest, .linear, .trilinear], \.minificationFilter, .contents),
    of.name(
      "magnificationFilter", [.nearest, .linear, .trilinear], \.magnificationFilter, .contents),
    of(
      "minificationFilterBias", \.minificationFilterBias, .contents,
      field: \.state.minificationFilterBias),
    of("opaque", \.isOpaque),
    of("needsDisplayOnBoundsChange", \.needsDisplayOnBoundsChange),
    of("drawsAsynchronously", \.drawsAsynchronously),
    of("wantsExtendedDynamicRangeContent", \.wantsExtendedDynamicRangeContent, drawn: false),
    of.name(
      "toneMapMode", [.automatic, .never, .ifSupported], \.toneMapMode, drawn: false),
    of.name(
      "preferredDynamicRange", [.automatic, .standard, .constrainedHigh, .high],
      \.preferredDynamicRange, drawn: false),
    of("contentsHeadroom", \.contentsHeadroom, drawn: false),
    of("wantsDynamicContentScaling", \.wantsDynamicContentScaling),
  ]

  private static let appearance = [
    of.color("backgroundColor", \.backgroundColor, .appearance, field: \.objects.backgroundColor)
      .acting(),
    of("cornerRadius", \.cornerRadius, .appearance, field: \.state.cornerRadius).in(.points)
      .acting(),
    of.bits("maskedCorners", \.maskedCorners, .appearance).acting(.transition),
    of.name("cornerCurve", [.circular, .continuous], \.cornerCurve, .appearance),
    // This is the name that cornerCurve had before it was public; files still use it.
    of("continuousCorners", \.hasContinuousCorners, .appearance),
    of("borderWidth", \.borderWidth, .appearance, field: \.state.borderWidth).in(.points).acting(),
    of.color("borderColor", \.borderColor, .appearance, field: \.objects.borderColor).acting(),
    of("opacity", \.opacity, .appearance, field: \.state.opacity).acting(),
    of(
      "allowsGroupOpacity", \.allowsGroupOpacity, .appearance,
      field: \.state.flags[.allowsGroupOpacity]),
    of(
      "allowsGroupBlending", \.allowsGroupBlending, .appearance,
      field: \.state.flags[.allowsGroupBlending]),
    of.bits("edgeAntialiasingMask", \.edgeAntialiasingMask, .appearance),
    of("allowsEdgeAntialiasing", \.allowsEdgeAntialiasing, .appearance),
  ]

  private static let effects = [
    of.object("mask", .layer, \.mask, .structure).acting(.transition),
    of.object("compositingFilter", .filter, \.compositingFilter, .effects),
    of.object("filters", .filters, \.filters, .effects).acting(.transition),
    of.object(
      "backgroundFilters", .filters, \.backgroundFilters, .effects),
    of("shouldRasterize", \.shouldRasterize, .effects, field: \.state.flags[.shouldRasterize]),
    of("rasterizationScale", \.rasterizationScale, .effects, field: \.state.rasterizationScale).in(
      .pixelsPerPoint),
    of.color("shadowColor", \.shadowColor, .shadow, field: \.objects.shadowColor).acting(),
    of("shadowOpacity", \.shadowOpacity, .shadow, field: \.state.shadowOpacity).acting(),
    of("shadowOffset", \.shadowOffset, .shadow, field: \.state.shadowOffset).acting(),
    of("shadowRadius", \.shadowRadius, .shadow, field: \.state.shadowRadius).in(.points).acting(),
    of.path("shadowPath", \.shadowPath, .shadow, field: \.objects.shadowPath),
    // Apple's own files contain it; it is in no public header.
    of(
      "shadowPathIsBounds", \.shadowPathIsBounds, .shadow, field: \.state.flags[.shadowPathIsBounds]
    ),
  ]

  private static let rest = [
    of.object("sublayers", .layers, \.sublayers, .structure).acting(.transition),
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

import Foundation

/// The properties of a class, with those that it inherits: the single list of their names.
///
/// It serves key-value coding, the readers and writers of files, and animations.
package final class PropertyTable: Sendable {
  /// Apple's name of the class, as in files.
  package let className: String
  /// A description of the class, as a sentence.
  package let summary: String
  /// The table of the class from which this one inherits.
  package let base: PropertyTable?
  /// All properties, those of base classes first.
  package let properties: [LayerProperty]
  /// A Boolean value that indicates whether the special features of the class are drawn.
  package let isClassDrawn: Bool
  private let indices: [String: Int]

  package init(
    _ className: String, _ summary: String, inherits base: PropertyTable? = nil,
    isClassDrawn: Bool = true,
    aliases: [String: String] = [:], _ own: [LayerProperty]
  ) {
    self.className = className
    self.summary = summary
    self.base = base
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

  /// The properties that the base class does not have.
  package var own: ArraySlice<LayerProperty> { properties[(base?.properties.count ?? 0)...] }

  /// Returns the property with a name, or with Swift's spelling of it (`isHidden` for `hidden`).
  ///
  /// - Complexity: O(1).
  package subscript(name: String) -> LayerProperty? {
    indices[name].map { properties[$0] }
  }
}

extension PropertyTable {
  package static let layer = PropertyTable(
    "CALayer", "A rectangle with contents, decoration and sublayers.",
    aliases: [
      "isHidden": "hidden", "isDoubleSided": "doubleSided", "isOpaque": "opaque",
      "isGeometryFlipped": "geometryFlipped",
    ],
    geometry + contents + appearance + effects + rest + timing(of))

  private static let of = PropertyBuilder<CALayer, LayerRecord>()

  private static let geometry = [
    of(
      "bounds", "the layer's coordinate system", \.bounds, .geometry,
      field: \.shownBounds
    ).written(to: .bounds).acting(),
    of(
      "position", "the position of the anchor in the superlayer", \.position, .place,
      field: \.state.position
    ).written(to: .position).acting(),
    of(
      "zPosition", "the z of `position`; siblings are drawn by depth", \.zPosition, .place,
      field: \.state.zPosition
    ).in(.points).written(to: .zPosition).acting(),
    of(
      "anchorPoint", "the anchor, in units of the bounds", \.anchorPoint, .geometry,
      field: \.state.anchorPoint
    ).in(.unitSquare).written(to: .anchorPoint).acting(),
    of(
      "anchorPointZ", "the z of the anchor", \.anchorPointZ, .transform,
      field: \.state.anchorPointZ
    ).in(.points).acting(),
    of("transform", "applied about the anchor", \.transform, .transform, field: \.state.transform)
      .written(to: .transform).acting(),
    of(
      "sublayerTransform",
      "applied to each sublayer about this layer's anchor, but not to the mask; use it for a perspective",
      \.sublayerTransform, .transform, field: \.state.sublayerTransform
    ).written(to: .sublayerTransform).acting(),
    of("frame", "the box in the superlayer; sets `bounds` and `position`", \.frame, .geometry)
      .held(by: .others),
    of(
      "hidden", "neither the layer nor its sublayers are drawn", \.isHidden, .appearance,
      field: \.state.flags[.isHidden]
    ).acting(.transition),
    of(
      "doubleSided", "whether the layer is drawn when it faces away", \.isDoubleSided, .appearance,
      field: \.state.flags[.isDoubleSided]),
    of(
      "geometryFlipped",
      "mirrors the layer's plane about the horizontal middle of its bounds; images stay upright",
      \.isGeometryFlipped, .geometry
    ).acting(.transition),
    of(
      "masksToBounds",
      "clips the layer, its sublayers and its shadow to the rounded bounds, as one image",
      \.masksToBounds, .appearance, field: \.state.flags[.masksToBounds]
    ).acting(.transition),
  ]

  private static let contents = [
    of.object("contents", "the image", .image, \.contents, .contents, field: \.shownImage).acting(),
    of(
      "contentsRect", "the part of the image that is shown, in units of its size", \.contentsRect,
      .contents, field: \.state.contentsRect
    ).in(.unitSquare).acting(),
    of(
      "contentsCenter", "the part of the shown image that stretches, in units of its size",
      \.contentsCenter, .contents, field: \.state.contentsCenter
    ).in(
      .unitSquare
    ).acting(),
    of.name(
      "contentsGravity",
      "the position and scaling of the image in the bounds; `top` is the largest y",
      [
        .center, .top, .bottom, .left, .right, .topLeft, .topRight, .bottomLeft, .bottomRight,
        .resize, .resizeAspect, .resizeAspectFill,
      ], \.contentsGravity, .contents),
    // Apple's files contain this key and the next one; they are in no public header.
    of(
      "contentsTransform",
      "translates, rotates and scales the contents about the minimum corner of the bounds; must be affine, others have no effect",
      \.contentsTransform, .contents, field: \.state.contentsTransform),
    of.name(
      "contentsScaling",
      "whether the part in `contentsCenter` is stretched, or repeated at its own size",
      [.stretch, .repeat], \.contentsScaling, .contents),
    of.color(
      "contentsMultiplyColor", "multiplies the colors and the alpha of the image",
      \.contentsMultiplyColor, .contents,
      field: \.objects.contentsMultiplyColor),
    of(
      "contentsScale", "pixels of the image per point", \.contentsScale, .contents,
      field: \.state.contentsScale
    ).in(
      .pixelsPerPoint
    ).acting(),
    of.name(
      "contentsFormat",
      "the pixel format of bitmaps that a layer draws itself; with `\"RGBAh\"` the colors of a text layer may leave 0...1",
      [.RGBA8Uint, .RGBA16Float, .gray8Uint, .automatic], \.contentsFormat),
    of.name(
      "minificationFilter",
      "how the image is sampled when it is shown smaller; below half its size `linear` samples one mip level, the last that is not smaller than the shown size",
      [.nearest, .linear, .trilinear], \.minificationFilter, .contents),
    of.name(
      "magnificationFilter", "how the image is sampled when it is shown larger",
      [.nearest, .linear, .trilinear], \.magnificationFilter, .contents),
    of(
      "minificationFilterBias", "added to the mip level of `trilinear`", \.minificationFilterBias,
      .contents,
      field: \.state.minificationFilterBias),
    of("opaque", "a hint for layers that draw themselves; no effect in a document", \.isOpaque),
    of(
      "needsDisplayOnBoundsChange",
      "redraws the layer when its bounds change; no effect in a document",
      \.needsDisplayOnBoundsChange),
    of(
      "drawsAsynchronously", "allows the layer to draw itself later; no effect in a document",
      \.drawsAsynchronously),
    of(
      "wantsExtendedDynamicRangeContent",
      "allows values above white, as far as the output has headroom",
      \.wantsExtendedDynamicRangeContent, .brightness),
    of.name(
      "toneMapMode",
      "whether an image of known headroom is compressed to the layer's range, or clipped",
      [.automatic, .never, .ifSupported], \.toneMapMode, .contents),
    of.name(
      "preferredDynamicRange",
      "the part of the output's headroom that the layer uses: none, its square root, or all",
      [.automatic, .standard, .constrainedHigh, .high],
      \.preferredDynamicRange, .brightness),
    of(
      "contentsHeadroom", "the headroom of the image above white; 0 takes that of the image",
      \.contentsHeadroom, .contents),
    of(
      "wantsDynamicContentScaling",
      "allows the layer to redraw itself at another scale; no effect in a document",
      \.wantsDynamicContentScaling),
  ]

  private static let appearance = [
    of.color(
      "backgroundColor", "fills the rounded bounds, under the image", \.backgroundColor,
      .appearance, field: \.objects.backgroundColor
    ).written(to: .backgroundColor).acting(),
    of(
      "cornerRadius", "the radius of the corners of background, border and clip",
      \.cornerRadius, .appearance, field: \.state.cornerRadius
    ).in(.points).written(to: .cornerRadius).acting(),
    of.bits(
      "maskedCorners", "the corners that are rounded: bits 1, 2, 4, 8", \.maskedCorners, .appearance
    ).acting(.transition),
    of.name(
      "cornerCurve", "the shape of the corners", [.circular, .continuous], \.cornerCurve,
      .appearance),
    // This is the name that cornerCurve had before it was public; files still use it.
    of(
      "continuousCorners", "an older name of `\"cornerCurve\": \"continuous\"`",
      \.hasContinuousCorners, .appearance
    ).held(by: .others),
    of(
      "borderWidth", "the width of the border, which lies inside the bounds",
      \.borderWidth, .appearance, field: \.state.borderWidth
    ).in(.points).acting(),
    of.color(
      "borderColor", "the color of the border", \.borderColor, .appearance,
      field: \.objects.borderColor
    ).acting(),
    of(
      "opacity", "multiplies the layer and its sublayers; clamped to 0...1 when drawn", \.opacity,
      .appearance, field: \.state.opacity
    ).written(to: .opacity).acting(),
    of(
      "allowsGroupOpacity", "whether `opacity` applies to the layer and its sublayers as one image",
      \.allowsGroupOpacity, .appearance,
      field: \.state.flags[.allowsGroupOpacity]),
    of(
      "allowsGroupBlending",
      "whether the blend modes of sublayers blend only with the content of this layer",
      \.allowsGroupBlending, .appearance,
      field: \.state.flags[.allowsGroupBlending]),
    of.bits(
      "edgeAntialiasingMask",
      "the edges that are antialiased: bits 1, 2, 4, 8; `bottom` is the smallest y",
      \.edgeAntialiasingMask, .appearance),
    of(
      "allowsEdgeAntialiasing", "whether edges are antialiased", \.allowsEdgeAntialiasing,
      .appearance),
  ]

  private static let effects = [
    of.object(
      "mask",
      "a layer whose alpha selects the visible part; it is placed like a sublayer, without `sublayerTransform`; its own mask is ignored",
      .layer, \.mask, .structure
    ).acting(.transition),
    of.object(
      "compositingFilter",
      "how the layer blends with the content behind it, such as `\"multiplyBlendMode\"`", .filter,
      \.compositingFilter, .effects),
    of.object(
      "filters", "filters that are applied to the image of the layer and its sublayers, in order",
      .filters, \.filters, .effects
    ).acting(.transition),
    of.object(
      "backgroundFilters",
      "filters that are applied to the content behind the layer and behind the groups that contain it; fades with the layer",
      .filters, \.backgroundFilters, .effects),
    of(
      "shouldRasterize", "caches the layer as a bitmap", \.shouldRasterize, .effects,
      field: \.state.flags[.shouldRasterize]),
    of(
      "rasterizationScale", "pixels per point of that bitmap", \.rasterizationScale, .effects,
      field: \.state.rasterizationScale
    ).in(
      .pixelsPerPoint),
    of.color(
      "shadowColor", "the color of the shadow", \.shadowColor, .shadow, field: \.objects.shadowColor
    ).acting(),
    of(
      "shadowOpacity", "the opacity of the shadow; 0 draws no shadow", \.shadowOpacity, .shadow,
      field: \.state.shadowOpacity
    ).acting(),
    of(
      "shadowOffset", "the offset of the shadow from the layer, in the layer's coordinates",
      \.shadowOffset, .shadow, field: \.state.shadowOffset
    ).acting(),
    of(
      "shadowRadius",
      "the blur: its standard deviation is 0.945 times this value, as in Apple's renderer; negative values are drawn as 0",
      \.shadowRadius, .shadow, field: \.state.shadowRadius
    ).in(.points).acting(),
    of.path(
      "shadowPath",
      "the outline that casts the shadow; without it the shadow is that of the layer's content",
      \.shadowPath, .shadow, field: \.objects.shadowPath),
    // Apple's own files contain it; it is in no public header.
    of(
      "shadowPathIsBounds",
      "whether the rounded bounds cast the shadow when there is no `shadowPath`",
      \.shadowPathIsBounds, .shadow, field: \.state.flags[.shadowPathIsBounds]
    ),
  ]

  private static let rest = [
    of.object("sublayers", "the sublayers, back to front", .layers, \.sublayers, .structure).acting(
      .transition),
    of.text("name", "the name, for people and key paths", \.name, .name),
    of.bits(
      "autoresizingMask",
      "how sublayers are resized when the bounds change; no effect in a document",
      \.autoresizingMask),
    of.object(
      "delegate",
      "the object that draws the layer, lays it out and chooses its actions; set by code", .object,
      \.delegate
    ).held(by: .reference),
    of.object(
      "layoutManager", "the object that lays out the sublayers; set by code", .object,
      \.layoutManager
    ).held(by: .program),
    of.object(
      "actions", "the actions of changes, by key; documents preserve them", .object, \.actions),
    of.object("style", "values for keys that are not set", .object, \.style),
  ]
}

extension CALayer {
  /// `cornerCurve` as the Boolean value that it was.
  fileprivate final var hasContinuousCorners: Bool {
    get { cornerCurve == .continuous }
    set { cornerCurve = newValue ? .continuous : .circular }
  }
}

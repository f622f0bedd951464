import Foundation

// The tables of the subclasses.
extension PropertyTable {
  package static let transformLayer = PropertyTable("CATransformLayer", inherits: layer, [])

  package static let backdropLayer = {
    let of = PropertyBuilder<CABackdropLayer, BackdropRecord>()
    return PropertyTable(
      "CABackdropLayer", inherits: layer,
      [of("scale", \.scale, .undrawn, drawn: false)])
  }()

  package static let gradientLayer = {
    let of = PropertyBuilder<CAGradientLayer, GradientRecord>()
    return PropertyTable(
      "CAGradientLayer", inherits: layer,
      [
        of.object("colors", .array(.color), \.colors, .kind, field: \.colors).acting(),
        of.object("locations", .array(.double), \.locations, .kind, field: \.locations).acting(),
        of("startPoint", \.startPoint, .kind, field: \.startPoint).in(.unitSquare).acting(),
        of("endPoint", \.endPoint, .kind, field: \.endPoint).in(.unitSquare).acting(),
        of.name("type", [.axial, .radial, .conic], \.type, .kind),
      ])
  }()

  package static let shapeLayer = {
    let of = PropertyBuilder<CAShapeLayer, ShapeRecord>()
    return PropertyTable(
      "CAShapeLayer", inherits: layer,
      [
        of.path("path", \.path, .kind, field: \.path),
        of.color("fillColor", \.fillColor, .kind, field: \.fillColor).acting(),
        of.name("fillRule", [.nonZero, .evenOdd], \.fillRule, .kind),
        of.color("strokeColor", \.strokeColor, .kind, field: \.strokeColor).acting(),
        of("strokeStart", \.strokeStart, .kind, field: \.strokeStart).in(.unitSquare).acting(),
        of("strokeEnd", \.strokeEnd, .kind, field: \.strokeEnd).in(.unitSquare).acting(),
        of("lineWidth", \.lineWidth, .kind, field: \.lineWidth).in(.points).acting(),
        of("miterLimit", \.miterLimit, .kind, field: \.miterLimit).acting(),
        of.name("lineCap", [.butt, .round, .square], \.lineCap, .kind),
        of.name("lineJoin", [.miter, .round, .bevel], \.lineJoin, .kind),
        of("lineDashPhase", \.lineDashPhase, .kind, field: \.lineDashPhase).in(.points).acting(),
        of.object(
          "lineDashPattern", .array(.double), \.lineDashPattern, .kind, field: \.lineDashPattern),
      ])
  }()

  package static let replicatorLayer = {
    let of = PropertyBuilder<CAReplicatorLayer, ReplicatorRecord>()
    return PropertyTable(
      "CAReplicatorLayer", inherits: layer,
      [
        of("instanceCount", \.instanceCount, .kind, field: \.instanceCount),
        of("preservesDepth", \.preservesDepth, .structure),
        of("instanceDelay", \.instanceDelay, .kind).in(.seconds),
        of("instanceTransform", \.instanceTransform, .kind, field: \.instanceTransform).acting(),
        of.color("instanceColor", \.instanceColor, .kind, field: \.instanceColor).acting(),
        of("instanceRedOffset", \.instanceRedOffset, .kind, field: \.instanceRedOffset).acting(),
        of("instanceGreenOffset", \.instanceGreenOffset, .kind, field: \.instanceGreenOffset)
          .acting(),
        of("instanceBlueOffset", \.instanceBlueOffset, .kind, field: \.instanceBlueOffset).acting(),
        of("instanceAlphaOffset", \.instanceAlphaOffset, .kind, field: \.instanceAlphaOffset)
          .acting(),
      ])
  }()

  package static let scrollLayer = {
    let of = PropertyBuilder<CAScrollLayer, ScrollRecord>()
    return PropertyTable(
      "CAScrollLayer", inherits: layer,
      [of.name("scrollMode", [.none, .vertically, .horizontally, .both], \.scrollMode)])
  }()

  package static let tiledLayer = {
    let of = PropertyBuilder<CATiledLayer, TiledRecord>()
    return PropertyTable(
      "CATiledLayer", inherits: layer,
      [
        of("levelsOfDetail", \.levelsOfDetail),
        of("levelsOfDetailBias", \.levelsOfDetailBias),
        of("tileSize", \.tileSize).in(.pixels),
      ])
  }()

  package static let emitterLayer = {
    let of = PropertyBuilder<CAEmitterLayer, EmitterRecord>()
    return PropertyTable(
      "CAEmitterLayer", inherits: layer,
      [
        of.object("emitterCells", .cells, \.emitterCells, .kind),
        of("birthRate", \.birthRate, .kind, field: \.birthRate),
        of("lifetime", \.lifetime, .kind, field: \.lifetime),
        of("emitterPosition", \.emitterPosition, .kind, field: \.emitterPosition),
        of("emitterZPosition", \.emitterZPosition, .kind, field: \.emitterZPosition).in(.points),
        of("emitterSize", \.emitterSize, .kind, field: \.emitterSize),
        of("emitterDepth", \.emitterDepth, .kind, field: \.emitterDepth).in(.points),
        of.name(
          "emitterShape", [.point, .line, .rectangle, .cuboid, .circle, .sphere, .path],
          \.emitterShape, .kind),
        of.name(
          "emitterMode", [.points, .outline, .surface, .volume, .sequential], \.emitterMode, .kind),
        of.name(
          "renderMode",
          [.unordered, .oldestFirst, .oldestLast, .backToFront, .additive]
            + CAEmitterLayerRenderMode.blending, \.renderMode, .kind),
        of.path("emitterPath", \.emitterPath, .kind, field: \.emitterPath),
        of.object("emitterBehaviors", .object, \.emitterBehaviors, .kind),
        of("cullRect", \.cullRect, .kind, field: \.cullRect),
        of("preservesDepth", \.preservesDepth, .structure),
        of("velocity", \.velocity, .kind, field: \.velocity),
        of("scale", \.scale, .kind, field: \.scale),
        of("spin", \.spin, .kind, field: \.spin),
        of("spinBias", \.spinBias, .kind, field: \.spinBias),
        of("seed", \.seed, .kind),
      ])
  }()

  package static let emitterCell = PropertyTable(
    "CAEmitterCell", aliases: ["isEnabled": "enabled"],
    cellMotion + cellAppearance + timing(cell))

  private static let cell = PropertyBuilder<CAEmitterCell, CellRecord>()

  private static let cellMotion = [
    cell.text("name", \.name, .undrawn),
    cell("enabled", \.isEnabled, field: \.isEnabled),
    cell("birthRate", \.birthRate, field: \.birthRate).in(.perSecond),
    cell("lifetime", \.lifetime, field: \.lifetime).in(.seconds),
    cell("lifetimeRange", \.lifetimeRange, field: \.lifetimeRange).in(.seconds),
    cell("emissionLatitude", \.emissionLatitude, field: \.emissionLatitude).in(.radians),
    cell("emissionLongitude", \.emissionLongitude, field: \.emissionLongitude).in(.radians),
    cell("emissionRange", \.emissionRange, field: \.emissionRange).in(.radians),
    cell("velocity", \.velocity, field: \.velocity).in(.pointsPerSecond),
    cell("velocityRange", \.velocityRange, field: \.velocityRange).in(.pointsPerSecond),
    cell("xAcceleration", \.xAcceleration, field: \.xAcceleration).in(.pointsPerSecondSquared),
    cell("yAcceleration", \.yAcceleration, field: \.yAcceleration).in(.pointsPerSecondSquared),
    cell("zAcceleration", \.zAcceleration, field: \.zAcceleration).in(.pointsPerSecondSquared),
    cell("scale", \.scale, field: \.scale),
    cell("scaleRange", \.scaleRange, field: \.scaleRange),
    cell("scaleSpeed", \.scaleSpeed, field: \.scaleSpeed).in(.perSecond),
    cell("spin", \.spin, field: \.spin).in(.radiansPerSecond),
    cell("spinRange", \.spinRange, field: \.spinRange).in(.radiansPerSecond),
  ]

  private static let cellAppearance = [
    cell.color("color", \.color, field: \.color),
    cell("redRange", \.redRange, field: \.redRange),
    cell("greenRange", \.greenRange, field: \.greenRange),
    cell("blueRange", \.blueRange, field: \.blueRange),
    cell("alphaRange", \.alphaRange, field: \.alphaRange),
    cell("redSpeed", \.redSpeed, field: \.redSpeed).in(.perSecond),
    cell("greenSpeed", \.greenSpeed, field: \.greenSpeed).in(.perSecond),
    cell("blueSpeed", \.blueSpeed, field: \.blueSpeed).in(.perSecond),
    cell("alphaSpeed", \.alphaSpeed, field: \.alphaSpeed).in(.perSecond),
    cell.object("contents", .image, \.contents, field: \.contents),
    cell("contentsRect", \.contentsRect, field: \.contentsRect).in(.unitSquare),
    cell("contentsScale", \.contentsScale, field: \.contentsScale).in(.pixelsPerPoint),
    cell.plainName(
      "minificationFilter", ["nearest", "linear", "trilinear"], \.minificationFilter),
    cell.plainName(
      "magnificationFilter", ["nearest", "linear", "trilinear"], \.magnificationFilter),
    cell("minificationFilterBias", \.minificationFilterBias, field: \.minificationFilterBias),
    cell.object("emitterCells", .cells, \.emitterCells),
    cell.object("style", .object, \.style),
  ]
}

import Foundation

// The tables of the subclasses.
extension PropertyTable {
  package static let transformLayer = PropertyTable("CATransformLayer", inherits: layer, [])

  package static let backdropLayer = {
    let of = PropertyBuilder<CABackdropLayer>()
    return PropertyTable(
      "CABackdropLayer", inherits: layer,
      [of.double("scale", \.scale, .undrawn, animatable: false, drawn: false)])
  }()

  package static let gradientLayer = {
    let of = PropertyBuilder<CAGradientLayer>()
    return PropertyTable(
      "CAGradientLayer", inherits: layer,
      [
        of.object("colors", .array(.color), \.colors, .kind, animatable: true),
        of.object("locations", .array(.double), \.locations, .kind, animatable: true),
        of.point("startPoint", \.startPoint, .kind).in(.unitSquare),
        of.point("endPoint", \.endPoint, .kind).in(.unitSquare),
        of.name("type", [.axial, .radial, .conic], \.type, .kind),
      ])
  }()

  package static let shapeLayer = {
    let of = PropertyBuilder<CAShapeLayer>()
    return PropertyTable(
      "CAShapeLayer", inherits: layer,
      [
        of.path("path", \.path, .kind),
        of.color("fillColor", \.fillColor, .kind),
        of.name("fillRule", [.nonZero, .evenOdd], \.fillRule, .kind),
        of.color("strokeColor", \.strokeColor, .kind),
        of.double("strokeStart", \.strokeStart, .kind).in(.unitSquare),
        of.double("strokeEnd", \.strokeEnd, .kind).in(.unitSquare),
        of.double("lineWidth", \.lineWidth, .kind).in(.points),
        of.double("miterLimit", \.miterLimit, .kind),
        of.name("lineCap", [.butt, .round, .square], \.lineCap, .kind),
        of.name("lineJoin", [.miter, .round, .bevel], \.lineJoin, .kind),
        of.double("lineDashPhase", \.lineDashPhase, .kind).in(.points),
        of.object("lineDashPattern", .array(.double), \.lineDashPattern, .kind),
      ])
  }()

  package static let replicatorLayer = {
    let of = PropertyBuilder<CAReplicatorLayer>()
    return PropertyTable(
      "CAReplicatorLayer", inherits: layer,
      [
        of.int("instanceCount", \.instanceCount, .kind),
        of.bool("preservesDepth", \.preservesDepth, .structure),
        of.seconds("instanceDelay", \.instanceDelay, .kind),
        of.transform("instanceTransform", \.instanceTransform, .kind),
        of.color("instanceColor", \.instanceColor, .kind),
        of.float("instanceRedOffset", \.instanceRedOffset, .kind),
        of.float("instanceGreenOffset", \.instanceGreenOffset, .kind),
        of.float("instanceBlueOffset", \.instanceBlueOffset, .kind),
        of.float("instanceAlphaOffset", \.instanceAlphaOffset, .kind),
      ])
  }()

  package static let scrollLayer = {
    let of = PropertyBuilder<CAScrollLayer>()
    return PropertyTable(
      "CAScrollLayer", inherits: layer,
      [of.name("scrollMode", [.none, .vertically, .horizontally, .both], \.scrollMode)])
  }()

  package static let tiledLayer = {
    let of = PropertyBuilder<CATiledLayer>()
    return PropertyTable(
      "CATiledLayer", inherits: layer,
      [
        of.int("levelsOfDetail", \.levelsOfDetail, animatable: false),
        of.int("levelsOfDetailBias", \.levelsOfDetailBias, animatable: false),
        of.size("tileSize", \.tileSize, animatable: false).in(.pixels),
      ])
  }()

  package static let emitterLayer = {
    let of = PropertyBuilder<CAEmitterLayer>()
    return PropertyTable(
      "CAEmitterLayer", inherits: layer,
      [
        of.object("emitterCells", .cells, \.emitterCells, .kind),
        of.float("birthRate", \.birthRate, .kind),
        of.float("lifetime", \.lifetime, .kind),
        of.point("emitterPosition", \.emitterPosition, .kind),
        of.double("emitterZPosition", \.emitterZPosition, .kind).in(.points),
        of.size("emitterSize", \.emitterSize, .kind),
        of.double("emitterDepth", \.emitterDepth, .kind).in(.points),
        of.name(
          "emitterShape", [.point, .line, .rectangle, .cuboid, .circle, .sphere, .path],
          \.emitterShape, .kind),
        of.name(
          "emitterMode", [.points, .outline, .surface, .volume, .sequential], \.emitterMode, .kind),
        of.name(
          "renderMode",
          [.unordered, .oldestFirst, .oldestLast, .backToFront, .additive]
            + CAEmitterLayerRenderMode.blending, \.renderMode, .kind),
        of.path("emitterPath", \.emitterPath, .kind),
        of.object("emitterBehaviors", .object, \.emitterBehaviors, .kind),
        of.rect("cullRect", \.cullRect, .kind),
        of.bool("preservesDepth", \.preservesDepth, .structure),
        of.float("velocity", \.velocity, .kind),
        of.float("scale", \.scale, .kind),
        of.float("spin", \.spin, .kind),
        of.float("spinBias", \.spinBias, .kind),
        of.int("seed", \.seed, .kind, animatable: false),
      ])
  }()

  package static let emitterCell = PropertyTable(
    "CAEmitterCell", aliases: ["isEnabled": "enabled"],
    cellMotion + cellAppearance + timing(cell))

  private static let cell = PropertyBuilder<CAEmitterCell>()

  private static let cellMotion = [
    cell.text("name", \.name, .undrawn),
    cell.bool("enabled", \.isEnabled, animatable: true),
    cell.float("birthRate", \.birthRate).in(.perSecond),
    cell.float("lifetime", \.lifetime).in(.seconds),
    cell.float("lifetimeRange", \.lifetimeRange).in(.seconds),
    cell.double("emissionLatitude", \.emissionLatitude).in(.radians),
    cell.double("emissionLongitude", \.emissionLongitude).in(.radians),
    cell.double("emissionRange", \.emissionRange).in(.radians),
    cell.double("velocity", \.velocity).in(.pointsPerSecond),
    cell.double("velocityRange", \.velocityRange).in(.pointsPerSecond),
    cell.double("xAcceleration", \.xAcceleration).in(.pointsPerSecondSquared),
    cell.double("yAcceleration", \.yAcceleration).in(.pointsPerSecondSquared),
    cell.double("zAcceleration", \.zAcceleration).in(.pointsPerSecondSquared),
    cell.double("scale", \.scale),
    cell.double("scaleRange", \.scaleRange),
    cell.double("scaleSpeed", \.scaleSpeed).in(.perSecond),
    cell.double("spin", \.spin).in(.radiansPerSecond),
    cell.double("spinRange", \.spinRange).in(.radiansPerSecond),
  ]

  private static let cellAppearance = [
    cell.color("color", \.color),
    cell.float("redRange", \.redRange),
    cell.float("greenRange", \.greenRange),
    cell.float("blueRange", \.blueRange),
    cell.float("alphaRange", \.alphaRange),
    cell.float("redSpeed", \.redSpeed).in(.perSecond),
    cell.float("greenSpeed", \.greenSpeed).in(.perSecond),
    cell.float("blueSpeed", \.blueSpeed).in(.perSecond),
    cell.float("alphaSpeed", \.alphaSpeed).in(.perSecond),
    cell.object("contents", .image, \.contents, animatable: true),
    cell.rect("contentsRect", \.contentsRect).in(.unitSquare),
    cell.double("contentsScale", \.contentsScale).in(.pixelsPerPoint),
    cell.plainName(
      "minificationFilter", ["nearest", "linear", "trilinear"], \.minificationFilter),
    cell.plainName(
      "magnificationFilter", ["nearest", "linear", "trilinear"], \.magnificationFilter),
    cell.float("minificationFilterBias", \.minificationFilterBias),
    cell.object("emitterCells", .cells, \.emitterCells),
    cell.object("style", .object, \.style),
  ]
}

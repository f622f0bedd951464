import Foundation

// The tables of the subclasses.
extension PropertyTable {
  package static let transformLayer = PropertyTable(
    "CATransformLayer", "A layer whose sublayers share a 3D space.", inherits: layer, [])

  package static let backdropLayer = {
    let of = PropertyBuilder<CABackdropLayer, BackdropRecord>()
    return PropertyTable(
      "CABackdropLayer", "A layer that shows the content behind it through its filters.",
      inherits: layer,
      [
        of(
          "scale",
          "the resolution at which Apple draws the content behind the layer; stored only, because Glaze chooses it by the blur",
          \.scale, .undrawn, drawn: false)
      ])
  }()

  package static let gradientLayer = {
    let of = PropertyBuilder<CAGradientLayer, GradientRecord>()
    return PropertyTable(
      "CAGradientLayer", "A layer that draws a gradient of colors.", inherits: layer,
      [
        of.object(
          "colors", "the colors of the stops", .array(.color), \.colors, .kind, field: \.colors
        ).acting(),
        of.object(
          "locations",
          "the positions of the stops in 0...1, rising; without them the stops are spread evenly",
          .array(.double), \.locations, .kind, field: \.locations
        ).acting(),
        of(
          "startPoint",
          "the start, in units of the bounds; the center of radial and conic gradients",
          \.startPoint, .kind, field: \.startPoint
        ).in(.unitSquare).acting(),
        of("endPoint", "the end, in units of the bounds", \.endPoint, .kind, field: \.endPoint).in(
          .unitSquare
        ).acting(),
        of.name(
          "type", "whether the gradient runs along a line, out from a center, or around it",
          [.axial, .radial, .conic], \.type, .kind),
      ])
  }()

  package static let shapeLayer = {
    let of = PropertyBuilder<CAShapeLayer, ShapeRecord>()
    return PropertyTable(
      "CAShapeLayer", "A layer that fills and strokes a path.", inherits: layer,
      [
        of.path("path", "the outline, not clipped to the bounds", \.path, .kind, field: \.path),
        of.color("fillColor", "the color of the inside", \.fillColor, .kind, field: \.fillColor)
          .acting(),
        of.name(
          "fillRule", "which points are inside the path", [.nonZero, .evenOdd], \.fillRule, .kind),
        of.color(
          "strokeColor", "the color of the stroke", \.strokeColor, .kind, field: \.strokeColor
        ).acting(),
        of(
          "strokeStart",
          "the start of the stroke as a fraction of the path's length; a curve is cut at the parameter equal to the fraction of its length",
          \.strokeStart, .kind, field: \.strokeStart
        ).in(.unitSquare).acting(),
        of("strokeEnd", "the end of the stroke, likewise", \.strokeEnd, .kind, field: \.strokeEnd)
          .in(.unitSquare).acting(),
        of(
          "lineWidth", "the width of the stroke", \.lineWidth, .kind, field: \.lineWidth
        ).in(.points).acting(),
        of(
          "miterLimit", "the longest miter of a sharp corner, in line widths", \.miterLimit, .kind,
          field: \.miterLimit
        ).acting(),
        of.name(
          "lineCap", "the shape of the ends of the stroke", [.butt, .round, .square], \.lineCap,
          .kind),
        of.name(
          "lineJoin", "the shape of the corners of the stroke", [.miter, .round, .bevel],
          \.lineJoin, .kind),
        of(
          "lineDashPhase", "the offset into the dash pattern at which the stroke starts",
          \.lineDashPhase, .kind, field: \.lineDashPhase
        ).in(.points).acting(),
        of.object(
          "lineDashPattern",
          "alternating lengths of dashes and gaps; if a closed subpath starts and ends within dashes, the two are one dash with a join",
          .array(.double), \.lineDashPattern, .kind, field: \.lineDashPattern
        ).in(.points),
      ])
  }()

  package static let replicatorLayer = {
    let of = PropertyBuilder<CAReplicatorLayer, ReplicatorRecord>()
    return PropertyTable(
      "CAReplicatorLayer",
      "A layer that draws copies of its sublayers, each with an offset from the one before.",
      inherits: layer,
      [
        of(
          "instanceCount", "the number of copies, including the original", \.instanceCount, .kind,
          field: \.instanceCount),
        of(
          "preservesDepth", "whether the copies share the 3D space of the superlayer",
          \.preservesDepth, .structure),
        of(
          "instanceDelay", "the delay from one copy to the next", \.instanceDelay, .kind
        ).in(.seconds),
        of(
          "instanceTransform", "the transform from one copy to the next, about the anchor",
          \.instanceTransform, .kind, field: \.instanceTransform
        ).acting(),
        of.color(
          "instanceColor", "multiplies the color of the first copy", \.instanceColor, .kind,
          field: \.instanceColor
        ).acting(),
        of(
          "instanceRedOffset", "added to red from copy to copy", \.instanceRedOffset, .kind,
          field: \.instanceRedOffset
        ).acting(),
        of(
          "instanceGreenOffset", "added to green from copy to copy", \.instanceGreenOffset, .kind,
          field: \.instanceGreenOffset
        )
        .acting(),
        of(
          "instanceBlueOffset", "added to blue from copy to copy", \.instanceBlueOffset, .kind,
          field: \.instanceBlueOffset
        ).acting(),
        of(
          "instanceAlphaOffset", "added to alpha from copy to copy", \.instanceAlphaOffset, .kind,
          field: \.instanceAlphaOffset
        )
        .acting(),
      ])
  }()

  package static let scrollLayer = {
    let of = PropertyBuilder<CAScrollLayer, ScrollRecord>()
    return PropertyTable(
      "CAScrollLayer", "A layer that scrolls its sublayers.", inherits: layer,
      [
        of.name(
          "scrollMode", "the axes along which `scroll(to:)` moves",
          [.none, .vertically, .horizontally, .both], \.scrollMode)
      ])
  }()

  package static let tiledLayer = {
    let of = PropertyBuilder<CATiledLayer, TiledRecord>()
    return PropertyTable(
      "CATiledLayer", "A layer that is drawn in tiles.", inherits: layer,
      [
        of(
          "levelsOfDetail", "the number of levels, each with half the resolution of the one before",
          \.levelsOfDetail),
        of(
          "levelsOfDetailBias",
          "how many of the levels have a higher resolution than `contentsScale`",
          \.levelsOfDetailBias),
        of("tileSize", "the size of a tile", \.tileSize).in(.pixels),
      ])
  }()

  package static let emitterLayer = {
    let of = PropertyBuilder<CAEmitterLayer, EmitterRecord>()
    return PropertyTable(
      "CAEmitterLayer", "A layer that emits particles.", inherits: layer,
      [
        of.object("emitterCells", "the kinds of particles", .cells, \.emitterCells, .kind),
        of(
          "birthRate", "multiplies the value of the cells", \.birthRate, .kind, field: \.birthRate),
        of("lifetime", "multiplies the value of the cells", \.lifetime, .kind, field: \.lifetime),
        of(
          "emitterPosition", "the center of the emitter", \.emitterPosition, .kind,
          field: \.emitterPosition),
        of(
          "emitterZPosition", "the z of the center", \.emitterZPosition, .kind,
          field: \.emitterZPosition
        ).in(.points),
        of(
          "emitterSize", "the width and height of the emitter", \.emitterSize, .kind,
          field: \.emitterSize),
        of(
          "emitterDepth", "the depth of the emitter", \.emitterDepth, .kind,
          field: \.emitterDepth
        ).in(.points),
        of.name(
          "emitterShape", "the shape on which particles are born",
          [.point, .line, .rectangle, .cuboid, .circle, .sphere, .path],
          \.emitterShape, .kind),
        of.name(
          "emitterMode", "the part of that shape on which particles are born",
          [.points, .outline, .surface, .volume, .sequential], \.emitterMode, .kind),
        of.name(
          "renderMode",
          "the order and the blending of particles; with modes that do not add, all particles are blended with the content behind them as one image",
          [.unordered, .oldestFirst, .oldestLast, .backToFront, .additive]
            + CAEmitterLayerRenderMode.blending, \.renderMode, .kind),
        of.path(
          "emitterPath",
          "the shape of `\"path\"`, in the layer's coordinates, moved by `emitterPosition`",
          \.emitterPath, .kind, field: \.emitterPath),
        of.object(
          "emitterBehaviors", "effects on particles during their life",
          .object, \.emitterBehaviors, .kind),
        of(
          "cullRect", "particles outside this rectangle are not shown, unless it is empty",
          \.cullRect, .kind, field: \.cullRect),
        of(
          "preservesDepth", "whether particles move in the 3D space of the superlayer",
          \.preservesDepth, .structure),
        of("velocity", "multiplies the value of the cells", \.velocity, .kind, field: \.velocity),
        of("scale", "multiplies the value of the cells", \.scale, .kind, field: \.scale),
        of("spin", "multiplies the value of the cells", \.spin, .kind, field: \.spin),
        of(
          "spinBias", "added to the spin of all particles", \.spinBias,
          .kind, field: \.spinBias
        ).in(.radiansPerSecond),
        of("seed", "the seed of the random numbers", \.seed, .kind),
      ])
  }()

  package static let emitterCell = PropertyTable(
    "CAEmitterCell",
    "A kind of particles; a range is the spread of values around the middle, both ways.",
    aliases: ["isEnabled": "enabled"],
    cellMotion + cellAppearance + timing(cell))

  private static let cell = PropertyBuilder<CAEmitterCell, CellRecord>()

  private static let cellMotion = [
    cell.text("name", "the name, for key paths", \.name, .undrawn),
    cell("enabled", "whether the cell emits particles", \.isEnabled, field: \.isEnabled),
    cell("birthRate", "particles per second", \.birthRate, field: \.birthRate).in(.perSecond),
    cell("lifetime", "the life of a particle", \.lifetime, field: \.lifetime).in(
      .seconds),
    cell(
      "lifetimeRange", "the range of lifetimes, from smallest to largest", \.lifetimeRange,
      field: \.lifetimeRange
    ).in(.seconds),
    cell(
      "emissionLatitude", "the angle from the plane", \.emissionLatitude,
      field: \.emissionLatitude
    ).in(.radians),
    cell(
      "emissionLongitude", "the angle in the plane from x to y", \.emissionLongitude,
      field: \.emissionLongitude
    ).in(.radians),
    cell(
      "emissionRange",
      "the angle of the cone about the direction; the cone is three-dimensional even if particles stay in the plane",
      \.emissionRange, field: \.emissionRange
    ).in(.radians),
    cell("velocity", "the speed at birth", \.velocity, field: \.velocity).in(
      .pointsPerSecond),
    cell(
      "velocityRange", "the range of speeds, from smallest to largest", \.velocityRange,
      field: \.velocityRange
    ).in(.pointsPerSecond),
    cell("xAcceleration", "the acceleration along x", \.xAcceleration, field: \.xAcceleration).in(
      .pointsPerSecondSquared),
    cell("yAcceleration", "the acceleration along y", \.yAcceleration, field: \.yAcceleration).in(
      .pointsPerSecondSquared),
    cell("zAcceleration", "the acceleration along z", \.zAcceleration, field: \.zAcceleration).in(
      .pointsPerSecondSquared),
    cell("scale", "the size at birth, as a factor", \.scale, field: \.scale),
    cell(
      "scaleRange", "the range of sizes, from smallest to largest", \.scaleRange,
      field: \.scaleRange),
    cell("scaleSpeed", "the change of the factor per second", \.scaleSpeed, field: \.scaleSpeed).in(
      .perSecond),
    cell("spin", "the rotation of the image", \.spin, field: \.spin).in(.radiansPerSecond),
    cell(
      "spinRange", "the range of spins, from smallest to largest", \.spinRange, field: \.spinRange
    ).in(.radiansPerSecond),
  ]

  private static let cellAppearance = [
    cell.color("color", "multiplies the color of the image", \.color, field: \.color),
    cell("redRange", "the range of red, from smallest to largest", \.redRange, field: \.redRange),
    cell(
      "greenRange", "the range of green, from smallest to largest", \.greenRange,
      field: \.greenRange),
    cell(
      "blueRange", "the range of blue, from smallest to largest", \.blueRange, field: \.blueRange),
    cell(
      "alphaRange", "the range of alpha, from smallest to largest", \.alphaRange,
      field: \.alphaRange),
    cell("redSpeed", "the change of red per second", \.redSpeed, field: \.redSpeed).in(.perSecond),
    cell("greenSpeed", "the change of green per second", \.greenSpeed, field: \.greenSpeed).in(
      .perSecond),
    cell("blueSpeed", "the change of blue per second", \.blueSpeed, field: \.blueSpeed).in(
      .perSecond),
    cell("alphaSpeed", "the change of alpha per second", \.alphaSpeed, field: \.alphaSpeed).in(
      .perSecond),
    cell.object("contents", "the image of a particle", .image, \.contents, field: \.contents),
    cell(
      "contentsRect", "the part of the image that is shown, in units of its size", \.contentsRect,
      field: \.contentsRect
    ).in(.unitSquare),
    cell("contentsScale", "pixels of the image per point", \.contentsScale, field: \.contentsScale)
      .in(.pixelsPerPoint),
    cell.plainName(
      "minificationFilter", "how the image is sampled when it is shown smaller",
      ["nearest", "linear", "trilinear"], \.minificationFilter),
    cell.plainName(
      "magnificationFilter", "how the image is sampled when it is shown larger",
      ["nearest", "linear", "trilinear"], \.magnificationFilter),
    cell(
      "minificationFilterBias", "added to the mip level", \.minificationFilterBias,
      field: \.minificationFilterBias),
    cell.object(
      "emitterCells", "cells of the particles that each particle emits", .cells, \.emitterCells),
    cell.object("style", "values for keys that are not set", .object, \.style),
  ]
}

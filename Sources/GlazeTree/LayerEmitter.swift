package import Foundation
package import GlazeGeometry

/// What a layer emits: everything that its particles at one moment depend on.
///
/// Particles are no state: they are a function of this value, computed when a frame is planned.
package struct LayerEmitter: Sendable, Equatable {
  package enum Shape: UInt8, Sendable, CaseIterable {
    case point, line, rectangle, cuboid, circle, sphere, path
  }

  package enum Mode: UInt8, Sendable, CaseIterable {
    case points, outline, surface, volume
    /// As `points`, one after the other.
    case sequential
  }

  package enum RenderMode: UInt8, Sendable, CaseIterable {
    case unordered, oldestFirst, oldestLast, backToFront
  }

  /// Breadth first: the layer's own cells, then those that the particles of each cell emit.
  package var cells: [EmitterCell]
  /// How many of `cells` are the layer's own.
  package var ownCells: Int
  /// Names of the layer's own cells, for who animates them.
  package var cellNames: [String?] = []
  /// Pictures that cells index.
  package var contents: [ParticleContents]
  /// Multiplies the birth rates of the layer's own cells.
  package var birthRate = 1.0
  /// Multiplies the life times of all particles.
  package var lifetime = 1.0
  /// Multiplies the velocities of all particles.
  package var velocity = 1.0
  /// Multiplies the sizes of the particles of the layer's own cells, which others inherit.
  package var scale = 1.0
  /// Multiplies the spins of all particles.
  package var spin = 1.0
  /// Added to the spins of all particles, in radians per second.
  package var spinBias = 0.0
  /// The middle of the shape, in the layer's space.
  package var position = SIMD3<Double>.zero
  /// Width, height and depth of the shape; the width is the radius of circles and spheres.
  package var size = SIMD3<Double>.zero
  package var shape = Shape.point
  package var mode = Mode.volume
  package var renderMode = RenderMode.unordered
  /// How particles meet what lies behind them; `plusLighter` when they are added.
  package var blendMode = BlendMode.sourceOver
  /// Of the shape `path`: its corners in the layer's space, a list for each subpath.
  package var outline: [[SIMD2<Double>]] = []
  package var behaviors: [EmitterBehavior] = []
  /// Particles outside of it are not shown; nil for no limit.
  package var cullRect: CGRect?
  package var seed: UInt32 = 0
  /// The layer's own time, in seconds: the emission began at 0.
  package var time = 0.0
  /// How values changed until `time`; nil when they were always what they are.
  package var history: EmitterHistory?
  /// Where the particles lie, seen along z; nil until somebody has computed them.
  package var extent: CGRect?

  package init(cells: [EmitterCell], ownCells: Int, contents: [ParticleContents]) {
    self.cells = cells
    self.ownCells = ownCells
    self.contents = contents
  }
}

/// A kind of particles.
///
/// Ranges are total widths: values lie within half of them around the mean.
package struct EmitterCell: Sendable, Equatable {
  /// A mean, and the width of the interval around it.
  package struct Spread: Sendable, Equatable {
    package var mean: Double
    package var range: Double

    package init(_ mean: Double, range: Double = 0) {
      self.mean = mean
      self.range = range
    }
  }

  /// How pictures are tilted, in radians.
  package struct Orientation: Sendable, Equatable {
    /// The angle of their normal from z.
    package var latitude = 0.0
    /// The direction of that in the plane.
    package var longitude = 0.0
    /// The angle of the cone around the normal.
    package var coneAngle = 0.0

    package init() {}
  }

  /// The pictures of a sprite sheet.
  package struct Frames: Sendable, Equatable {
    package var count: Int32 = 1
    package var perSecond = 0.0
    /// Whether each particle begins with another one.
    package var isRandom = false

    package init() {}
  }

  /// Particles a second; not negative.
  package var birthRate = 0.0
  /// In seconds.
  package var lifetime = Spread(0)
  /// The angle toward z, in radians.
  package var latitude = 0.0
  /// The angle in the plane, from x to y, in radians.
  package var longitude = 0.0
  /// The angle of the cone around the direction, in radians.
  package var coneAngle = 0.0
  /// In points a second.
  package var velocity = Spread(0)
  /// In points per second squared, in the layer's space.
  package var acceleration = SIMD3<Double>.zero
  /// Factor of the size at birth.
  package var scale = Spread(1)
  /// Added to the factor in a second.
  package var scaleSpeed = 0.0
  /// In radians a second, from x to y.
  package var spin = Spread(0)
  /// The angle at birth, in radians.
  package var rotation = Spread(0)
  /// Unpremultiplied, sRGB encoded, at birth.
  package var color = SIMD4<Float>.one
  package var colorRange = SIMD4<Float>.zero
  /// Added to the color in a second.
  package var colorSpeed = SIMD4<Float>.zero
  /// What forces act against.
  package var mass = Spread(1)
  package var orientation = Orientation()
  /// The pictures that follow each other from `contents` on.
  package var frames = Frames()
  /// What the particles show, an index into `LayerEmitter.contents`; -1 for nothing.
  package var contents: Int32 = -1
  /// The cells that each particle emits, in `LayerEmitter.cells`.
  package var children: Range<Int32> = 0..<0

  /// The cell's time begins here, in the layer's time or in the age of the particle that emits.
  ///
  /// It is `(t - beginTime) * speed + timeOffset`; particles are born from 0 up to `duration`.
  package var beginTime = 0.0
  package var duration = Double.infinity
  package var speed = 1.0
  package var timeOffset = 0.0

  package init() {}
}

/// A picture of particles.
package struct ParticleContents: Sendable, Equatable {
  package var image: CGImage
  /// Part of the image, as `LayerContents.rect`.
  package var rect: CGRect
  /// The same where y points up, in sheets of several rows, which are read from the top; nil for `rect`.
  package var rectWithYUp: CGRect?
  /// Pixels of the image per point; above 0.
  package var scale: Double
  package var minification: TextureFilter
  package var magnification: TextureFilter
  /// Added to the mip level by the trilinear minification filter.
  package var minificationBias: Float

  package init(
    image: CGImage, rect: CGRect = CGRect(x: 0, y: 0, width: 1, height: 1), scale: Double = 1,
    minification: TextureFilter = .linear, magnification: TextureFilter = .linear,
    minificationBias: Float = 0
  ) {
    self.image = image
    self.rect = rect
    self.scale = scale
    self.minification = minification
    self.magnification = magnification
    self.minificationBias = minificationBias
  }

  /// Size of the shown part in points.
  package var size: CGSize {
    CGSize(
      width: CGFloat(image.width) * abs(rect.size.width) / CGFloat(scale),
      height: CGFloat(image.height) * abs(rect.size.height) / CGFloat(scale))
  }
}

/// The past of an emitter whose values are animated: samples at equal steps of the layer's time.
///
/// Between two samples values lie on the line from one to the other; before the first and after the last
/// they stay.
package struct EmitterHistory: Sendable, Equatable {
  package struct Sample: Sendable, Equatable {
    /// Of the layer.
    package var birthRate: Double
    /// Of each of the layer's own cells, before the layer's is multiplied in.
    package var cellBirthRates: [Double]
    package var position: SIMD3<Double>
    package var size: SIMD3<Double>

    package init(
      birthRate: Double, cellBirthRates: [Double], position: SIMD3<Double>, size: SIMD3<Double>
    ) {
      self.birthRate = birthRate
      self.cellBirthRates = cellBirthRates
      self.position = position
      self.size = size
    }
  }

  /// The layer's time of the first sample.
  package var start: Double
  /// Seconds from sample to sample; above 0.
  package var step: Double
  /// At least two.
  package var samples: [Sample]

  package init(start: Double, step: Double, samples: [Sample]) {
    self.start = start
    self.step = step
    self.samples = samples
  }
}

package import Foundation
package import GlazeGeometry

/// The emitter of a layer: all properties on which its particles at one time depend.
///
/// Particles have no state: they are a function of this value, computed when a frame is planned.
package struct LayerEmitter: Sendable, Equatable {
  package enum Shape: UInt8, Sendable, CaseIterable {
    case point, line, rectangle, cuboid, circle, sphere, path
  }

  package enum Mode: UInt8, Sendable, CaseIterable {
    case points, outline, surface, volume
    /// Like `points`, one corner after the other.
    case sequential
  }

  package enum RenderMode: UInt8, Sendable, CaseIterable {
    case unordered, oldestFirst, oldestLast, backToFront
  }

  /// The cells, breadth first: the layer's own cells, then those that the particles of each cell
  /// emit.
  package var cells: [EmitterCell]
  /// The number of `cells` that are the layer's own.
  package var ownCells: Int
  /// The names of the layer's own cells, for animations.
  package var cellNames: [String?] = []
  /// The images that cells index.
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
  /// The value that is added to the spins of all particles, in radians per second.
  package var spinBias = 0.0
  /// The center of the shape, in the layer's space.
  package var position = SIMD3<Double>.zero
  /// Width, height and depth of the shape; the width is the radius of circles and spheres.
  package var size = SIMD3<Double>.zero
  package var shape = Shape.point
  package var mode = Mode.volume
  package var renderMode = RenderMode.unordered
  /// How particles are composited with their backdrop; `plusLighter` when they are added.
  package var blendMode = BlendMode.sourceOver
  /// The corners of the shape `path` in the layer's space, one list for each subpath.
  package var outline: [[SIMD2<Double>]] = []
  package var behaviors: [EmitterBehavior] = []
  /// The rectangle outside of which particles are not shown; nil for no limit.
  package var cullRect: CGRect?
  package var seed: UInt32 = 0
  /// The layer's own time, in seconds; the emission begins at 0.
  package var time = 0.0
  /// The changes of values until `time`; nil when they were constant.
  package var history: EmitterHistory?
  /// The area of the particles, seen along z; nil until it is computed.
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

  /// The tilt of images, in radians.
  package struct Orientation: Sendable, Equatable {
    /// The angle of the normal from z.
    package var latitude = 0.0
    /// The direction of the tilt in the plane.
    package var longitude = 0.0
    /// The angle of the cone around the normal.
    package var coneAngle = 0.0

    package init() {}
  }

  /// The images of a sprite sheet.
  package struct Frames: Sendable, Equatable {
    package var count: Int32 = 1
    package var perSecond = 0.0
    /// Whether each particle begins with a random image.
    package var isRandom = false

    package init() {}
  }

  /// The number of particles born per second; not negative.
  package var birthRate = 0.0
  /// The life time, in seconds.
  package var lifetime = Spread(0)
  /// The angle toward z, in radians.
  package var latitude = 0.0
  /// The angle in the plane, from x to y, in radians.
  package var longitude = 0.0
  /// The angle of the cone around the direction, in radians.
  package var coneAngle = 0.0
  /// The velocity, in points per second.
  package var velocity = Spread(0)
  /// The acceleration, in points per second squared, in the layer's space.
  package var acceleration = SIMD3<Double>.zero
  /// The factor of the size at birth.
  package var scale = Spread(1)
  /// The change of the factor per second.
  package var scaleSpeed = 0.0
  /// The spin, in radians per second, from x to y.
  package var spin = Spread(0)
  /// The angle at birth, in radians.
  package var rotation = Spread(0)
  /// The color at birth, unpremultiplied and sRGB encoded.
  package var color = SIMD4<Float>.one
  package var colorRange = SIMD4<Float>.zero
  /// The change of the color per second.
  package var colorSpeed = SIMD4<Float>.zero
  /// The mass on which forces act.
  package var mass = Spread(1)
  package var orientation = Orientation()
  /// The successive images from `contents` on.
  package var frames = Frames()
  /// The image of the particles, an index into `LayerEmitter.contents`; -1 for none.
  package var contents: Int32 = -1
  /// The cells that each particle emits, in `LayerEmitter.cells`.
  package var children: Range<Int32> = 0..<0

  /// The start of the cell's time, in the layer's time or in the age of the emitting particle.
  ///
  /// It is `(t - beginTime) * speed + timeOffset`; particles are born from 0 up to `duration`.
  package var beginTime = 0.0
  package var duration = Double.infinity
  package var speed = 1.0
  package var timeOffset = 0.0

  package init() {}
}

/// An image of particles.
package struct ParticleContents: Sendable, Equatable {
  package var image: CGImage
  /// The part of the image, as in `LayerContents.rect`.
  package var rect: CGRect
  /// The part where y points up, for sheets of several rows, which are read from the top; nil for
  /// `rect`.
  package var rectWithYUp: CGRect?
  /// The number of pixels of the image per point; above 0.
  package var scale: Double
  package var minification: TextureFilter
  package var magnification: TextureFilter
  /// The bias that the trilinear minification filter adds to the mip level.
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

  /// The size of the shown part, in points.
  package var size: CGSize {
    CGSize(
      width: CGFloat(image.width) * abs(rect.size.width) / CGFloat(scale),
      height: CGFloat(image.height) * abs(rect.size.height) / CGFloat(scale))
  }
}

/// The history of an emitter whose values are animated: samples at equal steps of the layer's time.
///
/// Values are linear between two samples, and constant before the first and after the last.
package struct EmitterHistory: Sendable, Equatable {
  package struct Sample: Sendable, Equatable {
    /// The birth rate of the layer.
    package var birthRate: Double
    /// The birth rates of the layer's own cells, before the multiplication by the layer's.
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

  /// The time of the first sample, in the layer's time.
  package var start: Double
  /// The seconds between two samples; above 0.
  package var step: Double
  /// The samples; at least two.
  package var samples: [Sample]

  package init(start: Double, step: Double, samples: [Sample]) {
    self.start = start
    self.step = step
    self.samples = samples
  }
}

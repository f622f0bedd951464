import CGlazeShaders
import GlazeGeometry
import GlazePlan
import GlazeTree

/// The arithmetic of a kind that an instance does not need: each set is a shader program of its
/// own, compiled from the same sources.
///
/// An uber-shader costs a software rasterizer several times as much as a shader program that only
/// computes what the instance needs, since it runs all branches for every pixel.
package struct Variant: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The fast path of the kind, with one of the three shapes where the kind has shapes.
  static let simple = Variant(rawValue: 1 << 0)
  static let hard = Variant(rawValue: 1 << 1)
  static let square = Variant(rawValue: 1 << 2)
  static let round = Variant(rawValue: 1 << 3)
  /// The box has a border.
  static let border = Variant(rawValue: 1 << 4)
  /// The image has mip levels.
  static let level = Variant(rawValue: 1 << 5)
  /// The image is not multiplied by a color.
  static let untinted = Variant(rawValue: 1 << 6)
  static let axial = Variant(rawValue: 1 << 7)
  static let radial = Variant(rawValue: 1 << 8)
  static let conic = Variant(rawValue: 1 << 9)
  /// The number of the gradient's stops; without any of the three, they are searched.
  static let stops2 = Variant(rawValue: 1 << 10)
  static let stops3 = Variant(rawValue: 1 << 11)
  static let stops4 = Variant(rawValue: 1 << 12)
  /// The shadow's tables lie in rows and columns of its plane.
  static let grid = Variant(rawValue: 1 << 13)
  /// All corners of the general program are circles.
  static let circular = Variant(rawValue: 1 << 14)
  /// The general program has no rounded corners.
  static let cornerless = Variant(rawValue: 1 << 15)

  /// The composite has a mask.
  static let masked = Variant(rawValue: 1 << 16)
  /// The rectangle is drawn as a point, with half the triangles and a quarter of the vertices.
  static let points = Variant(rawValue: 1 << 17)
  /// The mask is a texture with mip levels.
  static let maskLevel = Variant(rawValue: 1 << 18)
  /// The mask ends where the masked content ends.
  static let twice = Variant(rawValue: 1 << 19)
  /// The shape is square, in perspective.
  static let projected = Variant(rawValue: 1 << 20)
  /// The shape may be any except one in perspective; see `SharedShapes`.
  static let shapes = Variant(rawValue: 1 << 21)

  /// The target may lie anywhere in its framebuffer; its pixels do not depend on the position.
  static let moved = Variant(rawValue: 1 << 22)

  /// The composite uses a blend mode.
  static let blend = Variant(rawValue: 1 << 23)

  /// The gradient has one stop, or five to eight, whose places are passed to fragments four by four.
  static let places2 = Variant(rawValue: 1 << 24)
  /// It has nine to sixteen.
  static let places4 = Variant(rawValue: 1 << 25)

  /// The box lies under a border that is drawn later.
  static let underBorder = Variant(rawValue: 1 << 26)

  private static let all: [(Variant, String)] = [
    (.simple, "SIMPLE"), (.hard, "HARD"), (.square, "SQUARE"), (.round, "ROUND"),
    (.border, "BORDER"), (.level, "LEVEL"), (.untinted, "UNTINTED"),
    (.axial, "AXIAL"), (.radial, "RADIAL"), (.conic, "CONIC"), (.stops2, "STOPS 2"),
    (.stops3, "STOPS 3"), (.stops4, "STOPS 4"), (.grid, "GRID"), (.circular, "CIRCULAR"),
    (.cornerless, "CORNERLESS"), (.masked, "MASKED"), (.points, "POINTS"),
    (.maskLevel, "MASK_LEVEL"), (.twice, "TWICE"),
    (.projected, "PROJECTED"), (.shapes, "SHAPES"), (.moved, "MOVED"),
    (.blend, "BLEND"), (.places2, "PLACES 2"),
    (.places4, "PLACES 4"), (.underBorder, "UNDER_BORDER"),
  ]

  /// The part of the variant that remains where shader programs are not specialized.
  ///
  /// Shapes in perspective remain: their arithmetic rounds differently, and depends on the instance
  /// alone.
  var general: Variant { contains(.projected) ? [.simple, .projected] : [] }

  /// The names of the unneeded features, as the shaders define them.
  var names: [String] { Self.all.filter { contains($0.0) }.map(\.1) }

  /// The lines that configure the sources for the program.
  var defines: String { names.map { "#define \($0)\n" }.joined() }
}

// MARK: Variants of instances

extension RoundedBox {
  /// The simple shape of the box; nil when it does not have one.
  ///
  /// - Parameter inset: The distance inside of which another contour lies that must also be simple,
  ///   in the plane's units.
  func simpleShape(inset: Float = 0) -> Variant? {
    guard rowW.x == 0, rowW.y == 0, rowW.z == 1 else { return nil }
    if corners == .zero {
      if softEdges == 0 && inset == 0 { return .hard }
      // Edges are antialiased or aliased in pairs.
      let isPaired = softEdges == Float(EDGES_X) || softEdges == Float(EDGES_Y)
      guard isSoftAround || (inset == 0 && isPaired) else { return nil }
      let room = extent.lowHalf - inset
      return room.x * room.x >= squareX && room.y * room.y >= squareY && room.min() > 0
        ? .square : nil
    }
    let radius = corners.x
    guard isSoftAround, hasCircularCorners, corners == SIMD4(repeating: radius) else { return nil }
    let along = rowX.x * rowY.x + rowX.y * rowY.y
    guard abs(squareX - squareY) <= 1e-4 * squareX, abs(along) <= 1e-4 * squareX else { return nil }
    // Where both edges meet a pixel, the circle has left it.
    let least = 3 * squareX.squareRoot()
    return radius - inset >= least && extent.x >= radius && extent.y >= radius ? .round : nil
  }

  /// The simple shape of the box in perspective, as far as it is visible in a polygon; nil when it
  /// does not have one.
  func projectedShape(_ quad01: SIMD4<Float>, _ quad23: SIMD4<Float>) -> Variant? {
    guard corners == .zero, rowW.x != 0 || rowW.y != 0, cornerExponent > 0 else { return nil }
    // The distance of the plane must change so little from pixel to pixel that the distance of an
    // edge is that of its line, to a quarter of a level.
    let least = Self.steepness * (rowW.x * rowW.x + rowW.y * rowW.y).squareRoot()
    let (x, y, w) = (SIMD2(rowX.x, rowX.y), SIMD2(rowY.x, rowY.y), SIMD2(rowW.x, rowW.y))
    let perPixel = SIMD4(
      (x + extent.x * w).length, (x - extent.x * w).length, (y + extent.y * w).length,
      (y - extent.y * w).length)
    guard perPixel.min() > 0 else { return nil }
    for corner in [quad01.lowHalf, quad01.highHalf, quad23.lowHalf, quad23.highHalf] {
      let p = corner - SIMD2(rowX.w, rowY.w)
      let q = SIMD3((x * p).sum() + rowX.z, (y * p).sum() + rowY.z, (w * p).sum() + rowW.z)
      guard q.z >= least else { return nil }
      let distances =
        SIMD4(
          extent.x * q.z + q.x, extent.x * q.z - q.x, extent.y * q.z + q.y, extent.y * q.z - q.y)
        / perPixel
      // The box is at least a pixel wide.
      guard distances.x + distances.y >= 1, distances.z + distances.w >= 1 else { return nil }
    }
    return .projected
  }

  private static let steepness: Float = 256

  /// The parts that the general program may omit.
  var corneredVariant: Variant {
    corners == .zero ? [.circular, .cornerless] : hasCircularCorners ? .circular : []
  }

  // These are the squares of the width of a pixel, in units of the plane.
  private var squareX: Float { rowX.x * rowX.x + rowX.y * rowX.y }
  private var squareY: Float { rowY.x * rowY.x + rowY.y * rowY.y }
}

extension FramePlan {
  /// The variant of the shader program that draws an instance of a draw into a target.
  func variant(of index: Int, _ draw: Draw, into target: Int) -> Variant {
    let result = special(index, draw, into: target)
    // Its arithmetic rounds differently, and depends on the instance alone.
    if draw.kind == .shadow { return result }
    return isSpecialized ? result : result.general
  }

  private func special(_ index: Int, _ draw: Draw, into target: Int) -> Variant {
    switch draw.kind {
    case .rectangle: rectangles[index].isPoint(in: targets[target]) ? .points : []
    case .box: variant(boxes[index])
    case .image(let texture): variant(images[index], textures[texture])
    case .maskedImage(let texture, let mask):
      variant(maskedImages[index], textures[texture], mask: mask.map { textures[$0] })
    case .bitmap: general(images[index].shape, images[index].params)
    case .composite(let target, let mask):
      mask == nil && draw.blendMode == .sourceOver
        && Self.lies(
          composites[index].quad01, composites[index].quad23, composites[index].source,
          inWidth: targets[target].width, height: targets[target].height)
        ? .simple : []
    case .gradient: variant(gradients[index])
    case .maskedGradient: variant(maskedGradients[index])
    case .shadow: variant(shadows[index])
    default: []
    }
  }

  /// The end of the rectangles that a variant also draws.
  ///
  /// A long rectangle among points is drawn as a point, too: another shader program for it would
  /// take longer than the empty part of its square.
  func endOfRectangles(_ range: Range<Int>, like variant: Variant, into target: Int) -> Int {
    guard isSpecialized else { return range.upperBound }
    let isPoint = variant.contains(.points)
    let target = targets[target]
    return rectangles.withUnsafeBufferPointer { rectangles in
      var long = 0
      for index in range {
        if rectangles[index].isPoint(in: target) == isPoint {
          long = 0
        } else if isPoint, rectangles[index].mayBePoint(in: target) {
          long += 1
          if long == Tuning.mostLongRectangles { return index + 1 - long }
        } else {
          return index
        }
      }
      return range.upperBound
    }
  }

  /// The variant of the shader program that draws all particles of a draw.
  func variant(ofParticles draw: Draw, _ textures: SIMD4<Int32>) -> Variant {
    guard textures[1] < 0 else { return [] }
    return draw.instances.allSatisfy { particles[$0].center.highHalf == .zero } ? .simple : []
  }

  private func variant(_ box: BoxInstance) -> Variant {
    let inset = abs(box.borderWidth)
    guard let shape = box.shape.simpleShape(inset: inset) else {
      if inset == 0, let shape = box.shape.projectedShape(box.quad01, box.quad23) {
        return [.simple, shape]
      }
      return general(box.shape, box.params)
    }
    if box.isUnderBorder { return [.simple, shape, .underBorder] }
    return inset > 0 ? [.simple, shape, .border] : [.simple, shape]
  }

  private func variant(
    _ composite: CompositeInstance, _ source: Target, _ mask: Target?
  ) -> Variant {
    func lies(_ shift: SIMD4<Float>, in target: Target) -> Bool {
      Self.lies(
        composite.quad01, composite.quad23, shift, inWidth: target.width, height: target.height)
    }
    guard lies(composite.source, in: source) else { return [] }
    guard let mask else { return .simple }
    return lies(composite.mask, in: mask) ? [.simple, .masked] : []
  }

  private func variant(_ image: ImageInstance, _ texture: Texture) -> Variant {
    let far = Float.greatestFiniteMagnitude
    guard !image.takesAlpha, image.clamping == SIMD4(-far, -far, far, far),
      texture.minification == .trilinear || texture.minification == texture.magnification,
      let shape = image.shape.simpleShape()
        ?? (texture.minification == .trilinear
          ? nil : image.shape.projectedShape(image.quad01, image.quad23))
    else { return general(image.shape, image.params) }
    var result: Variant = [.simple, shape]
    if texture.minification == .trilinear { result.insert(.level) }
    if image.color == .one { result.insert(.untinted) }
    return result
  }

  private func variant(_ gradient: GradientInstance) -> Variant {
    variant(gradient, gradient.shape.simpleShape())
  }

  private func variant(_ masked: MaskedGradientInstance) -> Variant {
    // Where the mask ends inside of the box, the box's corners do not matter. There is no program
    // without coverage by the box: it would save little, and has to be compiled.
    var box = masked.shape
    if masked.isCovered { box.corners = .zero }
    return variant(masked.gradient, box.simpleShape())
  }

  private func variant(_ gradient: GradientInstance, _ shape: Variant?) -> Variant {
    let range = gradient.stopRange
    // Between close stops, rounding decides on the color: only one arithmetic may do that.
    guard let shape,
      range.dropLast().allSatisfy({ stops[$0 + 1].place.x - stops[$0].place.x >= 1e-3 })
    else { return general(gradient.shape, gradient.params) }
    let kinds: [Variant] = [.axial, .radial, .conic]
    // Few stops are computed for each instance; many are searched for each pixel.
    let counts: Variant =
      switch range.count {
      case 2: .stops2
      case 3: .stops3
      case 4: .stops4
      case ...8: .places2
      case ...16: .places4
      default: []
      }
    return [.simple, shape, kinds[gradient.kind], counts]
  }

  private func variant(_ shadow: ShadowInstance) -> Variant {
    let box = shadow.shape
    let isUniform = box.corners == SIMD4(repeating: box.corners.x)
    let isAffine = box.rowW.x == 0 && box.rowW.y == 0 && box.rowW.z == 1
    guard isUniform, isAffine, !shadow.isDithered else { return [] }
    return shadow.readsGrid ? [.simple, .grid] : .simple
  }

  func general(_ shape: RoundedBox, _ params: SIMD4<Float>) -> Variant {
    var result = shape.corneredVariant
    let first = Int(clamping: params.y)
    for index in first..<(first + Int(clamping: params.z)) where !clips[index].isHalfPlane {
      result.formIntersection(clips[index].corneredVariant)
    }
    return result
  }

  /// Whether a whole quad has texels in an image.
  private static func lies(
    _ a: SIMD4<Float>, _ b: SIMD4<Float>, _ source: SIMD4<Float>, inWidth width: Int, height: Int
  ) -> Bool {
    let low = a.lowHalf.lower(a.highHalf).lower(b.lowHalf).lower(b.highHalf) - source.lowHalf
    let high = a.lowHalf.upper(a.highHalf).upper(b.lowHalf).upper(b.highHalf) - source.lowHalf
    return low.min() >= 0 && high.x <= Float(width) && high.y <= Float(height)
  }
}

extension RectangleInstance {
  /// The side of the largest point in pixels: the integer pixels around a rectangle.
  static let largestPoint = Int(clamping: Tuning.largestRectangleOfPoint) + 2

  /// Whether a rectangle is best drawn as a point, because it is small or nearly square.
  fileprivate func isPoint(in target: FramePlan.Target) -> Bool {
    let size = edges.highHalf - edges.lowHalf
    return (size.max() <= 16 || size.max() <= 1.5 * size.min()) && mayBePoint(in: target)
  }

  /// Whether it can be drawn as a point: it is not large, and its center lies in the target.
  fileprivate func mayBePoint(in target: FramePlan.Target) -> Bool {
    let size = edges.highHalf - edges.lowHalf
    let center = edges.highHalf + edges.lowHalf
    return size.max() <= Tuning.largestRectangleOfPoint && center.min() >= 0
      && center.x <= 2 * Float(target.width)
      && center.y <= 2 * Float(target.height)
  }
}

extension SIMD2<Float> {
  fileprivate var length: Float { (self * self).sum().squareRoot() }
  fileprivate func lower(_ other: SIMD2<Float>) -> SIMD2<Float> { pointwiseMin(self, other) }
  fileprivate func upper(_ other: SIMD2<Float>) -> SIMD2<Float> { pointwiseMax(self, other) }
}

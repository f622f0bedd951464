import CGlazeShaders
import Foundation
import GlazeGeometry
import GlazeTree

// The particles of emitters: small images, many in each draw.
//
// An image that extends behind a camera is not drawn, because it would fill the screen. In the
// plane of its layer, a particle's z only affects the order; in a 3D scene its image stays parallel
// to the plane of the emitter.

extension Flattener {
  /// Draws the particles of a layer in its plane.
  mutating func drawParticles(_ node: LayerNode, _ context: PlaneContext) {
    guard tree.slots(of: node).emitter >= 0 else { return }
    let projection = ParticleProjection(context, limits: clips.limits[Int(context.limits)])
    drawParticles(node, projection, context)
  }

  /// Draws the particles of a layer in a 3D scene.
  ///
  /// - Parameters:
  ///   - matrix: The transform from the layer's space to the scene's.
  ///   - context: The plane onto which the scene is projected.
  mutating func drawParticles(
    _ node: LayerNode, _ matrix: CATransform3D, _ context: PlaneContext
  ) {
    let projection = ParticleProjection(
      matrix, context, limits: clips.limits[Int(context.limits)])
    drawParticles(node, projection, context)
  }

  private mutating func drawParticles(
    _ node: LayerNode, _ projection: ParticleProjection, _ context: PlaneContext
  ) {
    let slot = tree.slots(of: node).emitter
    let mode = tree.emitters[Int(slot)].blendMode
    guard mode != .sourceOver, mode != .plusLighter else {
      return drawParticles(of: slot, projection, context)
    }
    // Backends add particles or composite them over; with other modes they are composited as one
    // image.
    passes.begin(
      node: passes.items?.node ?? 0, limit: context.bounds.intersection(passes.limit))
    var inner = context
    inner.enterPass(opacity: 1)
    drawParticles(of: slot, projection, inner)
    finish(.composite(.init(outer: context, opacity: context.opacity, blendMode: mode)))
  }

  private mutating func drawParticles(
    of slot: Int32, _ projection: ParticleProjection, _ context: PlaneContext
  ) {
    let emitter = tree.emitters[Int(slot)]
    var cloud = clouds[slot]
    passes.leaveOut(particles: cloud.leftOut)
    if cloud.particles.isEmpty { passes.wait(forParticlesIn: cloud.firstBirth - emitter.time) }
    guard !cloud.particles.isEmpty, !context.bounds.isEmpty, context.opacity > 0 else { return }
    // Repeated emitters count as often as they are visited, whether they are seen or not.
    let room = max(0, ParticleSampler.limit - passes.visitedParticles)
    let visited = min(cloud.particles.count, room)
    passes.leaveOut(particles: cloud.particles.count - visited)
    passes.visitedParticles += visited
    guard visited > 0 else { return }
    cloud.sort(emitter.renderMode, depth: projection.depth)
    var sheet = ParticleSheet(emitter, projection, context)
    sheet.add(cloud.particles.suffix(visited))
    guard !sheet.bounds.isEmpty else { return }
    var context = context
    // Where a clip became the bounds of the drawing, the images are not cut to these bounds.
    if !context.bounds.contains(sheet.reach.intersection(passes.limit)) {
      makeRoomForClip(&context, node: passes.items?.node ?? 0)
      clips.push(.upright(context.bounds.intersection(.screens)), onto: &context)
    }
    let quad = Quad(sheet.bounds)
    let folds = optimizations.contains(.foldClips)
    let run = passes.clips(of: context, in: clips) { !(folds && $0.surelyCovers(quad)) }
    if run.count > 0 { sheet.setClips(first: run.first, count: run.count) }
    add(sheet, isAdditive: emitter.blendMode == .plusLighter, clips: run.count)
  }

  private mutating func add(_ sheet: ParticleSheet, isAdditive: Bool, clips: Int) {
    for draw in sheet.draws {
      var textures = SIMD4<Int32>(repeating: -1)
      for (unit, contents) in draw.contents.enumerated() {
        textures[unit] = Int32(passes.add(texture: sheet.texture(of: contents)))
      }
      passes.add(
        sheet.instances[draw.instances], textures: textures, isAdditive: isAdditive, clips: clips,
        bounds: sheet.bounds, area: sheet.area / Double(sheet.draws.count))
    }
  }
}

extension RoundedBox {
  /// A clip to a rectangle of integer pixels.
  fileprivate static func upright(_ rect: PixelRect) -> RoundedBox {
    var box = RoundedBox()
    box.rowX = SIMD4(1, 0, 0, Float(rect.center.x))
    box.rowY = SIMD4(0, 1, 0, Float(rect.center.y))
    box.rowW = SIMD4(0, 0, 1, 2)
    box.extent = SIMD4(
      Float((rect.maxX - rect.minX) / 2), Float((rect.maxY - rect.minY) / 2), 15, 0)
    return box
  }
}

/// The images of one emitter's particles, in pixels.
private struct ParticleSheet {
  /// Successive particles that show at most four images.
  struct Draw {
    var instances: Range<Int>
    /// The indices into `LayerEmitter.contents`, in the order of the draw's textures.
    var contents: [Int32]
  }

  /// The common properties of the particles that show one image.
  fileprivate struct Look {
    var halfWidth, halfHeight: Float
    var mapping: SIMD4<Float>
    /// Half the size of the image, in texels.
    var texels: SIMD2<Float>
    /// Whether the reduction of the image affects the sampling.
    var needsLevel: Bool
    var isTrilinear: Bool
    var bias: Float
    /// Whether a linear filter must use mip levels, since it would skip texels.
    var isReduced = false
    /// The first look that shows a part of the same texture.
    var first: Int32 = 0
    /// The index of the first look's texture in the current draw; -1 for none.
    var unit: Int32 = -1
  }

  private let emitter: LayerEmitter
  private let projection: ParticleProjection
  private let limit: PixelRect
  private let tint: SIMD4<Float>
  private let opacity: Float
  private var looks: [Look]

  private(set) var instances: [ParticleInstance] = []
  private(set) var draws: [Draw] = []
  /// The area of the images, and its visible part.
  private(set) var reach = PixelRect.null
  private(set) var bounds = PixelRect.null
  /// The sum of the visible areas of the images.
  private(set) var area = 0.0

  init(_ emitter: LayerEmitter, _ projection: ParticleProjection, _ context: PlaneContext) {
    self.emitter = emitter
    self.projection = projection
    limit = context.bounds
    tint = context.tint
    opacity = context.opacity
    looks = emitter.contents.map { Look($0, isFlipped: context.isFlipped) }
    for index in looks.indices {
      let contents = emitter.contents[index]
      let first = emitter.contents[..<index].firstIndex { $0.sharesTexture(with: contents) }
      looks[index].first = Int32(first ?? index)
    }
  }

  /// - Complexity: O(particles).
  mutating func add(_ particles: ArraySlice<Particle>) {
    var looks = self.looks
    var draws: [Draw] = []
    var used: [Int32] = []
    var begin = 0
    var written = 0
    var low = SIMD2<Float>(repeating: .infinity)
    var high = -low
    var area = 0.0
    let room = (
      low: SIMD2(Float(limit.minX), Float(limit.minY)),
      high: SIMD2(Float(limit.maxX), Float(limit.maxY))
    )
    instances = [ParticleInstance](unsafeUninitializedCapacity: particles.count) { buffer, count in
      looks.withUnsafeMutableBufferPointer { looks in
        for particle in particles {
          let look = looks.baseAddress.unsafelyUnwrapped + Int(particle.contents)
          guard var instance = instance(particle, look) else { continue }
          let reach = instance.reach
          let (from, to) = (instance.pixel - reach, instance.pixel + reach)
          guard from.x < room.high.x, from.y < room.high.y, to.x > room.low.x, to.y > room.low.y
          else { continue }
          let first = looks.baseAddress.unsafelyUnwrapped + Int(look.pointee.first)
          if look.pointee.isReduced { first.pointee.isReduced = true }
          if first.pointee.unit < 0 {
            if used.count == 4 {
              draws.append(Draw(instances: begin..<written, contents: used))
              for contents in used { looks[Int(contents)].unit = -1 }
              used = []
              begin = written
            }
            first.pointee.unit = Int32(used.count)
            used.append(look.pointee.first)
          }
          instance.params.w = Float(first.pointee.unit)
          low = pointwiseMin(low, from)
          high = pointwiseMax(high, to)
          let seen = pointwiseMin(to, room.high) - pointwiseMax(from, room.low)
          area += Double(seen.x * seen.y)
          (buffer.baseAddress.unsafelyUnwrapped + written).initialize(to: instance)
          written += 1
        }
      }
      count = written
    }
    self.looks = looks
    self.area = area
    guard written > 0 else { return }
    draws.append(Draw(instances: begin..<written, contents: used))
    self.draws = draws
    reach = PixelRect(
      minX: Double(low.x), minY: Double(low.y), maxX: Double(high.x), maxY: Double(high.y)
    ).outset(by: 1)
    bounds = reach.intersection(limit)
  }

  mutating func setClips(first: Int, count: Int) {
    for index in instances.indices {
      instances[index].params.y = Float(first)
      instances[index].params.z = Float(count)
    }
  }

  func texture(of index: Int32) -> FramePlan.Texture {
    let contents = emitter.contents[Int(index)]
    let isReduced = looks[Int(index)].isReduced
    return FramePlan.Texture(
      image: contents.image,
      minification: isReduced && contents.minification == .linear
        ? .trilinear : contents.minification,
      magnification: contents.magnification)
  }

  @inline(__always)
  private func instance(
    _ particle: Particle, _ look: UnsafeMutablePointer<Look>
  ) -> ParticleInstance? {
    let middle = projection(particle.place)
    let halfWidth = look.pointee.halfWidth * particle.scale
    let halfHeight = look.pointee.halfHeight * particle.scale
    guard middle.z >= Float(Homography.nearPlane),
      projection.limits.isEmpty
        || projection.isInFront(particle.place, reach: halfWidth + halfHeight)
    else { return nil }
    var (x, y) = (projection.x, projection.y)
    if particle.tilt.x != 0 { (x, y) = projection.axes(tilted: particle.tilt) }
    var (u, v) = (x * halfWidth, y * halfHeight)
    if particle.angle != 0 {
      let (c, s) = (cosf(particle.angle), sinf(particle.angle))
      u = (x * c + y * s) * halfWidth
      v = (y * c - x * s) * halfHeight
    }
    let inverse = 1 / middle.z
    let center = SIMD2(middle.x, middle.y) * inverse
    let slopes = SIMD2(u.z, v.z) * inverse
    let axisU = SIMD2(u.x, u.y) * inverse - center * slopes.x
    let axisV = SIMD2(v.x, v.y) * inverse - center * slopes.y
    let area = abs(axisU.x * axisV.y - axisU.y * axisV.x)
    // A smaller area is not visible in 8 bits, and a larger one exceeds Float.
    guard area > 1e-6, area < 1e12, abs(slopes.x) + abs(slopes.y) < 0.99 else { return nil }
    let color = particle.color * tint
    let alpha = color.w * opacity
    var result = ParticleInstance()
    result.center = SIMD4(center.x, center.y, slopes.x, slopes.y)
    result.axes = SIMD4(axisU.x, axisU.y, axisV.x, axisV.y)
    result.color = SIMD4(color.x * alpha, color.y * alpha, color.z * alpha, alpha)
    result.mapping = look.pointee.mapping
    result.params.x = look.pointee.level(axisU, axisV, area)
    return result
  }
}

extension ParticleContents {
  /// Whether two images are parts of one texture.
  fileprivate func sharesTexture(with other: ParticleContents) -> Bool {
    image === other.image && minification == other.minification
      && magnification == other.magnification
  }
}

extension ParticleSheet.Look {
  fileprivate init(_ contents: ParticleContents, isFlipped: Bool) {
    let rect = isFlipped ? contents.rect : contents.rectWithYUp ?? contents.rect
    halfWidth = Float(contents.size.width.native / 2)
    halfHeight = Float(contents.size.height.native / 2)
    let (u, v) = (rect.size.width.native / 2, rect.size.height.native / 2)
    let (x, y) = (rect.origin.x.native + u, rect.origin.y.native + v)
    // Images stand upright: their top is at min y where y points down, else at max y.
    mapping =
      isFlipped == contents.image.isTopDown
      ? SIMD4(Float(u), Float(v), Float(x), Float(y))
      : SIMD4(Float(u), Float(-v), Float(x), Float(1 - y))
    let size = SIMD2(Double(contents.image.width), Double(contents.image.height))
    if contents.minification == .nearest || contents.magnification == .nearest {
      // Where a pixel's center lies between two texels, the second one is used.
      mapping.z += Float(1 / (1024 * size.x))
      mapping.w += Float(1 / (1024 * size.y))
    }
    texels = SIMD2(Float(abs(u) * size.x), Float(abs(v) * size.y))
    isTrilinear = contents.minification == .trilinear
    needsLevel = isTrilinear || contents.minification != contents.magnification
    bias = isTrilinear ? contents.minificationBias : 0
  }

  /// The mip level of an image with these half axes, in pixels.
  @inline(__always)
  fileprivate mutating func level(
    _ u: SIMD2<Float>, _ v: SIMD2<Float>, _ area: Float
  ) -> Float {
    // These are the texels that a pixel spans to the right and down, squared.
    let right = SIMD2(v.y * texels.x, u.y * texels.y) / area
    let down = SIMD2(v.x * texels.x, u.x * texels.y) / area
    let span = max((right * right).sum(), (down * down).sum())
    guard needsLevel || span >= 4 else { return 0 }
    let level = 0.5 * log2f(span)
    if isTrilinear { return level + bias }
    isReduced = isReduced || span >= 4
    // Like Apple's renderer, this uses the last mip level that is no smaller than the drawn image.
    return span >= 4 ? level.rounded(.down) : level
  }
}

extension ParticleInstance {
  fileprivate var pixel: SIMD2<Float> { SIMD2(center.x, center.y) }

  /// The greatest distance of the image from its center.
  fileprivate var reach: SIMD2<Float> {
    let across = abs(axes.x) + abs(axes.z)
    let down = abs(axes.y) + abs(axes.w)
    if center.z == 0, center.w == 0 { return SIMD2(across, down) }
    return SIMD2(across, down) / (1 - abs(center.z) - abs(center.w))
  }
}

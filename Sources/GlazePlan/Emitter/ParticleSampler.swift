import Foundation
import GlazeTree

/// Computes the particles of an emitter at its time.
///
/// Nothing is simulated: from the births of each cell follows which numbers can be alive, and each of these
/// is computed from its number alone. A particle that emits is visited as long as something that it
/// emitted can be alive.
struct ParticleSampler {
  /// How many particles one emitter visits at most, and a frame draws at most.
  static let limit = 1 << 20

  private let emitter: LayerEmitter
  private let recipes: [CellRecipe]
  private let shape: EmissionShape
  /// Whether directions leave the plane: cones are cones, and not angles.
  private let isDeep: Bool
  /// Particles that may still be visited.
  private var budget: Int
  private var cloud = ParticleCloud()

  /// How a particle moves and changes, from its birth on.
  private struct Course {
    var start: SIMD3<Float>
    var velocity: SIMD3<Float>
    var longitude: Float
    var latitude: Float
    var scale: Float
    var spin: Float
    var rotation: Float
    var color: SIMD4<Float>
    /// What it has of the particle that emitted it.
    var inheritedScale: Float
    var inheritedColor: SIMD4<Float>
    var lifetime: Float
  }

  static func sample(_ emitter: LayerEmitter, isDeep: Bool, budget: Int = limit) -> ParticleCloud {
    guard emitter.time.isFinite else { return .none }
    var sampler = ParticleSampler(emitter, isDeep: isDeep, budget: budget)
    sampler.run()
    return sampler.cloud
  }

  private init(_ emitter: LayerEmitter, isDeep: Bool, budget: Int) {
    self.emitter = emitter
    self.isDeep = isDeep
    self.budget = budget
    recipes = CellRecipe.recipes(of: emitter)
    shape = EmissionShape(shape: emitter.shape, mode: emitter.mode)
  }

  private mutating func run() {
    for index in 0..<emitter.ownCells { emit(ownCell: index) }
    for particle in cloud.particles {
      let size = emitter.contents[Int(particle.contents)].size
      let reach =
        Float((size.width * size.width + size.height * size.height).squareRoot() / 2)
        * particle.scale
      let place = SIMD3(particle.place.x, particle.place.y, particle.place.z)
      cloud.low = pointwiseMin(cloud.low, place - reach)
      cloud.high = pointwiseMax(cloud.high, place + reach)
    }
  }

  // MARK: The layer's own cells

  private mutating func emit(ownCell index: Int) {
    let recipe = recipes[index]
    let births = births(of: recipe, at: index)
    let now = recipe.localTime(at: emitter.time)
    let alive = window(births, recipe, from: 0, to: min(now, recipe.duration), now: now)
    let key = ParticleRandom.key(seed: emitter.seed, cell: index)
    let center = SIMD3<Float>(emitter.position)
    let size = SIMD3<Float>(emitter.size)
    for number in alive {
      let birth = births.time(of: number)
      let age = now - birth
      guard age < recipe.reach else { continue }
      let random = ParticleRandom(key: key, index: UInt64(truncatingIfNeeded: number))
      let lifeAndSpeed = random.pair(.lifetimeAndSpeed)
      let lifetime = recipe.lifetime.value(lifeAndSpeed.x)
      guard age < Double(lifetime) + recipe.reachOfChildren else { continue }
      let start: EmissionShape.Start
      if let history = emitter.history {
        let (center, size) = history.place(at: recipe.outerTime(at: birth))
        start = shape.start(center, size, random)
      } else {
        start = shape.start(center, size, random)
      }
      let course = course(
        recipe, random, lifetime: lifetime, speed: recipe.velocity.value(lifeAndSpeed.y), start,
        scale: recipe.scaleFactor, color: .one)
      add(course, recipe, age: age)
      if !recipe.children.isEmpty { emitChildren(of: course, recipe, random, age: age) }
    }
  }

  private func births(of recipe: CellRecipe, at index: Int) -> Births {
    guard let history = emitter.history, recipe.speed > 0 else {
      return Births(rate: recipe.birthRate)
    }
    return Births(
      start: recipe.localTime(at: history.start), step: history.step * recipe.speed,
      rates: history.samples.map { min($0.birthRate * $0.cellBirthRates[index], 1e9) })
  }

  /// The particles that may be alive, or have emitted what is.
  private mutating func window(
    _ births: Births, _ recipe: CellRecipe, from start: Double, to end: Double, now: Double
  ) -> Range<Int> {
    guard end > start || (end == start && end > 0) else { return 0..<0 }
    let range = births.indices(after: max(start, now - recipe.reach), until: end)
    let visited = min(range.count, budget)
    budget -= visited
    cloud.leftOut += range.count - visited
    cloud.particles.reserveCapacity(cloud.particles.count + visited)
    return range.suffix(visited)
  }

  // MARK: What particles emit

  private mutating func emitChildren(
    of parent: Course, _ recipe: CellRecipe, _ random: ParticleRandom, age: Double
  ) {
    for (place, index) in recipe.children.enumerated() where recipes[index].birthRate > 0 {
      let child = recipes[index]
      let births = Births(rate: child.birthRate)
      let now = child.localTime(at: age)
      // It emits from its birth to its end.
      var limits = (
        child.localTime(at: 0), child.localTime(at: Double(parent.lifetime))
      )
      if child.speed == 0 { limits = (0, .infinity) }
      let start = max(0, min(limits.0, limits.1))
      let end = min(now, child.duration, max(limits.0, limits.1))
      let key = random.key(child: place)
      for number in window(births, child, from: start, to: end, now: now) {
        let birth = births.time(of: number)
        let childAge = now - birth
        let random = ParticleRandom(key: key, index: UInt64(truncatingIfNeeded: number))
        let lifeAndSpeed = random.pair(.lifetimeAndSpeed)
        let lifetime = child.lifetime.value(lifeAndSpeed.x)
        guard childAge < Double(lifetime) + child.reachOfChildren else { continue }
        let moment = Float(child.outerTime(at: birth))
        let course = course(
          child, random, lifetime: lifetime, speed: child.velocity.value(lifeAndSpeed.y),
          Self.start(on: parent, recipe, at: moment), scale: Self.scale(parent, recipe, moment),
          color: Self.color(parent, recipe, moment))
        add(course, child, age: childAge)
        if !child.children.isEmpty { emitChildren(of: course, child, random, age: childAge) }
      }
    }
  }

  /// Where a particle is, and which way it flies; one that stands still looks where it was sent.
  private static func start(
    on course: Course, _ recipe: CellRecipe, at age: Float
  )
    -> EmissionShape.Start
  {
    let velocity = course.velocity + recipe.acceleration * age
    var start = EmissionShape.Start(
      place: place(course, recipe, age), longitude: course.longitude, latitude: course.latitude)
    let across = (velocity.x * velocity.x + velocity.y * velocity.y).squareRoot()
    if across > 0 || velocity.z != 0 {
      start.longitude = atan2f(velocity.y, velocity.x)
      start.latitude = atan2f(velocity.z, across)
    }
    return start
  }

  // MARK: One particle

  @inline(__always)
  private func course(
    _ recipe: CellRecipe, _ random: ParticleRandom, lifetime: Float, speed: Float,
    _ start: EmissionShape.Start, scale: Float, color: SIMD4<Float>
  ) -> Course {
    var longitude = start.longitude + recipe.longitude
    let latitude = start.latitude + recipe.latitude
    var direction: SIMD3<Float>?
    if recipe.halfCone != 0 {
      let u = random.pair(.direction)
      if isDeep {
        direction = Self.direction(
          longitude, latitude, tilt: u.x * recipe.halfCone, about: 2 * .pi * u.y)
      } else {
        longitude += (2 * u.x - 1) * recipe.halfCone
      }
    }
    let sizeAndSpin = random.pair(.sizeAndSpin)
    var own = recipe.color
    if recipe.hasColorRange {
      let (a, b) = (random.pair(.redAndGreen), random.pair(.blueAndAlpha))
      own += recipe.halfColor * (2 * SIMD4(a.x, a.y, b.x, b.y) - 1)
      own.clamp(lowerBound: .zero, upperBound: .one)
    }
    var rotation = recipe.rotation.mean
    if recipe.rotation.half != 0 { rotation = recipe.rotation.value(random.pair(.rotation).x) }
    return Course(
      start: start.place,
      velocity: speed == 0 ? .zero : speed * (direction ?? Self.direction(longitude, latitude)),
      longitude: longitude, latitude: latitude, scale: recipe.scale.value(sizeAndSpin.x),
      spin: recipe.spin.value(sizeAndSpin.y), rotation: rotation, color: own,
      inheritedScale: scale, inheritedColor: color, lifetime: lifetime)
  }

  @inline(__always)
  private static func direction(_ longitude: Float, _ latitude: Float) -> SIMD3<Float> {
    let (x, y) = (cosf(longitude), sinf(longitude))
    if latitude == 0 { return SIMD3(x, y, 0) }
    let across = cosf(latitude)
    return SIMD3(x * across, y * across, sinf(latitude))
  }

  /// The direction that lies so far from the one of the angles, on one side of it.
  private static func direction(
    _ longitude: Float, _ latitude: Float, tilt: Float, about turn: Float
  ) -> SIMD3<Float> {
    let (x, y) = (cosf(longitude), sinf(longitude))
    let (across, up) = (cosf(latitude), sinf(latitude))
    let ahead = SIMD3(x * across, y * across, up)
    let aside = SIMD3(-y, x, 0)
    let above = SIMD3(-x * up, -y * up, across)
    return ahead * cosf(tilt) + (aside * cosf(turn) + above * sinf(turn)) * sinf(tilt)
  }

  @inline(__always)
  private static func place(
    _ course: Course, _ recipe: CellRecipe, _ age: Float
  )
    -> SIMD3<Float>
  {
    course.start + (course.velocity + recipe.acceleration * (age * 0.5)) * age
  }

  @inline(__always)
  private static func scale(_ course: Course, _ recipe: CellRecipe, _ age: Float) -> Float {
    max(0, course.scale + recipe.scaleSpeed * age) * course.inheritedScale
  }

  @inline(__always)
  private static func color(
    _ course: Course, _ recipe: CellRecipe, _ age: Float
  ) -> SIMD4<Float> {
    (course.color + recipe.colorSpeed * age).clamped(lowerBound: .zero, upperBound: .one)
      * course.inheritedColor
  }

  @inline(__always)
  private mutating func add(_ course: Course, _ recipe: CellRecipe, age: Double) {
    let age = Float(age)
    guard recipe.contents >= 0, age >= 0, age < course.lifetime else { return }
    let scale = Self.scale(course, recipe, age)
    let color = Self.color(course, recipe, age)
    guard scale != 0, color.w > 0 else { return }
    let place = Self.place(course, recipe, age)
    cloud.particles.append(
      Particle(
        place: SIMD4(place.x, place.y, place.z, age), color: color, scale: abs(scale),
        angle: recipe.hasTurn ? course.rotation + course.spin * age : 0,
        contents: recipe.contents))
  }
}

extension EmitterHistory {
  /// The middle and the size of the shape at a time of the layer.
  fileprivate func place(at time: Double) -> (center: SIMD3<Float>, size: SIMD3<Float>) {
    let at = min(max((time - start) / step, 0), Double(samples.count - 1))
    let index = min(Int(at), samples.count - 2)
    let (a, b) = (samples[index], samples[index + 1])
    let part = at - Double(index)
    return (
      SIMD3<Float>(a.position + (b.position - a.position) * part),
      SIMD3<Float>(a.size + (b.size - a.size) * part)
    )
  }
}

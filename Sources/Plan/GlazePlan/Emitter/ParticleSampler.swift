import Foundation
import GlazeGeometry
import GlazeTree

/// Computes the particles of an emitter at its time.
///
/// Nothing is simulated: the births of each cell determine which numbers can be alive, and each
/// particle is computed from its number alone. A particle that emits is visited as long as
/// something that it emitted can be alive.
struct ParticleSampler {
  /// The most particles that a frame computes, and that it draws.
  static let limit = 1 << 20

  private let emitter: LayerEmitter
  private let recipes: [CellRecipe]
  private let shape: EmissionShape
  private let forces: ParticleForces?
  private let looks: ParticleLooks
  /// The number of particles that may still be visited.
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
    /// The scale that it inherits from the particle that emitted it.
    var inheritedScale: Float
    var inheritedColor: SIMD4<Float>
    var lifetime: Float
    var mass: Float
    /// The birth in the layer's time, for oscillating properties.
    var birth: Float
  }

  static func sample(_ emitter: LayerEmitter, budget: Int = limit) -> ParticleCloud {
    guard emitter.time.isFinite else { return .none }
    var sampler = ParticleSampler(emitter, budget: budget)
    sampler.run()
    sampler.cloud.visited = budget - sampler.budget
    return sampler.cloud
  }

  private init(_ emitter: LayerEmitter, budget: Int) {
    self.emitter = emitter
    self.budget = budget
    recipes = CellRecipe.recipes(of: emitter)
    shape = EmissionShape(emitter)
    forces = ParticleForces(emitter)
    looks = ParticleLooks(emitter)
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
    let first = recipe.outerTime(at: births.time(of: 0))
    if first > 0 { cloud.firstBirth = min(cloud.firstBirth, first) }
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
        start = shape.start(center, size, number, random)
      } else {
        start = shape.start(center, size, number, random)
      }
      let course = course(
        recipe, random, lifetime: lifetime, speed: recipe.velocity.value(lifeAndSpeed.y), start,
        scale: recipe.scaleFactor, color: .one, birth: recipe.outerTime(at: birth))
      add(course, recipe, random, age: age)
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

  /// The particles that may be alive, or whose emitted particles may be.
  private mutating func window(
    _ births: Births, _ recipe: CellRecipe, from start: Double, to end: Double, now: Double
  ) -> Range<Int> {
    guard end > start || (end == start && end > 0) else { return 0..<0 }
    let range = births.indices(after: max(start, now - recipe.reach), until: end)
    let visited = min(range.count, budget)
    budget -= visited
    // Each range may omit as many particles as an integer can count.
    cloud.leftOut = min(cloud.leftOut + range.count - visited, 1 << 53)
    // Appending small batches grows the list geometrically; reserving for each batch would copy it
    // each time.
    if visited > cloud.particles.count {
      cloud.particles.reserveCapacity(cloud.particles.count + visited)
    }
    return range.suffix(visited)
  }

  // MARK: Emitted particles

  private mutating func emitChildren(
    of parent: Course, _ recipe: CellRecipe, _ random: ParticleRandom, age: Double
  ) {
    // The rest will not be visible, and it may be large.
    if budget == 0, cloud.leftOut > 0 { return }
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
          self.start(on: parent, recipe, at: moment), scale: Self.scale(parent, recipe, moment),
          color: Self.color(parent, recipe, moment), birth: Double(parent.birth + moment))
        add(course, child, random, age: childAge)
        if !child.children.isEmpty { emitChildren(of: course, child, random, age: childAge) }
      }
    }
  }

  /// The position and the direction of flight of a particle; one that stands still faces its
  /// initial direction.
  private func start(
    on course: Course, _ recipe: CellRecipe, at age: Float
  ) -> EmissionShape.Start {
    let state = state(of: course, recipe, age)
    let velocity = state.velocity
    var start = EmissionShape.Start(
      place: state.place, longitude: course.longitude, latitude: course.latitude)
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
    _ start: EmissionShape.Start, scale: Float, color: SIMD4<Float>, birth: Double
  ) -> Course {
    let longitude = start.longitude + recipe.longitude
    let latitude = start.latitude + recipe.latitude
    var direction: SIMD3<Float>?
    if recipe.halfCone != 0 {
      let u = random.pair(.direction)
      direction = Self.direction(longitude, latitude, halfCone: recipe.halfCone, u)
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
    var mass = recipe.mass.mean
    if recipe.mass.half != 0 { mass = recipe.mass.value(random.pair(.frameAndMass).y) }
    return Course(
      start: start.place,
      velocity: speed == 0 ? .zero : speed * (direction ?? Self.direction(longitude, latitude)),
      longitude: longitude, latitude: latitude, scale: recipe.scale.value(sizeAndSpin.x),
      spin: recipe.spin.value(sizeAndSpin.y), rotation: rotation, color: own,
      inheritedScale: scale, inheritedColor: color, lifetime: lifetime, mass: mass,
      birth: Float(birth))
  }

  @inline(__always)
  private static func direction(_ longitude: Float, _ latitude: Float) -> SIMD3<Float> {
    let (x, y) = (cosf(longitude), sinf(longitude))
    if latitude == 0 { return SIMD3(x, y, 0) }
    let across = cosf(latitude)
    return SIMD3(x * across, y * across, sinf(latitude))
  }

  /// A direction in the cone around the angles' direction, distributed evenly over the cone.
  ///
  /// Cones are spatial even where particles stay in their layer's plane: a device's recording shows
  /// particles that fill the cone in a way that an angle in the plane would not.
  ///
  /// - Parameter random: Two numbers in 0..<1.
  private static func direction(
    _ longitude: Float, _ latitude: Float, halfCone: Float, _ random: SIMD2<Float>
  ) -> SIMD3<Float> {
    let (x, y) = (cosf(longitude), sinf(longitude))
    let (across, up) = (cosf(latitude), sinf(latitude))
    let ahead = SIMD3(x * across, y * across, up)
    let aside = SIMD3(-y, x, 0)
    let above = SIMD3(-x * up, -y * up, across)
    // Equal parts of the cosine correspond to equal areas of the sphere.
    let cosine = 1 - random.x * (1 - cosf(min(abs(halfCone), .pi)))
    let sine = max(0, 1 - cosine * cosine).squareRoot()
    let turn = 2 * .pi * random.y
    return ahead * cosine + (aside * cosf(turn) + above * sinf(turn)) * sine
  }

  @inline(__always)
  private func state(
    of course: Course, _ recipe: CellRecipe, _ age: Float
  ) -> ParticleForces.State {
    if let forces {
      return forces.state(
        from: .init(place: course.start, velocity: course.velocity),
        acceleration: recipe.acceleration, mass: course.mass, birth: course.birth, age: age,
        longestLife: Float(recipe.longestLife))
    }
    return .init(
      place: course.start + (course.velocity + recipe.acceleration * (age * 0.5)) * age,
      velocity: course.velocity + recipe.acceleration * age)
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
  private mutating func add(
    _ course: Course, _ recipe: CellRecipe, _ random: ParticleRandom, age: Double
  ) {
    let age = Float(age)
    guard recipe.contents >= 0, age >= 0, age < course.lifetime else { return }
    let state = state(of: course, recipe, age)
    let place = state.place
    if let cull = emitter.cullRect, !cull.contains(CGPoint(x: Double(place.x), y: Double(place.y)))
    {
      return
    }
    var scale = Self.scale(course, recipe, age)
    var color = Self.color(course, recipe, age)
    let way = place - course.start
    looks.apply(
      life: age / course.lifetime, distance: (way * way).sum().squareRoot(), place: place,
      scale: &scale, color: &color)
    guard scale != 0, color.w > 0 else { return }
    var angle = recipe.hasTurn ? course.rotation + course.spin * age : 0
    if let alignment = looks.alignment, state.velocity.x != 0 || state.velocity.y != 0 {
      angle += alignment + atan2f(state.velocity.y, state.velocity.x)
    }
    var particle = Particle(
      place: SIMD4(place.x, place.y, place.z, age), color: color, scale: abs(scale),
      angle: angle, contents: recipe.contents)
    if recipe.frames.count > 1 { particle.contents += frame(recipe.frames, random, age) }
    if recipe.hasTilt { particle.tilt = Self.tilt(recipe.orientation, random) }
    cloud.particles.append(particle)
  }

  /// The image of its sprite sheet that a particle shows.
  private func frame(
    _ frames: EmitterCell.Frames, _ random: ParticleRandom, _ age: Float
  ) -> Int32 {
    let count = Float(frames.count)
    let first = frames.isRandom ? (random.pair(.frameAndMass).x * count).rounded(.down) : 0
    let turns = first + (age * Float(frames.perSecond)).rounded(.down)
    let frame = turns - (turns / count).rounded(.down) * count
    return frame >= 0 && frame < count ? Int32(clamping: frame) : 0
  }

  /// The tilt of a particle's image, in the form of `Particle.tilt`.
  private static func tilt(
    _ orientation: EmitterCell.Orientation, _ random: ParticleRandom
  ) -> SIMD4<Float> {
    let (latitude, longitude) = (Float(orientation.latitude), Float(orientation.longitude))
    let half = Float(orientation.coneAngle / 2)
    let normal = direction(
      longitude, .pi / 2 - latitude, halfCone: half, random.pair(.tilt))
    let sine = (normal.x * normal.x + normal.y * normal.y).squareRoot()
    return sine > 1e-6
      ? SIMD4(sine, normal.z, normal.x / sine, normal.y / sine) : SIMD4(0, 1, 1, 0)
  }
}

extension EmitterHistory {
  /// The center and the size of the shape at a time of the layer.
  fileprivate func place(at time: Double) -> (center: SIMD3<Float>, size: SIMD3<Float>) {
    let at = min(max((time - start) / step, 0), Double(samples.count - 1))
    let index = min(Int(clamping: at), samples.count - 2)
    let (a, b) = (samples[index], samples[index + 1])
    let part = at - Double(index)
    return (
      SIMD3<Float>(a.position + (b.position - a.position) * part),
      SIMD3<Float>(a.size + (b.size - a.size) * part)
    )
  }
}

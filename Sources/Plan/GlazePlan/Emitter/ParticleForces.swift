import Foundation
import GlazeTree

/// The forces of an emitter's behaviors, and the motion that they give to particles.
///
/// They are integrated in equal steps from a particle's birth on, so its position is a function of
/// its age and independent of earlier frames.
struct ParticleForces {
  /// The length of a step, in seconds; longer where a particle would take more than `mostSteps` in
  /// its life.
  private static let step: Float = 1.0 / 60
  private static let mostSteps: Float = 240

  private struct Wave {
    var force: SIMD3<Float>
    var frequency: Float
  }

  private struct Attractor {
    var kind: EmitterAttractor.Kind
    var stiffness, radius: Float
    var position, direction: SIMD3<Float>
    var falloff: EmitterFalloff
  }

  private var drag: Float = 0
  private var waves: [Wave] = []
  private var attractors: [Attractor] = []

  /// nil for an emitter without forces.
  init?(_ emitter: LayerEmitter) {
    guard emitter.behaviors.contains(where: \.isForce) else { return nil }
    for behavior in emitter.behaviors {
      switch behavior {
      case .drag(let share): drag += Float(share)
      case .wave(let force, let frequency):
        waves.append(Wave(force: SIMD3<Float>(force), frequency: Float(frequency)))
      case .attractor(let attractor):
        attractors.append(
          Attractor(
            kind: attractor.kind, stiffness: Float(attractor.stiffness),
            radius: Float(attractor.radius), position: SIMD3<Float>(attractor.position),
            direction: SIMD3<Float>(attractor.direction), falloff: attractor.falloff))
      case .overLife, .overDistance, .light, .alignToMotion: break
      }
    }
  }

  /// The position and the velocity of a particle.
  struct State {
    var place: SIMD3<Float>
    var velocity: SIMD3<Float>
  }

  /// - Parameters:
  ///   - acceleration: The acceleration that does not depend on the mass.
  ///   - birth: The time of birth, in the layer's time.
  ///   - longestLife: The longest life of the particle's cell.
  func state(
    from start: State, acceleration: SIMD3<Float>, mass: Float, birth: Float, age: Float,
    longestLife: Float
  ) -> State {
    let life = longestLife.isFinite ? longestLife : age
    let step = max(Self.step, life / Self.mostSteps)
    let inverseMass = mass > 0 ? 1 / mass : 1
    var state = start
    var time: Float = 0
    while time < age {
      let length = min(step, age - time)
      let force = force(at: state.place, time: birth + time + length / 2)
      state.velocity += (acceleration + force * inverseMass) * length
      if drag > 0 { state.velocity *= expf(-drag * inverseMass * length) }
      state.place += state.velocity * length
      time += step
    }
    let rest: SIMD3<Float> = state.place * 0 + state.velocity * 0
    let isFinite = rest == .zero
    return isFinite ? state : start
  }

  private func force(at place: SIMD3<Float>, time: Float) -> SIMD3<Float> {
    var force = SIMD3<Float>.zero
    for wave in waves { force += wave.force * sinf(2 * .pi * wave.frequency * time) }
    for attractor in attractors {
      var way = attractor.position - place
      let along = attractor.direction * (way * attractor.direction).sum()
      switch attractor.kind {
      case .radial: break
      case .axial: way -= along
      case .planar: way = along
      }
      let distance = (way * way).sum().squareRoot()
      guard distance > 0 else { continue }
      let stiffness = attractor.stiffness * attractor.falloff.share(at: distance)
      force += way * (stiffness * (1 - attractor.radius / distance))
    }
    return force
  }
}

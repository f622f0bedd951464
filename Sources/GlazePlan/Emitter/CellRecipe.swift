import Foundation
import GlazeGeometry
import GlazeTree

/// A cell with the layer's factors in it: what the inner loop reads, without references.
struct CellRecipe {
  /// A mean, and what half the range adds to it or takes from it.
  struct Spread {
    var mean: Float
    var half: Float

    init(_ spread: EmitterCell.Spread, times factor: Double, plus bias: Double = 0) {
      mean = Float(spread.mean * factor + bias)
      half = Float(spread.range * factor / 2)
    }

    /// - Parameter random: In 0..<1.
    @inline(__always) func value(_ random: Float) -> Float { mean + (2 * random - 1) * half }
  }

  let birthRate: Double
  let lifetime: Spread
  let velocity: Spread
  let longitude: Float
  let latitude: Float
  let halfCone: Float
  let acceleration: SIMD3<Float>
  let scale: Spread
  let scaleSpeed: Float
  /// What all its particles have of the layer's scale.
  let scaleFactor: Float
  let spin: Spread
  let rotation: Spread
  let mass: Spread
  let orientation: EmitterCell.Orientation
  let frames: EmitterCell.Frames
  let color: SIMD4<Float>
  let halfColor: SIMD4<Float>
  let colorSpeed: SIMD4<Float>
  let contents: Int32
  let children: Range<Int>
  /// As in `EmitterCell`.
  let beginTime, speed, timeOffset, duration: Double
  /// The longest life, in the cell's time.
  let longestLife: Double
  /// How long after its birth a particle may have to do with what is seen: it, what it emits, and what
  /// that emits.
  var reach: Double
  /// The same of what it emits, after its end.
  var reachOfChildren = 0.0
  let hasTurn: Bool
  let hasColorRange: Bool
  let hasTilt: Bool

  /// - Parameter isOwn: Whether the layer emits the cell, and not another cell.
  init(_ cell: EmitterCell, of emitter: LayerEmitter, isOwn: Bool) {
    birthRate = min(cell.birthRate * (isOwn ? emitter.birthRate : 1), 1e9)
    lifetime = Spread(cell.lifetime, times: emitter.lifetime)
    velocity = Spread(cell.velocity, times: emitter.velocity)
    longitude = Float(cell.longitude)
    latitude = Float(cell.latitude)
    halfCone = Float(cell.coneAngle / 2)
    acceleration = SIMD3<Float>(cell.acceleration)
    scale = Spread(cell.scale, times: 1)
    scaleSpeed = Float(cell.scaleSpeed)
    scaleFactor = isOwn ? Float(emitter.scale) : 1
    spin = Spread(cell.spin, times: emitter.spin, plus: emitter.spinBias)
    rotation = Spread(cell.rotation, times: 1)
    mass = Spread(cell.mass, times: 1)
    orientation = cell.orientation
    frames = cell.frames
    color = cell.color
    halfColor = cell.colorRange / 2
    colorSpeed = cell.colorSpeed
    contents = cell.contents
    children = Int(cell.children.lowerBound)..<Int(cell.children.upperBound)
    beginTime = cell.beginTime.isFinite ? cell.beginTime : 0
    speed = cell.speed.isFinite ? cell.speed : 1
    timeOffset = cell.timeOffset.isFinite ? cell.timeOffset : 0
    duration = cell.duration > 0 ? cell.duration : cell.duration.isNaN ? .infinity : 0
    longestLife = max(0, Double(lifetime.mean) + Double(abs(lifetime.half)))
    reach = longestLife
    hasTurn = spin.mean != 0 || spin.half != 0 || rotation.mean != 0 || rotation.half != 0
    hasColorRange = halfColor != .zero
    hasTilt = orientation.latitude != 0 || orientation.coneAngle != 0
  }

  /// The recipes of all cells of an emitter; those that children belong to know how far these reach.
  static func recipes(of emitter: LayerEmitter) -> [CellRecipe] {
    var recipes = emitter.cells.enumerated().map { index, cell in
      CellRecipe(cell, of: emitter, isOwn: index < emitter.ownCells)
    }
    // Children come after their parents.
    for index in recipes.indices.reversed() {
      for child in recipes[index].children where recipes[child].birthRate > 0 {
        let speed = abs(recipes[child].speed)
        let reach = speed > 0 ? recipes[child].reach / speed : 0
        recipes[index].reachOfChildren = max(recipes[index].reachOfChildren, reach)
      }
      recipes[index].reach += recipes[index].reachOfChildren
    }
    return recipes
  }

  /// The cell's time, at a time of the layer or at an age of the particle that emits.
  func localTime(at time: Double) -> Double { (time - beginTime) * speed + timeOffset }

  /// When a moment of the cell's time is, in the layer's time or as the age of what emits.
  func outerTime(at time: Double) -> Double {
    speed == 0 ? max(0, beginTime) : beginTime + (time - timeOffset) / speed
  }
}

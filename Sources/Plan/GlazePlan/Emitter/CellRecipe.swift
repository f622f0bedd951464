import Foundation
import GlazeGeometry
import GlazeTree

/// A cell with the layer's factors applied: the data of the inner loop, without references.
struct CellRecipe {
  /// A mean, and the half range that is added to it or subtracted from it.
  struct Spread {
    var mean: Float
    var half: Float

    init(_ spread: EmitterCell.Spread, times factor: Double, plus bias: Double = 0) {
      mean = Float(spread.mean * factor + bias)
      half = Float(spread.range * factor / 2)
    }

    /// - Parameter random: A number in 0..<1.
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
  /// The layer's scale, which all particles of the cell share.
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
  /// The properties of `EmitterCell` with the same names.
  let beginTime, speed, timeOffset, duration: Double
  /// The longest life, in the cell's time.
  let longestLife: Double
  /// The time after its birth for which a particle may affect the image: by itself, by what it
  /// emits, and by what that emits.
  var reach: Double
  /// The same time for what it emits, after its own end.
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

  /// The recipes of all cells of an emitter.
  ///
  /// Recipes of cells with children include the reach of these.
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

  /// The cell's time for a time of the layer, or for an age of the emitting particle.
  func localTime(at time: Double) -> Double { (time - beginTime) * speed + timeOffset }

  /// The layer's time, or the age of the emitting particle, for a time of the cell.
  func outerTime(at time: Double) -> Double {
    speed == 0 ? max(0, beginTime) : beginTime + (time - timeOffset) / speed
  }
}

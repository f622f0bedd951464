import CGlazeShaders
import GlazeGeometry
import GlazePlan
import GlazeTree

/// Brings squares into an order in which few programs after each other draw all of them.
///
/// Where squares lie over each other they are drawn in the order in which they were added; others need not
/// wait. Each gets the first turn of its program that is not before what lies there.
struct SquareSchedule {
  /// The programs, by the boxes that they composite.
  private static let variants: [Variant] = [.boxes0, .boxes1, .boxes3, .boxes7]
  /// Pixels a side of the cells in which squares are told apart.
  private static let cell = 16

  private var squares: [GroupSquare] = []
  /// The turns of the squares.
  private var turns: [Int32] = []
  /// For each cell of the frame the turn that was there last.
  private var last: [Int32] = []
  private var columns = 0
  /// The turn that nothing is before.
  private var start: Int32 = 0
  private var end: Int32 = 0
  private var low = SIMD2<Float>(repeating: .greatestFiniteMagnitude)
  private var high = SIMD2<Float>(repeating: -.greatestFiniteMagnitude)

  var count: Int { squares.count }

  /// Which of the programs composites so many boxes.
  static func kind(_ boxes: Int) -> Int {
    switch boxes {
    case 0, 1: boxes
    case 2, 3: 2
    default: 3
    }
  }

  mutating func begin(width: Int, height: Int) {
    columns = (width + SquareCutter.largest) / Self.cell + 1
    let rows = (height + SquareCutter.largest) / Self.cell + 1
    last.removeAll(keepingCapacity: true)
    last.append(contentsOf: repeatElement(0, count: columns * rows))
    (start, end) = (0, 0)
  }

  mutating func append(_ square: GroupSquare, _ x: Int, _ y: Int, _ size: Int, shown: Int) {
    let cells = max(size / Self.cell, 1)
    let first = y / Self.cell * columns + x / Self.cell
    var before = start
    for row in 0..<cells {
      for index in (first + row * columns)..<(first + row * columns + cells) {
        before = max(before, last[index])
      }
    }
    let programs = Int32(Self.variants.count)
    var turn = before - before % programs + Int32(Self.kind(shown))
    if turn < before { turn += programs }
    for row in 0..<cells {
      for index in (first + row * columns)..<(first + row * columns + cells) { last[index] = turn }
    }
    end = max(end, turn + 1)
    squares.append(square)
    turns.append(turn)
  }

  /// Forgets the squares that were added last.
  mutating func removeLast(_ count: Int) {
    squares.removeLast(count)
    turns.removeLast(count)
  }

  mutating func extendBounds(to window: PixelWindow) {
    low = pointwiseMin(low, SIMD2(Float(window.x), Float(window.y)))
    high = pointwiseMax(
      high, SIMD2(Float(window.x + window.width), Float(window.y + window.height)))
  }

  /// Hands over all squares, turn by turn.
  mutating func take(into result: inout [GroupSquare], _ runs: inout [GroupSquares.Run]) {
    var places = [Int](repeating: 0, count: Int(end - start))
    for turn in turns { places[Int(turn - start)] += 1 }
    var place = result.count
    let bounds = SIMD4(lowHalf: low, highHalf: high)
    for turn in places.indices {
      let next = place + places[turn]
      if next > place {
        let variant = Self.variants[(Int(start) + turn) % Self.variants.count]
        runs.append(GroupSquares.Run(variant: variant, range: place..<next, bounds: bounds))
      }
      places[turn] = place
      place = next
    }
    result.append(contentsOf: repeatElement(GroupSquare(), count: place - result.count))
    for (index, turn) in turns.enumerated() {
      result[places[Int(turn - start)]] = squares[index]
      places[Int(turn - start)] += 1
    }
    squares.removeAll(keepingCapacity: true)
    turns.removeAll(keepingCapacity: true)
    // What comes later lies over all of these.
    start = end
    low = SIMD2(repeating: .greatestFiniteMagnitude)
    high = -low
  }
}

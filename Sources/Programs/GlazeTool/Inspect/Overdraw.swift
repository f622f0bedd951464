import GlazeGeometry
import GlazePlan

/// The number of instances that touch each pixel of a target.
struct Overdraw {
  private(set) var counts: [Int32]
  let width: Int
  let height: Int

  var most: Int { Int(counts.max() ?? 0) }
  var mean: Double {
    counts.isEmpty ? 0 : Double(counts.reduce(0) { $0 + Int($1) }) / Double(counts.count)
  }

  /// - Complexity: O(pixels, and rows of instances).
  init(_ plan: FramePlan, target: Int) {
    (width, height) = (plan.targets[target].width, plan.targets[target].height)
    // The difference to the pixel before, with one more column for instances that end at the edge.
    var steps = [Int32](repeating: 0, count: (width + 1) * height)
    for pass in plan.passes where pass.target == target {
      for draw in plan.draws[pass.draws] {
        for index in draw.instances {
          let (a, b) = plan.polygon(draw.kind, index)
          Self.add([a.lowHalf, a.highHalf, b.lowHalf, b.highHalf], to: &steps, width, height)
        }
      }
    }
    counts = []
    counts.reserveCapacity(width * height)
    for row in 0..<height {
      var count: Int32 = 0
      for column in 0..<width {
        count += steps[row * (width + 1) + column]
        counts.append(count)
      }
    }
  }

  /// Counts the pixels whose centers lie in a convex polygon.
  private static func add(
    _ corners: [SIMD2<Float>], to steps: inout [Int32], _ width: Int, _ height: Int
  ) {
    let points = corners.map { SIMD2(Double($0.x), Double($0.y)) }
    guard points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return }
    let ys = points.map(\.y)
    let first = max(0, Int(clamping: ((ys.min() ?? 0) - 0.5).rounded(.up)))
    let end = min(height, Int(clamping: ((ys.max() ?? 0) - 0.5).rounded(.up)))
    guard first < end else { return }
    for row in first..<end {
      let y = Double(row) + 0.5
      var (left, right) = (Double.infinity, -Double.infinity)
      for index in points.indices {
        let (p, q) = (points[index], points[(index + 1) % points.count])
        guard (p.y <= y) != (q.y <= y) else { continue }
        let x = p.x + (q.x - p.x) * (y - p.y) / (q.y - p.y)
        (left, right) = (min(left, x), max(right, x))
      }
      guard left < right else { continue }
      let from = min(width, max(0, Int(clamping: (left - 0.5).rounded(.up))))
      let to = min(width, max(0, Int(clamping: (right - 0.5).rounded(.up))))
      guard from < to else { continue }
      steps[row * (width + 1) + from] += 1
      steps[row * (width + 1) + to] -= 1
    }
  }

  /// The colors of pixels that are touched once to eight times or more.
  static let colors: [SIMD3<UInt8>] = [
    SIMD3(40, 60, 150), SIMD3(30, 120, 190), SIMD3(20, 160, 150), SIMD3(90, 180, 70),
    SIMD3(210, 200, 50), SIMD3(240, 150, 40), SIMD3(230, 80, 40), SIMD3(190, 20, 60),
  ]

  /// The counts as opaque colors; black where nothing is drawn.
  var image: PixelBuffer {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(counts.count * 4)
    for count in counts {
      let color =
        count <= 0 ? SIMD3<UInt8>() : Self.colors[min(Int(count), Self.colors.count) - 1]
      bytes += [color.x, color.y, color.z, 255]
    }
    return PixelBuffer(width: width, height: height, bytes: bytes)
  }
}

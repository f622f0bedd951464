import Foundation
import GlazeGeometry
import Testing

/// Lines are only exact where they are seen, and the same there whatever the window is.
struct StrokeWindowTests {
  private static func path(_ random: inout SplitMix, size: Double) -> CGPath {
    let path = CGMutablePath()
    func point() -> CGPoint {
      CGPoint(x: random.number(-size, size), y: random.number(-size, size))
    }
    path.move(to: point())
    for _ in 0..<8 {
      if random.number(0, 1) < 0.4 {
        path.addLine(to: point())
      } else {
        path.addCurve(to: point(), control1: point(), control2: point())
      }
    }
    if random.number(0, 1) < 0.5 { path.closeSubpath() }
    return path
  }

  private static func map(_ random: inout SplitMix) -> Homography {
    let (angle, scale) = (random.number(-3, 3), random.number(0.3, 2))
    var map = Homography.identity
    (map.xx, map.xy, map.xw) = (cos(angle) * scale, -sin(angle) * scale, 32)
    (map.yx, map.yy, map.yw) = (sin(angle) * scale, cos(angle) * scale, 32)
    if random.number(0, 1) < 0.5 {
      (map.wx, map.wy) = (random.number(-2e-3, 2e-3), random.number(-2e-3, 2e-3))
    }
    return map
  }

  /// A window shows the same pixels of a line as a large window around it.
  @Test(arguments: 0..<60)
  func windowsShowTheSameLine(seed: Int) {
    var random = SplitMix(state: UInt64(seed))
    let path = Self.path(&random, size: 700)
    let map = Self.map(&random)
    let joins: [CGLineJoin] = [.miter, .round, .bevel]
    let caps: [CGLineCap] = [.butt, .round, .square]
    let style = PathStyle.stroke(
      StrokeStyle(
        width: CGFloat(random.number(1, 60)), cap: caps[seed % 3], join: joins[seed / 3 % 3]))
    let small = PixelWindow(x: 0, y: 0, width: 64, height: 64)
    let large = PixelWindow(x: -3000, y: -3000, width: 6064, height: 6064)
    let (part, whole) = (
      Cover(path, style, map: map, clip: small), Cover(path, style, map: map, clip: large)
    )
    var most = 0
    for y in 0..<64 {
      for x in 0..<64 { most = max(most, abs(Int(part[x, y]) - Int(whole[x, y]))) }
    }
    // Bends may lie elsewhere along a curve, which then deviates by another part of the 0.05 pixels
    // that a chord may: 13 levels.
    #expect(most <= 13)
  }

  /// A curve of any size has as many points as what is seen of it needs.
  @Test(arguments: [1e3, 1e6, 1e9, 1e12])
  func pointsDoNotGrowWithTheLine(size: Double) {
    var random = SplitMix(state: 7)
    var outlines = PathOutlines()
    let style = PathStyle.stroke(StrokeStyle(width: CGFloat(size / 50), join: .round))
    let window = PixelWindow(x: 0, y: 0, width: 64, height: 64)
    for isTurned in [false, true] {
      var map = Homography.identity
      if isTurned { (map.wx, map.wy) = (1 / size, -2 / size) }
      let path = Self.path(&random, size: size).elements
      _ = PathRasterizer().add(path, style: style, map: map, clip: window, to: &outlines)
      #expect(outlines.pointCount < 8000, "\(outlines.pointCount)")
    }
  }
}

/// Numbers that are the same on every machine.
private struct SplitMix {
  var state: UInt64

  mutating func number(_ low: Double, _ high: Double) -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return low + (high - low) * Double((z ^ (z >> 31)) >> 11) / Double(1 << 53)
  }
}

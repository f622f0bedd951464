import CGlazeShaders
import Foundation
import GlazeGeometry
import GlazePlan
import GlazeTree
import Testing

/// The parts of paths whose coverage is computed.
struct PathMaskTests {
  private func page(_ path: CGPath, _ style: StrokeStyle?, x: Double, y: Double) -> Layer {
    let ink = SIMD4<Float>(0, 0, 0, 1)
    return box(
      0, 0, 4_000, 4_000, fill: clear,
      box(x, y, 10, 10, fill: clear).with {
        $0.shape =
          style.map { LayerShape(path: path, fill: nil, stroke: ink, strokeStyle: $0) }
          ?? LayerShape(path: path, fill: ink)
      })
  }

  private func plan(_ layer: Layer, _ size: Int, _ planner: inout FramePlanner) -> FramePlan {
    planner.plan(tree(layer), viewport: Viewport(width: size, height: size))
  }

  /// The coverage of pixels by the only mask of a frame.
  private struct Cover {
    var (x, y) = (0, 0)
    var mask: FramePlan.Mask?

    init(_ plan: FramePlan) {
      guard let instance = plan.coverages.first, let mask = plan.masks.first else { return }
      (x, y) = (Int(clamping: instance.source.x), Int(clamping: instance.source.y))
      self.mask = mask
    }

    func row(_ y: Int, width: Int) -> [UInt8] {
      guard let mask, y >= self.y, y < self.y + mask.height else {
        return [UInt8](repeating: 0, count: width)
      }
      return (0..<width).map { x in
        x >= self.x && x < self.x + mask.width
          ? mask.bytes[(y - self.y) * mask.width + x - self.x] : 0
      }
    }
  }

  @Test func onlySeenPartsAreCovered() {
    let disc = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 1_800, height: 1_800), transform: nil)
    var planner = FramePlanner()
    let part = plan(page(disc, nil, x: -1_500, y: -1_000), 200, &planner).masks
    #expect(part.count == 1 && part[0].width <= 456 && part[0].height <= 456)
    let whole = plan(page(disc, nil, x: 10, y: 10), 2_000, &planner).masks
    #expect(whole.count == 1 && whole[0].width >= 1_800 && whole[0].height >= 1_800)
  }

  /// A large path that moves behind a small frame is covered again after 128 pixels, not in each frame.
  @Test func movingPathsKeepTheirMasks() {
    let disc = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 1_800, height: 1_800), transform: nil)
    var planner = FramePlanner()
    var identities: Set<UInt64> = []
    for step in 0..<256 {
      let frame = plan(page(disc, nil, x: -1_500 + Double(step), y: -1_000), 200, &planner)
      identities.formUnion(frame.masks.map(\.identity))
    }
    // Each side of the frame passes two steps.
    #expect((3...5).contains(identities.count), "\(identities.count)")
  }

  /// Random paths have the same coverage in a small frame as in one that shows all of them, but for the rounding of
  /// edges that leave it.
  ///
  /// Of 200,000 such paths three differ by more in two pixels, and none in more: where an edge crosses others within
  /// a sixteenth of a row.
  @Test func partsEqualTheWhole() {
    var g = SystemRandomNumberGenerator()
    for _ in 0..<40 {
      let path = CGMutablePath()
      path.move(to: CGPoint(x: .random(in: 0...900, using: &g), y: .random(in: 0...900, using: &g)))
      for _ in 0..<Int.random(in: 2...9, using: &g) {
        func point() -> CGPoint {
          CGPoint(x: .random(in: 0...900, using: &g), y: .random(in: 0...900, using: &g))
        }
        path.addCurve(to: point(), control1: point(), control2: point())
      }
      let line = StrokeStyle(width: .random(in: 1...60, using: &g), join: .round)
      let style = Bool.random(using: &g) ? line : nil
      let (x, y) = (
        Double.random(in: -800...100, using: &g), Double.random(in: -800...100, using: &g)
      )
      let layer = page(path, style, x: x, y: y)
      var small = FramePlanner()
      var large = FramePlanner()
      let (part, whole) = (Cover(plan(layer, 150, &small)), Cover(plan(layer, 2_000, &large)))
      let differences = (0..<150).flatMap { row in
        zip(part.row(row, width: 150), whole.row(row, width: 150)).map { abs(Int($0) - Int($1)) }
      }
      let count = differences.count { $0 > 1 }
      #expect(count <= 2, "\(count) \(String(describing: style)) \(path.elements) \(x) \(y)")
    }
  }
}

import Foundation
import Glaze
import GlazeGeometry
import GlazeLayers
import GlazePlan
import Testing

/// Lists of many rows, of which few are visible: the others are not visited.
struct ScrolledListTests {
  /// A list of rows that paint outside of their bounds in different ways.
  private struct List {
    let root = CALayer()
    let scroller = CAScrollLayer()
    private(set) var rows: [CALayer] = []

    init(seed: Int, count: Int) {
      var random = Numbers(seed: UInt64(seed))
      root.bounds = CGRect(x: 0, y: 0, width: 200, height: 150)
      scroller.frame = CGRect(x: 10, y: 10, width: 180, height: 130)
      scroller.masksToBounds = seed % 3 > 0
      root.addSublayer(scroller)
      for index in 0..<count { rows.append(Self.row(index, &random)) }
      scroller.sublayers = rows
    }

    private static func row(_ index: Int, _ random: inout Numbers) -> CALayer {
      let row = random.next() < 0.1 ? CAReplicatorLayer() : CALayer()
      row.frame = CGRect(x: 0, y: 16 * index, width: 180, height: 15)
      row.backgroundColor = CGColor(
        srgbRed: random.next(), green: random.next(), blue: random.next(), alpha: random.next())
      (row as? CAReplicatorLayer)?.instanceCount = 3
      (row as? CAReplicatorLayer)?.instanceTransform = CATransform3DMakeTranslation(0, 40, 0)
      row.sublayers = (0..<random.next(below: 4)).map { _ in
        let dot = random.next() < 0.3 ? CAShapeLayer() : CALayer()
        dot.bounds = CGRect(x: 0, y: 0, width: 20, height: 10)
        dot.position = CGPoint(x: 180 * random.next(), y: 30 * random.next() - 8)
        dot.backgroundColor = CGColor(srgbRed: 1, green: random.next(), blue: 0, alpha: 0.8)
        (dot as? CAShapeLayer)?.path = CGPath(
          ellipseIn: CGRect(x: -5, y: -20, width: 30, height: 60 * random.next()), transform: nil)
        Numbers.changes[random.next(below: Numbers.changes.count)](dot, &random)
        return dot
      }
      if random.next() < 0.3 {
        row.shadowOpacity = 0.8
        row.shadowRadius = 12 * random.next()
        row.shadowOffset.height = 30 * (random.next() - 0.5)
      }
      if random.next() < 0.2 { row.filters = [CAFilter(type: "gaussianBlur")] }
      if random.next() < 0.2 { row.setAffineTransform(CGAffineTransform(rotationAngle: 0.5)) }
      return row
    }
  }

  private func pixels(_ renderer: RootRenderer, _ list: List) throws -> [UInt8] {
    try renderer.frame(of: list.root, background: .white, isGeometryFlipped: true).pixels.bytes
      .map { $0 }
  }

  @Test(arguments: Backends.usable, 0..<6)
  func theImageIsTheSame(backend: Renderer.Backend, seed: Int) throws {
    let list = List(seed: seed, count: 90)
    var random = Numbers(seed: UInt64(seed + 70))
    let patched = try RootRenderer(backend: backend)
    let all = try RootRenderer(
      backend: backend, optimizations: .all.subtracting([.betweenFrames, .cull]))
    for step in 0..<10 {
      let row = list.rows[random.next(below: list.rows.count)]
      let layer = step % 2 == 0 ? row : row.sublayers?.last ?? row
      CATransaction.withoutActions {
        list.scroller.bounds.origin.y = 1300 * random.next()
        Numbers.changes[random.next(below: Numbers.changes.count)](layer, &random)
      }
      let (a, b) = (try pixels(patched, list), try pixels(all, list))
      let most = zip(a, b).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
      #expect(most <= 2, "step \(step)")
      patched.forgetFrame(of: list.root)
      #expect(try pixels(patched, list) == a, "step \(step)")
    }
  }

  @Test("a plan has no textures for images outside of the frame")
  func texturesAreThoseSeen() throws {
    let list = List(seed: 1, count: 0)
    list.scroller.sublayers = (0..<200).map { index in
      let row = CALayer()
      row.frame = CGRect(x: 0, y: 16 * index, width: 100, height: 15)
      row.contents = CGImage(width: 1, height: 1, premultipliedRGBA: [UInt8(index), 0, 0, 255])
      return row
    }
    let frame = try RootRenderer(backend: .software)
      .frame(of: list.root, background: .white, isGeometryFlipped: true)
    #expect(frame.plan.textures.count == 9)
  }
}

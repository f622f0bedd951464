import Foundation
import Glaze
import GlazeGeometry
import GlazeLayers
import GlazePlan
import Testing

extension PitfallTests {
  private func replicator(_ count: Int, by step: CGFloat, _ layer: CALayer) -> CAReplicatorLayer {
    let replicator = CAReplicatorLayer()
    replicator.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    replicator.instanceCount = count
    replicator.instanceTransform = CATransform3DMakeTranslation(step, 0, 0)
    replicator.addSublayer(layer)
    return replicator
  }

  @Test("pitfalls 72, 76, 77: counts", arguments: Backends.usable)
  func counts(backend: Renderer.Backend) throws {
    let inner = replicator(3, by: 12, box(10, 10, 10, 10, Self.red))
    inner.borderWidth = 1
    inner.borderColor = .black
    #expect(try Shot(canvas(inner), backend).count(.red) == 300)
    let outer = CAReplicatorLayer()
    outer.frame = inner.frame
    outer.instanceCount = 2
    outer.instanceTransform = CATransform3DMakeTranslation(0, 20, 0)
    inner.borderWidth = 0
    outer.addSublayer(inner)
    outer.borderWidth = 2
    let shot = try Shot(canvas(outer), backend)
    #expect(shot.count(.red) == 600)
    // Its own border is drawn once.
    #expect(shot.count(.black) == 100 * 100 - 96 * 96)
  }

  @Test("pitfall 73: instances rotate about the anchor", arguments: Backends.usable)
  func anchor(backend: Renderer.Backend) throws {
    let layer = replicator(2, by: 0, box(10, 10, 20, 20, Self.red))
    layer.instanceTransform = CATransform3DMakeRotation(.pi, 0, 0, 1)
    expect(try Shot(canvas(layer), backend)[80, 80], .red)
    layer.anchorPoint = CGPoint(x: 0.5, y: 0.25)
    layer.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    let shot = try Shot(canvas(layer), backend)
    expect(shot[80, 80], .white)
    expect(shot[80, 30], .red)
  }

  @Test("pitfall 74: colors add up and are clamped to 0 and 1", arguments: Backends.usable)
  func offsets(backend: Renderer.Backend) throws {
    let layer = replicator(5, by: 20, box(0, 0, 20, 20, CGColor.white))
    layer.instanceRedOffset = -0.4
    layer.instanceGreenOffset = 0.3
    let shot = try Shot(canvas(layer), backend)
    for k in 0..<5 {
      expect(shot[Double(k) * 20 + 10, 10], SIMD3(max(1 - 0.4 * Double(k), 0), 1, 1))
    }
  }

  @Test("pitfall 75: fading instances fade their shadows", arguments: Backends.usable)
  func shadows(backend: Renderer.Backend) throws {
    let source = box(10, 10, 20, 20, Self.red)
    source.shadowOpacity = 1
    source.shadowRadius = 0
    source.shadowOffset = CGSize(width: 0, height: 10)
    let layer = replicator(2, by: 40, source)
    layer.instanceAlphaOffset = -0.75
    let shot = try Shot(canvas(layer), backend)
    expect(shot[20, 35], .black)
    expect(shot[60, 35], SIMD3(repeating: 0.75))
    expect(shot[60, 20], SIMD3(1, 0.75, 0.75))
  }

  @Test("pitfall 79: bitmaps have one pixel per point by default", arguments: Backends.usable)
  func rasterization(backend: Renderer.Backend) throws {
    let layer = box(10, 10, 1, 50, .black)
    let root = canvas(layer)
    layer.frame = CGRect(x: 10.5, y: 10, width: 1, height: 50)
    layer.shouldRasterize = true
    let renderer = try RootRenderer(backend: backend)
    func columns() throws -> Int {
      try renderer.commit(root, at: 0)
      let image = try renderer.render(root, scale: 4, background: .white, at: 100)
      return (0..<400).count { image.pixels[(100 * 400 + $0) * 4] < 250 }
    }
    #expect(layer.rasterizationScale == 1)
    #expect(try columns() > 5)
    layer.rasterizationScale = 4
    #expect(try columns() <= 5)
  }

  @Test("pitfall 81: bitmaps contain shadows and overhanging sublayers", arguments: Backends.usable)
  func overflow(backend: Renderer.Backend) throws {
    let layer = box(30, 30, 40, 40, Self.blue)
    layer.shadowOpacity = 1
    layer.shadowRadius = 4
    layer.addSublayer(box(-20, 10, 20, 20, Self.red))
    let plain = try Shot(canvas(layer), backend)
    layer.shouldRasterize = true
    let bitmap = try Shot(canvas(layer), backend)
    var worst = 0
    for (a, b) in zip(plain.pixels.bytes, bitmap.pixels.bytes) {
      worst = max(worst, abs(Int(a) - Int(b)))
    }
    #expect(worst <= 6)
    expect(bitmap[15, 50], .red)
    #expect(bitmap[20, 33].x < 220)
  }

  @Test("pitfall 82: a bitmap that fades is not drawn again", arguments: Backends.usable)
  func fading(backend: Renderer.Backend) throws {
    let layer = box(30, 30, 40, 40, Self.blue)
    layer.addSublayer(box(-20, 10, 20, 20, Self.red))
    layer.shouldRasterize = true
    let root = canvas(layer)
    let renderer = try RootRenderer(backend: backend)
    func passes(_ time: Double) throws -> Int {
      try renderer.frame(
        of: root, background: nil, isGeometryFlipped: true, at: time
      ).plan.passes.count
    }
    #expect(try passes(0) == 2)
    layer.opacity = 0.5
    layer.position.x += 3
    #expect(try passes(5) == 1)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    layer.sublayers?.first?.backgroundColor = .black
    CATransaction.commit()
    #expect(try passes(10) > 1)
  }
}

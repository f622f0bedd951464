import Foundation
import Glaze
import GlazePlan
import Testing

/// Frames without the parts that opaque rectangles hide.
@Suite struct OcclusionTests {
  private static let size = (width: 203.0, height: 170.0)

  /// Rectangles on and between pixels, at borders of tiles and outside, opaque and translucent;
  /// long ones.
  private func page(_ seed: UInt64) -> CALayer {
    var chance = Chance(state: seed)
    func place(_ end: Double) -> Double {
      let place = chance.number(-20, end)
      return switch Int(clamping: chance.number(0, 4)) {
      case 0: place.rounded()
      case 1: (place / 64).rounded() * 64 + chance.number(-2, 2)
      default: place
      }
    }
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: Self.size.width, height: Self.size.height)
    for index in 0..<1600 {
      let layer = CALayer()
      let side = index % 41 == 0 ? chance.number(40, 150) : chance.number(0.3, 34)
      let ratio = chance.number(0, 1) < 0.1 ? 0.1 : chance.number(0.4, 1.6)
      let isWhole = index % 3 == 0
      let (width, height) = (isWhole ? side.rounded(.up) : side, ratio * side)
      layer.frame = CGRect(
        x: place(Self.size.width), y: place(Self.size.height), width: width,
        height: isWhole ? height.rounded(.up) : height)
      layer.backgroundColor = CGColor(
        red: chance.number(0, 1), green: chance.number(0, 1), blue: chance.number(0, 1),
        alpha: index % 4 == 0 ? chance.number(0, 1) : 1)
      if index % 5 == 0 { layer.edgeAntialiasingMask = [] }
      root.addSublayer(layer)
    }
    return root
  }

  private func pixels(
    of layer: CALayer, _ backend: Renderer.Backend, _ optimizations: Optimizations
  ) throws -> [UInt8] {
    let renderer = try RootRenderer(backend: backend)
    renderer.optimizations = optimizations
    return try renderer.render(layer, at: 0).pixels
  }

  /// Returns whether a backend draws fewer pixels of a scene because of occlusion.
  private func isOccluded(_ layer: CALayer, _ backend: Renderer.Backend) throws -> Bool {
    func pixels(_ optimizations: Optimizations) throws -> Int {
      let renderer = try RootRenderer(backend: backend)
      renderer.optimizations = optimizations
      return try renderer.frame(
        of: layer, background: nil, isGeometryFlipped: true
      ).plan.touchedPixels
    }
    return try pixels(.all) < pixels(.all.subtracting(.occlude)) * 3 / 4
  }

  @Test(arguments: 0..<3, Backends.usable)
  func noPixelChanges(seed: UInt64, backend: Renderer.Backend) throws {
    let root = page(seed)
    #expect(try isOccluded(root, backend))
    let expected = try pixels(of: root, backend, .all.subtracting(.occlude))
    #expect(try pixels(of: root, backend, .all) == expected)
    let general = Optimizations.all.subtracting([.specialize, .sharePrograms])
    #expect(try pixels(of: root, backend, general) == expected)
  }

  /// In a target of its own, which begins between tiles.
  @Test(arguments: Backends.usable)
  func noPixelOfAGroupChanges(backend: Renderer.Backend) throws {
    let group = page(7)
    group.opacity = 0.6
    group.frame.origin = CGPoint(x: 37, y: 21)
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 320, height: 240)
    root.addSublayer(group)
    #expect(try isOccluded(root, backend))
    let expected = try pixels(of: root, backend, .all.subtracting(.occlude))
    #expect(try pixels(of: root, backend, .all) == expected)
  }

  /// Frames of which only a part is drawn again.
  @Test(arguments: Backends.usable)
  func noPixelOfALaterFrameChanges(backend: Renderer.Backend) throws {
    let root = page(11)
    let renderer = try RootRenderer(backend: backend)
    renderer.animatesChanges = false
    _ = try renderer.render(root, at: 0)
    for step in 0..<3 {
      for layer in (root.sublayers ?? []).dropFirst(step * 500).prefix(5) { layer.position.x += 7 }
      let frame = try renderer.render(root, at: 0).pixels
      #expect(try pixels(of: root, backend, .all.subtracting([.occlude, .damage])) == frame)
    }
  }
}

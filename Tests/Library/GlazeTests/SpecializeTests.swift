import Foundation
import Glaze
import GlazeGeometry
import GlazePlan
import Testing

/// OpenGL must draw the same image whether shader programs are specialized for instances or not.
@Suite(.needsGL) struct SpecializeTests {
  private func root() -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 240, height: 180)
    return root
  }

  /// Makes a layer that shows only its shadow.
  private func shadow(_ rect: CGRect, corner: CGFloat, radius: CGFloat) -> CALayer {
    let layer = CALayer()
    layer.bounds = rect
    layer.position = CGPoint(x: rect.midX, y: rect.midY)
    layer.shadowPath = CGPath(
      roundedRect: rect, cornerWidth: corner, cornerHeight: corner, transform: nil)
    layer.shadowOpacity = 0.6
    layer.shadowRadius = radius
    layer.shadowOffset = .zero
    return layer
  }

  private func pixels(
    _ root: CALayer, _ backend: Renderer.Backend, _ optimizations: Optimizations = .all
  ) throws -> [UInt8] {
    let renderer = try RootRenderer(backend: backend)
    renderer.optimizations = optimizations
    return try renderer.render(root, background: .white, at: 0).pixels
  }

  @Test func shadowsAreTheSameWithout() throws {
    let root = root()
    for (index, radius) in [2.0, 5, 9, 14, 30].enumerated() {
      let rect = CGRect(x: 20 + 12 * index, y: 15 + 9 * index, width: 130, height: 100)
      let layer = shadow(rect, corner: CGFloat(4 * index), radius: radius)
      layer.transform = CATransform3DMakeRotation(0.1 * CGFloat(index), 0, 0, 1)
      root.addSublayer(layer)
    }
    let all = try pixels(root, .gl)
    #expect(all.contains { $0 < 200 })
    #expect(try pixels(root, .gl, .all.subtracting(.specialize)) == all)
  }

  @Test func perspectiveIsTheSameWithout() throws {
    let root = root()
    for index in 0..<6 {
      let card = CALayer()
      card.bounds = CGRect(x: 0, y: 0, width: 80, height: 60)
      card.position = CGPoint(x: 50 + 25 * index, y: 50 + 15 * index)
      let green = 0.15 * CGFloat(index)
      card.backgroundColor = CGColor(srgbRed: 0.2, green: green, blue: 1, alpha: 0.7)
      var transform = CATransform3DIdentity
      transform.m34 = -1 / 500
      card.transform = CATransform3DRotate(transform, 0.3 + 0.1 * CGFloat(index), 0.4, 1, 0.1)
      root.addSublayer(card)
    }
    let all = try pixels(root, .gl)
    #expect(all.contains { $0 < 200 })
    #expect(try pixels(root, .gl, .all.subtracting(.specialize)) == all)
  }

  @Test(
    "gradients of any number of colors look the same without, and as on the CPU", arguments: 0..<8)
  func gradients(seed: UInt64) throws {
    var chance = Chance(state: seed)
    let root = root()
    for index in 0..<12 {
      let layer = CAGradientLayer()
      layer.bounds = CGRect(x: 0, y: 0, width: 50, height: 50)
      layer.position = CGPoint(x: 30 + 60 * (index % 4), y: 30 + 60 * (index / 4))
      layer.cornerRadius = index % 2 == 0 ? 12 : 0
      layer.transform = CATransform3DMakeRotation(chance.number(0, 1), 0, 0, 1)
      layer.type = [.axial, .radial, .conic][index % 3]
      layer.startPoint = CGPoint(x: 0.4, y: 0.5)
      layer.endPoint = CGPoint(x: chance.number(0.6, 1), y: 0.9)
      layer.colors = (0...index).map { _ in
        CGColor(
          srgbRed: chance.number(0, 1), green: chance.number(0, 1), blue: chance.number(0, 1),
          alpha: chance.number(0.3, 1))
      }
      // Some lie outside of the gradient, and some at the same place.
      let places = (0...index).map { _ in chance.number(-2, 12).rounded() / 10 }
      layer.locations = places.sorted().map { NSNumber(value: $0) }
      root.addSublayer(layer)
    }
    let all = try pixels(root, .gl)
    let general = try pixels(root, .gl, .all.subtracting(.specialize))
    let software = try pixels(root, .software)
    #expect(zip(all, general).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    // Where two colors have the same place, rounding decides between them.
    #expect(zip(all, software).count { abs(Int($0) - Int($1)) > 2 } < all.count / 1000)
  }

  @Test("more ratios of corner to blur than cached tables look as on the CPU")
  func manyTables() throws {
    let root = root()
    for index in 0..<70 {
      let rect = CGRect(x: 10 + 22 * (index % 10), y: 10 + 24 * (index / 10), width: 16, height: 16)
      root.addSublayer(shadow(rect, corner: 0.07 * CGFloat(index), radius: 2))
    }
    let (gl, software) = (try pixels(root, .gl), try pixels(root, .software))
    #expect(software.contains { $0 < 200 })
    #expect(zip(gl, software).allSatisfy { abs(Int($0) - Int($1)) <= 2 })
    // Evicted tables are made again, and look the same.
    let renderer = try RootRenderer(backend: .gl)
    for _ in 0..<2 {
      #expect(try renderer.render(root, background: .white, at: 0).pixels == gl)
    }
  }
}

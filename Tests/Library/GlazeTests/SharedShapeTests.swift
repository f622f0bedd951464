import Foundation
import Glaze
import GlazeGL
import GlazePlan
import Testing

/// One shader program for boxes of all simple shapes.
@Suite(.needsGL) struct SharedShapeTests {
  /// Boxes of all shapes, upright and rotated, on and between pixels, with and without clips.
  private func page(_ seed: UInt64) -> CALayer {
    var random = Chance(state: seed)
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 160, height: 120)
    for index in 0..<40 {
      let box = CALayer()
      let size = CGSize(width: random.number(0.5, 50), height: random.number(0.5, 50))
      box.bounds = CGRect(origin: .zero, size: size)
      box.position = CGPoint(x: random.number(0, 160), y: random.number(0, 120))
      if index % 3 == 0 { box.position = CGPoint(x: 40 + index, y: 40) }
      box.backgroundColor = random.color
      if index % 2 == 0 {
        box.transform = CATransform3DMakeRotation(random.number(-3, 3), 0, 0, 1)
      }
      if index % 5 < 2 { box.cornerRadius = random.number(0, 12) }
      if index % 7 < 3 {
        box.borderWidth = random.number(0, 5)
        box.borderColor = random.color
      }
      if index % 11 == 0 { box.edgeAntialiasingMask = [] }
      if index % 8 == 0 { box.transform.m34 = 0.001 }
      if index % 9 == 0 {
        box.masksToBounds = true
        let inner = CALayer()
        inner.frame = CGRect(x: -3, y: 4, width: 30, height: 30)
        inner.backgroundColor = random.color
        box.addSublayer(inner)
      }
      root.addSublayer(box)
    }
    return root
  }

  @Test(arguments: 0..<6)
  func theImageIsTheSame(seed: UInt64) throws {
    let shared = try RootRenderer(backend: .gl)
    let single = try RootRenderer(backend: .gl)
    single.optimizations.remove(.sharePrograms)
    let image = try shared.render(page(seed), background: .white, at: 0)
    let other = try single.render(page(seed), background: .white, at: 0)
    #expect(image.pixels == other.pixels)
    #expect(shared.programCount < single.programCount)
  }

  @Test func theSecondFrameGetsProgramsOfTheirOwn() throws {
    let renderer = try RootRenderer(backend: .gl)
    renderer.animatesChanges = false
    let root = page(1)
    let cold = try renderer.render(root, background: .white, at: 0).pixels
    let few = renderer.programCount
    renderer.forgetFrame(of: root)
    #expect(try renderer.render(root, background: .white, at: 0).pixels == cold)
    #expect(renderer.programCount > few)
  }

  @Test func aLargePageGetsThemAtOnce() throws {
    func programs(_ optimizations: Optimizations) throws -> Int {
      let renderer = try RootRenderer(backend: .gl)
      renderer.optimizations = optimizations
      let root = CALayer()
      root.bounds = CGRect(x: 0, y: 0, width: 1600, height: 1400)
      for (index, radius) in [0.0, 20].enumerated() {
        let box = CALayer()
        box.bounds = CGRect(x: 0, y: 0, width: 1500, height: 1300)
        box.position = CGPoint(x: 800, y: 700)
        box.transform = CATransform3DMakeRotation(0.01 * Double(index + 1), 0, 0, 1)
        box.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 0.5)
        box.cornerRadius = radius
        root.addSublayer(box)
      }
      _ = try renderer.render(root, at: 0)
      return renderer.programCount
    }
    #expect(try programs(.all) == 2)
    #expect(try programs(Optimizations.all.subtracting(.sharePrograms)) == 2)
  }
}

extension Chance {
  fileprivate var color: CGColor {
    mutating get {
      CGColor(
        red: number(0, 1), green: number(0, 1), blue: number(0, 1), alpha: number(0.3, 1.4))
    }
  }
}

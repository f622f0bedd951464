import Foundation
import Glaze
import GlazePlan
import Testing

/// Groups that are composited square by square in place of drawn into targets.
@Suite(.needsGL) struct GroupSquaresTests {
  private func root(_ width: Int, _ height: Int) -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: width, height: height)
    return root
  }

  private func box(_ random: inout Chance, within size: Double) -> CALayer {
    let box = CALayer()
    box.bounds = CGRect(
      x: 0, y: 0, width: random.number(12, size), height: random.number(12, size))
    box.position = CGPoint(x: random.number(0, size), y: random.number(0, size))
    box.cornerRadius = random.number(4, 20)
    box.backgroundColor = random.color(alpha: 0...1.4)
    box.opacity = Float(min(random.number(0.4, 2), 1))
    let turn = CATransform3DMakeRotation(random.number(-3, 3), 0, 0, 1)
    let scale = random.number(0.8, 1.5)
    box.transform = CATransform3DScale(turn, scale, scale, 1)
    return box
  }

  /// Groups at any place, partly outside of the picture, of boxes at any place and angle.
  private func page(_ seed: UInt64) -> CALayer {
    var random = Chance(state: seed)
    let root = root(301, 237)
    for index in 0..<24 {
      let group = CALayer()
      let size = random.number(20, 140)
      group.bounds = CGRect(x: 0, y: 0, width: size, height: size)
      group.position = CGPoint(x: random.number(-20, 320), y: random.number(-20, 250))
      if index % 4 == 0 { group.position = CGPoint(x: 64 + index, y: 96) }
      group.opacity = Float(random.number(0.1, 1))
      for _ in 0..<(index % 13) { group.addSublayer(box(&random, within: size)) }
      root.addSublayer(group)
      // What is drawn otherwise, between the groups.
      if index % 7 == 3 {
        let square = CALayer()
        square.frame = CGRect(x: 10 * index, y: 5 * index, width: 40, height: 30)
        square.backgroundColor = random.color(alpha: 0.2...1)
        root.addSublayer(square)
      }
      if index % 6 == 5 { group.addSublayer(framed) }
    }
    return root
  }

  /// A layer that keeps its group from being cut.
  private var framed: CALayer {
    let layer = CALayer()
    layer.frame = CGRect(x: 3.5, y: 2, width: 30, height: 30)
    layer.borderWidth = 3
    layer.backgroundColor = CGColor(red: 0.2, green: 0.9, blue: 0.4, alpha: 0.5)
    return layer
  }

  private func renderer(_ isCut: Bool) throws -> Renderer {
    let renderer = try Renderer(backend: .gl)
    // So that groups are cut however small the picture is.
    renderer.optimizations.remove(.sharePrograms)
    if !isCut { renderer.optimizations.remove(.groupSquares) }
    return renderer
  }

  /// Expects one picture with and without, and that groups were cut.
  private func expectSame(_ root: CALayer, cut: Int? = nil, _ what: Comment = "") throws {
    let (with, without) = (try renderer(true), try renderer(false))
    let picture = try with.render(root, background: .white, at: 0)
    let other = try without.render(root, background: .white, at: 0)
    #expect(other.pixels.contains { $0 < 200 }, what)
    #expect(picture.pixels == other.pixels, what)
    #expect(without.cutGroupCount == 0)
    if let cut {
      #expect(with.cutGroupCount == cut, what)
    } else {
      #expect(with.cutGroupCount > 2)
    }
  }

  @Test(arguments: 0..<12)
  func thePictureIsTheSame(seed: UInt64) throws { try expectSame(page(seed)) }

  /// A box that covers a square for sure, in a group's coordinates.
  private func cover(_ rect: CGRect, _ white: Double, _ alpha: Double) -> CALayer {
    let box = CALayer()
    box.frame = rect
    box.cornerRadius = 6
    box.backgroundColor = CGColor(red: white, green: 1 - white, blue: white / 2, alpha: alpha)
    return box
  }

  @Test("colours over each other are rounded as in a target of 8 bits", arguments: 0..<8)
  func levels(part: Int) throws {
    let root = root(700, 700)
    for index in 0..<32 {
      let level = part * 32 + index
      let group = CALayer()
      group.frame = CGRect(x: 10 + index % 4 * 170, y: 10 + index / 4 * 85, width: 170, height: 85)
      group.opacity = 0.3 + Float(index) * 0.02
      let white = Double(level) / 255
      group.addSublayer(cover(CGRect(x: 0, y: 0, width: 170, height: 85), white, 1))
      for other in 0..<15 {
        let alpha = Double((other * 17 + index * 29 + part) % 256) / 255
        let rect = CGRect(x: other % 5 * 33, y: other / 5 * 27, width: 34, height: 28)
        group.addSublayer(cover(rect, Double(other * 16 + 7) / 255, alpha))
      }
      root.addSublayer(group)
    }
    try expectSame(root, cut: 32)
  }

  @Test func framesThatFollowAreTheSame() throws {
    let (with, without) = (try renderer(true), try renderer(false))
    let root = page(3)
    with.animatesChanges = false
    without.animatesChanges = false
    var random = Chance(state: 5)
    var cut = 0
    for _ in 0..<12 {
      let picture = try with.render(root, background: .white, at: 0)
      let other = try without.render(root, background: .white, at: 0)
      #expect(picture.pixels == other.pixels)
      cut = max(cut, with.cutGroupCount)
      let groups = (root.sublayers ?? []).filter { $0.opacity < 1 }
      for _ in 0..<2 {
        let group = groups[Int(random.number(0, Double(groups.count) - 0.01))]
        group.position.x += CGFloat(random.number(-9, 9))
        group.sublayers?.first?.backgroundColor = random.color(alpha: 0.2...1)
      }
    }
    #expect(cut > 0)
  }

  @Test("what is no group of round boxes is drawn into a target")
  func others() throws {
    var random = Chance(state: 9)
    let changes: [(CALayer, CALayer) -> Void] = [
      { _, box in box.borderWidth = 2 }, { _, box in box.cornerCurve = .continuous },
      { _, box in box.cornerRadius = 1 }, { group, _ in group.masksToBounds = true },
      { _, box in box.transform.m14 = 0.002 }, { _, box in box.transform.m21 = 0.5 },
      { group, box in group.addSublayer(self.cover(box.bounds, 0.5, 1).masked) },
      { group, _ in group.mask = self.cover(group.bounds, 1, 0.5) },
      { _, box in box.compositingFilter = "multiplyBlendMode" },
      { group, _ in group.compositingFilter = "multiplyBlendMode" },
      { _, box in box.shadowOpacity = 0.5 },
    ]
    for (index, change) in changes.enumerated() {
      let root = root(200, 150)
      let group = CALayer()
      group.frame = CGRect(x: 20, y: 20, width: 120, height: 100)
      group.opacity = 0.5
      for _ in 0..<4 { group.addSublayer(box(&random, within: 100)) }
      group.addSublayer(cover(CGRect(x: 30, y: 30, width: 40, height: 40), 0.1, 0.9))
      root.addSublayer(group)
      if let box = group.sublayers?.last {
        box.transform = CATransform3DMakeRotation(0.2, 0, 0, 1)
        change(group, box)
      }
      try expectSame(root, cut: 0, "change \(index)")
    }
  }

  @Test("the edges of the picture cut no group", arguments: 0..<4)
  func edges(seed: UInt64) throws {
    var random = Chance(state: seed)
    let root = root(301, 237)
    let places = [
      CGPoint(x: 0, y: 0), CGPoint(x: 301, y: 237), CGPoint(x: 0, y: 110), CGPoint(x: 150, y: 230),
      CGPoint(x: 296, y: 20), CGPoint(x: 80, y: 5),
    ]
    for place in places {
      let group = CALayer()
      group.bounds = CGRect(x: 0, y: 0, width: 90, height: 90)
      group.position = place
      group.opacity = 0.6
      for white in [0.1, 0.3, 0.5] {
        group.addSublayer(cover(CGRect(x: 5, y: 5, width: 80, height: 80), white, 0.4))
      }
      for _ in 0..<3 { group.addSublayer(box(&random, within: 90)) }
      root.addSublayer(group)
    }
    try expectSame(root, cut: places.count)
  }

  @Test func groupsThatAreTooDeepAreDrawnIntoTargets() throws {
    for count in [7, 8] {
      let root = root(200, 150)
      let group = CALayer()
      group.frame = CGRect(x: 20, y: 20, width: 120, height: 100)
      group.opacity = 0.5
      for _ in 0..<count {
        group.addSublayer(cover(CGRect(x: 10, y: 10, width: 90, height: 70), 0.3, 0.5))
      }
      root.addSublayer(group)
      try expectSame(root, cut: count == 7 ? 1 : 0)
    }
  }

  @Test func programsAreMadeForManyPixelsOnly() throws {
    func cut(_ size: Int, frames: Int) throws -> Int {
      let renderer = try Renderer(backend: .gl)
      renderer.animatesChanges = false
      let root = root(size, size)
      let group = CALayer()
      group.frame = root.bounds
      group.opacity = 0.5
      let rect = CGRect(x: 1, y: 1, width: size - 2, height: size - 2)
      for _ in 0..<2 { group.addSublayer(cover(rect, 0.2, 0.5)) }
      root.addSublayer(group)
      for index in 0..<frames {
        group.opacity = index % 2 == 0 ? 0.4 : 0.5
        _ = try renderer.render(root, at: 0)
      }
      return renderer.cutGroupCount
    }
    #expect(try cut(200, frames: 3) == 0)
    #expect(try cut(200, frames: 60) == 1)
    #expect(try cut(1600, frames: 1) == 1)
  }
}

extension CALayer {
  /// With a mask that cuts it.
  fileprivate var masked: CALayer {
    let mask = CALayer()
    mask.frame = CGRect(x: 5, y: 5, width: 20, height: 20)
    mask.backgroundColor = .black
    mask.cornerRadius = 5
    self.mask = mask
    return self
  }
}

extension Chance {
  fileprivate mutating func color(alpha: ClosedRange<Double>) -> CGColor {
    CGColor(
      red: number(0, 1), green: number(0, 1), blue: number(0, 1),
      alpha: min(number(alpha.lowerBound, alpha.upperBound), 1))
  }
}

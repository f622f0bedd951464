import Foundation
import Glaze
import GlazeEGL
import GlazeGeometry
import GlazeLayers
import GlazePlan
import GlazeScene
import Testing

/// Frames that are drawn over the previous frame.
struct DamageTests {
  /// Every scene, changed at random: a frame over the previous one equals a frame that is drawn
  /// whole.
  @Test(arguments: Backends.usable, SceneLibrary.browser)
  func changesOfScenesLookAsDrawnWhole(backend: Renderer.Backend, name: String) throws {
    let document = try SceneLibrary.document("browser/\(name).json")
    let renderer = try RootRenderer(backend: backend)
    func draw() throws -> RenderedFrame {
      try renderer.frame(
        of: document.rootLayer, extent: document.size, background: document.background,
        isGeometryFlipped: document.isGeometryFlipped)
    }
    var random = Numbers(seed: name.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
    _ = try draw()
    let layers = document.rootLayer.all
    for step in 0..<8 {
      let layer = layers[random.next(below: layers.count)]
      let change = random.next(below: Numbers.changes.count)
      Numbers.changes[change](layer, &random)
      let over = try draw()
      renderer.forgetFrame(of: document.rootLayer)
      let whole = try draw()
      #expect(whole.plan.damage == nil)
      guard over.pixels != whole.pixels else { continue }
      try recordDifference(
        "\(backend) \(name)",
        "step \(step), change \(change), drawn over \(over.plan.damage ?? [])",
        expected: whole.pixels, actual: over.pixels)
      return
    }
  }

  private func cards(_ count: Int) -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 640, height: 480)
    root.sublayers = (0..<count).map { index in
      let card = CALayer()
      card.bounds = CGRect(x: 0, y: 0, width: 20, height: 12)
      card.position = CGPoint(x: 20 + index * 37 % 600, y: 20 + index * 91 % 440)
      card.backgroundColor = CGColor(srgbRed: 0, green: 0.5, blue: 1, alpha: 0.5)
      return card
    }
    return root
  }

  private func frame(_ renderer: RootRenderer, _ root: CALayer) throws -> RenderedFrame {
    try renderer.frame(of: root, background: .white, isGeometryFlipped: true)
  }

  @Test(arguments: Backends.usable)
  func nothingIsDrawnWhenNothingChanged(backend: Renderer.Backend) throws {
    let renderer = try RootRenderer(backend: backend)
    let root = cards(50)
    let first = try frame(renderer, root)
    let second = try frame(renderer, root)
    #expect(first.statistics.passes == 1 && first.statistics.damagedPixels == 640 * 480)
    #expect(second.statistics.passes == 0 && second.statistics.damagedPixels == 0)
    #expect(second.pixels == first.pixels)
  }

  /// The edges of the root inside of pixels do not make it one image, of which a change draws all.
  @Test(arguments: Backends.usable)
  func changesInAFittedRootAreDrawnAlone(backend: Renderer.Backend) throws {
    let renderer = try RootRenderer(backend: backend)
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 640, height: 399.4)
    root.position = CGPoint(x: 320, y: 240.3)
    root.masksToBounds = true
    let boxes = (0..<3).map { index in
      let box = CALayer()
      box.frame = CGRect(x: 60 * index, y: -20, width: 90, height: 500)
      box.backgroundColor = CGColor(red: 1, green: 0.4 * CGFloat(index), blue: 0, alpha: 1)
      root.addSublayer(box)
      return box
    }
    let extent = CGSize(width: 640, height: 480)
    _ = try renderer.frame(of: root, extent: extent, background: .white, isGeometryFlipped: true)
    boxes[2].position.x += 8
    let moved = try renderer.frame(
      of: root, extent: extent, background: .white, isGeometryFlipped: true)
    #expect(moved.plan.damage?.isEmpty == false && moved.statistics.passes == 1)
    #expect(moved.statistics.damagedPixels < 120 * 410)
  }

  @Test("a layer costs the same among 100 and among 10,000", arguments: Backends.usable)
  func oneLayerIsDrawnAlone(backend: Renderer.Backend) throws {
    for count in [100, 10_000] {
      let renderer = try RootRenderer(backend: backend)
      let root = cards(count)
      let mover = CALayer()
      mover.bounds = CGRect(x: 0, y: 0, width: 2, height: 2)
      mover.position = CGPoint(x: 634, y: 474)
      mover.backgroundColor = .black
      root.addSublayer(mover)
      _ = try frame(renderer, root)
      mover.position.x += 3
      let moved = try frame(renderer, root)
      #expect(moved.plan.damage?.count == 1)
      #expect(moved.statistics.damagedPixels < 20 * 20)
      // The root draws nothing, and no card reaches there.
      #expect(moved.statistics.instances == 1)
    }
  }

  /// While too much changes, frames are drawn completely without an attempt to draw the changes.
  @Test(arguments: Backends.usable)
  func changesAreSoughtAgainWhenFewChange(backend: Renderer.Backend) throws {
    let renderer = try RootRenderer(backend: backend)
    renderer.animatesChanges = false
    let root = cards(200)
    _ = try frame(renderer, root)
    for step in 1...20 {
      for card in root.sublayers ?? [] { card.position.x += step % 2 == 0 ? 3 : -3 }
      #expect(try frame(renderer, root).plan.damage == nil)
    }
    var parts = 0
    for _ in 0..<40 {
      root.sublayers?.first?.position.x += 1
      let over = try frame(renderer, root)
      if over.plan.damage != nil { parts += 1 }
    }
    // At most 15 frames are drawn before the next attempt.
    #expect(parts >= 25)
    let last = try frame(renderer, root).pixels
    renderer.forgetFrame(of: root)
    #expect(try frame(renderer, root).pixels == last)
  }

  /// A rasterized layer with new content jumps onto others, or grows over most of the frame: the plan that found its
  /// new place is not drawn there, and with it not the bitmap.
  @Test(arguments: Backends.usable)
  func jumpsLookAsDrawnWhole(backend: Renderer.Backend) throws {
    let renderer = try RootRenderer(backend: backend)
    renderer.animatesChanges = false
    let root = cards(60)
    let mover = CALayer()
    mover.shouldRasterize = true
    mover.cornerRadius = 5
    mover.addSublayer(CALayer())
    root.insertSublayer(mover, at: 20)
    var random = SystemRandomNumberGenerator()
    var partial = 0
    for step in 0..<60 {
      let color = CGFloat.random(in: 0...1, using: &random)
      let side = Int.random(in: 0..<4, using: &random) == 0 ? 600.0 : 60
      mover.backgroundColor = CGColor(srgbRed: color, green: 1, blue: 0, alpha: 0.7)
      mover.bounds.size = CGSize(width: side, height: side * 0.7)
      mover.sublayers?[0].frame = mover.bounds.insetBy(dx: 9, dy: 9)
      mover.sublayers?[0].backgroundColor = .black
      mover.position = CGPoint(
        x: .random(in: 0...640, using: &random), y: .random(in: 0...480, using: &random))
      for _ in 0..<2 {
        let over = try frame(renderer, root)
        partial += over.plan.damage == nil ? 0 : 1
        renderer.forgetFrame(of: root)
        let whole = try frame(renderer, root)
        #expect(over.pixels == whole.pixels, "step \(step) at \(mover.frame)")
        mover.position.x += 1
      }
    }
    #expect(partial > 20)
  }

  @Test(arguments: Backends.usable)
  func framesThatAreHeldDoNotChange(backend: Renderer.Backend) throws {
    let renderer = try RootRenderer(backend: backend)
    renderer.animatesChanges = false
    let root = cards(10)
    let held = try frame(renderer, root)
    let copy = held.pixels.bytes.map { $0 }
    root.sublayers?.first?.position.x += 100
    let moved = try frame(renderer, root)
    #expect(held.pixels.bytes == copy && moved.pixels.bytes != copy)
  }

  @Test(arguments: Backends.usable)
  func manyRootsTakeTurns(backend: Renderer.Backend) throws {
    let renderer = try RootRenderer(backend: backend)
    let roots = (1...3).map { cards($0 * 5) }
    let first = try roots.map { try frame(renderer, $0).pixels }
    for (root, pixels) in zip(roots, first) {
      let again = try frame(renderer, root)
      #expect(again.pixels == pixels && again.statistics.passes == 0)
    }
  }

  /// Layers that move in different places are drawn there, and nothing between them.
  @Test(arguments: Backends.usable, 0..<4)
  func scatteredChangesAreDrawnAlone(backend: Renderer.Backend, seed: Int) throws {
    let renderer = try RootRenderer(backend: backend)
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 1200, height: 900)
    root.sublayers = (0..<300).map { index in
      let card = CALayer()
      card.bounds = CGRect(x: 0, y: 0, width: 20 + index % 7 * 5, height: 24)
      card.position = CGPoint(x: 30 + index % 20 * 60, y: 30 + index / 20 * 60)
      card.backgroundColor = CGColor(red: 1, green: CGFloat(index % 9) / 8, blue: 0, alpha: 0.7)
      card.cornerRadius = CGFloat(index % 4 * 3)
      card.shadowOpacity = index % 5 == 0 ? 0.6 : 0
      return card
    }
    let cards = try #require(root.sublayers)
    _ = try frame(renderer, root)
    var random = Numbers(seed: UInt64(seed))
    for count in [3, 9, 14, 40] {
      for _ in 0..<count {
        let card = cards[random.next(below: cards.count)]
        card.position.x += CGFloat(random.next(below: 90)) / 10 - 4
        card.setAffineTransform(CGAffineTransform(rotationAngle: CGFloat(random.next(below: 6))))
      }
      let over = try frame(renderer, root)
      if count < 16 { #expect(over.statistics.damagedPixels < count * 14_000) }
      if count == 9 { #expect(try #require(over.plan.damage).count > 4) }
      renderer.forgetFrame(of: root)
      let whole = try frame(renderer, root)
      #expect(whole.plan.damage == nil && over.pixels == whole.pixels)
    }
  }

  /// Such a layer is drawn as one image, which begins with a copy of its backdrop.
  @Test(arguments: Backends.usable)
  func aClippedBackdropIsReadWhole(backend: Renderer.Backend) throws {
    let renderer = try RootRenderer(backend: backend)
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 64, height: 64)
    let glass = CALayer()
    glass.bounds = CGRect(x: 0, y: 0, width: 37, height: 22)
    glass.position = CGPoint(x: 24, y: 16)
    glass.transform = CATransform3DMakeRotation(-2.5, 0, 0, 1)
    glass.backgroundColor = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 0.75)
    glass.masksToBounds = true
    let blur = CAFilter(type: "gaussianBlur")
    blur.setValue(2.25, forKey: "inputRadius")
    glass.backgroundFilters = [blur]
    let card = CALayer()
    card.frame = CGRect(x: 20, y: 30, width: 20, height: 20)
    card.backgroundColor = .black
    root.sublayers = [glass, card]
    _ = try renderer.frame(of: root)
    card.position.x += 3
    let over = try renderer.frame(of: root)
    renderer.forgetFrame(of: root)
    let whole = try renderer.frame(of: root)
    #expect(over.plan.damage != nil && whole.plan.damage == nil)
    #expect(over.pixels == whole.pixels)
  }

  @Test("after frames in which all layers moved, one that moves is drawn alone")
  func aSceneThatComesToRestIsNotDrawnWhole() throws {
    let renderer = try RootRenderer(backend: .software)
    let root = cards(800)
    let cards = root.sublayers ?? []
    _ = try frame(renderer, root)
    var attempts = 0
    for _ in 0..<20 {
      for card in cards { card.position.x += 1 }
      attempts += try frame(renderer, root).plan.damage == nil ? 0 : 1
    }
    #expect(attempts == 0)
    for _ in 0..<3 {
      cards[0].position.x += 1
      let moved = try frame(renderer, root)
      #expect(moved.statistics.damagedPixels < 30 * 20 && moved.statistics.damagedPixels > 0)
    }
  }

  @Test func itCanBeSwitchedOff() throws {
    let renderer = try RootRenderer(
      backend: .software, optimizations: Optimizations.all.subtracting(.damage))
    let root = cards(5)
    _ = try frame(renderer, root)
    #expect(try frame(renderer, root).statistics.passes == 1)
  }
}

import Foundation
import Glaze
import GlazeEGL
import GlazeGeometry
import GlazePlan
import GlazeScene
import Testing

/// Frames in which the layers that change lie over many that do not.
struct UnderlayTests {
  private static let whole = Optimizations.all.subtracting(.damage)

  private func renderer(
    _ backend: Renderer.Backend, _ optimizations: Optimizations
  ) throws
    -> Renderer
  {
    let renderer = try Renderer(
      backend: backend, selection: try DeviceSelection(parsing: "auto"),
      optimizations: optimizations)
    renderer.animatesChanges = false
    return renderer
  }

  private func frame(_ renderer: Renderer, _ root: CALayer) throws -> Frame {
    try renderer.frame(of: root, fit: .scale(1), background: .white, isGeometryFlipped: true)
  }

  private func hasUnderlay(_ frame: Frame) -> Bool {
    frame.plan.targets.dropFirst().contains { $0.isKept && $0.width == 300 && $0.height == 200 }
  }

  /// Cards that cover the page many times, with something of everything among them.
  private func page(_ count: Int) -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 300, height: 200)
    root.backgroundColor = CGColor(srgbRed: 0.9, green: 0.9, blue: 1, alpha: 0.7)
    var random = Numbers(seed: 3)
    for index in 0..<count {
      let card = index % 7 == 3 ? CAGradientLayer() : CALayer()
      card.bounds = CGRect(x: 0, y: 0, width: 40 + 60 * random.next(), height: 50)
      card.position = CGPoint(x: 300 * random.next(), y: 200 * random.next())
      Numbers.changes[4](card, &random)
      if index % 7 == 1 { card.transform = CATransform3DMakeRotation(random.next(), 0, 0, 1) }
      if index % 7 == 2 { card.shadowOpacity = 0.5 }
      if index % 7 == 4 { card.borderWidth = 3 }
      if index % 7 == 5 { card.addSublayer(nested(card.bounds)) }
      if index % 7 == 5 { card.opacity = 0.6 }
      if index % 7 == 6 { card.addSublayer(nested(card.bounds)) }
      (card as? CAGradientLayer)?.colors = [CGColor.white, CGColor.black]
      root.addSublayer(card)
    }
    return root
  }

  private func nested(_ bounds: CGRect) -> CALayer {
    let layer = CALayer()
    layer.frame = bounds.insetBy(dx: 4, dy: 7)
    layer.cornerRadius = 9
    layer.backgroundColor = CGColor(srgbRed: 1, green: 0.3, blue: 0, alpha: 0.4)
    return layer
  }

  /// Whichever layers move, and however they take turns: each frame is what it is when it is drawn whole.
  @Test(arguments: Backends.usable, [1, 2, 3, 4, 5, 6])
  func framesLookAsDrawnWhole(backend: Renderer.Backend, seed: UInt64) throws {
    let over = (renderer: try renderer(backend, .all), root: page(60))
    let whole = (renderer: try renderer(backend, Self.whole), root: page(60))
    var random = Numbers(seed: seed)
    var (first, isUsed) = (50, false)
    for step in 0..<60 {
      // Mostly the same few, so that what is under them is worth to be kept.
      if step % 12 == 11 { first = random.next(below: 60) }
      let index = min(59, first + random.next(below: 4))
      let change = step % 5 == 4 ? random.next(below: Numbers.changes.count - 1) : step % 2
      for root in [over.root, whole.root] {
        var same = random
        Numbers.changes[change](root.sublayers?[index] ?? root, &same)
      }
      _ = random.next()
      let (a, b) = (try frame(over.renderer, over.root), try frame(whole.renderer, whole.root))
      isUsed = isUsed || hasUnderlay(a)
      guard a.pixels != b.pixels else { continue }
      try recordDifference(
        "\(backend) underlay \(seed)", "step \(step), change \(change) of \(index)",
        expected: b.pixels, actual: a.pixels)
      return
    }
    #expect(isUsed)
  }

  @Test(arguments: Backends.usable, SceneLibrary.browser)
  func scenesLookAsDrawnWhole(backend: Renderer.Backend, name: String) throws {
    func document() throws -> Document { try SceneLibrary.document("browser/\(name).json") }
    let over = (renderer: try renderer(backend, .all), document: try document())
    let whole = (renderer: try renderer(backend, Self.whole), document: try document())
    var random = Numbers(seed: name.utf8.reduce(11) { $0 &* 31 &+ UInt64($1) })
    // The later half, over which nothing lies in most scenes.
    let count = over.document.root.all.count
    let index = count / 2 + random.next(below: count - count / 2)
    for step in 0..<8 {
      var frames: [Frame] = []
      for (renderer, document) in [over, whole] {
        var same = random
        Numbers.changes[step % 3](document.root.all[index], &same)
        frames.append(
          try renderer.frame(
            of: document.root, size: document.size, fit: .scale(1),
            background: document.background, isGeometryFlipped: document.isGeometryFlipped))
      }
      _ = random.next()
      guard frames[0].pixels != frames[1].pixels else { continue }
      try recordDifference(
        "\(backend) \(name) underlay", "step \(step) of layer \(index)",
        expected: frames[1].pixels, actual: frames[0].pixels)
      return
    }
  }

  @Test("a layer over 100 and one over 5,000 cost the same", arguments: Backends.usable)
  func whatIsUnderALayerIsDrawnOnce(backend: Renderer.Backend) throws {
    for count in [100, 5000] {
      let renderer = try renderer(backend, .all)
      let root = page(count)
      let mover = nested(CGRect(x: 100, y: 80, width: 60, height: 40))
      root.addSublayer(mover)
      var last = try frame(renderer, root)
      for step in 0..<6 {
        mover.position.x += step % 2 == 0 ? 3 : -3
        last = try frame(renderer, root)
      }
      #expect(last.statistics.instances == 2 && last.statistics.passes == 1)
      #expect(last.plan.underlays.isEmpty)
      // It moves on: only what it newly comes to lie on is drawn, in tiles of 32 pixels.
      mover.position.x += 40
      let moved = try frame(renderer, root)
      let drawn = try #require(moved.plan.underlays.first?.damage)
      #expect(drawn.reduce(0) { $0 + $1.width * $1.height } < 64 * 96)
    }
  }

  @Test(arguments: Backends.usable)
  func whatChangesUnderneathIsDrawnAgain(backend: Renderer.Backend) throws {
    let renderer = try renderer(backend, .all)
    let root = page(60)
    root.sublayers?.last?.removeFromSuperlayer()
    let mover = nested(CGRect(x: 100, y: 80, width: 60, height: 40))
    root.addSublayer(mover)
    for step in 0..<4 {
      _ = try frame(renderer, root)
      mover.position.x += CGFloat(step)
    }
    #expect(hasUnderlay(try frame(renderer, root)))
    root.sublayers?.first?.position.x += 2
    #expect(!hasUnderlay(try frame(renderer, root)))
    // It is kept up to the layer that changed, which is the first: nothing is worth to be.
    mover.position.x += 1
    #expect(!hasUnderlay(try frame(renderer, root)))
    // Until that was long ago.
    for _ in 0..<8 {
      mover.position.x += 1
      _ = try frame(renderer, root)
    }
    mover.position.x += 1
    #expect(hasUnderlay(try frame(renderer, root)))
  }
}

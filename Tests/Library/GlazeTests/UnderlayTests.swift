import Foundation
import Glaze
import GlazeEGL
import GlazeGeometry
import GlazePlan
import GlazeScene
import Testing

/// Frames in which the changing layers lie over many that do not change.
struct UnderlayTests {
  private static let whole = Optimizations.all.subtracting(.damage)

  private func renderer(
    _ backend: Renderer.Backend, _ optimizations: Optimizations
  ) throws
    -> RootRenderer
  {
    let renderer = try RootRenderer(
      backend: backend, optimizations: optimizations)
    renderer.animatesChanges = false
    return renderer
  }

  private func frame(_ renderer: RootRenderer, _ root: CALayer) throws -> RenderedFrame {
    try renderer.frame(of: root, background: .white, isGeometryFlipped: true)
  }

  private func hasUnderlay(_ frame: RenderedFrame) -> Bool {
    frame.plan.targets.dropFirst().contains { $0.isCached && $0.width == 300 && $0.height == 200 }
  }

  /// Cards that cover the scene many times, with layers of all kinds among them.
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

  /// Whichever layers move, in any order: each frame equals a frame that is drawn whole.
  @Test(arguments: Backends.usable, [1, 2, 3, 4, 5, 6])
  func framesLookAsDrawnWhole(backend: Renderer.Backend, seed: UInt64) throws {
    let over = (renderer: try renderer(backend, .all), root: page(60))
    let whole = (renderer: try renderer(backend, Self.whole), root: page(60))
    var random = Numbers(seed: seed)
    var (first, isUsed) = (50, false)
    for step in 0..<60 {
      // Mostly the same few layers, so that the layers below them are worth caching.
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
    // The later half, which nothing covers in most scenes.
    let count = over.document.rootLayer.all.count
    let index = count / 2 + random.next(below: count - count / 2)
    for step in 0..<8 {
      var frames: [RenderedFrame] = []
      for (renderer, document) in [over, whole] {
        var same = random
        Numbers.changes[step % 3](document.rootLayer.all[index], &same)
        frames.append(
          try renderer.frame(
            of: document.rootLayer, extent: document.size,
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
      // It moves on: only the newly covered area is drawn, in tiles of 32 pixels.
      mover.position.x += 40
      let moved = try frame(renderer, root)
      let drawn = try #require(moved.plan.underlays.first?.damage)
      let pixels: Int = drawn.reduce(0) { $0 + $1.width * $1.height }
      #expect(pixels < 64 * 96)
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
    // The underlay would end below the changed layer, which is the first: nothing is worth caching.
    mover.position.x += 1
    #expect(!hasUnderlay(try frame(renderer, root)))
    // Until the change is long ago.
    for _ in 0..<8 {
      mover.position.x += 1
      _ = try frame(renderer, root)
    }
    mover.position.x += 1
    #expect(hasUnderlay(try frame(renderer, root)))
  }

  // MARK: Layers that are added and removed

  private static let restructurings: [@Sendable (CALayer, CALayer, inout Numbers) -> Void] = [
    { root, layer, _ in layer.removeFromSuperlayer() },
    { root, layer, random in
      let new = CALayer()
      new.frame = CGRect(x: 300 * random.next(), y: 150 * random.next(), width: 50, height: 40)
      new.backgroundColor = CGColor(srgbRed: 0, green: random.next(), blue: 0.4, alpha: 0.8)
      root.insertSublayer(new, at: UInt32(random.next(below: root.sublayers?.count ?? 1)))
    },
    { root, layer, _ in root.addSublayer(layer) },
    { root, layer, _ in root.insertSublayer(layer, at: 0) },
    { root, layer, random in
      let group = root.sublayers?[random.next(below: root.sublayers?.count ?? 1)]
      if group !== layer { group?.addSublayer(layer) }
    },
    { root, layer, random in
      let other = CALayer()
      other.frame = layer.bounds.insetBy(dx: 3, dy: 3)
      other.backgroundColor = .black
      layer.mask = layer.mask == nil && random.next() < 0.5 ? other : nil
    },
    { root, layer, random in
      let other = CALayer()
      other.frame = layer.frame
      Numbers.changes[4](other, &random)
      root.replaceSublayer(layer, with: other)
    },
    { root, layer, _ in for sublayer in layer.sublayers ?? [] { sublayer.removeFromSuperlayer() } },
    { root, layer, random in
      layer.transform = CATransform3DMakeRotation(random.next(), 0, 1, 0)
      layer.removeFromSuperlayer()
      root.insertSublayer(layer, at: UInt32(random.next(below: root.sublayers?.count ?? 1)))
    },
  ]

  @Test(arguments: Backends.usable, [1, 2, 3, 4, 5, 6])
  func framesWithOtherLayersLookAsDrawnWhole(backend: Renderer.Backend, seed: UInt64) throws {
    let over = (renderer: try renderer(backend, .all), root: page(60))
    let whole = (renderer: try renderer(backend, Self.whole), root: page(60))
    var random = Numbers(seed: 100 + seed)
    var parts = 0
    for step in 0..<60 {
      let count = over.root.sublayers?.count ?? 0
      let index = random.next(below: count)
      // The last one leaves the plane, and from then on many frames are drawn whole.
      let kind = random.next(below: Self.restructurings.count - (step < 50 ? 1 : 0))
      for root in [over.root, whole.root] {
        var same = random
        let layer = try #require(root.sublayers?[index])
        Self.restructurings[kind](root, layer, &same)
        // Something also moves in the same frame.
        if step % 3 == 0 { Numbers.changes[1](root.sublayers?.first ?? root, &same) }
      }
      _ = random.next()
      let (a, b) = (try frame(over.renderer, over.root), try frame(whole.renderer, whole.root))
      if a.plan.damage != nil { parts += 1 }
      guard a.pixels != b.pixels else { continue }
      try recordDifference(
        "\(backend) structure \(seed)", "step \(step), change \(kind) of \(index)",
        expected: b.pixels, actual: a.pixels)
      return
    }
    #expect(parts > 20)
  }

  @Test(arguments: Backends.usable)
  func aNewLayerIsDrawnAlone(backend: Renderer.Backend) throws {
    let renderer = try renderer(backend, .all)
    let root = page(200)
    _ = try frame(renderer, root)
    let new = nested(CGRect(x: 0, y: 0, width: 30, height: 30))
    root.insertSublayer(new, at: 100)
    let added = try frame(renderer, root)
    #expect(added.statistics.damagedPixels > 0 && added.statistics.damagedPixels < 40 * 40)
    root.addSublayer(new)
    #expect(try frame(renderer, root).statistics.damagedPixels < 40 * 40)
    new.removeFromSuperlayer()
    let gone = try frame(renderer, root)
    #expect(gone.statistics.damagedPixels > 0 && gone.statistics.damagedPixels < 40 * 40)
    #expect(try frame(renderer, root).statistics.passes == 0)
  }
}

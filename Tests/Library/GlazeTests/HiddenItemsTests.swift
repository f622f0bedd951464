import Foundation
import Glaze
import GlazeLayers
import GlazePlan
import Testing

/// Frames without items that are hidden by opaque ones.
@Suite struct HiddenItemsTests {
  /// Overlapping layers of all kinds, most of them opaque, at any angle and partly outside.
  private final class Page {
    static let size = (width: 293.0, height: 211.0)
    let root = CALayer()
    var layers: [CALayer] = []
    private var chance: Chance

    init(seed: UInt64, count: Int = 120) {
      chance = Chance(state: seed)
      root.bounds = CGRect(x: 0, y: 0, width: Self.size.width, height: Self.size.height)
      for index in 0..<count {
        let layer = layer(index)
        layer.position = CGPoint(
          x: chance.number(-40, Self.size.width + 40), y: chance.number(-40, Self.size.height + 40))
        if index % 3 != 0 {
          layer.transform = CATransform3DMakeRotation(chance.number(-3, 3), 0, 0, 1)
        }
        layers.append(layer)
        root.addSublayer(layer)
      }
    }

    private func layer(_ index: Int) -> CALayer {
      let layer = index % 11 == 7 ? CAGradientLayer() : index % 13 == 5 ? CAShapeLayer() : CALayer()
      let (width, height) = (chance.number(20, 150), chance.number(20, 150))
      layer.bounds = CGRect(x: 0, y: 0, width: width, height: height)
      if let gradient = layer as? CAGradientLayer {
        gradient.colors = [chance.color(alpha: 1), chance.color(alpha: 0.5)]
      } else if let shape = layer as? CAShapeLayer {
        shape.path = CGPath(ellipseIn: layer.bounds, transform: nil)
        shape.fillColor = chance.color(alpha: 1)
      } else if index % 2 == 0 {
        layer.contents = photo(isOpaque: index % 8 != 0)
      } else {
        layer.backgroundColor = chance.color(alpha: index % 7 == 0 ? 0.5 : 1)
      }
      if index % 5 < 3 { layer.cornerRadius = chance.number(0, 30) }
      if index % 5 == 1 { layer.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMaxYCorner] }
      if index % 5 == 2 { layer.cornerCurve = .continuous }
      if index % 9 == 4 { layer.edgeAntialiasingMask = [] }
      if index % 10 == 3 {
        layer.borderWidth = 5
        layer.borderColor = chance.color(alpha: 0.4)
      }
      if index % 12 == 7 { layer.shadowOpacity = 0.7 }
      if index % 14 == 9 { layer.opacity = 0.8 }
      layer.masksToBounds = index % 4 == 2
      return layer
    }

    private func photo(isOpaque: Bool) -> CGImage {
      let level = UInt8(clamping: chance.number(0, 255))
      return CGImage(
        width: 48, height: 40,
        premultipliedRGBA: (0..<48 * 40).flatMap { index -> [UInt8] in
          let alpha: UInt8 = isOpaque || index % 7 > 2 ? 255 : 100
          return [min(UInt8(index % 200), alpha), min(level, alpha), UInt8(index / 40), alpha]
        })
    }

    func change() {
      for index in stride(from: 3, to: layers.count, by: 7) {
        layers[index].position.x += chance.number(-30, 30)
        layers[index].isHidden = chance.number(0, 1) < 0.2
        layers[index].opacity = chance.number(0, 1) < 0.3 ? 0.6 : 1
      }
    }
  }

  private func renderer(
    _ backend: Renderer.Backend, without: Optimizations = []
  ) throws -> RootRenderer {
    let renderer = try RootRenderer(backend: backend)
    renderer.optimizations.subtract(without)
    return renderer
  }

  private func frame(_ renderer: RootRenderer, _ page: Page) throws -> RenderedFrame {
    try renderer.frame(of: page.root, background: nil, isGeometryFlipped: true)
  }

  @Test(arguments: Backends.usable)
  func theImageIsTheSame(backend: Renderer.Backend) throws {
    let (with, without) = (try renderer(backend), try renderer(backend, without: .occlude))
    for seed in 0..<6 {
      let page = Page(seed: UInt64(seed), count: 60)
      let (frame, all) = (try frame(with, page), try frame(without, page))
      #expect(frame.pixels.bytes == all.pixels.bytes, "seed \(seed)")
      #expect(frame.pixels.bytes.contains { $0 > 50 })
      #expect(frame.statistics.instances <= all.statistics.instances)
      with.forget(page.root)
      without.forget(page.root)
    }
  }

  @Test("cards in perspective, one in front of the other", arguments: Backends.usable)
  func perspective(backend: Renderer.Backend) throws {
    let page = Page(seed: 3, count: 0)
    page.root.sublayerTransform.m34 = -1 / 600
    for index in 0..<20 {
      let card = CALayer()
      card.bounds = CGRect(x: 0, y: 0, width: 60 + 5 * index, height: 50 + 5 * index)
      card.position = CGPoint(x: 140, y: 100)
      card.transform = CATransform3DMakeRotation(0.6, 0.2, 1, 0)
      card.zPosition = CGFloat(index)
      card.backgroundColor = CGColor(red: 0.9, green: Double(index) / 20, blue: 0.2, alpha: 1)
      page.root.addSublayer(card)
    }
    let with = try frame(renderer(backend), page)
    let without = try frame(renderer(backend, without: .occlude), page)
    #expect(with.pixels.bytes == without.pixels.bytes)
    // The scene's own occlusion leaves only the card in front, with any optimizations.
    #expect(with.statistics.instances == 1 && without.statistics.instances == 1)
  }

  @Test("layers that become visible are drawn", arguments: Backends.usable)
  func changes(backend: Renderer.Backend) throws {
    let page = Page(seed: 31, count: 60)
    let incremental = try renderer(backend)
    let whole = try renderer(backend, without: .betweenFrames)
    let all = try renderer(backend, without: [.betweenFrames, .occlude])
    for step in 0..<5 {
      let image = try frame(incremental, page).pixels.bytes
      #expect(try image == frame(whole, page).pixels.bytes, "step \(step)")
      #expect(try image == frame(all, page).pixels.bytes, "step \(step)")
      CATransaction.withoutActions { page.change() }
    }
  }

  /// Photos under one that is opaque except for its corners, and one at a corner.
  @Test(arguments: Backends.usable)
  func whatIsHiddenIsNotDrawn(backend: Renderer.Backend) throws {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 300, height: 200)
    var pixels: [UInt8] = []
    for index in 0..<64 * 64 { pixels += [UInt8(index % 256), 90, UInt8(index / 64), 255] }
    let photo = CGImage(width: 64, height: 64, premultipliedRGBA: pixels)
    for index in 0..<20 {
      let layer = CALayer()
      layer.frame = CGRect(x: 60 + index, y: 40 + index, width: 120, height: 80)
      layer.contents = photo
      root.addSublayer(layer)
    }
    let corner = CALayer()
    corner.frame = CGRect(x: 20, y: 10, width: 40, height: 30)
    corner.contents = photo
    root.addSublayer(corner)
    let cover = CALayer()
    cover.frame = CGRect(x: 15, y: 5, width: 270, height: 190)
    cover.backgroundColor = .white
    cover.cornerRadius = 40
    root.addSublayer(cover)
    func instances(_ without: Optimizations = []) throws -> Int {
      try renderer(backend, without: without)
        .frame(of: root, background: nil, isGeometryFlipped: true)
        .statistics.instances
    }
    #expect(try instances(.occlude) == 22)
    #expect(try instances() == 2)
    // If the cover is translucent, all layers are drawn.
    cover.opacity = 0.99
    #expect(try instances() == 22)
  }

  /// Groups that fade, blurred ones and masked ones under an opaque card, and one next to it.
  @Test(arguments: Backends.usable)
  func imagesOfHiddenGroupsAreNotDrawn(backend: Renderer.Backend) throws {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 300, height: 200)
    func group(_ x: Double, _ opacity: Float) -> CALayer {
      let group = CALayer()
      group.frame = CGRect(x: x, y: 40, width: 100, height: 90)
      group.opacity = opacity
      for index in 0..<3 {
        let box = CALayer()
        box.frame = CGRect(x: 10 * index, y: 20 * index, width: 70, height: 50)
        box.backgroundColor = CGColor(red: 1, green: Double(index) / 3, blue: 0, alpha: 1)
        group.addSublayer(box)
      }
      root.addSublayer(group)
      return group
    }
    _ = group(20, 0.5)
    let blurred = group(50, 1)
    let blur = CAFilter(type: "gaussianBlur")
    blur.setValue(6, forKey: "inputRadius")
    blurred.filters = [blur]
    let masked = group(70, 0.7)
    masked.mask = CAGradientLayer()
    masked.mask?.frame = masked.bounds
    (masked.mask as? CAGradientLayer)?.colors = [
      CGColor.black, CGColor(red: 0, green: 0, blue: 0, alpha: 0.2),
    ]
    // This group extends beyond the card.
    _ = group(180, 0.6)
    let card = CALayer()
    card.frame = CGRect(x: 2, y: 2, width: 250, height: 196)
    card.backgroundColor = .white
    root.addSublayer(card)
    func frame(_ without: Optimizations) throws -> RenderedFrame {
      try renderer(backend, without: without).frame(of: root)
    }
    #expect(try frame([.cache]).pixels == frame([.cache, .occlude]).pixels)
    func passes(_ without: Optimizations) throws -> Int {
      try Renderer.plan(
        of: root, options: RenderOptions(),
        // Cached images are drawn for later frames, visible or not.
        optimizations: .all.subtracting(without).subtracting(.cache)
      ).passes.count
    }
    #expect(try passes(.occlude) >= 6)
    #expect(try passes([]) == 2)
    card.opacity = 0.99
    #expect(try passes([]) == passes(.occlude))
  }
}

extension Chance {
  fileprivate mutating func color(alpha: Double) -> CGColor {
    CGColor(red: number(0, 1), green: number(0, 1), blue: number(0, 1), alpha: alpha)
  }
}

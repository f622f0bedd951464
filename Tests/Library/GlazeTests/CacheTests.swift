import Foundation
import Glaze
import GlazeLayers
import GlazePlan
import Testing

/// Successive frames: cached images must look like images that are drawn from scratch.
@Suite struct CacheTests {
  /// A card with three dots, which casts a shadow that needs a blur, even without one of them.
  private final class Page {
    let root = CALayer()
    let card = CALayer()
    let dot = CALayer()

    init(rasterizes: Bool) {
      root.bounds = CGRect(x: 0, y: 0, width: 120, height: 90)
      root.backgroundColor = .white
      card.bounds = CGRect(x: 0, y: 0, width: 50, height: 40)
      card.position = CGPoint(x: 45, y: 40)
      card.shadowOpacity = 0.6
      card.shadowRadius = 5
      card.shouldRasterize = rasterizes
      for (part, x) in [(CALayer(), 12.0), (dot, 34), (CALayer(), 23)] {
        part.bounds = CGRect(x: 0, y: 0, width: 20, height: 20)
        part.position = CGPoint(x: x, y: part === dot ? 20 : 22)
        part.cornerRadius = 6
        part.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        card.addSublayer(part)
      }
      root.addSublayer(card)
    }

    func frame(_ renderer: RootRenderer) throws -> RenderedFrame {
      try renderer.frame(of: root, background: nil, isGeometryFlipped: true)
    }
  }

  /// The change before each frame, and whether the card's image stays cached.
  private static let steps: [(isHit: Bool, change: @Sendable (Page) -> Void)] = [
    // A frame that equals the previous one draws nothing, cached or not.
    (false, { _ in }), (true, { $0.card.position.x += 7.5 }), (true, { $0.card.opacity = 0.5 }),
    (false, { $0.dot.backgroundColor = .black }), (true, { $0.card.position.y += 3 }),
    (false, { $0.dot.isHidden = true }), (true, { $0.root.backgroundColor = .black }),
  ]

  @Test(arguments: Backends.usable, [false, true])
  func cachedImagesLookLikeNewOnes(backend: Renderer.Backend, rasterizes: Bool) throws {
    let page = Page(rasterizes: rasterizes)
    let twin = Page(rasterizes: rasterizes)
    let renderer = try RootRenderer(backend: backend)
    let first = try page.frame(renderer).statistics
    #expect(first.bitmapMisses > 0 && first.bitmapBytes > 0)
    for (index, step) in Self.steps.enumerated() {
      CATransaction.withoutActions { step.change(page) }
      step.change(twin)
      let cached = try page.frame(renderer)
      #expect((cached.statistics.bitmapHits > 0) == step.isHit, "step \(index)")
      #expect(
        try cached.pixels == twin.frame(try RootRenderer(backend: backend)).pixels, "step \(index)")
    }
  }

  @Test(arguments: Backends.usable) func forgottenRootsAreDrawnAgain(
    backend: Renderer.Backend
  ) throws {
    let page = Page(rasterizes: true)
    let renderer = try RootRenderer(backend: backend)
    let first = try page.frame(renderer)
    renderer.forget(page.root)
    let second = try page.frame(renderer)
    #expect(second.statistics.bitmapHits == 0)
    #expect(first.pixels == second.pixels)
  }

  /// Content that a partial frame does not draw is still visible, and stays cached for the next
  /// full frame.
  @Test func framesOfPartsLetNothingAge() throws {
    let page = Page(rasterizes: true)
    let path = CAShapeLayer()
    path.path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 20, height: 12), transform: nil)
    path.position = CGPoint(x: 20, y: 70)
    path.fillColor = .black
    let moving = CALayer()
    moving.frame = CGRect(x: 100, y: 70, width: 10, height: 10)
    moving.backgroundColor = .black
    page.root.sublayers = [page.card, path, moving]
    let renderer = try RootRenderer(backend: .software)
    renderer.animatesChanges = false
    let first = try page.frame(renderer).statistics.cacheUsage
    #expect(first[.bitmaps].count > 0 && first[.masks].count == 1)
    for index in 0..<100 {
      moving.position.x = index % 2 == 0 ? 104 : 105
      let statistics = try page.frame(renderer).statistics
      try #require(statistics.damagedPixels < 400)
      try #require(statistics.cacheUsage[.bitmaps] == first[.bitmaps])
      try #require(statistics.cacheUsage[.masks] == first[.masks])
    }
    page.card.position.x += 1
    path.position.x += 1
    let last = try page.frame(renderer).statistics
    #expect(last.bitmapHits > 0 && last.bitmapMisses == 0)
  }

  /// Images that only one frame could show do not fill the share of the cache.
  @Test func framesOfPartsLeaveNoImagesBehind() throws {
    let page = Page(rasterizes: true)
    let renderer = try RootRenderer(backend: .software)
    renderer.animatesChanges = false
    page.root.bounds.size.width = 400
    _ = try page.frame(renderer)
    var most = 0
    for index in 0..<200 {
      page.dot.cornerRadius = CGFloat(index % 2 + 3)
      let statistics = try page.frame(renderer).statistics
      try #require(statistics.bitmapMisses > 0 && statistics.damagedPixels < 36_000 / 2)
      most = max(most, statistics.cacheUsage[.bitmaps].count)
    }
    #expect(most <= 32)
  }

  /// Plans that no planner makes: a key now names another image, or a larger part than was drawn.
  @Test(arguments: Backends.usable)
  func keysStandForImagesOfOneSize(backend: Renderer.Backend) throws {
    let plan = try PlannedFrame(
      of: Page(rasterizes: true).root, options: RenderOptions(), optimizations: .all, at: 0
    ).plan
    let target = try #require(plan.targets.lastIndex { $0.key != nil })
    let renderer = try Renderer(backend.device)
    func pixels(_ plan: FramePlan) throws -> PixelBuffer { try renderer.pixels(of: plan) }
    let first = try pixels(plan)
    for change in [-20, 30, 0] {
      var other = plan
      other.targets[target].width += change
      let fresh = try Renderer(backend.device)
      #expect(try pixels(other) == fresh.pixels(of: other), "\(change)")
    }
    #expect(try pixels(plan) == first)
    var reader = plan
    reader.targets[target].isCached = true
    reader.targets[target].width *= 30
    #expect(throws: GlazeError.self) { try pixels(reader) }
  }
}

import Foundation
import Glaze
import GlazeCommit
import GlazeGeometry
import GlazeLayers
import GlazeTree
import Testing

/// Layers in transition from their old to their new content.
@Suite struct TransitionTests {
  private static let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
  private static let blue = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)

  /// A scene with a card of 8 x 8 pixels that fills a white root.
  private struct Page {
    let root = CALayer()
    let card = CALayer()

    init() {
      root.bounds = CGRect(x: 0, y: 0, width: 8, height: 8)
      root.backgroundColor = .white
      card.frame = root.bounds
      card.backgroundColor = TransitionTests.red
      root.addSublayer(card)
    }

    /// Turns the card blue after a first frame.
    func turn(_ renderer: RootRenderer, _ transition: CATransition) throws {
      try renderer.commit(root, at: 0)
      CATransaction.withoutActions {
        card.backgroundColor = TransitionTests.blue
        transition.duration = 1
        card.add(transition, forKey: nil)
      }
      try renderer.commit(root, at: 0)
    }
  }

  private func transition(
    _ type: CATransitionType = .fade, _ subtype: CATransitionSubtype? = nil
  ) -> CATransition {
    let transition = CATransition()
    transition.type = type
    transition.subtype = subtype
    return transition
  }

  private func pixel(_ image: CGImage, _ x: Int, _ y: Int) -> [UInt8] {
    let start = (y * image.width + x) * 4
    return Array(image.pixels[start..<(start + 3)])
  }

  @Test(arguments: Backends.usable) func fadesMixBoth(backend: Renderer.Backend) throws {
    let renderer = try RootRenderer(backend: backend)
    let page = Page()
    try page.turn(renderer, transition())
    for (time, expected) in [(0.0, [255, 0, 0]), (0.25, [191, 0, 64]), (0.5, [128, 0, 128])]
      + [(0.9, [26, 0, 230]), (1, [0, 0, 255]), (2, [0, 0, 255])]
    {
      let found = pixel(try renderer.render(page.root, at: time), 3, 3).map(Int.init)
      #expect(zip(found, expected).allSatisfy { abs($0 - $1) <= 1 }, "\(time): \(found)")
    }
  }

  /// A mix instead of one over the other: where both are opaque, the background does not show
  /// through.
  @Test(arguments: Backends.usable) func fadesLetNothingThrough(backend: Renderer.Backend) throws {
    let renderer = try RootRenderer(backend: backend)
    let page = Page()
    page.root.backgroundColor = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1)
    try page.turn(renderer, transition())
    let image = try renderer.render(page.root, at: 0.5)
    #expect(pixel(image, 4, 4)[1] <= 1)
  }

  @Test(arguments: Backends.usable) func fadesMixWhatIsTranslucent(backend: Renderer.Backend) throws
  {
    let renderer = try RootRenderer(backend: backend)
    let page = Page()
    page.card.opacity = 0.5
    try renderer.commit(page.root, at: 0)
    CATransaction.begin()
    CATransaction.setAnimationDuration(1)
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
    page.card.isHidden = true
    CATransaction.commit()
    try renderer.commit(page.root, at: 0)
    let found = pixel(try renderer.render(page.root, at: 0.5), 4, 4).map(Int.init)
    #expect(zip(found, [255, 191, 191]).allSatisfy { abs($0 - $1) <= 1 }, "\(found)")
    #expect(pixel(try renderer.render(page.root, at: 1.5), 4, 4) == [255, 255, 255])
  }

  /// The new pixels at a quarter of the transition, as columns and rows, and the position of the
  /// old ones.
  private static let slides: [(CATransitionType, CATransitionSubtype?, new: String, old: String)] =
    [
      (.moveIn, .fromLeft, "x<2", "x>=2"), (.moveIn, nil, "x<2", "x>=2"),
      (.moveIn, .fromRight, "x>=6", "x<6"), (.moveIn, .fromTop, "y>=6", "y<6"),
      (.moveIn, .fromBottom, "y<2", "y>=2"), (.push, .fromLeft, "x<2", "x>=2"),
      (.push, .fromTop, "y>=6", "y<6"), (.reveal, .fromLeft, "x<2", "x>=2"),
      (.reveal, .fromRight, "x>=6", "x<6"), (.reveal, .fromBottom, "y<2", "y>=2"),
    ]

  @Test(arguments: Backends.usable) func contentsSlide(backend: Renderer.Backend) throws {
    let renderer = try RootRenderer(backend: backend)
    for slide in Self.slides {
      let page = Page()
      try page.turn(renderer, transition(slide.0, slide.1))
      let image = try renderer.render(page.root, at: 0.25)
      for y in 0..<8 {
        for x in 0..<8 {
          let isNew =
            switch slide.new {
            case "x<2": x < 2
            case "x>=6": x >= 6
            case "y<2": y < 2
            default: y >= 6
            }
          let expected: [UInt8] = isNew ? [0, 0, 255] : [255, 0, 0]
          #expect(pixel(image, x, y) == expected, "\(slide) at \(x), \(y)")
        }
      }
    }
  }

  /// Pushed content moves, and covered content stays.
  @Test(arguments: Backends.usable) func sublayersBelongToTheContent(
    backend: Renderer.Backend
  ) throws {
    let renderer = try RootRenderer(backend: backend)
    for (type, column) in [(CATransitionType.moveIn, 4), (.push, 6), (.reveal, 6)] {
      let page = Page()
      let mark = CALayer()
      mark.frame = CGRect(x: 4, y: 0, width: 1, height: 8)
      mark.backgroundColor = .black
      page.card.addSublayer(mark)
      try renderer.commit(page.root, at: 0)
      CATransaction.withoutActions {
        mark.removeFromSuperlayer()
        page.card.add(transition(type, .fromLeft), forKey: "any")
      }
      try renderer.commit(page.root, at: 0)
      let image = try renderer.render(page.root, at: 0.25 * 0.25)
      #expect((0..<8).filter { pixel(image, $0, 4) == [0, 0, 0] } == [column], "\(type.rawValue)")
    }
  }

  @Test(arguments: Backends.usable) func progressMayBeAPart(backend: Renderer.Backend) throws {
    let renderer = try RootRenderer(backend: backend)
    let page = Page()
    let part = transition(.push, .fromRight)
    part.startProgress = 0.5
    part.endProgress = 0.75
    try page.turn(renderer, part)
    for (time, columns) in [(0.0, 4), (0.999_999, 6), (1.5, 8)] {
      let image = try renderer.render(page.root, at: time)
      #expect((0..<8).filter { pixel(image, $0, 4) == [0, 0, 255] }.count == columns, "\(time)")
    }
  }

  @Test(arguments: Backends.usable)
  func framesAreTheSameInAnyOrder(backend: Renderer.Backend) throws {
    let renderer = try RootRenderer(backend: backend)
    let page = Page()
    try page.turn(renderer, transition(.push, .fromTop))
    let times = stride(from: 0.0, through: 1.5, by: 0.125).map { $0 }
    let forwards = try times.map { try renderer.render(page.root, at: $0).pixels }
    let backwards = try times.reversed().map { try renderer.render(page.root, at: $0).pixels }
    #expect(forwards == backwards.reversed())
    #expect(Set(forwards).count > 8)
    #expect(page.card.animationKeys() == nil)
  }

  @Test func treesStaySound() throws {
    let page = Page()
    let inner = CALayer()
    inner.frame = CGRect(x: 1, y: 1, width: 4, height: 4)
    inner.mask = CALayer()
    page.card.addSublayer(inner)
    page.root.addSublayer(CALayer())
    let committer = LayerCommitter(root: page.root, isGeometryFlipped: true)
    let before = committer.commit(at: 0)
    for layer in [page.root, page.card, inner] {
      let transition = transition()
      transition.duration = 1
      layer.add(transition, forKey: nil)
    }
    CATransaction.withoutActions {
      inner.transform = CATransform3DMakeRotation(1, 0, 0, 1)
      inner.addSublayer(CALayer())
    }
    for time in [0.0, 0.5] {
      let tree = committer.commit(at: time)
      #expect(tree.firstViolatedInvariant() == nil)
      #expect(tree.versions.count == tree.nodes.count)
      #expect(Set(tree.versions.suffix(1)).isDisjoint(with: [0]))
      // Each of the three shows its old content next to the new one.
      #expect(tree.nodes.count > 2 * before.nodes.count)
    }
    let after = committer.commit(at: 2)
    #expect(after.firstViolatedInvariant() == nil)
    #expect(after.nodes.count == before.nodes.count + 1)
  }

  @Test(arguments: Backends.usable)
  func sessionsMayShowChangesAtOnce(backend: Renderer.Backend) throws {
    let page = Page()
    let session = try RenderSession(page.root, renderer: Renderer(backend.device))
    session.options.animatesChanges = false
    _ = try session.image(at: 0)
    page.card.backgroundColor = Self.blue
    #expect(page.card.animationKeys() == nil)
    #expect(pixel(try session.image(at: 0), 4, 4) == [0, 0, 255])
    session.options.animatesChanges = true
    page.card.opacity = 0.5
    #expect(page.card.animationKeys() == ["opacity"])
    CATransaction.flush()
  }

  /// A layer that appears for the first time has no old content.
  @Test func newLayersAppearAtOnce() throws {
    let page = Page()
    page.card.add(transition(), forKey: nil)
    let committer = LayerCommitter(root: page.root, isGeometryFlipped: true)
    #expect(committer.commit(at: 0).nodes.count == 2)
  }
}

import Foundation
import Glaze
import GlazeEGL
import GlazeGeometry
import GlazeLayers
import GlazePlan
import Testing

@Suite struct RendererTests {
  private static let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
  private static let white = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
  private static let redPixel: [UInt8] = [255, 0, 0, 255]
  private static let whitePixel: [UInt8] = [255, 255, 255, 255]

  /// A white layer of 8 x 6 points with a red box of 3 x 2 points at (1, 1).
  private func redBoxOnWhite() -> (root: CALayer, box: CALayer) {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 8, height: 6)
    root.backgroundColor = Self.white
    let box = CALayer()
    box.frame = CGRect(x: 1, y: 1, width: 3, height: 2)
    box.backgroundColor = Self.red
    root.addSublayer(box)
    return (root, box)
  }

  /// Returns the pixels of an image that is white except for a red rectangle.
  private func expected(
    width: Int, height: Int, red rows: Range<Int>, columns: Range<Int>
  ) -> [UInt8] {
    (0..<height).flatMap { y in
      (0..<width).flatMap { x in
        rows.contains(y) && columns.contains(x) ? Self.redPixel : Self.whitePixel
      }
    }
  }

  @Test(.needsGL) func glIsTested() throws {
    #expect(try RootRenderer(backend: .gl).backend == .gl)
    #expect(try RootRenderer().backend == .gl)
  }

  @Test(arguments: Backends.usable) func drawsARedBoxOnWhite(backend: Renderer.Backend) throws {
    let renderer = try RootRenderer(backend: backend)
    let image = try renderer.render(redBoxOnWhite().root)
    #expect((image.width, image.height) == (8, 6))
    #expect(image.pixels == expected(width: 8, height: 6, red: 1..<3, columns: 1..<4))
    #expect(image.isOpaque)
    #expect(!renderer.deviceDescription.isEmpty)
  }

  @Test(arguments: Backends.usable) func scalesAndFits(backend: Renderer.Backend) throws {
    let renderer = try RootRenderer(backend: backend)
    let (root, _) = redBoxOnWhite()
    let double = try renderer.render(root, scale: 2)
    #expect(double.pixels == expected(width: 16, height: 12, red: 2..<6, columns: 2..<8))
    let fitted = try renderer.render(
      root, size: CGSize(width: 8, height: 12), background: Self.white)
    #expect(fitted.pixels == expected(width: 8, height: 12, red: 4..<6, columns: 1..<4))
  }

  @Test(arguments: Backends.usable) func drawsUpsideDown(backend: Renderer.Backend) throws {
    let image = try RootRenderer(backend: backend).render(
      redBoxOnWhite().root, isGeometryFlipped: false)
    #expect(image.pixels == expected(width: 8, height: 6, red: 3..<5, columns: 1..<4))
  }

  @Test(arguments: Backends.usable) func ignoresTheRootsPosition(backend: Renderer.Backend) throws {
    let (root, _) = redBoxOnWhite()
    root.anchorPoint = CGPoint(x: 0.25, y: 1)
    root.position = CGPoint(x: 1000, y: -77)
    let image = try RootRenderer(backend: backend).render(root)
    #expect(image.pixels == expected(width: 8, height: 6, red: 1..<3, columns: 1..<4))
  }

  @Test(arguments: Backends.usable) func seesChanges(backend: Renderer.Backend) throws {
    let renderer = try RootRenderer(backend: backend)
    let (root, box) = redBoxOnWhite()
    _ = try renderer.render(root)
    CATransaction.withoutActions { box.position.x += 2 }
    let moved = try renderer.render(root)
    #expect(moved.pixels == expected(width: 8, height: 6, red: 1..<3, columns: 3..<6))
    CATransaction.withoutActions { box.removeFromSuperlayer() }
    let empty = try renderer.render(root)
    #expect(empty.pixels == expected(width: 8, height: 6, red: 0..<0, columns: 0..<0))
    renderer.forget(root)
    root.addSublayer(box)
    #expect(try renderer.render(root) == moved)
  }

  @Test(arguments: Backends.usable)
  func backgroundsArePremultiplied(backend: Renderer.Backend) throws {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 1, height: 1)
    let renderer = try RootRenderer(backend: backend)
    #expect(try renderer.render(root).pixels == [0, 0, 0, 0])
    let half = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 0.4)
    #expect(try renderer.render(root, background: half).pixels == [102, 0, 0, 102])
  }

  @Test(arguments: Backends.usable) func renderersShareAThread(backend: Renderer.Backend) throws {
    let (first, second) = (try RootRenderer(backend: backend), try RootRenderer(backend: backend))
    let (root, _) = redBoxOnWhite()
    let image = try first.render(root)
    for renderer in [second, first, second, first] {
      #expect(try renderer.render(root) == image)
    }
  }

  @Test(arguments: Backends.usable) func moveBetweenThreads(backend: Renderer.Backend) throws {
    // The owner hands the renderer over each time.
    nonisolated(unsafe) let renderer = try RootRenderer(backend: backend)
    nonisolated(unsafe) let root = redBoxOnWhite().root
    let image = try renderer.render(root)
    for _ in 0..<2 {
      nonisolated(unsafe) var other: CGImage?
      let done = DispatchSemaphore(value: 0)
      try renderer.renderer.handOver()
      Thread.detachNewThread {
        other = try? renderer.render(root)
        try? renderer.renderer.handOver()
        done.signal()
      }
      done.wait()
      #expect(other == image)
      #expect(try renderer.render(root) == image)
    }
  }

  @Test(.needsGL) func leavesOtherContextsCurrent() throws {
    let context = try Context()
    try context.makeCurrent()
    defer { context.resignCurrent() }
    let renderer = try RootRenderer(backend: .gl)
    _ = try renderer.render(redBoxOnWhite().root)
    #expect(context.isCurrent)
  }

  /// One image, first enlarged and then reduced: mipmaps are needed only the second time.
  @Test(arguments: Backends.usable) func imagesAppearInTwoSizes(backend: Renderer.Backend) throws {
    let pixels = (0..<(64 * 64)).flatMap { _ in Self.redPixel }
    let image = CGImage(width: 64, height: 64, premultipliedRGBA: pixels)
    let (root, _) = redBoxOnWhite()
    root.sublayers = [
      CGRect(x: 0, y: 0, width: 128, height: 128), CGRect(x: 2, y: 3, width: 4, height: 2),
    ]
    .map { frame in
      let layer = CALayer()
      layer.frame = frame
      layer.contents = image
      layer.minificationFilter = .trilinear
      return layer
    }
    let frame = try RootRenderer(backend: backend).render(root)
    #expect(frame.pixels == expected(width: 8, height: 6, red: 0..<6, columns: 0..<8))
  }

  /// A card at an angle, with a mip level of its image and each choice of antialiased edges.
  @Test(.needsGL, arguments: [15, 0, 5] as [UInt32])
  func cardsInPerspectiveLookAlike(edges: UInt32) throws {
    var texels: [UInt8] = []
    for y in 0..<128 {
      for x in 0..<128 { texels += [UInt8(2 * x), UInt8(2 * y), 90, 255] }
    }
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 60, height: 60)
    root.backgroundColor = Self.white
    let card = CALayer()
    card.frame = CGRect(x: 10, y: 10, width: 40, height: 40)
    card.contents = CGImage(width: 128, height: 128, premultipliedRGBA: texels)
    card.edgeAntialiasingMask = CAEdgeAntialiasingMask(rawValue: edges)
    var transform = CATransform3DIdentity
    transform.m34 = -1 / 600
    card.transform = CATransform3DRotate(transform, 0.6, 0.5, 1, 0.2)
    root.addSublayer(card)
    let software = try RootRenderer(backend: .software).render(root).pixels
    #expect(software.contains { $0 != 255 })
    for optimizations in [Optimizations.all, .all.subtracting(.specialize)] {
      let renderer = try RootRenderer(
        backend: .gl, optimizations: optimizations)
      let pixels = try renderer.render(root).pixels
      #expect(zip(pixels, software).allSatisfy { abs(Int($0) - Int($1)) <= 2 })
    }
  }

  @Test func tellsWhatIsWrong() throws {
    let unknown = #expect(throws: GlazeError.self) { try Device(named: "x") }
    #expect(unknown?.description.contains("\"x\"") == true)
    // The choice by name is never replaced by another device, not even with .auto.
    let error = #expect(throws: GlazeError.self) { try Renderer(Device(named: "egl:4711")) }
    #expect(error?.isMissingDevice == true)
    let renderer = try RootRenderer(backend: .software)
    #expect(throws: GlazeError.emptyCanvas(.zero)) { try renderer.render(CALayer()) }
    let root = redBoxOnWhite().root
    #expect(throws: GlazeError.invalidScale(0)) { try renderer.render(root, scale: 0) }
    #expect(
      throws: GlazeError.canvasTooLarge(width: 80000, height: 60000, limit: .dimension(32768))
    ) { try renderer.render(root, scale: 10000) }
  }
}

import Foundation
import Glaze
import GlazeDrawing
import GlazeGeometry
import GlazeLayers
import GlazePlan
import Testing

/// Images of layers that draw themselves.
@Suite struct DrawnLayerTests {
  private static let white = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)

  /// Returns the box around dark pixels; rows count from the top.
  private func ink(_ image: CGImage) -> CGRect {
    var box = CGRect.null
    for y in 0..<image.height {
      for x in 0..<image.width where image.pixels[(y * image.width + x) * 4] < 128 {
        box = box.union(CGRect(x: x, y: y, width: 1, height: 1))
      }
    }
    return box
  }

  private func darkPixels(_ image: CGImage, row: Int) -> Int {
    (0..<image.width).count { image.pixels[(row * image.width + $0) * 4] < 128 }
  }

  @Test(arguments: Backends.usable, [true, false])
  func textIsUprightAtTheTop(backend: Renderer.Backend, isFlipped: Bool) throws {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 100, height: 80)
    let text = CATextLayer()
    text.frame = CGRect(x: 10, y: isFlipped ? 20 : 10, width: 80, height: 50)
    text.string = "T"
    text.fontSize = 30
    text.foregroundColor = .black
    root.addSublayer(text)
    let renderer = try RootRenderer(backend: backend)
    let image = try renderer.render(
      root, background: Self.white, isGeometryFlipped: isFlipped)
    let box = ink(image)
    // The top of the frame is row 20 in both orientations.
    #expect(box.minY >= 20 && box.maxY <= 55 && box.minX >= 10 && box.minX < 14)
    #expect(box.height > 18)
    #expect(darkPixels(image, row: Int(clamping: box.minY) + 1) > 2 * darkPixels(image, row: 40))
    text.alignmentMode = .right
    let right = try renderer.render(
      root, background: Self.white, isGeometryFlipped: isFlipped)
    #expect(ink(right).maxX > 84 && ink(right).maxX <= 90 && ink(right).minY == box.minY)
  }

  @Test(arguments: Backends.usable) func textIsSharpAtItsScale(backend: Renderer.Backend) throws {
    let text = CATextLayer()
    text.bounds = CGRect(x: 0, y: 0, width: 60, height: 30)
    text.string = "H"
    text.fontSize = 20
    text.foregroundColor = .black
    text.contentsScale = 3
    let image = try RootRenderer(backend: backend).render(text, scale: 3, background: Self.white)
    // One pixel of the image for each pixel of the text.
    let own = try #require(text.contents as? CGImage)
    #expect(own.width == image.width && own.height == image.height)
    for i in stride(from: 0, to: own.pixels.count, by: 4) {
      #expect(abs(Int(image.pixels[i]) - (255 - Int(own.pixels[i + 3]))) <= 1)
      if abs(Int(image.pixels[i]) - (255 - Int(own.pixels[i + 3]))) > 1 { break }
    }
    #expect(darkPixels(image, row: 30) > 0)
  }

  /// Draws each tile in a color that encodes its position.
  private final class Map: CALayerDelegate {
    var tiles: [CGRect] = []
    var scales: Set<CGFloat> = []
    var isChequered = false
    func draw(_ layer: CALayer, in ctx: CGContext) {
      let tile = ctx.boundingBoxOfClipPath
      tiles.append(tile)
      scales.insert(abs(ctx.ctm.a))
      let row = isChequered ? Int(clamping: (tile.midY / 256).rounded(.down)) : 0
      let isDark = (Int(clamping: (tile.midX / 256).rounded(.down)) + row) % 2 == 0
      ctx.setFillColor(isDark ? .black : DrawnLayerTests.white)
      ctx.fill(tile)
    }
  }

  private func makeMap(_ map: Map) -> (root: CAScrollLayer, tiled: CATiledLayer) {
    let root = CAScrollLayer()
    root.bounds = CGRect(x: 0, y: 0, width: 600, height: 400)
    let tiled = CATiledLayer()
    tiled.anchorPoint = .zero
    tiled.bounds = CGRect(x: 0, y: 0, width: 200_000, height: 200_000)
    tiled.delegate = map
    tiled.setNeedsDisplay()
    root.addSublayer(tiled)
    return (root, tiled)
  }

  @Test(arguments: Backends.usable) func aHugeLayerIsDrawnInTiles(backend: Renderer.Backend) throws
  {
    let map = Map()
    let (root, tiled) = makeMap(map)
    let renderer = try RootRenderer(backend: backend)
    let first = try renderer.render(root, background: Self.white)
    #expect(map.tiles.count == 6 && map.scales == [1])
    #expect(first.pixels[128 * 4] == 0 && first.pixels[300 * 4] == 255)
    #expect(first.pixels[(399 * 600 + 255) * 4] == 0 && first.pixels[(399 * 600 + 256) * 4] == 255)
    _ = try renderer.render(root, background: Self.white)
    #expect(map.tiles.count == 6)
    CATransaction.withoutActions { root.scroll(to: CGPoint(x: 199_500, y: 199_700)) }
    let last = try renderer.render(root, background: Self.white)
    // The layer ends at 500, 300 there; beyond it is the background.
    #expect(last.pixels[(200 * 600 + 550) * 4] == 255)
    let part = try #require(tiled.drawing?.tiles?.mosaic)
    #expect(part.box.contains(CGRect(x: 199_500, y: 199_700, width: 500, height: 300)))
    #expect(part.image.width * part.image.height < 1 << 20)
    #expect(map.tiles.allSatisfy { $0.width <= 257 && $0.height <= 257 })
  }

  /// A map that marks the layer beside it when it draws a tile.
  private final class MarkingMap: CALayerDelegate {
    let mark = CALayer()

    func draw(_ layer: CALayer, in ctx: CGContext) {
      CATransaction.withoutActions { mark.backgroundColor = DrawnLayerTests.white }
    }
  }

  @Test(
    "A change that drawing a tile makes is drawn next, also while passes are timed",
    arguments: [false, true])
  func changesByTilesAreDrawn(timesPasses: Bool) throws {
    let map = MarkingMap()
    let (root, tiled) = (CALayer(), CATiledLayer())
    root.bounds = CGRect(x: 0, y: 0, width: 20, height: 10)
    tiled.frame = root.bounds
    tiled.delegate = map
    tiled.setNeedsDisplay()
    map.mark.frame = CGRect(x: 0, y: 0, width: 1, height: 1)
    root.sublayers = [tiled, map.mark]
    let renderer = try Renderer(.cpu)
    renderer.timesPasses = timesPasses
    let session = try RenderSession(root, renderer: renderer)
    #expect(try session.frame(at: 0).pixels.bytes[3] == 0)
    #expect(try session.hasChanges)
    #expect(try session.frame(at: 0).pixels.bytes[3] == 255)
    #expect(try !session.hasChanges)
  }

  @Test(arguments: [true, false]) func aTileIsDrawnOnceWhileItIsSeen(isFlipped: Bool) throws {
    let map = Map()
    map.isChequered = true
    let (root, tiled) = makeMap(map)
    let renderer = try RootRenderer(backend: .software)
    func image() throws -> CGImage {
      map.tiles = []
      return try renderer.render(root, background: Self.white, isGeometryFlipped: isFlipped)
    }
    root.scroll(to: CGPoint(x: 1000, y: 1000))
    _ = try image()
    #expect(map.tiles.count == 12)
    // One column to the right and one row below become visible.
    CATransaction.withoutActions { root.scroll(to: CGPoint(x: 1250, y: 1250)) }
    let scrolled = try image()
    #expect(map.tiles.count == 6)
    tiled.setNeedsDisplay(CGRect(x: 1300, y: 1300, width: 10, height: 10))
    #expect(try image().pixels == scrolled.pixels)
    #expect(map.tiles.count == 1)
    tiled.setNeedsDisplay()
    #expect(try image().pixels == scrolled.pixels)
    #expect(map.tiles.count == 12)
    // With other bounds, other tiles are the last ones.
    CATransaction.withoutActions { tiled.bounds.size.width -= 1 }
    _ = try image()
    #expect(map.tiles.count == 12)
  }

  @Test func theLevelFitsTheScale() throws {
    let map = Map()
    let (root, tiled) = makeMap(map)
    tiled.levelsOfDetail = 4
    tiled.levelsOfDetailBias = 1
    let renderer = try RootRenderer(backend: .software)
    for (scale, level) in [(1.0, 1.0), (1.5, 2), (0.5, 0.5), (0.3, 0.5), (0.1, 0.25), (4, 2)] {
      tiled.setNeedsDisplay()
      map.scales = []
      CATransaction.withoutActions {
        tiled.transform = CATransform3DMakeScale(scale, scale, 1)
      }
      _ = try renderer.render(root)
      #expect(map.scales == Set([CGFloat(level)]), "\(scale)")
    }
    // All levels at once: the finest would take 40 gigapixels.
    tiled.levelsOfDetail = 1
    tiled.levelsOfDetailBias = 0
    CATransaction.withoutActions { tiled.transform = CATransform3DMakeScale(0.002, 0.002, 1) }
    tiled.setNeedsDisplay()
    _ = try renderer.render(root)
    let part = try #require(tiled.drawing?.tiles?.mosaic)
    #expect(part.image.width * part.image.height <= 1 << 25)
  }

  @Test func contentsMakeItAPlainLayer() throws {
    let map = Map()
    let (root, tiled) = makeMap(map)
    let renderer = try RootRenderer(backend: .software)
    _ = try renderer.render(root)
    let red = CGImage(width: 1, height: 1, premultipliedRGBA: [255, 0, 0, 255])
    CATransaction.withoutActions { tiled.contents = red }
    let count = map.tiles.count
    let image = try renderer.render(root)
    #expect(image.pixels[0..<4] == [255, 0, 0, 255] && map.tiles.count == count)
  }

  private final class SlowlyFadingLayer: CATiledLayer {
    override class func fadeDuration() -> Double { 60 }
  }

  /// Tiles never arrive late, so nothing fades in, whatever the fade duration.
  @Test(arguments: Backends.usable) func theFirstFrameIsWhole(backend: Renderer.Backend) throws {
    for tiled in [CATiledLayer(), SlowlyFadingLayer()] {
      let map = Map()
      tiled.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
      tiled.tileSize = CGSize(width: 32, height: 32)
      tiled.delegate = map
      tiled.setNeedsDisplay()
      let renderer = try RootRenderer(backend: backend)
      let first = try renderer.render(tiled, at: 0)
      #expect(map.tiles.count == 16)
      #expect(try renderer.render(tiled, at: 100).pixels == first.pixels)
      #expect(!stride(from: 3, to: first.pixels.count, by: 4).contains { first.pixels[$0] < 255 })
    }
  }

  @Test func notAskedForNothingIsDrawn() throws {
    let map = Map()
    let tiled = CATiledLayer()
    tiled.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    tiled.delegate = map
    _ = try RootRenderer(backend: .software).render(tiled)
    #expect(map.tiles.isEmpty && CATiledLayer.fadeDuration() == 0.25)
  }
}

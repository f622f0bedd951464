import Foundation
import GlazeDrawing
import GlazeGeometry
import GlazeLayers
import Testing

/// Layers that draw into their backing stores.
@Suite struct DrawingTests {
  private final class Artist: CALayerDelegate {
    var log: [String] = []
    var color = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    var clip = CGRect.null
    func layerWillDraw(_ layer: CALayer) { log.append("will") }
    func draw(_ layer: CALayer, in ctx: CGContext) {
      log.append("draw")
      clip = ctx.boundingBoxOfClipPath
      ctx.setFillColor(color)
      ctx.fill(layer.bounds)
    }
  }

  private func makeDrawn(_ artist: Artist, _ bounds: CGRect) -> CALayer {
    let layer = CALayer()
    layer.bounds = bounds
    layer.delegate = artist
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    return layer
  }

  @Test func theDelegateIsWarnedAndThenDraws() throws {
    let artist = Artist()
    let layer = makeDrawn(artist, CGRect(x: 5, y: 6, width: 3, height: 2))
    #expect(artist.log == ["will", "draw"])
    let image = try #require(layer.contents as? CGImage)
    #expect(image.width == 3 && image.height == 2)
    #expect(Inked(image).pixel(2, 1) == [255, 0, 0, 255])
    layer.contentsScale = 2.5
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    let fine = try #require(layer.contents as? CGImage)
    #expect(fine.width == 8 && fine.height == 5)
  }

  @Test func pitfall55_displayOfTheDelegateSuppressesDrawing() {
    final class Only: CALayerDelegate {
      var log: [String] = []
      func display(_ layer: CALayer) { log.append("display") }
      func layerWillDraw(_ layer: CALayer) { log.append("will") }
      func draw(_ layer: CALayer, in ctx: CGContext) { log.append("draw") }
    }
    let (layer, only) = (CALayer(), Only())
    layer.bounds = CGRect(x: 0, y: 0, width: 2, height: 2)
    layer.delegate = only
    layer.contents = "old"
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    #expect(only.log == ["display"] && layer.contents as? String == "old")
  }

  @Test func contentsStayWhereNobodyDraws() {
    final class Silent: CALayerDelegate {}
    let (layer, silent) = (CALayer(), Silent())
    layer.bounds = CGRect(x: 0, y: 0, width: 2, height: 2)
    layer.contents = "old"
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    layer.delegate = silent
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    #expect(layer.contents as? String == "old")
  }

  @Test func drawingNothingStillMakesABacking() throws {
    final class Empty: CALayer {
      override func draw(in ctx: CGContext) {}
    }
    let layer = Empty()
    layer.bounds = CGRect(x: 0, y: 0, width: 2, height: 2)
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    let image = try #require(layer.contents as? CGImage)
    #expect(image.pixels == [UInt8](repeating: 0, count: 16))
    layer.isOpaque = true
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    let opaque = try #require(layer.contents as? CGImage)
    #expect(opaque.isOpaque && Inked(opaque).pixel(1, 1) == [0, 0, 0, 255])
  }

  @Test func onlyTheUnionOfPartsIsDrawnAgain() throws {
    let artist = Artist()
    let layer = makeDrawn(artist, CGRect(x: 0, y: 0, width: 8, height: 8))
    artist.color = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
    layer.setNeedsDisplay(CGRect(x: 0, y: 0, width: 2, height: 1))
    layer.setNeedsDisplay(CGRect(x: 2, y: 1, width: 1, height: 1))
    layer.displayIfNeeded()
    #expect(isNear(artist.clip, CGRect(x: 0, y: 0, width: 3, height: 2)))
    let ink = Inked(try #require(layer.contents as? CGImage))
    // y up: the drawn part lies at the bottom.
    #expect(ink.pixel(2, 6) == [0, 0, 255, 255] && ink.pixel(0, 7) == [0, 0, 255, 255])
    #expect(ink.pixel(3, 7) == [255, 0, 0, 255] && ink.pixel(0, 5) == [255, 0, 0, 255])
    layer.setNeedsDisplay(CGRect(x: 0, y: 0, width: 1, height: 1))
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    #expect(Inked(try #require(layer.contents as? CGImage)).pixel(7, 0) == [0, 0, 255, 255])
  }

  @Test func partsWithFractionsKeepTheRest() throws {
    let artist = Artist()
    let layer = makeDrawn(artist, CGRect(x: 1, y: -3, width: 9, height: 9))
    layer.contentsScale = 3
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    let before = try #require(layer.contents as? CGImage)
    layer.setNeedsDisplay(CGRect(x: 2.1, y: 0.3, width: 3.3, height: 2.2))
    layer.displayIfNeeded()
    #expect(try #require(layer.contents as? CGImage) == before)
  }

  @Test func contentsFromOutsideRemoveTheBacking() {
    let artist = Artist()
    let layer = makeDrawn(artist, CGRect(x: 0, y: 0, width: 2, height: 2))
    #expect(layer.drawing?.backing != nil)
    layer.contents = nil
    #expect(layer.drawing?.backing == nil && artist.log.count == 2)
  }

  @Test func grayBackingsHaveNoColour() throws {
    let layer = CALayer()
    let artist = Artist()
    layer.contentsFormat = .gray8Uint
    layer.bounds = CGRect(x: 0, y: 0, width: 1, height: 1)
    layer.delegate = artist
    layer.display()
    #expect(Inked(try #require(layer.contents as? CGImage)).pixel(0, 0) == [54, 54, 54, 255])
  }

  @Test func aNewSizeDrawsAgainWhereWanted() throws {
    let artist = Artist()
    let layer = makeDrawn(artist, CGRect(x: 0, y: 0, width: 2, height: 2))
    layer.bounds.size.width = 5
    layer.displayIfNeeded()
    #expect(try #require(layer.contents as? CGImage).width == 2)
    layer.needsDisplayOnBoundsChange = true
    layer.bounds.size.width = 6
    layer.displayIfNeeded()
    #expect(try #require(layer.contents as? CGImage).width == 6)
  }

  @Test func keysThatTheClassNamesAskForDisplay() {
    final class Dial: CALayer {
      override class func needsDisplay(forKey key: String) -> Bool {
        ["level", "cornerRadius", "hidden", "bounds"].contains(key)
      }
    }
    let changes: [(CALayer) -> Void] = [
      { $0.setValue(0.5, forKey: "level") }, { $0.cornerRadius = 3 }, { $0.isHidden = true },
      { $0.setValue(7, forKey: "cornerRadius") }, { $0.frame.size.width = 12 },
    ]
    let (dial, plain) = (Dial(), CALayer())
    for change in changes {
      change(dial)
      change(plain)
      #expect(dial.needsDisplay() && !plain.needsDisplay())
      dial.displayIfNeeded()
    }
    dial.opacity = 0.5
    dial.setValue(1, forKey: "other")
    #expect(!dial.needsDisplay())
  }
}

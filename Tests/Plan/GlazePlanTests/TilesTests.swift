import Testing

@testable import GlazePlan

@Suite struct TilesTests {
  private let tiles = Tiles(PixelRect(minX: 0, minY: 0, maxX: 200, maxY: 130))

  private func touched(_ minX: Double, _ minY: Double, _ maxX: Double, _ maxY: Double) -> [Int] {
    var places: [Int] = []
    tiles.forEach(touching: PixelRect(minX: minX, minY: minY, maxX: maxX, maxY: maxY)) {
      places.append($0)
    }
    return places
  }

  @Test func anImageHasTilesForAllOfIt() {
    #expect(tiles.columns == 0..<4)
    #expect(tiles.rows == 0..<3)
    #expect(tiles.count == 12)
    #expect(Tiles(.null).count == 0)
    #expect(
      Tiles.pixels(2, 1) == PixelRect(minX: 128, minY: 64, maxX: 192, maxY: 128))
  }

  @Test func aRectangleTouchesTheTilesInWhichItHasPixels() {
    #expect(touched(100, 100, 140, 129) == [5, 6, 9, 10])
    #expect(touched(64, 64, 128, 128) == [5])
    #expect(touched(63.5, 64, 128.5, 128) == [4, 5, 6])
    #expect(touched(70, 70, 70, 80) == [])
  }

  @Test func whatLiesOutsideTouchesNone() {
    #expect(touched(-80, -80, 0, 0) == [])
    #expect(touched(-80, -80, 1, 1) == [0])
    #expect(touched(400, 0, .infinity, 50) == [])
    #expect(touched(-.infinity, 0, .infinity, 50) == [0, 1, 2, 3])
    #expect(touched(.nan, 0, 10, 10) == [])
  }

  /// Tiles begin at those of the frame, wherever the image begins.
  @Test func partsOfTheFrameShareItsTiles() {
    let part = Tiles(PixelRect(minX: -10, minY: 70, maxX: 10, maxY: 90))
    #expect(part.columns == -1..<1)
    #expect(part.rows == 1..<2)
    #expect(part.index(0, 1) == 1)
  }

  // MARK: The open area

  private func noteMissing() { Issue.record("no tiles for a small region") }

  @Test func whatIsClosedIsHidden() {
    let region = PixelRect(minX: 0, minY: 0, maxX: 200, maxY: 130)
    guard var open = OpenPixels(region) else { return noteMissing() }
    open.close(PixelRect(minX: 19.5, minY: 20, maxX: 150, maxY: 120.5))
    let hole = open.hole
    #expect(hole == PixelRect(minX: 20, minY: 20, maxX: 150, maxY: 120))
    let isHidden = [
      open.hides(Outline(PixelRect(minX: 20, minY: 20, maxX: 150, maxY: 120))),
      open.hides(Outline(PixelRect(minX: 19.9, minY: 30, maxX: 60, maxY: 60))),
      // Nothing outside is visible.
      open.hides(Outline(PixelRect(minX: 210, minY: 0, maxX: 250, maxY: 90))),
    ]
    #expect(isHidden == [true, false, true])
    // A row below, in two tiles.
    let seen = open.seen(of: Outline(PixelRect(minX: 60, minY: 50, maxX: 70, maxY: 120.1)))
    #expect(seen == PixelRect(minX: 60, minY: 120, maxX: 70, maxY: 121))
  }

  @Test func edgesAslantCloseWhatIsInsideOfThemAlone() {
    let region = PixelRect(minX: 0, minY: 0, maxX: 128, maxY: 128)
    guard var open = OpenPixels(region) else { return noteMissing() }
    var interior = Interior()
    // A square on its corner.
    interior.begin(Outline((SIMD4(64, 4, 124, 64), SIMD4(64, 124, 4, 64))))
    open.close(interior)
    var wrong = 0
    var closed = 0
    for y in 0..<128 {
      for x in 0..<128 {
        let pixel = PixelRect(
          minX: Double(x), minY: Double(y), maxX: Double(x + 1), maxY: Double(y + 1))
        guard open.hides(Outline(pixel)) else { continue }
        closed += 1
        let far = abs(Double(x) + 0.5 - 64) + abs(Double(y) + 0.5 - 64) + 1
        if far > 60 { wrong += 1 }
      }
    }
    #expect(wrong == 0)
    // Of 7200 pixels.
    #expect(closed > 5800)
  }
}

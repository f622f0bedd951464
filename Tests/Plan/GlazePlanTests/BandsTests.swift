import GlazePlan
import Testing

/// Bands of rows of tiles.
@Suite struct BandsTests {
  @Test(arguments: [1, 2, 4, 16, 64], [1, 3, 64, 100, 480, 1080, 4321])
  func coverAllRowsOnce(workers: Int, height: Int) {
    for width in [0, 1, 33, 512, 1080, 1920, 65_535, 100_000] {
      let bands = Bands(width: width, height: height, workers: workers)
      #expect(bands.bandHeight.nonzeroBitCount == 1)
      // A band fits in a cache, or has the least height.
      #expect(bands.bandHeight == 4 || bands.bandHeight * width <= 1 << 18)
      // Each of several workers has four bands, or bands have the least height.
      #expect(bands.bandHeight == 4 || workers == 1 || bands.bandHeight * 4 * workers <= height)
      check(bands)
    }
  }

  /// Targets that are drawn band by band are composited in the same bands.
  @Test(arguments: [-70, -33, -32, -1, 0, 5, 31, 64, 999]) func lieOnThoseOfAnotherTarget(row: Int)
  {
    let frame = Bands(width: 1920, height: 1080, workers: 2)
    let group = frame.at(row: row, height: 77)
    check(group)
    let moved = (0..<77).map { (row + $0 + 3200) / frame.bandHeight }
    #expect((0..<77).map { group.band(of: $0) - group.band(of: 0) } == moved.map { $0 - moved[0] })
    check(group.at(row: -3, height: 9))
  }

  private func check(_ bands: Bands) {
    let rows = (0..<bands.count).flatMap { Array(bands.rows(of: $0)) }
    #expect(rows == Array(0..<bands.height))
    #expect(rows.allSatisfy { bands.rows(of: bands.band(of: $0)).contains($0) })
  }
}

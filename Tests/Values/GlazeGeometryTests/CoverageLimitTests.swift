import Foundation
import GlazeGeometry
import Testing

@Suite("Limits of coverage") struct CoverageLimitTests {
  @Test("A part of the clip gives the same part of the mask")
  func clips() {
    let path = CGMutablePath()
    path.addPath(PathCoverageTests.star)
    path.addEllipse(in: CGRect(x: 3.3, y: 9.1, width: 50, height: 40))
    for style in [PathStyle.fill(.winding), .fill(.evenOdd), .stroke(StrokeStyle(width: 5))] {
      let whole = Cover(path, style)
      for window in [
        PixelWindow(x: 20, y: 17, width: 9, height: 30),
        PixelWindow(x: 40, y: 2, width: 24, height: 11),
        PixelWindow(x: 31, y: 31, width: 1, height: 1),
      ] {
        let part = Cover(path, style, clip: window)
        for y in window.y..<window.y + window.height {
          for x in window.x..<window.x + window.width {
            // Beyond the clip curves are not subdivided; inside it, rounding may differ by a level.
            #expect(abs(Int(part[x, y]) - Int(whole[x, y])) <= 1, "\(style) \(x) \(y)")
          }
        }
      }
    }
  }

  @Test(
    "Subpaths with points that are not finite are skipped",
    arguments: [
      CGFloat.nan, .infinity, -.infinity,
    ])
  func notFinite(value: CGFloat) {
    let path = CGMutablePath()
    path.addLines(between: [CGPoint(x: 1, y: 1), CGPoint(x: value, y: 4), CGPoint(x: 9, y: 9)])
    path.closeSubpath()
    path.addRect(CGRect(x: 10, y: 10, width: 5, height: 4))
    path.move(to: CGPoint(x: 30, y: 30))
    path.addQuadCurve(to: CGPoint(x: 40, y: 40), control: CGPoint(x: 30, y: value))
    #expect(Cover(path).area == 20)
    #expect(Cover(path, .stroke(StrokeStyle(width: 2))).area == 36)
    let broken = Homography(CGAffineTransform(a: value, b: 0, c: 0, d: 1, tx: 0, ty: 0))
    #expect(Cover(path, map: broken).result == nil)
  }

  @Test("The visible part of an enormous path is drawn")
  func enormous() {
    for size in [1e6, 1e12, 1e200] {
      let cover = Cover(.lines([(-size, -size), (20, -size), (20, size), (-size, size)]))
      #expect(cover[19, 30] == 255 && cover[20, 30] == 0)
    }
    let circle = Cover(.circle(32 - 1e7, 32, 1e7))
    #expect(circle[31, 32] == 255 && circle[32, 32] == 0 && circle[30, 0] == 255)
  }

  /// The part of such an edge in the window is 1e-42 high, and its slope is infinite.
  @Test("Edges that are nearly horizontal end where they should", arguments: [1e37, 1e43, 1e200])
  func hardlyHigh(size: Double) {
    let points = [(size, 0.05), (3, 0), (1556, 3), (0, 0)]
    for style in [PathStyle.fill(.evenOdd), .fill(.winding)] {
      let cover = Cover(.lines(points), style)
      #expect(cover[60, 0] > 0 && cover[0, 10] == 0)
    }
  }

  @Test("Paths outside the clip, and empty ones, cover nothing")
  func nothing() {
    #expect(
      Cover(CGPath(rect: CGRect(x: 70, y: 0, width: 9, height: 9), transform: nil)).result == nil)
    #expect(Cover(CGMutablePath()).result == nil)
    #expect(Cover(.lines([(1, 1), (30, 30)])).area == 0)
    let none = PixelWindow(x: 0, y: 0, width: 0, height: 9)
    #expect(Cover(PathCoverageTests.star, clip: none).result == nil)
    let flat = Homography(CGAffineTransform(a: 1, b: 0, c: 0, d: 0, tx: 0, ty: 5))
    #expect(Cover(PathCoverageTests.star, map: flat).area == 0)
  }

  @Test("A rasterizer keeps nothing from one path to the next")
  func reuse() {
    let rasterizer = PathRasterizer()
    let clip = PixelWindow(x: 0, y: 0, width: 64, height: 64)
    let styles: [PathStyle] = [
      .fill(.winding), .stroke(StrokeStyle(width: 9, join: .round)), .fill(.evenOdd),
    ]
    for _ in 0..<2 {
      for style in styles {
        for path in [PathCoverageTests.star, .circle(30, 30, 12.3)] {
          let again = rasterizer.coverage(
            of: path.elements, style: style, map: .identity, clip: clip)
          #expect(again == Cover(path, style).result)
        }
      }
    }
  }

  @Test("Outlines drawn in sequence have the coverage of each alone")
  func together() throws {
    let rasterizer = PathRasterizer()
    let clip = PixelWindow(x: 0, y: 0, width: 64, height: 64)
    let turned = Homography(
      CGAffineTransform(a: 0.8, b: 0.3, c: -0.3, d: 0.8, tx: 20, ty: 4))
    let nowhere = Homography(CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 900, ty: 0))
    var outlines = PathOutlines()
    var alone: [PathCoverage?] = []
    for style in [PathStyle.fill(.evenOdd), .stroke(StrokeStyle(width: 3, join: .round))] {
      for path in [PathCoverageTests.star, .circle(30, 30, 12.3)] {
        for map in [.identity, nowhere, turned] {
          let cover = Cover(path, style, map: map)
          let window = rasterizer.add(
            path.elements, style: style, map: map, clip: clip, to: &outlines)
          #expect(window == cover.result?.window)
          if cover.result != nil { alone.append(cover.result) }
        }
      }
    }
    #expect(outlines.count == alone.count && alone.count == 8)
    for index in alone.indices {
      var bytes = outlines.makeBytes(of: index)
      rasterizer.cover(index, of: outlines, into: &bytes)
      #expect(bytes == alone[index]?.bytes)
    }
  }

  @Test("An outline of too many points is cut, whether it is filled or a line")
  func cut() {
    let path = CGMutablePath()
    for index in 0..<100 { path.addEllipse(in: CGRect(x: index, y: 3, width: 40, height: 50)) }
    let rasterizer = PathRasterizer()
    let clip = PixelWindow(x: 0, y: 0, width: 64, height: 64)
    for style in [PathStyle.fill(.winding), .stroke(StrokeStyle(width: 3, join: .round))] {
      for (most, isCut) in [(100, true), (100_000, false)] {
        var outlines = PathOutlines()
        let window = rasterizer.add(
          path.elements, style: style, map: .identity, clip: clip, mostPoints: most, to: &outlines)
        #expect((outlines.lastCrossings == .max) == isCut)
        #expect(isCut ? window == clip && outlines.pointCount == 0 : outlines.pointCount > 1_000)
      }
    }
  }

  @Test("Curves that are measured for dashes count as points")
  func measured() {
    let path = CGMutablePath()
    path.move(to: .zero)
    for index in 0..<50 {
      path.addCurve(
        to: CGPoint(x: index, y: 9), control1: CGPoint(x: 90_000, y: index),
        control2: CGPoint(x: -90_000, y: 40))
    }
    let rasterizer = PathRasterizer()
    let clip = PixelWindow(x: 0, y: 0, width: 64, height: 64)
    for (dashes, least) in [([], 0), ([1e6, 1e6] as [CGFloat], 50 * 256 / 3)] {
      var outlines = PathOutlines()
      let style = StrokeStyle(width: 1, dashLengths: dashes)
      _ = rasterizer.add(
        path.elements, style: .stroke(style), map: .identity, clip: clip, to: &outlines)
      #expect(rasterizer.lastPoints >= least && (least > 0) == (rasterizer.lastPoints > 1_000))
    }
  }

  @Test("A row with thousands of edges is sampled once")
  func crowded() {
    let rect = CGRect(x: 10.5, y: 5.25, width: 20, height: 12)
    let path = CGMutablePath()
    for _ in 0..<3000 { path.addRect(rect) }
    let (many, once) = (Cover(path), Cover(CGPath(rect: rect, transform: nil)))
    for y in 0..<64 {
      for x in 0..<64 { #expect(abs(Int(many[x, y]) - Int(once[x, y])) <= 16) }
    }
    #expect(many[20, 10] == 255 && many[10, 10] == 128 && many[31, 10] == 0)
  }

  @Test("Tens of thousands of segments that all cross take at most seconds")
  func many() {
    var g = Lehmer()
    let path = CGMutablePath()
    path.move(to: g.point(in: 0...64))
    for _ in 0..<20_000 { path.addLine(to: g.point(in: 0...64)) }
    let clock = ContinuousClock()
    let time = clock.measure { #expect(Cover(path).most == 255) }
    #expect(time < .seconds(60))
  }
}

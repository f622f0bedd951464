import Foundation
import GlazeGeometry
import Testing

@Suite("Coverage of a filled path") struct PathCoverageTests {
  @Test("A rectangle between pixels covers each by its area")
  func rectangle() throws {
    let rect = CGRect(x: 3.25, y: 5.5, width: 10.5, height: 4.25)
    let cover = Cover(CGPath(rect: rect, transform: nil))
    #expect(cover.result?.window == PixelWindow(x: 3, y: 5, width: 11, height: 5))
    for y in 0..<64 {
      for x in 0..<64 {
        let pixel = CGRect(x: x, y: y, width: 1, height: 1).clipped(to: rect)
        let area = pixel.isNull ? 0 : pixel.width * pixel.height
        #expect(cover[x, y] == UInt8((area * 255).rounded()), "pixel \(x), \(y)")
      }
    }
  }

  @Test("Rectangles smaller than a pixel keep their area", arguments: [0.0, 0.1, 0.5, 0.75])
  func smallRectangle(offset: Double) {
    let rect = CGRect(x: 8 + offset, y: 8 + offset / 2, width: 0.25, height: 0.5)
    let cover = Cover(CGPath(rect: rect, transform: nil))
    #expect(abs(cover.area - 0.125) <= 2.0 / 255)
  }

  @Test("A circle has its area", arguments: [0.3, 1, 5, 12.5, 30])
  func circle(radius: Double) {
    let cover = Cover(.circle(32.1, 31.7, radius))
    let area = Double.pi * radius * radius
    // A polygon within 1/25 of a pixel, and half a level for each pixel at the edge.
    #expect(abs(cover.area - area) < 0.04 * 2 * Double.pi * radius + 0.01)
    #expect(radius < 2 || cover[32, 31] == 255)
  }

  @Test("A triangle's pixels have the areas inside its lines")
  func triangle() {
    let cover = Cover(.lines([(0, 0), (4, 0), (0, 2)]))
    #expect((0..<5).map { cover[$0, 0] } == [255, 255, 191, 64, 0])
    #expect((0..<5).map { cover[$0, 1] } == [191, 64, 0, 0, 0])
  }

  static let star: CGPath = .lines(
    (0..<5).map { i in
      let angle = Double(i * 2) * 2 * .pi / 5 - .pi / 2
      return (32 + 28 * cos(angle), 32 + 28 * sin(angle))
    }, isClosed: true)

  @Test("A star is full by one rule and hollow by the other")
  func star() {
    let winding = Cover(Self.star)
    let evenOdd = Cover(Self.star, .fill(.evenOdd))
    #expect(winding[32, 32] == 255 && evenOdd[32, 32] == 0)
    #expect(winding[32, 10] == evenOdd[32, 10])
    // The inner pentagon is smaller by the golden ratio, twice.
    let phi = (1 + 5.0.squareRoot()) / 2
    let inner = 28 / (phi * phi)
    let pentagon = 2.5 * inner * inner * sin(2 * .pi / 5)
    let tips = 5 * inner * sin(.pi / 5) * (28 - inner * cos(.pi / 5))
    #expect(abs(winding.area - pentagon - tips) < 0.2)
    #expect(abs(evenOdd.area - tips) < 0.2)
  }

  @Test("Overlapping areas count once", arguments: [CGPathFillRule.winding, .evenOdd])
  func twice(rule: CGPathFillRule) {
    let path = CGMutablePath()
    let rect = CGRect(x: 4.5, y: 4.25, width: 6, height: 5)
    path.addRect(rect)
    path.addRect(rect)
    let cover = Cover(path, .fill(rule))
    // Under even-odd the two cancel, even at the edges.
    let once = Cover(CGPath(rect: rect, transform: nil))
    for y in 3..<11 {
      for x in 3..<12 { #expect(cover[x, y] == (rule == .winding ? once[x, y] : 0)) }
    }
  }

  @Test("Contours of opposite direction do not cancel where they cross")
  func bowTie() {
    // One triangle runs counterclockwise, the other clockwise; both meet in the middle of a pixel.
    let cover = Cover(.lines([(2, 2), (9, 9), (9, 2), (2, 9)], isClosed: true))
    #expect(abs(cover.area - 24.5) < 0.05)
    #expect(cover[5, 5] == 128)
  }

  @Test("A square in perspective is the polygon of its corners")
  func perspective() {
    let map = Homography(
      xx: 30, xy: 6, xw: 14, yx: 3, yy: 28, yw: 16, wx: 0.3, wy: 0.2, ww: 1)
    let corners = [(-0.25, -0.5), (1, -0.5), (1, 1), (-0.25, 1)].map {
      map.project(CGPoint(x: $0.0, y: $0.1))
    }
    var twice = 0.0
    for (p, q) in zip(corners, corners.dropFirst() + [corners[0]]) {
      twice += (p.x * q.y - p.y * q.x).native
    }
    let square = CGPath(rect: CGRect(x: -0.25, y: -0.5, width: 1.25, height: 1.5), transform: nil)
    let cover = Cover(square, map: map)
    #expect(abs(cover.area - abs(twice) / 2) < 0.1)
  }

  @Test("A circle in perspective is an ellipse")
  func circleInPerspective() {
    let map = Homography(
      xx: 40, xy: 3, xw: 30, yx: 2, yy: 36, yw: 30, wx: 0.5, wy: 0.4, ww: 1)
    let cover = Cover(.circle(0, 0, 0.7), map: map)
    guard let inverse = map.inverse else {
      Issue.record("the map has an inverse")
      return
    }
    var inside = 0
    for y in 0..<640 {
      for x in 0..<640 {
        let p = inverse.project(CGPoint(x: (Double(x) + 0.5) / 10, y: (Double(y) + 0.5) / 10))
        if p.x * p.x + p.y * p.y < 0.49 { inside += 1 }
      }
    }
    #expect(abs(cover.area - Double(inside) / 100) < 0.02 * Double(inside) / 100)
  }

  @Test("The part behind the eye is not visible")
  func behind() {
    // W is 1 - y: the eye's plane is y = 1, and the rectangle reaches beyond.
    let map = Homography(
      xx: 10, xy: -32, xw: 32, yx: 0, yy: -10, yw: 20, wx: 0, wy: -1, ww: 1)
    let rect = CGPath(rect: CGRect(x: -1, y: 0, width: 2, height: 5), transform: nil)
    let cover = Cover(rect, map: map)
    // (10 x + 32 (1 - y)) / (1 - y) = 32 + 10 x / (1 - y), and 10 + 10 / (1 - y) for y in 0..<1.
    for y in 21..<64 {
      let reach = Double(y) + 0.5 - 10
      #expect(cover[32, y] == 255)
      for x in 0..<64 where abs(abs(Double(x) + 0.5 - 32) - reach) > 1.5 {
        #expect(cover[x, y] == (abs(Double(x) + 0.5 - 32) < reach ? 255 : 0), "\(x) \(y)")
      }
    }
    #expect(cover[32, 18] == 0)
    let all = CGPath(rect: CGRect(x: -1, y: 2, width: 2, height: 5), transform: nil)
    #expect(Cover(all, map: map).result == nil)
  }
}

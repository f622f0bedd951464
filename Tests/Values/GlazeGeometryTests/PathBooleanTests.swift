import Foundation
import GlazeGeometry
import Testing

/// Boolean operations on the areas of paths.
@Suite struct PathBooleanTests {
  private let square = CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10), transform: nil)
  private let moved = CGPath(rect: CGRect(x: 5, y: 5, width: 10, height: 10), transform: nil)
  private let disc = CGPath(
    ellipseIn: CGRect(x: -50, y: -50, width: 100, height: 100), transform: nil)

  /// Returns the area without holes.
  private func area(_ path: CGPath) -> CGFloat {
    var (sum, begin, last) = (CGFloat(0), CGPoint.zero, CGPoint.zero)
    func add(_ p: CGPoint) {
      sum += (last.x * p.y - last.y * p.x) / 2
      last = p
    }
    path.applyWithBlock { element in
      switch element.pointee.type {
      case .moveToPoint:
        begin = element.pointee.points[0]
        last = begin
      case .addLineToPoint: add(element.pointee.points[0])
      case .closeSubpath: add(begin)
      default: Issue.record("A curve")
      }
    }
    return sum
  }

  private func isNear(_ a: CGFloat, _ b: CGFloat, _ tolerance: CGFloat = 1e-4) -> Bool {
    abs(a - b) <= tolerance
  }

  @Test func squaresAreCombined() {
    #expect(isNear(area(square.union(moved)), 175))
    #expect(isNear(area(square.intersection(moved)), 25))
    #expect(isNear(area(square.subtracting(moved)), 75))
    #expect(isNear(area(square.symmetricDifference(moved)), 150))
    #expect(square.intersection(moved).boundingBox == CGRect(x: 5, y: 5, width: 5, height: 5))
    #expect(square.intersects(moved))
  }

  @Test func combiningEndsWithItsPairs() throws {
    var pairs = 1_000_000
    let both = try #require(square.combined(with: moved, .union, pairs: &pairs))
    #expect(isNear(area(both), 175))
    #expect((980_000..<1_000_000).contains(pairs))
    // Lines that all cross each other, and curves of many lines.
    let lines = CGMutablePath()
    for index in 0..<200 {
      lines.addRect(CGRect(x: 0, y: 5 * index, width: 1_000, height: 1))
      lines.addRect(CGRect(x: 5 * index, y: 0, width: 1, height: 1_000))
    }
    let curve = CGMutablePath()
    for index in 0..<200 {
      curve.addEllipse(in: CGRect(x: index, y: 0, width: 9_000_000, height: 9_000_000))
    }
    for path in [lines, curve] {
      pairs = 1_000_000
      #expect(square.combined(with: path, .union, pairs: &pairs) == nil)
      // It ends soon after its last pair.
      #expect((-1_000_000..<0).contains(pairs))
    }
  }

  @Test func edgesInCommonVanish() {
    let right = CGPath(rect: CGRect(x: 10, y: 0, width: 10, height: 10), transform: nil)
    let both = square.union(right)
    #expect(isNear(area(both), 200))
    #expect(both.componentsSeparated().count == 1)
    var corners = 0
    both.applyWithBlock { _ in corners += 1 }
    #expect(corners == 5)
    #expect(!square.intersects(right) && square.intersection(right).isEmpty)
    #expect(square.subtracting(square).isEmpty)
    #expect(isNear(area(square.union(square)), 100))
  }

  @Test func holesAreHoles() {
    let hole = CGPath(rect: CGRect(x: 2, y: 2, width: 4, height: 4), transform: nil)
    let frame = square.subtracting(hole)
    #expect(isNear(area(frame), 84))
    #expect(!frame.contains(CGPoint(x: 4, y: 4)) && frame.contains(CGPoint(x: 1, y: 4)))
    let far = CGPath(rect: CGRect(x: 20, y: 0, width: 1, height: 1), transform: nil)
    let parts = frame.union(far).componentsSeparated()
    #expect(parts.map { area($0).rounded() }.sorted() == [1, 84])
  }

  @Test func curvesKeepTheirShape() {
    let disc = disc.normalized()
    var farthest: CGFloat = 0
    var corners: [CGPoint] = []
    disc.applyWithBlock { element in
      if element.pointee.type != .closeSubpath { corners.append(element.pointee.points[0]) }
    }
    for (a, b) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
      let middle = CGPoint(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2)
      // Four cubic curves are not a circle: they are up to 0.0137 away from this one.
      farthest = max(farthest, 50 - CGFloat(hypot(Double(middle.x), Double(middle.y))))
    }
    #expect(farthest < 0.01)
    let half = disc.intersection(
      CGPath(rect: CGRect(x: 0, y: -60, width: 60, height: 120), transform: nil))
    #expect(isNear(area(half) * 2, area(disc), 0.01))
  }

  @Test func rulesSayWhatIsInside() {
    let star = CGMutablePath()
    let points = (0..<5).map { i -> CGPoint in
      let angle = Double(i) * 4 * .pi / 5
      return CGPoint(x: 10 * sin(angle), y: -10 * cos(angle))
    }
    star.addLines(between: points)
    star.closeSubpath()
    #expect(star.normalized().contains(.zero))
    #expect(!star.normalized(using: .evenOdd).contains(.zero))
    #expect(star.normalized().componentsSeparated().count == 1)
    #expect(star.normalized(using: .evenOdd).componentsSeparated().count == 5)
  }

  @Test func linesAreCut() {
    let line = CGMutablePath()
    line.move(to: CGPoint(x: -5, y: 5))
    line.addLine(to: CGPoint(x: 15, y: 5))
    let inside = line.lineIntersection(square)
    #expect(inside.boundingBox == CGRect(x: 0, y: 5, width: 10, height: 0))
    let outside = line.lineSubtracting(square)
    #expect(outside.boundingBox == CGRect(x: -5, y: 5, width: 20, height: 0))
    var moves = 0
    outside.applyWithBlock { if $0.pointee.type == .moveToPoint { moves += 1 } }
    #expect(moves == 2)
  }

  /// For any two polygons, the areas of the results add up.
  @Test func areasAddUp() {
    var seed = UInt64(7)
    func next() -> CGFloat {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return CGFloat(seed >> 33 & 1023) / 16
    }
    for _ in 0..<40 {
      func polygon() -> CGPath {
        let path = CGMutablePath()
        path.addLines(between: (0..<12).map { _ in CGPoint(x: next(), y: next()) })
        path.closeSubpath()
        return path
      }
      let (a, b) = (polygon(), polygon())
      let both = area(a.intersection(b))
      let (ofA, ofB) = (area(a.normalized()), area(b.normalized()))
      #expect(isNear(area(a.union(b)), ofA + ofB - both, 1e-2))
      #expect(isNear(area(a.subtracting(b)), ofA - both, 1e-2))
      #expect(isNear(area(a.symmetricDifference(b)), ofA + ofB - 2 * both, 1e-2))
      #expect(both > 0 && both < min(ofA, ofB))
    }
  }
}

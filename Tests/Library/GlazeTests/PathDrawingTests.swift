import Foundation
import Glaze
import GlazeGeometry
import GlazeLayers
import GlazePlan
import Testing

/// Paths that are drawn as squares of their masks must equal those of the CPU backend.
@Suite(.needsGL) struct PathDrawingTests {
  /// A star with spikes, most of whose box is empty.
  private static func star(_ radius: Double, _ corners: Int) -> CGPath {
    let path = CGMutablePath()
    for inner in [1.0, 0.9] {
      for corner in 0..<corners {
        let reach = radius * inner * (corner % 2 == 0 ? 1 : 0.93)
        let angle = Double(corner) / Double(corners) * 2 * Double.pi
        let point = CGPoint(x: radius + reach * cos(angle), y: radius + reach * sin(angle))
        if corner == 0 { path.move(to: point) } else { path.addLine(to: point) }
      }
      path.closeSubpath()
    }
    return path
  }

  private static func layer(_ x: Double, _ y: Double, radius: Double, _ red: Double) -> CALayer {
    let layer = CAShapeLayer()
    layer.position = CGPoint(x: x, y: y)
    layer.path = star(radius, 40)
    layer.fillRule = .evenOdd
    layer.fillColor = CGColor(srgbRed: CGFloat(red), green: 0.4, blue: 0.2, alpha: 0.7)
    layer.strokeColor = CGColor(srgbRed: 0.1, green: 0.2, blue: CGFloat(red), alpha: 1)
    layer.lineWidth = 1.5
    return layer
  }

  private static func page(_ width: Double, _ height: Double) -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: width, height: height)
    root.backgroundColor = .white
    return root
  }

  /// Returns the largest difference of components of a frame between two renderers.
  private static func difference(
    _ root: CALayer, _ renderers: [RootRenderer], sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Int {
    let pixels = try renderers.map {
      try $0.frame(
        of: root, background: nil, isGeometryFlipped: true
      ).pixels.bytes
    }
    #expect(pixels[0].count == pixels[1].count, sourceLocation: sourceLocation)
    let isSeen = pixels[0].contains { $0 != 255 }
    #expect(isSeen, sourceLocation: sourceLocation)
    return zip(pixels[0], pixels[1]).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
  }

  /// - Parameter worst: the largest difference; each backend rounds each layer in its own way.
  private func expectSame(
    _ root: CALayer, frames: Int = 1, memory: Int? = nil, worst: Int = 2,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let renderers = try [RootRenderer(backend: .gl), RootRenderer(backend: .software)]
    for renderer in renderers {
      renderer.animatesChanges = false
      if let memory { renderer.memoryBudget = memory }
    }
    for frame in 0..<frames {
      if frame > 0 {
        for layer in root.sublayers ?? [] { layer.position.x += CGFloat(frame % 2 == 0 ? 1 : 2) }
      }
      let difference = try Self.difference(root, renderers, sourceLocation: sourceLocation)
      #expect(difference <= worst, "frame \(frame)", sourceLocation: sourceLocation)
    }
  }

  /// Edges of the frame cut masks, at sizes that are not a multiple of a square.
  @Test(arguments: [(200, 120), (197, 113), (35, 33), (3, 90)] as [(Double, Double)])
  func framesCutPaths(_ width: Double, _ height: Double) throws {
    let root = Self.page(width, height)
    for (x, y) in [(-30.0, -20), (width - 40, -35), (-50, height - 30), (width - 25, height - 28)] {
      root.addSublayer(Self.layer(x, y, radius: 40, 0.9))
    }
    root.addSublayer(Self.layer(width / 2 - 90, height / 2 - 90, radius: 90, 0.3))
    try expectSame(root, frames: 6)
  }

  /// Masks of 100,000 pixels, with a budget that allows atlas pages of 65,536.
  @Test func pathsMayBeLargerThanPages() throws {
    let root = Self.page(360, 350)
    root.addSublayer(Self.layer(20, 20, radius: 155, 0.5))
    try expectSame(root, frames: 2, memory: 1 << 20)
  }

  @Test func clipsCutPaths() throws {
    for angle in [0, 0.4] {
      let root = Self.page(220, 200)
      let clip = CALayer()
      clip.frame = CGRect(x: 41.5, y: 30, width: 120, height: 115)
      clip.masksToBounds = true
      clip.cornerRadius = angle == 0 ? 0 : 20
      clip.transform = CATransform3DMakeRotation(CGFloat(angle), 0, 0, 1)
      clip.addSublayer(Self.layer(-20, 15, radius: 60, 0.8))
      root.addSublayer(clip)
      try expectSame(root, frames: 3)
    }
  }

  /// Groups are drawn next to each other in one texture.
  @Test func groupsHoldPaths() throws {
    let root = Self.page(300, 200)
    for x in [10.0, 93, 171] {
      let group = CALayer()
      group.frame = CGRect(x: x, y: 20, width: 120, height: 140)
      group.opacity = 0.5
      group.addSublayer(Self.layer(-5, 10, radius: 50, 0.2))
      group.addSublayer(Self.layer(25, 30, radius: 40, 0.9))
      root.addSublayer(group)
    }
    try expectSame(root, frames: 3)
  }

  /// Atlas pages are reused for other masks, whose margins must be empty nevertheless.
  @Test func pagesAreUsedAgain() throws {
    let root = Self.page(300, 200)
    let renderers = try [RootRenderer(backend: .gl), RootRenderer(backend: .software)]
    for renderer in renderers { renderer.memoryBudget = 1 << 20 }
    for frame in 0..<40 {
      var stars: [CALayer] = []
      for index in 0..<6 {
        let (x, y) = (index * 37 + frame % 7, frame * 3 % 50)
        let radius = 30 + (frame * 7 + index) % 40
        stars.append(
          Self.layer(Double(x), Double(y), radius: Double(radius), Double(index) / 6))
      }
      root.sublayers = stars
      // Twelve layers.
      #expect(try Self.difference(root, renderers) <= 4, "frame \(frame)")
    }
  }

  /// Masks are sent once; for paths that only move, only squares are sent.
  @Test func movingSendsNoMasks() throws {
    let root = Self.page(400, 300)
    for index in 0..<10 {
      root.addSublayer(
        Self.layer(Double(index * 25), Double(index * 9), radius: 60 + Double(index) / 8, 0.5))
    }
    let renderer = try RootRenderer(backend: .gl)
    renderer.animatesChanges = false
    func uploaded() throws -> Int {
      try renderer.frame(
        of: root, background: nil, isGeometryFlipped: true
      ).statistics.uploadedBytes
    }
    let first = try uploaded()
    for layer in root.sublayers ?? [] { layer.position.x += 3 }
    let second = try uploaded()
    // 20 masks of about 15,000 bytes with their margins; a square is 32 bytes.
    #expect(first > 250_000 && first < 420_000)
    #expect(second > 20_000 && second < 130_000)
  }
}

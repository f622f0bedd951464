import Examples
import Foundation
import Glaze
import GlazeGeometry
import GlazeLayers
import Testing

extension ExampleClaimTests {
  /// Front, right, top, bottom, left, back.
  private static let faces = [
    SIMD3(0.9, 0.3, 0.2), SIMD3(0.2, 0.6, 0.9), SIMD3(0.95, 0.8, 0.2), SIMD3(0.4, 0.8, 0.3),
    SIMD3(0.6, 0.3, 0.8), SIMD3(0.3, 0.9, 0.8),
  ]

  @Test(arguments: Backends.usable) func cubesKeepTheirDepth(backend: Renderer.Backend) throws {
    let shot = try Shot(transformLayerCubes(), backend)
    // The front of the first cube, 50 points closer to an eye at 500, is 10/9 as large; to the
    // right of it, the side face extends to the far edge, at 10/11.
    expect(shot[36, 130], Self.faces[0])
    expect(shot[143, 130], Self.faces[0])
    expect(shot[90, 130 - 54], Self.faces[0])
    expect(shot[31, 130], .white)
    expect(shot[146, 130], Self.faces[1])
    expect(shot[153, 130], Self.faces[1])
    expect(shot[157, 130], .white)
    // Three faces of the second cube are visible.
    var seen: Set<Int> = []
    for x in 180..<400 {
      for y in 0..<260 {
        for (i, color) in Self.faces.enumerated()
        where isNear(shot[Double(x), Double(y)], color, 1) { seen.insert(i) }
      }
    }
    #expect(seen.count == 3 && seen.contains(0), "\(seen)")
  }

  @Test(arguments: [0, 1, 2], Backends.usable)
  func backsAreCulled(turn: Int, backend: Renderer.Backend) throws {
    let root = sixFaceCube(turn: cubeTurns[turn])
    let container = try #require(root.sublayers?.first)
    let shot = try Shot(root, backend)
    var seen: [Int] = []
    var facing: [Int] = []
    for (i, face) in (container.sublayers ?? []).enumerated() {
      let place = CATransform3DConcat(face.transform, container.sublayerTransform)
      if place.m33 > 0.001 { facing.append(i) }
      // Shades: front, top and bottom at their darkest, the sides half of that, the back none.
      let shade = [1, 0.5, 1, 1, 0.5, 0][i] * 0.5
      if shot.count(Self.faces[i] * (1 - shade), within: 2) > 400 { seen.append(i) }
    }
    #expect(facing.count == 3)
    #expect(seen == facing)
  }

  @Test(arguments: Backends.usable) func gradientsAndShapes(backend: Renderer.Backend) throws {
    let shot = try Shot(gradients(), backend)
    expect(shot[15, 15], .red, within: 6)
    expect(shot[65, 65], SIMD3(0.5, 0, 0.5), within: 5)
    expect(shot[114, 114], .blue, within: 6)
    expect(shot[175, 65], .yellow, within: 6)
    expect(shot[285, 65], .blue, within: 6)
    expect(shot[259, 39], .yellow, within: 12)
    expect(shot[320, 100], .blue)
    // Around the circle from the lower right; yellow is on the other side.
    expect(shot[95, 207], .red, within: 16)
    expect(shot[35, 145], .yellow, within: 8)
    // Away from the center.
    expect(shot[175, 175], .red, within: 10)
    expect(shot[127, 175], SIMD3(0.1, 0.1, 0.9), within: 6)
    expect(shot[127, 127], .blue)
    expect(shot[237, 127], .white)

    let shapes = try Shot(threeRoundCorners(), backend)
    expect(shapes[29, 24], .black)
    for (x, y) in [(129.0, 26.0), (129, 124), (31, 124)] { expect(shapes[x, y], .white) }
    expect(shapes[80, 75], SIMD3(0.2, 0.6, 0.9))
    #expect(shapes[171, 26] != SIMD3(255, 255, 255))
    for (x, y) in [(268.0, 27.0), (268, 123), (171, 123)] { expect(shapes[x, y], .white) }
  }

  @Test(arguments: Backends.usable) func textAndScroll(backend: Renderer.Backend) throws {
    let shot = try Shot(text(), backend)
    func box(_ columns: Range<Int>) -> ClosedRange<Int>? {
      let inked = columns.filter { shot.ink(column: $0, 0..<130) != nil }
      return inked.first.flatMap { first in inked.last.map { first...$0 } }
    }
    let places = try [0..<107, 107..<212, 212..<320].map { try #require(box($0)) }
    #expect((10...13).contains(places[0].lowerBound))
    #expect(abs(places[1].lowerBound + places[1].upperBound - 320) <= 3)
    #expect((306...310).contains(places[2].upperBound))
    #expect(shot.count(.red) > 100 && shot.count(.blue) > 100)

    let window = try Shot(scroll(), backend)
    expect(window[26, 52], SIMD3(0.2, 0.4, 0.5))
    expect(window[21, 52], SIMD3(0, 0.4, 0.5))
    expect(window[24, 52], .white)
    expect(window[10, 52], .white)
    expect(window[205, 52], .white)
  }

  @Test(arguments: Backends.usable) func theRing(backend: Renderer.Backend) throws {
    let shot = try Shot(ringOfTen(), backend)
    for k in 0..<10 {
      let angle = Double(k) * .pi / 5
      let center = SIMD2(160 + 150 + 200 * sin(angle), 10 + 350 - 200 * cos(angle))
      let rest = 1 - 0.1 * Double(k)
      expect(shot[center.x, center.y], SIMD3(1, rest, rest))
    }
    expect(shot[310, 360], .gray)
  }

  @Test(arguments: Backends.usable) func reflections(backend: Renderer.Backend) throws {
    let hand = try Shot(reflectionByHand(), backend)
    func color(_ shot: Shot, _ x: Double, _ y: Double) -> SIMD3<Double> {
      SIMD3<Double>(shot[x, y]) / 255
    }
    // Each row is the mirror image, 0.4 as bright, and fades to nothing at half the height.
    for y in [212.0, 240, 270, 300] {
      let image = color(hand, 160, 419 - y) * 0.4
      let share = 1 - (y + 0.5 - 210) / 100
      expect(hand[160, y], image * share + 1 - share, within: 5)
    }
    expect(hand[160, 315], .white)

    let copy = try Shot(reflectionByReplicator(), backend)
    for y in [215.0, 260, 290] {
      let image = color(copy, 90, 419 - y)
      let share = 0.25 + 0.75 * (y + 0.5 - 210) / 101
      expect(copy[90, y], image * (1 - share) + share, within: 5)
    }
    expect(copy[160, 313], .white)
    // The text, and its mirror image.
    let text = (80..<240).count { copy[Double($0), 185].min() > 240 }
    #expect(text > 3)

    let view = try Shot(reflectionView(), backend)
    for y in [215.0, 300, 400] {
      expect(view[150, y], color(view, 150, 421 - y) * 0.4 + 0.6, within: 4)
    }
    expect(view[100, 211], .white)
    // The dot over the layers that it hides: they fade one by one.
    let under = color(try Shot(plainImage(), backend), 40, 170) * 0.4 + 0.6
    expect(view[60, 251], SIMD3(1, 0, 0) * 0.4 + under * 0.6, within: 5)
  }

  /// The caption and its mirror image move up and down forever.
  @Test(arguments: Backends.usable) func textMovesInTheMirror(backend: Renderer.Backend) throws {
    let root = movingText()
    let shots = try [0.25, 5.75, 6.25, 1.5, 4.5].map { try Shot(root, backend, at: $0) }
    #expect(shots[1].pixels == shots[0].pixels && shots[2].pixels == shots[0].pixels)
    #expect(shots[3].pixels == shots[4].pixels && shots[3].pixels != shots[0].pixels)
    let without = movingText()
    let image = try #require(without.sublayers?.last?.sublayers?.first)
    image.sublayers = nil
    let plain = try Shot(without, backend)
    func rows(_ shot: Shot, _ range: Range<Int>) -> [Int] {
      range.filter { y in
        (80..<240).contains { x in
          let d = shot[Double(x), Double(y)] &- plain[Double(x), Double(y)]
          return d.max() > 12 || d.min() < -12
        }
      }
    }
    // 0.25 of 3 seconds from 180 to 15; the image begins at 10.
    let middle = 10 + 180 - 165 / 12.0
    let source = rows(shots[0], 10..<210)
    let mirrored = rows(shots[0], 210..<310)
    let (first, last) = (try #require(source.first), try #require(source.last))
    #expect(abs(Double(first + last) / 2 - middle) < 12, "\(source)")
    #expect(abs(419 - last - (mirrored.first ?? 0)) <= 4, "\(source) \(mirrored)")
    #expect(rows(shots[3], 10..<210).last.map { $0 < 125 } == true)
  }

  private func plainImage() throws -> CALayer {
    let image = try #require(reflectionView().sublayers?.first?.sublayers?.first)
    image.removeFromSuperlayer()
    return image
  }
}

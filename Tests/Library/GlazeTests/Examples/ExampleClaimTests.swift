import Examples
import Foundation
import Glaze
import GlazeGeometry
import GlazeLayers
import Testing

/// The visible effects that the texts around the listings describe.
@Suite struct ExampleClaimTests {
  @Test(arguments: Backends.usable) func cornersAndBorders(backend: Renderer.Backend) throws {
    let corners = try Shot(roundedCorners(), backend)
    // The first box shows the sublayers over its edge and in its corner, the second does not.
    expect(corners[25, 25], .red)
    expect(corners[42, 42], .red)
    expect(corners[185, 25], .gray)
    expect(corners[201, 41], .gray)
    expect(corners[206, 70], .red)
    // Both are rounded where no sublayer covers them.
    expect(corners[41, 158], .gray)
    expect(corners[100, 140], .white)
    let borders = try Shot(borders(), backend)
    expect(borders[100, 157], .black)
    expect(borders[100, 153], .white)
    // Above the sublayers, inside the bounds.
    expect(borders[42, 75], .black)
    expect(borders[36, 75], .red)
    expect(borders[202, 75], .black)
    expect(borders[36, 100], .gray)
  }

  @Test(arguments: Backends.usable) func shadowsAndClips(backend: Renderer.Backend) throws {
    let shot = try Shot(shadows(), backend)
    #expect(shot[100, 164].x < 170)
    // The shadow of the inner layer is clipped, the one of the outer layer is visible.
    expect(shot[260, 164], .gray)
    #expect(shot[420, 164] == shot[100, 164])
    // The overhanging sublayer casts a shadow, too.
    #expect(shot[30, 84].x < 170)
    expect(shot[350, 84], .gray, within: 40)
    let paths = try Shot(shadowPaths(), backend)
    // The figure's corners are empty; the square's are not; the circle's are.
    expect(paths[32, 32], .white)
    #expect(paths[165, 35].x < 200)
    expect(paths[293, 33], .white)
    // Three points up: the default offset.
    #expect(paths[340, 26].x < 215)
    #expect(paths[340, 131].x > 235)
  }

  @Test(arguments: Backends.usable) func masksAndFilters(backend: Renderer.Backend) throws {
    let root = maskedImage()
    let masked = try Shot(root, backend)
    let image = try #require(root.sublayers?.first)
    image.mask = nil
    let whole = try Shot(root, backend)
    #expect(masked[100, 130] == whole[100, 130] && masked[100, 130] != SIMD3(255, 255, 255))
    expect(masked[30, 60], .white)
    expect(masked[170, 60], .white)
    // The red of the mask is not visible.
    #expect(masked.count(SIMD3(0.9, 0.2, 0.1)) == 0)

    let clock = try Shot(lcdClock(hours: 13, minutes: 57, seconds: 42), backend)
    let background = SIMD3(0.65, 0.75, 0.6)
    let ink = SIMD3(0.1, 0.15, 0.1)
    #expect(clock.count(background, within: 1) + clock.count(ink, within: 1) == 340 * 110)
    // 1 has bars only on the right, 3 has none at the upper left, 7 none at the bottom.
    expect(clock[22, 35], background)
    expect(clock[46, 35], ink)
    expect(clock[72, 35], background)
    expect(clock[96, 35], ink)
    expect(clock[192, 84], background)
    expect(clock[192, 27], ink)
  }

  @Test(arguments: Backends.usable) func groupOpacity(backend: Renderer.Backend) throws {
    let shot = try Shot(translucentButton(), backend)
    expect(shot[35, 45], .white)
    // Half of the button's white over gray; under the label, that and half of the label's white.
    expect(shot[35, 120], SIMD3(repeating: 0.875))
    expect(shot[47, 133], SIMD3(repeating: 0.9375))
    expect(shot[35, 195], SIMD3(repeating: 0.875))
    expect(shot[47, 208], SIMD3(repeating: 0.875))
  }

  @Test(arguments: Backends.usable) func ordersOfTransforms(backend: Renderer.Backend) throws {
    let layers = try #require(affineOrder().sublayers)
    // Straight down, and down to the right.
    #expect(abs(layers[1].frame.midX - 80) < 0.001)
    #expect(abs(layers[1].frame.midY - 80 - 50 * 2.0.squareRoot()) < 0.001)
    #expect(abs(layers[3].frame.midX - 280) < 0.001 && abs(layers[3].frame.midY - 130) < 0.001)
    #expect(abs(layers[5].frame.width - 130) < 0.001)
    let shot = try Shot(affineOrder(), backend)
    #expect(shot[80, 150].wrappedSum() < 600 && shot[280, 130].wrappedSum() < 600)

    let view = try Shot(perspective(), backend)
    // 120 cos 45, and as high on the left as on the right.
    let narrow = try #require(view.ink(row: 65, 10..<150))
    #expect((85...86).contains(narrow.count))
    #expect(view.ink(column: 40, 0..<130)?.count == view.ink(column: 119, 0..<130)?.count)
    // A trapezoid, closer on the left: 100 / (1 -+ 42.4 / 500) high at its ends.
    let left = try #require(view.ink(row: 65, 150..<270)?.lowerBound)
    let right = try #require(view.ink(row: 65, 150..<270)?.upperBound)
    let heights = [left + 1, right - 1].compactMap { view.ink(column: $0, 0..<130)?.count }
    #expect(abs(heights[0] - 109) <= 2 && abs(heights[1] - 92) <= 2, "\(heights)")
    // The back is the mirror image, or not visible.
    let plain = CALayer()
    plain.bounds = CGRect(x: 0, y: 0, width: 120, height: 100)
    plain.contents = perspective().sublayers?[2].contents
    let front = try Shot(plain, backend)
    for x in stride(from: 5.0, to: 115, by: 10) {
      #expect(isNear(view[280 + x, 60], SIMD3<Double>(front[119 - x, 45]) / 255, 2))
    }
    #expect(view.ink(row: 65, 410..<530) == nil)
  }

  @Test(arguments: Backends.usable) func turnsInTurns(backend: Renderer.Backend) throws {
    let shot = try Shot(innerAndOuterRotation(), backend)
    // Upright again.
    for (x, y) in [(-28, -28), (28, -28), (-28, 28), (28, 28)] {
      expect(shot[110 + Double(x), 110 + Double(y)], .red)
    }
    expect(shot[110, 75], .gray)
    // Narrowed twice by cos 45.
    let reds = (220..<440).count { isNear(shot[Double($0), 110], .red) }
    #expect((28...33).contains(reds), "\(reds)")
  }
}

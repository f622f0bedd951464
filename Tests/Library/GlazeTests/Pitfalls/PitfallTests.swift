import Examples
import Foundation
import Glaze
import GlazeGeometry
import GlazeLayers
import Testing

/// Errors of naive implementations, by number; the tests of other modules have the rest.
@Suite struct PitfallTests {
  static let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
  static let green = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1)
  static let blue = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)

  /// Makes a layer of a size that contains layers.
  func canvas(_ layers: CALayer..., width: CGFloat = 100, height: CGFloat = 100) -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: width, height: height)
    for layer in layers { root.addSublayer(layer) }
    return root
  }

  func box(
    _ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat, _ color: CGColor?
  ) -> CALayer {
    let layer = CALayer()
    layer.frame = CGRect(x: x, y: y, width: width, height: height)
    layer.backgroundColor = color
    return layer
  }

  // MARK: Corners, borders, shadows

  @Test("pitfall 1: corners do not clip", arguments: Backends.usable)
  func corners(backend: Renderer.Backend) throws {
    let layer = box(10, 10, 80, 80, Self.blue)
    layer.cornerRadius = 40
    layer.addSublayer(box(0, 0, 20, 20, Self.red))
    expect(try Shot(canvas(layer), backend)[12, 12], .red)
    layer.masksToBounds = true
    expect(try Shot(canvas(layer), backend)[12, 12], .white)
  }

  @Test("pitfall 2: the border is above and inside, with a smaller inner radius")
  func border() throws {
    for backend in Backends.usable {
      let layer = box(10, 10, 80, 80, Self.blue)
      layer.borderWidth = 10
      layer.borderColor = .black
      layer.cornerRadius = 20
      layer.addSublayer(box(0, 30, 80, 20, Self.red))
      let shot = try Shot(canvas(layer), backend)
      expect(shot[15, 50], .black)
      expect(shot[50, 50], .red)
      expect(shot[9, 50], .white)
      // The inner corner has a radius of 10 about (30, 30), so its diagonal is at 22.9.
      expect(shot[22, 22], .black)
      expect(shot[24, 24], .blue)
    }
  }

  @Test("pitfall 3: the background extends under the border", arguments: Backends.usable)
  func underBorder(backend: Renderer.Backend) throws {
    let layer = box(10, 10, 80, 80, Self.blue)
    layer.borderWidth = 10
    layer.borderColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 0.5)
    expect(try Shot(canvas(layer), backend)[15, 50], SIMD3(0.5, 0, 0.5))
  }

  @Test("pitfalls 4 and 8: no shadow by default; then it falls three points up")
  func defaults() throws {
    for backend in Backends.usable {
      let layer = box(20, 20, 60, 60, Self.blue)
      expect(try Shot(canvas(layer), backend)[50, 17], .white, within: 0)
      layer.shadowOpacity = 1
      layer.shadowRadius = 0
      let shot = try Shot(canvas(layer), backend)
      expect(shot[50, 17], .black)
      expect(shot[50, 16], .white)
      expect(shot[50, 80], .white)
    }
  }

  @Test("pitfall 7: the radius is the standard deviation", arguments: Backends.usable)
  func sigma(backend: Renderer.Backend) throws {
    let layer = box(-200, -200, 250, 500, .black)
    layer.shadowOpacity = 1
    layer.shadowRadius = 10
    layer.shadowOffset = .zero
    let shot = try Shot(canvas(layer), backend)
    for x in stride(from: 51.0, to: 80, by: 4) {
      // The shadow of an edge is the integral of the Gaussian; its sigma was measured as 0.945 of
      // the radius.
      let share = 0.5 * erfc((x + 0.5 - 50) / (9.45 * 2.0.squareRoot()))
      expect(shot[x, 50], SIMD3(repeating: 1 - share), within: 3)
    }
  }

  // MARK: Opacity, masks

  @Test("pitfall 12: a group fades as one image, or item by item", arguments: Backends.usable)
  func groups(backend: Renderer.Backend) throws {
    let layer = box(20, 20, 60, 60, .black)
    layer.addSublayer(box(10, 10, 20, 20, .black))
    layer.opacity = 0.5
    let group = try Shot(canvas(layer), backend)
    #expect(group[40, 40] == group[60, 60])
    expect(group[40, 40], SIMD3(repeating: 0.5))
    layer.allowsGroupOpacity = false
    expect(try Shot(canvas(layer), backend)[40, 40], SIMD3(repeating: 0.25))
  }

  @Test("pitfalls 13 to 17: masks", arguments: Backends.usable)
  func masks(backend: Renderer.Backend) throws {
    let layer = box(10, 10, 80, 80, Self.blue)
    layer.bounds.origin = CGPoint(x: 100, y: 200)
    var shots: [Shot] = []
    for color in [CGColor.black, .white] {
      // In the layer's coordinates, which begin at (100, 200).
      let mask = box(110, 210, 30, 30, color)
      layer.mask = mask
      shots.append(try Shot(canvas(layer), backend))
    }
    #expect(shots[0].pixels == shots[1].pixels)
    expect(shots[0][25, 25], .blue)
    expect(shots[0][15, 15], .white)
    expect(shots[0][60, 60], .white)
    layer.mask = box(100, 200, 80, 80, nil)
    #expect(try Shot(canvas(layer), backend).count(.white) == 10000)
    let round = box(100, 200, 80, 80, .black)
    round.cornerRadius = 40
    layer.mask = round
    layer.masksToBounds = true
    layer.addSublayer(box(60, 200, 200, 40, Self.red))
    let both = try Shot(canvas(layer), backend)
    expect(both[50, 20], .red)
    expect(both[12, 12], .white)
    expect(both[5, 45], .white)
  }
}

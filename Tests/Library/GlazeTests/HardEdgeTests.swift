import Foundation
import Glaze
import GlazePlan
import Testing

/// Aliased edges through pixel centers: whatever draws or clips there, the same pixels are inside.
@Suite struct HardEdgeTests {
  /// The positions of edges, as parts of a pixel: on its center, and where rounding may leave them next to it.
  private static let places = [0.5, 0.5 - 1e-12, 0.5 + 1e-12, 0.25, 0.75]

  private enum Drawing: CaseIterable {
    case background, clip, backgroundAndClip
  }

  /// A layer of 20 by 20 points with aliased edges, or a clip of that size around a larger layer.
  private func scene(_ place: Double, turn: CATransform3D, _ drawing: Drawing) -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 64, height: 64)
    let isTilted = turn.m13 != 0
    if isTilted { root.sublayerTransform.m34 = -1 / 400 }
    let layer = CALayer()
    // The upper and the lower edge of a tilted layer run between pixels, and are left out of the frame.
    layer.bounds = CGRect(x: 0, y: 0, width: 20, height: isTilted ? 200 : 20)
    // The axis of the turn, and with it the right edge, stays in the plane of the frame.
    layer.anchorPoint = CGPoint(x: 1, y: 0.5)
    layer.position = CGPoint(x: 31 + place, y: 26 + place)
    layer.transform = turn
    layer.edgeAntialiasingMask = []
    if drawing == .background { layer.backgroundColor = .black }
    if drawing != .background {
      layer.masksToBounds = true
      let inner = CALayer()
      inner.frame = layer.bounds.insetBy(dx: -9, dy: -9)
      inner.backgroundColor = .black
      layer.addSublayer(inner)
    }
    if drawing == .backgroundAndClip { layer.backgroundColor = .white }
    root.addSublayer(layer)
    return root
  }

  private static let turns: [CATransform3D] = [
    CATransform3DIdentity, CATransform3DMakeScale(-1, 1, 1),
    CATransform3DMakeRotation(.pi, 0, 0, 1),
    CATransform3DMakeRotation(.pi / 2, 0, 0, 1), CATransform3DMakeRotation(0.74, 0, 1, 0),
  ]

  @Test(arguments: Backends.usable)
  func haveTheSamePixels(backend: Renderer.Backend) throws {
    let without: [Optimizations] = [[], .rectangles, .foldClips, .cull, .all]
    let renderers = try without.map {
      try RootRenderer(backend: backend, optimizations: .all.subtracting($0))
    }
    for (index, turn) in Self.turns.enumerated() {
      for place in Self.places {
        let expected = try renderers[0].render(scene(place, turn: turn, .background), at: 0)
        for drawing in Drawing.allCases {
          for (renderer, without) in zip(renderers, without) {
            let image = try renderer.render(scene(place, turn: turn, drawing), at: 0)
            #expect(
              image.pixels == expected.pixels,
              "\(drawing) at \(place), turn \(index), without \(without.rawValue)")
          }
        }
      }
    }
  }
}

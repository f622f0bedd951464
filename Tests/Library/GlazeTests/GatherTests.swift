import Foundation
import Glaze

import GlazePlan
import Testing

/// Separate instances of one shader program in the plan become one draw call of the driver.
@Suite(.needsGL) struct GatherTests {
  /// Images of two alternating kinds, none of which overlap.
  private func board() -> CALayer {
    let images = [UInt8(40), 200].map { shade in
      CGImage(
        width: 2, height: 2,
        premultipliedRGBA: [shade, 90, 20, 220, 0, shade, 70, 255, 9, 9, shade, 255, 0, 0, 0, 0])
    }
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 160, height: 160)
    for index in 0..<64 {
      let card = CALayer()
      card.frame = CGRect(x: index % 8 * 20 + 2, y: index / 8 * 20 + 2, width: 15, height: 13)
      card.contents = images[index % 2]
      root.addSublayer(card)
    }
    return root
  }

  private func image(
    of layer: CALayer, _ optimizations: Optimizations
  ) throws -> (pixels: [UInt8], calls: Int) {
    let renderer = try RootRenderer(backend: .gl)
    renderer.optimizations = optimizations
    let pixels = try renderer.render(layer, at: 0).pixels
    return (pixels, renderer.drawCallCount)
  }

  @Test func imagesByTurnsAreTwoCalls() throws {
    let layer = board()
    let gathered = try image(of: layer, .all)
    let apart = try image(of: layer, Optimizations.all.subtracting(.sort))
    #expect(gathered.calls == 2)
    #expect(apart.calls == 64)
    #expect(gathered.pixels == apart.pixels)
  }
}

import Foundation
import Glaze
import GlazeGeometry
import Testing

/// The nearest filter at any scale: each pixel shows the texel under its center.
@Suite struct LargeTexelTests {
  private static let side = 16
  private static let image = CGImage(
    width: side, height: side,
    premultipliedRGBA: (0..<side * side).flatMap { texel in
      [UInt8(texel % side * 16), UInt8(texel / side * 16), 128, 255]
    })

  /// The position of a corner of four texels between pixels, in sixteenths: 8 is a pixel's center,
  /// which belongs to the next texel.
  private static let places: [SIMD2<Double>] = [
    SIMD2(8, 8), SIMD2(7, 9), SIMD2(9, 7), SIMD2(0, 0), SIMD2(3, 13), SIMD2(15, 1),
  ]

  @Test(
    arguments: [1.0, 16, 127, 128, 129, 800, 1000, 12345, 1e5, 1e6], Backends.usable)
  func texelsEndWhereTheyEnd(scale: Double, backend: Renderer.Backend) throws {
    let renderer = try RootRenderer(backend: backend)
    for texel in [SIMD2(1.0, 2), SIMD2(8, 8), SIMD2(15, 11)] {
      for place in Self.places {
        // The origin of the image's corner.
        let origin = SIMD2(20, 20) + place / 16 - texel * scale
        let image = try draw(at: origin, scale, renderer)
        var wrong = 0
        for index in 0..<40 * 40 {
          let center = SIMD2(Double(index % 40), Double(index / 40)) + 0.5
          let place = (center - origin) / scale
          // Aliased edges have a separate rule for ties.
          guard place.min() > 0, place.max() < Double(Self.side) else { continue }
          let under = place.rounded(.down)
          let color = image.pixels[4 * index..<4 * index + 2]
          if Array(color) != [UInt8(clamping: under.x * 16), UInt8(clamping: under.y * 16)] {
            wrong += 1
          }
        }
        #expect(wrong == 0, "\(texel) at \(place)")
      }
    }
  }

  private func draw(
    at origin: SIMD2<Double>, _ scale: Double, _ renderer: RootRenderer
  ) throws -> CGImage {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
    let layer = CALayer()
    let size = Double(Self.side) * scale
    layer.bounds = CGRect(x: 0, y: 0, width: size, height: size)
    layer.anchorPoint = .zero
    layer.position = CGPoint(x: origin.x, y: origin.y)
    layer.contents = Self.image
    layer.magnificationFilter = .nearest
    layer.edgeAntialiasingMask = []
    root.addSublayer(layer)
    return try renderer.render(root, at: 0)
  }
}

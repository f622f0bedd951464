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

  /// In perspective, next to the camera, an image of one color has the edges of one that is drawn as a whole.
  @Test(arguments: Backends.usable)
  func antialiasedEdgesAreThoseOfTheWholeImage(backend: Renderer.Backend) throws {
    let renderer = try RootRenderer(backend: backend)
    let image = CGImage(
      width: 4, height: 4, premultipliedRGBA: (0..<16).flatMap { _ in [0, 0, 255, 255] as [UInt8] })
    func draw(_ filter: CALayerContentsFilter) throws -> CGImage {
      let root = CALayer()
      root.bounds = CGRect(x: 0, y: 0, width: 64, height: 64)
      let plane = CALayer()
      plane.bounds = CGRect(x: 0, y: 0, width: 38, height: 13.25)
      plane.position = CGPoint(x: 25.25, y: 23.25)
      plane.transform = CATransform3D(
        m11: 0.942138671875, m12: 0, m13: -0.335205078125, m14: -2.447265625,
        m21: 0, m22: 1, m23: 0, m24: 0,
        m31: 0.335205078125, m32: 0, m33: 0.942138671875, m34: -0.001708984375,
        m41: 0, m42: 0, m43: 0, m44: 1)
      let layer = CALayer()
      layer.bounds = CGRect(x: 0, y: 0, width: 11, height: 20.5)
      layer.position = CGPoint(x: 21.25, y: 5.75)
      layer.contents = image
      layer.magnificationFilter = filter
      plane.addSublayer(layer)
      root.addSublayer(plane)
      return try renderer.render(root, at: 0)
    }
    let (texels, whole) = (try draw(.nearest), try draw(.linear))
    let differences = zip(texels.pixels, whole.pixels).map { abs(Int($0) - Int($1)) }
    #expect(differences.max() ?? 0 <= 2)
    #expect(whole.pixels.contains { $0 > 0 && $0 < 255 })
  }
}

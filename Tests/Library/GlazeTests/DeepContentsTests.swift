import Foundation
import Glaze
import GlazeDrawing
import GlazeGeometry
import GlazeLayers
import Testing

/// Contents of more than 8 bits, from drawing or decoding to the image.
@Suite struct DeepContentsTests {
  /// Fills itself with colors that 8 bits cannot represent.
  private final class Bright: CALayer {
    var red: CGFloat = 1.6

    override func draw(in context: CGContext) {
      context.setFillColor(CGColor(srgbRed: red, green: -0.2, blue: 0.1, alpha: 1))
      context.fill(bounds)
    }
  }

  private func bright(_ format: CALayerContentsFormat = .RGBA16Float) -> Bright {
    let layer = Bright()
    layer.contentsFormat = format
    layer.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
    layer.setNeedsDisplay()
    return layer
  }

  private func root(_ layers: CALayer...) -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 8, height: 8)
    for layer in layers { root.addSublayer(layer) }
    return root
  }

  private func pixel(
    _ root: CALayer, _ backend: Renderer.Backend, x: Int = 4, y: Int = 4,
    background: CGColor? = .black
  ) throws -> [Int] {
    let image = try RootRenderer(backend: backend).render(root, background: background)
    let i = (y * image.width + x) * 4
    return image.pixels[i..<(i + 4)].map { Int($0) }
  }

  private func expect(
    _ actual: [Int], _ expected: [Double], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for (a, b) in zip(actual, expected) {
      #expect(abs(Double(a) - b * 255) <= 1, "\(actual)", sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: Backends.usable) func isClippedAtTheEnd(backend: Renderer.Backend) throws {
    expect(try pixel(root(bright()), backend), [1, 0, 0.1, 1])
  }

  @Test(arguments: Backends.usable) func opacityBringsItBack(backend: Renderer.Backend) throws {
    let layer = bright()
    layer.opacity = 0.5
    expect(try pixel(root(layer), backend), [0.8, 0, 0.05, 1])
    let plain = bright(.RGBA8Uint)
    plain.opacity = 0.5
    expect(try pixel(root(plain), backend), [0.5, 0, 0.05, 1])
  }

  /// With more than one item, the group is drawn into an image of its own, which must hold the
  /// values, too.
  @Test(arguments: Backends.usable) func groupsBringItBack(backend: Renderer.Backend) throws {
    let layer = bright()
    let mark = CALayer()
    mark.frame = CGRect(x: 0, y: 0, width: 2, height: 2)
    mark.backgroundColor = CGColor(srgbRed: 0, green: 1.8, blue: 0, alpha: 1)
    layer.addSublayer(mark)
    layer.opacity = 0.5
    expect(try pixel(root(layer), backend), [0.8, 0, 0.05, 1])
    expect(try pixel(root(layer), backend, x: 1, y: 1), [0, 0.9, 0, 1])
    layer.shouldRasterize = true
    expect(try pixel(root(layer), backend), [0.8, 0, 0.05, 1])
  }

  @Test(arguments: Backends.usable) func coloursMultiplyIt(backend: Renderer.Backend) throws {
    let replicator = CAReplicatorLayer()
    replicator.instanceColor = CGColor(srgbRed: 0.5, green: 1, blue: 1, alpha: 1)
    replicator.addSublayer(bright())
    expect(try pixel(root(replicator), backend), [0.8, 0, 0.1, 1])
  }

  @Test(arguments: Backends.usable) func filtersSeeIt(backend: Renderer.Backend) throws {
    let layer = bright()
    let filter = CAFilter(type: "colorMatrix")
    filter.setValue(
      CAColorMatrix(
        m11: 0.5, m12: 0, m13: 0, m14: 0, m15: 0, m21: 0, m22: 1, m23: 0, m24: 0, m25: 0.5,
        m31: 0, m32: 0, m33: 1, m34: 0, m35: 0, m41: 0, m42: 0, m43: 0, m44: 1, m45: 0),
      forKey: "inputColorMatrix")
    layer.filters = [filter]
    expect(try pixel(root(layer), backend), [0.8, 0.3, 0.1, 1])
  }

  /// At the layer's edge, a blur shows half of the unclipped color.
  @Test(arguments: Backends.usable) func blursSeeIt(backend: Renderer.Backend) throws {
    let layer = bright()
    layer.frame = CGRect(x: -40, y: -40, width: 44, height: 80)
    let filter = CAFilter(type: "gaussianBlur")
    filter.setValue(2.0, forKey: "inputRadius")
    layer.filters = [filter]
    let (left, right) = (
      try pixel(root(layer), backend, x: 3), try pixel(root(layer), backend, x: 4)
    )
    let middle: Double = Double(left[0] + right[0]) / 2
    #expect(abs(middle - 204) <= 3, "\(left) \(right)")
  }

  @Test(arguments: Backends.usable, [TextureFilterName.nearest, .linear, .trilinear])
  func allFiltersSampleIt(backend: Renderer.Backend, filter: TextureFilterName) throws {
    // Red differs by 0.2 steps of 8 bits from column to column; green alternates between above 1
    // and below 0.
    var halves: [Float16] = []
    for y in 0..<16 {
      for x in 0..<16 {
        halves += [Float16(0.25 + Float(x) * 0.2 / 255), y % 2 == 0 ? 1.5 : -0.5, 0.5, 1]
      }
    }
    let image = CGImage(width: 16, height: 16, deepPixels: halves)
    for size in [16.0, 4.0, 41.0] {
      let layer = CALayer()
      layer.frame = CGRect(x: 0, y: 0, width: size, height: size)
      layer.contents = image
      layer.minificationFilter = filter.name
      layer.magnificationFilter = filter == .nearest ? .nearest : .linear
      // Amplifies differences that are less than a step.
      let root = CALayer()
      let spread = CAFilter(type: "colorMatrix")
      spread.setValue(
        CAColorMatrix(
          m11: 3.5, m12: 0, m13: 0, m14: 0, m15: 0, m21: 0, m22: 1, m23: 0, m24: 0, m25: 0,
          m31: 0, m32: 0, m33: 1, m34: 0, m35: 0, m41: 0, m42: 0, m43: 0, m44: 1, m45: 0),
        forKey: "inputColorMatrix")
      layer.filters = [spread]
      root.bounds = layer.bounds
      root.addSublayer(layer)
      let frame = try RootRenderer(backend: backend).render(root, background: .black)
      let middle = (frame.height / 2 * frame.width + frame.width / 2) * 4
      if size == 4 && filter == .trilinear {
        // Means of values that are not clipped yet.
        #expect(abs(Int(frame.pixels[middle + 1]) - 128) <= 1)
      }
      if size == 16 {
        let row = (0..<16).map { Int(frame.pixels[(8 * 16 + $0) * 4]) }
        #expect(row.last.map { $0 - row[0] } == 10 || row.last.map { $0 - row[0] } == 11, "\(row)")
        #expect(Set(row).count >= 10)
        #expect(frame.pixels[(8 * 16 + 3) * 4 + 1] == 255)
        #expect(frame.pixels[(9 * 16 + 3) * 4 + 1] == 0)
      }
    }
  }

  enum TextureFilterName {
    case nearest, linear, trilinear

    var name: CALayerContentsFilter {
      switch self {
      case .nearest: .nearest
      case .linear: .linear
      case .trilinear: .trilinear
      }
    }
  }

  @Test(.needsGL) func backendsAgree() throws {
    var halves: [Float16] = []
    for y in 0..<24 {
      for x in 0..<24 {
        let a = Float16(x + 4) / 27
        halves += [
          Float16(y) / 10 * a, (Float16(x) / 12 - 0.5) * a, Float16((x * y) % 7) / 5 * a, a,
        ]
      }
    }
    let image = CGImage(width: 24, height: 24, deepPixels: halves)
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 120, height: 90)
    for (i, size) in [60.0, 30, 13].enumerated() {
      let layer = CALayer()
      layer.frame = CGRect(x: 5 + Double(i) * 45, y: 10, width: size, height: size)
      layer.contents = image
      layer.minificationFilter = .trilinear
      layer.transform = CATransform3DMakeRotation(0.3 * CGFloat(i), 0.2, 0.1, 1)
      layer.cornerRadius = 6
      layer.masksToBounds = i != 1
      layer.opacity = i == 1 ? 0.6 : 1
      root.addSublayer(layer)
    }
    let images = try [Renderer.Backend.gl, .software].map {
      try RootRenderer(backend: $0).render(root, background: .white)
    }
    let worst = zip(images[0].pixels, images[1].pixels).map { abs(Int($0) - Int($1)) }.max()
    #expect(worst ?? 255 <= 4)
  }

  @Test(arguments: Backends.usable) func textIsDrawnInIt(backend: Renderer.Backend) throws {
    let text = CATextLayer()
    text.frame = CGRect(x: 0, y: -4, width: 60, height: 40)
    text.string = "▮▮▮"
    text.fontSize = 30
    text.foregroundColor = CGColor(srgbRed: 1.6, green: 0.4, blue: -0.3, alpha: 1)
    text.contentsFormat = .RGBA16Float
    text.opacity = 0.5
    let image = try RootRenderer(backend: backend).render(root(text), background: .black)
    let own = try #require((text.contents as? CGImage)?.deepPixels)
    #expect(
      stride(from: 0, to: own.count, by: 4).contains { own[$0] > 1.59 && own[$0 + 2] < -0.29 })
    // Red is at most 1.6 at half the opacity.
    #expect(image.pixels.allSatisfy { $0 <= 205 || $0 == 255 })
  }

  @Test func partsThatAreDrawnAgainStayDeep() throws {
    let layer = bright()
    layer.displayIfNeeded()
    layer.red = 3
    layer.setNeedsDisplay(CGRect(x: 0, y: 0, width: 4, height: 8))
    layer.displayIfNeeded()
    let deep = try #require((layer.contents as? CGImage)?.deepPixels)
    #expect(abs(deep[0] - 3) < 0.01 && abs(deep[7 * 4] - 1.6) < 0.01)
    layer.contentsFormat = .RGBA8Uint
    layer.setNeedsDisplay(CGRect(x: 0, y: 0, width: 4, height: 8))
    layer.displayIfNeeded()
    #expect((layer.contents as? CGImage)?.deepPixels == nil)
  }
}

import Foundation
import Glaze
import GlazeGeometry
import GlazeLayers
import Testing

extension PitfallTests {
  private func image(_ width: Int, _ colors: [SIMD3<UInt8>]) -> CGImage {
    CGImage(
      width: width, height: colors.count / width,
      premultipliedRGBA: colors.flatMap { [$0.x, $0.y, $0.z, 255] })
  }

  private var r: SIMD3<UInt8> { SIMD3(255, 0, 0) }
  private var g: SIMD3<UInt8> { SIMD3(0, 255, 0) }
  private var b: SIMD3<UInt8> { SIMD3(0, 0, 255) }

  @Test("pitfalls 50, 51, 54: scale, overflow, unknown gravities", arguments: Backends.usable)
  func placement(backend: Renderer.Backend) throws {
    let layer = box(40, 40, 20, 20, nil)
    layer.contents = image(40, Array(repeating: r, count: 1600))
    layer.contentsGravity = .center
    let root = canvas(layer)
    root.contentsScale = 2
    #expect(layer.contentsScale == 1)
    #expect(try Shot(root, backend).ink(row: 50, 0..<100) == 30...69)
    layer.contentsGravity = CALayerContentsGravity(rawValue: "middle")
    #expect(try Shot(root, backend).ink(row: 50, 0..<100) == 30...69)
    layer.masksToBounds = true
    #expect(try Shot(root, backend).ink(row: 50, 0..<100) == 40...59)
    layer.masksToBounds = false
    layer.contentsScale = 2
    #expect(try Shot(root, backend).ink(row: 50, 0..<100) == 40...59)
  }

  @Test("pitfalls 52 and 53: the center of the shown part", arguments: Backends.usable)
  func slices(backend: Renderer.Backend) throws {
    let layer = box(10, 10, 80, 80, nil)
    // Red, green and blue are shown; only the middle of these stretches.
    layer.contents = image(6, [r, r, r, r, g, b])
    layer.contentsRect = CGRect(x: 0.5, y: 0, width: 0.5, height: 1)
    layer.magnificationFilter = .nearest
    layer.contentsScale = 0.1
    for center in [
      CGRect(x: 1.0 / 3, y: 0, width: 1.0 / 3, height: 1),
      CGRect(x: 0.5, y: 0.5, width: 0, height: 0),
    ] {
      layer.contentsCenter = center
      let shot = try Shot(canvas(layer), backend)
      expect(shot[15, 50], .red)
      expect(shot[25, 50], SIMD3(0, 1, 0))
      expect(shot[75, 50], SIMD3(0, 1, 0))
      expect(shot[85, 50], .blue)
    }
  }

  private final class Painter: CALayer {
    var count = 0

    override func draw(in context: CGContext) {
      count += 1
      context.setFillColor(PitfallTests.red)
      context.fill(bounds)
    }
  }

  private final class Supplier: CALayerDelegate {
    func display(_ layer: CALayer) {
      layer.contents = CGImage(width: 1, height: 1, premultipliedRGBA: [0, 0, 255, 255])
    }
  }

  @Test("pitfalls 55 and 56: the order of the drawing methods", arguments: Backends.usable)
  func display(backend: Renderer.Backend) throws {
    let layer = Painter()
    layer.frame = CGRect(x: 10, y: 10, width: 80, height: 80)
    expect(try Shot(canvas(layer), backend)[50, 50], .white)
    #expect(layer.count == 0)
    layer.setNeedsDisplay()
    expect(try Shot(canvas(layer), backend)[50, 50], .red)
    #expect(layer.count == 1)
    let delegate = Supplier()
    layer.delegate = delegate
    layer.setNeedsDisplay()
    expect(try Shot(canvas(layer), backend)[50, 50], .blue)
    #expect(layer.count == 1)
  }

  @Test("pitfall 57: mip levels are means of premultiplied colors", arguments: Backends.usable)
  func mipmaps(backend: Renderer.Backend) throws {
    // Red, and a transparent green.
    let layer = box(0, 0, 100, 100, nil)
    layer.contents = CGImage(
      width: 256, height: 256,
      premultipliedRGBA: (0..<65536).flatMap { i -> [UInt8] in
        (i + i / 256) % 2 == 0 ? [255, 0, 0, 255] : [0, 0, 0, 0]
      })
    layer.minificationFilter = .trilinear
    expect(try Shot(canvas(layer), backend)[50, 50], SIMD3(1, 0.5, 0.5), within: 4)
  }

  @Test("pitfall 58: text is white and large", arguments: Backends.usable)
  func text(backend: Renderer.Backend) throws {
    let layer = CATextLayer()
    layer.frame = CGRect(x: 0, y: 0, width: 100, height: 60)
    layer.font = CTFont("Helvetica", size: 5)
    layer.string = "HHH"
    #expect(layer.fontSize == 36)
    let root = canvas(layer)
    root.backgroundColor = .black
    let shot = try Shot(root, backend)
    let rows = (0..<100).filter { y in (0..<100).contains { shot[Double($0), Double(y)].x > 200 } }
    // The height of capitals is 0.7 of the font size.
    #expect((24...28).contains(rows.count), "\(rows)")
    #expect(shot.count(.white) > 100)
  }

  @Test("pitfalls 59, 62, 63: shapes fill in black, beyond bounds; paths are copied")
  func shapes() throws {
    for backend in Backends.usable {
      let path = CGMutablePath()
      path.addLines(between: [CGPoint(x: 0, y: 0), CGPoint(x: 80, y: 0), CGPoint(x: 80, y: 80)])
      let shape = CAShapeLayer()
      shape.frame = CGRect(x: 10, y: 10, width: 10, height: 10)
      shape.path = path
      path.addRect(CGRect(x: 0, y: 60, width: 20, height: 20))
      let shot = try Shot(canvas(shape), backend)
      expect(shot[70, 40], .black)
      expect(shot[30, 70], .white)
      expect(shot[15, 80], .white)
    }
  }

  @Test("pitfalls 60 and 61: trims and overlaps of strokes", arguments: Backends.usable)
  func strokes(backend: Renderer.Backend) throws {
    let path = CGMutablePath()
    for y in [CGFloat(20), 40] {
      path.move(to: CGPoint(x: 10, y: y))
      path.addLine(to: CGPoint(x: 90, y: y))
    }
    let shape = CAShapeLayer()
    shape.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    shape.path = path
    shape.fillColor = nil
    shape.strokeColor = .black
    shape.lineWidth = 4
    shape.strokeEnd = 0.75
    let trimmed = try Shot(canvas(shape), backend)
    #expect(trimmed.ink(row: 20, 0..<100) == 10...89)
    #expect(trimmed.ink(row: 40, 0..<100) == 10...49)
    let cross = CGMutablePath()
    cross.addLines(
      between: [
        CGPoint(x: 20, y: 50), CGPoint(x: 80, y: 50), CGPoint(x: 80, y: 80), CGPoint(x: 50, y: 80),
        CGPoint(x: 50, y: 20),
      ])
    shape.path = cross
    shape.strokeEnd = 1
    shape.lineWidth = 10
    shape.strokeColor = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 0.5)
    shape.fillColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    let shot = try Shot(canvas(shape), backend)
    // Once where the stroke crosses itself outside the fill; the inner half lies over the fill.
    expect(shot[52, 48], SIMD3(repeating: 0.5))
    expect(shot[30, 50], SIMD3(repeating: 0.5))
    expect(shot[76, 65], SIMD3(0.5, 0, 0))
    expect(shot[65, 65], .red)
  }

  private func gradient(_ colors: [CGColor]) -> CAGradientLayer {
    let layer = CAGradientLayer()
    layer.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    layer.colors = colors
    layer.startPoint = CGPoint(x: 0, y: 0.5)
    layer.endPoint = CGPoint(x: 1, y: 0.5)
    return layer
  }

  @Test("pitfalls 64, 65, 68: gradients", arguments: Backends.usable)
  func gradients(backend: Renderer.Backend) throws {
    // Halfway to transparent black: gray at half the alpha, over white.
    let layer = gradient([.white, .clear])
    expect(try Shot(canvas(layer), backend)[50, 50], SIMD3(repeating: 0.75), within: 4)
    layer.colors = [Self.red, Self.blue] as [CGColor]
    layer.cornerRadius = 50
    layer.startPoint.x = 0.4
    layer.endPoint.x = 0.6
    let shot = try Shot(canvas(layer), backend)
    expect(shot[5, 5], .white)
    expect(shot[20, 50], .red)
    expect(shot[80, 50], .blue)
  }

  @Test("pitfalls 66 and 67: radial and conic", arguments: Backends.usable)
  func rounds(backend: Renderer.Backend) throws {
    let layer = gradient([Self.red, Self.blue])
    layer.type = .radial
    layer.startPoint = CGPoint(x: 0.5, y: 0.5)
    layer.endPoint = CGPoint(x: 0.9, y: 0.3)
    let radial = try Shot(canvas(layer), backend)
    // Halfway to 40 points horizontally and to 20 points vertically.
    expect(radial[70, 50], SIMD3(0.49, 0, 0.51), within: 6)
    expect(radial[50, 60], SIMD3(0.475, 0, 0.525), within: 6)
    layer.endPoint.y = 0.5
    #expect(try Shot(canvas(layer), backend).count(.white) == 10000)
    layer.type = .conic
    layer.endPoint = CGPoint(x: 0.5, y: 1)
    let conic = try Shot(canvas(layer), backend)
    // From the downward direction toward the left.
    expect(conic[48, 95], .red, within: 6)
    expect(conic[52, 95], .blue, within: 6)
    expect(conic[5, 50], SIMD3(0.75, 0, 0.25), within: 6)
    expect(conic[95, 50], SIMD3(0.25, 0, 0.75), within: 6)
  }
}

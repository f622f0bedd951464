import Foundation
import GlazeCommit
import GlazeDrawing
import GlazeGeometry
import GlazeLayers
import GlazeText
import Testing

/// Drawings of `render(in:)`.
@Suite struct RenderInContextTests {
  private static let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
  private static let blue = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)

  /// Renders into a bitmap of 20 x 20 in which y points up, or down.
  private func render(_ layer: CALayer, isFlipped: Bool = false) throws -> Inked {
    let context = try #require(
      CGContext(
        data: nil, width: 20, height: 20, bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
    if isFlipped {
      context.translateBy(x: 0, y: 20)
      context.scaleBy(x: 1, y: -1)
    }
    layer.render(in: context)
    return Inked(try #require(context.makeImage()))
  }

  private func makeBox(_ frame: CGRect, _ color: CGColor? = red) -> CALayer {
    let layer = makeLayer(frame: frame)
    layer.backgroundColor = color
    return layer
  }

  @Test func theReceiversPlaceDoesNotCount() throws {
    let layer = makeBox(CGRect(x: 100, y: 100, width: 5, height: 4))
    layer.transform = CATransform3DMakeScale(3, 3, 1)
    layer.opacity = 0.5
    let ink = try render(layer)
    #expect(ink.box == CGRect(x: 0, y: 16, width: 5, height: 4))
    #expect(ink.pixel(0, 19)[3] == 128)
    #expect(try render(layer, isFlipped: true).box == CGRect(x: 0, y: 0, width: 5, height: 4))
  }

  @Test func sublayersLieWhereTheirAffineMatricesSay() throws {
    let root = makeBox(CGRect(x: 0, y: 0, width: 20, height: 20), nil)
    root.bounds.origin = CGPoint(x: 2, y: 0)
    let child = makeBox(CGRect(x: 6, y: 4, width: 4, height: 2))
    child.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
    root.addSublayer(child)
    #expect(
      try render(root, isFlipped: true).box == CGRect(x: 7, y: 3, width: 2, height: 4))
    child.isHidden = true
    #expect(try render(root).box.isNull)
  }

  @Test func depthOrdersSiblings() throws {
    let root = makeBox(CGRect(x: 0, y: 0, width: 20, height: 20), nil)
    let (back, front) = (makeBox(root.bounds, Self.blue), makeBox(root.bounds))
    back.zPosition = 1
    root.sublayers = [back, front]
    #expect(try render(root).pixel(3, 3) == [0, 0, 255, 255])
    back.zPosition = 0
    #expect(try render(root).pixel(3, 3) == [255, 0, 0, 255])
  }

  @Test(arguments: [true, false]) func imagesAreUpright(isFlipped: Bool) throws {
    let pixels: [UInt8] = [255, 0, 0, 255, 0, 0, 255, 255]
    let layer = makeBox(CGRect(x: 0, y: 0, width: 20, height: 20), nil)
    layer.contents = CGImage(width: 1, height: 2, premultipliedRGBA: pixels)
    layer.magnificationFilter = .nearest
    let ink = try render(layer, isFlipped: isFlipped)
    #expect(ink.pixel(9, 2) == [255, 0, 0, 255] && ink.pixel(9, 17) == [0, 0, 255, 255])
    // A crop counts from the top where y points down.
    layer.contentsRect = CGRect(x: 0, y: 0, width: 1, height: 0.5)
    let crop = try render(layer, isFlipped: isFlipped)
    #expect(crop.pixel(9, 9) == (isFlipped ? [255, 0, 0, 255] : [0, 0, 255, 255]))
  }

  @Test func gravityAndSlicesPlaceTheImage() throws {
    let layer = makeBox(CGRect(x: 0, y: 0, width: 20, height: 20), nil)
    let red: [UInt8] = [255, 0, 0, 255]
    let blue: [UInt8] = [0, 0, 255, 255]
    layer.contents = CGImage(
      width: 3, height: 1, premultipliedRGBA: red + blue + red)
    layer.contentsGravity = .topRight
    #expect(try render(layer).box == CGRect(x: 17, y: 0, width: 3, height: 1))
    layer.contentsGravity = .resize
    layer.magnificationFilter = .nearest
    layer.contentsCenter = CGRect(x: 1.0 / 3, y: 0, width: 1.0 / 3, height: 1)
    let ink = try render(layer)
    #expect(ink.pixel(0, 5) == red && ink.pixel(2, 5) == blue)
    #expect(ink.pixel(17, 5) == blue && ink.pixel(19, 5) == red)
  }

  @Test func bordersLieOverSublayersAndCornersCut() throws {
    let root = makeBox(CGRect(x: 0, y: 0, width: 20, height: 20))
    root.addSublayer(makeBox(root.bounds, .black))
    root.borderWidth = 2
    root.borderColor = Self.blue
    let square = try render(root)
    #expect(square.pixel(1, 10) == [0, 0, 255, 255] && square.pixel(2, 10) == [0, 0, 0, 255])
    root.cornerRadius = 8
    root.masksToBounds = true
    root.maskedCorners = [.layerMinXMinYCorner]
    let cut = try render(root)
    #expect(cut.pixel(0, 19)[3] == 0 && cut.pixel(0, 0)[3] == 255)
    root.cornerCurve = .continuous
    #expect(try render(root).pixel(0, 19)[3] == 0)
  }

  @Test func masksAndGroupsSelect() throws {
    let root = makeBox(CGRect(x: 0, y: 0, width: 20, height: 20))
    root.addSublayer(makeBox(root.bounds, Self.blue))
    root.mask = makeBox(CGRect(x: 0, y: 0, width: 10, height: 20), .white)
    root.mask?.opacity = 0.5
    let ink = try render(root)
    // One image, masked once: no red shows through the blue.
    #expect(ink.pixel(5, 5) == [0, 0, 128, 128] && ink.pixel(15, 5)[3] == 0)
    root.mask = makeBox(root.bounds, .black)
    #expect(try render(root).pixel(15, 5) == [0, 0, 255, 255])
  }

  /// A mask shows its sublayers, even if it is empty itself.
  @Test func masksOfPresentationLayersHoldLayers() throws {
    let root = makeBox(CGRect(x: 0, y: 0, width: 20, height: 20))
    let mask = CALayer()
    mask.addSublayer(makeBox(CGRect(x: 0, y: 0, width: 10, height: 20)))
    root.mask = mask
    let committer = LayerCommitter(root: root, isGeometryFlipped: true)
    _ = committer.commit(at: 0)
    let shown = try #require(root.presentation(at: 0))
    #expect(try render(shown, isFlipped: true).box == CGRect(x: 0, y: 0, width: 10, height: 20))
  }

  @Test func gradientsAndShapesAreDrawn() throws {
    let gradient = CAGradientLayer()
    gradient.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
    gradient.colors = [CGColor.black, CGColor.white]
    let axial = try render(gradient, isFlipped: true)
    #expect(axial.pixel(5, 0)[0] < 20 && axial.pixel(5, 19)[0] > 235)
    gradient.type = .conic
    gradient.startPoint = CGPoint(x: 0.5, y: 0.5)
    gradient.endPoint = CGPoint(x: 1, y: 0.5)
    let conic = try render(gradient, isFlipped: true)
    #expect(conic.pixel(19, 11)[0] < 40 && conic.pixel(19, 8)[0] > 215)
    // Halfway between black and white in Generic RGB, as Core Graphics interpolates.
    #expect(abs(Int(conic.pixel(1, 9)[0]) - 146) < 6)
    #expect(abs(Int(axial.pixel(5, 9)[0]) - 142) < 3)
    let shape = CAShapeLayer()
    shape.path = CGPath(rect: CGRect(x: 5, y: 5, width: 10, height: 10), transform: nil)
    shape.fillColor = nil
    shape.strokeColor = Self.red
    shape.lineWidth = 2
    shape.strokeEnd = 0.25
    #expect(try render(shape, isFlipped: true).box == CGRect(x: 5, y: 4, width: 10, height: 2))
  }

  /// A layer that leaves the plane loses its transform and its position, as in Apple's images.
  @Test func whatTurnsInSpaceIsNotTurned() throws {
    let root = makeBox(CGRect(x: 0, y: 0, width: 20, height: 20), nil)
    let child = makeBox(CGRect(x: 6, y: 6, width: 8, height: 6))
    root.addSublayer(child)
    for angle in [CGFloat.pi / 4, .pi] {
      child.transform = CATransform3DMakeRotation(angle, 1, 0, 0)
      #expect(try render(root, isFlipped: true).box == CGRect(x: 0, y: 0, width: 4, height: 3))
    }
    // Three half turns are zero, however they are rounded.
    child.transform = CATransform3DRotate(child.transform, .pi + 1e-6, 0, 1, 0)
    child.transform = CATransform3DRotate(child.transform, .pi, 0, 0, 1)
    #expect(try render(root, isFlipped: true).box == CGRect(x: 6, y: 6, width: 8, height: 6))
  }

  @Test func blendModesOfCoreGraphicsMix() throws {
    let root = makeBox(
      CGRect(x: 0, y: 0, width: 20, height: 20), CGColor(srgbRed: 0, green: 1, blue: 1, alpha: 1))
    let child = makeBox(root.bounds, CGColor(srgbRed: 1, green: 1, blue: 0, alpha: 1))
    root.addSublayer(child)
    let expected: [(String, [UInt8])] = [
      ("multiplyBlendMode", [0, 255, 0, 255]), ("difference", [255, 0, 255, 255]),
      ("luminosityBlendMode", [255, 255, 0, 255]), ("nothing", [255, 255, 0, 255]),
    ]
    for (name, color) in expected {
      child.compositingFilter = name
      #expect(try render(root).pixel(5, 5) == color, "\(name)")
    }
    child.compositingFilter = "xor"
    #expect(try render(root).box.isNull)
  }

  @Test func shadowsGoWithTheLayer() throws {
    let root = makeBox(CGRect(x: 0, y: 0, width: 20, height: 20), nil)
    let child = makeBox(CGRect(x: 5, y: 5, width: 4, height: 4))
    root.addSublayer(child)
    child.shadowOpacity = 1
    child.shadowRadius = 0
    child.shadowColor = Self.blue
    child.shadowOffset = CGSize(width: 4, height: 2)
    child.transform = CATransform3DMakeScale(2, 1, 1)
    // Offsets are in the layer's coordinates: twice as far horizontally.
    #expect(
      try render(root, isFlipped: true).box == CGRect(x: 3, y: 5, width: 16, height: 6))
    child.shadowPath = CGPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1), transform: nil)
    let small = try render(root, isFlipped: true)
    #expect(small.box == CGRect(x: 3, y: 5, width: 10, height: 4))
    #expect(small.pixel(12, 7) == [0, 0, 255, 255] && small.pixel(10, 8) == [255, 0, 0, 255])
    child.masksToBounds = true
    #expect(try render(root, isFlipped: true).box == CGRect(x: 3, y: 5, width: 8, height: 4))
  }

  /// A pixel of a reduced image is the mean of the pixels that it covers, for all filters of the
  /// layer.
  @Test(arguments: [CALayerContentsFilter.linear, .nearest])
  func smallerImagesAreMeans(filter: CALayerContentsFilter) throws {
    let layer = makeBox(CGRect(x: 0, y: 0, width: 20, height: 20), nil)
    let row: [UInt8] = (0..<80).flatMap { _ in [255, 255, 255, 255, 0, 0, 0, 255] as [UInt8] }
    layer.contents = CGImage(
      width: 160, height: 160, premultipliedRGBA: Array(repeating: row, count: 160).flatMap { $0 })
    layer.minificationFilter = filter
    #expect(abs(Int(try render(layer).pixel(9, 9)[0]) - 128) <= 4)
  }

  @Test func whatAskedForDisplayIsDisplayedFirst() throws {
    let text = CATextLayer()
    text.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
    text.string = "T"
    text.fontSize = 18
    text.foregroundColor = .black
    for isFlipped in [true, false] {
      text.setNeedsDisplay()
      let ink = try render(text, isFlipped: isFlipped)
      let top = Int(clamping: ink.box.minY)
      #expect(ink.count(rows: top..<(top + 2)) > 10 && !text.needsDisplay())
    }
  }

  @Test func deepTreesDoNotOverflow() throws {
    let root = makeBox(CGRect(x: 0, y: 0, width: 20, height: 20), nil)
    var last = root
    for _ in 0..<20_000 {
      let next = CALayer()
      last.addSublayer(next)
      last = next
    }
    last.addSublayer(makeBox(CGRect(x: 0, y: 0, width: 3, height: 3)))
    #expect(try render(root, isFlipped: true).box == CGRect(x: 0, y: 0, width: 3, height: 3))
  }
}

import Foundation
import Glaze
import GlazeGeometry
import GlazeLayers
import Testing

extension PitfallTests {
  private var eye: CATransform3D {
    var t = CATransform3DIdentity
    t.m34 = -1 / 200
    return t
  }

  @Test("pitfalls 18 and 19: sublayerTransform rotates about the anchor, but not the layer itself")
  func sublayerTransform() throws {
    for backend in Backends.usable {
      let layer = box(10, 10, 80, 80, Self.blue)
      layer.sublayerTransform = CATransform3DMakeScale(0.5, 0.5, 1)
      layer.addSublayer(box(0, 0, 80, 80, Self.red))
      let shot = try Shot(canvas(layer), backend)
      expect(shot[12, 12], .blue)
      expect(shot[28, 28], .blue)
      expect(shot[31, 31], .red)
      expect(shot[69, 69], .red)
      expect(shot[71, 71], .blue)
    }
  }

  @Test("pitfalls 20 and 23: zPosition and the eye", arguments: Backends.usable)
  func depth(backend: Renderer.Backend) throws {
    let layer = box(30, 30, 40, 40, Self.blue)
    layer.zPosition = 100
    let root = canvas(layer)
    root.sublayerTransform = eye
    // At half the distance it is twice as large.
    let near = try Shot(root, backend)
    #expect(near.ink(row: 50, 0..<100) == 10...89)
    layer.zPosition = -200
    #expect(try Shot(root, backend).ink(row: 50, 0..<100) == 40...59)
    root.sublayerTransform = CATransform3DIdentity
    layer.transform = eye
    #expect(try Shot(root, backend).ink(row: 50, 0..<100) == 30...69)
  }

  @Test("pitfalls 21, 22: calls apply inside out; m34 comes first", arguments: Backends.usable)
  func order(backend: Renderer.Backend) throws {
    let layer = box(40, 40, 20, 20, Self.blue)
    layer.transform = CATransform3DScale(CATransform3DMakeTranslation(30, 0, 0), 2, 1, 1)
    #expect(try Shot(canvas(layer), backend).ink(row: 50, 0..<100) == 60...99)
    layer.transform = CATransform3DTranslate(CATransform3DMakeScale(2, 1, 1), 10, 0, 0)
    #expect(try Shot(canvas(layer), backend).ink(row: 50, 0..<100) == 50...89)
    layer.frame = CGRect(x: 20, y: 20, width: 60, height: 60)
    func heights(_ t: CATransform3D) throws -> [Int] {
      let wide = box(20, 20, 60, 60, Self.blue)
      wide.transform = t
      let shot = try Shot(canvas(wide), backend)
      let ink = try #require(shot.ink(row: 50, 0..<100))
      return [ink.lowerBound + 1, ink.upperBound - 1]
        .map { shot.ink(column: $0, 0..<100)?.count ?? 0 }
    }
    let first = try heights(CATransform3DRotate(eye, 0.8, 0, 1, 0))
    #expect(abs(first[0] - first[1]) >= 6, "\(first)")
    var last = CATransform3DMakeRotation(0.8, 0, 1, 0)
    last.m34 = -1 / 200
    #expect(try Set(heights(last)).count == 1)
  }

  @Test("pitfall 25: textures are drawn in perspective", arguments: Backends.usable)
  func texture(backend: Renderer.Backend) throws {
    // Left half red, right half blue.
    let halves = CGImage(
      width: 2, height: 1, premultipliedRGBA: [255, 0, 0, 255, 0, 0, 255, 255])
    let layer = box(10, 10, 80, 80, nil)
    layer.contents = halves
    layer.magnificationFilter = .nearest
    layer.transform = CATransform3DRotate(eye, 1, 0, 1, 0)
    let shot = try Shot(canvas(layer), backend)
    // The center of the plane does not move, and the near half is the wider one.
    expect(shot[48, 50], .red)
    expect(shot[51, 50], .blue)
    let ink = try #require(shot.ink(row: 50, 0..<100))
    #expect(50 - ink.lowerBound > ink.upperBound - 49 + 4)
  }

  @Test("pitfalls 27 and 29: properties that transform layers ignore", arguments: Backends.usable)
  func transformLayers(backend: Renderer.Backend) throws {
    let holder = CATransformLayer()
    holder.frame = CGRect(x: 20, y: 20, width: 40, height: 40)
    holder.backgroundColor = Self.red
    holder.borderWidth = 5
    holder.masksToBounds = true
    holder.mask = box(0, 0, 5, 5, .black)
    holder.addSublayer(box(20, 20, 50, 20, Self.blue))
    let shot = try Shot(canvas(holder), backend)
    expect(shot[25, 25], .white)
    expect(shot[45, 45], .blue)
    expect(shot[85, 45], .blue)
  }

  @Test("pitfalls 32, 38, 39: order in the array, frames, anchors", arguments: Backends.usable)
  func model(backend: Renderer.Backend) throws {
    let (low, high) = (box(20, 20, 40, 40, Self.red), box(40, 40, 40, 40, Self.blue))
    low.zPosition = 1
    let root = canvas(low, high)
    expect(try Shot(root, backend)[50, 50], .red)
    #expect(root.sublayers?.first === low)
    let turned = box(30, 40, 40, 20, Self.blue)
    turned.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
    #expect(abs(turned.frame.minX - 40) < 1e-9 && abs(turned.frame.height - 40) < 1e-9)
    #expect(turned.position == CGPoint(x: 50, y: 50))
    let shot = try Shot(canvas(turned), backend)
    #expect(shot.ink(row: 50, 0..<100) == 40...59)
    let anchored = box(20, 20, 40, 40, Self.blue)
    anchored.anchorPoint = .zero
    #expect(anchored.position == CGPoint(x: 40, y: 40))
    #expect(try Shot(canvas(anchored), backend).ink(row: 50, 0..<100) == 40...79)
  }

  @Test("pitfalls 40 to 42: the origin of bounds, frames, negative sizes")
  func bounds() throws {
    for backend in Backends.usable {
      let layer = box(20, 20, 60, 60, Self.blue)
      layer.addSublayer(box(0, 0, 20, 20, Self.red))
      layer.bounds.origin = CGPoint(x: -30, y: 0)
      let shot = try Shot(canvas(layer), backend)
      expect(shot[25, 25], .blue)
      expect(shot[55, 25], .red)
      layer.frame = CGRect(x: 10, y: 20, width: 60, height: 60)
      #expect(layer.bounds.origin == CGPoint(x: -30, y: 0))
      expect(try Shot(canvas(layer), backend)[45, 25], .red)
      let negative = box(0, 0, 0, 0, Self.blue)
      negative.frame = CGRect(x: 60, y: 60, width: -40, height: -40)
      #expect(try Shot(canvas(negative), backend).ink(row: 50, 0..<100) == 20...59)
    }
  }

  @Test("pitfalls 44 and 46: two flips, and rectangles of flipped contents")
  func flips() throws {
    let quarters = CGImage(
      width: 1, height: 2, premultipliedRGBA: [255, 0, 0, 255, 0, 0, 255, 255])
    for backend in Backends.usable {
      let (outer, inner) = (box(0, 0, 100, 100, nil), box(0, 0, 100, 100, nil))
      outer.addSublayer(inner)
      inner.addSublayer(box(10, 10, 20, 20, Self.red))
      outer.isGeometryFlipped = true
      expect(try Shot(canvas(outer), backend)[15, 85], .red)
      inner.isGeometryFlipped = true
      expect(try Shot(canvas(outer), backend)[15, 15], .red)
      // y 0 of contentsRect is the image's first row where y points down, otherwise its last.
      let image = box(0, 0, 100, 100, nil)
      image.contents = quarters
      image.contentsRect = CGRect(x: 0, y: 0, width: 1, height: 0.5)
      image.magnificationFilter = .nearest
      expect(try Shot(canvas(image), backend)[50, 50], .red)
      expect(try Shot(canvas(image), backend, isFlipped: false)[50, 50], .blue)
    }
  }

  @Test("pitfall 45: top is the greatest y", arguments: Backends.usable)
  func gravity(backend: Renderer.Backend) throws {
    let layer = box(0, 0, 100, 100, nil)
    layer.contents = CGImage(width: 1, height: 1, premultipliedRGBA: [255, 0, 0, 255])
    layer.contentsScale = 0.05
    layer.contentsGravity = .top
    expect(try Shot(canvas(layer), backend)[50, 95], .red)
    expect(try Shot(canvas(layer), backend)[50, 5], .white)
    expect(try Shot(canvas(layer), backend, isFlipped: false)[50, 5], .red)
  }
}

import Foundation
import GlazeGeometry
import GlazeLayers
import Testing

/// `convert` between layers: values measured on Apple's QuartzCore where the name states it.
@Suite struct ConversionTests {
  @Test func pitfall49_nilIsTheSuperlayer() {
    let root = makeLayer(frame: CGRect(x: 100, y: 100, width: 200, height: 200))
    let child = makeLayer(frame: CGRect(x: 10, y: 20, width: 50, height: 50))
    root.addSublayer(child)
    #expect(child.convert(CGPoint.zero, to: nil) == CGPoint(x: 10, y: 20))
    #expect(child.convert(CGPoint(x: 10, y: 20), from: nil) == .zero)
    #expect(root.convert(CGPoint.zero, to: nil) == CGPoint(x: 100, y: 100))
  }

  @Test func pitfall18_sublayerTransformPivotsAtTheAnchor() {
    let parent = makeLayer(100, 100)
    parent.anchorPoint = .zero
    parent.bounds.origin = CGPoint(x: 5, y: 5)
    parent.sublayerTransform = CATransform3DMakeScale(2, 2, 1)
    let child = makeLayer(frame: CGRect(x: 10, y: 10, width: 20, height: 20))
    parent.addSublayer(child)
    #expect(isNear(child.convert(CGPoint.zero, to: parent), CGPoint(x: 15, y: 15)))
    #expect(isNear(parent.convert(CGPoint(x: 15, y: 15), to: child), .zero))
  }

  @Test func layersOfDifferentTreesShareASpace() {
    let a = makeLayer(50, 50, at: CGPoint(x: 25, y: 25))
    let b = makeLayer(50, 50, at: CGPoint(x: 500, y: 500))
    #expect(a.convert(CGPoint.zero, to: b) == CGPoint(x: -475, y: -475))
    #expect(b.convert(CGPoint.zero, from: a) == CGPoint(x: -475, y: -475))
  }

  @Test func pitfall40_boundsOriginScrollsWhatIsInside() {
    let parent = makeLayer(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let child = makeLayer(frame: CGRect(x: 10, y: 10, width: 20, height: 20))
    parent.addSublayer(child)
    parent.bounds.origin = CGPoint(x: 0, y: 30)
    #expect(child.convert(CGPoint.zero, to: parent) == CGPoint(x: 10, y: 10))
    #expect(parent.convert(CGPoint(x: 10, y: 10), to: nil) == CGPoint(x: 10, y: -20))
  }

  @Test func pitfall43_aFlipLiesBetweenTheLayerAndItsSuperlayer() {
    let root = makeLayer(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let flipped = makeLayer(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let child = makeLayer(frame: CGRect(x: 10, y: 10, width: 20, height: 20))
    root.addSublayer(flipped)
    flipped.addSublayer(child)
    flipped.isGeometryFlipped = true
    #expect(child.convert(CGPoint.zero, to: flipped) == CGPoint(x: 10, y: 10))
    #expect(child.convert(CGPoint.zero, to: root) == CGPoint(x: 10, y: 90))
    #expect(isNear(root.convert(CGPoint(x: 10, y: 90), to: child), .zero))
  }

  @Test func aFlipIsAboutTheMiddleOfTheBounds() {
    let layer = CALayer()
    layer.anchorPoint = .zero
    layer.bounds = CGRect(x: 0, y: 30, width: 10, height: 100)
    layer.isGeometryFlipped = true
    #expect(layer.convert(CGPoint(x: 0, y: 30), to: nil) == CGPoint(x: 0, y: 100))
    #expect(layer.convert(CGPoint(x: 0, y: 130), to: nil) == .zero)
  }

  @Test func rectanglesBecomeBoundingBoxes() {
    let layer = makeLayer(100, 100)
    layer.transform = CATransform3DMakeRotation(.pi / 4, 0, 0, 1)
    let root = CALayer()
    root.addSublayer(layer)
    let half = 50 * CGFloat(2).squareRoot()
    let box = CGRect(x: -half, y: -half, width: 2 * half, height: 2 * half)
    #expect(isNear(layer.convert(layer.bounds, to: root), box))
    #expect(isNear(root.convert(layer.bounds, from: layer), box))
  }

  @Test func thereAndBackThroughPerspective() {
    let root = makeLayer(frame: CGRect(x: 0, y: 0, width: 400, height: 400))
    root.sublayerTransform.m34 = -1 / 500
    let layer = makeLayer(100, 100, at: CGPoint(x: 130, y: 170))
    layer.transform = CATransform3DMakeRotation(0.7, 0.3, 1, 0)
    layer.zPosition = 40
    root.addSublayer(layer)
    for point in [CGPoint(x: 0, y: 0), CGPoint(x: 100, y: 0), CGPoint(x: 37, y: 80)] {
      let out = layer.convert(point, to: root)
      #expect(isNear(root.convert(out, to: layer), point))
      #expect(isNear(layer.convert(out, from: root), point))
    }
  }

  @Test func pitfall20_zPositionGrowsUnderTheParentsPerspectiveOnly() {
    let root = makeLayer(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
    let layer = makeLayer(100, 100, at: CGPoint(x: 100, y: 100))
    layer.zPosition = 250
    root.addSublayer(layer)
    layer.transform.m34 = -1 / 500
    #expect(isNear(layer.convert(CGPoint.zero, to: root), CGPoint(x: 50, y: 50)))
    layer.transform = CATransform3DIdentity
    root.sublayerTransform.m34 = -1 / 500
    #expect(isNear(layer.convert(CGPoint.zero, to: root), .zero))
  }

  @Test func pitfalls21And22_perspectiveMustBeThereBeforeTheRotation() {
    let layer = makeLayer(100, 100)
    layer.transform.m34 = -1 / 500
    layer.transform = CATransform3DRotate(layer.transform, .pi / 4, 0, 1, 0)
    func heights() -> (left: CGFloat, right: CGFloat) {
      func height(_ x: CGFloat) -> CGFloat {
        layer.convert(CGPoint(x: x, y: 100), to: nil).y
          - layer.convert(CGPoint(x: x, y: 0), to: nil).y
      }
      return (height(0), height(100))
    }
    #expect(heights().left > 100 && heights().right < 100)
    layer.transform = CATransform3DMakeRotation(.pi / 4, 0, 1, 0)
    layer.transform.m34 = -1 / 500
    #expect(heights().left == 100 && heights().right == 100)
  }

  @Test func theFrontOfTheCubeLiesWhereApplePutsIt_pitfall23() {
    // The seeds' cube: container 300x300, eye at 500, front face at z 50, moved by -100.
    let container = makeLayer(frame: CGRect(x: 0, y: 0, width: 300, height: 300))
    container.sublayerTransform.m34 = -1 / 500
    let cube = CATransformLayer()
    cube.bounds = CGRect(x: 0, y: 0, width: 300, height: 300)
    cube.position = CGPoint(x: 150, y: 150)
    cube.transform = CATransform3DMakeTranslation(-100, 0, 0)
    container.addSublayer(cube)
    let face = makeLayer(100, 100, at: CGPoint(x: 150, y: 150))
    face.transform = CATransform3DMakeTranslation(0, 0, 50)
    cube.addSublayer(face)
    let corners = [
      (CGPoint(x: 0, y: 0), CGPoint(x: -16.6667, y: 94.4444)),
      (CGPoint(x: 100, y: 0), CGPoint(x: 94.4444, y: 94.4444)),
      (CGPoint(x: 100, y: 100), CGPoint(x: 94.4444, y: 205.5556)),
      (CGPoint(x: 0, y: 100), CGPoint(x: -16.6667, y: 205.5556)),
    ]
    for (local, expected) in corners {
      #expect(isNear(face.convert(local, to: container), expected, within: 1e-3))
    }
  }

  @Test func pitfall26_plainLayersFlattenAndTransformLayersDoNot() {
    func halfWidth(inside parent: CALayer) -> CGFloat {
      let root = makeLayer(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
      parent.frame = CGRect(x: 0, y: 0, width: 200, height: 200)
      parent.transform = CATransform3DMakeRotation(.pi / 4, 0, 1, 0)
      root.addSublayer(parent)
      let child = makeLayer(100, 100, at: CGPoint(x: 100, y: 100))
      child.transform = CATransform3DMakeRotation(-.pi / 4, 0, 1, 0)
      parent.addSublayer(child)
      return 100 - child.convert(CGPoint(x: 0, y: 50), to: root).x
    }
    // cos 45 degrees twice, compared with a rotation that is undone.
    #expect(abs(halfWidth(inside: CALayer()) - 25) < 1e-9)
    #expect(abs(halfWidth(inside: CATransformLayer()) - 50) < 1e-9)
  }

  @Test func aSquashedLayerGivesNoPoint() {
    let root = CALayer()
    let flat = makeLayer(10, 10)
    flat.transform = CATransform3DMakeScale(0, 1, 1)
    root.addSublayer(flat)
    #expect(!root.convert(CGPoint.zero, to: flat).x.isFinite)
    #expect(flat.convert(CGPoint.zero, to: root).x.isFinite)
  }

  @Test func toItself() {
    let layer = makeLayer(10, 10, at: CGPoint(x: 5, y: 5))
    #expect(layer.convert(CGPoint(x: 1, y: 2), to: layer) == CGPoint(x: 1, y: 2))
    #expect(layer.convert(CGPoint(x: 1, y: 2), from: layer) == CGPoint(x: 1, y: 2))
  }
}

import Foundation
import GlazeGeometry
import GlazeLayers
import Testing

/// Hit testing: section 3.10 of the semantics.
@Suite struct HitTestTests {
  private let root = makeLayer(frame: CGRect(x: 0, y: 0, width: 200, height: 200), name: "root")

  @discardableResult
  private func add(_ name: String, _ frame: CGRect, to parent: CALayer? = nil) -> CALayer {
    let layer = makeLayer(frame: frame, name: name)
    (parent ?? root).addSublayer(layer)
    return layer
  }

  private func hit(_ x: CGFloat, _ y: CGFloat) -> String? {
    root.hitTest(CGPoint(x: x, y: y))?.name
  }

  @Test func pitfall47_thePointIsInTheSuperlayersSpace() {
    root.position = CGPoint(x: 1100, y: 1100)
    #expect(hit(1050, 1050) == "root")
    #expect(hit(50, 50) == nil)
    let parent = CALayer()
    parent.bounds = CGRect(x: 500, y: 0, width: 10, height: 10)
    parent.addSublayer(root)
    #expect(hit(1050, 1050) == "root")
  }

  @Test func theDeepestIsHit() {
    let outer = add("outer", CGRect(x: 20, y: 20, width: 100, height: 100))
    add("inner", CGRect(x: 10, y: 10, width: 20, height: 20), to: outer)
    #expect(hit(35, 35) == "inner")
    #expect(hit(60, 60) == "outer")
    #expect(hit(150, 150) == "root")
    #expect(hit(250, 150) == nil)
  }

  @Test func pitfall48_theNearestByZIsHit() {
    let back = add("first", CGRect(x: 0, y: 0, width: 50, height: 50))
    let front = add("second", CGRect(x: 0, y: 0, width: 50, height: 50))
    #expect(hit(10, 10) == "second")
    back.zPosition = 1
    #expect(hit(10, 10) == "first")
    back.isHidden = true
    #expect(hit(10, 10) == "second")
    front.opacity = 0
    #expect(hit(10, 10) == "root")
  }

  @Test func pitfalls31And32_equalZKeepsTheOrderAndSublayersStay() {
    let a = add("a", CGRect(x: 0, y: 0, width: 50, height: 50))
    let b = add("b", CGRect(x: 0, y: 0, width: 50, height: 50))
    let c = add("c", CGRect(x: 0, y: 0, width: 50, height: 50))
    (a.zPosition, b.zPosition, c.zPosition) = (5, 5, 1)
    #expect(hit(10, 10) == "b")
    #expect(root.sublayers?.compactMap(\.name) == ["a", "b", "c"])
  }

  @Test func zOfTheTransformCountsToo() {
    let a = add("a", CGRect(x: 0, y: 0, width: 50, height: 50))
    add("b", CGRect(x: 0, y: 0, width: 50, height: 50))
    a.transform = CATransform3DMakeTranslation(0, 0, 3)
    #expect(hit(10, 10) == "a")
  }

  @Test func pitfall30_planesThatCutThroughEachOtherAreHitWhereTheyShow() {
    add("flat", CGRect(x: 50, y: 50, width: 100, height: 100))
    let turned = add("turned", CGRect(x: 50, y: 50, width: 100, height: 100))
    turned.transform = CATransform3DMakeRotation(.pi / 6, 0, 1, 0)
    // +x of a layer that rotates about y points away from the viewer.
    #expect(hit(70, 100) == "turned")
    #expect(hit(130, 100) == "flat")
  }

  @Test func sublayersOutsideAreHitUnlessClipped() {
    let box = add("box", CGRect(x: 0, y: 0, width: 50, height: 50))
    add("outside", CGRect(x: 100, y: 100, width: 20, height: 20), to: box)
    #expect(hit(110, 110) == "outside")
    box.masksToBounds = true
    #expect(hit(110, 110) == "root")
  }

  @Test func masksRestrict() {
    let box = add("box", CGRect(x: 0, y: 0, width: 100, height: 100))
    box.mask = makeLayer(frame: CGRect(x: 0, y: 0, width: 50, height: 100))
    #expect(hit(25, 50) == "box")
    #expect(hit(75, 50) == "root")
  }

  @Test func flipsTurnThePoint() {
    add("low", CGRect(x: 0, y: 0, width: 200, height: 20))
    #expect(hit(100, 10) == "low")
    root.isGeometryFlipped = true
    #expect(hit(100, 10) == "root")
    #expect(hit(100, 190) == "low")
  }

  @Test func edgesAreHalfOpen() {
    #expect(root.contains(.zero))
    #expect(!root.contains(CGPoint(x: 200, y: 10)))
    #expect(!root.contains(CGPoint(x: 10, y: 200)))
    #expect(hit(0, 0) == "root" && hit(200, 0) == nil)
  }

  @Test func transformLayersAreNeverHitTheirSublayersAre() {
    let group = CATransformLayer()
    group.name = "group"
    group.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    group.transform = CATransform3DMakeTranslation(50, 0, 0)
    root.addSublayer(group)
    add("leaf", CGRect(x: 0, y: 0, width: 20, height: 20), to: group)
    #expect(hit(60, 10) == "leaf")
    #expect(hit(90, 50) == "root")
    #expect(group.hitTest(CGPoint(x: 60, y: 10))?.name == "leaf")
    #expect(group.hitTest(CGPoint(x: 90, y: 50)) == nil)
  }

  @Test func aTransformLayersSublayersMixWithItsSiblings() {
    let group = CATransformLayer()
    group.frame = root.bounds
    root.addSublayer(group)
    let near = add("near", CGRect(x: 0, y: 0, width: 50, height: 50), to: group)
    let sibling = add("sibling", CGRect(x: 0, y: 0, width: 50, height: 50))
    #expect(hit(10, 10) == "sibling")
    near.zPosition = 10
    #expect(hit(10, 10) == "near")
    sibling.zPosition = 20
    #expect(hit(10, 10) == "sibling")
  }

  @Test func pitfall24_whatLiesBehindTheEyeIsNotHit() {
    root.sublayerTransform.m34 = -1 / 100
    let layer = add("layer", CGRect(x: 50, y: 50, width: 100, height: 100))
    #expect(hit(100, 100) == "layer")
    layer.zPosition = 150
    #expect(hit(100, 100) == "root")
  }

  @Test func pitfall34_edgeOnLayersAreNotHit() {
    let layer = add("layer", CGRect(x: 50, y: 50, width: 100, height: 100))
    layer.transform = CATransform3DMakeScale(0, 1, 1)
    #expect(hit(100, 100) == "root")
  }

  @Test func pitfall35_aMatrixWithoutDepthIsHit() {
    let layer = add("layer", CGRect(x: 50, y: 50, width: 100, height: 100))
    layer.transform = CATransform3DMakeScale(1, -1, 0)
    #expect(hit(100, 100) == "layer")
    #expect(isNear(layer.convert(CGPoint(x: 0, y: 0), to: root), CGPoint(x: 50, y: 150)))
  }

  @Test func subclassesAreAsked() {
    final class Deaf: CALayer {
      override func hitTest(_ p: CGPoint) -> CALayer? { nil }
    }
    final class Wide: CALayer {
      override func contains(_ p: CGPoint) -> Bool { true }
    }
    let deaf = Deaf()
    deaf.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    root.addSublayer(deaf)
    #expect(hit(10, 10) == "root")
    let wide = Wide()
    wide.name = "wide"
    root.insertSublayer(wide, at: 0)
    #expect(hit(190, 190) == "wide")
  }
}

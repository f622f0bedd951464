import Foundation
import GlazeGeometry
import GlazeLayers
import Testing

/// Key paths into structs and matrices: section 10.7 of the semantics.
@Suite struct KeyPathTests {
  private let layer = CALayer()

  private func number(_ keyPath: String) -> Double? {
    layer.value(forKeyPath: keyPath) as? Double
  }

  @Test func fieldsOfStructs() {
    let paths = [
      "position.x", "position.y", "anchorPoint.x", "anchorPoint.y", "bounds.origin.x",
      "bounds.origin.y", "bounds.size.width", "bounds.size.height", "shadowOffset.width",
      "shadowOffset.height", "contentsRect.origin.x", "contentsRect.size.height",
      "contentsCenter.origin.y", "contentsCenter.size.width",
    ]
    for (index, path) in paths.enumerated() {
      layer.setValue(index + 1, forKeyPath: path)
    }
    for (index, path) in paths.enumerated() {
      #expect(number(path) == Double(index + 1), "\(path)")
    }
    #expect(layer.position == CGPoint(x: 1, y: 2))
    #expect(layer.bounds == CGRect(x: 5, y: 6, width: 7, height: 8))
    layer.setValue(CGSize(width: 3, height: 4), forKeyPath: "bounds.size")
    layer.setValue(CGPoint(x: 1, y: 2), forKeyPath: "bounds.origin")
    #expect(layer.bounds == CGRect(x: 1, y: 2, width: 3, height: 4))
    #expect(layer.value(forKeyPath: "bounds.size") as? CGSize == CGSize(width: 3, height: 4))
  }

  @Test func framesCanBeRead() {
    layer.frame = CGRect(x: 10, y: 20, width: 30, height: 40)
    #expect(number("frame.origin.x") == 10)
    #expect(number("frame.size.height") == 40)
  }

  @Test func pitfall91_aRotationReplacesTheAngleAndKeepsTheScale() {
    layer.setValue(2, forKeyPath: "transform.scale")
    layer.setValue(0.5, forKeyPath: "transform.rotation.z")
    #expect(abs(Double(layer.transform.m11) - 1.75517) < 1e-5)
    #expect(abs(Double(layer.transform.m12) - 0.95885) < 1e-5)
    layer.setValue(0.25, forKeyPath: "transform.rotation")
    #expect(abs((number("transform.rotation.z") ?? 0) - 0.25) < 1e-12)
    #expect(abs((number("transform.scale") ?? 0) - 2) < 1e-12)
  }

  @Test func pitfall92_scaleScalesZToo() {
    layer.setValue(2, forKeyPath: "transform.scale")
    #expect(layer.transform.m33 == 2)
    #expect(layer.affineTransform().isIdentity)
    layer.setValue(3, forKeyPath: "transform.scale.xy")
    #expect(layer.transform.m11 == 3 && layer.transform.m22 == 3 && layer.transform.m33 == 2)
    #expect(abs((number("transform.scale") ?? 0) - 8.0 / 3) < 1e-12)
  }

  @Test func partsComposeAsScaleRotationTranslation() {
    layer.setValue(10, forKeyPath: "transform.translation.x")
    layer.setValue(0.3, forKeyPath: "transform.rotation.x")
    layer.setValue(-0.4, forKeyPath: "transform.rotation.y")
    layer.setValue(0.5, forKeyPath: "transform.rotation.z")
    layer.setValue(2, forKeyPath: "transform.scale.x")
    layer.setValue(30, forKeyPath: "transform.translation.z")
    var expected = CATransform3DMakeScale(2, 1, 1)
    expected = CATransform3DConcat(expected, CATransform3DMakeRotation(0.3, 1, 0, 0))
    expected = CATransform3DConcat(expected, CATransform3DMakeRotation(-0.4, 0, 1, 0))
    expected = CATransform3DConcat(expected, CATransform3DMakeRotation(0.5, 0, 0, 1))
    expected = CATransform3DConcat(expected, CATransform3DMakeTranslation(10, 0, 30))
    #expect(isNear(layer.transform, expected))
    #expect(
      layer.value(forKeyPath: "transform.translation") as? CGSize == CGSize(width: 10, height: 0))
    layer.setValue(CGPoint(x: 1, y: 2), forKeyPath: "transform.translation")
    #expect(layer.transform.m41 == 1 && layer.transform.m42 == 2 && layer.transform.m43 == 30)
  }

  @Test func shearsLean() {
    layer.setValue(2, forKeyPath: "transform.scale.y")
    layer.setValue(0.5, forKeyPath: "transform.shear.x")
    // y is sheared along x, and keeps its height.
    #expect(layer.transform.m21 == 1 && layer.transform.m22 == 2 && layer.transform.m11 == 1)
    layer.setValue(0.25, forKeyPath: "transform.shear.z")
    #expect(abs(layer.transform.m32 - 0.25) < 1e-12 && number("transform.shear.x") == 0.5)
    layer.setValue(0, forKeyPath: "transform.shear")
    #expect(layer.transform.m21 == 0 && layer.transform.m22 == 2)
  }

  @Test func anglesReadAsWritten() {
    for axis in ["x", "y", "z"] {
      for angle in [-3.0, -2, -1.6, -1, 0, 0.5, 1.5, 2, 3] {
        layer.transform = CATransform3DIdentity
        layer.setValue(angle, forKeyPath: "transform.rotation.\(axis)")
        let read = number("transform.rotation.\(axis)") ?? .nan
        #expect(abs(read - angle) < 1e-9, "\(axis) \(angle)")
      }
    }
  }

  @Test func perspectiveStaysAfterTheRotation() {
    layer.transform.m34 = -1 / 500
    layer.setValue(0.5, forKeyPath: "transform.rotation.y")
    var perspective = CATransform3DIdentity
    perspective.m34 = -1 / 500
    #expect(isNear(layer.transform, CATransform3DRotate(perspective, 0.5, 0, 1, 0)))
    layer.setValue(0, forKeyPath: "transform.rotation.y")
    #expect(isNear(layer.transform, perspective))
  }

  @Test func mirrorsReadAsMirrors() {
    for (index, axis) in ["x", "y", "z"].enumerated() {
      var scale: [CGFloat] = [1, 1, 1]
      scale[index] = -2
      layer.transform = CATransform3DMakeScale(scale[0], scale[1], scale[2])
      #expect(number("transform.scale.\(axis)") == -2)
      #expect(number("transform.rotation.z") == 0)
    }
  }

  @Test func whatIsTakenApartComesTogetherAgain() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      var elements = (0..<16).map { _ in CGFloat.random(in: -2...2, using: &generator) }
      if Bool.random(using: &generator) {
        (elements[3], elements[7], elements[11], elements[15]) = (0, 0, 0, 1)
      }
      guard let matrix = CATransform3D(elements: elements) else { continue }
      layer.transform = matrix
      // Writing the existing value changes nothing, including shear and perspective.
      let x = number("transform.translation.x") ?? .nan
      layer.setValue(x, forKeyPath: "transform.translation.x")
      #expect(isNear(layer.transform, matrix, within: 1e-5))
    }
  }

  @Test func matricesWithoutExtentStayFinite() {
    for scale in [
      (0.0, 1.0, 1.0), (1, 0, 1), (1, 1, 0), (0, 0, 1), (0, 1, 0), (1, 0, 0), (0, 0, 0),
    ] {
      layer.transform = CATransform3DMakeScale(
        CGFloat(scale.0), CGFloat(scale.1), CGFloat(scale.2))
      layer.setValue(0.5, forKeyPath: "transform.rotation.z")
      #expect(layer.transform.isFinite, "\(scale)")
      layer.setValue(2, forKeyPath: "transform.scale")
      #expect(abs((number("transform.scale.x") ?? 0) - 2) < 1e-9, "\(scale)")
    }
  }

  @Test func otherMatricesHavePartsToo() {
    layer.setValue(0.5, forKeyPath: "sublayerTransform.rotation.z")
    #expect(isNear(layer.sublayerTransform, CATransform3DMakeRotation(0.5, 0, 0, 1)))
    let replicator = CAReplicatorLayer()
    replicator.setValue(25, forKeyPath: "instanceTransform.translation.x")
    #expect(replicator.instanceTransform.m41 == 25)
  }

  @Test func pathsIntoSublayersAndMasks() {
    let child = makeLayer(10, 10, name: "bell")
    layer.addSublayer(child)
    layer.setValue(0.5, forKeyPath: "sublayers.bell.opacity")
    layer.setValue(0.5, forKeyPath: "sublayers.bell.transform.rotation.z")
    #expect(child.opacity == 0.5)
    #expect(isNear(child.transform, CATransform3DMakeRotation(0.5, 0, 0, 1)))
    #expect(layer.value(forKeyPath: "sublayers.bell.opacity") as? Float == 0.5)
    #expect(layer.value(forKeyPath: "sublayers.none.opacity") == nil)
    let mask = CALayer()
    layer.mask = mask
    layer.setValue(12, forKeyPath: "mask.cornerRadius")
    #expect(mask.cornerRadius == 12)
  }

  @Test func unknownPartsChangeNothing() {
    layer.position = CGPoint(x: 1, y: 2)
    layer.setValue(5, forKeyPath: "position.q")
    #expect(layer.position == CGPoint(x: 1, y: 2))
    #expect(layer.value(forKeyPath: "transform.rotation.q") == nil)
    layer.setValue("text", forKeyPath: "bounds.size")
    #expect(layer.bounds == .zero)
  }
}

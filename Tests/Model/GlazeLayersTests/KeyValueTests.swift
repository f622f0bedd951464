import Foundation
import GlazeGeometry
import GlazeLayers
import GlazeText
import Testing

/// Key-value coding over the property table.
@Suite struct KeyValueTests {
  private let layer = CALayer()

  @Test func anyKeyIsRetained() {
    layer.setValue("v", forKey: "custom")
    #expect(layer.value(forKey: "custom") as? String == "v")
    #expect(layer.customKeys == ["custom"])
    layer.setValue(nil, forKey: "custom")
    #expect(layer.value(forKey: "custom") == nil)
    #expect(layer.value(forKey: "never") == nil)
    layer.setValue(7, forKeyPath: "odd.path")
    #expect(layer.value(forKeyPath: "odd.path") as? Int == 7)
  }

  @Test func nilIsZeroForNumbersAndNothingForTheRest() {
    layer.opacity = 0.5
    layer.setValue(nil, forKey: "opacity")
    #expect(layer.opacity == 0)
    layer.isHidden = true
    layer.setValue(NSNull(), forKey: "hidden")
    #expect(!layer.isHidden)
    layer.backgroundColor = .white
    layer.setValue(nil, forKey: "backgroundColor")
    #expect(layer.backgroundColor == nil)
    layer.bounds = CGRect(x: 1, y: 2, width: 3, height: 4)
    layer.setValue(nil, forKey: "bounds")
    #expect(layer.bounds == .zero)
  }

  @Test func textBecomesNumbers() {
    layer.setValue("0.25", forKey: "opacity")
    #expect(layer.opacity == 0.25)
    layer.setValue("12.5pt", forKey: "cornerRadius")
    #expect(layer.cornerRadius == 12.5)
    layer.setValue("round", forKey: "cornerRadius")
    #expect(layer.cornerRadius == 0)
    layer.setValue("true", forKey: "masksToBounds")
    #expect(layer.masksToBounds)
    layer.setValue("0", forKey: "masksToBounds")
    #expect(!layer.masksToBounds)
  }

  @Test func everyKindOfNumberIsTaken() {
    let numbers: [Any] = [
      2, UInt8(2), Int64(2), 2.0, Float(2), CGFloat(2), NSNumber(value: 2), "2",
      Optional<Int>.some(2) as Any,
    ]
    for number in numbers {
      layer.zPosition = 0
      layer.setValue(number, forKey: "zPosition")
      #expect(layer.zPosition == 2, "\(type(of: number))")
    }
    layer.setValue(true, forKey: "zPosition")
    #expect(layer.zPosition == 1)
  }

  @Test func numbersReadAsNSNumber() {
    layer.opacity = 0.25
    #expect((layer.value(forKey: "opacity") as? NSNumber)?.floatValue == 0.25)
    #expect(layer.value(forKey: "opacity") as? Float == 0.25)
    layer.zPosition = 3
    #expect(layer.value(forKey: "zPosition") as? Double == 3)
    #expect(layer.value(forKey: "hidden") as? Bool == false)
    #expect(layer.value(forKey: "isHidden") as? Bool == false)
    #expect(layer.value(forKey: "maskedCorners") as? Int == 15)
    #expect(layer.value(forKey: "contentsGravity") as? String == "resize")
  }

  @Test func geometryIsTakenPlainAndBoxed() {
    let point = CGPoint(x: 1, y: 2)
    let rect = CGRect(x: 1, y: 2, width: 3, height: 4)
    let matrix = CATransform3DMakeRotation(0.5, 1, 2, 3)
    layer.setValue(point, forKey: "position")
    #expect(layer.position == point)
    layer.setValue(NSValue(cgPoint: CGPoint(x: 5, y: 6)), forKey: "position")
    #expect(layer.position == CGPoint(x: 5, y: 6))
    layer.setValue(NSValue(cgRect: rect), forKey: "bounds")
    #expect(layer.bounds == rect)
    layer.setValue(NSValue(cgSize: CGSize(width: 7, height: 8)), forKey: "shadowOffset")
    #expect(layer.shadowOffset == CGSize(width: 7, height: 8))
    layer.setValue(NSValue(caTransform3D: matrix), forKey: "transform")
    #expect(layer.transform == matrix)
    let affine = CGAffineTransform(scaleX: 2, y: 3)
    layer.setValue(affine, forKey: "transform")
    #expect(layer.affineTransform() == affine)
    #expect(layer.value(forKey: "bounds") as? CGRect == rect)
    #expect(layer.value(forKey: "transform") as? CATransform3D == layer.transform)
  }

  @Test func boxesCompareAndUnbox() {
    let matrix = CATransform3DMakeScale(1, 2, 3)
    let box = NSValue(caTransform3D: matrix)
    #expect(box.caTransform3DValue == matrix)
    #expect(box == NSValue(caTransform3D: matrix))
    #expect(box != NSValue(caTransform3D: .identity))
    #expect(box.hash == NSValue(caTransform3D: matrix).hash)
    #expect(String(cString: box.objCType).hasPrefix("{CATransform3D="))
    var bytes = CATransform3DIdentity
    box.getValue(&bytes)
    #expect(bytes == matrix)
    #expect(box != NSValue(cgPoint: .zero) && NSValue(cgPoint: .zero) != box)
    let affine = CGAffineTransform(rotationAngle: 1)
    #expect(NSValue(cgAffineTransform: affine).cgAffineTransformValue == affine)
    #expect(NSValue(cgPoint: CGPoint(x: 1, y: 2)).cgPointValue == CGPoint(x: 1, y: 2))
    #expect(NSNumber(value: 3).cgPointValue == .zero)
    #expect(NSNumber(value: 3).caTransform3DValue == .identity)
  }

  @Test func valuesCastAsOnAMac() {
    layer.opacity = 0.25
    layer.position = CGPoint(x: 1, y: 2)
    layer.bounds = CGRect(x: 0, y: 0, width: 3, height: 4)
    #expect(layer.value(forKeyPath: "opacity") as? CGFloat == 0.25)
    #expect(layer.value(forKeyPath: "position.x") as? CGFloat == 1)
    #expect((layer.value(forKey: "position") as? NSValue)?.cgPointValue == CGPoint(x: 1, y: 2))
    #expect((layer.value(forKeyPath: "bounds.size") as? NSValue)?.cgSizeValue.height == 4)
    #expect((layer.value(forKey: "transform") as? NSValue)?.caTransform3DValue == .identity)
    #expect(layer.value(forKey: "position") as? CGFloat == nil)
    #expect(layer.value(forKey: "position") as? CGSize == nil)
  }

  @Test func objectsCastToValuesAndBack() throws {
    let rect = CGRect(x: 1, y: 2, width: 3, height: 4)
    let matrix = CATransform3DMakeScale(1, 2, 3)
    let affine = CGAffineTransform(rotationAngle: 1)
    let objects: [Any] = [
      NSNumber(value: 0.5), NSValue(cgPoint: rect.origin), NSValue(cgSize: rect.size),
      NSValue(cgRect: rect), NSValue(caTransform3D: matrix), NSValue(cgAffineTransform: affine),
    ]
    #expect(objects.compactMap { $0 as? CGFloat } == [0.5])
    #expect(objects.compactMap { $0 as? CGPoint } == [rect.origin])
    #expect(objects.compactMap { $0 as? CGSize } == [rect.size])
    #expect(objects.compactMap { $0 as? CGRect } == [rect])
    #expect(objects.compactMap { $0 as? CATransform3D } == [matrix])
    #expect(objects.compactMap { $0 as? CGAffineTransform } == [affine])
    let values: [Any] = [CGFloat(0.5), rect.origin, rect.size, rect, matrix, affine]
    #expect(values.compactMap { $0 as? NSValue } == objects.compactMap { $0 as? NSValue })
    #expect(values.compactMap { $0 as? NSNumber } == [0.5])
    #expect(values as? [NSValue] != nil)
    let json = try JSONSerialization.jsonObject(with: Data("[0, 0.5, 1]".utf8))
    #expect(json as? [CGFloat] == [0, 0.5, 1])
    let numbers: [CGFloat] = [0, 0.5, 1]
    #expect((numbers as Any) as? [NSNumber] == [0, 0.5, 1])
    #expect(numbers as [NSNumber] == [0, 0.5, 1])
    #expect((rect.origin as NSValue).cgPointValue == rect.origin)
  }

  @Test func wrongTypesAreRefused() {
    layer.position = CGPoint(x: 1, y: 2)
    layer.setValue("here", forKey: "position")
    layer.setValue(5, forKey: "position")
    #expect(layer.position == CGPoint(x: 1, y: 2))
    layer.backgroundColor = .white
    layer.setValue("red", forKey: "backgroundColor")
    #expect(layer.backgroundColor == .white)
    layer.setValue([1, 2], forKey: "sublayers")
    #expect(layer.sublayers == nil)
  }

  @Test func objectsAreTaken() {
    let (child, mask) = (CALayer(), CALayer())
    layer.setValue([child], forKey: "sublayers")
    layer.setValue(mask, forKey: "mask")
    #expect(layer.sublayers?.first === child && layer.mask === mask)
    #expect((layer.value(forKey: "mask") as? CALayer) === mask)
    layer.setValue(nil, forKey: "sublayers")
    #expect(layer.sublayers == nil)
    layer.setValue(["gaussianBlur"], forKey: "filters")
    #expect(layer.filters as? [String] == ["gaussianBlur"])
  }

  @Test func nilObjectsAreNil() {
    let text = CATextLayer()
    for key in ["contents", "compositingFilter", "mask", "string", "font"] {
      text.setValue(nil, forKey: key)
      #expect(text.value(forKey: key) == nil, "\(key)")
      text.setValue(Int?.none as Any, forKey: key)
      #expect(text.value(forKey: key) == nil, "\(key)")
    }
    #expect(text.contents == nil && text.string == nil && text.font == nil)
  }

  @Test func stylesAnswerForCustomKeys() {
    layer.style = ["a": 1, "style": ["b": 2, "a": 3]]
    #expect(layer.value(forKey: "a") as? Int == 1)
    #expect(layer.value(forKey: "b") as? Int == 2)
    layer.setValue(4, forKey: "a")
    #expect(layer.value(forKey: "a") as? Int == 4)
    #expect(layer.value(forKeyPath: "style.b") == nil)
    #expect(layer.value(forKeyPath: "style.style.b") as? Int == 2)
    #expect(layer.value(forKey: "fillMode") as? String == "removed")
  }

  @Test func subclassesAddTheirProperties() {
    let shape = CAShapeLayer()
    shape.setValue("even-odd", forKey: "fillRule")
    shape.setValue(4, forKey: "lineWidth")
    shape.setValue(0.5, forKey: "opacity")
    #expect(shape.fillRule == .evenOdd && shape.lineWidth == 4 && shape.opacity == 0.5)
    layer.setValue(4, forKey: "lineWidth")
    #expect(layer.customKeys == ["lineWidth"])
    let emitter = CAEmitterLayer()
    let cell = CAEmitterCell()
    cell.name = "snow"
    emitter.emitterCells = [cell]
    emitter.setValue(12, forKeyPath: "emitterCells.snow.birthRate")
    emitter.setValue(99, forKey: "seed")
    #expect(cell.birthRate == 12 && emitter.seed == 99)
    cell.setValue(0.5, forKeyPath: "contentsRect.size.width")
    #expect(cell.contentsRect.width == 0.5)
    cell.setValue("plane", forKey: "particleType")
    #expect(cell.value(forKey: "particleType") as? String == "plane")
    emitter.setValue(-5, forKey: "seed")
    emitter.setValue(Double.nan, forKey: "seed")
    #expect(emitter.seed == 0)
  }

  @Test func keysThatNeedDisplayAskForIt() {
    final class Drawn: CALayer {
      override class func needsDisplay(forKey key: String) -> Bool { key == "progress" }
    }
    let drawn = Drawn()
    drawn.setValue(1, forKey: "other")
    #expect(!drawn.needsDisplay())
    drawn.setValue(1, forKey: "progress")
    #expect(drawn.needsDisplay())
  }
}

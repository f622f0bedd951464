import Foundation
import GlazeGeometry
import GlazeLayers
import GlazeText
import Testing

/// The tables of defaults in Apple's headers.
@Suite struct DefaultsTests {
  @Test func geometryIsZeroAboutTheMiddle() {
    let layer = CALayer()
    #expect(layer.bounds == .zero)
    #expect(layer.position == .zero)
    #expect(layer.zPosition == 0)
    #expect(layer.anchorPoint == CGPoint(x: 0.5, y: 0.5))
    #expect(layer.anchorPointZ == 0)
    #expect(CATransform3DIsIdentity(layer.transform))
    #expect(CATransform3DIsIdentity(layer.sublayerTransform))
    #expect(layer.frame == .zero)
    #expect(!layer.isHidden)
    #expect(layer.isDoubleSided)
    #expect(!layer.isGeometryFlipped)
    #expect(!layer.masksToBounds)
    #expect(!layer.contentsAreFlipped())
    #expect(layer.superlayer == nil)
    #expect(layer.sublayers == nil)
    #expect(layer.mask == nil)
  }

  @Test func contentsAreNothingStretched() {
    let unit = CGRect(x: 0, y: 0, width: 1, height: 1)
    let layer = CALayer()
    #expect(layer.contents == nil)
    #expect(layer.contentsRect == unit)
    #expect(layer.contentsCenter == unit)
    #expect(layer.contentsGravity == .resize)
    #expect(layer.contentsScale == 1)
    #expect(layer.contentsFormat == .RGBA8Uint)
    #expect(layer.minificationFilter == .linear)
    #expect(layer.magnificationFilter == .linear)
    #expect(layer.minificationFilterBias == 0)
    #expect(!layer.isOpaque)
    #expect(!layer.needsDisplayOnBoundsChange)
    #expect(!layer.drawsAsynchronously)
    #expect(!layer.wantsExtendedDynamicRangeContent)
    #expect(layer.toneMapMode == .automatic)
    #expect(layer.preferredDynamicRange == .standard)
    #expect(layer.contentsHeadroom == 0)
    #expect(!layer.wantsDynamicContentScaling)
  }

  @Test func appearanceIsPlain() {
    let layer = CALayer()
    #expect(layer.backgroundColor == nil)
    #expect(layer.cornerRadius == 0)
    #expect(layer.maskedCorners.rawValue == 15)
    #expect(layer.cornerCurve == .circular)
    #expect(layer.borderWidth == 0)
    #expect(layer.borderColor == .black)
    #expect(layer.opacity == 1)
    #expect(layer.allowsGroupOpacity)
    #expect(layer.compositingFilter == nil)
    #expect(layer.filters == nil)
    #expect(layer.backgroundFilters == nil)
    #expect(!layer.shouldRasterize)
    #expect(layer.rasterizationScale == 1)
    #expect(layer.edgeAntialiasingMask.rawValue == 15)
    #expect(layer.allowsEdgeAntialiasing)
    #expect(layer.autoresizingMask.isEmpty)
    #expect(layer.layoutManager == nil)
    #expect(layer.delegate == nil)
    #expect(layer.actions == nil)
    #expect(layer.name == nil)
    #expect(layer.style == nil)
  }

  @Test func shadowIsReadyAndTransparent_pitfalls4And8() {
    let layer = CALayer()
    #expect(layer.shadowColor == .black)
    #expect(layer.shadowOpacity == 0)
    #expect(layer.shadowOffset == CGSize(width: 0, height: -3))
    #expect(layer.shadowRadius == 3)
    #expect(layer.shadowPath == nil)
  }

  @Test func defaultValueForKeyIsNilWhereApplesIs() {
    #expect(CALayer.defaultValue(forKey: "anchorPoint") as? CGPoint == CGPoint(x: 0.5, y: 0.5))
    let numbers: [(String, Double)] = [
      ("opacity", 1), ("shadowRadius", 3), ("contentsScale", 1), ("hidden", 0),
      ("geometryFlipped", 0), ("opaque", 0), ("speed", 1), ("duration", .infinity),
      ("contentsHeadroom", 0),
    ]
    for (key, value) in numbers {
      #expect((CALayer.defaultValue(forKey: key) as? NSNumber)?.doubleValue == value, "\(key)")
    }
    #expect(CALayer.defaultValue(forKey: "contentsFormat") as? String == "RGBA8")
    #expect(CALayer.defaultValue(forKey: "fillMode") as? String == "removed")
    for key in [
      "bounds", "position", "transform", "cornerRadius", "backgroundColor", "zPosition",
      "shadowOpacity", "beginTime", "noSuchKey",
    ] {
      #expect(CALayer.defaultValue(forKey: key) == nil, "\(key)")
    }
    #expect(!CALayer.needsDisplay(forKey: "bounds"))
  }

  @Test func cornerCurvesExpandByApplesFactors() {
    #expect(CALayer.cornerCurveExpansionFactor(.circular) == 1)
    #expect(CALayer.cornerCurveExpansionFactor(.continuous) == 1.528665)
  }

  @Test func subclassesHaveApplesDefaults() {
    let gradient = CAGradientLayer()
    #expect(gradient.colors == nil && gradient.locations == nil)
    #expect(gradient.startPoint == CGPoint(x: 0.5, y: 0))
    #expect(gradient.endPoint == CGPoint(x: 0.5, y: 1))
    #expect(gradient.type == .axial)
    let shape = CAShapeLayer()
    #expect(shape.path == nil && shape.strokeColor == nil && shape.lineDashPattern == nil)
    #expect(shape.fillColor == .black)
    #expect(shape.fillRule.rawValue == "non-zero")
    #expect(
      [shape.strokeStart, shape.strokeEnd, shape.lineWidth, shape.miterLimit] == [0, 1, 1, 10])
    #expect(shape.lineCap == .butt && shape.lineJoin == .miter && shape.lineDashPhase == 0)
    let replicator = CAReplicatorLayer()
    #expect(replicator.instanceCount == 1 && !replicator.preservesDepth)
    #expect(replicator.instanceDelay == 0 && CATransform3DIsIdentity(replicator.instanceTransform))
    #expect(replicator.instanceColor == .white && replicator.instanceAlphaOffset == 0)
    let text = CATextLayer()
    #expect(text.string == nil && text.font as? String == "Helvetica" && text.fontSize == 36)
    #expect(text.foregroundColor == .white && !text.isWrapped)
    #expect(text.truncationMode == .none && text.alignmentMode == .natural)
    let scroll = CAScrollLayer()
    #expect(scroll.scrollMode == .both && scroll.masksToBounds)
  }

  @Test func emittersHaveApplesDefaults() {
    let emitter = CAEmitterLayer()
    #expect(emitter.emitterCells == nil && emitter.seed == 0 && !emitter.preservesDepth)
    #expect(
      [emitter.birthRate, emitter.lifetime, emitter.velocity, emitter.scale, emitter.spin]
        == [1, 1, 1, 1, 1])
    #expect(emitter.emitterShape == .point && emitter.emitterMode == .volume)
    #expect(emitter.renderMode == .unordered)
    let cell = CAEmitterCell()
    #expect(cell.isEnabled && cell.birthRate == 0 && cell.scale == 1 && cell.color == .white)
    #expect(cell.contentsRect == CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(cell.minificationFilter == "linear")
  }
}

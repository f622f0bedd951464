import Foundation
import GlazeGeometry
import GlazeLayers
import Testing

/// Bounds, frames and matrices: sections "local to superlayer" and "frame" of the semantics.
@Suite struct GeometryTests {
  @Test func pitfall42_negativeSizesBecomePositive() {
    let layer = CALayer()
    layer.bounds = CGRect(x: 5, y: 5, width: -10, height: -20)
    #expect(layer.bounds.origin == CGPoint(x: -5, y: -15))
    #expect(layer.bounds.size == CGSize(width: 10, height: 20))
    layer.bounds = .zero
    layer.frame = CGRect(x: 10, y: 10, width: -20, height: -30)
    #expect(layer.bounds == CGRect(x: 0, y: 0, width: 20, height: 30))
    #expect(layer.position == CGPoint(x: 0, y: -5))
  }

  @Test func boundsDoNotMoveThePosition() {
    let layer = makeLayer(10, 10, at: CGPoint(x: 3, y: 4))
    layer.bounds = CGRect(x: 7, y: 8, width: 100, height: 200)
    #expect(layer.position == CGPoint(x: 3, y: 4))
  }

  @Test func pitfall39_anchorPointMovesTheFrameNotThePosition() {
    let layer = makeLayer(100, 50, at: CGPoint(x: 50, y: 25))
    #expect(layer.frame == CGRect(x: 0, y: 0, width: 100, height: 50))
    layer.anchorPoint = CGPoint(x: 0, y: 2)
    #expect(layer.anchorPoint == CGPoint(x: 0, y: 2))
    #expect(layer.position == CGPoint(x: 50, y: 25))
    #expect(layer.frame == CGRect(x: 50, y: -75, width: 100, height: 50))
  }

  @Test func pitfall38_frameIsTheBoundingBox() {
    let scaled = makeLayer(100, 50, at: CGPoint(x: 200, y: 300))
    scaled.transform = CATransform3DMakeScale(2, 4, 1)
    #expect(isNear(scaled.frame, CGRect(x: 100, y: 200, width: 200, height: 200)))
    let rotated = makeLayer(100, 100)
    rotated.transform = CATransform3DMakeRotation(.pi / 4, 0, 0, 1)
    let half = 50 * CGFloat(2).squareRoot()
    #expect(
      isNear(rotated.frame, CGRect(x: -half, y: -half, width: 2 * half, height: 2 * half)))
    #expect(rotated.position == .zero)
    #expect(rotated.bounds.size == CGSize(width: 100, height: 100))
  }

  /// A view that is scaled to nothing keeps its size when its frame is set, and appears where it was put.
  @Test(arguments: [CATransform3DMakeScale(0, 0, 1), CATransform3DMakeScale(0, 1, 1)])
  func framesUnderSingularTransformsKeepTheSize(transform: CATransform3D) {
    let layer = makeLayer(100, 50, at: CGPoint(x: 200, y: 300))
    layer.transform = transform
    layer.frame = CGRect(x: 10, y: 20, width: 30, height: 40)
    #expect(layer.bounds.size == CGSize(width: 100, height: 50))
    #expect(layer.frame.origin == CGPoint(x: 10, y: 20))
  }

  @Test func frameIgnoresTheOwnFlipAndSublayerTransform() {
    let layer = makeLayer(100, 50, at: CGPoint(x: 200, y: 300))
    layer.anchorPoint = CGPoint(x: 0.25, y: 0.75)
    let frame = layer.frame
    layer.isGeometryFlipped = true
    #expect(layer.frame == frame)
    let parent = makeLayer(10, 10)
    parent.sublayerTransform = CATransform3DMakeScale(2, 2, 1)
    parent.addSublayer(layer)
    #expect(layer.frame == frame)
  }

  @Test func pitfall41_settingTheFrameKeepsTheBoundsOrigin() {
    let layer = makeLayer(10, 10)
    layer.bounds.origin = CGPoint(x: 7, y: 9)
    layer.frame = CGRect(x: 10, y: 20, width: 30, height: 40)
    #expect(layer.bounds == CGRect(x: 7, y: 9, width: 30, height: 40))
    #expect(layer.position == CGPoint(x: 25, y: 40))
    #expect(layer.frame == CGRect(x: 10, y: 20, width: 30, height: 40))
  }

  @Test func settingTheFrameUnderAScaleUndoesIt() {
    let layer = CALayer()
    layer.transform = CATransform3DMakeScale(2, 4, 1)
    layer.frame = CGRect(x: 0, y: 0, width: 100, height: 50)
    #expect(isNear(layer.bounds, CGRect(x: 0, y: 0, width: 50, height: 12.5)))
    #expect(isNear(layer.frame, CGRect(x: 0, y: 0, width: 100, height: 50)))
  }

  @Test func settingTheFrameUnderATranslationMovesThePosition() {
    let layer = CALayer()
    layer.transform = CATransform3DMakeTranslation(10, 20, 0)
    layer.frame = CGRect(x: 10, y: 20, width: 100, height: 50)
    #expect(isNear(layer.position, CGPoint(x: 50, y: 25)))
    #expect(isNear(layer.frame, CGRect(x: 10, y: 20, width: 100, height: 50)))
  }

  @Test func settingTheFrameUnderAMirrorStaysPositive() {
    let layer = CALayer()
    layer.transform = CATransform3DMakeScale(-2, 1, 1)
    layer.frame = CGRect(x: 10, y: 20, width: 100, height: 50)
    #expect(isNear(layer.bounds, CGRect(x: 0, y: 0, width: 50, height: 50)))
    #expect(isNear(layer.frame, CGRect(x: 10, y: 20, width: 100, height: 50)))
  }

  @Test func pitfall37_affineTransformOfSpaceIsTheIdentity() {
    let layer = CALayer()
    #expect(layer.affineTransform().isIdentity)
    let turn = CGAffineTransform(rotationAngle: 0.5)
    layer.setAffineTransform(turn)
    #expect(layer.affineTransform() == turn)
    layer.transform = CATransform3DMakeRotation(0.5, 1, 0, 0)
    #expect(layer.affineTransform().isIdentity)
    layer.setAffineTransform(turn)
    #expect(layer.transform.m33 == 1 && layer.transform.m23 == 0)
  }

  @Test func unknownNamesBecomeTheDocumentedOnes_pitfall54() {
    let layer = CALayer()
    layer.contentsGravity = CALayerContentsGravity(rawValue: "sideways")
    #expect(layer.contentsGravity == .center)
    layer.cornerCurve = .continuous
    layer.cornerCurve = CALayerCornerCurve(rawValue: "wavy")
    #expect(layer.cornerCurve == .circular)
    layer.edgeAntialiasingMask = CAEdgeAntialiasingMask(rawValue: 0xFFFF)
    #expect(layer.edgeAntialiasingMask.rawValue == 15)
  }

  @Test(arguments: [
    CALayerContentsGravity.center, .top, .bottom, .left, .right, .topLeft, .topRight,
    .bottomLeft, .bottomRight, .resize, .resizeAspect, .resizeAspectFill,
  ])
  func everyGravityReadsBack(gravity: CALayerContentsGravity) {
    let layer = CALayer()
    layer.contentsGravity = gravity
    #expect(layer.contentsGravity == gravity)
  }

  @Test func noPlaceIsNaN() {
    let layer = CALayer()
    layer.name = "photo\n"
    layer.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
    let changes: [(CALayer) -> Void] = [
      { $0.position.x = .nan }, { $0.position = CGPoint(x: 0, y: CGFloat.nan) },
      { $0.bounds.origin.y = .nan }, { $0.bounds.size.width = .nan },
      { $0.setValue(CGPoint(x: CGFloat.nan, y: 0), forKey: "position") },
      { $0.setValue(Double.nan, forKeyPath: "position.x") },
      { $0.setValue("nan", forKeyPath: "bounds.size.height") },
    ]
    for change in changes {
      let told = refusals { change(layer) }
      #expect(layer.frame == CGRect(x: 1, y: 2, width: 3, height: 4))
      let text = told.first?.description ?? ""
      #expect(told.count == 1 && text.contains("of \"photo\\n\" is not changed to ("), "\(text)")
    }
    // The width affects both the bounds and the position, so both are refused.
    #expect(refusals { layer.frame.size.width = .nan }.count == 2)
    #expect(layer.frame == CGRect(x: 1, y: 2, width: 3, height: 4))
  }

  @Test func extremeNumbersAreStoredAsGiven() {
    let layer = CALayer()
    layer.position = CGPoint(x: -CGFloat.infinity, y: .infinity)
    #expect(layer.position.x == -.infinity && layer.position.y == .infinity)
    layer.opacity = 7
    #expect(layer.opacity == 7)
    layer.bounds = CGRect(x: 0, y: 0, width: 3, height: -CGFloat.infinity)
    #expect(layer.bounds.height == .infinity)
    #expect(layer.hitTest(.zero) == nil)
    #expect(!layer.convert(CGPoint.zero, to: nil).x.isFinite)
  }
}

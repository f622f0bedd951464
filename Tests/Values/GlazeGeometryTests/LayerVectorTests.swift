import Foundation
import GlazeGeometry
import Testing

/// Values measured on Apple's QuartzCore and computed here from matrices alone, which requires the
/// right order of every product and the right direction of every function.
@Suite("Matrices of layers") struct LayerVectorTests {
  /// Returns the matrix from a layer's space to its superlayer's.
  private func toSuper(
    bounds: CGRect, anchor: CGPoint, position: CGPoint, transform: CATransform3D = .identity,
    flipped: Bool = false
  ) -> CATransform3D {
    let flip = CATransform3DTranslate(
      CATransform3DMakeScale(1, -1, 1), 0, -(2 * bounds.minY + bounds.height), 0)
    let pivot = CATransform3DMakeTranslation(
      -(bounds.minX + anchor.x * bounds.width), -(bounds.minY + anchor.y * bounds.height), 0)
    let place = CATransform3DMakeTranslation(position.x, position.y, 0)
    return (flipped ? flip : .identity) * pivot * transform * place
  }

  /// Returns a superlayer's sublayerTransform about its anchor point.
  private func about(_ bounds: CGRect, _ anchor: CGPoint, _ t: CATransform3D) -> CATransform3D {
    let (x, y) = (bounds.minX + anchor.x * bounds.width, bounds.minY + anchor.y * bounds.height)
    return CATransform3DMakeTranslation(-x, -y, 0) * t * CATransform3DMakeTranslation(x, y, 0)
  }

  @Test("a flipped, rotated layer with a bounds origin") func flipped() {
    let m = Homography(
      toSuper(
        bounds: CGRect(x: 5, y: 7, width: 100, height: 80), anchor: CGPoint(x: 0.25, y: 0.75),
        position: CGPoint(x: 80, y: 90), transform: CATransform3DMakeRotation(0.3, 0, 0, 1),
        flipped: true))
    let measured: [(CGPoint, CGPoint)] = [
      (CGPoint(x: 5, y: 7), CGPoint(x: 50.2061836386, y: 101.718724616)),
      (CGPoint(x: 105, y: 7), CGPoint(x: 145.739832551, y: 131.270745282)),
      (CGPoint(x: 5, y: 87), CGPoint(x: 73.8478001715, y: 25.2918054859)),
      (CGPoint(x: 11, y: 13), CGPoint(x: 57.7113238134, y: 97.7598269212)),
    ]
    for (local, expected) in measured { #expect(near(m.project(local), expected, 1e-6)) }
  }

  @Test("a child of a flipped layer") func childOfFlipped() {
    let parent = toSuper(
      bounds: CGRect(x: 5, y: 7, width: 100, height: 80), anchor: .zero,
      position: CGPoint(x: 20, y: 30), flipped: true)
    let child = toSuper(
      bounds: CGRect(x: 0, y: 0, width: 10, height: 10), anchor: .zero,
      position: CGPoint(x: 15, y: 17))
    #expect(near(Homography(child * parent).project(.zero), CGPoint(x: 30, y: 100)))
  }

  @Test("sublayerTransform applies about the superlayer's anchor point") func sublayerTransform() {
    let middle = CGPoint(x: 0.5, y: 0.5)
    let double = CATransform3DMakeScale(2, 2, 1)
    let first =
      toSuper(
        bounds: CGRect(x: 0, y: 0, width: 50, height: 50), anchor: middle,
        position: CGPoint(x: 100, y: 50), transform: CATransform3DMakeTranslation(5, 6, 0))
      * about(CGRect(x: 0, y: 0, width: 200, height: 200), middle, double)
    #expect(near(Homography(first).project(.zero), CGPoint(x: 60, y: -38)))
    let second =
      toSuper(
        bounds: CGRect(x: 0, y: 0, width: 20, height: 20), anchor: middle,
        position: CGPoint(x: 20, y: 20))
      * about(CGRect(x: 5, y: 5, width: 100, height: 100), .zero, double)
    #expect(near(Homography(second).project(.zero), CGPoint(x: 15, y: 15)))
  }

  @Test("the front of a cube in perspective") func cubeFace() {
    let middle = CGPoint(x: 0.5, y: 0.5)
    var eye = CATransform3DIdentity
    eye.m34 = -1.0 / 500
    let face = toSuper(
      bounds: CGRect(x: 0, y: 0, width: 100, height: 100), anchor: middle, position: .zero,
      transform: CATransform3DMakeTranslation(0, 0, 50))
    let cube = toSuper(
      bounds: .zero, anchor: middle, position: CGPoint(x: 150, y: 150),
      transform: CATransform3DMakeTranslation(-100, 0, 0))
    let m = Homography(
      face * cube * about(CGRect(x: 0, y: 0, width: 300, height: 300), middle, eye))
    let corners = [(0, 0), (100, 0), (100, 100), (0, 100)].map { m.project(CGPoint(x: $0, y: $1)) }
    let (low, high) = (850.0 / 9, 1850.0 / 9)
    #expect(near(corners[0], CGPoint(x: -50.0 / 3, y: low)))
    #expect(near(corners[1], CGPoint(x: low, y: low)))
    #expect(near(corners[2], CGPoint(x: low, y: high)))
    #expect(near(corners[3], CGPoint(x: -50.0 / 3, y: high)))
    #expect(near(CGFloat(m.apply(.zero).w), 0.9))
  }

  @Test("m34 survives a later CATransform3DRotate") func perspectiveBeforeRotation() {
    var t = CATransform3DIdentity
    t.m34 = -1.0 / 500
    t = CATransform3DRotate(t, .pi / 4, 0, 1, 0)
    let h = Homography(t)
    // The edge that the rotation brings closer, at z > 0, is magnified.
    let (left, right) = (h.project(CGPoint(x: -50, y: 50)), h.project(CGPoint(x: 50, y: 50)))
    #expect(left.y > 50 && right.y < 50)
    #expect(near(t.m34, -0.0014142135623730952))
  }
}

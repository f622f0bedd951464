import Foundation
import GlazeGeometry
import Testing

@Suite("Homography") struct HomographyTests {
  private func random(_ g: inout Lehmer) throws -> CATransform3D {
    try #require(CATransform3D(elements: (0..<16).map { _ in g.number() }))
  }

  @Test("agrees with the 4x4 matrix on the plane z = 0") func fromTransform3D() throws {
    var g = Lehmer()
    for _ in 0..<20 {
      let t = try random(&g)
      let p = g.point()
      let image = Homography(t).apply(p)
      #expect(near(CGFloat(image.x), p.x * t.m11 + p.y * t.m21 + t.m41))
      #expect(near(CGFloat(image.y), p.x * t.m12 + p.y * t.m22 + t.m42))
      #expect(near(CGFloat(image.w), p.x * t.m14 + p.y * t.m24 + t.m44))
    }
  }

  @Test("agrees with an affine transform") func fromAffine() {
    let t = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
    let p = CGPoint(x: 10, y: 100)
    #expect(Homography(t).project(p) == p.applying(t))
    #expect(Homography(t) == Homography(CATransform3DMakeAffineTransform(t)))
  }

  @Test("the product applies the right side first") func composition() throws {
    var g = Lehmer()
    for _ in 0..<20 {
      let (a, b) = (Homography(try random(&g)), Homography(try random(&g)))
      let p = g.point(in: -1...1)
      let (inner, both) = (b.apply(p), (a * b).apply(p))
      #expect(abs(both.x - (a.xx * inner.x + a.xy * inner.y + a.xw * inner.w)) < 1e-12)
      #expect(abs(both.y - (a.yx * inner.x + a.yy * inner.y + a.yw * inner.w)) < 1e-12)
      #expect(abs(both.w - (a.wx * inner.x + a.wy * inner.y + a.ww * inner.w)) < 1e-12)
    }
  }

  @Test("the inverse is exact in scale, so the sign of w means something") func inverse() throws {
    var g = Lehmer()
    for _ in 0..<50 {
      let h = Homography(try random(&g))
      let product = try h * #require(h.inverse)
      for (value, expected) in [
        (product.xx, 1.0), (product.xy, 0), (product.xw, 0), (product.yx, 0), (product.yy, 1),
        (product.yw, 0), (product.wx, 0), (product.wy, 0), (product.ww, 1),
      ] {
        #expect(abs(value - expected) < 1e-9)
      }
    }
    // A point behind the eye maps to a negative w, and so does its inverse image.
    let eye = Homography(xx: 1, xy: 0, xw: 0, yx: 0, yy: 1, yw: 0, wx: 0.01, wy: 0, ww: 1)
    let behind = eye.apply(CGPoint(x: -200, y: 0))
    #expect(behind.w == -1)
    let back = try #require(eye.inverse).apply(
      CGPoint(x: behind.x / behind.w, y: behind.y / behind.w))
    #expect(back.w < 0)
    #expect(abs(back.x / back.w + 200) < 1e-9)
  }

  @Test("a singular map has no inverse") func singular() {
    #expect(Homography(CATransform3DMakeRotation(0, 1, 0, 0)).inverse != nil)
    #expect(Homography(CATransform3DMakeScale(0, 1, 1)).inverse == nil)
    #expect(Homography(CATransform3DMakeScale(.nan, 1, 1)).inverse == nil)
    #expect(Homography(CATransform3DMakeScale(.infinity, 1, 1)).inverse == nil)
    #expect(Homography(CATransform3DMakeScale(2, 3, 0)).determinant == 6)
  }

  @Test("classes of maps") func classes() {
    #expect(Homography.identity.isIdentity)
    #expect(Homography(CATransform3DIdentity).isIdentity)
    #expect(Homography(CGAffineTransform(scaleX: -2, y: 3)).isAxisAligned)
    #expect(Homography(CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 9, ty: 9)).isAxisAligned)
    #expect(!Homography(CGAffineTransform(rotationAngle: 0.1)).isAxisAligned)
    #expect(!Homography(CGAffineTransform(a: 1, b: 0, c: 0.5, d: 1, tx: 0, ty: 0)).isAxisAligned)
    #expect(Homography(CGAffineTransform(rotationAngle: 0.1)).isAffine)
    var perspective = CATransform3DIdentity
    perspective.m34 = -0.002
    #expect(Homography(perspective).isAffine)
    let tilted = Homography(CATransform3DRotate(perspective, 0.5, 1, 0, 0))
    #expect(!tilted.isAffine && !tilted.isAxisAligned && !tilted.isIdentity)
  }
}

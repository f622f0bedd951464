import Foundation
import GlazeGeometry
import Testing

@Suite("CGAffineTransform") struct CGAffineTransformTests {
  @Test("operations apply first, in the local space") func preMultiplication() {
    let m = CGAffineTransform.identity.scaledBy(x: 0.5, y: 0.5).rotated(by: .pi / 6)
      .translatedBy(x: 200, y: 0)
    #expect(near(CGPoint.zero.applying(m), CGPoint(x: 86.60254037844386, y: 50)))
    let down = CGAffineTransformTranslate(
      CGAffineTransformScale(CGAffineTransformMakeRotation(.pi / 4), 0.5, 0.5), 100, 100)
    #expect(near(CGPoint(x: down.tx, y: down.ty), CGPoint(x: 0, y: 70.71067811865476)))
  }

  @Test("x' = a x + c y + tx, y' = b x + d y + ty") func application() {
    let t = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
    #expect(CGPoint(x: 10, y: 100).applying(t) == CGPoint(x: 315, y: 426))
    #expect(CGPointApplyAffineTransform(CGPoint(x: 10, y: 100), t) == CGPoint(x: 315, y: 426))
    #expect(CGSize(width: 10, height: 100).applying(t) == CGSize(width: 310, height: 420))
    #expect(CGAffineTransformMake(1, 2, 3, 4, 5, 6) == t)
    #expect(CGAffineTransform(1, 2, 3, 4, 5, 6) == t)
  }

  @Test("a positive angle rotates +x toward +y") func rotation() {
    let t = CGAffineTransform(rotationAngle: .pi / 2)
    #expect(near(CGPoint(x: 1, y: 0).applying(t), CGPoint(x: 0, y: 1)))
    #expect(near(CGPoint(x: 0, y: 1).applying(t), CGPoint(x: -1, y: 0)))
  }

  @Test("concatenating applies the receiver first, like CATransform3DConcat") func concatenation() {
    let a = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
    let b = CGAffineTransform(a: -2, b: 1, c: 0.5, d: 3, tx: 7, ty: -1)
    let p = CGPoint(x: 3, y: -4)
    #expect(p.applying(a.concatenating(b)) == p.applying(a).applying(b))
    #expect(
      CATransform3DConcat(
        CATransform3DMakeAffineTransform(a), CATransform3DMakeAffineTransform(b))
        == CATransform3DMakeAffineTransform(CGAffineTransformConcat(a, b)))
  }

  @Test("the inverse undoes the transform; that of a singular one is itself") func inversion() {
    let t = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
    let p = CGPoint(x: 3, y: -4)
    #expect(near(p.applying(t).applying(t.inverted()), p))
    let flat = CGAffineTransform(scaleX: 0, y: 1)
    #expect(flat.inverted() == flat)
    #expect(flat.inverse == nil)
    #expect(CGAffineTransformInvert(CGAffineTransform(scaleX: 2, y: 4)).a == 0.5)
  }

  @Test("identities") func identities() {
    #expect(CGAffineTransform().isIdentity)
    #expect(CGAffineTransformIsIdentity(CGAffineTransformIdentity))
    #expect(!CGAffineTransformMakeTranslation(0, 1e-300).isIdentity)
    #expect(CGAffineTransformEqualToTransform(CGAffineTransformMakeScale(1, 1), .identity))
  }

  @Test("a rectangle maps to the box around its corners") func rectangles() {
    let r = CGRect(x: 0, y: 0, width: 100, height: 100)
    let side = 100 * CGFloat(2).squareRoot()
    #expect(
      near(
        r.applying(CGAffineTransform(rotationAngle: .pi / 4)),
        CGRect(x: -side / 2, y: 0, width: side, height: side)))
    #expect(
      CGRectMake(1, 2, 3, 4).applying(CGAffineTransform(scaleX: -2, y: 1))
        == CGRectMake(-8, 2, 6, 4))
    #expect(CGRect.null.applying(CGAffineTransform(scaleX: 2, y: 2)).isNull)
    #expect(CGRect.infinite.applying(CGAffineTransform(scaleX: 2, y: 2)).isInfinite)
  }
}

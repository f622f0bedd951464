import Foundation
import GlazeGeometry
import Testing

@Suite("CATransform3D") struct CATransform3DTests {
  @Test("translate, scale and rotate apply first, in the local space") func preMultiplication() {
    let t = CATransform3DTranslate(CATransform3DMakeScale(2, 3, 4), 1, 2, 3)
    #expect((t.m41, t.m42, t.m43) == (2, 6, 12))
    let s = CATransform3DScale(CATransform3DMakeTranslation(1, 2, 3), 2, 3, 4)
    #expect((s.m11, s.m22, s.m33, s.m41) == (2, 3, 4, 1))
    let r = CATransform3DRotate(CATransform3DMakeScale(2, 3, 4), 0.5, 0, 0, 1)
    #expect(near(r.m12, 1.438276615812609))
    #expect(near(r.m21, -0.958851077208406))
  }

  @Test("the axis of a rotation may have any length") func axisLength() {
    let r = CATransform3DMakeRotation(0.5, 2, 0, 0)
    #expect(near(r.m23, 0.479425538604203))
    #expect(near(r, CATransform3DMakeRotation(0.5, 1, 0, 0)))
    #expect(CATransform3DIsIdentity(CATransform3DMakeRotation(0.5, 0, 0, 0)))
    let t = CATransform3DMakeTranslation(1, 2, 3)
    #expect(CATransform3DRotate(t, 0.5, 0, 0, 0) == t)
  }

  @Test("a rotation follows the right-hand rule", arguments: [0, 1, 2])
  func rotationSense(axis: Int) {
    func unit(_ i: Int) -> [CGFloat] { (0..<3).map { $0 == i % 3 ? 1 : 0 } }
    let a = unit(axis)
    let r = CATransform3DMakeRotation(.pi / 2, a[0], a[1], a[2]).elements
    // A quarter turn maps the next axis to the one after it.
    let image = Array(r[((axis + 1) % 3 * 4)..<((axis + 1) % 3 * 4 + 3)])
    #expect(zip(image, unit(axis + 2)).allSatisfy { near($0, $1) })
  }

  @Test("a general rotation agrees with Rodrigues' formula") func generalAxis() {
    let r = CATransform3DMakeRotation(0.7, 1, 2, -2)
    let k: [Double] = [1.0 / 3, 2.0 / 3, -2.0 / 3]
    let v: [Double] = [0.3, -0.5, 0.8]
    let dot: Double = k[0] * v[0] + k[1] * v[1] + k[2] * v[2]
    let cross: [Double] = [
      k[1] * v[2] - k[2] * v[1], k[2] * v[0] - k[0] * v[2], k[0] * v[1] - k[1] * v[0],
    ]
    let e = r.elements.map(\.native)
    for j in 0..<3 {
      let image: Double = v[0] * e[j] + v[1] * e[4 + j] + v[2] * e[8 + j]
      let expected: Double = v[j] * cos(0.7) + cross[j] * sin(0.7) + k[j] * dot * (1 - cos(0.7))
      #expect(abs(image - expected) < 1e-12)
    }
  }

  @Test("concat multiplies rows by columns") func concat() throws {
    var random = Lehmer()
    for _ in 0..<20 {
      let (a, b) = ((0..<16).map { _ in random.number() }, (0..<16).map { _ in random.number() })
      let product = try CATransform3DConcat(
        #require(CATransform3D(elements: a)), #require(CATransform3D(elements: b))
      ).elements
      for i in 0..<4 {
        for j in 0..<4 {
          let expected = (0..<4).map { a[i * 4 + $0] * b[$0 * 4 + j] }.reduce(0, +)
          #expect(near(product[i * 4 + j], expected))
        }
      }
    }
  }

  @Test("the inverse undoes the matrix from both sides") func inverse() throws {
    var random = Lehmer()
    for _ in 0..<50 {
      let t = try #require(CATransform3D(elements: (0..<16).map { _ in random.number() }))
      let inverse = try #require(t.inverse)
      #expect(CATransform3DInvert(t) == inverse)
      #expect(near(t * inverse, .identity, 1e-8))
      #expect(near(inverse * t, .identity, 1e-8))
    }
  }

  @Test("a singular matrix is its own inverse, by Apple's rule") func singular() {
    let flat = CATransform3DMakeScale(1, 1, 0)
    #expect(flat.inverse == nil)
    #expect(CATransform3DInvert(flat) == flat)
    #expect(CATransform3DInvert(CATransform3D()) == CATransform3D())
    #expect(CATransform3DMakeScale(.nan, 1, 1).inverse == nil)
    #expect(CATransform3DMakeScale(1e-308, 1e-308, 1).inverse == nil)
  }

  @Test("an affine matrix does not change z and w") func isAffine() {
    let affine = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
    let t = CATransform3DMakeAffineTransform(affine)
    #expect(CATransform3DIsAffine(t))
    #expect(CATransform3DGetAffineTransform(t) == affine)
    #expect((t.m11, t.m12, t.m21, t.m22) == (1, 2, 3, 4))
    #expect((t.m41, t.m42, t.m33, t.m44) == (5, 6, 1, 1))
    #expect(!CATransform3DIsAffine(CATransform3DMakeScale(1, 1, 2)))
    #expect(!CATransform3DIsAffine(CATransform3DMakeTranslation(0, 0, 1)))
    #expect(!CATransform3DIsAffine(CATransform3DMakeRotation(1, 1, 0, 0)))
    var perspective = CATransform3DIdentity
    perspective.m34 = -0.002
    #expect(!CATransform3DIsAffine(perspective))
  }

  @Test("any element makes a matrix differ from the identity and from affine matrices")
  func everyElementCounts() throws {
    let planar: Set<Int> = [0, 1, 4, 5, 12, 13]
    for i in 0..<16 {
      var e = CATransform3DIdentity.elements
      e[i] += 0.5
      let t = try #require(CATransform3D(elements: e))
      #expect(t.elements == e)
      #expect(!CATransform3DIsIdentity(t))
      #expect(!CATransform3DEqualToTransform(t, .identity))
      #expect(CATransform3DIsAffine(t) == planar.contains(i))
      #expect(t.isFinite)
      e[i] = .nan
      #expect(try !#require(CATransform3D(elements: e)).isFinite)
    }
    #expect(CATransform3D(elements: [1, 2, 3]) == nil)
    #expect(CATransform3DIsIdentity(.identity))
  }
}

import Foundation
import GlazeGeometry
import Testing

@Suite struct TransformComponentsTests {
  @Test func componentsAreAppliedInTheirOrder() {
    let components = CGAffineTransformComponents(
      scale: CGSize(width: 2, height: -3), horizontalShear: 0.5, rotation: 0.7,
      translation: CGVector(dx: 4, dy: 5))
    let t = CGAffineTransform(components)
    let shear = CGAffineTransform(a: 1, b: 0, c: 0.5, d: 1, tx: 0, ty: 0)
    let expected = CGAffineTransform(scaleX: 2, y: -3).concatenating(shear)
      .concatenating(CGAffineTransform(rotationAngle: 0.7))
      .concatenating(CGAffineTransform(translationX: 4, y: 5))
    #expect(isNear(t, expected))
    let parts = t.decomposed()
    #expect(abs(parts.scale.width - 2) < 1e-12 && abs(parts.scale.height + 3) < 1e-12)
    #expect(abs(parts.horizontalShear - 0.5) < 1e-12 && abs(parts.rotation - 0.7) < 1e-12)
    #expect(parts.translation == CGVector(dx: 4, dy: 5))
  }

  @Test(arguments: [
    CGAffineTransform(a: 0, b: 0, c: 3, d: 4, tx: 1, ty: 2), CGAffineTransform(scaleX: -1, y: 1),
    CGAffineTransform(a: 1, b: 2, c: -3, d: 4, tx: 0, ty: 0), .identity,
  ])
  func anyTransformCanBePutTogetherAgain(t: CGAffineTransform) {
    #expect(isNear(CGAffineTransform(t.decomposed()), t))
  }

  private func isNear(_ a: CGAffineTransform, _ b: CGAffineTransform) -> Bool {
    zip([a.a, a.b, a.c, a.d, a.tx, a.ty], [b.a, b.b, b.c, b.d, b.tx, b.ty])
      .allSatisfy { abs($0 - $1) < 1e-12 }
  }

  @Test func transformsAndVectorsAreListsOfNumbers() throws {
    let t = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
    let data = try JSONEncoder().encode(t)
    #expect(String(decoding: data, as: UTF8.self) == "[1,2,3,4,5,6]")
    #expect(try JSONDecoder().decode(CGAffineTransform.self, from: data) == t)
    let vector = CGVector(dx: 1, dy: 2)
    let pair = try JSONEncoder().encode(vector)
    #expect(String(decoding: pair, as: UTF8.self) == "[1,2]")
    #expect(try JSONDecoder().decode(CGVector.self, from: pair) == vector)
  }
}

import Foundation
import GlazeGeometry
import Testing

@testable import GlazeScene

@Suite struct TransformFunctionTests {
  private func parse(_ text: String) throws -> CATransform3D { try TransformFunctions.parse(text) }

  private func isClose(_ a: CATransform3D, _ b: CATransform3D) -> Bool {
    let pairs = [
      (a.m11, b.m11), (a.m12, b.m12), (a.m13, b.m13), (a.m14, b.m14), (a.m21, b.m21),
      (a.m22, b.m22), (a.m23, b.m23), (a.m24, b.m24), (a.m31, b.m31), (a.m32, b.m32),
      (a.m33, b.m33), (a.m34, b.m34), (a.m41, b.m41), (a.m42, b.m42), (a.m43, b.m43),
      (a.m44, b.m44),
    ]
    return pairs.allSatisfy { abs($0.0 - $0.1) < 1e-9 }
  }

  @Test func nothingIsTheIdentity() throws {
    #expect(try parse("") == .identity)
    #expect(try parse("  ") == .identity)
  }

  @Test func singleFunctions() throws {
    #expect(try parse("translate(1, 2, 3)") == CATransform3DMakeTranslation(1, 2, 3))
    #expect(try parse("translate(1 2)") == CATransform3DMakeTranslation(1, 2, 0))
    #expect(try parse("scale(2, 3, 4)") == CATransform3DMakeScale(2, 3, 4))
    #expect(try parse("perspective(500)").m34 == -1.0 / 500)
    #expect(
      isClose(try parse("rotate(90deg)"), CATransform3DMakeRotation(.pi / 2, 0, 0, 1)))
    #expect(
      isClose(try parse("rotate(1.5rad, 1, 0, 0)"), CATransform3DMakeRotation(1.5, 1, 0, 0)))
    #expect(
      try parse("matrix(1 2 3 4 5 6)")
        == CATransform3DMakeAffineTransform(CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6))
    )
  }

  @Test func theLeftmostFunctionIsOutermost() throws {
    // The layer is rotated first and then moved, by the given distance.
    let matrix = try parse("translate(10, 0, 0) rotate(90deg)")
    #expect(matrix.m41 == 10)
    #expect(abs(matrix.m42) < 1e-12)
    // As with Apple's functions, each new transform is applied first.
    var calls = CATransform3DMakeTranslation(0, 0.05, -4.8)
    calls = CATransform3DRotate(calls, -18.1 * .pi / 180, 1, 0, 0)
    #expect(
      isClose(try parse("translate(0, 0.05, -4.8) rotate(-18.1deg, 1, 0, 0)"), calls))
  }

  @Test(arguments: [
    "rotate", "rotate(", "rotate()", "rotate(1deg, 2)", "translate(1)", "spin(3)", "scale(a)",
    "matrix(1 2 3)", "12", "translate(nan, 0)", "scale(inf)", "rotate(1e999deg)",
  ])
  func anythingElseIsAnError(_ text: String) {
    #expect(throws: ValueFailure.self) { try parse(text) }
  }
}

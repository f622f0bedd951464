import Foundation
import GlazeAnimation
import GlazeGeometry
import Testing

@Suite struct TransformInterpolationTests {
  private func half(_ a: CATransform3D, _ b: CATransform3D) -> [Double] {
    let t = a.mixed(with: b, at: 0.5)
    return [t.m11, t.m12, t.m21, t.m22].map(\.native)
  }
  private func turn(_ angle: Double) -> CATransform3D {
    CATransform3DMakeRotation(CGFloat(angle), 0, 0, 1)
  }

  @Test("10.4, pitfall 90: half a turn goes in the negative direction")
  func halfTurn() {
    #expect(near(half(.identity, turn(.pi)), [0, -1, 1, 0]))
    #expect(near(half(.identity, CATransform3DMakeScale(-1, -1, 1)), [0, -1, 1, 0]))
  }

  @Test("10.4, pitfall 90: rotations take the short way, a full turn does nothing")
  func shortWay() {
    #expect(near(half(.identity, turn(1.5 * .pi)), [1, -1, 1, 1].map { $0 * 0.5.squareRoot() }))
    #expect(near(half(.identity, turn(2 * .pi)), [1, 0, 0, 1]))
  }

  @Test("10.4: a reflection passes through zero scale")
  func mirror() {
    #expect(near(half(.identity, CATransform3DMakeScale(-1, 1, 1)), [0, 0, 0, 1]))
  }

  @Test("10.4: a quarter of the way")
  func quarters() {
    func quarter(_ a: CATransform3D, _ b: CATransform3D) -> CATransform3D {
      a.mixed(with: b, at: 0.25)
    }
    let turned = quarter(.identity, turn(170 * .pi / 180))
    #expect(near([turned.m11, turned.m12].map(\.native), [0.73728, 0.67559], 1e-5))
    var moved = turn(1)
    moved.m41 = 40
    let mixed = quarter(CATransform3DMakeScale(2, 1, 1), moved)
    #expect(
      near(
        [mixed.m11, mixed.m12, mixed.m21, mixed.m22, mixed.m41].map(\.native),
        [1.69560, 0.43296, -0.24740, 0.96891, 10], 1e-5))
    let swung = quarter(.identity, CATransform3DMakeRotation(1.2, 0, 1, 0))
    #expect(near([swung.m11, swung.m13].map(\.native), [0.95534, -0.29552], 1e-5))
  }

  @Test("10.4: perspective is interpolated separately, singular matrices by element")
  func perspective() {
    var deep = CATransform3DMakeRotation(0.6, 1, 0, 0)
    deep = CATransform3DConcat(deep, perspective(500))
    let mixed = perspective(500).mixed(with: deep, at: 0.5)
    let expected = CATransform3DConcat(
      CATransform3DMakeRotation(0.3, 1, 0, 0), perspective(500))
    #expect(near(mixed, expected))
    let flat = CATransform3DMakeScale(0, 1, 1)
    #expect(flat.mixed(with: CATransform3DMakeRotation(1, 1, 0, 0), at: 0.5).m11 == 0.5)
  }

  private func perspective(_ distance: Double) -> CATransform3D {
    var t = CATransform3D.identity
    t.m34 = CGFloat(-1 / distance)
    return t
  }

  @Test("The ends are exact, and a decomposition composes to the original")
  func ends() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      func random() -> CGFloat { CGFloat(Double.random(in: -2...2, using: &generator)) }
      let a = CATransform3D(
        m11: random(), m12: random(), m13: random(), m14: random() / 100, m21: random(),
        m22: random(), m23: random(), m24: random() / 100, m31: random(), m32: random(),
        m33: random(), m34: random() / 100, m41: random(), m42: random(), m43: random(), m44: 1)
      #expect(CATransform3D.identity.mixed(with: a, at: 1) == a)
      // All weight on one: decomposed and composed again.
      let again = CATransform3D.combined((a, a, .identity, a), SIMD4(0, 1, 0, 0))
      #expect(near(again, a, 1e-6))
      let affine = CATransform3D(
        m11: a.m11, m12: a.m12, m13: 0, m14: 0, m21: a.m21, m22: a.m22, m23: 0, m24: 0, m31: 0,
        m32: 0, m33: 1, m34: 0, m41: a.m41, m42: a.m42, m43: 0, m44: 1)
      #expect(near(affine.mixed(with: .identity, at: 1e-12), affine, 1e-9))
    }
  }

  @Test("10.9: value functions")
  func valueFunctions() {
    let n = SIMD4<Double>(2, 3, 4, 0)
    #expect(ValueFunction.scale.matrix(n) == CATransform3DMakeScale(2, 3, 4))
    #expect(ValueFunction.translate.matrix(n) == CATransform3DMakeTranslation(2, 3, 4))
    #expect(ValueFunction.rotateY.matrix(n) == CATransform3DMakeRotation(2, 0, 1, 0))
    for function in ValueFunction.allCases {
      #expect(function.matrix(function.identity) == .identity)
    }
  }
}

@Suite struct ObjectInterpolationTests {
  @Test("10.4: colors are interpolated unpremultiplied, with alpha")
  func colours() {
    let mixed = SIMD4<Double>(1, 0, 0, 1).mixed(with: SIMD4(0, 0, 1, 0.5), at: 0.5)
    #expect(mixed == SIMD4(0.5, 0, 0.5, 0.75))
  }

  @Test("10.4: nil on one side gives nil; Booleans switch at once, pitfall 108")
  func nothingAndTruths() {
    let red = ObjectValue.number(SIMD4(1, 0, 0, 1))
    #expect(red.mixed(with: .none, at: 0.5) == .none)
    #expect(ObjectValue.none.mixed(with: red, at: 0.5) == .none)
    #expect(ObjectValue.bool(false).mixed(with: .bool(true), at: 0.01) == .bool(true))
    #expect(ObjectValue.bool(false).mixed(with: .bool(true), at: 0) == .bool(false))
  }

  @Test("10.4: lists of equal length are interpolated by element, others switch")
  func lists() {
    let (a, b) = (ObjectValue.list([0, 1].map(number)), ObjectValue.list([1, 3].map(number)))
    #expect(a.mixed(with: b, at: 0.5) == .list([0.5, 2].map(number)))
    #expect(a.mixed(with: .list([number(1)]), at: 0.5) == a)
    #expect(a.added(to: b) == .list([1, 4].map(number)))
    #expect(a.added(to: b).removing(a) == b)
  }

  @Test("10.5: a line that meets a curve becomes a curve")
  func linesBesideCurves() {
    var (line, quad, cubic) = (PathElements(), PathElements(), PathElements())
    line.move(to: .zero)
    line.line(to: CGPoint(x: 30, y: 0))
    quad.move(to: .zero)
    quad.quad(to: CGPoint(x: 30, y: 0), control: CGPoint(x: 15, y: 30))
    cubic.move(to: .zero)
    cubic.cubic(
      to: CGPoint(x: 30, y: 0), control1: CGPoint(x: 10, y: 20), control2: CGPoint(x: 20, y: 20))
    // The handles of a line are a third of it; they rotate and grow to those of the curve.
    let near = { (a: ObjectValue, b: ObjectValue) in
      guard case .path(let path) = a.mixed(with: b, at: 0.5) else { return false }
      let expected = [(0, 0), (13.763819, 8.506508), (16.236181, 8.506508), (30, 0)]
      return path.verbs == cubic.verbs
        && zip(path.points, expected).allSatisfy {
          abs($0.x.native - $1.0) < 1e-6 && abs($0.y.native - $1.1) < 1e-6
        }
    }
    #expect(near(.path(line), .path(cubic)))
    #expect(near(.path(cubic), .path(line)))
    // The quadratic curve is the cubic one.
    #expect(near(.path(line), .path(quad)))
    // A close is not a line.
    var closed = PathElements()
    closed.move(to: .zero)
    closed.close()
    #expect(ObjectValue.path(line).mixed(with: .path(closed), at: 0.5) == .path(line))
  }

  @Test("Curve handles rotate the shorter way and change length, as in Apple's images")
  func handlesTurn() {
    func path(_ first: CGVector, _ second: CGVector) -> ObjectValue {
      var path = PathElements()
      path.move(to: CGPoint(x: 10, y: 10))
      path.cubic(
        to: CGPoint(x: 40, y: 10), control1: CGPoint(x: 10 + first.dx, y: 10 + first.dy),
        control2: CGPoint(x: 40 + second.dx, y: 10 + second.dy))
      return .path(path)
    }
    // One handle rotates by a right angle and doubles; one has no length at first.
    let a = path(CGVector(dx: 8, dy: 0), .zero)
    let b = path(CGVector(dx: 0, dy: 16), CGVector(dx: -4, dy: 4))
    guard case .path(let half) = a.mixed(with: b, at: 0.5) else { return #expect(Bool(false)) }
    let r = 12 * 0.5.squareRoot()
    #expect(abs(half.points[1].x - (10 + r)) < 1e-9 && abs(half.points[1].y - (10 + r)) < 1e-9)
    #expect(half.points[2] == CGPoint(x: 38, y: 12) && half.points[3] == CGPoint(x: 40, y: 10))
    // Beyond an end, lengths stop at 0.
    guard case .path(let before) = b.mixed(with: a, at: 3) else { return #expect(Bool(false)) }
    #expect(before.points[1] == CGPoint(x: 10, y: 10))
  }

  @Test("9.1: paths of the same structure are interpolated, others switch")
  func paths() {
    func path(_ size: CGFloat, closes: Bool) -> ObjectValue {
      var path = PathElements()
      path.move(to: .zero)
      path.quad(to: CGPoint(x: size, y: 0), control: CGPoint(x: size, y: size))
      if closes { path.close() }
      return .path(path)
    }
    let (a, b) = (path(10, closes: true), path(20, closes: true))
    #expect(a.mixed(with: b, at: 0.5) == path(15, closes: true))
    #expect(a.mixed(with: path(20, closes: false), at: 0.5) == a)
  }

  @Test("10.4: images cross-fade")
  func images() {
    let (image, other) = (pixel(), pixel())
    let (a, b) = (ObjectValue.image(image), ObjectValue.image(other))
    #expect(
      a.mixed(with: b, at: 0.25) == .images(ImageMix(start: image, end: other, fraction: 0.25)))
    #expect(a.mixed(with: b, at: 1) == b)
    #expect(a.mixed(with: a, at: 0.5) == a)
  }

  private func pixel() -> CGImage {
    CGImage(width: 1, height: 1, premultipliedRGBA: [1, 2, 3, 255])
  }
}

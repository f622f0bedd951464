import Foundation
import GlazeAnimation
import GlazeGeometry
import Testing

/// Values measured on Apple's QuartzCore: keyframes 0, 1, .5, .7.
@Suite struct KeyframeTests {
  static let fractions = [0.05, 0.2, 0.3, 0.4, 0.5, 0.7, 0.8, 0.9]

  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var mode: CalculationMode
    var times: [Double]?
    var expected: [Double]
    init(_ name: String, _ mode: CalculationMode, _ times: [Double]?, _ expected: [Double]) {
      (testDescription, self.mode, self.times, self.expected) = (name, mode, times, expected)
    }
  }

  @Test(
    "10.5, pitfall 94: the table of modes",
    arguments: [
      Row("linear", .linear, nil, [0.15, 0.6, 0.9, 0.9, 0.75, 0.52, 0.58, 0.64]),
      Row(
        "linear, keyTimes", .linear, [0, 0.1, 0.6, 1],
        [0.5, 0.9, 0.8, 0.7, 0.6, 0.55, 0.6, 0.65]),
      Row("discrete", .discrete, nil, [0, 0, 1, 1, 0.5, 0.5, 0.7, 0.7]),
      Row("discrete, keyTimes", .discrete, [0, 0.1, 0.6, 1], [0, 1, 1, 1, 1, 0.5, 0.5, 0.5]),
      Row("paced", .paced, nil, [0.085, 0.34, 0.51, 0.68, 0.85, 0.81, 0.64, 0.53]),
      Row(
        "cubic", .cubic, nil,
        [0.16434374, 0.708, 0.96075, 0.9848, 0.8, 0.49165, 0.5296, 0.61795]),
      Row(
        "cubic, keyTimes", .cubic, [0, 0.1, 0.6, 1],
        [0.6145833, 1.0066667, 0.9, 0.74, 0.58666664, 0.503125, 0.55833334, 0.634375]),
    ])
  func table(row: Row) throws {
    let keys = try #require(
      Keyframes([0, 1, 0.5, 0.7].map(number), mode: row.mode, keyTimes: row.times))
    #expect(near(Self.fractions.map { keys.value(at: $0).x }, row.expected, 1e-4))
  }

  @Test("10.5: only values with key times count, and a single value has no effect")
  func counts() throws {
    let four = [0, 1, 0.5, 0.7].map(number)
    let short = try #require(Keyframes(four, keyTimes: [0, 0.5, 1]))
    let three = try #require(Keyframes(Array(four.prefix(3)), keyTimes: [0, 0.5, 1]))
    for fraction in Self.fractions {
      #expect(short.value(at: fraction) == three.value(at: fraction))
    }
    #expect(Keyframes([number(1)]) == nil)
    #expect(Keyframes([SIMD4<Double>]()) == nil)
    // Images by Apple's Core Animation of a held keyframe: [0] at [0, 1] shows the layer's own
    // value.
    #expect(Keyframes([number(1)], mode: .discrete, keyTimes: [0, 1]) == nil)
  }

  @Test("Keys outside the cycle keep their times, as Apple draws it")
  func keysOutsideOfTheCycle() throws {
    // lottie-ios puts a key at 0 before keys that are earlier, and one at 1 after keys that are
    // later: 9squares and issue_1223 at 0 and 100 %.
    let keys = try #require(
      Keyframes([5, 0, 1, 3].map(number), keyTimes: [0, -0.5, -0.1, 0.1]))
    #expect(near(keys.value(at: 0).x, 2))
    #expect(near(keys.value(at: 0.05).x, 2.5))
    #expect(keys.value(at: 1).x == 3)
    let late = try #require(Keyframes([1, 3, 9].map(number), keyTimes: [0.5, 1.5, 1]))
    #expect(near(late.value(at: 1).x, 2))
  }

  @Test("10.5, pitfall 93: discrete values have one more key time, the end of the last value")
  func discreteTimes() throws {
    let keys = try #require(
      Keyframes([1, 2, 3].map(number), mode: .discrete, keyTimes: [0, 0.2, 0.7, 1]))
    #expect([0, 0.19, 0.2, 0.69, 0.7, 1].map { keys.value(at: $0).x } == [1, 1, 2, 2, 3, 3])
  }

  @Test("Pitfall 95: paced ignores key times and timing functions")
  func paced() throws {
    let values = [0, 1, 0.5, 0.7].map(number)
    let plain = try #require(Keyframes(values, mode: .paced))
    let told = try #require(
      Keyframes(values, mode: .paced, keyTimes: [0, 0.1, 0.2, 1], functions: [.easeIn, .easeIn]))
    for fraction in Self.fractions {
      #expect(plain.value(at: fraction) == told.value(at: fraction))
    }
    let still = try #require(Keyframes([5, 5, 5].map(number), mode: .paced))
    #expect(still.value(at: 0.4).x == 5)
  }

  @Test("10.5: cubicPaced follows the cubic curve by distance")
  func cubicPaced() throws {
    let values = [0, 1, 0.5, 0.7].map(number)
    let paced = try #require(Keyframes(values, mode: .cubicPaced))
    let times: [Double] = [0, 1 / 1.7, 1.5 / 1.7, 1]
    let timed = try #require(Keyframes(values, mode: .cubic, keyTimes: times))
    for fraction in Self.fractions {
      #expect(near(paced.value(at: fraction).x, timed.value(at: fraction).x))
    }
  }

  @Test("10.5: each segment has a function, and missing ones are linear")
  func functions() throws {
    let keys = try #require(Keyframes([0, 1, 2].map(number), functions: [.easeIn]))
    #expect(near(keys.value(at: 0.25).x, TimingFunction.easeIn.value(at: 0.5)))
    #expect(near(keys.value(at: 0.75).x, 1.5))
  }

  @Test("10.5: tension 1 stops at a key, and bias and continuity bend the curve")
  func shapes() throws {
    let values = [0, 1, 0, 1].map(number)
    func keys(_ shape: KeyShape) throws -> Keyframes<SIMD4<Double>> {
      try #require(
        Keyframes(values, mode: .cubic, shapes: Array(repeating: shape, count: 4)))
    }
    // Tension 1: no tangents, so a plain Hermite step.
    let tense = try keys(KeyShape(tension: 1))
    #expect(near(tense.value(at: 0.5 / 3).x, 0.5))
    #expect(near(tense.value(at: 0.25 / 3).x, 3 * 0.0625 - 2 * 0.015625))
    // Continuity -1: straight lines between the keys.
    let sharp = try keys(KeyShape(continuity: -1))
    #expect(near(sharp.value(at: 1.25 / 3).x, 0.75))
    // Bias 1 at an inner key: the tangent is that of the previous segment.
    let biased = try keys(KeyShape(bias: 1))
    let h = 1e-6
    #expect(near((biased.value(at: 1.0 / 3 + h).x - 1) / (3 * h), 1, 1e-4))
  }

  @Test("Decreasing key times and NaN do not run back")
  func badTimes() throws {
    let keys = try #require(Keyframes([0, 1, 2].map(number), keyTimes: [0, .nan, 1]))
    #expect(keys.value(at: 0.5).x.isFinite)
    #expect(keys.value(at: 1).x == 2)
  }
}

/// Values measured on Apple's QuartzCore: a line and a curve.
@Suite struct PathMotionTests {
  static let path: PathElements = {
    var path = PathElements()
    path.move(to: .zero)
    path.line(to: CGPoint(x: 100, y: 0))
    path.cubic(
      to: CGPoint(x: 200, y: 100), control1: CGPoint(x: 150, y: 0),
      control2: CGPoint(x: 200, y: 50))
    return path
  }()

  private func point(
    _ fraction: Double, mode: CalculationMode = .linear, times: [Double]? = nil
  ) throws -> [Double] {
    let motion = try #require(PathMotion(Self.path, mode: mode, keyTimes: times))
    let place = motion.place(at: fraction)
    return [Double(place.point.x), Double(place.point.y)]
  }

  @Test("10.5: points on the path")
  func points() throws {
    #expect(near(try point(0.6), [129.6, 5.6], 1e-6))
    #expect(near(try point(0.75), [168.75, 31.25], 1e-6))
    #expect(near(try point(0.25, times: [0, 0.2, 1]), [109.36, 0.57], 5e-3))
    // Apple measures curves by about ten chords, Glaze exactly: 0.06 points apart here.
    #expect(near(try point(0.5, mode: .paced), [126.87, 4.62], 0.06))
    #expect(near(try point(0.9, mode: .discrete), [100, 0]))
    #expect(near(try point(1), [200, 100]))
  }

  @Test("10.5: the last key time of discrete motion is its end")
  func discreteTimes() throws {
    // Apple's images of lottie-ios' sample TypeFace/Y show that the last point is not reached.
    let times = [0, 0.2, 0.4]
    #expect(near(try point(0.1, mode: .discrete, times: times), [0, 0]))
    #expect(near(try point(0.3, mode: .discrete, times: times), [100, 0]))
    #expect(near(try point(0.9, mode: .discrete, times: times), [100, 0]))
    #expect(near(try point(0.9, mode: .discrete, times: [0, 0.2]), [0, 0]))
  }

  @Test("10.5: paced motion has one speed, and arrives")
  func paced() throws {
    let motion = try #require(PathMotion(Self.path, mode: .paced))
    var steps: [Double] = []
    var last = motion.place(at: 0).point
    for step in 1...1000 {
      let next = motion.place(at: Double(step) / 1000).point
      steps.append(hypot(Double(next.x - last.x), Double(next.y - last.y)))
      last = next
    }
    #expect((steps.max() ?? 0) - (steps.min() ?? 0) < 1e-4)
    #expect(last == CGPoint(x: 200, y: 100))
  }

  @Test("If a timing function overshoots, the line or curve continues, as Apple draws it")
  func overshoot() throws {
    // Positions of lottie-ios' pr_2305 at 75 %, as measured in Apple's image.
    let bounce = TimingFunction(0.8, 0, 0.5, 1.5)
    var line = PathElements()
    line.move(to: CGPoint(x: 650, y: 100))
    line.line(to: CGPoint(x: 650, y: 900))
    var curve = PathElements()
    curve.move(to: CGPoint(x: 360, y: 100))
    curve.cubic(
      to: CGPoint(x: 360, y: 900), control1: CGPoint(x: 91.8095, y: 338.9048),
      control2: CGPoint(x: 91.8095, y: 605.5714))
    for (path, expected) in [(line, [649.0, 948]), (curve, [411, 953])] {
      let motion = try #require(PathMotion(path, keyTimes: [0, 1], functions: [bounce]))
      let place = motion.place(at: 0.75).point
      #expect(near([Double(place.x), Double(place.y)], expected, 2))
    }
  }

  @Test("10.5: the angle follows the path, also where a control point lies on its end")
  func angles() throws {
    let motion = try #require(PathMotion(Self.path))
    #expect(near(motion.place(at: 0.25).angle, 0))
    #expect(near(motion.place(at: 1).angle, .pi / 2))
    var flat = PathElements()
    flat.move(to: .zero)
    flat.cubic(to: CGPoint(x: 0, y: 9), control1: .zero, control2: CGPoint(x: 0, y: 9))
    let straight = try #require(PathMotion(flat))
    #expect(near(straight.place(at: 0).angle, .pi / 2))
    #expect(near(straight.place(at: 1).angle, .pi / 2))
  }

  @Test("10.5: rotationMode auto rotates along the path, autoReverse against it")
  func rotation() throws {
    let path = Self.path
    for (mode, turn) in [(RotationMode.auto, 0), (.autoReverse, Double.pi)] {
      let animation = ValueAnimation<CATransform3D>(
        timing: MediaTiming(duration: 1),
        source: .motion(try #require(PathMotion(path, rotation: mode))), isAdditive: true)
      let move = CATransform3DMakeTranslation(5, 0, 0)
      let expected = CATransform3DConcat(
        CATransform3DMakeRotation(CGFloat(turn + .pi / 2), 0, 0, 1), move)
      #expect(near(animation.value(at: 1, over: move) ?? .identity, expected))
    }
  }

  @Test("10.5: a close is a segment, a move is a jump")
  func subpaths() throws {
    var path = PathElements()
    path.move(to: .zero)
    path.line(to: CGPoint(x: 10, y: 0))
    path.close()
    path.move(to: CGPoint(x: 100, y: 0))
    path.line(to: CGPoint(x: 130, y: 0))
    let motion = try #require(PathMotion(path))
    #expect(near(motion.place(at: 0.5).point.x.native, 5))
    #expect(near(motion.place(at: 0.7).point.x.native, 103, 1e-6))
    #expect(PathMotion(PathElements()) == nil)
  }
}

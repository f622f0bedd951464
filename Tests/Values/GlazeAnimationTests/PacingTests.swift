import GlazeAnimation
import Testing

@Suite struct TimingFunctionTests {
  @Test(
    "10.2: named functions",
    arguments: [
      ("linear", [0.1, 0.25, 0.5, 0.75, 0.9]),
      ("easeIn", [0.01703, 0.09346, 0.31536, 0.62186, 0.83943]),
      ("easeOut", [0.16057, 0.37814, 0.68464, 0.90654, 0.98297]),
      ("easeInEaseOut", [0.01972, 0.12916, 0.5, 0.87084, 0.98028]),
      ("default", [0.09480, 0.40851, 0.80240, 0.96046, 0.99432]),
    ])
  func named(name: String, expected: [Double]) throws {
    let function = try #require(TimingFunction(name: name))
    #expect(near([0.1, 0.25, 0.5, 0.75, 0.9].map { function.value(at: $0) }, expected, 1e-4))
  }

  @Test("10.2: outside 0...1 the end values hold; y is not limited; an unknown name gives nil")
  func limits() {
    #expect(TimingFunction.easeIn.value(at: -3) == 0)
    #expect(TimingFunction.easeIn.value(at: 3) == 1)
    #expect(TimingFunction.easeIn.value(at: .nan) == 0)
    #expect(TimingFunction(0.3, 2, 0.7, 2).value(at: 0.5) > 1)
    #expect(TimingFunction(name: "bounce") == nil)
  }

  @Test("Steep curves are solved, and never decrease")
  func steep() {
    for function in [
      TimingFunction(1, 0, 0, 1), TimingFunction(0, 1, 1, 0), TimingFunction(5, 0, -4, 1),
    ] {
      var last = 0.0
      for step in 0...1000 {
        let value = function.value(at: Double(step) / 1000)
        #expect(value >= last - 1e-6)
        last = value
      }
      #expect(last == 1)
    }
  }
}

/// Values measured on Apple's QuartzCore and on iOS.
@Suite struct SpringTests {
  private func spring(_ a: [Double], overdamping: Bool = false) throws -> Spring {
    try #require(
      Spring(
        mass: a[0], stiffness: a[1], damping: a[2], initialVelocity: a[3],
        allowsOverdamping: overdamping))
  }

  @Test(
    "10.6 and reference vectors: settlingDuration",
    arguments: [
      ([1, 100, 10, 0], 1.4727003346780927), ([1, 300, 20, 0], 0.7442555275721707),
      ([2, 100, 5, 0], 5.658348137358159), ([1, 100, 10, 5], 1.3815510557964275),
      ([1, 100, 10, -5], 1.5350814063145797), ([1, 100, 20, 0], 1.0), ([1, 100, 30, 0], 1.0),
      ([1, 400, 40, 0], 0.5), ([1, 25, 10, 0], 1.9), ([1, 100, 1, 0], 13.91321015404625),
    ] as [([Double], Double)])
  func settling(parameters: [Double], expected: Double) throws {
    #expect(near(try spring(parameters).settlingDuration, expected))
  }

  @Test("10.6: without damping a spring never settles")
  func undamped() throws {
    #expect(try spring([1, 100, 0, 0]).settlingDuration == Double(Float.greatestFiniteMagnitude))
  }

  @Test(
    "10.6 and reference vectors: positions from 0 to 100 at .05 .15 .25 .45",
    arguments: [
      (
        [1, 100, 10, 0],
        [10.44054701924324, 61.04925274848938, 102.33595371246338, 111.84459924697876]
      ),
      (
        [1, 100, 20, 0],
        [9.020400792360306, 44.217461347579956, 71.27025127410889, 93.89005303382874]
      ),
      (
        [1, 100, 10, 5],
        [29.307806491851807, 87.320476770401, 116.04145765304565, 107.67215490341187]
      ),
      ([1, 100, 10, -5], [-8.4267, 34.7780, 88.6305, 116.0171]),
    ] as [([Double], [Double])])
  func positions(parameters: [Double], expected: [Double]) throws {
    let spring = try spring(parameters)
    #expect(near([0.05, 0.15, 0.25, 0.45].map { 100 * spring.value(at: $0) }, expected, 1e-3))
  }

  @Test("Pitfall 96: overdamping counts as critical damping unless it is allowed")
  func overdamping() throws {
    let (critical, limited) = (try spring([1, 100, 20, 0]), try spring([1, 100, 30, 0]))
    let creeping = try spring([1, 100, 30, 0], overdamping: true)
    #expect(limited.value(at: 0.2) == critical.value(at: 0.2))
    #expect(creeping.value(at: 0.2) < critical.value(at: 0.2))
    #expect(near(creeping.value(at: 0), 0))
    #expect(near(creeping.value(at: 5), 1, 1e-3))
  }

  @Test("10.6: an overdamped spring obeys its equation and its velocity")
  func overdampedMotion() throws {
    let s = try spring([2, 50, 40, 3], overdamping: true)
    let h = 1e-4
    #expect(near((s.value(at: h) - s.value(at: 0)) / h, 3, 5e-3))
    for t in [0.1, 0.4, 1] {
      let x = s.value(at: t) - 1
      let velocity = (s.value(at: t + h) - s.value(at: t - h)) / (2 * h)
      let acceleration = (s.value(at: t + h) - 2 * s.value(at: t) + s.value(at: t - h)) / (h * h)
      #expect(near(2 * acceleration + 40 * velocity + 50 * x, 0, 1e-3))
    }
  }

  @Test(
    "10.6 and reference vectors: perceptual springs",
    arguments: [
      (0.5, 0, 157.91367041742973, 25.132741228718345, 0.8),
      (1, 0, 39.47841760435743, 12.566370614359172, 1.5),
      (0.25, 0, 631.6546816697189, 50.26548245743669, 0.4),
      (0.5, 0.3, 157.91367041742973, 17.59291886010284, 0.8629552831744205),
      (0.5, 0.7, 157.91367041742973, 7.539822368615504, 1.904872615017113),
      (0.35, 0.15, 322.27279677026473, 30.51832863487228, 0.5156554893625898),
    ] as [(Double, Double, Double, Double, Double)])
  func perceptual(
    duration: Double, bounce: Double, stiffness: Double, damping: Double, settling: Double
  ) throws {
    let spring = try #require(Spring(perceptualDuration: duration, bounce: bounce))
    #expect(near(spring.stiffness, stiffness, 1e-6))
    #expect(near(spring.damping, damping, 1e-6))
    #expect(near(spring.settlingDuration, settling, 1e-6))
    #expect(near(spring.perceptualDuration, duration))
    #expect(near(spring.bounce, bounce))
  }

  @Test("Reference vectors: a negative bounce means overdamping")
  func creeping() throws {
    let spring = try #require(Spring(perceptualDuration: 0.5, bounce: -0.3))
    #expect(near(spring.damping, 35.90391604102621))
    #expect(near(spring.bounce, -0.3))
    #expect(spring.allowsOverdamping)
  }

  @Test("1.12: impossible springs are rejected")
  func refused() {
    #expect(Spring(mass: 0) == nil)
    #expect(Spring(stiffness: 0) == nil)
    #expect(Spring(damping: -1) == nil)
    #expect(Spring(mass: .nan) == nil)
    #expect(Spring(perceptualDuration: 0, bounce: 0) == nil)
    #expect(Spring(perceptualDuration: 1, bounce: -1) == nil)
  }

  @Test("10.6: a spring runs in seconds, and its timing function maps them")
  func seconds() throws {
    let spring = try spring([1, 100, 10, 0])
    let animation = ValueAnimation(
      timing: MediaTiming(duration: 2), easing: .spring(spring, .linear),
      source: AnimationSource(from: number(0), to: number(100), by: nil))
    #expect(near(shown(animation, [0.15]), [100 * spring.value(at: 0.15)]))
    var paced = animation
    paced.easing = .spring(spring, .easeIn)
    let time = TimingFunction.easeIn.value(at: 0.5) * 2
    #expect(near(shown(paced, [1]), [100 * spring.value(at: time)]))
  }
}

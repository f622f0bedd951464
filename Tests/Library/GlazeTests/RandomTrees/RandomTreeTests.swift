import Foundation
import Glaze
@testable import GlazeCore
import GlazeLayers
import GlazePlan
import GlazeScene
import Testing

/// Random trees, drawn in the ways that must not change them.
///
/// There are 200 unless `GLAZE_RANDOM_TREES` says how many; `GLAZE_RANDOM_SEED` is the number of the first. A tree that
/// fails is cut down, and printed as a scene that `glaze check` takes.
@Suite struct RandomTreeTests {
  private static let parts = 8
  private static let count = number("GLAZE_RANDOM_TREES") ?? 200
  private static let first = number("GLAZE_RANDOM_SEED") ?? 1

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  /// The most that edges on pixel centers explain.
  private static let tolerance = ImageTolerance(
    deviation: 24, outliers: 0.04,
    because: "chance puts edges on each other and on pixel centers: two sides of a layer are 3 %, "
      + "and a rasterized one between pixels shows each of them twice")

  @Test(arguments: 0..<parts)
  func areOneImageEach(part: Int) throws {
    let renderers = try Backends.usable.map { try Renderer($0.device) }
    let seeds = (Self.first..<Self.first + Self.count).filter { $0 % Self.parts == part }
    for seed in seeds {
      var random = RandomScene(seed: seed)
      let scene = random.scene()
      guard let problem = try problem(of: scene, seed, renderers) else { continue }
      let smallest = scene.cutDown(tries: 400) {
        (try? self.problem(of: $0, seed, renderers)).flatMap(\.self)?.variant == problem.variant
      }
      Issue.record("seed \(seed), \(problem.variant): \(problem.text)\n\(smallest.json)")
    }
  }

  @Test func areOfManyKinds() throws {
    let scenes = (1...300).map { seed in
      var random = RandomScene(seed: seed)
      return random.scene().json
    }
    for part in [
      "CAShapeLayer", "CAReplicatorLayer", "m", "mask", "filters", "animations", "shadowPath",
      "CATextLayer", "CAEmitterLayer", "CATransformLayer", "CAGradientLayer", "CATiledLayer",
      "CAScrollLayer", "CABackdropLayer", "contents", "CASpringAnimation", "CAKeyframeAnimation",
      "CAAnimationGroup",
    ] {
      #expect(scenes.contains { $0.contains(part) })
    }
    #expect(Set(scenes).count == scenes.count)
  }

  @Test func areCutDownToWhatFails() {
    var random = RandomScene(seed: 5)
    let smallest = random.scene().cutDown(tries: 5000) { $0.json.contains("backgroundColor") }
    #expect(smallest.json.count < 60)
  }

  // MARK: Checks

  private struct Problem {
    var variant: String
    var text: String
  }

  private func problem(
    of scene: SceneValue, _ seed: Int, _ renderers: [Renderer]
  ) throws -> Problem? {
    let document = try Document(data: Data(scene.json.utf8), name: "random.json")
    let check = SelfCheck(
      renderers: renderers, variants: Self.variants(seed), tolerance: Self.tolerance)
    let subject = try CheckSubject(root: document.rootLayer, options: document.renderOptions)
    if let difference = try check.run(subject).differences.first {
      return Problem(variant: difference.variant.name, text: "\(difference)")
    }
    return try problemOfArchive(scene, renderers[0])
      ?? problemOfTimes(document, seed, renderers)
  }

  /// The ways that find most, and three of the others in turn.
  private static func variants(_ seed: Int) -> [CheckVariant] {
    let always: [CheckVariant] = [
      .backends, .patched, .damaged, .tiles, .without(.all), .without(.cull),
    ]
    let others = CheckVariant.all.filter { !always.contains($0) }
    return always + (0..<3).map { others[(seed * 3 + $0) % others.count] }
  }

  /// Whether the document is another one after it was archived, which leaves out its size and background.
  private func problemOfArchive(_ scene: SceneValue, _ renderer: Renderer) throws -> Problem? {
    let document = try Document(data: Data(scene.json.utf8), name: "random.json")
    let again = try Document(data: document.contents.archived(), name: "random.caar")
    let images = try [document, again].map { shown in
      let session = try RenderSession(
        shown.rootLayer, renderer: renderer, options: document.renderOptions)
      try session.commit(at: 0)
      return try session.frame(at: 0.7).pixels
    }
    let comparison = ImageComparison(images[0], images[1])
    if comparison.isWithin(Self.tolerance) { return nil }
    return Problem(variant: "archive", text: "\(comparison.count(above: 24)) pixels")
  }

  /// Whether a moment looks the same whatever was drawn before it.
  private func problemOfTimes(
    _ document: Document, _ seed: Int, _ renderers: [Renderer]
  ) throws -> Problem? {
    let times = [0.4, 0, 1.7, 0.9, 0.4]
    for renderer in renderers {
      let session = try RenderSession(
        document.rootLayer, renderer: renderer, options: document.renderOptions)
      let images = try times.map { try session.frame(at: $0).pixels }
      let fresh = try RenderSession(
        document.rootLayer, renderer: renderer, options: document.renderOptions)
      let comparisons = [
        ImageComparison(try fresh.frame(at: times[3]).pixels, images[3]),
        ImageComparison(images[0], images[4]),
      ]
      for comparison in comparisons where !comparison.isWithin(Self.tolerance) {
        return Problem(variant: "order of times", text: "\(comparison.count(above: 24)) pixels")
      }
    }
    return nil
  }
}

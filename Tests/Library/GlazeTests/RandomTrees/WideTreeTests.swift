import Foundation
import Glaze
import GlazeGeometry
import GlazePlan
import Testing

/// Random trees in other encodings than sRGB, which both backends draw alike.
///
/// `GLAZE_WIDE_TREES` says how many trees, 24 by default; `GLAZE_RANDOM_SEED` is the number of the first.
@Suite(.needsGL) struct WideTreeTests {
  private static let count = number("GLAZE_WIDE_TREES") ?? 24
  private static let first = number("GLAZE_RANDOM_SEED") ?? 7001

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  static let outputs: [OutputColor] = {
    var linear = OutputColor.linear
    linear.headroom = 4
    var pq = OutputColor.rec2100PQ
    pq.headroom = 4
    var hlg = OutputColor.rec2100HLG
    hlg.headroom = 3
    var light = OutputColor(primaries: .displayP3, depth: .bits10)
    light.compositing = .linear
    return [
      .displayP3, .linear, linear, pq, hlg, light,
      OutputColor(primaries: .displayP3, depth: .half, headroom: 4),
    ]
  }()

  @Test(arguments: outputs) func backendsAgree(output: OutputColor) throws {
    let renderers = try [Renderer(.cpu), Renderer(.openGL)]
    for seed in Self.first..<Self.first + Self.count {
      var random = RandomScene(seed: seed, isBright: output.headroom > 1)
      let scene = random.scene()
      guard let problem = try problem(of: scene, output, renderers) else { continue }
      let smallest = scene.cutDown(tries: 300) {
        (try? self.problem(of: $0, output, renderers)).flatMap(\.self) != nil
      }
      Issue.record("seed \(seed), \(output): \(problem)\n\(smallest.json)")
    }
  }

  /// A description of more differences than the same scene has in sRGB; nil where there are none.
  private func problem(
    of scene: SceneValue, _ output: OutputColor, _ renderers: [Renderer]
  ) throws -> String? {
    let wide = try difference(scene.json, output, renderers)
    // A few pixels lie on edges on pixel centers, which depend on rounding.
    if wide.count <= 8 { return nil }
    let standard = try difference(scene.json, .standard, renderers)
    if wide.count <= 2 * standard.count + 8 { return nil }
    return "\(wide.count) pixels, by up to \(wide.most) of the range"
  }

  /// How many pixels deviate by more than 2 of 255 of the encoded range, with linear compositing by more than 4, and the largest deviation.
  private func difference(
    _ json: String, _ output: OutputColor, _ renderers: [Renderer]
  ) throws -> (count: Int, most: Float) {
    let document = try Document(data: Data(json.utf8), name: "random.json")
    var options = document.renderOptions
    options.output = output
    let images = try renderers.map { renderer in
      let session = try RenderSession(
        document.rootLayer, renderer: renderer, options: options)
      return try session.frame(at: 0.7).pixels.floats(isStraight: false)
    }
    let range = Float(output.isFloat ? max(1, output.encode(output.headroom)) : 1)
    var (count, most): (Int, Float) = (0, 0)
    for pixel in stride(from: 0, to: images[0].count, by: 4) {
      var deviation: Float = 0
      for channel in pixel..<pixel + 4 {
        deviation = max(deviation, abs(images[0][channel] - images[1][channel]) / range)
      }
      // Encoding magnifies what half floats of light round.
      let tolerance: Float = output.compositing == .linear ? 4 : 2
      if !(deviation <= (tolerance + 0.01) / 255) { count += 1 }
      most = max(most, deviation)
    }
    return (count, most)
  }
}

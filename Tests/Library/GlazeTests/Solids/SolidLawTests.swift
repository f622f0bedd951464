import Foundation
import Glaze
@testable import GlazeCore
import GlazePlan
import GlazeScene
import Testing

/// Solids of layers, drawn as their geometry says: no crack, nothing of what is hidden, no stairs.
///
/// There are 40 unless `GLAZE_RANDOM_SOLIDS` says how many; `GLAZE_RANDOM_SEED` is the number of the first.
@Suite struct SolidLawTests {
  private static let parts = 4
  private static let count = RandomSolid.count ?? 40
  private static let first = RandomSolid.first

  /// The most that a pixel deviates from the exact image, in levels.
  private static let mostDeviation = 24.0
  /// The most that a pixel inside shows of what is hidden.
  private static let mostLeak = 8.0

  @Test(arguments: 0..<parts)
  func areDrawnAsTheyLie(part: Int) throws {
    let renderers = try Backends.usable.map { try Renderer($0.device) }
    for seed in Self.first..<Self.first + Self.count where seed % Self.parts == part {
      let solid = RandomSolid(seed: seed)
      let painter = ExactPainter(solid)
      for renderer in renderers {
        for isFlat in [true, false] { try check(solid, isFlat: isFlat, painter, renderer) }
      }
    }
  }

  /// - Parameter isFlat: Whether each face is a rectangle of one color, and nothing else.
  private func check(
    _ solid: RandomSolid, isFlat: Bool, _ painter: ExactPainter, _ renderer: Renderer
  ) throws {
    let name =
      "\(solid.kind) \(solid.seed) \(renderer.activeBackend), \(isFlat ? "flat" : "with contents")"
    func json(isDoubleSided: Bool) -> String {
      solid.json(isDoubleSided: isDoubleSided) { isFlat ? "" : solid.contents(of: $0) }
    }
    let image = try draw(json(isDoubleSided: true), solid, renderer)
    if let problem = problem(of: image, solid, painter) {
      Issue.record("\(name): \(problem)")
      printIfAsked(json(isDoubleSided: true))
    }
    guard solid.isClosed else { return }
    let other = try draw(json(isDoubleSided: false), solid, renderer)
    let comparison = ImageComparison(image, other)
    if comparison.largest > 8 {
      Issue.record(
        "\(name): without its back faces a pixel differs by \(comparison.largest) at \(comparison.worst)"
      )
      printIfAsked(json(isDoubleSided: true))
    }
  }

  private func printIfAsked(_ json: String) {
    if ProcessInfo.processInfo.environment["GLAZE_PRINT_SOLIDS"] != nil { print(json) }
  }

  private func draw(
    _ json: String, _ solid: RandomSolid, _ renderer: Renderer
  ) throws -> PixelBuffer {
    let document = try Document(data: Data(json.utf8), name: "solid.json")
    var options = document.renderOptions
    options.scale = solid.scale
    let session = try RenderSession(document.rootLayer, renderer: renderer, options: options)
    try session.commit(at: 0)
    return try session.frame(at: 0).pixels
  }

  // MARK: The law

  private func problem(
    of image: PixelBuffer, _ solid: RandomSolid, _ painter: ExactPainter
  ) -> String? {
    let side = painter.side
    guard image.width == side, image.height == side else { return "the size is wrong" }
    func color(_ face: Int) -> SIMD3<Double> {
      face < 0 ? SIMD3(repeating: 255) : solid.faces[face].color * 255
    }
    var worst: (deviation: Double, text: String)?
    func note(_ deviation: Double, above most: Double, _ text: @autoclosure () -> String) {
      if deviation > most, deviation - most > worst?.deviation ?? 0 {
        worst = (deviation - most, text())
      }
    }
    for y in 0..<side {
      for x in 0..<side {
        let index = 4 * (y * side + x)
        let pixel = SIMD3(
          Double(image.bytes[index]), Double(image.bytes[index + 1]),
          Double(image.bytes[index + 2]))
        if !painter.isNear(x, y) {
          let exact = color(painter.face(x, y))
          note(Self.largest(pixel - exact), above: 1, "(\(x),\(y)) is \(pixel), not \(exact)")
          continue
        }
        func mean(_ shares: ExactPainter.Shares) -> SIMD3<Double> {
          shares.reduce(.zero) { $0 + color($1.face) * $1.share }
        }
        var exact = mean(painter.shares(x, y))
        if Self.largest(pixel - exact) > Self.mostDeviation {
          exact = mean(painter.shares(x, y, samples: ExactPainter.manySamples))
        }
        let deviation = Self.largest(pixel - exact)
        note(deviation, above: Self.mostDeviation, "(\(x),\(y)) is \(pixel), not \(exact)")
        guard deviation > Self.mostLeak, x > 0, y > 0, x + 1 < side, y + 1 < side else { continue }
        func seen(_ samples: Int) -> Set<Int> {
          (-1...1).reduce(into: []) { seen, dy in
            for dx in -1...1 {
              seen.formUnion(painter.shares(x + dx, y + dy, samples: samples).map(\.face))
            }
          }
        }
        let faces = seen(ExactPainter.samples)
        guard !faces.contains(-1) else { continue }
        var leak = Self.distance(of: pixel, from: faces.map(color))
        // A face may show between two samples.
        if leak > Self.mostLeak {
          leak = Self.distance(of: pixel, from: seen(ExactPainter.manySamples).map(color))
        }
        note(
          leak, above: Self.mostLeak,
          "inside, (\(x),\(y)) is \(pixel), \(leak) levels from all mixtures of what shows")
      }
    }
    return worst?.text
  }

  private static func largest(_ v: SIMD3<Double>) -> Double {
    max(abs(v.x), max(abs(v.y), abs(v.z)))
  }

  /// How far a color lies from all mixtures of some, about; no precise number where that is not above `mostLeak`.
  private static func distance(of p: SIMD3<Double>, from colors: [SIMD3<Double>]) -> Double {
    guard var mix = colors.first else { return 0 }
    // Steps towards the color that leads nearest (Frank and Wolfe). Near an edge of the mixtures they are short.
    for _ in 0..<10_000 {
      let rest = p - mix
      guard largest(rest) > mostLeak,
        let best = colors.max(by: { (($0 - mix) * rest).sum() < (($1 - mix) * rest).sum() })
      else { break }
      let step = best - mix
      let length = (step * step).sum()
      guard length > 0 else { break }
      mix += step * min(max((step * rest).sum() / length, 0), 1)
    }
    return largest(p - mix)
  }
}

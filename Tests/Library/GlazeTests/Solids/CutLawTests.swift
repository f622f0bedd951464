import Foundation
import Glaze
@testable import GlazeCore
import GlazePlan
import GlazeScene
import Testing

/// A leaf that another one runs through is cut along the whole of the other's plane, and shows it only where the
/// other one is drawn.
///
/// There are 56 scenes unless `GLAZE_RANDOM_SOLIDS` says how many; `GLAZE_RANDOM_SEED` is the number of the first.
@Suite struct CutLawTests {
  /// The most that a pixel deviates, in levels, where the leaf has edges: a corner is measured by its area, and drawn
  /// by its edges.
  private static let mostDeviation = 30
  /// The most in the middle of the leaf.
  private static let mostInside = 4

  /// What the leaf that is cut looks like: members of its dictionary.
  private static let looks = [
    #""backgroundColor":[0.1,0.3,0.8,1]"#,
    #""backgroundColor":[0.1,0.3,0.8,0.5]"#,
    #""backgroundColor":[0.1,0.3,0.8,0.6],"cornerRadius":9"#,
    #""class":"CAGradientLayer","colors":[[0.1,0.3,0.8,1],[0.7,0.1,0.2,0.1]],"startPoint":[0,0.5],"endPoint":[1,0.5]"#,
    #""opacity":0.6,"backgroundColor":[0.1,0.3,0.8,1],"sublayers":[{"bounds":[0,0,30,20],"position":[24,20],"backgroundColor":[0.9,0.6,0.1,1],"cornerRadius":4}]"#,
    #""backgroundColor":[0.1,0.3,0.8,0.7],"mask":{"bounds":[0,0,44,34],"position":[26,21],"backgroundColor":[0,0,0,1],"cornerRadius":12}"#,
    #""backgroundColor":[0.1,0.3,0.8,0.8],"borderWidth":3,"borderColor":[0.9,0.6,0.1,0.5]"#,
    #""cornerRadius":8,"backgroundColor":[0.1,0.3,0.8,1],"shadowOpacity":0.5,"shadowRadius":2,"shadowOffset":[2,2],"masksToBounds":false"#,
  ]

  /// A translucent or rounded leaf and a small one that runs through it.
  private struct Scene {
    static let side = 96
    let name: String
    private let leaf, small, camera: String

    init(seed: Int, look: Int) {
      var chance = Chance(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15)
      _ = chance.number(0, 1)
      func turn(_ most: Double) -> [Double] {
        let (a, b, c) = (
          chance.number(-most, most), chance.number(-most, most), chance.number(0, 7)
        )
        let (ca, sa, cb, sb, cc, sc) = (cos(a), sin(a), cos(b), sin(b), cos(c), sin(c))
        return [
          cb * cc, cb * sc, -sb, 0, sa * sb * cc - ca * sc, sa * sb * sc + ca * cc, sa * cb, 0,
          ca * sb * cc + sa * sc, ca * sb * sc - sa * cc, ca * cb, 0, 0, 0, 0, 1,
        ]
      }
      func transform(_ most: Double) -> String { turn(most).map { "\($0)" }.joined(separator: ",") }
      name = "seed \(seed), look \(look)"
      leaf =
        "{\"bounds\":[0,0,52,42],\"position\":[48,48],\"transform\":[\(transform(0.9))],\(CutLawTests.looks[look])}"
      let size = chance.number(4, 12)
      small =
        "{\"bounds\":[0,0,\(size),\(size)],\"position\":[\(chance.number(40, 56)),\(chance.number(40, 56))],"
        + "\"transform\":[\(transform(1.2))],\"backgroundColor\":[0,0.6,0.3,\(chance.number(0, 1) < 0.5 ? 1 : 0.5)]}"
      let isNear = chance.number(0, 1) < 0.5
      camera = isNear ? "\"sublayerTransform\":[1,0,0,0,0,1,0,0,0,0,1,-0.004,0,0,0,1]," : ""
    }

    func json(_ layers: [String]) -> String {
      let side = Self.side
      return "{\"width\":\(side),\"height\":\(side),\"background\":[1,1,1,1],\"root\":"
        + "{\"bounds\":[0,0,\(side),\(side)],\"position\":[\(side / 2),\(side / 2)],\(camera)"
        + "\"sublayers\":[\(layers.joined(separator: ","))]}}"
    }

    var uncut: String { json([leaf]) }
    // The first leaf cuts the others.
    var cut: String { json([small, leaf]) }
    var cutter: String { json([small]) }
  }

  @Test(arguments: looks.indices)
  func cutsShowOnlyWhereSomethingCuts(look: Int) throws {
    let renderers = try Backends.usable.map { try Renderer($0.device) }
    let count = (RandomSolid.count ?? 56) / Self.looks.count
    for seed in RandomSolid.first..<RandomSolid.first + count {
      let scene = Scene(seed: seed, look: look)
      for renderer in renderers {
        let uncut = try draw(scene.uncut, renderer)
        let cut = try draw(scene.cut, renderer)
        let worst = worst(uncut, cut, except: near(try draw(scene.cutter, renderer)))
        if worst.excess > 0 {
          Issue.record(
            "\(scene.name) \(renderer.activeBackend): \(worst.excess) levels too many at \(worst.place)"
          )
          if ProcessInfo.processInfo.environment["GLAZE_PRINT_SOLIDS"] != nil { print(scene.cut) }
        }
      }
    }
  }

  private func draw(_ json: String, _ renderer: Renderer) throws -> PixelBuffer {
    let document = try Document(data: Data(json.utf8), name: "cut.json")
    let session = try RenderSession(
      document.rootLayer, renderer: renderer, options: document.renderOptions)
    try session.commit(at: 0)
    return try session.frame(at: 0).pixels
  }

  /// Whether each pixel lies within two of one that is not white.
  private func near(_ image: PixelBuffer) -> [Bool] {
    let (width, height) = (image.width, image.height)
    var result = [Bool](repeating: false, count: width * height)
    for y in 0..<height {
      for x in 0..<width where image.bytes[4 * (y * width + x)] < 255 {
        for v in max(y - 2, 0)...min(y + 2, height - 1) {
          for u in max(x - 2, 0)...min(x + 2, width - 1) { result[v * width + u] = true }
        }
      }
    }
    return result
  }

  /// Returns where two images differ most, beyond what they may.
  private func worst(
    _ uncut: PixelBuffer, _ cut: PixelBuffer, except isLeftOut: [Bool]
  ) -> (excess: Int, place: PixelPlace) {
    var result = (excess: 0, place: PixelPlace(x: 0, y: 0))
    for index in uncut.bytes.indices where !isLeftOut[index / 4] {
      let deviation = abs(Int(uncut.bytes[index]) - Int(cut.bytes[index]))
      guard deviation > Self.mostInside else { continue }
      let place = PixelPlace(x: index / 4 % uncut.width, y: index / 4 / uncut.width)
      let most = hasEdge(uncut, near: place) ? Self.mostDeviation : Self.mostInside
      if deviation - most > result.excess { result = (deviation - most, place) }
    }
    return result
  }

  private func hasEdge(_ image: PixelBuffer, near place: PixelPlace) -> Bool {
    guard (1..<image.width - 1).contains(place.x), (1..<image.height - 1).contains(place.y) else {
      return false
    }
    return (0..<4).contains { channel in
      let values = (-1...1).flatMap { dy in
        (-1...1).map { dx in
          image.bytes[4 * ((place.y + dy) * image.width + place.x + dx) + channel]
        }
      }
      return (values.max() ?? 0) - (values.min() ?? 0) > 24
    }
  }
}

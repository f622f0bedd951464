import Foundation
import Glaze
@testable import GlazeCore
import GlazeGeometry
import GlazeLayers
import GlazePlan
import GlazeScene
import Testing

/// Random layers in a root whose clip ends inside of pixels: it looks like the clip of any other layer, with and
/// without a background, and after a change like a first frame.
@Suite struct RootEdgesLawTests {
  private static let side = 64.0

  @Test(arguments: 0..<16) func rootsAreClippedLikeOtherLayers(seed: Int) throws {
    for renderer in try Backends.usable.map({ try Renderer($0.device) }) {
      for background in [nil, CGColor.white] {
        func image(isHeld: Bool) throws -> PixelBuffer {
          let document = try document(Self.json(seed, isHeld: isHeld))
          var options = document.renderOptions
          options.background = background
          options.dithers = false
          let session = try RenderSession(
            document.rootLayer, renderer: renderer, options: options)
          return try session.frame(at: 0).pixels
        }
        let comparison = ImageComparison(try image(isHeld: true), try image(isHeld: false))
        #expect(
          comparison.count(above: 2) <= 4,
          "seed \(seed), \(renderer.backend), \(comparison.worst)\n\(Self.json(seed, isHeld: false))"
        )
      }
    }
  }

  @Test(.needsGL, arguments: 0..<24) func changedFramesLookLikeFirstFrames(seed: Int) throws {
    let backend: Renderer.Backend = seed % 3 == 0 ? .gl : .software
    let document = try document(Self.json(seed, isHeld: false, holdsAll: seed % 4 > 1))
    let root = document.rootLayer
    var options = document.renderOptions
    options.background = seed % 2 == 0 ? nil : .white
    let session = try RenderSession(
      root, renderer: try RootRenderer(backend: backend).renderer, options: options)
    var random = Chance(state: UInt64(seed) + 31)
    for step in 0..<20 {
      let patched = try session.frame(at: 0).pixels
      let fresh = try RenderSession(
        root, renderer: try RootRenderer(backend: backend).renderer, options: options)
      let comparison = ImageComparison(try fresh.frame(at: 0).pixels, patched)
      #expect(comparison.largest == 0, "seed \(seed), step \(step): \(comparison.worst)")
      let layers = root.sublayers ?? []
      let layer = layers[
        min(Int(clamping: random.number(0, Double(layers.count))), layers.count - 1)]
      if step >= 8 {
        // The layers below the last one become an underlay.
        layers[layers.count - 1].position.y += 5
        CATransaction.flush()
        continue
      }
      switch Int(clamping: random.number(0, 4)) {
      case 0: layer.position.x += CGFloat(random.number(-30, 30))
      case 1: layer.position.y += CGFloat(random.number(-30, 30))
      case 2: layer.opacity = Float(random.number(0, 1))
      default: layer.isHidden.toggle()
      }
      CATransaction.flush()
    }
  }

  // MARK: Scenes

  private func document(_ json: String) throws -> Document {
    try Document(data: Data(json.utf8), name: "random.json")
  }

  /// - Parameters:
  ///   - isHeld: Whether the layer that clips is not the root itself, but held by it.
  ///   - holdsAll: Whether there are layers of all classes, some of which blend with what is behind the root.
  private static func json(_ seed: Int, isHeld: Bool, holdsAll: Bool = false) -> String {
    var random = Chance(state: UInt64(seed) &* 7_919 &+ 11)
    var scene = RandomScene(seed: seed)
    let (left, top) = (random.number(-3, 6), random.number(-3, 6))
    let (width, height) = (random.number(40, 63), random.number(40, 63))
    var members: [SceneValue.Member] = [
      .init("bounds", .numbers(0, 0, width, height)),
      .init("position", .numbers(left + width / 2, top + height / 2)),
      .init("masksToBounds", .truth(true)),
      .init("sublayers", .list(boxes(&random) + (holdsAll ? scene.cells() : []))),
    ]
    if random.number(0, 1) < 0.4 {
      members.append(.init("backgroundColor", .numbers(0.2, 0.6, 0.9, random.number(0.4, 1.4))))
    }
    let held: [SceneValue.Member] = [
      .init("bounds", .numbers(0, 0, side, side)), .init("position", .numbers(side / 2, side / 2)),
      .init("sublayers", .list([.object(members)])),
    ]
    return SceneValue.object([
      .init("width", .number(side)), .init("height", .number(side)),
      .init("root", .object(isHeld ? held : members)),
    ]).json
  }

  /// Boxes of which many lie on the edges of the clip.
  private static func boxes(_ random: inout Chance) -> [SceneValue] {
    (0..<14).map { _ in
      .object([
        .init("bounds", .numbers(0, 0, random.number(8, 60), random.number(8, 60))),
        .init("position", .numbers(random.number(0, side), random.number(0, side))),
        .init("cornerRadius", .number(random.number(0, 1) < 0.5 ? 0 : random.number(0, 9))),
        .init("opacity", .number(random.number(0, 1) < 0.6 ? 1 : random.number(0.2, 1))),
        .init(
          "backgroundColor",
          .numbers(
            random.number(0, 1), random.number(0, 1), random.number(0, 1),
            random.number(0, 1) < 0.5 ? 1 : random.number(0.2, 1))),
      ])
    }
  }
}

import Foundation
import Glaze
@testable import GlazeCore
import GlazeGeometry
import GlazeLayers
import GlazePlan
import GlazeScene
import Testing

/// Random gradients, boxes of one color and paths whose masks are random paths: drawn without a pass, they
/// look as with it, alike on both backends, and after a change like a first frame.
@Suite struct CutoutLawTests {
  private static let side = 96.0

  @Test(arguments: 0..<24) func foldingChangesNothing(seed: Int) throws {
    let renderers = try Backends.usable.map { try Renderer($0.device) }
    let document = try document(seed)
    var options = document.renderOptions
    options.dithers = seed % 4 < 2
    let variants = CheckVariant.all.filter {
      // The dither pattern does not turn with a layer.
      if case .wrapped(.mirrored) = $0 {
        false
      } else if case .wrapped(.flipped) = $0 {
        false
      } else {
        $0 != .wrapped(.turned)
      }
    }
    func passes(_ optimizations: Optimizations) throws -> Int {
      try Renderer.plan(
        of: document.rootLayer, options: options, optimizations: optimizations, at: 0
      ).passes.count
    }
    // A plane in perspective makes its siblings a scene, in which edges may be left open.
    #expect(try seed % 2 == 1 || passes(.all) < passes(.all.subtracting(.foldMasks)))
    let subject = try CheckSubject(root: document.rootLayer, options: options)
    let check = SelfCheck(renderers: renderers, variants: variants)
    for difference in try check.run(subject).differences {
      Issue.record("seed \(seed), \(difference)\n\(Self.json(seed))")
    }
  }

  @Test(.needsGL, arguments: 0..<12) func changedFramesLookLikeFirstFrames(seed: Int) throws {
    for backend in [Renderer.Backend.software, .gl] {
      let document = try document(seed)
      let root = document.rootLayer
      let options = document.renderOptions
      let renderer = try RootRenderer(backend: backend).renderer
      let session = try RenderSession(root, renderer: renderer, options: options)
      _ = try session.frame(at: 0)
      var random = Chance(state: UInt64(seed) + 977)
      for layer in root.sublayers ?? [] {
        guard let shape = layer.mask as? CAShapeLayer else { continue }
        switch Int(clamping: random.number(0, 5)) {
        case 0:
          shape.path = CGPath(ellipseIn: CGRect(x: 9, y: 12, width: 60, height: 50), transform: nil)
        case 1: shape.position.x += CGFloat(random.number(-20, 20))
        case 2: shape.opacity = 0.4
        case 3: (layer as? CAGradientLayer)?.endPoint = CGPoint(x: 0.2, y: 0.7)
        default: layer.position.y += CGFloat(random.number(-9, 9))
        }
        CATransaction.flush()
        let patched = try session.frame(at: 0).pixels
        let fresh = try RenderSession(
          root, renderer: try RootRenderer(backend: backend).renderer, options: options)
        let comparison = ImageComparison(try fresh.frame(at: 0).pixels, patched)
        #expect(comparison.largest == 0, "seed \(seed), \(backend): \(comparison.worst)")
      }
    }
  }

  // MARK: Scenes

  private func document(_ seed: Int) throws -> Document {
    try Document(data: Data(Self.json(seed).utf8), name: "random.json")
  }

  private static func json(_ seed: Int) -> String {
    var random = Chance(state: UInt64(seed) &* 7_919 &+ 3)
    let layers = (0..<6).map { index in
      layer(
        x: side * (Double(index % 3) + random.number(0.4, 0.6)),
        y: side * (Double(index / 3) + random.number(0.4, 0.6)), isFlat: seed % 2 == 0, &random)
    }
    let root: [SceneValue.Member] = [
      .init("bounds", .numbers(0, 0, 3 * side, 2 * side)),
      .init("position", .numbers(1.5 * side, side)), .init("sublayers", .list(layers)),
    ]
    return SceneValue.object([
      .init("name", .text("folded-paths")), .init("width", .number(3 * side)),
      .init("height", .number(2 * side)), .init("background", .numbers(0.9, 1, 0.8, 1)),
      .init("root", .object(root)),
    ]).json
  }

  private static func layer(
    x: Double, y: Double, isFlat: Bool, _ random: inout Chance
  ) -> SceneValue {
    let (width, height) = (random.number(40, 110), random.number(40, 110))
    let angle = random.number(0, 1) < 0.5 ? 0 : random.number(-2, 2)
    let scale = random.number(0.6, 1.2)
    let (c, s) = (cos(angle) * scale, sin(angle) * scale)
    let tilt = !isFlat && random.number(0, 1) < 0.3 ? random.number(-0.002, 0.002) : 0
    var members: [SceneValue.Member] = [
      .init("bounds", .numbers(0, 0, width, height)), .init("position", .numbers(x, y)),
      .init("transform", .numbers(c, s, 0, tilt, -s, c, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)),
      .init("opacity", .number(random.number(0, 1) < 0.6 ? 1 : random.number(0.2, 1))),
      .init("cornerRadius", .number(random.number(0, 1) < 0.6 ? 0 : random.number(4, 20))),
      .init("mask", mask(width, height, &random)),
    ]
    let kind = random.number(0, 1)
    if kind < 0.2 {
      members.append(.init("backgroundColor", color(&random)))
    } else if kind < 0.4 {
      members += path(width, height, &random)
    } else if kind < 0.6 {
      members.append(.init("sublayers", .list([group(width, height, &random)])))
      if random.number(0, 1) < 0.3 { members.append(.init("masksToBounds", .truth(true))) }
    } else {
      let count = Int(clamping: random.number(1, 19))
      members += [
        .init("class", .text("CAGradientLayer")),
        .init("type", .text(["axial", "radial", "conic"][Int(clamping: random.number(0, 3))])),
        .init("startPoint", .numbers(random.number(0, 0.5), random.number(0, 0.5))),
        .init("endPoint", .numbers(random.number(0.6, 1), random.number(0.6, 1))),
        .init("colors", .list((0..<count).map { _ in color(&random) })),
      ]
    }
    return .object(members)
  }

  /// A layer that holds a path or a box of one color, and may have a mask of its own.
  private static func group(
    _ width: Double, _ height: Double, _ random: inout Chance
  ) -> SceneValue {
    var members: [SceneValue.Member] = [
      .init("bounds", .numbers(0, 0, width, height)),
      .init("position", .numbers(width / 2, height / 2 + random.number(-4, 4))),
      .init("opacity", .number(random.number(0, 1) < 0.5 ? 1 : random.number(0.4, 1))),
    ]
    if random.number(0, 1) < 0.4 { members.append(.init("mask", mask(width, height, &random))) }
    if random.number(0, 1) < 0.3 {
      members.append(.init("sublayers", .list([group(width, height, &random)])))
    } else if random.number(0, 1) < 0.3 {
      members.append(.init("backgroundColor", color(&random)))
    } else {
      members += path(width, height, &random)
    }
    return .object(members)
  }

  /// A mask that is a path, or that holds one.
  private static func mask(
    _ width: Double, _ height: Double, _ random: inout Chance
  ) -> SceneValue {
    if random.number(0, 1) < 0.3 { return group(width, height, &random) }
    return .object(
      [
        .init("bounds", .numbers(0, 0, width, height)),
        .init("position", .numbers(width / 2 + random.number(-3, 3), height / 2)),
      ] + path(width, height, &random))
  }

  private static func path(
    _ width: Double, _ height: Double, _ random: inout Chance
  ) -> [SceneValue.Member] {
    let points = (0..<Int(clamping: random.number(3, 8))).map { _ in
      "\(random.number(-10, width + 10)) \(random.number(-10, height + 10))"
    }
    let isStroked = random.number(0, 1) < 0.4
    return [
      .init("class", .text("CAShapeLayer")),
      .init("path", .text("M " + points.joined(separator: " L ") + " Z")),
      .init("fillRule", .text(random.number(0, 1) < 0.5 ? "even-odd" : "non-zero")),
      .init("lineWidth", .number(random.number(1, 9))),
      .init(isStroked ? "strokeColor" : "fillColor", color(&random)),
    ] + (isStroked ? [.init("fillColor", .text("transparent"))] : [])
  }

  private static func color(_ random: inout Chance) -> SceneValue {
    let alpha = random.number(0, 1) < 0.6 ? 1 : random.number(0, 1)
    return .numbers(random.number(0, 1), random.number(0, 1), random.number(0, 1), alpha)
  }
}

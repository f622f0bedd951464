import Foundation
import Glaze
@testable import GlazeCore
import GlazeLayers
import GlazePlan
import GlazeScene
import Testing

/// Laws that hold for every tree, pixel by pixel: what leaves the image as it is may change no pixel by more than
/// rounding does.
///
/// There are 24 trees unless `GLAZE_RANDOM_LAWS` says how many; `GLAZE_RANDOM_SEED` is the number of the first.
@Suite struct RandomLawTests {
  private static let parts = 8
  private static let count = number("GLAZE_RANDOM_LAWS") ?? 24
  private static let first = number("GLAZE_RANDOM_SEED") ?? 1

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  /// The variants that are laws; `GLAZE_RANDOM_ONLY` names others, with commas between them.
  private static let variants: [CheckVariant] = {
    if let names = ProcessInfo.processInfo.environment["GLAZE_RANDOM_ONLY"] {
      return names.split(separator: ",").compactMap { name in
        CheckVariant.all.first { $0.name == name }
      }
    }
    return CheckVariant.all.filter(\.isLaw)
  }()

  @Test(arguments: 0..<parts)
  func hold(part: Int) throws {
    let renderers = try Backends.usable.map { try Renderer($0.device) }
    for seed in Self.first..<Self.first + Self.count where seed % Self.parts == part {
      var random = RandomScene(seed: seed)
      let scene = random.scene()
      for difference in try differences(of: scene, renderers, Self.variants) {
        let smallest = scene.cutDown(tries: 300) {
          let left = try? differences(of: $0, renderers, [difference.variant])
          return left?.isEmpty == false
        }
        Issue.record("seed \(seed), \(difference)\n\(smallest.json)")
      }
    }
  }

  // MARK: Orders of siblings

  /// Six orders of four layers that do not overlap.
  private static let orders = [
    [0, 1, 2, 3], [3, 2, 1, 0], [1, 0, 3, 2], [2, 3, 0, 1], [1, 2, 3, 0], [3, 0, 1, 2],
  ]

  @Test(arguments: 0..<parts)
  func siblingsThatDoNotOverlapHaveNoOrder(part: Int) throws {
    let renderers = try Backends.usable.map { try Renderer($0.device) }
    for seed in Self.first..<Self.first + Self.count where seed % Self.parts == part {
      var random = RandomScene(seed: seed)
      let cells = random.cells()
      let first = RandomScene.scene(of: cells)
      // A filter of what lies behind reaches into other cells.
      if ["backgroundFilters", "CABackdropLayer"].contains(where: first.json.contains) { continue }
      for renderer in renderers {
        let expected = try image(of: first, renderer)
        for order in Self.orders.dropFirst() {
          let scene = RandomScene.scene(of: order.map { cells[$0] })
          let comparison = ImageComparison(expected, try image(of: scene, renderer))
          #expect(
            comparison.largest == 0,
            "seed \(seed), \(renderer.backend), order \(order): \(comparison.worst)\n\(first.json)")
        }
      }
    }
  }

  // MARK: Scales

  /// The properties whose result depends on the scale by its nature: texels, and kernels in pixels.
  private static let scaled = [
    "contents", "CATextLayer", "CAEmitterLayer", "CATiledLayer", "shouldRasterize", "gaussianBlur",
    "edgeAntialiasingMask",
  ]

  @Test(arguments: 0..<parts)
  func scalesAgree(part: Int) throws {
    let renderers = try Backends.usable.map { try Renderer($0.device) }
    for seed in Self.first..<Self.first + Self.count where seed % Self.parts == part {
      var random = RandomScene(seed: seed)
      let scene = random.scene()
      if Self.scaled.contains(where: scene.json.contains) { continue }
      for renderer in renderers {
        guard try pixelsOutsideOfEdges(scene, renderer) > Self.mostPixelsOutside else { continue }
        let smallest = scene.cutDown(tries: 300) {
          ((try? pixelsOutsideOfEdges($0, renderer)) ?? 0) > Self.mostPixelsOutside
        }
        Issue.record("seed \(seed), scales on \(renderer.backend)\n\(smallest.json)")
      }
    }
  }

  /// Corners and crossings of edges are squares of pixels at one scale and not at the other.
  private static let mostPixelsOutside = 8
  private static let edgeLevels = 24

  /// How many pixels of the image at scale 2, averaged, lie outside of the range of their neighbors at scale 1.
  private func pixelsOutsideOfEdges(_ scene: SceneValue, _ renderer: Renderer) throws -> Int {
    let plain = try image(of: scene, renderer)
    let averaged = try image(of: scene, renderer, scale: 2).averaged
    let levels = Self.edgeLevels
    func isFar(_ byte: Int) -> Bool {
      abs(Int(plain.bytes[byte]) - Int(averaged.bytes[byte])) > levels
    }
    var count = 0
    for y in 0..<plain.height {
      for x in 0..<plain.width {
        // A pixel belongs to its own neighborhood, so one that differs little is not outside of the range.
        let byte = 4 * (y * plain.width + x)
        if !isFar(byte), !isFar(byte + 1), !isFar(byte + 2), !isFar(byte + 3) { continue }
        var (low, high) = (SIMD4<Int>(repeating: 255), SIMD4<Int>(repeating: 0))
        for j in max(y - 1, 0)...min(y + 1, plain.height - 1) {
          for i in max(x - 1, 0)...min(x + 1, plain.width - 1) {
            let value = SIMD4<Int>(truncatingIfNeeded: plain[PixelPlace(x: i, y: j)])
            low = pointwiseMin(low, value)
            high = pointwiseMax(high, value)
          }
        }
        let value = SIMD4<Int>(truncatingIfNeeded: averaged[PixelPlace(x: x, y: y)])
        if pointwiseMax(low &- value, value &- high).max() > levels { count += 1 }
      }
    }
    return count
  }

  private func image(
    of scene: SceneValue, _ renderer: Renderer, scale: Double = 1
  ) throws -> PixelBuffer {
    let document = try Document(data: Data(scene.json.utf8), name: "random.json")
    var options = document.renderOptions
    options.scale = scale
    options.dithers = false
    let session = try RenderSession(document.rootLayer, renderer: renderer, options: options)
    return try session.frame(at: 0).pixels
  }

  private func differences(
    of scene: SceneValue, _ renderers: [Renderer], _ variants: [CheckVariant]
  ) throws -> [CheckDifference] {
    let document = try Document(data: Data(scene.json.utf8), name: "random.json")
    let subject = try CheckSubject(root: document.rootLayer, options: document.renderOptions)
    // Laws allow rounding; `GLAZE_RANDOM_LEVELS` sets the levels of a search.
    let tolerance = Self.number("GLAZE_RANDOM_LEVELS").map {
      ImageTolerance(deviation: $0, because: "asked for")
    }
    let check = SelfCheck(renderers: renderers, variants: variants, tolerance: tolerance)
    let found = try check.run(subject).differences
    guard scene.json.contains("colorSaturate") else { return found }
    return found.filter { $0.tolerance.deviation == 0 || !$0.isAmplifiedRounding }
  }
}

extension CheckDifference {
  /// Whether a color filter that doubles saturation explains the difference: it doubles what rounding left in the
  /// image that it reads.
  fileprivate var isAmplifiedRounding: Bool {
    comparison.count(above: 2 * tolerance.deviation) == 0
  }
}

extension CheckVariant {
  /// Whether the image is the same up to rounding, whatever the tree is.
  fileprivate var isLaw: Bool {
    switch self {
    // A folded mask acts on each item, a mask on all together.
    case .without(let options): !options.contains(.foldMasks)
    case .moved, .tiles: true
    case .wrapped(let wrapping): !wrapping.turnsPixels
    default: false
    }
  }
}

extension CheckWrapping {
  /// Whether edges and texels are met from another side.
  fileprivate var turnsPixels: Bool {
    switch self {
    case .mirrored, .flipped, .turned: true
    default: false
    }
  }
}

extension PixelBuffer {
  /// The image at half its size, each pixel the mean of four.
  fileprivate var averaged: PixelBuffer {
    // Without vectors, which are slow without optimization.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(self.bytes.count / 4)
    self.bytes.withUnsafeBufferPointer { source in
      for y in 0..<height / 2 {
        let (above, below) = (8 * y * width, 4 * (2 * y + 1) * width)
        for byte in 0..<width / 2 * 4 {
          // The same channel of the left pixel; the right one is 4 bytes further.
          let left = byte + byte & ~3
          let upper = Int(source[above + left]) + Int(source[above + left + 4])
          let lower = Int(source[below + left]) + Int(source[below + left + 4])
          bytes.append(UInt8(truncatingIfNeeded: (upper + lower + 2) / 4))
        }
      }
    }
    return PixelBuffer(width: width / 2, height: height / 2, bytes: bytes)
  }
}

import Foundation
import Glaze
import GlazeGeometry
import GlazeLayers
import GlazePlan
import GlazeTree
import Testing

/// All blend modes on OpenGL, compared with the CPU backend, whose arithmetic `GlazeSoftwareTests`
/// checks.
@Suite(.needsGL) struct BlendModeTests {
  /// Another property of the layer that blends.
  enum Setting: CaseIterable {
    case plain, fading, masked, clipped, inGroup
  }

  private static let side: CGFloat = 42
  /// Alphas with components that are 0, full, equal and in between.
  private static let colors: [CGColor] = [1, 0.6, 0.2].flatMap { alpha in
    [
      (0, 0, 0), (1, 1, 1), (0.4, 0.4, 0.4), (1, 0, 0), (0, 0.2, 1), (0.71, 0.31, 0.55),
      (0.25, 0.75, 0.55),
    ].map { CGColor(srgbRed: $0.0, green: $0.1, blue: $0.2, alpha: alpha) }
  }

  private static func layer(_ rect: CGRect, _ color: CGColor? = nil) -> CALayer {
    let layer = CALayer()
    layer.frame = rect
    layer.backgroundColor = color
    return layer
  }

  /// Every color over every other: the rows are backdrops, and the columns blend with them.
  private static func document(_ mode: BlendMode, _ setting: Setting) -> CALayer {
    let all = CGRect(x: 0, y: 0, width: side, height: side)
    let (root, group, source) = (layer(all), layer(all), layer(all))
    let width = side / CGFloat(colors.count)
    for (index, color) in colors.enumerated() {
      let place = CGFloat(index) * width
      group.addSublayer(layer(CGRect(x: 0, y: place, width: side, height: width), color))
      source.addSublayer(layer(CGRect(x: place, y: 0, width: width, height: side), color))
    }
    source.compositingFilter = "\(mode)BlendMode"
    switch setting {
    case .plain: break
    case .fading: source.opacity = 0.5
    case .masked:
      let mask = layer(
        all.insetBy(dx: 4, dy: 4), CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 0.7))
      mask.cornerRadius = 12
      source.mask = mask
    case .clipped:
      source.cornerRadius = 14
      source.masksToBounds = true
    case .inGroup: group.opacity = 0.6
    }
    group.addSublayer(source)
    root.addSublayer(group)
    return root
  }

  private static func draw(
    _ mode: BlendMode, _ setting: Setting, _ renderer: RootRenderer
  ) throws -> PixelBuffer {
    try renderer.frame(
      of: document(mode, setting), background: nil, isGeometryFlipped: true
    ).pixels
  }

  @Test(arguments: BlendMode.allCases)
  func backendsAgree(mode: BlendMode) throws {
    let (software, gl) = try (RootRenderer(backend: .software), RootRenderer(backend: .gl))
    for setting in Setting.allCases {
      let expected = try Self.draw(mode, setting, software)
      let actual = try Self.draw(mode, setting, gl)
      let comparison = ImageComparison(expected, actual)
      if !comparison.isWithin(.otherArithmetic) {
        try recordDifference(
          "blend-\(mode)-\(setting)", "differ by \(comparison.largest) at \(comparison.worst)",
          expected: expected, actual: actual)
      }
    }
  }

  /// A mode that is ignored would look equal on both backends.
  @Test func eachModeDrawsSomethingElse() throws {
    let renderer = try RootRenderer(backend: .gl)
    var modes: [[UInt8]: BlendMode] = [:]
    for mode in BlendMode.allCases {
      let image = try Self.draw(mode, .plain, renderer)
      #expect(modes[image.bytes] == nil, "\(mode) draws what another mode draws")
      modes[image.bytes] = mode
    }
  }
}

import Foundation
import Glaze
@testable import GlazeCore
import GlazePlan
import GlazeScene
import Testing

/// Shadows that are blurred by about a pixel, where edges between pixels matter most.
@Suite struct NarrowShadowTests {
  /// A circle that is a layer, the only one in a layer, or a path.
  private static let casters: [(String, String)] = [
    (#""cornerRadius": 15, "backgroundColor": [1, 0, 0], SHADOW"#, ""),
    (
      "SHADOW",
      #"{"position": [15, 15], "bounds": [0, 0, 30, 30], "cornerRadius": 15, "backgroundColor": [1, 0, 0]}"#
    ),
    (
      "SHADOW",
      #"{"class": "CAShapeLayer", "path": "M 30 15 A 15 15 0 0 1 0 15 A 15 15 0 0 1 30 15 Z", "fillColor": [1, 0, 0]}"#
    ),
  ]

  @Test(arguments: 0..<casters.count, [0.8, 1.5])
  func areThoseOfAClosedForm(caster: Int, radius: Double) throws {
    for place in ["40, 30", "40.3, 30.6"] {
      let shadow = #""shadowOpacity": 1, "shadowRadius": \#(radius), "shadowOffset": [0, 20]"#
      let (own, inner) = Self.casters[caster]
      let json = """
        {"width": 90, "height": 80, "root": {"backgroundColor": [1, 1, 1], "sublayers": [
          {"position": [\(place)], "bounds": [0, 0, 30, 30], "sublayers": [\(inner)],
          \(own.replacingOccurrences(of: "SHADOW", with: shadow))}]}}
        """
      let document = try Document(data: Data(json.utf8), name: "narrow.json")
      let subject = try CheckSubject(root: document.rootLayer, options: document.renderOptions)
      let variant = CheckVariant.without(.analyticShadows)
      let check = SelfCheck(
        renderers: try Backends.usable.map { try Renderer($0.device) }, variants: [variant])
      let result = try check.run(subject)
      #expect(result.skipped.isEmpty)
      #expect(result.differences.isEmpty, "\(place): \(result.differences)")
    }
  }
}

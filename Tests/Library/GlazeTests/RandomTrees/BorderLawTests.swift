import Foundation
import Glaze
@testable import GlazeCore
import GlazePlan
import Testing

/// A border looks the same whether it is drawn with the background or above a sublayer that lies between them: away
/// from that sublayer, no pixel depends on it.
@Suite struct BorderLawTests {
  private static let side = 64

  @Test(arguments: 0..<32) func sublayersUnderABorderChangeNoOtherPixels(seed: Int) throws {
    for renderer in try Backends.usable.map({ try Renderer($0.device) }) {
      let images = try [false, true].map { isAbove in
        let json = Self.json(seed, isAbove: isAbove)
        let document = try Document(data: Data(json.utf8), name: "border.json")
        let session = try RenderSession(
          document.rootLayer, renderer: renderer, options: document.renderOptions)
        var pixels = try session.frame(at: 0).pixels
        // The sublayer lies in the left part.
        for y in 0..<Self.side {
          for byte in 0..<4 * 20 { pixels.bytes[y * 4 * Self.side + byte] = 0 }
        }
        return pixels
      }
      let comparison = ImageComparison(images[0], images[1])
      #expect(
        comparison.largest <= 2,
        """
        seed \(seed), \(renderer.backend): \(comparison.largest) levels at \(comparison.worst)
        \(Self.json(seed, isAbove: true))
        """)
    }
  }

  /// A layer at fractions of a pixel whose border is thin, translucent or both.
  private static func json(_ seed: Int, isAbove: Bool) -> String {
    var random = Chance(state: UInt64(seed) &* 7_919 &+ 5)
    for _ in 0..<4 { _ = random.number(0, 1) }
    let width = random.number(0.25, 3)
    let alpha = seed % 3 == 0 ? 1 : random.number(0.2, 0.9)
    let radius = seed % 2 == 0 ? 0 : random.number(1, 20)
    let angle = seed % 4 < 2 ? 0 : random.number(-0.3, 0.3)
    let (sine, cosine) = (sin(angle), cos(angle))
    let tilt = seed % 8 == 7 ? 0.002 : 0
    let fade = seed % 5 == 4 ? "\"opacity\":0.5,\"allowsGroupOpacity\":false," : ""
    let sublayer =
      #"{"bounds":[0,0,4,4],"position":[-2,24],"backgroundColor":[0,1,0,1]}"#
    return """
      {"width":\(side),"height":\(side),"background":[1,1,1,1],"root":{"bounds":[0,0,\(side),\(side)],\
      "position":[\(side / 2),\(side / 2)],"sublayers":[{\(fade)"bounds":[0,0,44,\(random.number(40, 44))],\
      "position":[\(random.number(34, 35)),\(random.number(31, 33))],"cornerRadius":\(radius),\
      "transform":[\(cosine),\(sine),0,\(tilt),\(-sine),\(cosine),0,0,0,0,1,0,0,0,0,1],\
      "backgroundColor":[0,0,\(random.number(0, 0.2)),\(seed % 7 == 6 ? 0.5 : 1)],"borderWidth":\(width),\
      "borderColor":[1,\(random.number(0.5, 1)),0,\(alpha)],"sublayers":[\(isAbove ? sublayer : "")]}]}}
      """
  }
}

import Foundation
import GlazeGeometry
import GlazeLayers
import GlazeScene
import Testing

@testable import GlazeLottie

@Suite("Trims of Lottie documents that are applied to one shape after the other")
struct TrimTests {
  private static let stroke =
    "{\"ty\":\"st\",\"c\":{\"k\":[0,0,1]},\"w\":{\"k\":2},\"o\":{\"k\":100}}"

  /// The layers of two rectangles of one size, each with a style of its own.
  private func shapes(
    _ style: String, end: String = "{\"k\":75}", offset: Double = 0
  ) throws -> [CAShapeLayer] {
    let group = "{\"ty\":\"gr\",\"it\":[\(Reading.rectangle),\(style)]}"
    let trim =
      "{\"ty\":\"tm\",\"m\":2,\"s\":{\"k\":0},\"e\":\(end),\"o\":{\"k\":\(offset)}}"
    let layer = Reading.shapes([group, group, trim].joined(separator: ","))
    // The layer of the first group is in front.
    return try Reading.document(layer).root.shapes.reversed()
  }

  private func part(_ layer: CAShapeLayer) -> [CGFloat] { [layer.strokeStart, layer.strokeEnd] }

  @Test("Styles in groups draw their share")
  func groupsShare() throws {
    let layers = try shapes(Self.stroke)
    #expect(layers.map(part) == [[0, 1], [0, 0.5]])
    let turned = try shapes(Self.stroke, offset: 180)
    // The path of the first shape is there twice, for parts that pass its start.
    #expect(turned.map(part) == [[0, 0.25], [0, 1]])
  }

  @Test("Fills draw their share")
  func fillsShare() throws {
    let layers = try shapes(Reading.fill, end: "{\"k\":50}")
    #expect(layers.compactMap(\.path?.boundingBox.width) == [20, 0])
  }

  @Test("The share of a shape moves only while the end is in it")
  func movingEndsPass() throws {
    let easing = "\"i\":{\"x\":1,\"y\":1},\"o\":{\"x\":0,\"y\":0}"
    let end = "{\"k\":[{\"t\":0,\"s\":[0],\(easing)},{\"t\":60,\"s\":[100]}]}"
    let layers = try shapes(Self.stroke, end: end)
    for (layer, expected) in zip(layers, [[0, 0.5, 1, 1, 1], [0, 0, 0, 0.5, 1]]) {
      let animation = try #require(layer.animations(of: "strokeEnd").first)
      for (index, share) in expected.enumerated() {
        #expect(abs(try value(animation, at: Double(index) / 4) - share) < 0.01)
      }
    }
  }

  /// The value between the keyframes of an animation, which are joined by straight lines.
  private func value(_ animation: CAKeyframeAnimation, at time: Double) throws -> Double {
    let times = try #require(animation.keyTimes?.map(\.doubleValue))
    let values = try #require(animation.values).compactMap {
      ($0 as? CGFloat)?.native ?? $0 as? Double
    }
    let next = try #require(times.firstIndex { $0 >= time })
    guard next > 0, times[next] > times[next - 1] else { return values[next] }
    let share = (time - times[next - 1]) / (times[next] - times[next - 1])
    return values[next - 1] + (values[next] - values[next - 1]) * share
  }
}

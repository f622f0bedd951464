import Foundation
import GlazeGeometry
import GlazeLayers
import GlazeScene
import Testing

@testable import GlazeLottie

/// The effect that draws lines along the masks of a layer.
@Suite struct StrokeEffectTests {
  /// Returns a layer with two masks, and an effect with some of its properties.
  private func document(
    _ properties: [Int: String], shapes: String = "", type: Int = 22
  ) throws -> DocumentContents {
    func mask(_ x: Int) -> String {
      "{\"mode\":\"a\",\"o\":{\"k\":100},\"pt\":{\"k\":{\"v\":[[\(x),0],[\(x),50]],\"i\":[],\"o\":[],\"c\":false}}}"
    }
    let values = (0...10).map { "{\"v\":{\"k\":\(properties[$0] ?? "0")}}" }
    let more =
      ",\"masksProperties\":[\(mask(10)),\(mask(30))],\"ef\":[{\"ty\":\(type),\"nm\":\"effect\",\"en\":1,\"ef\":[\(values.joined(separator: ","))]}]"
    return try Reading.document(Reading.shapes(shapes, more: more))
  }

  private static let all = [
    1: "1", 2: "1", 3: "[1,0,0,1]", 4: "3", 6: "0.5", 7: "20", 8: "70", 9: "15", 10: "1",
  ]

  @Test func drawsLinesAlongTheMasksOfAnEmptyLayer() throws {
    let contents = try document(Self.all)
    #expect(contents.diagnostics.isEmpty)
    let lines = contents.root.shapes
    #expect(lines.compactMap(\.path?.boundingBox.minX) == [10, 30])
    #expect(lines.flatMap { [$0.strokeStart, $0.strokeEnd] } == [0.4, 1, 0, 0.4])
    #expect(contents.root.tree.filter { $0.opacity == 0.5 }.count == 1)
    for line in lines {
      #expect(line.fillColor == nil && line.strokeColor == RGBA(1, 0, 0, 1).cgColor)
      #expect(line.lineWidth == 6 && line.lineCap == .round && line.lineDashPattern == nil)
    }
  }

  @Test func drawsEachLineByItself() throws {
    let apart = try document(Self.all.merging([2: "0", 9: "100"]) { $1 })
    #expect(apart.root.shapes.count == 2)
    #expect(apart.root.shapes.allSatisfy { abs($0.strokeEnd - 0.7) < 1e-9 })
    #expect(apart.root.shapes.allSatisfy { $0.lineDashPattern == [0, 6] })
    let second = try document(Self.all.merging([1: "0", 0: "2"]) { $1 })
    let path = try #require(second.root.shapes.first?.path)
    #expect(ContourList(path).contours.map { $0.vertices[0].point.x } == [30])
    let none = try document(Self.all.merging([1: "0", 0: "3"]) { $1 })
    #expect(none.root.shapes.isEmpty)
  }

  @Test(arguments: [("1", 3, false), ("2", 2, false), ("3", 1, true)])
  func combinesLinesAndContent(style: String, shapes: Int, isMasked: Bool) throws {
    let contents = try document(
      Self.all.merging([10: style]) { $1 }, shapes: Reading.rectangle + "," + Reading.fill)
    // Masks are not in the tree.
    #expect(contents.root.shapes.count == shapes)
    let lines = contents.root.tree.compactMap(\.mask).flatMap(\.shapes).filter {
      $0.strokeColor != nil
    }
    #expect(!lines.isEmpty == isMasked)
  }

  @Test func reportsEffectsOfEmptyLayers() throws {
    let contents = try document([:], type: 26)
    let expected = Problem.lottieFeature(.effect("effect"), layer: "shape")
    #expect(contents.diagnostics.map(\.problem) == [expected])
    #expect(contents.root.tree.count == 1)
  }
}

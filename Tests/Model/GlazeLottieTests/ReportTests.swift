import Foundation
import GlazeGeometry
import GlazeScene
import Testing

@testable import GlazeLottie

/// Reports about features of a document that are not drawn.
@Suite struct ReportTests {
  private func problems(_ layers: String, more: String = "") throws -> [Problem] {
    try Reading.document(layers, more: more).diagnostics.map(\.problem)
  }

  private func deep(_ number: Int, z: Double, more: String = "") -> String {
    "{\"ty\":1,\"nm\":\"l\(number)\",\"ind\":\(number),\"ddd\":1,\"ip\":0,\"op\":60,\"st\":0,\"sw\":9,\"sh\":9,\"sc\":\"#ff0000\",\"ks\":{\"p\":{\"a\":0,\"k\":[0,0,\(z)]}\(more)}}"
  }

  @Test func reportsTheOrderOfLayersInSpace() throws {
    let order = [1, 2].map { Problem.lottieFeature(.depthOrder, layer: "l\($0)") }
    #expect(try problems(deep(1, z: 0) + "," + deep(2, z: 50)) == order)
    let turned = deep(2, z: 0, more: ",\"ry\":{\"a\":0,\"k\":30}")
    #expect(try problems(deep(1, z: 0) + "," + turned) == order)
    // One plane, or one layer, has no other order.
    #expect(try problems(deep(1, z: 50) + "," + deep(2, z: 50)) == [])
    #expect(try problems(deep(1, z: 50)) == [])
  }

  @Test(arguments: [("[8,3]", true), ("[8,8]", false), ("8", false)])
  func reportsFeathersOfTwoWidths(feather: String, isReported: Bool) throws {
    let path = "{\"a\":0,\"k\":{\"v\":[[0,0],[9,0],[9,9]],\"i\":[],\"o\":[],\"c\":true}}"
    let masks =
      ",\"masksProperties\":[{\"mode\":\"a\",\"pt\":\(path),\"o\":{\"k\":100},\"f\":{\"a\":0,\"k\":\(feather)}}]"
    let layer = Reading.shapes(Reading.rectangle + "," + Reading.fill, more: masks)
    let expected = Problem.lottieFeature(.featherOfTwoDimensions, layer: "shape")
    #expect(try problems(layer) == (isReported ? [expected] : []))
  }

  @Test(
    "A blend mode that Core Animation does not have is reported, not drawn as another one",
    arguments: [(-1, true), (0, false), (16, false), (17, true)])
  func reportsUnknownBlendModes(mode: Int, isReported: Bool) throws {
    let expected = Problem.lottieFeature(.blendMode(mode), layer: "shape")
    let style = Reading.fill.dropLast() + ",\"bm\":\(mode)}"
    let plain = Reading.shapes(Reading.rectangle + "," + Reading.fill, more: ",\"bm\":\(mode)")
    for layer in [plain, Reading.shapes(Reading.rectangle + "," + style)] {
      #expect(try problems(layer) == (isReported ? [expected] : []))
    }
  }

  private static let still = "{\"a\":1,\"k\":[{\"t\":0,\"s\":[0]},{\"t\":30,\"s\":[0]}]}"
  private static let moving = "{\"a\":1,\"k\":[{\"t\":0,\"s\":[0]},{\"t\":30,\"s\":[9]}]}"

  @Test(arguments: [
    ("{\"k\":0}", 2, false), (still, 2, false), (moving, 2, true), ("{\"k\":-7}", 2, false),
    (moving, 1, false),
  ])
  func reportsHighlightsThatMove(length: String, type: Int, isReported: Bool) throws {
    let gradient =
      "{\"ty\":\"gf\",\"t\":\(type),\"o\":{\"k\":100},\"s\":{\"k\":[50,50]},\"e\":{\"k\":[60,50]},\"h\":\(length),\"a\":{\"k\":30},\"g\":{\"p\":2,\"k\":{\"k\":[0,1,0,0,1,0,0,1]}}}"
    let expected = Problem.lottieFeature(.gradientHighlight, layer: "shape")
    let layer = Reading.shapes(Reading.rectangle + "," + gradient)
    #expect(try problems(layer) == (isReported ? [expected] : []))
  }

  @Test func namesTheImagesThatCanBeReplaced() throws {
    let more =
      ",\"assets\":[{\"id\":\"a\",\"w\":9,\"h\":9,\"u\":\"\",\"p\":\"none.png\"},{\"id\":\"c\",\"layers\":[]}]"
    let layer = "{\"ty\":2,\"nm\":\"i\",\"refId\":\"a\",\"ip\":0,\"op\":60,\"st\":0,\"ks\":{}}"
    #expect(try Reading.document(layer, more: more).lottie?.images == ["a"])
  }
}

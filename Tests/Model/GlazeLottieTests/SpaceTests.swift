import Foundation
import GlazeGeometry
import GlazeLayers
import GlazeScene
import Testing

@testable import GlazeLottie

@Suite("Lottie layers in space")
struct SpaceTests {
  private func layer(_ type: Int, _ number: Int, _ transform: String, more: String = "") -> String {
    "{\"ty\":\(type),\"ddd\":1,\"ind\":\(number),\"ip\":0,\"op\":60,\"st\":0,\"ks\":{\(transform)},\"sw\":10,\"sh\":10,\"sc\":\"#ff0000\"\(more)}"
  }

  private func camera(_ transform: String, more: String = "") -> String {
    layer(13, 1, transform, more: ",\"pe\":{\"k\":100}" + more)
  }

  /// The transforms of a document's layers, or of the first values of their animations.
  private func transforms(_ layers: String...) throws -> [CATransform3D] {
    try Reading.document(layers.joined(separator: ",")).root.tree.compactMap { layer in
      let animation = layer.animation(forKey: "transform") as? CAKeyframeAnimation
      let transform = animation?.values?.first as? CATransform3D ?? layer.transform
      return CATransform3DIsIdentity(transform) ? nil : transform
    }
  }

  private func isNear(_ a: CATransform3D, _ b: CATransform3D) -> Bool {
    SpaceMatrix(t: a).distance(to: SpaceMatrix(t: b)) < 1e-6
  }

  @Test func parentsMoveACamera() throws {
    let solid = layer(1, 9, "\"p\":{\"k\":[20,30,5]}")
    let direct = try transforms(
      camera("\"p\":{\"k\":[70,40,-120]},\"rz\":{\"k\":90}"), solid)
    let parented = try transforms(
      camera("\"p\":{\"k\":[0,0,-60]}", more: ",\"parent\":2"),
      layer(3, 2, "\"p\":{\"k\":[0,0,0]},\"rz\":{\"k\":90}", more: ",\"parent\":3"),
      layer(3, 3, "\"p\":{\"k\":[70,40,-60]}"), solid)
    #expect(direct.count == 1 && parented.count == 1)
    #expect(zip(direct, parented).allSatisfy(isNear))
  }

  @Test(
    "A layer in space turns in its plane to the direction of its motion", arguments: [true, false])
  func turnsAlongMotions(isSeparate: Bool) throws {
    func moving(_ from: String, _ to: String) -> String {
      "[{\"t\":0,\"s\":\(from),\"i\":{\"x\":[1],\"y\":[1]},\"o\":{\"x\":[0],\"y\":[0]}},{\"t\":60,\"s\":\(to)}]"
    }
    let position =
      isSeparate
      ? "{\"s\":true,\"x\":{\"k\":10},\"y\":{\"k\":\(moving("[20]", "[90]"))},\"z\":{\"k\":0}}"
      : "{\"k\":\(moving("[10,20,0]", "[10,90,0]"))}"
    let still = try transforms(layer(1, 9, "\"p\":\(position),\"rz\":{\"k\":10}"))
    let turned = try transforms(
      layer(1, 9, "\"p\":\(position),\"rz\":{\"k\":10}", more: ",\"ao\":1"))
    let first = try #require(still.first)
    // The motion is downward, which is a quarter turn.
    var expected = CATransform3DConcat(first, CATransform3DMakeTranslation(-10, -20, 0))
    expected = CATransform3DConcat(expected, CATransform3DMakeRotation(.pi / 2, 0, 0, 1))
    expected = CATransform3DConcat(expected, CATransform3DMakeTranslation(10, 20, 0))
    #expect(isNear(try #require(turned.first), expected))
  }
}

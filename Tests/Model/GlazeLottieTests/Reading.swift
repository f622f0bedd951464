import Foundation
import GlazeGeometry
import GlazeLayers
import GlazeScene
import Testing

@testable import GlazeLottie

/// Reads Lottie documents in tests.
enum Reading {
  static func document(
    _ layers: String, more: String = "", frames: Double = 60, rate: Double = 30,
    options: LottieOptions = LottieOptions(), isStrict: Bool = false
  ) throws -> DocumentContents {
    let text =
      "{\"v\":\"5.7\",\"fr\":\(rate),\"ip\":0,\"op\":\(frames),\"w\":100,\"h\":100,\"layers\":[\(layers)]\(more)}"
    return try document(text: text, options: options, isStrict: isStrict)
  }

  static func document(
    text: String, options: LottieOptions = LottieOptions(), isStrict: Bool = false
  ) throws -> DocumentContents {
    var reader = DocumentReader.Options(isStrict: isStrict)
    reader.formats = [LottieReader(options: options)]
    return try DocumentReader(options: reader).read(
      Data(text.utf8), name: "test.json", folder: nil)
  }

  /// A layer of shapes.
  static func shapes(_ items: String, transform: String = "", more: String = "") -> String {
    "{\"ty\":4,\"nm\":\"shape\",\"ind\":1,\"ip\":0,\"op\":60,\"st\":0,\"ks\":{\(transform)},\"shapes\":[\(items)]\(more)}"
  }

  static let rectangle =
    "{\"ty\":\"rc\",\"p\":{\"a\":0,\"k\":[50,50]},\"s\":{\"a\":0,\"k\":[20,10]},\"r\":{\"a\":0,\"k\":0}}"
  static let fill = "{\"ty\":\"fl\",\"c\":{\"a\":0,\"k\":[1,0,0,1]},\"o\":{\"a\":0,\"k\":100}}"
}

extension CALayer {
  /// All descendants, the layer first.
  var tree: [CALayer] { [self] + (sublayers ?? []).flatMap(\.tree) }

  var shapes: [CAShapeLayer] { tree.compactMap { $0 as? CAShapeLayer } }

  /// The animations of the tree with a key path.
  func animations(of keyPath: String) -> [CAKeyframeAnimation] {
    tree.flatMap { layer in
      (layer.animationKeys() ?? []).compactMap {
        layer.animation(forKey: $0) as? CAKeyframeAnimation
      }.filter { $0.keyPath == keyPath }
    }
  }
}

import Foundation
import GlazeGeometry

/// A layer of a composition.
struct LottieLayer {
  enum Kind: Int {
    case composition = 0, solid, image, null, shape, text, audio
    case camera = 13
    case other = -1
  }

  let node: LottieNode
  let kind: Kind
  let name: String
  let number: Int?
  let parent: Int?
  /// The frames of the composition in which the layer is shown.
  let frames: Range<Double>
  let start: Double
  let stretch: Double
  let isHidden: Bool
  /// Whether the layer is only the matte of another one.
  var isMatte: Bool
  let matteMode: Int
  let matteParent: Int?
  let blend: Int
  let isDeep: Bool
  let turns: Bool

  init(_ node: LottieNode, _ reader: PropertyReader) {
    self.node = node
    kind = Kind(rawValue: node.integer("ty", -1)) ?? .other
    name = node["nm"]?.text ?? node["ind"]?.integer.map { "layer \($0)" } ?? "layer"
    number = node["ind"]?.integer
    parent = node["parent"]?.integer
    let begin = node.number("ip", 0)
    frames = begin..<max(begin, node.number("op", Limits.number))
    start = node.number("st", 0)
    stretch = node.number("sr", 1)
    isHidden = node.isTrue("hd")
    isMatte = node.isTrue("td")
    matteMode = node.integer("tt", 0)
    matteParent = node["tp"]?.integer
    reader.report.layer = name
    blend = BlendModes.read(node, reader)
    isDeep = node.isTrue("ddd")
    turns = node.isTrue("ao")
  }
}

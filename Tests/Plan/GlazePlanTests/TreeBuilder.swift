import Foundation
import GlazeGeometry
import CGlazeShaders
import GlazePlan
import GlazeTree

/// Trees in one expression: `tree(box(100, 100, box(10, 10)))`.
struct Layer {
  var node = LayerNode()
  var transforms: LayerTransforms?
  var border: LayerBorder?
  var contents: LayerContents?
  var shadow: LayerShadow?
  var effects: LayerEffects?
  var gradient: LayerGradient?
  var shape: LayerShape?
  var replicator: LayerReplicator?
  var emitter: LayerEmitter?
  var name: String?
  /// At most one layer.
  var mask: [Layer] = []
  var sublayers: [Layer] = []

  func with(_ change: (inout Layer) -> Void) -> Layer {
    var copy = self
    change(&copy)
    return copy
  }

  func rotated(_ angle: Double, x: Double = 0, y: Double = 0, z: Double? = nil) -> Layer {
    let z = z ?? (x == 0 && y == 0 ? 1 : 0)
    return with {
      $0.transforms = LayerTransforms(
        transform: CATransform3DMakeRotation(CGFloat(angle), CGFloat(x), CGFloat(y), CGFloat(z)))
    }
  }
}

/// Makes a layer with its origin at (x, y) of its superlayer; the default fill is red.
func box(
  _ x: Double = 0, _ y: Double = 0, _ width: Double, _ height: Double,
  fill: SIMD4<Float> = SIMD4(1, 0, 0, 1), _ sublayers: Layer...
) -> Layer {
  var layer = Layer()
  layer.node.bounds = CGRect(x: 0, y: 0, width: width, height: height)
  layer.node.position = CGPoint(x: x + width / 2, y: y + height / 2)
  layer.node.backgroundColor = fill
  layer.sublayers = sublayers
  return layer
}

func tree(_ root: Layer) -> LayerTree {
  var tree = LayerTree()
  append(root, parent: -1, to: &tree)
  return tree
}

private func append(_ layer: Layer, parent: Int32, to tree: inout LayerTree) {
  var node = layer.node
  node.parent = parent
  var slots = LayerSlots()
  func slot<Value>(_ value: Value?, _ table: inout [Value]) -> Int32 {
    guard let value else { return -1 }
    table.append(value)
    return Int32(table.count - 1)
  }
  slots.transforms = slot(layer.transforms, &tree.transforms)
  slots.border = slot(layer.border, &tree.borders)
  slots.contents = slot(layer.contents, &tree.contents)
  slots.shadow = slot(layer.shadow, &tree.shadows)
  slots.effects = slot(layer.effects, &tree.effects)
  slots.gradient = slot(layer.gradient, &tree.gradients)
  slots.shape = slot(layer.shape, &tree.shapes)
  slots.replicator = slot(layer.replicator, &tree.replicators)
  slots.emitter = slot(layer.emitter, &tree.emitters)
  slots.name = slot(layer.name, &tree.names)
  tree.setSlots(slots, of: &node)
  if !layer.mask.isEmpty { node.flags.insert(.hasMask) }
  let index = tree.nodes.count
  tree.nodes.append(node)
  for sublayer in layer.mask + layer.sublayers { append(sublayer, parent: Int32(index), to: &tree) }
  tree.nodes[index].subtreeEnd = Int32(tree.nodes.count)
}

extension Optimizations {
  /// All optimizations except rectangles: every layer of one color is a box, which tests find in
  /// one array.
  static let boxes = all.subtracting(.rectangles)
}

func plan(
  _ root: Layer, _ optimizations: Optimizations = .boxes, width: Int = 400, height: Int = 300
) -> FramePlan {
  plan(tree(root), optimizations, width: width, height: height)
}

func plan(
  _ tree: LayerTree, _ optimizations: Optimizations = .boxes, width: Int = 400, height: Int = 300
) -> FramePlan {
  var planner = FramePlanner(optimizations: optimizations)
  return planner.plan(tree, viewport: Viewport(width: width, height: height))
}

let black = SIMD4<Float>(0, 0, 0, 1)
let clear = SIMD4<Float>.zero

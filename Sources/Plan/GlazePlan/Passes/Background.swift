import Foundation
import GlazeGeometry
import GlazeTree

// Items that end on the layer's own outline: background, gradient, and contents that end there. If
// two of them remain, they form one image, which the outline clips once.

extension Flattener {
  /// Draws a layer's background and gradient, and its contents where they form one image with
  /// those.
  ///
  /// - Parameters:
  ///   - context: The layer's own context.
  ///   - withBorder: Whether the border joins the background's instance.
  /// - Returns: The first of the layer's own items that remains to be drawn.
  mutating func drawOutline(
    of layer: LayerJob, _ context: PlaneContext, withBorder: Bool
  ) -> OwnItem {
    let node = tree.nodes[layer.node]
    if layer.first == .sublayers { note(node, context) }
    let outline = outlineItems(of: layer, context)
    guard outline.meet else {
      drawOutline(
        of: node, context, from: outline.first, withBorder: withBorder, bleeds: layer.bleeds)
      return max(outline.first, .contents)
    }
    let limit = context.bounds.intersection(passes.limit)
    var (outer, inner) = (context, context)
    makeRoomForClip(&outer, node: Int32(layer.node))
    passes.begin(node: Int32(layer.node), limit: limit)
    clip(&outer, inPlaneOf: context, to: Shape(node))
    inner.enterPass(opacity: context.opacity)
    drawOutline(of: node, inner, from: outline.first, withBorder: withBorder, bleeds: true)
    let slot = tree.slots(of: node).contents
    if outline.holdsContents {
      drawContents(tree.contents[Int(slot)], node, own: inner, clipped: inner, bleeds: true)
    }
    finish(.composite(.init(outer: outer, opacity: 1)))
    return outline.holdsContents ? .shape : .contents
  }

  private mutating func drawOutline(
    of node: LayerNode, _ context: PlaneContext, from first: OwnItem, withBorder: Bool,
    bleeds: Bool
  ) {
    if first <= .background {
      drawBackground(node, context, withBorder: withBorder, bleeds: bleeds)
    }
    let slot = tree.slots(of: node).gradient
    if slot >= 0, first <= .gradient {
      drawGradient(Int(slot), node, context, bleeds: bleeds)
    }
  }

  private struct OutlineItems {
    /// The first item that is not hidden by an opaque one.
    var first: OwnItem
    /// Whether two items remain, and pixels are covered partially.
    var meet = false
    /// Whether contents are among the remaining items.
    var holdsContents = false
  }

  private func outlineItems(of layer: LayerJob, _ context: PlaneContext) -> OutlineItems {
    let node = tree.nodes[layer.node]
    let slots = tree.slots(of: node)
    var result = OutlineItems(first: layer.first)
    guard slots.gradient >= 0 || slots.contents >= 0, !layer.bleeds,
      layer.first <= .gradient
    else { return result }
    let isOpaque = context.opacity == 1
    var left = node.backgroundColor.w > 0 && layer.first <= .background ? 1 : 0
    if slots.gradient >= 0 {
      if isOpaque, tree.gradients[Int(slots.gradient)].isOpaque {
        (result.first, left) = (.gradient, 0)
      }
      left += 1
    }
    if slots.contents >= 0, left > 0 {
      let contents = tree.contents[Int(slots.contents)]
      let box = contents.coveredBox(in: node.bounds)
      if isOpaque, contents.isOpaque, box.contains(node.bounds) {
        (result.first, left) = (.contents, 0)
      } else if box == node.bounds, contents.transform == nil, !contents.isSliced,
        node.cornerRadius <= 0 || node.flags.contains(.masksToBounds)
      {
        result.holdsContents = true
        left += 1
      }
    }
    result.meet =
      left > 1 && shapeUnderBorder(node, context).rect == node.bounds && !node.bounds.isEmpty
      && EdgeBand(Shape(node), context.homography, visible: context.bounds) != nil
    return result
  }
}

extension LayerGradient {
  /// Whether all stops are opaque.
  var isOpaque: Bool { !stops.isEmpty && stops.allSatisfy { $0.color.w >= 1 } }
}

extension LayerContents {
  /// Whether the contents are opaque where they are drawn.
  var isOpaque: Bool { image.isOpaque && color.w >= 1 && transform == nil }
}

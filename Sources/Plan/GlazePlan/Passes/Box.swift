import CGlazeShaders
import Foundation
import GlazeGeometry
import GlazeTree

// A layer's background and border: rounded boxes of one color.

extension Flattener {
  /// - Parameters:
  ///   - withBorder: Whether the border joins the same instance.
  ///   - bleeds: Whether a clip ends the drawing.
  mutating func drawBackground(
    _ node: LayerNode, _ context: PlaneContext, withBorder: Bool, bleeds: Bool
  ) {
    if withBorder, tree.slots(of: node).border >= 0 {
      return drawBorder(node, context, fill: node.backgroundColor, bleeds: bleeds)
    }
    guard node.backgroundColor.w > 0 else { return }
    let shape =
      bleeds ? outline(node, context, bleeds: true) : shapeUnderBorder(node, context)
    if shape.rect == node.bounds, let border = borderAbove(node, context) {
      return drawBox(
        shape, context, fill: node.backgroundColor, border: border, isUnderBorder: true)
    }
    drawBox(shape, context, fill: node.backgroundColor, border: nil)
  }

  /// The border of a layer that is drawn apart from the background, where their edges share pixels.
  ///
  /// Both cover such a pixel in part, and the background would show beside the border. It leaves out
  /// what the border will cover, so that the two look as one instance, whether or not something
  /// lies between them.
  private func borderAbove(_ node: LayerNode, _ context: PlaneContext) -> LayerBorder? {
    let slot = tree.slots(of: node).border
    guard slot >= 0, node.softEdges != 0 || node.cornerRadius > 0,
      EdgeBand(Shape(node), context.homography, visible: context.bounds) != nil
    else { return nil }
    return tree.borders[Int(slot)]
  }

  /// - Parameters:
  ///   - fill: The color under the border and inside of it.
  ///   - bleeds: Whether a clip ends the drawing.
  mutating func drawBorder(
    _ node: LayerNode, _ context: PlaneContext, fill: SIMD4<Float> = .zero, bleeds: Bool
  ) {
    let slot = tree.slots(of: node).border
    guard slot >= 0 else { return }
    var border = tree.borders[Int(slot)]
    var shape = Shape(node)
    if bleeds {
      let bleed = bleed(of: node, context)
      shape = shape.outset(by: bleed)
      border.width += bleed
    }
    drawBox(shape, context, fill: fill, border: border)
  }

  /// - Parameter isUnderBorder: Whether the border is drawn later.
  private mutating func drawBox(
    _ shape: Shape, _ context: PlaneContext, fill: SIMD4<Float>, border: LayerBorder?,
    isUnderBorder: Bool = false
  ) {
    if border == nil, drawRectangle(shape, context, fill: fill) { return }
    var instance = BoxInstance()
    instance.fill = (fill * context.tint).premultiplied
    instance.opacity = context.opacity
    if let border {
      instance.border = (border.color * context.tint).premultiplied
      instance.borderWidth = Float(border.width)
      if isUnderBorder {
        instance.border = SIMD4(0, 0, 0, instance.border.w)
        instance.borderWidth = -instance.borderWidth
      }
    }
    // Without antialiased edges, the pixels around the covered ones do not belong to the box. A
    // target with space for them would be larger than that of a plain rectangle, and some blend
    // modes affect the whole target.
    let isHard = shape.softEdges == 0
    draw(shape, context) { passes, quad, box, clips in
      instance.quad01 = quad.first
      instance.quad23 = quad.second
      instance.shape = box
      instance.params.y = Float(clips.first)
      instance.params.z = Float(clips.count)
      passes.add(instance, bounds: isHard ? quad.pixelBounds : quad.bounds)
    }
  }
}

extension SIMD4<Float> {
  /// The color's components multiplied by its alpha; extended components stay above 1 and below 0
  /// until an 8-bit target clamps them.
  var premultiplied: SIMD4<Float> {
    let alpha = Swift.min(Swift.max(w, 0), 1)
    return SIMD4(x * alpha, y * alpha, z * alpha, alpha)
  }
}

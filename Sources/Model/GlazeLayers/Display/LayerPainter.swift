import Foundation
import GlazeDrawing
import GlazeGeometry
import GlazeTree

/// Draws a tree of layers into a context, without a frame plan; implements `CALayer.render(in:)`.
///
/// ```
/// enter: place, mask, clip, group; background, gradient, contents, shape
///   sublayers, back to front
/// leave: border; end of the group
/// ```
///
/// Layers wait in an array and not on the call stack, so that only memory limits the depth; only
/// masks inside masks recurse.
struct LayerPainter {
  let context: CGContext
  private var steps: [Step] = []

  private enum Step {
    case enter(CALayer, Surroundings)
    case leave(CALayer, isGroup: Bool)
  }

  /// The state in which a layer is drawn.
  private struct Surroundings {
    /// The opacity that multiplies every drawing.
    var alpha: CGFloat = 1
    /// A Boolean value that indicates whether y points down on screen in the superlayer.
    var isFlipped: Bool
    /// A Boolean value that indicates whether the layer is the root of the drawing: its position is
    /// ignored.
    var isRoot = false
    /// A Boolean value that indicates whether the layer is a mask, whose own mask is ignored.
    var isMask = false
  }

  private init(context: CGContext) { self.context = context }

  static func paint(_ layer: CALayer, in context: CGContext) {
    let ctm = context.ctm
    // The context is in the layer's coordinates, which already include its own flip.
    let isFlipped = ctm.a * ctm.d - ctm.b * ctm.c < 0
    let around = isFlipped != layer.state.flags[.isGeometryFlipped]
    let before = layer.hostIsFlipped
    layer.hostIsFlipped = around
    defer { layer.hostIsFlipped = before }
    var painter = LayerPainter(context: context)
    painter.run(layer, Surroundings(isFlipped: around, isRoot: true))
  }

  private mutating func run(_ layer: CALayer, _ surroundings: Surroundings) {
    steps = [.enter(layer, surroundings)]
    while let step = steps.popLast() {
      switch step {
      case .enter(let layer, let surroundings): enter(layer, surroundings)
      case .leave(let layer, let isGroup): leave(layer, isGroup)
      }
    }
  }

  private mutating func enter(_ layer: CALayer, _ around: Surroundings) {
    guard !layer.isHidden, layer.opacity > 0, layer.state.hasFiniteGeometry else { return }
    layer.displayIfNeeded()
    context.saveGState()
    if !around.isRoot { place(layer) }
    let isFlipped = around.isFlipped != layer.state.flags[.isGeometryFlipped]
    var inner = Surroundings(
      alpha: around.alpha * CGFloat(min(layer.opacity, 1)), isFlipped: isFlipped)
    var isGroup = false
    if !layer.isTransformOnly {
      let mask = around.isMask ? nil : layer.mask
      if let mask { clip(to: mask, isFlipped) }
      if layer.masksToBounds {
        context.addPath(RoundedBounds(layer.state).path)
        context.clip()
      }
      let blendMode = around.isRoot ? .normal : CGBlendMode(drawing: layer.objects.blendMode)
      context.setAlpha(inner.alpha)
      context.setBlendMode(blendMode)
      isGroup =
        castShadow(of: layer) || mask != nil || blendMode != .normal
        || (layer.opacity < 1 && layer.allowsGroupOpacity)
      if isGroup {
        context.beginTransparencyLayer(auxiliaryInfo: nil)
        inner.alpha = 1
      }
      paintOwn(layer, isFlipped)
    }
    steps.append(.leave(layer, isGroup: isGroup))
    for child in Self.backToFront(layer.shownSublayers).reversed() {
      steps.append(.enter(child, inner))
    }
  }

  /// Maps from the superlayer's coordinates to the layer's.
  private func place(_ layer: CALayer) {
    if layer.transform.staysInPlane {
      return context.concatenate(CATransform3DGetAffineTransform(layer.matrixToSuperlayer))
    }
    // Transform and position are ignored: the anchor lies at the superlayer's origin.
    let anchor = layer.anchor
    context.translateBy(x: -anchor.x, y: -anchor.y)
    if layer.state.flags[.isGeometryFlipped] {
      context.translateBy(x: 0, y: layer.bounds.minY + layer.bounds.maxY)
      context.scaleBy(x: 1, y: -1)
    }
  }

  private func leave(_ layer: CALayer, _ isGroup: Bool) {
    if !layer.isTransformOnly { paintBorder(of: layer) }
    if isGroup { context.endTransparencyLayer() }
    context.restoreGState()
  }

  /// Draws the shadow of a path; returns whether the layer's whole content must cast the shadow
  /// instead.
  private func castShadow(of layer: CALayer) -> Bool {
    let path = layer.objects.shadowPath
    guard let shadow = LayerShadow(layer.state, color: layer.objects.shadowColor, path: path) else {
      return false
    }
    guard let path = shadow.path else {
      context.setLayerShadow(shadow)
      return true
    }
    context.saveGState()
    context.setLayerShadow(shadow, isAlone: true)
    context.setFillColor(.black)
    context.addPath(path)
    context.fillPath()
    context.restoreGState()
    return false
  }

  /// Sorts by the depth of the anchors; equal depths retain their order.
  private static func backToFront(_ layers: [CALayer]) -> [CALayer] {
    func depth(_ layer: CALayer) -> CGFloat { layer.zPosition + layer.transform.m43 }
    guard let first = layers.first, layers.contains(where: { depth($0) != depth(first) }) else {
      return layers
    }
    return layers.enumerated().sorted { a, b in
      let (z, other) = (depth(a.element), depth(b.element))
      return z == other || z.isNaN || other.isNaN ? a.offset < b.offset : z < other
    }.map(\.element)
  }

  /// Limits drawing to the opaque parts of a mask, which is placed like a sublayer.
  private func clip(to mask: CALayer, _ isFlipped: Bool) {
    guard
      let coverage = CGContext(
        data: nil, width: context.width, height: context.height, bitsPerComponent: 8,
        bytesPerRow: 0, space: nil, bitmapInfo: CGImageAlphaInfo.alphaOnly.rawValue)
    else { return }
    coverage.concatenate(context.ctm)
    var painter = LayerPainter(context: coverage)
    painter.run(mask, Surroundings(isFlipped: isFlipped, isMask: true))
    guard let image = coverage.makeImage() else { return }
    let ctm = context.ctm
    guard abs(ctm.a * ctm.d - ctm.b * ctm.c) > 0 else { return }
    context.concatenate(ctm.inverted())
    context.clip(to: CGRect(x: 0, y: 0, width: image.width, height: image.height), mask: image)
    context.concatenate(ctm)
  }

  // MARK: The layer's own content

  private func paintOwn(_ layer: CALayer, _ isFlipped: Bool) {
    // A pattern is part of the contents.
    if layer.objects.background.pattern == nil, let color = layer.backgroundColor, color.alpha > 0 {
      context.setFillColor(color)
      context.addPath(RoundedBounds(layer.state).path)
      context.fillPath()
    }
    if let gradient = layer.shownGradient {
      GradientPainter(context: context, box: layer.state.bounds)
        .paint(gradient, inside: RoundedBounds(layer.state).path)
    }
    if layer.drawing?.tiles != nil {
      // It is drawn for this context, whatever the layer drew for frames.
      context.saveGState()
      context.clip(to: layer.state.bounds)
      layer.draw(in: context)
      context.restoreGState()
    } else if let contents = layer.shownContents {
      ContentsPainter(context: context, contents: contents, isFlipped: isFlipped)
        .paint(in: layer.state.bounds)
    }
    if let shape = layer.shownShape { paint(shape) }
  }

  private func paint(_ shape: LayerShape) {
    if let fill = shape.fill {
      context.setFillColor(CGColor(shown: fill))
      context.addPath(shape.path)
      context.fillPath(using: shape.fillRule)
    }
    if let stroke = shape.stroke {
      context.setFillColor(CGColor(shown: stroke))
      context.addPath(shape.path.copy(stroking: shape.strokeStyle))
      context.fillPath()
    }
  }

  private func paintBorder(of layer: CALayer) {
    guard let border = LayerBorder(layer.state, layer.objects.borderColor) else { return }
    context.setFillColor(CGColor(shown: border.color))
    context.addPath(RoundedBounds(layer.state).path)
    let box = layer.state.bounds
    if border.width * 2 < Double(min(box.width, box.height)) {
      context.addPath(RoundedBounds(layer.state, inset: CGFloat(border.width)).path)
    }
    context.fillPath(using: .evenOdd)
  }
}

extension CGContext {
  fileprivate func setLayerShadow(_ shadow: LayerShadow, isAlone: Bool = false) {
    setShadow(
      inUserSpace: shadow.offset, radius: shadow.radius, color: CGColor(shown: shadow.color),
      isAlone: isAlone)
  }
}

extension CATransform3D {
  /// A Boolean value that indicates whether planes stay where they are, except for invisible
  /// differences: half turns are often only approximate.
  fileprivate var staysInPlane: Bool {
    [m13, m14, m23, m24, m31, m32, m34, m33 - 1, m44 - 1].allSatisfy { abs($0) < 1e-4 }
  }
}

extension CGBlendMode {
  /// Creates the Core Graphics mode of a compositing filter; the modes of hue, saturation, color
  /// and luminosity have no effect.
  fileprivate init(drawing mode: BlendMode) {
    self =
      switch mode {
      case .multiply: .multiply
      case .screen: .screen
      case .overlay: .overlay
      case .darken: .darken
      case .lighten: .lighten
      case .colorDodge: .colorDodge
      case .colorBurn: .colorBurn
      case .hardLight: .hardLight
      case .softLight: .softLight
      case .difference: .difference
      case .exclusion: .exclusion
      case .clear: .clear
      case .copy: .copy
      case .sourceIn: .sourceIn
      case .sourceOut: .sourceOut
      case .sourceAtop: .sourceAtop
      case .destinationOver: .destinationOver
      case .destinationIn: .destinationIn
      case .destinationOut: .destinationOut
      case .destinationAtop: .destinationAtop
      case .xor: .xor
      case .plusLighter: .plusLighter
      case .plusDarker: .plusDarker
      default: .normal
      }
  }
}

extension CGColor {
  /// Converts a color from the form in nodes.
  convenience init(shown color: SIMD4<Float>) {
    self.init(
      srgbRed: CGFloat(color.x), green: CGFloat(color.y), blue: CGFloat(color.z),
      alpha: CGFloat(color.w))
  }
}

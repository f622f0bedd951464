import Foundation
import GlazeDrawing
import GlazeGeometry
import GlazeTree

/// The parts of a layer that are painted with patterns: its background, or its path.
///
/// Planners only handle colors, so patterns are drawn into an image below the layer's contents,
/// which become part of it. The image is drawn again when its sources change, and stays the same
/// while they are animated.
struct PatternImage: Equatable {
  private var background: CGColor?
  private var fill: CGColor?
  private var stroke: CGColor?
  private var state: Geometry
  private var path: CGPath?
  private var shape: Outline?
  private var own: LayerContents?

  private struct Geometry: Equatable {
    var bounds: CGRect
    var radius: CGFloat
    var corners: UInt8
    var isContinuous: Bool
    var scale: CGFloat
    var isFlipped: Bool
  }

  private struct Outline: Equatable {
    var rule: CGPathFillRule
    var style: StrokeStyle
  }

  /// Images with more pixels than this are not drawn; the mean color of the pattern is used
  /// instead.
  private static let pixelLimit: CGFloat = 16_777_216

  /// Creates the image; nil for a layer without patterns, or with too large ones.
  init?(_ layer: CALayer, own: LayerContents?) {
    let values = layer.classRecord as? ShapeRecord
    background = layer.objects.background.pattern
    fill = values?.fillColor.flatMap { $0.drawsPattern ? $0 : nil }
    stroke = values?.strokeColor.flatMap { $0.drawsPattern ? $0 : nil }
    guard background != nil || fill != nil || stroke != nil else { return nil }
    let state = layer.state
    // Patterns consist of images; half a point is invisible on usual displays.
    let scale = max(2, state.contentsScale.isFinite ? state.contentsScale : 2)
    self.state = Geometry(
      bounds: state.bounds, radius: state.cornerRadius, corners: state.maskedCorners,
      isContinuous: state.flags[.hasContinuousCorners], scale: scale,
      isFlipped: layer.contentsAreFlipped())
    self.own = own
    if let values, fill != nil || stroke != nil {
      path = values.path
      shape = Outline(
        rule: values.fillRule == .evenOdd ? .evenOdd : .winding, style: StrokeStyle(values))
    }
    guard state.hasFiniteGeometry, box.width * box.height * scale * scale <= Self.pixelLimit else {
      return nil
    }
  }

  /// The painted area, in the layer's coordinates.
  private var box: CGRect {
    var box = background == nil && own == nil ? CGRect.null : state.bounds
    if let path {
      var reach = path.boundingBoxOfPath
      if let shape, stroke != nil { reach = path.copy(stroking: shape.style).boundingBoxOfPath }
      box = box.union(reach.insetBy(dx: -1, dy: -1))
    }
    return box.isNull ? .zero : box
  }

  /// Draws the image; nil for one without pixels, and for one for which there is no memory.
  func draw(_ layer: CALayer) -> LayerContents? {
    let box = box
    guard
      let context = try? CGContext(
        layerBacking: box, scale: state.scale, isFlipped: state.isFlipped)
    else { return nil }
    if let background {
      context.setFillColor(background)
      context.addPath(RoundedBounds(layer.state).path)
      context.fillPath()
    }
    if let own {
      ContentsPainter(context: context, contents: own, isFlipped: state.isFlipped)
        .paint(in: state.bounds)
    }
    if let path, let shape {
      if let fill {
        context.setFillColor(fill)
        context.addPath(path)
        context.fillPath(using: shape.rule)
      }
      if let stroke {
        context.setFillColor(stroke)
        context.addPath(path.copy(stroking: shape.style))
        context.fillPath()
      }
    }
    guard let image = context.makeImage() else { return nil }
    var contents = LayerContents(image: image)
    // The sides are rounded up to integers, away from the corner at which the image begins.
    let size = CGSize(
      width: CGFloat(image.width) / state.scale, height: CGFloat(image.height) / state.scale)
    contents.box = CGRect(origin: box.origin, size: size)
    return contents
  }
}

/// The image of patterns that a layer caches.
struct CachedPatterns {
  var what: PatternImage
  var contents: LayerContents?
}

extension CompactColor {
  /// The pattern color, if the layer paints with one.
  var pattern: CGColor? {
    if case .object(let color?) = self, color.drawsPattern { color } else { nil }
  }
}

extension CALayer {
  /// A Boolean value that indicates whether the layer paints with patterns, or did at its last
  /// commit.
  package final var isPatterned: Bool {
    if extras?.patterns != nil || objects.background.pattern != nil { return true }
    guard let shape = (self as? CAShapeLayer)?.shape else { return false }
    return shape.fillColor?.drawsPattern ?? false || shape.strokeColor?.drawsPattern ?? false
  }

  /// Returns the image that the layer shows as its contents, with its patterns below them.
  final func contentsWithPatterns(_ own: LayerContents?) -> LayerContents? {
    guard isPatterned else { return own }
    guard let what = PatternImage(self, own: own) else {
      extras?.patterns = nil
      return own
    }
    if let cached = extras?.patterns, cached.what == what { return cached.contents }
    let contents = what.draw(self)
    extras(false)?.patterns = CachedPatterns(what: what, contents: contents)
    return contents
  }
}

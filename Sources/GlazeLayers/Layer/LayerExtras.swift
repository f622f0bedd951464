import Foundation

/// What only some layers have beside their properties.
///
/// Apart from them, so that it takes nothing where there is none of it.
final class LayerExtras {
  var maskLayer: CALayer?
  /// Set while the layer tells its sublayers of a new size.
  var resizeQueue: ResizeQueue?
  /// What the layer drew itself; nil before it drew.
  var drawing: LayerDrawing?
  /// What the layer has to do with time; nil until it is told something about that.
  var timeline: LayerTimeline?
  /// Whether y points down around the layer, while it is drawn as the top of a tree.
  var hostIsFlipped: Bool?
  /// What the layer painted with patterns; nil for nothing.
  var patterns: KeptPatterns?
  weak var delegate: (any CALayerDelegate)?
  var layoutManager: (any CALayoutManager)?
}

extension CALayer {
  /// The extras; nil when there are none and nothing has to be written into them.
  final func extras(_ isDefault: Bool) -> LayerExtras? {
    if extras == nil, !isDefault { extras = LayerExtras() }
    return extras
  }

  final var maskLayer: CALayer? {
    get { extras?.maskLayer }
    set { extras(newValue == nil)?.maskLayer = newValue }
  }

  final var resizeQueue: ResizeQueue? {
    get { extras?.resizeQueue }
    set { extras(newValue == nil)?.resizeQueue = newValue }
  }

  package final var drawing: LayerDrawing? {
    get { extras?.drawing }
    set { extras(newValue == nil)?.drawing = newValue }
  }

  package final var timeline: LayerTimeline? {
    get { extras?.timeline }
    set { extras(newValue == nil)?.timeline = newValue }
  }

  final var hostIsFlipped: Bool? {
    get { extras?.hostIsFlipped }
    set { extras(newValue == nil)?.hostIsFlipped = newValue }
  }
}

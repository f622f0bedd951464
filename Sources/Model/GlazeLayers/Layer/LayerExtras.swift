import Foundation

/// The values, apart from properties, that only some layers have.
///
/// They are stored separately, so that a layer without them needs no memory for them.
@usableFromInline
final class LayerExtras {
  var maskLayer: CALayer?
  /// The resizing in progress; set while the layer informs its sublayers of a new size.
  var resizeQueue: ResizeQueue?
  /// The backing that the layer drew itself; nil before it drew.
  var drawing: LayerDrawing?
  /// The layer's timing and animations; nil until one of them is set.
  @exclusivity(unchecked) @usableFromInline var timeline: LayerTimeline?
  /// A Boolean value that indicates whether y points down around the layer while it is drawn as a
  /// root.
  var hostIsFlipped: Bool?
  /// The images that the layer painted with patterns; nil for none.
  var patterns: CachedPatterns?
  weak var delegate: (any CALayerDelegate)?
  var layoutManager: (any CALayoutManager)?
}

extension CALayer {
  /// Returns the extras; nil if there are none and nothing has to be written into them.
  @usableFromInline final func extras(_ isDefault: Bool) -> LayerExtras? {
    if extras == nil, !isDefault { extras = LayerExtras() }
    return extras
  }

  package final var maskLayer: CALayer? {
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

  @inlinable package final var timeline: LayerTimeline? {
    get { extras?.timeline }
    set { extras(newValue == nil)?.timeline = newValue }
  }

  package final var hostIsFlipped: Bool? {
    get { extras?.hostIsFlipped }
    set { extras(newValue == nil)?.hostIsFlipped = newValue }
  }
}

import Foundation
package import GlazeGeometry
import GlazeTree

/// The layer and the time that a presentation layer stands for.
final class Presentation {
  let model: CALayer
  /// The media time; nil was "now".
  let time: CFTimeInterval?
  /// Determined on demand; layers point to their owners without retaining them.
  var superlayer: CALayer?
  var hasSublayers = false

  init(model: CALayer, time: CFTimeInterval?) {
    self.model = model
    self.time = time
  }
}

/// The layer's own drawing for one time of its animations.
package struct AnimatedDrawing {
  package let image: CGImage?
  package let drawing: LayerDrawing?
}

extension CALayer {
  /// Returns a read-only copy of the layer as it appears at a media time, in seconds: the committed
  /// values with animations applied.
  ///
  /// Its sublayers, mask and superlayer are presentation layers of the same time.
  ///
  /// - Returns: nil before the first commit; the layer itself if it is a presentation layer.
  ///
  /// Source: Glaze's own choice, in addition to Apple's `presentation()`.
  public final func presentation(at time: CFTimeInterval) -> CALayer? { presented(at: time) }

  final func presented(at time: CFTimeInterval?) -> CALayer? {
    if watch.contains(.presentation) { return self }
    guard let committed = queue?.committed else { return nil }
    let copy = copy(
      showing: committed.animatedValues(of: self, at: time), of: committed, at: time)
    copy.layoutIsNeeded = false
    copy.displayIsNeeded = false
    copy.watch.insert(.presentation)
    return copy
  }

  /// Draws the layer with the given values, as its own backing.
  package final func drawing(
    showing values: [(String, PropertyValue)], of committed: any CommittedLayers,
    at time: CFTimeInterval
  ) -> AnimatedDrawing {
    let copy = copy(showing: values, of: committed, at: time)
    // The copy has no superlayer; its drawing must have the same direction as the original.
    copy.hostIsFlipped = copy.isGeometryFlipped != contentsAreFlipped()
    copy.display()
    return AnimatedDrawing(image: copy.objects.image, drawing: copy.drawing ?? drawing)
  }

  /// Returns a copy that still accepts changes.
  private func copy(
    showing values: [(String, PropertyValue)], of committed: any CommittedLayers,
    at time: CFTimeInterval?
  ) -> CALayer {
    let copy = type(of: self).make(presenting: self)
    copy.sublayers = nil
    copy.record = committed.committedRecord(of: self)
    copy.objects.actions = nil
    for (path, value) in values {
      // As on a Mac, where a subclass may override it.
      copy.setValue(value.boxed(as: properties[path]?.kind ?? .double), forKeyPath: path)
    }
    copy.timelineForUse.timing = timing
    copy.timelineForUse.presentation = Presentation(model: self, time: time)
    copy.delegate = delegate
    copy.changes = []
    return copy
  }

  // MARK: Hierarchy

  /// The presented sublayers; those of a presentation layer are made on demand.
  final var shownSublayers: [CALayer] {
    if watch.contains(.presentation) { presentSublayers() }
    return sublayerList
  }

  final var presentedMask: CALayer? {
    presentSublayers()
    return maskLayer
  }

  final var presentedSuperlayer: CALayer? {
    guard let presentation = timeline?.presentation else { return nil }
    if let superlayer = presentation.superlayer { return superlayer }
    if let owner { return owner }
    let model = presentation.model
    let above = model.queue?.committed?.committedParent(of: model)?.presented(at: presentation.time)
    presentation.superlayer = above
    owner = above
    return above
  }

  /// Makes the layers above a presentation layer, which are needed for conversions out of its
  /// coordinates.
  final func linkUp() {
    var next: CALayer? = self
    while let layer = next, layer.watch.contains(.presentation) { next = layer.presentedSuperlayer }
  }

  private func presentSublayers() {
    guard let presentation = timeline?.presentation, !presentation.hasSublayers else { return }
    presentation.hasSublayers = true
    guard let committed = presentation.model.queue?.committed else { return }
    for (model, isMask) in committed.committedChildren(of: presentation.model) {
      guard let child = model.presented(at: presentation.time) else { continue }
      child.owner = self
      if isMask { maskLayer = child } else { sublayerList.append(child) }
    }
  }
}

// Swift calls an initializer of a class that is known only at run time if all subclasses must have
// it. A program that overrides `init(layer:)` as on a Mac does not declare that, and a class that
// does not override it inherits it all the same: a convenience initializer finds the one of the
// class. So this initializer, which all classes share, is called with the class as if it were a
// method of it.
extension CALayer {
  @_silgen_name("glaze_layer_presenting")
  private convenience init(presenting layer: __owned CALayer) { self.init(layer: layer) }

  /// Creates a layer of this class with its `init(layer:)`.
  @_silgen_name("glaze_layer_presenting")
  private static func make(presenting layer: __owned CALayer) -> CALayer

  @_silgen_name("glaze_layer_new")
  private convenience init(new: ()) { self.init() }

  @_silgen_name("glaze_layer_new")
  private static func make(new: ()) -> CALayer

  /// Creates a layer of this class with its `init()`.
  package static func makeNew() -> CALayer { make(new: ()) }
}

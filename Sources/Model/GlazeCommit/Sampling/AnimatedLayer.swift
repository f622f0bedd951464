import Foundation
import GlazeAnimation
import GlazeGeometry
@_spi(LayerClasses) import GlazeLayers
import GlazeTree

/// A layer as its animations show it: a record into which they write their values, and that becomes
/// a node as the record of any layer does.
struct AnimatedLayer: NodeSource {
  private(set) var record: LayerRecord
  let isTransformOnly: Bool
  let filtersBackdrop: Bool
  let isMask: Bool
  /// The layer's own drawing, and the image of it.
  private var drawing: LayerDrawing?
  private var image: CGImage?
  /// The filters, as far as animations may change their inputs.
  private var filters: [FilterValues]
  private var backgroundFilters: [FilterValues]
  private var compositing: FilterValues?
  /// The image of the layer's patterns together with its contents.
  private let patterns: LayerContents?
  let isPatterned: Bool

  init(_ layer: CALayer) {
    record = layer.record
    isTransformOnly = layer.isTransformOnly
    filtersBackdrop = layer.filtersBackdrop
    isMask = layer.isMask
    drawing = layer.drawing
    image = layer.objects.image
    filters = Self.values(layer.objects.filters)
    backgroundFilters = Self.values(layer.objects.backgroundFilters)
    compositing = (layer.objects.compositingFilter as? CAFilter).map(FilterValues.init)
    patterns = layer.isPatterned ? layer.shownContents : nil
    isPatterned = patterns != nil
  }

  private static func values(_ filters: [Any]?) -> [FilterValues] {
    (filters ?? []).compactMap { ($0 as? CAFilter).map(FilterValues.init) }
  }

  // MARK: The node's values

  var state: LayerState { record.state }
  var objects: LayerObjects { record.objects }
  var classRecord: (any ClassRecord)? { record.own }

  var shownContents: LayerContents? {
    // Animated images are not the layer's own drawing.
    let isOwn = objects.image === image
    if isOwn, let patterns { return patterns }
    return adding(
      brightnessTo: LayerContents(
        state, image: objects.image, drawing: isOwn ? drawing : nil,
        multiply: objects.contentsMultiplyColor))
  }

  // MARK: Animation

  /// Replaces the contents by the layer's drawing for one time.
  mutating func show(_ drawn: AnimatedDrawing) {
    image = drawn.image
    record.objects.image = drawn.image
    drawing = drawn.drawing
  }

  /// Replaces the layer's own value by an animated value.
  ///
  /// - Returns: Whether the property is drawn.
  @discardableResult
  mutating func show(_ value: PropertyValue, of target: AnimationTarget) -> Bool {
    switch target {
    case .property(let property):
      guard case .layer(let show)? = property.show, let value = value.converted(to: property.kind)
      else { return false }
      return show(&record, value)
    case .inside(let property, let name, let path, _):
      if property.name == "emitterCells" {
        guard var emitter = record.own as? EmitterRecord, emitter.show(value, path, ofCell: name)
        else { return false }
        record.own = emitter
        return true
      }
      return show(value, of: property.name, name, path)
    case .custom: return false
    }
  }

  /// Replaces an input of a filter.
  private mutating func show(
    _ value: PropertyValue, of property: String, _ name: String?, _ key: String
  ) -> Bool {
    switch property {
    case "compositingFilter":
      guard compositing != nil else { return false }
      compositing?.set(value, forKey: key)
      record.objects.blendMode =
        compositing.flatMap { $0.isEnabled ? BlendMode(filterType: $0.type) : nil } ?? .sourceOver
      return true
    case "filters":
      guard Self.set(value, key, of: name, in: &filters) else { return false }
      record.objects.filterSteps = filters.compactMap(\.step)
      return true
    case "backgroundFilters":
      guard Self.set(value, key, of: name, in: &backgroundFilters) else { return false }
      record.objects.backgroundFilterSteps = backgroundFilters.compactMap(\.step)
      return true
    default: return false
    }
  }

  private static func set(
    _ value: PropertyValue, _ key: String, of name: String?, in filters: inout [FilterValues]
  ) -> Bool {
    guard let index = filters.firstIndex(where: { $0.name == name }) else { return false }
    filters[index].set(value, forKey: key)
    return true
  }
}

import Foundation
import GlazeAnimation
import GlazeGeometry
import GlazeTree

/// All values of a layer's node, to which animations are applied.
struct LayerValues: NodeSource {
  var state: LayerState
  let isTransformOnly: Bool
  var background: SIMD4<Float>
  var border: CGColor?
  let shownName: String?
  var kindValues: KindValues

  private var shadowColor: CGColor?
  private var shadowPath: CGPath?
  private var image: CGImage?
  private var animatedImage: CGImage?
  private var multiplyColor: CGColor?
  /// The layer's own drawing.
  private var drawing: LayerDrawing?
  private var filters: [FilterValues]
  private var backgroundFilters: [FilterValues]
  private var compositing: FilterValues?
  private var blendMode: BlendMode
  private let filtersBackdrop: Bool
  private let isMask: Bool
  /// The image of the layer's patterns together with its contents.
  private let patterns: LayerContents?
  var isPatterned: Bool { patterns != nil }

  init(_ layer: CALayer) {
    state = layer.state
    isTransformOnly = layer.isTransformOnly
    background = layer.background
    border = layer.objects.borderColor
    shownName = layer.objects.name
    kindValues = layer.kindValues
    shadowColor = layer.objects.shadowColor
    shadowPath = layer.objects.shadowPath
    image = layer.objects.image
    multiplyColor = layer.objects.contentsMultiplyColor
    drawing = layer.drawing
    filters = Self.values(layer.objects.filters)
    backgroundFilters = Self.values(layer.objects.backgroundFilters)
    compositing = (layer.objects.compositingFilter as? CAFilter).map(FilterValues.init)
    blendMode = layer.objects.blendMode
    filtersBackdrop = layer.filtersBackdrop
    isMask = layer.isMask
    patterns = layer.isPatterned ? layer.shownContents : nil
  }

  private static func values(_ filters: [Any]?) -> [FilterValues] {
    (filters ?? []).compactMap { ($0 as? CAFilter).map(FilterValues.init) }
  }

  // MARK: The node's values

  var shownContents: LayerContents? {
    if let patterns, animatedImage == nil { return patterns }
    // Animated images are not the layer's own drawing.
    return LayerContents(
      state, image: animatedImage ?? image, drawing: animatedImage == nil ? drawing : nil,
      multiply: multiplyColor)
  }

  var shownShadow: LayerShadow? { LayerShadow(state, color: shadowColor, path: shadowPath) }

  func shownEffects(isRoot: Bool) -> LayerEffects? {
    LayerEffects(
      state, filters: filters.compactMap(\.step),
      backgroundFilters: backgroundFilters.compactMap(\.step), blendMode: blendMode,
      filtersBackdrop: filtersBackdrop, isMask: !isRoot && isMask)
  }

  // MARK: Animation

  /// Replaces the contents by the layer's drawing for one time.
  mutating func show(_ drawn: AnimatedDrawing) {
    image = drawn.image
    drawing = drawn.drawing
  }

  /// Replaces the layer's own value by an animated value.
  ///
  /// - Returns: Whether the property is drawn.
  @discardableResult
  mutating func set(_ value: PropertyValue, of target: AnimationTarget) -> Bool {
    switch target {
    case .property(let property):
      guard let value = value.converted(to: property.kind) else { return false }
      return setGeometry(value, property.name) || setNumber(value, property.name)
        || setObject(value, property.name) || kindValues.set(value, property.name)
    case .inside(let property, let name, let path, _):
      if property.name == "emitterCells" { return kindValues.set(value, path, ofCell: name) }
      return setFilter(value, property.name, name, path)
    case .custom: return false
    }
  }

  private mutating func setGeometry(_ value: PropertyValue, _ name: String) -> Bool {
    switch (name, value) {
    case ("bounds", .rect(let rect)): state.bounds = rect.withPositiveSize
    case ("position", .point(let point)): state.position = point
    case ("anchorPoint", .point(let point)): state.anchorPoint = point
    case ("transform", .transform(let matrix)): state.transform = matrix
    case ("sublayerTransform", .transform(let matrix)): state.sublayerTransform = matrix
    case ("contentsRect", .rect(let rect)): state.contentsRect = rect
    case ("contentsCenter", .rect(let rect)): state.contentsCenter = rect
    case ("contentsTransform", .transform(let transform)): state.contentsTransform = transform
    case ("shadowOffset", .size(let size)): state.shadowOffset = size
    default: return false
    }
    return true
  }

  private mutating func setNumber(_ value: PropertyValue, _ name: String) -> Bool {
    guard let number = value.double else { return false }
    if let flag = Self.flags[name] {
      state.flags[flag] = number != 0
      return true
    }
    switch name {
    case "zPosition": state.zPosition = CGFloat(number)
    case "anchorPointZ": state.anchorPointZ = CGFloat(number)
    case "contentsScale": state.contentsScale = CGFloat(number)
    case "minificationFilterBias": state.minificationFilterBias = Float(number)
    case "cornerRadius": state.cornerRadius = CGFloat(number)
    case "borderWidth": state.borderWidth = CGFloat(number)
    case "opacity": state.opacity = Float(number)
    case "rasterizationScale": state.rasterizationScale = CGFloat(number)
    case "shadowOpacity": state.shadowOpacity = Float(number)
    case "shadowRadius": state.shadowRadius = CGFloat(number)
    default: return false
    }
    return true
  }

  private static let flags: [String: LayerState.Flags] = [
    "hidden": .isHidden, "doubleSided": .isDoubleSided, "masksToBounds": .masksToBounds,
    "shouldRasterize": .shouldRasterize, "allowsGroupOpacity": .allowsGroupOpacity,
    "allowsGroupBlending": .allowsGroupBlending, "shadowPathIsBounds": .shadowPathIsBounds,
  ]

  private mutating func setObject(_ value: PropertyValue, _ name: String) -> Bool {
    switch (name, value) {
    case ("backgroundColor", _): background = value.color?.shown ?? .zero
    case ("borderColor", _): border = value.color
    case ("shadowColor", _): shadowColor = value.color
    case ("shadowPath", .path(let path)): shadowPath = path
    case ("contentsMultiplyColor", _): multiplyColor = value.color
    case ("contents", .image(let image)): animatedImage = image
    case ("contents", .images(let images)): animatedImage = images.image
    default: return false
    }
    return true
  }

  private mutating func setFilter(
    _ value: PropertyValue, _ property: String, _ name: String?, _ key: String
  ) -> Bool {
    switch property {
    case "compositingFilter":
      guard compositing != nil else { return false }
      compositing?.set(value, forKey: key)
      blendMode =
        compositing.flatMap { $0.isEnabled ? BlendMode(filterType: $0.type) : nil } ?? .sourceOver
      return true
    case "filters": return Self.set(value, key, of: name, in: &filters)
    case "backgroundFilters": return Self.set(value, key, of: name, in: &backgroundFilters)
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

extension PropertyValue {
  fileprivate var color: CGColor? {
    if case .color(let color) = self { color } else { nil }
  }
}

extension KindValues {
  /// Replaces the layer's own value by an animated value.
  ///
  /// - Returns: Whether the class draws the property.
  fileprivate mutating func set(_ value: PropertyValue, _ name: String) -> Bool {
    switch self {
    case .none: return false
    case .shape(var values):
      guard values.set(value, name) else { return false }
      self = .shape(values)
    case .gradient(var values):
      guard values.set(value, name) else { return false }
      self = .gradient(values)
    case .replicator(var values):
      guard values.set(value, name) else { return false }
      self = .replicator(values)
    case .emitter(var values):
      guard values.set(value, name) else { return false }
      self = .emitter(values)
    }
    return true
  }
}

extension ShapeValues {
  fileprivate mutating func set(_ value: PropertyValue, _ name: String) -> Bool {
    let number = CGFloat(value.double ?? 0)
    switch (name, value) {
    case ("path", .path(let path)): self.path = path
    case ("path", _): path = nil
    case ("fillColor", _): fillColor = value.color
    case ("strokeColor", _): strokeColor = value.color
    case ("strokeStart", _): strokeStart = number
    case ("strokeEnd", _): strokeEnd = number
    case ("lineWidth", _): lineWidth = number
    case ("miterLimit", _): miterLimit = number
    case ("lineDashPhase", _): lineDashPhase = number
    case ("lineDashPattern", .array(let list)):
      lineDashPattern = list.compactMap(\.double).map { NSNumber(value: $0) }
    default: return false
    }
    return true
  }
}

extension GradientValues {
  fileprivate mutating func set(_ value: PropertyValue, _ name: String) -> Bool {
    switch (name, value) {
    case ("colors", .array(let list)): colors = list.compactMap(\.color)
    case ("locations", .array(let list)):
      locations = list.compactMap(\.double).map { NSNumber(value: $0) }
    case ("startPoint", .point(let point)): startPoint = point
    case ("endPoint", .point(let point)): endPoint = point
    default: return false
    }
    return true
  }
}

extension ReplicatorValues {
  fileprivate mutating func set(_ value: PropertyValue, _ name: String) -> Bool {
    let number = value.double ?? 0
    switch (name, value) {
    case ("instanceCount", _): instanceCount = Int(clamping: min(max(number, 0), 1e6))
    case ("instanceTransform", .transform(let matrix)): instanceTransform = matrix
    case ("instanceColor", _): instanceColor = value.color
    case ("instanceRedOffset", _): instanceRedOffset = Float(number)
    case ("instanceGreenOffset", _): instanceGreenOffset = Float(number)
    case ("instanceBlueOffset", _): instanceBlueOffset = Float(number)
    case ("instanceAlphaOffset", _): instanceAlphaOffset = Float(number)
    // The delay of copies is that of the layer itself.
    default: return false
    }
    return true
  }
}

package import Foundation
package import GlazeGeometry
package import GlazeTree

// Properties that most layers leave at their defaults. For 100,000 layers they would take 60 MB.

extension LayerState {
  /// Returns the object, uniquely referenced; nil if there is none and nothing has to be written
  /// into it.
  private mutating func piece(_ isDefault: Bool) -> RareNumbers? {
    if rare == nil, isDefault { return nil }
    if !isKnownUniquelyReferenced(&rare) { rare = RareNumbers(rare) }
    return rare
  }

  package var zPosition: CGFloat {
    get { rare?.zPosition ?? 0 }
    set { piece(newValue == 0)?.zPosition = newValue }
  }

  package var anchorPointZ: CGFloat {
    get { rare?.anchorPointZ ?? 0 }
    set { piece(newValue == 0)?.anchorPointZ = newValue }
  }

  package var transform: CATransform3D {
    get { rare?.transform ?? .identity }
    set { piece(newValue == .identity)?.transform = newValue }
  }

  package var sublayerTransform: CATransform3D {
    get { rare?.sublayerTransform ?? .identity }
    set { piece(newValue == .identity)?.sublayerTransform = newValue }
  }

  package var contentsRect: CGRect {
    get { rare?.contentsRect ?? .unit }
    set { piece(newValue == .unit)?.contentsRect = newValue }
  }

  package var contentsCenter: CGRect {
    get { rare?.contentsCenter ?? .unit }
    set { piece(newValue == .unit)?.contentsCenter = newValue }
  }

  package var contentsTransform: CATransform3D {
    get { rare?.contentsTransform ?? .identity }
    set { piece(newValue == .identity)?.contentsTransform = newValue }
  }

  package var contentsScale: CGFloat {
    get { rare?.contentsScale ?? 1 }
    set { piece(newValue == 1)?.contentsScale = newValue }
  }

  package var contentsHeadroom: CGFloat {
    get { rare?.contentsHeadroom ?? 0 }
    set { piece(newValue == 0)?.contentsHeadroom = newValue }
  }

  package var minificationFilterBias: Float {
    get { rare?.minificationFilterBias ?? 0 }
    set { piece(newValue == 0)?.minificationFilterBias = newValue }
  }

  package var shadowOpacity: Float {
    get { rare?.shadowOpacity ?? 0 }
    set { piece(newValue == 0)?.shadowOpacity = newValue }
  }

  package var shadowOffset: CGSize {
    get { rare?.shadowOffset ?? .ofShadow }
    set { piece(newValue == .ofShadow)?.shadowOffset = newValue }
  }

  package var shadowRadius: CGFloat {
    get { rare?.shadowRadius ?? 3 }
    set { piece(newValue == 3)?.shadowRadius = newValue }
  }

  package var rasterizationScale: CGFloat {
    get { rare?.rasterizationScale ?? 1 }
    set { piece(newValue == 1)?.rasterizationScale = newValue }
  }

  package var autoresizingMask: CAAutoresizingMask {
    get { rare?.autoresizingMask ?? [] }
    set { piece(newValue.isEmpty)?.autoresizingMask = newValue }
  }
}

extension LayerObjects {
  /// Returns the object for small properties that are less rare.
  private mutating func label(_ isDefault: Bool) -> LayerLabel? {
    if label == nil, isDefault { return nil }
    if !isKnownUniquelyReferenced(&label) { label = LayerLabel(label) }
    return label
  }

  package var name: String? {
    get { label?.name }
    set { label(newValue == nil)?.name = newValue }
  }

  package var borderColor: CGColor? {
    get { label == nil ? .black : label?.borderColor }
    set { label(newValue === CGColor.black)?.borderColor = newValue }
  }

  /// Returns the object, uniquely referenced; nil if there is none and nothing has to be written
  /// into it.
  private mutating func piece(_ isDefault: Bool) -> RareObjects? {
    if rare == nil, isDefault { return nil }
    if !isKnownUniquelyReferenced(&rare) { rare = RareObjects(rare) }
    return rare
  }

  package var contents: Any? {
    get { rare?.contents }
    set { piece(newValue == nil)?.contents = newValue }
  }

  /// The image in `contents`, if it is one; determined when `contents` is set.
  package var image: CGImage? {
    get { rare?.image }
    set { piece(newValue == nil)?.image = newValue }
  }

  package var contentsMultiplyColor: CGColor? {
    get { rare?.contentsMultiplyColor }
    set { piece(newValue == nil)?.contentsMultiplyColor = newValue }
  }

  package var contentsFormat: CALayerContentsFormat {
    get { rare?.contentsFormat ?? .RGBA8Uint }
    set { piece(newValue == .RGBA8Uint)?.contentsFormat = newValue }
  }

  package var toneMapMode: CALayer.ToneMapMode {
    get { rare?.toneMapMode ?? .automatic }
    set { piece(newValue == .automatic)?.toneMapMode = newValue }
  }

  package var preferredDynamicRange: CALayer.DynamicRange {
    get { rare?.preferredDynamicRange ?? .standard }
    set { piece(newValue == .standard)?.preferredDynamicRange = newValue }
  }

  package var shadowColor: CGColor? {
    get { rare == nil ? .black : rare?.shadowColor }
    set { piece(newValue === CGColor.black)?.shadowColor = newValue }
  }

  package var shadowPath: CGPath? {
    get { rare?.shadowPath }
    set { piece(newValue == nil)?.shadowPath = newValue }
  }

  package var compositingFilter: Any? {
    get { rare?.compositingFilter }
    set { piece(newValue == nil)?.compositingFilter = newValue }
  }

  package var filters: [Any]? {
    get { rare?.filters }
    set { piece(newValue == nil)?.filters = newValue }
  }

  package var backgroundFilters: [Any]? {
    get { rare?.backgroundFilters }
    set { piece(newValue == nil)?.backgroundFilters = newValue }
  }

  /// This and the next two are the filters as they are drawn; determined when they are set.
  package var blendMode: BlendMode {
    get { rare?.blendMode ?? .sourceOver }
    set { piece(newValue == .sourceOver)?.blendMode = newValue }
  }

  package var filterSteps: [LayerFilter] {
    get { rare?.filterSteps ?? [] }
    set { piece(newValue.isEmpty)?.filterSteps = newValue }
  }

  package var backgroundFilterSteps: [LayerFilter] {
    get { rare?.backgroundFilterSteps ?? [] }
    set { piece(newValue.isEmpty)?.backgroundFilterSteps = newValue }
  }

  package var actions: [String: any CAAction]? {
    get { rare?.actions }
    set { piece(newValue == nil)?.actions = newValue }
  }

  package var style: [AnyHashable: Any]? {
    get { rare?.style }
    set { piece(newValue == nil)?.style = newValue }
  }

  package var constraints: [CAConstraint]? {
    get { rare?.constraints }
    set { piece(newValue == nil)?.constraints = newValue }
  }

  package var keepsake: Keepsake? {
    get { rare?.keepsake }
    set { piece(newValue == nil)?.keepsake = newValue }
  }

  /// The values of keys that are not properties.
  package var custom: [String: Any]? {
    get { rare?.custom }
    set { piece(newValue == nil)?.custom = newValue }
  }
}

/// The name, and the color of the border.
final class LayerLabel {
  var name: String?
  var borderColor: CGColor? = .black

  /// Copies another; nil gives the defaults.
  init(_ other: LayerLabel?) {
    guard let other else { return }
    name = other.name
    borderColor = other.borderColor
  }
}

/// The numbers.
final class RareNumbers {
  var zPosition: CGFloat = 0
  var anchorPointZ: CGFloat = 0
  var transform: CATransform3D = .identity
  var sublayerTransform: CATransform3D = .identity
  var contentsRect = CGRect.unit
  var contentsCenter = CGRect.unit
  var contentsTransform: CATransform3D = .identity
  var contentsScale: CGFloat = 1
  var contentsHeadroom: CGFloat = 0
  var minificationFilterBias: Float = 0
  var shadowOpacity: Float = 0
  var shadowOffset = CGSize.ofShadow
  var shadowRadius: CGFloat = 3
  var rasterizationScale: CGFloat = 1
  var autoresizingMask: CAAutoresizingMask = []

  /// Copies another; nil gives the defaults.
  init(_ other: RareNumbers?) {
    guard let other else { return }
    zPosition = other.zPosition
    anchorPointZ = other.anchorPointZ
    transform = other.transform
    sublayerTransform = other.sublayerTransform
    contentsRect = other.contentsRect
    contentsCenter = other.contentsCenter
    contentsTransform = other.contentsTransform
    contentsScale = other.contentsScale
    contentsHeadroom = other.contentsHeadroom
    minificationFilterBias = other.minificationFilterBias
    shadowOpacity = other.shadowOpacity
    shadowOffset = other.shadowOffset
    shadowRadius = other.shadowRadius
    rasterizationScale = other.rasterizationScale
    autoresizingMask = other.autoresizingMask
  }
}

/// The objects.
final class RareObjects {
  var contents: Any?
  var image: CGImage?
  var contentsMultiplyColor: CGColor?
  var contentsFormat: CALayerContentsFormat = .RGBA8Uint
  var toneMapMode: CALayer.ToneMapMode = .automatic
  var preferredDynamicRange: CALayer.DynamicRange = .standard
  var shadowColor: CGColor? = .black
  var shadowPath: CGPath?
  var compositingFilter: Any?
  var filters: [Any]?
  var backgroundFilters: [Any]?
  var blendMode: BlendMode = .sourceOver
  var filterSteps: [LayerFilter] = []
  var backgroundFilterSteps: [LayerFilter] = []
  var actions: [String: any CAAction]?
  var style: [AnyHashable: Any]?
  var constraints: [CAConstraint]?
  var custom: [String: Any]?
  var keepsake: Keepsake?

  /// Copies another; nil gives the defaults.
  init(_ other: RareObjects?) {
    guard let other else { return }
    contents = other.contents
    image = other.image
    contentsMultiplyColor = other.contentsMultiplyColor
    contentsFormat = other.contentsFormat
    toneMapMode = other.toneMapMode
    preferredDynamicRange = other.preferredDynamicRange
    shadowColor = other.shadowColor
    shadowPath = other.shadowPath
    compositingFilter = other.compositingFilter
    filters = other.filters
    backgroundFilters = other.backgroundFilters
    blendMode = other.blendMode
    filterSteps = other.filterSteps
    backgroundFilterSteps = other.backgroundFilterSteps
    actions = other.actions
    style = other.style
    constraints = other.constraints
    custom = other.custom
    keepsake = other.keepsake
  }
}

extension CGRect {
  fileprivate static let unit = CGRect(x: 0, y: 0, width: 1, height: 1)
}

extension CGSize {
  fileprivate static let ofShadow = CGSize(width: 0, height: -3)
}

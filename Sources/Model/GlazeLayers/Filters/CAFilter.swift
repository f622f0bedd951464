public import Foundation

/// A filter of a layer's image, or of its blending with the content behind it.
///
/// The type determines the effect; inputs are set by key. See `CALayer.filters` and
/// `CALayer.compositingFilter`.
///
/// | type | inputs and their defaults |
/// |---|---|
/// | `gaussianBlur` | `inputRadius` 0: the standard deviation, in points |
/// | `colorMatrix` | `inputColorMatrix`, a `CAColorMatrix`, identity |
/// | `colorSaturate` | `inputAmount` 1: 0 is gray |
/// | `colorBrightness` | `inputAmount` 0, added |
/// | `colorContrast` | `inputAmount` 1, multiplies the distance from middle gray |
/// | `colorHueRotate` | `inputAngle` 0, in radians |
/// | `colorInvert` | none |
/// | `colorMonochrome` | `inputColor` white, `inputAmount` 1, `inputBias` 0 |
/// | `luminanceToAlpha` | none |
/// | `colorAdd`, `colorSubtract` | `inputColor` black; its alpha is its strength |
/// | `multiplyColor` | `inputColor` white; its alpha multiplies alpha |
/// | `CISepiaTone` | `inputIntensity` 1 |
///
/// All types but the blur map unpremultiplied, sRGB encoded colors, with the luminance of sRGB's
/// primaries (0.2126, 0.7152, 0.0722). For compositing, types are the names of the W3C's blend
/// modes and of the Porter-Duff operators, plain or with the suffix `BlendMode`.
///
/// Apple's class is private. Types and inputs are those of files that Apple's programs write; their
/// effects are not documented, and follow SVG and CSS here.
open class CAFilter: NSObject, NSCopying, LayerArchivable {
  /// The type, which determines the effect of the filter.
  public let type: String
  /// The name of the filter in key paths; default its type.
  open var name: String?
  /// A Boolean value that indicates whether the filter is enabled; default true.
  open var isEnabled = true
  private(set) final var inputs: [String: Any] = [:]

  /// Creates a filter without inputs; one of an unknown type has no effect.
  public init(type: String) {
    self.type = type
    name = type
    super.init()
  }

  /// Reads a filter from an archive.
  ///
  /// - Returns: nil if the archive has no type; the coder receives the error.
  public required init?(coder: NSCoder) {
    guard let type = coder.archivedValue(forKey: ArchiveNames.Filter.type) as? String else {
      coder.refuse(ArchiveNames.Filter.type, expected: "the type of a filter")
      return nil
    }
    self.type = type
    name = coder.archivedValue(forKey: ArchiveNames.Filter.name) as? String
    super.init()
    let inputs = coder.archivedValue(forKey: ArchiveNames.Filter.inputs) as? [String: Any] ?? [:]
    for (key, value) in inputs { setValue(value, forKey: key) }
    setValue(coder.archivedValue(forKey: "enabled"), forKey: "enabled")
  }

  /// A Boolean value that indicates whether secure archives may hold filters: true.
  open class var supportsSecureCoding: Bool { true }

  /// Writes the type, the name and the inputs.
  open func encode(with coder: NSCoder) {
    coder.encodeArchived(type, forKey: ArchiveNames.Filter.type, of: self)
    coder.encodeArchived(name, forKey: ArchiveNames.Filter.name, of: self)
    if !inputs.isEmpty {
      coder.encodeArchived(inputs, forKey: ArchiveNames.Filter.inputs, of: self)
    }
    if !isEnabled { coder.encodeArchived(false, forKey: "enabled", of: self) }
  }

  /// Returns Apple's name of the class, which replaces the class where it is unknown.
  open override class func classFallbacksForKeyedArchiver() -> [String] {
    ArchivedClass.fallbacks(of: self)
  }

  /// Removes all inputs.
  open func setDefaults() {
    inputs = [:]
  }

  /// Returns an input, or `type`, `name` or `enabled`; nil for an input that is not set.
  open func value(forKey key: String) -> Any? {
    switch key {
    case "type": type
    case "name": name
    case "enabled", "isEnabled": NSNumber(value: isEnabled)
    default: inputs[key]
    }
  }

  /// Sets an input, or `name` or `enabled`; nil removes an input, and disables the filter for
  /// `enabled`.
  ///
  /// Layers that have the filter ignore the change: they retain the filter as it was when it was
  /// set.
  open func setValue(_ value: Any?, forKey key: String) {
    let value = PropertyValue.unwrapped(value)
    switch key {
    case "type": break
    case "name": name = value as? String
    case "enabled", "isEnabled":
      if case .bool(let truth)? = PropertyValue(value, as: .bool) { isEnabled = truth }
    default: inputs[key] = value
    }
  }

  /// Returns a filter of the same type, name and inputs.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = CAFilter(type: type)
    copy.name = name
    copy.isEnabled = isEnabled
    copy.inputs = inputs
    return copy
  }

  /// The keys of all inputs that are set, sorted.
  package final var inputKeys: [String] { inputs.keys.sorted() }
}

package import Foundation
package import GlazeAnimation
package import GlazeGeometry

/// The kind of a property's values.
package indirect enum PropertyKind: Sendable, Equatable {
  case bool, int, float, double
  case point, size, rect, transform, affine
  case color, image, path, string
  case colorMatrix
  /// A name from a list of Apple's names.
  case name([String])
  /// Bits of an option set, as an integer.
  case bits
  case array(PropertyKind)
  /// One layer, or layers, or emitter cells.
  case layer, layers, cells
  /// A filter or the name of its type; filters.
  case filter, filters
  /// A font object or its name.
  case font
  /// A `CAMediaTimingFunction`, a `CAValueFunction`, a list of `CAAnimation`.
  case timingFunction, valueFunction, animations
  /// Any value.
  case object

  /// A Boolean value that indicates whether values are single numbers.
  package var isNumber: Bool {
    switch self {
    case .bool, .int, .float, .double, .bits: true
    default: false
    }
  }
}

/// A value of a property in transit between a layer and a file, a key path or an animation.
package enum PropertyValue: Sendable, Equatable {
  case none
  case bool(Bool)
  /// Any number; options as their bits.
  case number(Double)
  case point(CGPoint)
  case size(CGSize)
  case rect(CGRect)
  case transform(CATransform3D)
  case affine(CGAffineTransform)
  case color(CGColor)
  case colorMatrix(CAColorMatrix)
  case image(CGImage)
  /// Two images, one fading into the other; only animations produce it.
  case images(ImageMix)
  case path(CGPath)
  case string(String)
  case array([PropertyValue])
}

extension PropertyValue {
  /// Converts any value, boxed or not, to a kind.
  ///
  /// As in Apple's key-value coding, a string is converted to a number if a number is required, and
  /// nil to zero.
  /// - Returns: nil if the value is not of the kind; also for layers and other objects, which
  ///   cannot be a `PropertyValue`.
  package init?(_ value: Any?, as kind: PropertyKind) {
    guard let value = Self.unwrapped(value) else {
      self = Self.zero(of: kind)
      return
    }
    switch kind {
    case .bool: self.init(bool: value)
    case .int, .bits: self.init(number: value) { $0.isNaN ? 0 : $0.rounded(.towardZero) }
    case .float, .double: self.init(number: value) { $0 }
    case .point, .size, .rect, .transform, .affine: self.init(geometry: value, as: kind)
    case .color: self.init(value as? CGColor, PropertyValue.color)
    case .colorMatrix: self.init(value as? CAColorMatrix, PropertyValue.colorMatrix)
    case .image: self.init(CGImage.shown(value), PropertyValue.image)
    case .path: self.init(value as? CGPath, PropertyValue.path)
    case .string, .name: self.init(Self.text(of: value), PropertyValue.string)
    case .array(let element):
      guard let list = value as? [Any] else { return nil }
      var values: [PropertyValue] = []
      for item in list {
        guard let value = PropertyValue(item, as: element) else { return nil }
        values.append(value)
      }
      self = .array(values)
    case .layer, .layers, .cells, .filter, .filters, .font, .object, .timingFunction,
      .valueFunction, .animations:
      return nil
    }
  }

  /// Returns the value that nil stands for: 0 for numbers, an identity for matrices, else none.
  package static func zero(of kind: PropertyKind) -> PropertyValue {
    switch kind {
    case .bool: .bool(false)
    case .int, .float, .double, .bits: .number(0)
    case .point: .point(.zero)
    case .size: .size(.zero)
    case .rect: .rect(.zero)
    case .transform: .transform(.identity)
    case .affine: .affine(.identity)
    case .colorMatrix: .colorMatrix(.identity)
    default: .none
    }
  }

  /// Returns the value as in key-value coding; numbers as `NSNumber`.
  package func boxed(as kind: PropertyKind) -> Any? {
    switch self {
    case .none: nil
    case .bool(let value): NSNumber(value: value)
    case .number(let value):
      switch kind {
      case .float: NSNumber(value: Float(value))
      case .int, .bits: Int(exactly: value).map { NSNumber(value: $0) } ?? NSNumber(value: value)
      default: NSNumber(value: value)
      }
    case .point(let value): value
    case .size(let value): value
    case .rect(let value): value
    case .transform(let value): value
    case .affine(let value): value
    case .color(let value): value
    case .colorMatrix(let value): value
    case .image(let value): value
    case .images(let value): value.fraction < 0.5 ? value.start : value.end
    case .path(let value): value
    case .string(let value): value
    case .array(let values): values.map { $0.boxed(as: .double) as Any }
    }
  }

  /// The number, if the value is one.
  package var double: Double? {
    switch self {
    case .number(let value): value
    case .bool(let value): value ? 1 : 0
    default: nil
    }
  }

  // MARK: Reading one kind

  private init?<T>(_ value: T?, _ wrap: (T) -> PropertyValue) {
    guard let value else { return nil }
    self = wrap(value)
  }

  private init?(bool value: Any) {
    if let text = value as? String {
      switch text.lowercased() {
      case "true", "yes": self = .bool(true)
      case "false", "no": self = .bool(false)
      default: self = .bool((Self.leadingNumber(of: text)) != 0)
      }
      return
    }
    self.init(Self.double(of: value)) { .bool($0 != 0) }
  }

  private init?(number value: Any, _ adjust: (Double) -> Double) {
    self.init(Self.double(of: value)) { .number(adjust($0)) }
  }

  private init?(geometry value: Any, as kind: PropertyKind) {
    switch (kind, value) {
    case (.point, let value as CGPoint): self = .point(value)
    case (.point, let value as CGSize): self = .point(CGPoint(x: value.width, y: value.height))
    case (.size, let value as CGSize): self = .size(value)
    case (.size, let value as CGPoint): self = .size(CGSize(width: value.x, height: value.y))
    case (.rect, let value as CGRect): self = .rect(value)
    case (.transform, let value as CATransform3D): self = .transform(value)
    case (.transform, let value as CGAffineTransform):
      self = .transform(CATransform3DMakeAffineTransform(value))
    case (.affine, let value as CGAffineTransform): self = .affine(value)
    default:
      // Only boxes are converted: a struct of another kind casts to a box, too, and would recurse
      // forever.
      guard type(of: value) is NSValue.Type, let inner = (value as? NSValue)?.unboxedGeometry
      else { return nil }
      self.init(geometry: inner, as: kind)
    }
  }

  // MARK: Any

  /// Unwraps nested optionals; `NSNull` is nil.
  package static func unwrapped(_ value: Any?) -> Any? {
    guard let value, !(value is NSNull) else { return nil }
    guard let optional = value as? any AnyOptional else { return value }
    return unwrapped(optional.wrapped)
  }

  static func double(of value: Any) -> Double? {
    switch value {
    case let value as Double: value
    case let value as CGFloat: Double(value)
    case let value as Float: Double(value)
    case let value as Bool: value ? 1 : 0
    case let value as any BinaryInteger: Double(value)
    case let value as NSNumber: value.doubleValue
    case let value as String: leadingNumber(of: value)
    case let value as any RawRepresentable: double(of: value.rawValue)
    default: nil
    }
  }

  /// Parses the number at the start of a string; 0 if there is none.
  private static func leadingNumber(of text: String) -> Double {
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if let number = Double(trimmed) { return number }
    let prefix = trimmed.prefix { $0.isNumber || "+-.eE".contains($0) }
    var candidate = String(prefix)
    while !candidate.isEmpty {
      if let number = Double(candidate) { return number }
      candidate.removeLast()
    }
    return 0
  }

  private static func text(of value: Any) -> String? {
    switch value {
    case let value as String: value
    case let value as any RawRepresentable: value.rawValue as? String
    case let value as NSString: value.description
    default: nil
    }
  }
}

/// An `Optional` inside an `Any`.
private protocol AnyOptional {
  var wrapped: Any? { get }
}

extension Optional: AnyOptional {
  fileprivate var wrapped: Any? { map { $0 as Any } }
}

import Foundation
import GlazeGeometry

/// A part of a struct, as named by a key path.
package enum PropertyComponent: Sendable, Hashable {
  case x, y, width, height
  case origin, size, originX, originY, sizeWidth, sizeHeight
  case rotationX, rotationY, rotationZ
  case scale, scaleX, scaleY, scaleZ, scaleXY
  /// The shear of y along x, of z along x, and of z along y.
  case shearX, shearY, shearZ
  case translation, translationX, translationY, translationZ

  /// Creates the component with a name such as `size.width` in values of a kind; nil if there is
  /// none.
  package init?(_ name: String, of kind: PropertyKind) {
    let found: PropertyComponent? =
      switch kind {
      case .point: Self.ofPoint[name]
      case .size: Self.ofSize[name]
      case .rect: Self.ofRect[name]
      case .transform: Self.ofTransform[name]
      default: nil
      }
    guard let found else { return nil }
    self = found
  }

  /// A Boolean value that indicates whether it is a part of a matrix.
  var isOfMatrix: Bool {
    switch self {
    case .x, .y, .width, .height, .origin, .size, .originX, .originY, .sizeWidth, .sizeHeight: false
    default: true
    }
  }

  /// The kind of the component's values.
  package var kind: PropertyKind {
    switch self {
    case .origin: .point
    case .size, .translation: .size
    default: .double
    }
  }

  private static let ofPoint: [String: Self] = ["x": .x, "y": .y]
  private static let ofSize: [String: Self] = ["width": .width, "height": .height]
  private static let ofRect: [String: Self] = [
    "origin": .origin, "size": .size, "origin.x": .originX, "origin.y": .originY,
    "size.width": .sizeWidth, "size.height": .sizeHeight,
  ]
  private static let ofTransform: [String: Self] = [
    "rotation": .rotationZ, "rotation.x": .rotationX, "rotation.y": .rotationY,
    "rotation.z": .rotationZ, "scale": .scale, "scale.x": .scaleX, "scale.y": .scaleY,
    "scale.z": .scaleZ, "scale.xy": .scaleXY, "shear": .shearX, "shear.x": .shearX,
    "shear.y": .shearY, "shear.z": .shearZ, "translation": .translation,
    "translation.x": .translationX, "translation.y": .translationY,
    "translation.z": .translationZ,
  ]
}

/// A parsed key path.
package enum PropertyPath: Sendable {
  /// A whole property.
  case property(LayerProperty)
  /// A part of a struct.
  case component(LayerProperty, PropertyComponent)
  /// A path in another object: the mask, the compositing filter, or the sublayer, cell or filter
  /// with a name.
  case inside(LayerProperty, name: String?, rest: String)
  /// A property that the class does not have.
  case unknown(String)

  /// Parses a key path for objects of the class that a table describes.
  package init(_ keyPath: String, in table: PropertyTable) {
    let (key, rest) = Self.split(keyPath)
    guard let property = table[key] else {
      self = .unknown(keyPath)
      return
    }
    guard let rest else {
      self = .property(property)
      return
    }
    switch property.kind {
    case .layer, .filter: self = .inside(property, name: nil, rest: rest)
    case .layers, .cells, .filters:
      let (name, inner) = Self.split(rest)
      self = inner.map { .inside(property, name: name, rest: $0) } ?? .unknown(keyPath)
    default:
      self =
        PropertyComponent(rest, of: property.kind).map { .component(property, $0) }
        ?? .unknown(keyPath)
    }
  }

  private static func split(_ path: String) -> (String, String?) {
    guard let dot = path.utf8.firstIndex(of: UInt8(ascii: ".")) else { return (path, nil) }
    return (String(path[..<dot]), String(path[path.index(after: dot)...]))
  }
}

extension PropertyValue {
  /// Returns a part of the value; nil if it has no such part.
  package subscript(component: PropertyComponent) -> PropertyValue? {
    switch (self, component) {
    case (.point(let p), .x): return .number(Double(p.x))
    case (.point(let p), .y): return .number(Double(p.y))
    case (.size(let s), .width): return .number(Double(s.width))
    case (.size(let s), .height): return .number(Double(s.height))
    case (.rect(let r), .origin): return .point(r.origin)
    case (.rect(let r), .size): return .size(r.size)
    case (.rect(let r), .originX): return .number(Double(r.origin.x))
    case (.rect(let r), .originY): return .number(Double(r.origin.y))
    case (.rect(let r), .sizeWidth): return .number(Double(r.size.width))
    case (.rect(let r), .sizeHeight): return .number(Double(r.size.height))
    case (.transform(let t), _) where component.isOfMatrix:
      return PropertyValue(TransformComponents(t)[component], as: component.kind)
    default: return nil
    }
  }

  /// Returns the value with a part replaced; nil if it has no such part or the part is of another
  /// kind.
  package func replacing(
    _ component: PropertyComponent, with part: PropertyValue
  )
    -> PropertyValue?
  {
    switch (self, component, part) {
    case (.transform(let t), _, _) where component.isOfMatrix:
      guard part.isSize == (component == .translation), let numbers = SIMD4(part) else {
        return nil
      }
      var components = TransformComponents(t)
      components[component] = numbers
      return .transform(components.matrix)
    case (.rect(let r), .origin, .point(let p)): return .rect(CGRect(origin: p, size: r.size))
    case (.rect(let r), .size, .size(let s)): return .rect(CGRect(origin: r.origin, size: s))
    case (_, _, .number(let number)): return replacing(component, with: CGFloat(number))
    default: return nil
    }
  }

  private var isSize: Bool {
    if case .size = self { true } else { false }
  }

  private func replacing(_ component: PropertyComponent, with n: CGFloat) -> PropertyValue? {
    switch (self, component) {
    case (.point(let p), .x): .point(CGPoint(x: n, y: p.y))
    case (.point(let p), .y): .point(CGPoint(x: p.x, y: n))
    case (.size(let s), .width): .size(CGSize(width: n, height: s.height))
    case (.size(let s), .height): .size(CGSize(width: s.width, height: n))
    case (.rect(let r), .originX): .rect(CGRect(origin: CGPoint(x: n, y: r.origin.y), size: r.size))
    case (.rect(let r), .originY): .rect(CGRect(origin: CGPoint(x: r.origin.x, y: n), size: r.size))
    case (.rect(let r), .sizeWidth):
      .rect(CGRect(origin: r.origin, size: CGSize(width: n, height: r.size.height)))
    case (.rect(let r), .sizeHeight):
      .rect(CGRect(origin: r.origin, size: CGSize(width: r.size.width, height: n)))
    default: nil
    }
  }
}

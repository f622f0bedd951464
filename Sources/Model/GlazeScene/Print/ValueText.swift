import Foundation
import GlazeGeometry
import GlazeLayers

/// Short, readable text for the values of properties.
enum ValueText {
  static func describe(_ value: PropertyValue, _ property: LayerProperty) -> String {
    switch value {
    case .none: "none"
    case .bool(let value): value ? "true" : "false"
    case .number(let number): bits(number, of: property) ?? self.number(number)
    case .point(let p): list([p.x, p.y])
    case .size(let s): list([s.width, s.height])
    case .rect(let r): list([r.origin.x, r.origin.y, r.width, r.height])
    case .transform(let t): matrix(t)
    case .affine(let t): list([t.a, t.b, t.c, t.d, t.tx, t.ty])
    case .color(let color): self.color(color)
    case .colorMatrix(let matrix): list(matrix.rowMajor.map { CGFloat($0) })
    case .image(let image): imageText(image)
    case .images: value.boxed(as: .image).map { describe($0) } ?? "none"
    case .path(let path): quoted(shortened(path.svgPath))
    case .string(let text): quoted(text)
    case .array(let values):
      "[\(values.map { describe($0, property) }.joined(separator: " "))]"
    }
  }

  /// Describes an object that is not stored in a `PropertyValue`.
  static func describe(_ value: Any) -> String {
    switch value {
    case let image as CGImage: return imageText(image)
    case let color as CGColor: return self.color(color)
    case let matrix as CAColorMatrix: return list(matrix.rowMajor.map { CGFloat($0) })
    case let filter as CAFilter: return self.filter(filter)
    case let p as CGPoint: return list([p.x, p.y])
    case let s as CGSize: return list([s.width, s.height])
    case let r as CGRect: return list([r.origin.x, r.origin.y, r.width, r.height])
    case let t as CATransform3D: return matrix(t)
    case let t as CGAffineTransform: return list([t.a, t.b, t.c, t.d, t.tx, t.ty])
    case let path as CGPath: return quoted(shortened(path.svgPath))
    case let function as CAMediaTimingFunction: return pace(function)
    case let function as CAValueFunction: return function.name.rawValue
    case is NSNull: return "none"
    case let text as String: return quoted(text)
    case let number as NSNumber: return self.number(number.doubleValue)
    case let list as [Any]: return "[\(list.map { describe($0) }.joined(separator: " "))]"
    case let dictionary as [String: Any]:
      let entries = dictionary.sorted { $0.key < $1.key }
      return
        "{\(entries.map { "\(MessageText.shown($0.key))=\(describe($0.value))" }.joined(separator: " "))}"
    default: return String(describing: type(of: value))
    }
  }

  /// Returns `gaussianBlur("name" inputRadius=6)`, with the name only when it differs from the
  /// type.
  private static func filter(_ filter: CAFilter) -> String {
    var parts: [String] = []
    if let name = filter.name, name != filter.type { parts.append(quoted(name)) }
    if !filter.isEnabled { parts.append("enabled=false") }
    for key in filter.inputKeys {
      if let value = filter.value(forKey: key) {
        parts.append("\(MessageText.shown(key))=\(describe(value))")
      }
    }
    return "\(MessageText.shown(filter.type))(\(parts.joined(separator: " ")))"
  }

  private static func pace(_ function: CAMediaTimingFunction) -> String {
    function.name?.rawValue ?? list((0..<4).map { CGFloat(function.points[$0]) })
  }

  private static func bits(_ number: Double, of property: LayerProperty) -> String? {
    let names = BitNames.names(of: property.name)
    guard property.kind == .bits, !names.isEmpty, let bits = Int(exactly: number) else {
      return nil
    }
    let set = names.indices.filter { bits >> $0 & 1 == 1 }.map { names[$0] }
    return "[\(set.joined(separator: " "))]"
  }

  static func list(_ numbers: [CGFloat]) -> String {
    "(\(numbers.map { number(Double($0)) }.joined(separator: " ")))"
  }

  /// Returns six numbers for an affine matrix, otherwise all sixteen.
  private static func matrix(_ t: CATransform3D) -> String {
    if CATransform3DIsAffine(t) { return list([t.m11, t.m12, t.m21, t.m22, t.m41, t.m42]) }
    return list([
      t.m11, t.m12, t.m13, t.m14, t.m21, t.m22, t.m23, t.m24, t.m31, t.m32, t.m33, t.m34, t.m41,
      t.m42, t.m43, t.m44,
    ])
  }

  /// Returns six significant digits, without trailing zeros.
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return value.isNaN ? "nan" : value < 0 ? "-inf" : "inf" }
    let text = String(format: "%.6g", value)
    return text == "-0" ? "0" : text
  }

  static func color(_ color: CGColor) -> String {
    if color.isCheckerboard { return "checkerboard" }
    let c = color.extendedSRGB
    let channels = c.w == 1 ? [c.x, c.y, c.z] : [c.x, c.y, c.z, c.w]
    return "rgb(\(channels.map { number(Double($0)) }.joined(separator: " ")))"
  }

  static func imageText(_ image: CGImage) -> String {
    "image(\(image.width) x \(image.height))"
  }

  private static func shortened(_ text: String) -> String {
    text.count > 60 ? "\(text.prefix(57))..." : text
  }

  /// Returns text in quotes on one line, shortened when it is long.
  static func quoted(_ text: String) -> String {
    var plain = ""
    for scalar in text.unicodeScalars.prefix(MessageText.limit + 1) {
      if scalar == "\"" || scalar == "\\" { plain += "\\" }
      plain.unicodeScalars.append(scalar)
    }
    return "\"\(MessageText.shown(plain))\""
  }
}

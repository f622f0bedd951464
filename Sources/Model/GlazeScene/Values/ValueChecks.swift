import Foundation
import GlazeGeometry
import GlazeLayers

/// The reason why a string or a node is not a value of a property; readers convert it to a
/// `Problem`.
enum ValueFailure: Error {
  /// The value is of another kind; the payload describes what was expected.
  case expected(String)
  case notFinite
}

/// The checks that both readers apply to values, in whatever format they are written.
enum ValueChecks {
  /// Properties for durations or counts, which may be infinite.
  private static let endless: Set<String> = ["duration", "repeatCount", "repeatDuration"]

  /// Returns whether a property is a duration or a count.
  static func isEndless(_ name: String) -> Bool { endless.contains(name) }

  /// Returns a number as a property of a kind stores it.
  ///
  /// - Parameter name: the property.
  static func number(
    _ value: Double, _ kind: PropertyKind, of name: String
  ) throws(ValueFailure) -> PropertyValue {
    if value == .infinity, endless.contains(name) { return .number(value) }
    guard value.isFinite else { throw .notFinite }
    switch kind {
    case .float:
      guard abs(value) <= Double(Float.greatestFiniteMagnitude) else { throw .notFinite }
    case .int, .bits:
      guard value == value.rounded() else { throw .expected("an integer") }
      guard abs(value) < 9e15 else { throw .notFinite }
    default: break
    }
    return .number(value)
  }

  /// Returns numbers in the order of documents as a struct.
  ///
  /// - Returns: nil when their count is not that of the kind.
  static func structure(_ n: [Double], _ kind: PropertyKind) -> PropertyValue? {
    switch (kind, n.count) {
    case (.point, 2): .point(CGPoint(x: n[0], y: n[1]))
    case (.size, 2): .size(CGSize(width: n[0], height: n[1]))
    case (.rect, 4): .rect(CGRect(x: n[0], y: n[1], width: n[2], height: n[3]))
    case (.transform, 16): .transform(matrix(n))
    case (.transform, 6): .transform(CATransform3DMakeAffineTransform(affine(n)))
    case (.affine, 6): .affine(affine(n))
    case (.colorMatrix, 20):
      CAColorMatrix(rowMajor: n.map { Float($0) })
        .flatMap { $0.rowMajor.allSatisfy(\.isFinite) ? .colorMatrix($0) : nil }
    case (.color, 3): .color(color(n, alpha: 1))
    case (.color, 4): .color(color(n, alpha: n[3]))
    default: nil
    }
  }

  /// Returns a timing function of two control points, whose x must be in 0...1.
  static func timingFunction(_ n: [Double]) throws(ValueFailure) -> CAMediaTimingFunction {
    let unit = 0.0...1
    guard n.count == 4, n.allSatisfy(\.isFinite), unit.contains(n[0]), unit.contains(n[2]) else {
      throw .expected(shape(of: .timingFunction))
    }
    return CAMediaTimingFunction(
      controlPoints: Float(n[0]), Float(n[1]), Float(n[2]), Float(n[3]))
  }

  /// Returns the form of a struct, for messages.
  static func shape(of kind: PropertyKind) -> String {
    switch kind {
    case .bool: "true or false"
    case .int: "an integer"
    case .bits: "an integer or names of bits"
    case .float, .double: "a number"
    case .point: "two numbers, x and y"
    case .size: "two numbers, width and height"
    case .rect: "four numbers, x, y, width and height"
    case .transform: "a matrix of 16 numbers, or of 6"
    case .affine: "six numbers, a, b, c, d, tx and ty"
    case .color: "a color of 3 or 4 numbers"
    case .colorMatrix: "a matrix of 20 numbers"
    case .image: "the name of an image file"
    case .path: "an SVG path"
    case .string, .font: "text"
    case .name: "a name"
    case .array(let element): "a list whose elements are each \(shape(of: element))"
    case .layer: "a layer"
    case .layers: "a list of layers"
    case .cells: "a list of emitter cells"
    case .filter: "a filter, or the name of its type"
    case .filters: "a list of filters"
    case .timingFunction: "a name, or four numbers, the first and third in 0...1"
    case .valueFunction: "the name of a function"
    case .animations: "a list of animations"
    case .object: "an object"
    }
  }

  static func color(_ n: [Double], alpha: Double) -> CGColor {
    CGColor(srgbRed: n[0], green: n[1], blue: n[2], alpha: alpha)
  }

  static func affine(_ n: [Double]) -> CGAffineTransform {
    CGAffineTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])
  }

  static func matrix(_ n: [Double]) -> CATransform3D {
    CATransform3D(
      m11: n[0], m12: n[1], m13: n[2], m14: n[3], m21: n[4], m22: n[5], m23: n[6], m24: n[7],
      m31: n[8], m32: n[9], m33: n[10], m34: n[11], m41: n[12], m42: n[13], m43: n[14],
      m44: n[15])
  }
}

/// The names of single bits, which documents may use instead of a number.
enum BitNames {
  /// Returns the bit with a name in a property; nil when there is none.
  static func bit(_ name: String, of property: String) -> Int? {
    names(of: property).firstIndex { $0 == name || longForm($0, property) == name }.map { 1 << $0 }
  }

  /// Returns the names of a property's bits, the lowest first.
  static func names(of property: String) -> [String] {
    switch property {
    case "maskedCorners": ["minXminY", "maxXminY", "minXmaxY", "maxXmaxY"]
    case "edgeAntialiasingMask": ["left", "right", "bottom", "top"]
    case "autoresizingMask":
      ["minXMargin", "widthSizable", "maxXMargin", "minYMargin", "heightSizable", "maxYMargin"]
    default: []
    }
  }

  /// Returns Apple's constant: `layerMinXMinYCorner`, `layerLeftEdge`, `layerMinXMargin`.
  private static func longForm(_ name: String, _ property: String) -> String {
    let capitalised = name.prefix(1).uppercased() + name.dropFirst()
    switch property {
    case "maskedCorners":
      return "layer"
        + capitalised.replacingOccurrences(of: "min", with: "Min")
        .replacingOccurrences(of: "max", with: "Max") + "Corner"
    case "edgeAntialiasingMask": return "layer\(capitalised)Edge"
    default: return "layer\(capitalised)"
    }
  }
}

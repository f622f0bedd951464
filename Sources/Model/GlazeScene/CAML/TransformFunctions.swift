import Foundation
import GlazeGeometry
import GlazeLayers

/// Reads transforms that are written as functions: `translate(0, 0.05, -4.8) rotate(-18deg, 1, 0,
/// 0)`.
///
/// Functions are combined as in CSS, which adopted them from Core Animation: the leftmost is the
/// outermost, so the rightmost acts on the layer first. Angles are in degrees, even without a unit;
/// `rad` and `turn` are also supported. Empty text is the identity.
struct TransformFunctions {
  private var rest: Substring

  /// Reads the whole text.
  static func parse(_ text: String) throws(ValueFailure) -> CATransform3D {
    var parser = TransformFunctions(rest: text[...])
    var result = CATransform3D.identity
    parser.skipBlanks()
    while !parser.rest.isEmpty {
      let (name, arguments) = try parser.function()
      // With row vectors, the new function acts before those that were read so far.
      result = CATransform3DConcat(try matrix(name, arguments), result)
      parser.skipBlanks()
    }
    return result
  }

  private mutating func skipBlanks() {
    rest = rest.drop { $0.isWhitespace || $0 == "," || $0 == ";" }
  }

  private mutating func function() throws(ValueFailure) -> (String, [Substring]) {
    guard let open = rest.firstIndex(of: "("), let close = rest[open...].firstIndex(of: ")") else {
      throw .expected("functions such as rotate(25deg) translate(1, 2, 3)")
    }
    let name = rest[..<open].filter { !$0.isWhitespace }
    let inner = rest[rest.index(after: open)..<close]
    rest = rest[rest.index(after: close)...]
    return (String(name), inner.split { $0.isWhitespace || $0 == "," || $0 == ";" })
  }

  private static func matrix(
    _ name: String, _ arguments: [Substring]
  ) throws(ValueFailure) -> CATransform3D {
    switch name {
    case "rotate", "rotateX", "rotateY", "rotateZ", "rotate3d":
      return try rotation(name, arguments)
    case "skew", "skewX", "skewY": return try skew(name, arguments)
    default: break
    }
    var n: [Double] = []
    for argument in arguments { n.append(try CAMLText.number(argument)) }
    switch (name, n.count) {
    case ("translate", 2): return CATransform3DMakeTranslation(n[0], n[1], 0)
    case ("translate", 3): return CATransform3DMakeTranslation(n[0], n[1], n[2])
    case ("translateX", 1): return CATransform3DMakeTranslation(n[0], 0, 0)
    case ("translateY", 1): return CATransform3DMakeTranslation(0, n[0], 0)
    case ("translateZ", 1): return CATransform3DMakeTranslation(0, 0, n[0])
    case ("scale", 1): return CATransform3DMakeScale(n[0], n[0], 1)
    case ("scale", 2...3): return CATransform3DMakeScale(n[0], n[1], n.count > 2 ? n[2] : 1)
    case ("scaleX", 1): return CATransform3DMakeScale(n[0], 1, 1)
    case ("scaleY", 1): return CATransform3DMakeScale(1, n[0], 1)
    case ("scaleZ", 1): return CATransform3DMakeScale(1, 1, n[0])
    case ("perspective", 1):
      var result = CATransform3D.identity
      if n[0] != 0 { result.m34 = -1 / n[0] }
      return result
    case ("matrix", 6), ("matrix", 16), ("matrix3d", 16):
      if case .transform(let t)? = ValueChecks.structure(n, .transform) { return t }
      return .identity
    default:
      throw .expected("made of known functions; there is no \(name) of \(n.count) numbers")
    }
  }

  private static func rotation(
    _ name: String, _ arguments: [Substring]
  ) throws(ValueFailure) -> CATransform3D {
    guard let first = arguments.first else { throw .expected("\(name) with an angle") }
    let angle = try radians(first)
    switch (name, arguments.count) {
    case ("rotate", 1), ("rotateZ", 1): return CATransform3DMakeRotation(angle, 0, 0, 1)
    case ("rotateX", 1): return CATransform3DMakeRotation(angle, 1, 0, 0)
    case ("rotateY", 1): return CATransform3DMakeRotation(angle, 0, 1, 0)
    case ("rotate", 4):
      return CATransform3DMakeRotation(
        angle, try CAMLText.number(arguments[1]), try CAMLText.number(arguments[2]),
        try CAMLText.number(arguments[3]))
    default: throw .expected("\(name) with an angle, or rotate with an angle and an axis")
    }
  }

  private static func skew(
    _ name: String, _ arguments: [Substring]
  ) throws(ValueFailure) -> CATransform3D {
    guard (1...2).contains(arguments.count) else {
      throw .expected("\(name) with one or two angles")
    }
    let first = tan(try radians(arguments[0]))
    let second = arguments.count > 1 ? tan(try radians(arguments[1])) : 0
    var result = CATransform3D.identity
    if name == "skewY" { result.m12 = first } else { (result.m21, result.m12) = (first, second) }
    return result
  }

  private static func radians(_ text: Substring) throws(ValueFailure) -> Double {
    let units: [(String, Double)] = [
      ("deg", .pi / 180), ("grad", .pi / 200), ("rad", 1), ("turn", 2 * .pi),
    ]
    for (suffix, factor) in units where text.hasSuffix(suffix) {
      return try CAMLText.number(text.dropLast(suffix.count)) * factor
    }
    return try CAMLText.number(text) * .pi / 180
  }
}

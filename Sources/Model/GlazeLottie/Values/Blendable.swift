import Foundation
import GlazeGeometry
import GlazeScene

/// A value of a Lottie property.
protocol Blendable: Equatable {
  /// Reads the value of a keyframe or of a static property.
  static func read(_ node: LottieNode) -> Self?

  /// Returns the value at fractions of the way to another one.
  ///
  /// - Parameter fractions: one for each dimension; values without dimensions use the first.
  func mixed(with other: Self, at fractions: SIMD4<Double>) -> Self

  /// The largest difference to another value, in the units of the property; infinite when there is
  /// nothing in between.
  func distance(to other: Self) -> Double

  /// The largest difference to the value that an animation has at a fraction of the way from one to
  /// another.
  func distance(toMixOf a: Self, _ b: Self, at fraction: Double) -> Double

  /// The number of points, or 1.
  var count: Int { get }
}

extension Blendable {
  var count: Int { 1 }

  func distance(toMixOf a: Self, _ b: Self, at fraction: Double) -> Double {
    distance(to: a.mixed(with: b, at: SIMD4(repeating: fraction)))
  }
}

extension Double: Blendable {
  static func read(_ node: LottieNode) -> Double? { node.number }

  func mixed(with other: Double, at fractions: SIMD4<Double>) -> Double {
    self + (other - self) * fractions.x
  }

  func distance(to other: Double) -> Double { abs(self - other) }
}

/// A point, a size or angles; z is 0 where there is none.
typealias Vector = SIMD3<Double>

extension SIMD3<Double>: Blendable {
  static func read(_ node: LottieNode) -> SIMD3<Double>? {
    guard let numbers = node.numbers, let x = numbers.first else { return nil }
    // A number is that of all dimensions; a list of one has no others.
    let y = numbers.count > 1 ? numbers[1] : node.kind == .array ? 0 : x
    return SIMD3(x, y, numbers.count > 2 ? numbers[2] : 0)
  }

  func mixed(with other: SIMD3<Double>, at fractions: SIMD4<Double>) -> SIMD3<Double> {
    self + (other - self) * SIMD3(fractions.x, fractions.y, fractions.z)
  }

  func distance(to other: SIMD3<Double>) -> Double {
    let d = self - other
    return Swift.max(abs(d.x), abs(d.y), abs(d.z))
  }

  var point: CGPoint { CGPoint(x: x, y: y) }

  var length: Double { (self * self).sum().squareRoot() }
}

/// Red, green, blue and alpha in 0...1; alpha is 1 in colors of properties.
typealias RGBA = SIMD4<Double>

extension SIMD4<Double>: Blendable {
  static func read(_ node: LottieNode) -> SIMD4<Double>? {
    if let text = node.text { return hex(text) }
    guard let n = node.numbers, n.count >= 3 else { return nil }
    // The first exporters wrote bytes; a color whose easing overshoots is slightly more than 1. Players ignore the
    // alpha of colors; opacities are properties.
    let color = SIMD4(n[0], n[1], n[2], 1)
    let isOfBytes = Swift.max(n[0], n[1], n[2]) >= 2
    return (isOfBytes ? color / SIMD4(255, 255, 255, 1) : color)
      .clamped(lowerBound: .zero, upperBound: .one)
  }

  /// Returns the color of `#RRGGBB`; nil for other text.
  static func hex(_ text: String) -> SIMD4<Double>? {
    guard text.hasPrefix("#"), let value = UInt32(text.dropFirst(), radix: 16) else { return nil }
    switch text.utf8.count {
    case 7: return color(value)
    case 9: return color(value >> 8, alpha: Double(value & 0xFF) / 255)
    case 4:
      let (r, g, b) = (value >> 8 & 15, value >> 4 & 15, value & 15)
      return color((r * 17) << 16 | (g * 17) << 8 | b * 17)
    default: return nil
    }
  }

  private static func color(_ value: UInt32, alpha: Double = 1) -> SIMD4<Double> {
    SIMD4(
      Double(value >> 16 & 0xFF) / 255, Double(value >> 8 & 0xFF) / 255, Double(value & 0xFF) / 255,
      alpha)
  }

  func mixed(with other: SIMD4<Double>, at fractions: SIMD4<Double>) -> SIMD4<Double> {
    self + (other - self) * fractions.x
  }

  func distance(to other: SIMD4<Double>) -> Double {
    let d = self - other
    return Swift.max(abs(d.x), abs(d.y), abs(d.z), abs(d.w))
  }

  var cgColor: CGColor { CGColor(srgbRed: x, green: y, blue: z, alpha: w) }

  /// Returns the color with another hue, saturation and brightness (HSV).
  ///
  /// - Parameters:
  ///   - turn: added to the hue, in turns.
  ///   - more: added to the saturation, in parts of 1.
  ///   - light: added to the brightness, in parts of 1.
  func changed(
    hue turn: Double, saturation more: Double, brightness light: Double
  ) -> SIMD4<Double> {
    let most = Swift.max(x, y, z)
    let range = most - Swift.min(x, y, z)
    var hue = 0.0
    if range > 0 {
      hue = most == x ? (y - z) / range : most == y ? 2 + (z - x) / range : 4 + (x - y) / range
    }
    hue += turn * 6
    let saturation = Swift.min(Swift.max((most > 0 ? range / most : 0) + more, 0), 1)
    let brightness = Swift.min(Swift.max(most + light, 0), 1)
    func component(_ offset: Double) -> Double {
      let place = (offset + hue) - ((offset + hue) / 6).rounded(.down) * 6
      return brightness * (1 - saturation * Swift.max(Swift.min(place, 4 - place, 1), 0))
    }
    return SIMD4(component(5), component(3), component(1), w)
  }
}

/// The numbers of a gradient.
struct NumberList: Blendable {
  var numbers: [Double]

  /// Four numbers are about a point.
  var count: Int { max(numbers.count / 4, 1) }

  static func read(_ node: LottieNode) -> NumberList? {
    node.numbers.map { NumberList(numbers: $0) }
  }

  func mixed(with other: NumberList, at fractions: SIMD4<Double>) -> NumberList {
    NumberList(numbers: zip(numbers, other.numbers).map { $0 + ($1 - $0) * fractions.x })
  }

  func distance(to other: NumberList) -> Double {
    guard numbers.count == other.numbers.count else { return .infinity }
    return zip(numbers, other.numbers).reduce(0) { max($0, abs($1.0 - $1.1)) }
  }
}

/// A text, which changes at once.
struct Instant<Value: Equatable>: Equatable {
  var value: Value
}

import Foundation
import GlazeGeometry

/// A color, or none, in the space of a reference to it.
///
/// Most colors of documents are sRGB and were written as bytes or as decimals of up to four digits.
/// These are stored exactly, as fractions: an object for each of 100,000 layers takes 6 MB. All
/// other colors are stored as objects.
enum CompactColor {
  case object(CGColor?)
  /// Red, green, blue and alpha times 255.
  case bytes(SIMD4<UInt16>)
  /// Red, green, blue and alpha times 10,000.
  case decimals(SIMD4<UInt16>)

  init(_ color: CGColor?) {
    guard let values = color?.standardRGB else {
      self = .object(color)
      return
    }
    if let fractions = Self.fractions(of: values, denominator: 255) {
      self = .bytes(fractions)
    } else if let fractions = Self.fractions(of: values, denominator: 10_000) {
      self = .decimals(fractions)
    } else {
      self = .object(color)
    }
  }

  /// The color; a new object unless the color is stored as one.
  var color: CGColor? {
    if case .object(let color) = self { return color }
    let values = values
    return CGColor(
      srgbRed: CGFloat(values.x), green: CGFloat(values.y), blue: CGFloat(values.z),
      alpha: CGFloat(values.w))
  }

  /// The color as nodes store it.
  var shown: SIMD4<Float> {
    if case .object(let color) = self { return color?.shown ?? .zero }
    return CGColor.shown(CGColor.extendedSRGB(values))
  }

  /// The components of a color that is stored as fractions.
  private var values: SIMD4<Double> {
    switch self {
    case .object: .zero
    case .bytes(let fractions): SIMD4<Double>(fractions) / 255
    case .decimals(let fractions): SIMD4<Double>(fractions) / 10_000
    }
  }

  /// - Returns: nil if the quotients do not equal the components to the last bit.
  private static func fractions(
    of values: SIMD4<Double>, denominator: Double
  ) -> SIMD4<UInt16>? {
    let products = (values * denominator).rounded(.toNearestOrEven)
    // NaN and infinity fail this test.
    guard all(products .>= 0 .& products .<= Double(UInt16.max)) else { return nil }
    let fractions = SIMD4<UInt16>(products)
    let quotients = SIMD4<Double>(fractions) / denominator
    // The comparison of bits distinguishes the two zeros.
    let isSame =
      unsafeBitCast(quotients, to: SIMD4<UInt64>.self)
      .== unsafeBitCast(values, to: SIMD4<UInt64>.self)
    return all(isSame) ? fractions : nil
  }
}

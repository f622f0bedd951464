import Foundation
import GlazeGeometry

/// A colour, or none, in the place of a reference to it.
///
/// Most colours of pages are of sRGB and were written down as bytes or as decimals of up to four digits.
/// Those are kept as fractions, exactly as they were: an object for each of 100,000 layers takes 6 MB. All
/// others are kept as they are.
enum CompactColor {
  case object(CGColor?)
  /// Red, green, blue and alpha times 255.
  case bytes(SIMD4<UInt16>)
  /// The same times 10,000.
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

  /// The colour; made anew unless it is kept as it is.
  var color: CGColor? {
    if case .object(let color) = self { return color }
    let values = values
    return CGColor(
      srgbRed: CGFloat(values.x), green: CGFloat(values.y), blue: CGFloat(values.z),
      alpha: CGFloat(values.w))
  }

  /// The colour as nodes hold it.
  var shown: SIMD4<Float> {
    if case .object(let color) = self { return color?.shown ?? .zero }
    return CGColor.shown(CGColor.extendedSRGB(values))
  }

  /// Of a colour that is kept as fractions.
  private var values: SIMD4<Double> {
    switch self {
    case .object: .zero
    case .bytes(let fractions): SIMD4<Double>(fractions) / 255
    case .decimals(let fractions): SIMD4<Double>(fractions) / 10_000
    }
  }

  /// - Returns: nil where the quotients are not what they should be to the last bit.
  private static func fractions(
    of values: SIMD4<Double>, denominator: Double
  ) -> SIMD4<UInt16>? {
    let products = (values * denominator).rounded(.toNearestOrEven)
    // Not so of what is no number.
    guard all(products .>= 0 .& products .<= Double(UInt16.max)) else { return nil }
    let fractions = SIMD4<UInt16>(products)
    let quotients = SIMD4<Double>(fractions) / denominator
    // As bits, which tell zeros apart.
    let isSame =
      unsafeBitCast(quotients, to: SIMD4<UInt64>.self)
      .== unsafeBitCast(values, to: SIMD4<UInt64>.self)
    return all(isSame) ? fractions : nil
  }
}

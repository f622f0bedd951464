public import Foundation

/// How colours outside the target's gamut are brought in; Glaze keeps the value and clips.
///
/// Observed: Apple header CGColorSpace.h; the raw values are Apple's.
public enum CGColorRenderingIntent: Int32, Sendable, Hashable {
  /// The default for the context.
  case defaultIntent = 0
  /// Out-of-gamut colours go to the nearest colour, white is kept.
  case absoluteColorimetric = 1
  /// Out-of-gamut colours go to the nearest colour, white is mapped.
  case relativeColorimetric = 2
  /// The whole gamut is compressed.
  case perceptual = 3
  /// Relative saturation is kept.
  case saturation = 4
}

/// A colour: components in a colour space, and alpha.
///
/// **Units**: components are unpremultiplied, 0...1 in the space's own encoding. Values outside are
/// kept, as Core Animation documents contain them (extended sRGB); what draws clips them.
///
/// Equal colours have the same space, the same components and the same pattern.
///
/// Observed: Apple header CGColor.h.
public final class CGColor: Sendable, Hashable {
  /// The components with alpha last; never nil in Glaze.
  public var components: [CGFloat]? { values }
  /// The number of components, alpha included.
  public var numberOfComponents: Int { values.count }
  /// The alpha component: 0 is transparent, 1 opaque.
  public var alpha: CGFloat { values.last ?? 0 }
  /// The space that the components belong to; never nil in Glaze.
  public var colorSpace: CGColorSpace? { space }
  /// The pattern of a pattern colour, else nil.
  public let pattern: CGPattern?

  /// Unpremultiplied, sRGB-encoded RGBA.
  ///
  /// Colour components may leave 0...1, but are finite and fit a half float; alpha lies in 0...1.
  /// A NaN counts as 0. For a pattern colour: the pattern's mean colour.
  package let extendedSRGB: SIMD4<Float>

  private let values: [CGFloat]
  private let space: CGColorSpace

  private init(space: CGColorSpace, values: [CGFloat], pattern: CGPattern? = nil) {
    self.space = space
    self.values = values
    self.pattern = pattern
    extendedSRGB = Self.resolve(space: space, values: values, pattern: pattern)
  }

  private static func resolve(
    space: CGColorSpace, values: [CGFloat], pattern: CGPattern?
  ) -> SIMD4<Float> {
    let alpha = (values.last ?? 0).native
    let color: SIMD4<Double>
    if let pattern, values.count == 1 {
      let mean = pattern.meanColor
      color = SIMD4(mean.x, mean.y, mean.z, mean.w * alpha)
    } else {
      let rgb = space.encoding.toSRGB(values)
      color = SIMD4(rgb.x, rgb.y, rgb.z, alpha * (pattern?.meanColor.w ?? 1))
    }
    /// Half floats end at 65504; a wider value would turn into infinity in a texture.
    func bounded(_ v: Double, _ low: Double, _ high: Double) -> Float {
      v.isNaN ? 0 : Float(min(max(v, low), high))
    }
    let limit: Double = 65504
    return SIMD4(
      bounded(color.x, -limit, limit), bounded(color.y, -limit, limit),
      bounded(color.z, -limit, limit), bounded(color.w, 0, 1))
  }

  /// Makes a colour in generic RGB, which Glaze takes as sRGB.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(srgbRed: red, green: green, blue: blue, alpha: alpha)
  }

  /// Makes a colour in sRGB.
  public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(space: .standardRGB, values: [red, green, blue, alpha])
  }

  /// Makes a grey in the device's grey space: `gray` is the sRGB value of all three components.
  public convenience init(gray: CGFloat, alpha: CGFloat) {
    self.init(space: .deviceGray, values: [gray, alpha])
  }

  /// Makes a grey with a gamma of 2.2.
  public convenience init(genericGrayGamma2_2Gray gray: CGFloat, alpha: CGFloat) {
    self.init(space: .gray2_2, values: [gray, alpha])
  }

  /// Makes a CMYK colour; it is converted naively, without an ink profile.
  public convenience init(
    genericCMYKCyan cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat,
    alpha: CGFloat
  ) {
    let space = CGColorSpace(name: CGColorSpace.genericCMYK, encoding: .cmyk)
    self.init(space: space, values: [cyan, magenta, yellow, black, alpha])
  }

  /// Makes a colour in any space.
  ///
  /// - Parameter components: one number a component of `space`, then alpha. Any other count, or a
  ///   pattern space, gives nil.
  public convenience init?(colorSpace space: CGColorSpace, components: [CGFloat]) {
    guard space.model != .pattern, components.count == space.numberOfComponents + 1 else {
      return nil
    }
    self.init(space: space, values: components)
  }

  /// Makes a colour that paints with a pattern.
  ///
  /// - Parameters:
  ///   - space: a pattern space; any other gives nil.
  ///   - pattern: what to paint.
  ///   - components: for a coloured pattern one number, its alpha; for an uncoloured one the colour
  ///     in the base space and alpha. Any other count gives nil.
  public convenience init?(
    patternSpace space: CGColorSpace, pattern: CGPattern, components: [CGFloat]
  ) {
    guard space.model == .pattern, components.count == space.numberOfComponents + 1,
      pattern.isColored == (space.baseColorSpace == nil)
    else { return nil }
    self.init(space: space, values: components, pattern: pattern)
  }

  /// Returns this colour.
  public func copy() -> CGColor? { self }

  /// Returns the same colour with another alpha.
  public func copy(alpha: CGFloat) -> CGColor? {
    CGColor(space: space, values: values.dropLast() + [alpha], pattern: pattern)
  }

  /// Returns the same colour in another space.
  ///
  /// Out of gamut, a space that is not extended gets clipped components, whatever the intent; an
  /// extended space keeps them.
  ///
  /// - Parameters:
  ///   - destination: the space to convert to; a pattern space gives nil, as does a pattern colour.
  ///   - intent: taken for Apple's signature; Glaze always converts relative-colorimetrically.
  ///   - options: taken for Apple's signature; Glaze has none.
  public func converted(
    to destination: CGColorSpace, intent: CGColorRenderingIntent, options: [String: Any]?
  ) -> CGColor? {
    guard pattern == nil, destination.model != .pattern else { return nil }
    if destination.encoding == space.encoding, destination.isExtended || !space.isExtended {
      return CGColor(space: destination, values: values)
    }
    var result = destination.encoding.fromSRGB(space.encoding.toSRGB(values))
    if !destination.isExtended { result = result.map { min(max($0, 0), 1) } }
    return CGColor(space: destination, values: result + [alpha])
  }

  /// Opaque black in generic grey.
  public static let black = CGColor(genericGrayGamma2_2Gray: 0, alpha: 1)
  /// Opaque white in generic grey.
  public static let white = CGColor(genericGrayGamma2_2Gray: 1, alpha: 1)
  /// Transparent black in generic grey.
  public static let clear = CGColor(genericGrayGamma2_2Gray: 0, alpha: 0)

  /// Returns whether space, components and pattern are equal.
  public static func == (lhs: CGColor, rhs: CGColor) -> Bool {
    lhs === rhs
      || (lhs.values == rhs.values && lhs.space == rhs.space && lhs.pattern === rhs.pattern)
  }

  /// Feeds what `==` compares into the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(values)
    hasher.combine(space)
    hasher.combine(pattern.map(ObjectIdentifier.init))
  }
}

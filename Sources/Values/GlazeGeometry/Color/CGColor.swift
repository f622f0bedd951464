public import Foundation

/// How colors outside the target's gamut are converted; Glaze keeps the value and clips.
///
/// Observed: Apple header CGColorSpace.h; the raw values are Apple's.
public enum CGColorRenderingIntent: Int32, Sendable, Hashable {
  /// The default for the context.
  case defaultIntent = 0
  /// Out-of-gamut colors map to the nearest color; white is unchanged.
  case absoluteColorimetric = 1
  /// Out-of-gamut colors map to the nearest color; white is mapped to the target's white.
  case relativeColorimetric = 2
  /// The whole gamut is compressed.
  case perceptual = 3
  /// Relative saturation is preserved.
  case saturation = 4
}

/// A color: components in a color space, and alpha.
///
/// **Units**: components are unpremultiplied, 0...1 in the space's own encoding. Values outside are
/// retained, as Core Animation documents contain them (extended sRGB); drawing clips them.
///
/// Equal colors have the same space, the same components and the same pattern.
///
/// Observed: Apple header CGColor.h.
public final class CGColor: Sendable, Hashable {
  // Nearly all colors are sRGB, and a document may have one for each layer: those take 56 bytes.
  // All others store their data in a separate object.
  private let red: CGFloat
  private let green: CGFloat
  private let blue: CGFloat
  private let opacity: CGFloat
  private let other: OtherColor?

  /// The components with alpha last; never nil in Glaze.
  public var components: [CGFloat]? { values }
  /// The number of components, alpha included.
  public var numberOfComponents: Int { other?.values.count ?? 4 }
  /// The alpha component: 0 is transparent, 1 opaque.
  public var alpha: CGFloat { other.map { $0.values.last ?? 0 } ?? opacity }
  /// The color space of the components; never nil in Glaze.
  public var colorSpace: CGColorSpace? { space }
  /// The pattern of a pattern color, else nil.
  public var pattern: CGPattern? { other?.pattern }

  /// Unpremultiplied, sRGB-encoded RGBA.
  ///
  /// Color components may leave 0...1, but are finite and fit in a half float; alpha is in 0...1.
  /// NaN counts as 0. For a pattern color: the pattern's mean color.
  package var extendedSRGB: SIMD4<Float> {
    if let other { return other.extendedSRGB }
    return Self.extendedSRGB(SIMD4(red.native, green.native, blue.native, opacity.native))
  }

  /// The components of an sRGB color; nil for all others.
  package var standardRGB: SIMD4<Double>? {
    other == nil ? SIMD4(red.native, green.native, blue.native, opacity.native) : nil
  }

  private var values: [CGFloat] { other?.values ?? [red, green, blue, opacity] }
  private var space: CGColorSpace { other?.space ?? .standardRGB }

  private init(
    space: CGColorSpace, values: [CGFloat], pattern: CGPattern? = nil, contentHeadroom: Float = 0
  ) {
    if space == .standardRGB, pattern == nil, values.count == 4, contentHeadroom == 0 {
      (red, green, blue, opacity) = (values[0], values[1], values[2], values[3])
      other = nil
      return
    }
    (red, green, blue, opacity) = (0, 0, 0, 0)
    other = OtherColor(
      space: space, values: values, pattern: pattern, contentHeadroom: contentHeadroom,
      extendedSRGB: Self.resolve(space: space, values: values, pattern: pattern))
  }

  private static func resolve(
    space: CGColorSpace, values: [CGFloat], pattern: CGPattern?
  ) -> SIMD4<Float> {
    let alpha = (values.last ?? 0).native
    if let pattern, values.count == 1 {
      let mean = pattern.meanColor
      return extendedSRGB(SIMD4(mean.x, mean.y, mean.z, mean.w * alpha))
    }
    let rgb = space.encoding.toSRGB(values)
    return extendedSRGB(SIMD4(rgb.x, rgb.y, rgb.z, alpha * (pattern?.meanColor.w ?? 1)))
  }

  /// Returns the `extendedSRGB` of a color with these sRGB components.
  package static func extendedSRGB(_ color: SIMD4<Double>) -> SIMD4<Float> {
    // Half floats end at 65504; a larger value would become infinity in a texture.
    let most = SIMD4<Double>(65504, 65504, 65504, 1)
    let least = SIMD4<Double>(-65504, -65504, -65504, 0)
    let numbers = color.replacing(with: 0, where: color .!= color)
    return SIMD4<Float>(numbers.clamped(lowerBound: least, upperBound: most))
  }

  /// Makes a color in generic RGB, which Glaze treats as sRGB.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(srgbRed: red, green: green, blue: blue, alpha: alpha)
  }

  /// Makes a color in sRGB.
  public init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    (self.red, self.green, self.blue, opacity) = (red, green, blue, alpha)
    other = nil
  }

  /// Makes a gray in the device's gray space: `gray` is the sRGB value of all three components.
  public convenience init(gray: CGFloat, alpha: CGFloat) {
    self.init(space: .deviceGray, values: [gray, alpha])
  }

  /// Makes a gray with a gamma of 2.2.
  public convenience init(genericGrayGamma2_2Gray gray: CGFloat, alpha: CGFloat) {
    self.init(space: .gray2_2, values: [gray, alpha])
  }

  /// Makes a CMYK color; it is converted naively, without an ink profile.
  public convenience init(
    genericCMYKCyan cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat,
    alpha: CGFloat
  ) {
    let space = CGColorSpace(name: CGColorSpace.genericCMYK, encoding: .cmyk)
    self.init(space: space, values: [cyan, magenta, yellow, black, alpha])
  }

  /// Makes a color in any space.
  ///
  /// - Parameters:
  ///   - space: the space of the components; a pattern space gives nil.
  ///   - components: one number for each component of `space`, then alpha. Any other count gives
  ///     nil.
  public convenience init?(colorSpace space: CGColorSpace, components: [CGFloat]) {
    guard space.model != .pattern, components.count == space.numberOfComponents + 1 else {
      return nil
    }
    self.init(space: space, values: components)
  }

  /// Makes a color with a headroom.
  ///
  /// - Parameters:
  ///   - headroom: the brightest light for which the color was made, in multiples of white: 0 where
  ///     it is not known, or at least 1; others give nil.
  ///   - space: a space of RGB; others give nil.
  ///   - red: the red component, in `space`.
  ///   - green: the green component.
  ///   - blue: the blue component.
  ///   - alpha: the opacity, from 0 to 1; colors are not premultiplied.
  ///
  /// Observed: Apple header CGColor.h. The headroom is stored only: colors are limited by the dynamic
  /// range of their layers, with or without it.
  public convenience init?(
    headroom: Float, colorSpace space: CGColorSpace, red: CGFloat, green: CGFloat, blue: CGFloat,
    alpha: CGFloat
  ) {
    guard space.model == .rgb, headroom == 0 || (headroom >= 1 && headroom.isFinite) else {
      return nil
    }
    self.init(space: space, values: [red, green, blue, alpha], contentHeadroom: headroom)
  }

  /// The brightest light for which the color was made, in multiples of white; 0 where it is not known.
  public var contentHeadroom: Float { other?.contentHeadroom ?? 0 }

  /// Makes a color that paints with a pattern.
  ///
  /// - Parameters:
  ///   - space: a pattern space; any other gives nil.
  ///   - pattern: the pattern to paint.
  ///   - components: for a colored pattern one number, its alpha; for an uncolored one the color in
  ///     the base space and alpha. Any other count gives nil.
  public convenience init?(
    patternSpace space: CGColorSpace, pattern: CGPattern, components: [CGFloat]
  ) {
    guard space.model == .pattern, components.count == space.numberOfComponents + 1,
      pattern.isColored == (space.baseColorSpace == nil)
    else { return nil }
    self.init(space: space, values: components, pattern: pattern)
  }

  /// The color that paints a checkerboard.
  ///
  /// When used as a background, it has cells of the image's pixels; elsewhere its mean color is
  /// drawn.
  package static let checkerboard: CGColor? = {
    guard let pattern = CGPattern.checkerboard else { return nil }
    let space = CGColorSpace(patternBaseSpace: nil)
    return CGColor(patternSpace: space, pattern: pattern, components: [1])
  }()

  /// Whether the color is `checkerboard`.
  package var isCheckerboard: Bool { pattern.map { $0 === CGPattern.checkerboard } ?? false }

  /// Returns this color.
  public func copy() -> CGColor? { self }

  /// Returns the same color with another alpha.
  public func copy(alpha: CGFloat) -> CGColor? {
    CGColor(
      space: space, values: values.dropLast() + [alpha], pattern: pattern,
      contentHeadroom: contentHeadroom)
  }

  /// Returns the same color in another space.
  ///
  /// For out-of-gamut colors, a space that is not extended gets clipped components, whatever the
  /// intent; an extended space keeps them.
  ///
  /// - Parameters:
  ///   - destination: the space to convert to; a pattern space gives nil, as does a pattern color.
  ///   - intent: exists for Apple's signature; Glaze always converts relative-colorimetrically.
  ///   - options: exists for Apple's signature; Glaze has no options.
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

  /// Opaque black in generic gray.
  public static let black = CGColor(genericGrayGamma2_2Gray: 0, alpha: 1)
  /// Opaque white in generic gray.
  public static let white = CGColor(genericGrayGamma2_2Gray: 1, alpha: 1)
  /// Transparent black in generic gray.
  public static let clear = CGColor(genericGrayGamma2_2Gray: 0, alpha: 0)

  /// Returns whether space, components and pattern are equal.
  public static func == (lhs: CGColor, rhs: CGColor) -> Bool {
    lhs === rhs
      || (lhs.red == rhs.red && lhs.green == rhs.green && lhs.blue == rhs.blue
        && lhs.opacity == rhs.opacity && lhs.other == rhs.other)
  }

  /// Feeds the values that `==` compares into the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(values)
    hasher.combine(space)
    hasher.combine(pattern.map(ObjectIdentifier.init))
  }
}

/// The data of a pattern color, or of a color in a space other than sRGB.
private final class OtherColor: Sendable, Equatable {
  let space: CGColorSpace
  let values: [CGFloat]
  let pattern: CGPattern?
  let contentHeadroom: Float
  let extendedSRGB: SIMD4<Float>

  init(
    space: CGColorSpace, values: [CGFloat], pattern: CGPattern?, contentHeadroom: Float,
    extendedSRGB: SIMD4<Float>
  ) {
    self.space = space
    self.values = values
    self.pattern = pattern
    self.contentHeadroom = contentHeadroom
    self.extendedSRGB = extendedSRGB
  }

  static func == (a: OtherColor, b: OtherColor) -> Bool {
    a.values == b.values && a.space == b.space && a.pattern === b.pattern
      && a.contentHeadroom == b.contentHeadroom
  }
}

/// Returns a color with a headroom; see `CGColor.init(headroom:colorSpace:red:green:blue:alpha:)`.
public func CGColorCreateWithContentHeadroom(
  _ headroom: Float, _ space: CGColorSpace, _ red: CGFloat, _ green: CGFloat, _ blue: CGFloat,
  _ alpha: CGFloat
) -> CGColor? {
  CGColor(
    headroom: headroom, colorSpace: space, red: red, green: green, blue: blue, alpha: alpha)
}

/// Returns the brightest light for which a color was made; 0 where it is not known.
public func CGColorGetContentHeadroom(_ color: CGColor?) -> Float { color?.contentHeadroom ?? 0 }

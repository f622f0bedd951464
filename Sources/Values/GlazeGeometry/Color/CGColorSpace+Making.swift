public import Foundation

// Spaces without a name, and those that are derived from another space.

extension CGColorSpace {
  /// Makes the space of an ICC profile.
  ///
  /// Little CMS converts its colors, relative-colorimetrically.
  ///
  /// - Parameter iccData: the profile.
  /// - Returns: nil for data that is not a profile of gray, RGB or CMYK, and where liblcms2 is not
  ///   installed.
  ///
  /// Observed: Apple header CGColorSpace.h.
  public convenience init?(iccData: Data) {
    guard let profile = ICCProfile(iccData) else { return nil }
    self.init(name: nil, encoding: .profile(profile))
  }

  /// The profile from which the space was made; nil for all others.
  public func copyICCData() -> Data? {
    if case .profile(let profile) = encoding { profile.data } else { nil }
  }

  /// Makes CIE L*a*b*: components of 0...100 and of the given ranges.
  ///
  /// - Parameters:
  ///   - whitePoint: tristimulus values of white, three above 0.
  ///   - blackPoint: ignored.
  ///   - range: the least and the largest a*, the least and the largest b*; nil is -100...100.
  /// - Returns: nil for an invalid white point.
  ///
  /// Observed: Apple header CGColorSpace.h.
  public convenience init?(
    labWhitePoint whitePoint: UnsafePointer<CGFloat>, blackPoint: UnsafePointer<CGFloat>?,
    range: UnsafePointer<CGFloat>?
  ) {
    guard let white = Self.white(whitePoint) else { return nil }
    let limits =
      range.map { SIMD4($0[0].native, $0[1].native, $0[2].native, $0[3].native) }
      ?? SIMD4(-100, 100, -100, 100)
    // The comparison is also false for NaN.
    guard limits.x <= limits.y, limits.z <= limits.w else { return nil }
    self.init(name: nil, encoding: .lab(LabEncoding(white: white, range: limits)))
  }

  /// Makes a gray with an exponent; nil for one that is not above 0, and for an invalid white
  /// point.
  ///
  /// - Parameters:
  ///   - whitePoint: tristimulus values of white, three above 0; white stays white.
  ///   - blackPoint: ignored.
  ///   - gamma: the exponent.
  public convenience init?(
    calibratedGrayWhitePoint whitePoint: UnsafePointer<CGFloat>,
    blackPoint: UnsafePointer<CGFloat>?, gamma: CGFloat
  ) {
    guard Self.white(whitePoint) != nil, gamma > 0, gamma.isFinite else { return nil }
    self.init(name: nil, encoding: .gray(.gamma(gamma.native)))
  }

  /// Makes RGB with custom exponents and primaries.
  ///
  /// - Parameters:
  ///   - whitePoint: tristimulus values of white, three above 0.
  ///   - blackPoint: ignored.
  ///   - gamma: three exponents above 0; nil is 1.
  ///   - matrix: tristimulus values of red, of green, of blue: nine numbers; nil is the identity.
  /// - Returns: nil for numbers that do not describe a space.
  public convenience init?(
    calibratedRGBWhitePoint whitePoint: UnsafePointer<CGFloat>,
    blackPoint: UnsafePointer<CGFloat>?, gamma: UnsafePointer<CGFloat>?,
    matrix: UnsafePointer<CGFloat>?
  ) {
    func three(_ numbers: UnsafePointer<CGFloat>) -> SIMD3<Double> {
      SIMD3(numbers[0].native, numbers[1].native, numbers[2].native)
    }
    let exponents = gamma.map(three) ?? SIMD3(1, 1, 1)
    let columns =
      matrix.map { ColorMatrix(x: three($0), y: three($0 + 3), z: three($0 + 6)) } ?? .identity
    guard let white = Self.white(whitePoint), exponents.min() > 0, exponents.isFinite,
      let space = CalibratedRGB(white: white, gamma: exponents, toXYZ: columns)
    else { return nil }
    self.init(name: nil, encoding: .calibrated(space))
  }

  private static func white(_ numbers: UnsafePointer<CGFloat>) -> SIMD3<Double>? {
    let white = SIMD3(numbers[0].native, numbers[1].native, numbers[2].native)
    return white.isFinite && white.min() > 0 ? white : nil
  }

  /// A Boolean value that indicates whether the space has colors outside of sRGB; false for spaces
  /// without a name.
  ///
  /// Glaze's own choice: a space is wide when one of its primaries lies outside of sRGB.
  public var isWideGamutRGB: Bool {
    guard case .rgb(let primaries, _) = encoding, model == .rgb else { return false }
    return [SIMD3<Double>(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)].contains {
      (primaries.toSRGB * $0).min() < -1e-3
    }
  }

  /// A Boolean value that indicates whether colors can be converted to the space; false for
  /// patterns.
  public var supportsOutput: Bool { model != .pattern }

  /// The named space with the same primaries and another curve or range.
  fileprivate func sibling(linear: Bool, extended: Bool) -> CGColorSpace? {
    let wanted: ColorEncoding
    switch encoding {
    case .rgb(let primaries, let transfer): wanted = .rgb(primaries, linear ? .linear : transfer)
    case .gray(let transfer): wanted = .gray(linear ? .linear : transfer)
    default: return nil
    }
    if wanted == encoding, extended == isExtended { return self }
    return ColorEncoding.named.keys.sorted().lazy
      .filter { ColorEncoding.named[$0] == wanted }
      .compactMap { CGColorSpace(name: $0) }
      .first { $0.isExtended == extended }
  }
}

/// Returns the space with the same primaries and without a curve; nil where there is no such named
/// space.
public func CGColorSpaceCreateLinearized(_ space: CGColorSpace) -> CGColorSpace? {
  space.sibling(linear: true, extended: space.isExtended)
}

/// Returns the same space with components outside 0...1; nil where there is no such named space.
public func CGColorSpaceCreateExtended(_ space: CGColorSpace) -> CGColorSpace? {
  space.sibling(linear: false, extended: true)
}

/// Returns the space without a curve and with components outside 0...1; nil where there is no such
/// named space.
public func CGColorSpaceCreateExtendedLinearized(_ space: CGColorSpace) -> CGColorSpace? {
  space.sibling(linear: true, extended: true)
}

/// Returns the same space with components of 0...1; nil where there is no such named space.
public func CGColorSpaceCreateCopyWithStandardRange(_ space: CGColorSpace) -> CGColorSpace? {
  space.sibling(linear: false, extended: false)
}

/// Returns whether components outside 0...1 are retained when a color is converted to the space.
public func CGColorSpaceUsesExtendedRange(_ space: CGColorSpace) -> Bool { space.isExtended }

/// Returns whether the space has the curve of SMPTE ST 2084.
public func CGColorSpaceIsPQBased(_ space: CGColorSpace) -> Bool { space.curve == .pq }

/// Returns whether the space has the curve of ARIB STD-B67.
public func CGColorSpaceIsHLGBased(_ space: CGColorSpace) -> Bool { space.curve == .hlg }

extension CGColorSpace {
  fileprivate var curve: TransferFunction? {
    if case .rgb(_, let transfer) = encoding { transfer } else { nil }
  }
}

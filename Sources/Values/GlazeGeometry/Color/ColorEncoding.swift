import Foundation

/// The relation of a color space's components to sRGB: the arithmetic of `CGColorSpace`.
enum ColorEncoding: Sendable, Hashable {
  case rgb(ColorPrimaries, TransferFunction)
  case gray(TransferFunction)
  case cmyk
  case lab(LabEncoding)
  case calibrated(CalibratedRGB)
  case profile(ICCProfile)

  static let named: [String: ColorEncoding] = [
    CGColorSpace.sRGB: .rgb(.sRGB, .sRGB),
    CGColorSpace.extendedSRGB: .rgb(.sRGB, .sRGB),
    CGColorSpace.linearSRGB: .rgb(.sRGB, .linear),
    CGColorSpace.extendedLinearSRGB: .rgb(.sRGB, .linear),
    CGColorSpace.displayP3: .rgb(.displayP3, .sRGB),
    CGColorSpace.extendedDisplayP3: .rgb(.displayP3, .sRGB),
    CGColorSpace.linearDisplayP3: .rgb(.displayP3, .linear),
    CGColorSpace.extendedLinearDisplayP3: .rgb(.displayP3, .linear),
    // Adobe defines its exponent as 2 + 51/256.
    CGColorSpace.adobeRGB1998: .rgb(.adobeRGB, .gamma(2.19921875)),
    CGColorSpace.genericRGB: .rgb(.genericRGB, .gamma(1.8)),
    CGColorSpace.genericRGBLinear: .rgb(.genericRGB, .linear),
    CGColorSpace.dcip3: .rgb(.displayP3, .gamma(2.6)),
    CGColorSpace.itur_709: .rgb(.sRGB, .video),
    CGColorSpace.itur_2020: .rgb(.bt2020, .video),
    CGColorSpace.extendedITUR_2020: .rgb(.bt2020, .video),
    CGColorSpace.linearITUR_2020: .rgb(.bt2020, .linear),
    CGColorSpace.extendedLinearITUR_2020: .rgb(.bt2020, .linear),
    CGColorSpace.itur_2020_sRGBGamma: .rgb(.bt2020, .sRGB),
    CGColorSpace.rommrgb: .rgb(.proPhoto, .gamma(1.8)),
    CGColorSpace.acescgLinear: .rgb(.aces, .linear),
    CGColorSpace.displayP3_PQ: .rgb(.displayP3, .pq),
    CGColorSpace.displayP3_HLG: .rgb(.displayP3, .hlg),
    CGColorSpace.itur_709_PQ: .rgb(.sRGB, .pq),
    CGColorSpace.itur_709_HLG: .rgb(.sRGB, .hlg),
    CGColorSpace.itur_2100_PQ: .rgb(.bt2020, .pq),
    CGColorSpace.itur_2100_HLG: .rgb(.bt2020, .hlg),
    CGColorSpace.genericLab: .lab(.generic),
    CGColorSpace.genericXYZ: .rgb(.xyz, .linear),
    CGColorSpace.deviceRGBName: .rgb(.sRGB, .sRGB),
    CGColorSpace.genericGrayGamma2_2: .gray(.gamma(2.2)),
    CGColorSpace.extendedGray: .gray(.gamma(2.2)),
    CGColorSpace.linearGray: .gray(.linear),
    CGColorSpace.extendedLinearGray: .gray(.linear),
    CGColorSpace.deviceGrayName: .gray(.sRGB),
    CGColorSpace.genericCMYK: .cmyk,
    CGColorSpace.deviceCMYKName: .cmyk,
  ]

  /// Converts components to sRGB-encoded RGB, which may leave 0...1.
  ///
  /// - Parameter v: as many components as the encoding has; values after them, such as alpha, are
  ///   ignored.
  func toSRGB(_ v: [CGFloat]) -> SIMD3<Double> {
    switch self {
    case .rgb(.sRGB, .sRGB):
      return SIMD3(v[0].native, v[1].native, v[2].native)
    case .rgb(let primaries, let transfer):
      let linear = transfer.decode(SIMD3(v[0].native, v[1].native, v[2].native))
      return TransferFunction.sRGB.encode(primaries.toSRGB * linear)
    case .gray(.sRGB):
      return SIMD3(repeating: v[0].native)
    case .gray(let transfer):
      return SIMD3(repeating: TransferFunction.sRGB.encode(transfer.decode(v[0].native)))
    case .cmyk:
      return SIMD3(1 - v[0].native, 1 - v[1].native, 1 - v[2].native) * (1 - v[3].native)
    case .lab(let lab):
      let light = lab.light(SIMD3(v[0].native, v[1].native, v[2].native))
      return TransferFunction.sRGB.encode(light)
    case .calibrated(let space):
      let light = space.light(SIMD3(v[0].native, v[1].native, v[2].native))
      return TransferFunction.sRGB.encode(light)
    case .profile(let profile): return profile.toSRGB(v)
    }
  }

  /// Converts sRGB-encoded RGB to components (without alpha) of this encoding.
  func fromSRGB(_ c: SIMD3<Double>) -> [CGFloat] {
    switch self {
    case .rgb(.sRGB, .sRGB):
      return [CGFloat(c.x), CGFloat(c.y), CGFloat(c.z)]
    case .rgb(let primaries, let transfer):
      let v = transfer.encode(primaries.fromSRGB * TransferFunction.sRGB.decode(c))
      return [CGFloat(v.x), CGFloat(v.y), CGFloat(v.z)]
    case .gray(let transfer):
      // Equal components stay exactly equal, without rounding by the weights.
      let linear = TransferFunction.sRGB.decode(c)
      let luminance: Double =
        c.x == c.y && c.y == c.z
        ? linear.x : 0.2126 * linear.x + 0.7152 * linear.y + 0.0722 * linear.z
      return [CGFloat(transfer.encode(luminance))]
    case .cmyk:
      let k: Double = 1 - max(c.x, max(c.y, c.z))
      guard k < 1 else { return [0, 0, 0, 1] }
      let v = (SIMD3(repeating: 1 - k) - c) / (1 - k)
      return [CGFloat(v.x), CGFloat(v.y), CGFloat(v.z), CGFloat(k)]
    case .lab(let lab):
      let v = lab.components(of: TransferFunction.sRGB.decode(c))
      return [CGFloat(v.x), CGFloat(v.y), CGFloat(v.z)]
    case .calibrated(let space):
      let v = space.components(of: TransferFunction.sRGB.decode(c))
      return [CGFloat(v.x), CGFloat(v.y), CGFloat(v.z)]
    case .profile(let profile): return profile.fromSRGB(c)
    }
  }
}

/// The curve between stored numbers and amounts of light; odd, so that negative numbers convert.
enum TransferFunction: Sendable, Hashable {
  case linear
  /// IEC 61966-2-1: a linear segment near black, then an exponent of 2.4.
  case sRGB
  /// ITU-R BT.709 and BT.2020: a linear segment near black, then a power of 0.45 of the light.
  case video
  case gamma(Double)
  /// SMPTE ST 2084; 1 is the 203 cd/m² of white in BT.2408.
  case pq
  /// ARIB STD-B67; 1 is the light of a signal of 0.75, which is white in BT.2408.
  case hlg

  /// Returns the amount of light for a stored number.
  func decode(_ v: Double) -> Double {
    let m: Double = abs(v)
    let r: Double =
      switch self {
      case .linear: m
      case .sRGB: m <= 0.04045 ? m / 12.92 : pow((m + 0.055) / 1.055, 2.4)
      case .video: m < 0.081 ? m / 4.5 : pow((m + 0.099) / 1.099, 1 / 0.45)
      case .gamma(let g): pow(m, g)
      case .pq: Self.decodePQ(m)
      case .hlg: Self.decodeHLG(m) / Self.decodeHLG(0.75)
      }
    return v < 0 ? -r : r
  }

  /// Returns the stored number for an amount of light.
  func encode(_ v: Double) -> Double {
    let m: Double = abs(v)
    let r: Double =
      switch self {
      case .linear: m
      case .sRGB: m <= 0.0031308 ? m * 12.92 : 1.055 * pow(m, 1 / 2.4) - 0.055
      case .video: m < 0.018 ? m * 4.5 : 1.099 * pow(m, 0.45) - 0.099
      case .gamma(let g): pow(m, 1 / g)
      case .pq: Self.encodePQ(m)
      case .hlg: Self.encodeHLG(m * Self.decodeHLG(0.75))
      }
    return v < 0 ? -r : r
  }

  // The constants are those of BT.2100.
  private static func decodePQ(_ v: Double) -> Double {
    let root = pow(min(v, 1), 1 / 78.84375)
    return pow(max(root - 0.8359375, 0) / (18.8515625 - 18.6875 * root), 1 / 0.1593017578125)
      * 10000 / 203
  }

  private static func encodePQ(_ light: Double) -> Double {
    let root = pow(min(light * 203 / 10000, 1), 0.1593017578125)
    return pow((0.8359375 + 18.8515625 * root) / (1 + 18.6875 * root), 78.84375)
  }

  private static func decodeHLG(_ v: Double) -> Double {
    v <= 0.5 ? v * v / 3 : (exp((v - 0.55991073) / 0.17883277) + 0.28466892) / 12
  }

  private static func encodeHLG(_ light: Double) -> Double {
    light <= 1 / 12.0
      ? (3 * light).squareRoot() : 0.17883277 * log(12 * light - 0.28466892) + 0.55991073
  }

  func decode(_ v: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(decode(v.x), decode(v.y), decode(v.z))
  }

  func encode(_ v: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(encode(v.x), encode(v.y), encode(v.z))
  }
}

/// The red, green, blue and white of an RGB space.
enum ColorPrimaries: Sendable, Hashable, CaseIterable {
  case sRGB
  case displayP3
  case adobeRGB
  case bt2020
  case proPhoto
  /// The primaries AP1 of ACES.
  case aces
  /// Apple's Generic RGB, as in its profile: relative to D50.
  case genericRGB
  /// CIE XYZ itself, relative to D50.
  case xyz

  /// The chromaticities x, y of red, green and blue, from the standards.
  private var chromaticities: (SIMD2<Double>, SIMD2<Double>, SIMD2<Double>) {
    switch self {
    case .sRGB: (SIMD2(0.640, 0.330), SIMD2(0.300, 0.600), SIMD2(0.150, 0.060))
    case .displayP3: (SIMD2(0.680, 0.320), SIMD2(0.265, 0.690), SIMD2(0.150, 0.060))
    case .adobeRGB: (SIMD2(0.640, 0.330), SIMD2(0.210, 0.710), SIMD2(0.150, 0.060))
    case .bt2020: (SIMD2(0.708, 0.292), SIMD2(0.170, 0.797), SIMD2(0.131, 0.046))
    case .proPhoto:
      (SIMD2(0.734699, 0.265301), SIMD2(0.159597, 0.840403), SIMD2(0.036598, 0.000105))
    case .aces: (SIMD2(0.713, 0.293), SIMD2(0.165, 0.830), SIMD2(0.128, 0.044))
    case .genericRGB:
      (SIMD2(0.63914, 0.34002), SIMD2(0.31620, 0.60279), SIMD2(0.16303, 0.08816))
    case .xyz: (SIMD2(1, 0), SIMD2(0, 1), SIMD2(0, 0))
    }
  }

  /// The chromaticity of white.
  private var white: SIMD2<Double> {
    switch self {
    case .sRGB, .displayP3, .adobeRGB, .bt2020: SIMD2(0.3127, 0.3290)
    case .proPhoto, .genericRGB, .xyz: SIMD2(0.34567, 0.35850)
    case .aces: SIMD2(0.32168, 0.33767)
    }
  }

  /// The chromaticities of red, green, blue and white.
  var corners: [SIMD2<Double>] {
    let (red, green, blue) = chromaticities
    return [red, green, blue, white]
  }

  private static func xyz(_ c: SIMD2<Double>) -> SIMD3<Double> {
    SIMD3(c.x / c.y, 1, (1 - c.x - c.y) / c.y)
  }

  /// The matrix from linear RGB to CIE XYZ, scaled so that (1, 1, 1) is the white point.
  private var toXYZ: ColorMatrix {
    if self == .xyz { return .identity }
    let (r, g, b) = chromaticities
    let columns = ColorMatrix(x: Self.xyz(r), y: Self.xyz(g), z: Self.xyz(b))
    let scale = columns.inverse * Self.xyz(white)
    return ColorMatrix(
      x: columns.x * scale.x, y: columns.y * scale.y, z: columns.z * scale.z)
  }

  /// The matrix from these primaries to sRGB, which maps white to white.
  private var computedToSRGB: ColorMatrix {
    guard white != Self.sRGB.white else { return Self.sRGB.toXYZ.inverse * toXYZ }
    return Self.toSRGB(from: Self.xyz(white)) * toXYZ
  }

  /// Returns the matrix from tristimulus values under a white to linear sRGB, which maps white to
  /// white.
  static func toSRGB(from white: SIMD3<Double>) -> ColorMatrix {
    // Bradford's cone responses map white to white under both illuminants.
    let gain = (cones * xyz(Self.sRGB.white)) / (cones * white)
    let adapted = ColorMatrix(
      x: SIMD3(gain.x, 0, 0), y: SIMD3(0, gain.y, 0), z: SIMD3(0, 0, gain.z))
    return Self.sRGB.toXYZ.inverse * (cones.inverse * (adapted * cones))
  }

  /// The tristimulus values of D50, the white of printing.
  static let d50 = xyz(ColorPrimaries.xyz.white)

  private static let cones = ColorMatrix(
    x: SIMD3(0.8951, -0.7502, 0.0389), y: SIMD3(0.2664, 1.7135, -0.0685),
    z: SIMD3(-0.1614, 0.0367, 1.0296))

  private static let matricesToSRGB = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0, $0.computedToSRGB) })
  private static let matricesFromSRGB = matricesToSRGB.mapValues(\.inverse)

  /// The matrix from linear RGB with these primaries to linear sRGB.
  var toSRGB: ColorMatrix { self == .sRGB ? .identity : Self.matricesToSRGB[self] ?? .identity }

  /// The matrix from linear sRGB to linear RGB with these primaries.
  var fromSRGB: ColorMatrix { self == .sRGB ? .identity : Self.matricesFromSRGB[self] ?? .identity }
}

/// A 3 by 3 matrix, stored by columns, for column vectors of light.
struct ColorMatrix: Sendable, Hashable {
  var x, y, z: SIMD3<Double>

  static let identity = ColorMatrix(
    x: SIMD3(1, 0, 0), y: SIMD3(0, 1, 0), z: SIMD3(0, 0, 1))

  static func * (m: ColorMatrix, v: SIMD3<Double>) -> SIMD3<Double> {
    m.x * v.x + m.y * v.y + m.z * v.z
  }

  static func * (a: ColorMatrix, b: ColorMatrix) -> ColorMatrix {
    ColorMatrix(x: a * b.x, y: a * b.y, z: a * b.z)
  }

  /// The inverse; the matrices of real primaries always have one.
  var inverse: ColorMatrix {
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
    let (r1, r2, r3) = (cross(y, z), cross(z, x), cross(x, y))
    let det: Double = (x * r1).sum()
    return ColorMatrix(
      x: SIMD3(r1.x, r2.x, r3.x) / det,
      y: SIMD3(r1.y, r2.y, r3.y) / det,
      z: SIMD3(r1.z, r2.z, r3.z) / det)
  }
}

import Foundation

// The arithmetic of frames' encodings, on amounts of light relative to white.

extension OutputColor {
  private var colorPrimaries: ColorPrimaries {
    switch primaries {
    case .sRGB: .sRGB
    case .displayP3: .displayP3
    case .bt2020: .bt2020
    }
  }

  private var transferFunction: TransferFunction {
    switch transfer {
    case .sRGB: .sRGB
    case .linear: .linear
    case .pq: .pq
    case .hlg: .hlg
    case .gamma2_2: .gamma(2.2)
    }
  }

  /// The light that the curve, for which white has 203 cd/m², encodes as white.
  private var whiteOfCurve: Double { transfer == .pq ? whiteLuminance / 203 : 1 }

  /// Returns the encoded number for an amount of light, of which 1 is white.
  package func encode(_ light: Double) -> Double { transferFunction.encode(light * whiteOfCurve) }

  /// Returns the amount of light of an encoded number.
  package func decode(_ number: Double) -> Double {
    transferFunction.decode(number) / whiteOfCurve
  }

  /// The rows of the matrix from linear sRGB to the linear primaries.
  package var rowsFromSRGB: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) {
    colorPrimaries.fromSRGB.rows
  }

  /// The rows of the matrix from the linear primaries to linear sRGB.
  package var rowsToSRGB: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) {
    colorPrimaries.toSRGB.rows
  }

  /// The amount of light of an sRGB-encoded number.
  package static func light(ofSRGB number: Double) -> Double {
    TransferFunction.sRGB.decode(number)
  }

  /// The sRGB-encoded number for an amount of light.
  package static func sRGB(ofLight light: Double) -> Double { TransferFunction.sRGB.encode(light) }

  /// The binary logarithm, for modules without mathematics.
  package static func octaves(_ number: Double) -> Double { log2(number) }

  /// A power, for modules without mathematics.
  package static func power(_ base: Double, _ exponent: Double) -> Double {
    TransferFunction.gamma(exponent).decode(base)
  }

  /// The chromaticities x, y of red, green, blue and white.
  package var chromaticities: [SIMD2<Double>] { colorPrimaries.corners }

  /// The space of the encoding as a color space, where one has a name.
  package var colorSpaceName: String? {
    switch (primaries, transfer) {
    case (.sRGB, .sRGB): CGColorSpace.sRGB
    case (.displayP3, .sRGB): CGColorSpace.displayP3
    case (.bt2020, .sRGB): CGColorSpace.itur_2020_sRGBGamma
    case (.sRGB, .linear): CGColorSpace.extendedLinearSRGB
    case (.displayP3, .linear): CGColorSpace.extendedLinearDisplayP3
    case (.bt2020, .linear): CGColorSpace.extendedLinearITUR_2020
    case (.sRGB, .pq): CGColorSpace.itur_709_PQ
    case (.displayP3, .pq): CGColorSpace.displayP3_PQ
    case (.bt2020, .pq): CGColorSpace.itur_2100_PQ
    case (.sRGB, .hlg): CGColorSpace.itur_709_HLG
    case (.displayP3, .hlg): CGColorSpace.displayP3_HLG
    case (.bt2020, .hlg): CGColorSpace.itur_2100_HLG
    case (_, .gamma2_2): nil
    }
  }
}

extension ColorMatrix {
  fileprivate var rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) {
    (SIMD3(x.x, y.x, z.x), SIMD3(x.y, y.y, z.y), SIMD3(x.z, y.z, z.z))
  }
}

extension OutputColor {
  /// The tristimulus values of red, green and blue, adapted to D50 as profiles require.
  package var profileColumns: [SIMD3<Double>] {
    let toXYZ = ColorPrimaries.xyz.fromSRGB * colorPrimaries.toSRGB
    return [toXYZ.x, toXYZ.y, toXYZ.z]
  }
}

extension OutputColor: CustomStringConvertible {
  /// The names of the primaries, the curve and the depth: `Display P3, 8 bits`.
  public var description: String { "\(spaceDescription), \(depth)" }

  /// The names of the primaries and the curve.
  package var spaceDescription: String {
    switch (primaries, transfer) {
    case (_, .sRGB): "\(primaries)"
    case (.bt2020, .pq), (.bt2020, .hlg): "BT.2100 \(transfer)"
    default: "\(primaries) \(transfer)"
    }
  }
}

extension OutputColor.Primaries: CustomStringConvertible {
  /// The name of the standard.
  public var description: String {
    switch self {
    case .sRGB: "sRGB"
    case .displayP3: "Display P3"
    case .bt2020: "BT.2020"
    }
  }
}

extension OutputColor.Transfer: CustomStringConvertible {
  /// A short name.
  public var description: String {
    switch self {
    case .sRGB: "sRGB"
    case .linear: "linear"
    case .pq: "PQ"
    case .hlg: "HLG"
    case .gamma2_2: "gamma 2.2"
    }
  }
}

extension OutputColor.Depth: CustomStringConvertible {
  /// The number of bits, or the name of the floating-point type.
  public var description: String {
    switch self {
    case .bits8: "8 bits"
    case .bits10: "10 bits"
    case .bits16: "16 bits"
    case .half: "half float"
    case .float: "float"
    }
  }
}

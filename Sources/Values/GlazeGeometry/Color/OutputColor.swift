/// The encoding of a frame: the color space of its numbers, their depth, and the brightness of
/// white.
///
/// A frame is composited in its own encoding, as Core Animation does: colors, gradients, images and
/// shadows are converted to it first, and are then interpolated and blended as encoded numbers.
/// The default, `standard`, is sRGB with 8 bits.
///
/// ```swift
/// var options = RenderOptions()
/// options.output = .rec2100PQ
/// options.output.headroom = 4
/// ```
///
/// **Light**: white, which is 1 in every layer, has `whiteLuminance`. PQ encodes absolute
/// luminances; in HLG white has the signal 0.75 of BT.2408; all other curves encode white as 1.
///
/// Source: Glaze's own choice; ITU-R BT.2100 and BT.2408, IEC 61966-2-1, SMPTE EG 432-1.
public struct OutputColor: Sendable, Hashable {
  /// The red, green and blue of a frame; white is D65 in all of them.
  public enum Primaries: UInt8, Sendable, Hashable, CaseIterable {
    /// Those of sRGB and BT.709.
    case sRGB
    /// Those of DCI P3.
    case displayP3
    /// Those of BT.2020 and BT.2100.
    case bt2020
  }

  /// The curve from light to numbers.
  public enum Transfer: UInt8, Sendable, Hashable, CaseIterable {
    /// The curve of IEC 61966-2-1, which Display P3 shares.
    case sRGB
    /// None: numbers are proportional to light.
    case linear
    /// SMPTE ST 2084, of absolute luminances up to 10,000 cd/m².
    case pq
    /// ARIB STD-B67, relative to a display's white.
    case hlg
    /// A power of 2.2.
    case gamma2_2
  }

  /// How a component is stored.
  public enum Depth: UInt8, Sendable, Hashable, CaseIterable {
    /// 8 bits for 0...1.
    case bits8
    /// 10 bits for 0...1.
    case bits10
    /// 16 bits for 0...1.
    case bits16
    /// A half float, which also holds components below 0 and above 1.
    case half
    /// A float of 32 bits, of which the frame has the precision of a half float.
    case float
  }

  /// The numbers in which colors are interpolated and blended.
  public enum Compositing: UInt8, Sendable, Hashable, CaseIterable {
    /// Those of the output's encoding, as in Core Animation.
    case encoded
    /// Amounts of light, which add up; the finished frame is encoded.
    case linear
  }

  /// The red, green and blue; default sRGB.
  public var primaries = Primaries.sRGB
  /// The curve; default sRGB.
  public var transfer = Transfer.sRGB
  /// How a component is stored; default 8 bits.
  public var depth = Depth.bits8
  /// The luminance of white in cd/m², for PQ; default 203, from BT.2408.
  ///
  /// Apple's default headroom of HDR images, 1000 / 203, has the same white, while
  /// `CAEDRMetadata.h` maps 1.0 of HDR10 to 100 cd/m².
  public var whiteLuminance = 203.0
  /// The brightest light in multiples of white, at least 1; default 1, which has no room above
  /// white.
  public var headroom = 1.0
  /// The numbers in which colors are interpolated and blended; default the encoded ones.
  public var compositing = Compositing.encoded

  /// Makes an encoding; omitted arguments have their defaults.
  public init(
    primaries: Primaries = .sRGB, transfer: Transfer = .sRGB, depth: Depth = .bits8,
    headroom: Double = 1
  ) {
    (self.primaries, self.transfer, self.depth) = (primaries, transfer, depth)
    self.headroom = headroom
  }

  /// sRGB with 8 bits.
  public static let standard = OutputColor()
  /// Display P3 with 8 bits.
  public static let displayP3 = OutputColor(primaries: .displayP3)
  /// Linear sRGB in half floats.
  public static let linear = OutputColor(transfer: .linear, depth: .half)
  /// BT.2100 with PQ in 10 bits.
  public static let rec2100PQ = OutputColor(primaries: .bt2020, transfer: .pq, depth: .bits10)
  /// BT.2100 with HLG in 10 bits.
  public static let rec2100HLG = OutputColor(primaries: .bt2020, transfer: .hlg, depth: .bits10)
}

extension OutputColor {
  /// The encoding that frames have while they are composited.
  package var working: OutputColor {
    guard compositing == .linear, transfer != .linear else { return self }
    var result = self
    (result.transfer, result.depth, result.compositing) = (.linear, .half, .encoded)
    return result
  }

  /// Whether 8 bits are too few for a component.
  package var isDeep: Bool { depth != .bits8 }

  /// Whether components may leave 0...1.
  package var isFloat: Bool { depth == .half || depth == .float }

  /// Whether colors of layers are already encoded so.
  package var isSRGB: Bool { primaries == .sRGB && transfer == .sRGB }

  /// A reason why frames cannot be encoded so; nil when they can.
  package var problem: String? {
    guard headroom.isFinite, headroom >= 1, headroom <= 100 else {
      return "the headroom must be 1...100, got \(headroom)"
    }
    guard whiteLuminance.isFinite, whiteLuminance >= 1, whiteLuminance <= 10_000 else {
      return "the luminance of white must be 1...10000 cd/m², got \(whiteLuminance)"
    }
    return nil
  }

  /// The code points of ITU-T H.273 for primaries and transfer.
  package var codePoints: (primaries: UInt8, transfer: UInt8) {
    let red: UInt8 =
      switch primaries {
      case .sRGB: 1
      case .displayP3: 12
      case .bt2020: 9
      }
    let curve: UInt8 =
      switch transfer {
      case .sRGB: 13
      case .linear: 8
      case .pq: 16
      case .hlg: 18
      case .gamma2_2: 4
      }
    return (red, curve)
  }
}

extension OutputColor.Primaries {
  /// The primaries of a code point of ITU-T H.273; nil for others.
  package init?(codePoint: Int) {
    let found = Self.allCases.first {
      OutputColor(primaries: $0).codePoints.primaries == codePoint
    }
    guard let found else { return nil }
    self = found
  }
}

extension OutputColor.Transfer {
  /// The curve of a code point of ITU-T H.273; nil for others.
  package init?(codePoint: Int) {
    let found = Self.allCases.first { OutputColor(transfer: $0).codePoints.transfer == codePoint }
    guard let found else { return nil }
    self = found
  }
}

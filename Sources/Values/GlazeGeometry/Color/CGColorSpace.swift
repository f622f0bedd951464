import Foundation

/// The kind of components that a color space has.
///
/// Observed: Apple header CGColorSpace.h; the raw values are Apple's.
public enum CGColorSpaceModel: Int32, Sendable, Hashable {
  /// An unknown kind.
  case unknown = -1
  /// One component: gray.
  case monochrome = 0
  /// Three components: red, green, blue.
  case rgb = 1
  /// Four components: cyan, magenta, yellow, black.
  case cmyk = 2
  /// Lightness and two opponent axes.
  case lab = 3
  /// Any number of inks.
  case deviceN = 4
  /// An index into a table.
  case indexed = 5
  /// A pattern instead of a color.
  case pattern = 6
  /// CIE tristimulus values.
  case XYZ = 7
}

/// The meaning of a color's components.
///
/// Glaze supports the spaces that are named here, calibrated ones, and ICC profiles where liblcms2
/// is installed. Two spaces are equal when they have the same name, the same base and the same
/// colors.
///
/// Observed: names from Apple's header CGColorSpace.h; device spaces are treated as sRGB (Glaze's
/// own choice, since there is no display to query).
public final class CGColorSpace: Sendable, Hashable {
  /// The name, one of the static constants of this class; nil for a pattern space, the space of a
  /// profile, or one with custom numbers.
  public let name: String?
  /// The kind of components.
  public let model: CGColorSpaceModel
  /// The number of components without alpha; 0 for a colored pattern space.
  public let numberOfComponents: Int
  /// The space of the color with which an uncolored pattern is painted, else nil.
  public let baseColorSpace: CGColorSpace?

  let encoding: ColorEncoding

  /// Makes a named space; nil when Glaze does not support the name.
  public convenience init?(name: String) {
    guard let encoding = ColorEncoding.named[name] else { return nil }
    self.init(name: name, encoding: encoding)
  }

  /// Makes the space of a pattern.
  ///
  /// - Parameter baseColorSpace: the space of the color with which the pattern is painted; nil for
  ///   patterns that have their own colors.
  public init(patternBaseSpace baseColorSpace: CGColorSpace?) {
    name = nil
    model = .pattern
    numberOfComponents = baseColorSpace?.numberOfComponents ?? 0
    self.baseColorSpace = baseColorSpace
    encoding = baseColorSpace?.encoding ?? .rgb(.sRGB, .sRGB)
  }

  init(name: String?, encoding: ColorEncoding) {
    self.name = name
    self.encoding = encoding
    baseColorSpace = nil
    switch encoding {
    case .rgb(.xyz, _): (model, numberOfComponents) = (.XYZ, 3)
    case .rgb: (model, numberOfComponents) = (.rgb, 3)
    case .gray: (model, numberOfComponents) = (.monochrome, 1)
    case .cmyk: (model, numberOfComponents) = (.cmyk, 4)
    case .lab: (model, numberOfComponents) = (.lab, 3)
    case .calibrated: (model, numberOfComponents) = (.rgb, 3)
    case .profile(let profile):
      (model, numberOfComponents) = (profile.model, profile.componentCount)
    }
  }

  /// Whether components below 0 and above 1 are retained when a color is converted to this space.
  var isExtended: Bool { name?.contains("Extended") ?? false }

  /// Returns whether both spaces have the same name, the same base and the same colors.
  public static func == (lhs: CGColorSpace, rhs: CGColorSpace) -> Bool {
    lhs === rhs
      || (lhs.name == rhs.name && lhs.model == rhs.model
        && lhs.baseColorSpace == rhs.baseColorSpace && lhs.encoding == rhs.encoding)
  }

  /// Feeds the values that `==` compares into the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(model)
    hasher.combine(baseColorSpace)
  }
}

extension CGColorSpace {
  /// IEC 61966-2-1, the space of the web and of all content without an explicit space.
  public static let sRGB = "kCGColorSpaceSRGB"
  /// sRGB with components outside 0...1.
  public static let extendedSRGB = "kCGColorSpaceExtendedSRGB"
  /// sRGB's primaries with a linear transfer function.
  public static let linearSRGB = "kCGColorSpaceLinearSRGB"
  /// sRGB's primaries, linear, with components outside 0...1.
  public static let extendedLinearSRGB = "kCGColorSpaceExtendedLinearSRGB"
  /// The DCI P3 primaries with sRGB's white point and transfer function.
  public static let displayP3 = "kCGColorSpaceDisplayP3"
  /// Display P3 with components outside 0...1.
  public static let extendedDisplayP3 = "kCGColorSpaceExtendedDisplayP3"
  /// Display P3's primaries with a linear transfer function.
  public static let linearDisplayP3 = "kCGColorSpaceLinearDisplayP3"
  /// Display P3's primaries, linear, with components outside 0...1.
  public static let extendedLinearDisplayP3 = "kCGColorSpaceExtendedLinearDisplayP3"
  /// Adobe RGB (1998).
  public static let adobeRGB1998 = "kCGColorSpaceAdobeRGB1998"
  /// Apple's old generic RGB, by its profile: primaries of its own, and a gamma of 1.8.
  public static let genericRGB = "kCGColorSpaceGenericRGB"
  /// Apple's old generic RGB without its gamma.
  public static let genericRGBLinear = "kCGColorSpaceGenericRGBLinear"
  /// The DCI P3 primaries with a gamma of 2.6; white stays white.
  public static let dcip3 = "kCGColorSpaceDCIP3"
  /// ITU-R BT.709.
  public static let itur_709 = "kCGColorSpaceITUR_709"
  /// ITU-R BT.2020.
  public static let itur_2020 = "kCGColorSpaceITUR_2020"
  /// BT.2020 with components outside 0...1.
  public static let extendedITUR_2020 = "kCGColorSpaceExtendedITUR_2020"
  /// BT.2020's primaries with a linear transfer function.
  public static let linearITUR_2020 = "kCGColorSpaceLinearITUR_2020"
  /// BT.2020's primaries, linear, with components outside 0...1.
  public static let extendedLinearITUR_2020 = "kCGColorSpaceExtendedLinearITUR_2020"
  /// BT.2020's primaries with sRGB's transfer function.
  public static let itur_2020_sRGBGamma = "kCGColorSpaceITUR_2020_sRGBGamma"
  /// ROMM RGB, also called ProPhoto.
  public static let rommrgb = "kCGColorSpaceROMMRGB"
  /// ACEScg, linear.
  public static let acescgLinear = "kCGColorSpaceACESCGLinear"
  /// CIE XYZ under D50.
  public static let genericXYZ = "kCGColorSpaceGenericXYZ"
  /// Gray with a gamma of 2.2.
  public static let genericGrayGamma2_2 = "kCGColorSpaceGenericGrayGamma2_2"
  /// Gray with a gamma of 2.2 and values outside 0...1.
  public static let extendedGray = "kCGColorSpaceExtendedGray"
  /// Gray, linear.
  public static let linearGray = "kCGColorSpaceLinearGray"
  /// Gray, linear, with values outside 0...1.
  public static let extendedLinearGray = "kCGColorSpaceExtendedLinearGray"
  /// Display P3's primaries with the curve of SMPTE ST 2084; 1 of sRGB is 203 cd/m².
  public static let displayP3_PQ = "kCGColorSpaceDisplayP3_PQ"
  /// Display P3's primaries with the curve of ARIB STD-B67; 1 of sRGB is at 0.75.
  public static let displayP3_HLG = "kCGColorSpaceDisplayP3_HLG"
  /// BT.709's primaries with the curve of SMPTE ST 2084.
  public static let itur_709_PQ = "kCGColorSpaceITUR_709_PQ"
  /// BT.709's primaries with the curve of ARIB STD-B67.
  public static let itur_709_HLG = "kCGColorSpaceITUR_709_HLG"
  /// ITU-R BT.2100: BT.2020's primaries with the curve of SMPTE ST 2084.
  public static let itur_2100_PQ = "kCGColorSpaceITUR_2100_PQ"
  /// ITU-R BT.2100: BT.2020's primaries with the curve of ARIB STD-B67.
  public static let itur_2100_HLG = "kCGColorSpaceITUR_2100_HLG"
  /// CIE L*a*b* under D50: 0...100, and two axes of -128...127.
  public static let genericLab = "kCGColorSpaceGenericLab"
  /// CMYK, converted naively, without an ink profile.
  public static let genericCMYK = "kCGColorSpaceGenericCMYK"

  static let deviceRGBName = "kCGColorSpaceDeviceRGB"
  static let deviceGrayName = "kCGColorSpaceDeviceGray"
  static let deviceCMYKName = "kCGColorSpaceDeviceCMYK"

  static let standardRGB = CGColorSpace(name: sRGB, encoding: .rgb(.sRGB, .sRGB))
  static let extendedStandardRGB = CGColorSpace(
    name: extendedSRGB, encoding: .rgb(.sRGB, .sRGB))
  static let deviceRGB = CGColorSpace(name: deviceRGBName, encoding: .rgb(.sRGB, .sRGB))
  static let deviceGray = CGColorSpace(name: deviceGrayName, encoding: .gray(.sRGB))
  static let deviceCMYK = CGColorSpace(name: deviceCMYKName, encoding: .cmyk)
  /// Generic RGB.
  package static let generic = CGColorSpace(
    name: genericRGB, encoding: .rgb(.genericRGB, .gamma(1.8)))
  static let gray2_2 = CGColorSpace(name: genericGrayGamma2_2, encoding: .gray(.gamma(2.2)))
}

/// Returns the RGB space of the device, which Glaze treats as sRGB.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { .deviceRGB }

/// Returns the gray space of the device, which Glaze treats as sRGB's gray axis.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { .deviceGray }

/// Returns the CMYK space of the device, converted naively.
public func CGColorSpaceCreateDeviceCMYK() -> CGColorSpace { .deviceCMYK }

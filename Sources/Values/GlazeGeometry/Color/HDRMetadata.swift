/// The meaning of the numbers in frames of an output, for displays and programs that show them.
///
/// ```swift
/// let buffer = try surface.makeBuffer()
/// let metadata = session.options.output.hdrMetadata
/// ```
///
/// Wayland's color management, HDMI, Vulkan's `VkHdrMetadataEXT` and video formats take these
/// values. Light levels are bounds: frames stay on the device, where their light is not measured.
///
/// Source: ITU-T H.273, SMPTE ST 2086, CTA-861.3.
public struct HDRMetadata: Sendable, Hashable {
  /// The primaries, as a code point of H.273: 1, 9 or 12.
  public let colorPrimaries: Int
  /// The curve, as a code point of H.273: 4, 8, 13, 16 or 18.
  public let transferCharacteristics: Int
  /// The matrix, as a code point of H.273: 0, because components are R, G and B.
  public let matrixCoefficients = 0
  /// Whether all codes are used; always true.
  public let isFullRange = true
  /// The chromaticities x, y of red, green, blue and white on the display for which frames are made.
  public let displayPrimaries: [SIMD2<Double>]
  /// The brightest light of that display, in cd/m²: white times the headroom.
  public let maximumLuminance: Double
  /// The darkest light of that display, in cd/m².
  public let minimumLuminance: Double
  /// The brightest light of a pixel, in cd/m²: that of the display.
  public let maximumContentLightLevel: Double
  /// The greatest mean light of a frame, in cd/m²; 0 is not known.
  public let maximumFrameAverageLightLevel: Double

  /// Makes the metadata of an output.
  public init(_ output: OutputColor) {
    let points = output.codePoints
    (colorPrimaries, transferCharacteristics) = (Int(points.primaries), Int(points.transfer))
    displayPrimaries = output.chromaticities
    maximumLuminance = output.whiteLuminance * output.headroom
    minimumLuminance = 0.005
    maximumContentLightLevel = maximumLuminance
    maximumFrameAverageLightLevel = 0
  }
}

extension OutputColor {
  /// The meaning of the numbers in frames, for displays and programs that show them.
  public var hdrMetadata: HDRMetadata { HDRMetadata(self) }
}

import CCairo

/// The way in which a drawing is mixed with the destination.
///
/// S is the source and D the destination, both premultiplied; Sa and Da are their alphas. In every
/// mode, a pixel that the drawn shape covers in part retains the uncovered part of the destination.
///
/// Cairo mixes the separable modes. Glaze mixes the four modes on hue, saturation and luminosity,
/// those that remove the destination outside the source, and `plusDarker`. The formulas are those
/// of PDF 1.7 and the W3C's Compositing and Blending Level 1, in the context's encoded colors.
///
/// Observed: Apple header CGContext.h; the raw values and the formulas there are Apple's.
public enum CGBlendMode: Int32, Sendable, Hashable, CaseIterable {
  /// S over D: S + D (1 - Sa).
  case normal = 0
  /// The product of the colors.
  case multiply = 1
  /// The complement of the product of the complements.
  case screen = 2
  /// `multiply` where the destination is dark, `screen` where it is light.
  case overlay = 3
  /// The darker component.
  case darken = 4
  /// The lighter component.
  case lighten = 5
  /// The destination, brightened by the source.
  case colorDodge = 6
  /// The destination, darkened by the source.
  case colorBurn = 7
  /// A softer `hardLight`.
  case softLight = 8
  /// `multiply` where the source is dark, `screen` where it is light.
  case hardLight = 9
  /// The difference of the colors.
  case difference = 10
  /// A `difference` with less contrast.
  case exclusion = 11
  /// The hue of the source with saturation and luminosity of the destination.
  case hue = 12
  /// The saturation of the source with hue and luminosity of the destination.
  case saturation = 13
  /// Hue and saturation of the source with the luminosity of the destination.
  case color = 14
  /// The luminosity of the source with hue and saturation of the destination.
  case luminosity = 15
  /// 0.
  case clear = 16
  /// S.
  case copy = 17
  /// S Da.
  case sourceIn = 18
  /// S (1 - Da).
  case sourceOut = 19
  /// S Da + D (1 - Sa).
  case sourceAtop = 20
  /// S (1 - Da) + D.
  case destinationOver = 21
  /// D Sa.
  case destinationIn = 22
  /// D (1 - Sa).
  case destinationOut = 23
  /// S (1 - Da) + D Sa.
  case destinationAtop = 24
  /// S (1 - Da) + D (1 - Sa).
  case xor = 25
  /// max(0, 1 - ((1 - D) + (1 - S))).
  case plusDarker = 26
  /// min(1, S + D).
  case plusLighter = 27
}

extension CGBlendMode {
  /// Cairo's operator for this mode, if it has one that leaves the destination unchanged where the
  /// source is clear.
  var cairoOperator: cairo_operator_t? {
    switch self {
    case .normal: CAIRO_OPERATOR_OVER
    case .multiply: CAIRO_OPERATOR_MULTIPLY
    case .screen: CAIRO_OPERATOR_SCREEN
    case .overlay: CAIRO_OPERATOR_OVERLAY
    case .darken: CAIRO_OPERATOR_DARKEN
    case .lighten: CAIRO_OPERATOR_LIGHTEN
    case .colorDodge: CAIRO_OPERATOR_COLOR_DODGE
    case .colorBurn: CAIRO_OPERATOR_COLOR_BURN
    case .softLight: CAIRO_OPERATOR_SOFT_LIGHT
    case .hardLight: CAIRO_OPERATOR_HARD_LIGHT
    case .difference: CAIRO_OPERATOR_DIFFERENCE
    case .exclusion: CAIRO_OPERATOR_EXCLUSION
    case .sourceAtop: CAIRO_OPERATOR_ATOP
    case .destinationOver: CAIRO_OPERATOR_DEST_OVER
    case .destinationOut: CAIRO_OPERATOR_DEST_OUT
    case .xor: CAIRO_OPERATOR_XOR
    case .plusLighter: CAIRO_OPERATOR_ADD
    case .hue, .saturation, .color, .luminosity, .clear, .copy, .sourceIn, .sourceOut,
      .destinationIn, .destinationAtop, .plusDarker:
      nil
    }
  }
}

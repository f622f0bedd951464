public import Foundation
public import GlazeGeometry

/// What of a line that is too long is left out.
///
/// Observed: Apple's headers.
public struct CATextLayerTruncationMode: RawRepresentable, Hashable, Sendable {
  /// The name in files and in key-value coding.
  public let rawValue: String
  /// Makes a value from a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Nothing: the line is clipped.
  public static let none = CATextLayerTruncationMode(rawValue: "none")
  /// The start.
  public static let start = CATextLayerTruncationMode(rawValue: "start")
  /// The end.
  public static let end = CATextLayerTruncationMode(rawValue: "end")
  /// The middle.
  public static let middle = CATextLayerTruncationMode(rawValue: "middle")
}

/// Where lines lie between the sides.
///
/// Observed: Apple's headers.
public struct CATextLayerAlignmentMode: RawRepresentable, Hashable, Sendable {
  /// The name in files and in key-value coding.
  public let rawValue: String
  /// Makes a value from a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// As the script wants.
  public static let natural = CATextLayerAlignmentMode(rawValue: "natural")
  /// At min x.
  public static let left = CATextLayerAlignmentMode(rawValue: "left")
  /// At max x.
  public static let right = CATextLayerAlignmentMode(rawValue: "right")
  /// In the middle.
  public static let center = CATextLayerAlignmentMode(rawValue: "center")
  /// Stretched to both sides.
  public static let justified = CATextLayerAlignmentMode(rawValue: "justified")
}

/// A layer that shows text.
///
/// Stored with Apple's defaults; the text is not drawn yet.
///
/// Observed: Apple header CATextLayer.h.
open class CATextLayer: CALayer {
  private struct TextState {
    var string: Any?
    var font: Any? = "Helvetica"
    var fontSize: CGFloat = 36
    var foregroundColor: CGColor? = .white
    var isWrapped: Bool = false
    var truncationMode: CATextLayerTruncationMode = .none
    var alignmentMode: CATextLayerAlignmentMode = .natural
    var allowsFontSubpixelQuantization: Bool = false
  }

  private final var text = TextState()

  /// The text: a `String` or an `NSAttributedString`; default nil.
  open var string: Any? {
    get { text.string }
    set {
      text.string = newValue
      noteChange(.undrawn)
    }
  }

  /// The font or its name; its size does not count; default Helvetica.
  open var font: Any? {
    get { text.font }
    set {
      text.font = newValue
      noteChange(.undrawn)
    }
  }

  /// The size of the font, in points; default 36.
  open var fontSize: CGFloat {
    get { text.fontSize }
    set {
      text.fontSize = newValue
      noteChange(.undrawn)
    }
  }

  /// The colour of text that has none of its own; default opaque white.
  open var foregroundColor: CGColor? {
    get { text.foregroundColor }
    set {
      text.foregroundColor = newValue
      noteChange(.undrawn)
    }
  }

  /// Whether lines break at the bounds; default false.
  open var isWrapped: Bool {
    get { text.isWrapped }
    set {
      text.isWrapped = newValue
      noteChange(.undrawn)
    }
  }

  /// What of a line that is too long is left out; default `none`.
  open var truncationMode: CATextLayerTruncationMode {
    get { text.truncationMode }
    set {
      text.truncationMode = newValue
      noteChange(.undrawn)
    }
  }

  /// Where lines lie between the sides; default `natural`.
  open var alignmentMode: CATextLayerAlignmentMode {
    get { text.alignmentMode }
    set {
      text.alignmentMode = newValue
      noteChange(.undrawn)
    }
  }

  /// Whether glyphs may lie between pixels; default false.
  open var allowsFontSubpixelQuantization: Bool {
    get { text.allowsFontSubpixelQuantization }
    set {
      text.allowsFontSubpixelQuantization = newValue
      noteChange(.undrawn)
    }
  }

  package override class var propertyTable: PropertyTable { .textLayer }
}

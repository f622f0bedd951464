public import Foundation

// Foundation on Linux has NSAttributedString without the attributes of text. These are the keys
// that layers honor, under the names that AppKit, UIKit and Core Text share.
extension NSAttributedString.Key {
  /// A `CTFont`; default Helvetica of 12 points.
  public static let font = NSAttributedString.Key("NSFont")
  /// A `CGColor`; default opaque black.
  public static let foregroundColor = NSAttributedString.Key("NSColor")
  /// A `CGColor` behind the text; default none.
  public static let backgroundColor = NSAttributedString.Key("NSBackgroundColor")
  /// A number, the points added after each character; by default the font's kerning is used, and 0
  /// turns it off.
  public static let kern = NSAttributedString.Key("NSKern")
  /// A number, the points added after each character in addition to the font's kerning.
  public static let tracking = NSAttributedString.Key("CTTracking")
  /// A number; 0 turns ligatures off.
  public static let ligature = NSAttributedString.Key("NSLigature")
  /// A number, the points that the text is raised by.
  public static let baselineOffset = NSAttributedString.Key("NSBaselineOffset")
  /// A number, the raw value of an `NSUnderlineStyle`.
  public static let underlineStyle = NSAttributedString.Key("NSUnderline")
  /// A `CGColor`; default that of the text.
  public static let underlineColor = NSAttributedString.Key("NSUnderlineColor")
  /// A number, the raw value of an `NSUnderlineStyle` for a line through the text.
  public static let strikethroughStyle = NSAttributedString.Key("NSStrikethrough")
  /// A `CGColor`; default that of the text.
  public static let strikethroughColor = NSAttributedString.Key("NSStrikethroughColor")
  /// An `NSParagraphStyle`; the style of a paragraph's first character applies to the whole
  /// paragraph.
  public static let paragraphStyle = NSAttributedString.Key("NSParagraphStyle")
  /// A number, the width of a line along the outlines, in hundredths of the font's size.
  ///
  /// Below 0 the glyphs are filled as well. Default 0, which draws no line.
  public static let strokeWidth = NSAttributedString.Key("NSStrokeWidth")
  /// A `CGColor`; default that of the text.
  public static let strokeColor = NSAttributedString.Key("NSStrokeColor")

  /// Core Text's key for the text's color.
  static let coreTextColor = NSAttributedString.Key("CTForegroundColor")
}

/// A line under or through text.
///
/// Patterns and word-wise lines are drawn solid.
///
/// Observed: Apple header NSAttributedString.h (UIKit); the raw values are Apple's.
public struct NSUnderlineStyle: OptionSet, Sendable, Hashable {
  /// The bits as Apple numbers them.
  public let rawValue: Int

  /// Makes a style from Apple's bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// A line of the font's thickness.
  public static let single = NSUnderlineStyle(rawValue: 0x01)
  /// A line of twice the thickness.
  public static let thick = NSUnderlineStyle(rawValue: 0x02)
  /// Two lines.
  public static let double = NSUnderlineStyle(rawValue: 0x09)
}

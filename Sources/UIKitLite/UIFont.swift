public import Foundation
public import GlazeText

/// A font, as UIKit spells it.
///
/// The fonts of Apple's systems are not here; others stand for them.
public typealias UIFont = CTFont
/// AppKit's name for the same.
public typealias NSFont = CTFont

extension CTFont {
  /// The font of user interfaces, in points.
  public static func systemFont(ofSize size: CGFloat) -> CTFont { CTFont("Sans", size: size) }
  /// The same, bold.
  public static func boldSystemFont(ofSize size: CGFloat) -> CTFont {
    CTFont("Sans Bold", size: size)
  }

  /// Makes a font by its name; another stands for one that is not installed.
  public convenience init?(name: String, size: CGFloat) { self.init(name, size: size) }

  /// The size in points.
  public var pointSize: CGFloat { size }
  /// The name that it was asked for by.
  public var fontName: String { name }
  /// How far glyphs reach above the line.
  public var ascender: CGFloat { ascent }
  /// How far glyphs reach below the line: not above 0.
  public var descender: CGFloat { -descent }
  /// The height of a line.
  public var lineHeight: CGFloat { ascent + descent }
}

/// Distances from the edges of a rectangle, in points.
///
/// Observed: Apple documentation of UIEdgeInsets.
public struct UIEdgeInsets: Hashable, Sendable {
  /// From min y.
  public var top: CGFloat
  /// From min x.
  public var left: CGFloat
  /// From max y.
  public var bottom: CGFloat
  /// From max x.
  public var right: CGFloat

  /// Makes distances; 0 by default.
  public init(top: CGFloat = 0, left: CGFloat = 0, bottom: CGFloat = 0, right: CGFloat = 0) {
    (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
  }

  /// None.
  public static let zero = UIEdgeInsets()
}

extension CGRect {
  /// The rectangle without what lies nearer to its edges.
  public func inset(by insets: UIEdgeInsets) -> CGRect {
    CGRect(
      x: minX + insets.left, y: minY + insets.top, width: width - insets.left - insets.right,
      height: height - insets.top - insets.bottom)
  }
}

extension NSCoder {
  /// Reads a point of text as `{1, 2}`; zero for anything else.
  public class func cgPoint(for string: String) -> CGPoint { NSPointFromString(string) }
}

/// The screen that there is not: a size and a scale that code asks for.
///
/// Source: our choice; the numbers are those of a phone.
public final class UIScreen: NSObject, Sendable {
  /// The only one.
  public static let main = UIScreen()

  /// Pixels a point: 2.
  public var scale: CGFloat { 2 }
  /// AppKit's name for `scale`.
  public var backingScaleFactor: CGFloat { scale }
  /// In points: 390 x 844.
  public var bounds: CGRect { CGRect(x: 0, y: 0, width: 390, height: 844) }
}

public import Foundation
public import GlazeText

/// A font, by UIKit's name.
///
/// The fonts of Apple's systems are not available; other fonts replace them.
public typealias UIFont = CTFont
/// AppKit's name for the class.
public typealias NSFont = CTFont

extension CTFont {
  /// Returns the font of user interfaces; the size is in points.
  public static func systemFont(ofSize size: CGFloat) -> CTFont { CTFont("Sans", size: size) }
  /// Returns the bold font of user interfaces; the size is in points.
  public static func boldSystemFont(ofSize size: CGFloat) -> CTFont {
    CTFont("Sans Bold", size: size)
  }

  /// Makes a font by its name; a similar font replaces one that is not installed.
  public convenience init?(name: String, size: CGFloat) { self.init(name, size: size) }

  /// The size, in points.
  public var pointSize: CGFloat { size }
  /// The requested name.
  public var fontName: String { name }
  /// The height of glyphs above the baseline, in points.
  public var ascender: CGFloat { ascent }
  /// The depth of glyphs below the baseline, in points, as a negative number or 0.
  public var descender: CGFloat { -descent }
  /// The height of a line.
  public var lineHeight: CGFloat { ascent + descent }
}

/// Distances from the edges of a rectangle, in points.
///
/// Observed: Apple documentation of UIEdgeInsets.
public struct UIEdgeInsets: Hashable, Sendable {
  /// The distance from min y.
  public var top: CGFloat
  /// The distance from min x.
  public var left: CGFloat
  /// The distance from max y.
  public var bottom: CGFloat
  /// The distance from max x.
  public var right: CGFloat

  /// Makes distances; 0 by default.
  public init(top: CGFloat = 0, left: CGFloat = 0, bottom: CGFloat = 0, right: CGFloat = 0) {
    (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
  }

  /// Distances of zero.
  public static let zero = UIEdgeInsets()
}

extension CGRect {
  /// Returns the rectangle reduced by distances from its edges.
  public func inset(by insets: UIEdgeInsets) -> CGRect {
    CGRect(
      x: minX + insets.left, y: minY + insets.top, width: width - insets.left - insets.right,
      height: height - insets.top - insets.bottom)
  }
}

extension NSCoder {
  /// Reads a point from text such as `{1, 2}`; returns zero for other text.
  public class func cgPoint(for string: String) -> CGPoint { NSPointFromString(string) }
}

/// A substitute for a screen, with a fixed size and scale.
///
/// Source: our choice; the numbers are those of a phone.
public final class UIScreen: NSObject, Sendable {
  /// The only screen.
  public static let main = UIScreen()

  /// The number of pixels in a point: 2.
  public var scale: CGFloat { 2 }
  /// AppKit's name for `scale`.
  public var backingScaleFactor: CGFloat { scale }
  /// The bounds in points: 390 x 844.
  public var bounds: CGRect { CGRect(x: 0, y: 0, width: 390, height: 844) }
}

public import Foundation
import GlazeDrawing

/// A typeface at a size.
///
/// It has the parts that layers and attributed strings use. Observed: Apple header CTFont.h.
public final class CTFont: Sendable, Hashable {
  /// The name that the font was made with; see `CGFont` for the lookup.
  public let name: String
  /// The size, in points.
  public let size: CGFloat

  /// Makes a font.
  ///
  /// - Parameters:
  ///   - name: a PostScript name, a full name or a family; an empty one is Helvetica.
  ///   - size: the size in points; 0 is 12.
  public init(_ name: String, size: CGFloat) {
    self.name = name.isEmpty ? CGFont.fallback.name : name
    self.size = size == 0 ? 12 : size
  }

  /// The distance from the baseline to the top of the line, in points.
  public var ascent: CGFloat { TextMeasure.metrics(of: name, size: size).ascent }

  /// The distance from the baseline to the bottom of the line, in points, as a positive number.
  public var descent: CGFloat { TextMeasure.metrics(of: name, size: size).descent }

  /// The font's gap between lines, in points.
  public var leading: CGFloat { TextMeasure.metrics(of: name, size: size).leading }

  /// The height of capitals above the baseline, in points.
  public var capHeight: CGFloat { TextMeasure.capHeight(of: name, size: size) }

  /// Returns whether both fonts have the same name and size.
  public static func == (lhs: CTFont, rhs: CTFont) -> Bool {
    lhs.name == rhs.name && lhs.size == rhs.size
  }

  /// Feeds the name and the size into the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(size)
  }
}

/// Returns a font; a matrix is not supported and must be nil.
public func CTFontCreateWithName(
  _ name: String, _ size: CGFloat, _ matrix: UnsafePointer<Never>?
) -> CTFont {
  CTFont(name, size: size)
}

/// Returns a font's size in points.
public func CTFontGetSize(_ font: CTFont) -> CGFloat { font.size }

/// Returns the name that a font was made with.
public func CTFontCopyPostScriptName(_ font: CTFont) -> String { font.name }

/// Returns a font's ascent in points.
public func CTFontGetAscent(_ font: CTFont) -> CGFloat { font.ascent }

/// Returns a font's descent in points.
public func CTFontGetDescent(_ font: CTFont) -> CGFloat { font.descent }

/// Returns a font's leading in points.
public func CTFontGetLeading(_ font: CTFont) -> CGFloat { font.leading }

/// Returns the height of capitals in points.
public func CTFontGetCapHeight(_ font: CTFont) -> CGFloat { font.capHeight }

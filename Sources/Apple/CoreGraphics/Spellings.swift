public import Foundation
public import GlazeDrawing
public import GlazeGeometry

// Spellings of Core Graphics that Glaze's own types do not have.

extension CGFloat {
  /// Makes a number from one of Foundation, rounded to the nearest value.
  public init(truncating number: NSNumber) { self.init(number.doubleValue) }
}

extension CGPoint {
  /// Returns whether both points are equal.
  public func equalTo(_ other: CGPoint) -> Bool { self == other }
}

extension CGSize {
  /// Returns whether both sizes are equal.
  public func equalTo(_ other: CGSize) -> Bool { self == other }
}

extension CGRect {
  /// Returns whether both rectangles are equal.
  public func equalTo(_ other: CGRect) -> Bool { self == other }
}

extension CGGradient {
  /// Makes a gradient of colors; nil when the array has other elements.
  public convenience init?(colorsSpace space: CGColorSpace?, colors: CFArray, locations: [CGFloat]?)
  {
    let known = colors.compactMap { $0 as? CGColor }
    guard known.count == colors.count else { return nil }
    self.init(colorsSpace: space, colors: known, locations: locations)
  }
}

extension CGBitmapInfo {
  /// 32-bit pixels in the machine's byte order, which is little-endian.
  public static let byteOrder32Host = CGBitmapInfo.byteOrder32Little
  /// 16-bit pixels in the machine's byte order, which is little-endian.
  public static let byteOrder16Host = CGBitmapInfo.byteOrder16Little
}

// Hints for the smoothing of glyphs have no effect: glyphs are filled as outlines, antialiased and
// at any fraction of a pixel.
extension CGContext {
  /// Does nothing: glyphs are antialiased.
  public func setShouldSmoothFonts(_ shouldSmoothFonts: Bool) {}
  /// Does nothing: glyphs are antialiased.
  public func setAllowsFontSmoothing(_ allowsFontSmoothing: Bool) {}
  /// Does nothing: glyphs lie at any fraction of a pixel.
  public func setShouldSubpixelPositionFonts(_ shouldSubpixelPositionFonts: Bool) {}
  /// Does nothing: glyphs lie at any fraction of a pixel.
  public func setAllowsFontSubpixelPositioning(_ allowsFontSubpixelPositioning: Bool) {}
  /// Does nothing: `setShouldSubpixelQuantizeFonts(_:)` decides whether glyphs begin at quarters of
  /// a pixel.
  public func setAllowsFontSubpixelQuantization(_ allowsFontSubpixelQuantization: Bool) {}
  /// Does nothing: there is no printer's color space to fit colors into.
  public func setRenderingIntent(_ intent: CGColorRenderingIntent) {}
}

extension CGPath {
  /// Makes the outline of a line, by the name from before Swift 3.
  ///
  /// - Parameters:
  ///   - path: the path of the line.
  ///   - transform: the transform that is applied to the path first; nil for none.
  ///   - lineWidth: the width in points.
  ///   - lineCap: the style of the ends.
  ///   - lineJoin: the style of the corners.
  ///   - miterLimit: the length of mitered corners, in line widths.
  public convenience init?(
    __byStroking path: CGPath, transform: UnsafePointer<CGAffineTransform>?, lineWidth: CGFloat,
    lineCap: CGLineCap, lineJoin: CGLineJoin, miterLimit: CGFloat
  ) {
    let outline = path.copy(
      strokingWithWidth: lineWidth, lineCap: lineCap, lineJoin: lineJoin, miterLimit: miterLimit,
      transform: transform?.pointee ?? .identity)
    self.init(elements: outline.elements)
  }
}

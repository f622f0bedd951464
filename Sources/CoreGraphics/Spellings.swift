public import Foundation
public import GlazeDrawing
public import GlazeGeometry

// Spellings of Core Graphics that Glaze's own types do without.

extension CGPoint {
  /// Whether both are the same.
  public func equalTo(_ other: CGPoint) -> Bool { self == other }
}

extension CGSize {
  /// Whether both are the same.
  public func equalTo(_ other: CGSize) -> Bool { self == other }
}

extension CGRect {
  /// Whether both are the same.
  public func equalTo(_ other: CGRect) -> Bool { self == other }
}

extension CGGradient {
  /// Makes a gradient of colors; nil when something else is among them.
  public convenience init?(colorsSpace space: CGColorSpace?, colors: CFArray, locations: [CGFloat]?)
  {
    let known = colors.compactMap { $0 as? CGColor }
    guard known.count == colors.count else { return nil }
    self.init(colorsSpace: space, colors: known, locations: locations)
  }
}

extension CGBitmapInfo {
  /// 32-bit pixels in the order of the machine, which is little-endian.
  public static let byteOrder32Host = CGBitmapInfo.byteOrder32Little
  /// 16-bit pixels in the order of the machine, which is little-endian.
  public static let byteOrder16Host = CGBitmapInfo.byteOrder16Little
}

// What only says how glyphs might be smoothed, and has nothing to say here: glyphs are filled as outlines,
// smooth and at any fraction of a pixel.
extension CGContext {
  /// Does nothing: glyphs are smooth.
  public func setShouldSmoothFonts(_ shouldSmoothFonts: Bool) {}
  /// Does nothing: glyphs are smooth.
  public func setAllowsFontSmoothing(_ allowsFontSmoothing: Bool) {}
  /// Does nothing: glyphs lie at any fraction of a pixel.
  public func setShouldSubpixelPositionFonts(_ shouldSubpixelPositionFonts: Bool) {}
  /// Does nothing: glyphs lie at any fraction of a pixel.
  public func setAllowsFontSubpixelPositioning(_ allowsFontSubpixelPositioning: Bool) {}
  /// Does nothing: `setShouldSubpixelQuantizeFonts(_:)` says whether glyphs begin at quarters of a pixel.
  public func setAllowsFontSubpixelQuantization(_ allowsFontSubpixelQuantization: Bool) {}
  /// Does nothing: there is no printer's space to fit colors into.
  public func setRenderingIntent(_ intent: CGColorRenderingIntent) {}
}

extension CGPath {
  /// Makes the outline of a line, by the name that Swift code of before 2016 calls it.
  ///
  /// - Parameters:
  ///   - path: where the line goes.
  ///   - transform: applied to the path before; nil is none.
  ///   - lineWidth: in points.
  ///   - lineCap: its ends.
  ///   - lineJoin: its corners.
  ///   - miterLimit: how far mitered corners may reach, in line widths.
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

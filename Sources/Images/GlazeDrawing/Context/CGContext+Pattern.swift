public import Foundation
public import GlazeGeometry

/// The functions that draw the cell of a pattern.
///
/// Observed: Apple header CGPattern.h.
public struct CGPatternCallbacks {
  /// Draws one cell, in the coordinates of the pattern.
  public typealias DrawPattern = (_ info: UnsafeMutableRawPointer?, _ context: CGContext) -> Void

  /// The version, 0.
  public var version: UInt32
  /// Draws one cell.
  public var drawPattern: DrawPattern?
  /// Releases `info` when it is not needed any more.
  public var releaseInfo: ((UnsafeMutableRawPointer?) -> Void)?

  /// Makes callbacks.
  public init(
    version: UInt32, drawPattern: DrawPattern?,
    releaseInfo: ((UnsafeMutableRawPointer?) -> Void)?
  ) {
    self.version = version
    self.drawPattern = drawPattern
    self.releaseInfo = releaseInfo
  }
}

extension CGPattern {
  /// Makes a pattern by drawing its cell immediately, with four pixels a point; nil for an empty
  /// cell or a step that is zero or not finite.
  ///
  /// - Parameters:
  ///   - info: the argument of the callbacks.
  ///   - bounds: the area of the cell, in pattern space.
  ///   - matrix: the transform from pattern space to the space of the bitmap, or of the layer that
  ///     draws.
  ///   - xStep: the horizontal distance from cell to cell.
  ///   - yStep: the vertical distance from cell to cell.
  ///   - tiling: the way in which cells are fitted to pixels.
  ///   - isColored: whether the cell has its own colors; otherwise only its alpha counts.
  ///   - callbacks: the functions that draw.
  public convenience init?(
    info: UnsafeMutableRawPointer?, bounds: CGRect, matrix: CGAffineTransform, xStep: CGFloat,
    yStep: CGFloat, tiling: CGPatternTiling, isColored: Bool,
    callbacks: UnsafePointer<CGPatternCallbacks>
  ) {
    defer { callbacks.pointee.releaseInfo?(info) }
    guard let context = CGContext(cell: bounds, pixels: 4) else { return nil }
    callbacks.pointee.drawPattern?(info, context)
    guard let image = context.makeImage() else { return nil }
    self.init(
      image: image, bounds: bounds, matrix: matrix, xStep: xStep, yStep: yStep, tiling: tiling,
      isColored: isColored)
  }
}

extension CGContext {
  /// Sets a pattern for fills.
  ///
  /// - Parameters:
  ///   - pattern: the pattern.
  ///   - components: the alpha; for a pattern without colors, the color in the base space, and
  ///     alpha. Another count leaves the color as it is.
  public func setFillPattern(_ pattern: CGPattern, colorComponents components: [CGFloat]) {
    if let color = CGColor(pattern, components, state.fillColorSpace) { state.fillColor = color }
  }

  /// Sets a pattern for lines; see `setFillPattern(_:colorComponents:)`.
  public func setStrokePattern(_ pattern: CGPattern, colorComponents components: [CGFloat]) {
    if let color = CGColor(pattern, components, state.strokeColorSpace) {
      state.strokeColor = color
    }
  }

  /// Sets the offset of patterns, in units of the bitmap, or of the layer that draws.
  public func setPatternPhase(_ phase: CGSize) { state.patternPhase = phase }

  /// Fills an outline of raster space with the pattern of a color.
  ///
  /// - Returns: Whether the color has a pattern that can be drawn.
  func fill(
    _ outline: PathElements, _ rule: CGPathFillRule, withPatternOf color: CGColor
  ) -> Bool {
    guard color.drawsPattern, target.deep == nil, let pattern = color.pattern,
      let cell = PatternCell(pattern, color)
    else { return false }
    saveGState()
    clip(to: outline, rule)
    let phase = CGAffineTransform(
      translationX: state.patternPhase.width, y: state.patternPhase.height)
    state.ctm = pattern.matrix.concatenating(phase).concatenating(patternSpace)
    state.alpha *= color.components?.last ?? 1
    draw(cell.image, in: cell.box, byTiling: true)
    restoreGState()
    return true
  }

  /// Makes a clear bitmap for a cell of pattern space; nil for an empty one.
  fileprivate convenience init?(cell: CGRect, pixels: CGFloat) {
    let (width, height) = (
      (cell.width * pixels).rounded(.up), (cell.height * pixels).rounded(.up)
    )
    guard width >= 1, height >= 1, width <= 8192, height <= 8192 else { return nil }
    self.init(
      data: nil, width: Int(clamping: width), height: Int(clamping: height), bitsPerComponent: 8,
      bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
    scaleBy(x: width / cell.width, y: height / cell.height)
    translateBy(x: -cell.minX, y: -cell.minY)
  }
}

extension CGColor {
  /// A Boolean value that indicates whether fills show the pattern; for a checkerboard, which only
  /// backgrounds show, they use the mean color.
  package var drawsPattern: Bool { pattern != nil && !isCheckerboard }

  fileprivate convenience init?(
    _ pattern: CGPattern, _ components: [CGFloat], _ space: CGColorSpace
  ) {
    let base = pattern.isColored ? nil : space.baseColorSpace ?? CGColorSpaceCreateDeviceRGB()
    self.init(
      patternSpace: CGColorSpace(patternBaseSpace: base), pattern: pattern, components: components)
  }
}

/// The repeated bitmap: one step of a pattern in its colors.
private struct PatternCell {
  let image: CGImage
  let box: CGRect

  init?(_ pattern: CGPattern, _ color: CGColor) {
    box = CGRect(
      origin: pattern.bounds.origin,
      size: CGSize(width: abs(pattern.xStep), height: abs(pattern.yStep)))
    if pattern.isColored, box.size == pattern.bounds.size {
      image = pattern.image
      return
    }
    let pixels = CGFloat(pattern.image.width) / max(pattern.bounds.width, 1e-6)
    guard let context = CGContext(cell: box, pixels: pixels) else { return nil }
    // A cell that is larger than its step overlaps its neighbors.
    for y in -1...1 {
      for x in -1...1 {
        let place = pattern.bounds.offsetBy(
          dx: CGFloat(x) * box.width, dy: CGFloat(y) * box.height)
        if place.meets(box) { context.draw(pattern.image, in: place) }
      }
    }
    if let space = color.colorSpace?.baseColorSpace, let components = color.components,
      let tint = CGColor(colorSpace: space, components: components)?.copy(alpha: 1)
    {
      context.setBlendMode(.sourceIn)
      context.setFillColor(tint)
      context.fill(box)
    }
    guard let image = context.makeImage() else { return nil }
    self.image = image
  }
}

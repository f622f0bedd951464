import CCairo
public import Foundation
public import GlazeGeometry

extension CGContext {
  /// Saves the state: transform, clip, colors, line style, alpha, blend mode, shadow, smoothing.
  ///
  /// The path and the text matrix are not part of it.
  public func saveGState() {
    stack.append(.state(state))
    cairo_save(target.cr)
  }

  /// Restores the state that was saved last; does nothing when there is none.
  ///
  /// A state from before a transparency layer is restored only after the end of the layer.
  public func restoreGState() {
    guard case .state(let saved) = stack.last else { return }
    stack.removeLast()
    state = saved
    cairo_restore(target.cr)
  }

  // MARK: Transforms

  /// The transform from user space to the bitmap's pixels, y up.
  public var ctm: CGAffineTransform { state.ctm }

  /// The transform from user space to device space: the same as `ctm`, as a bitmap's device space
  /// is its pixels.
  public var userSpaceToDeviceSpaceTransform: CGAffineTransform { state.ctm }

  /// Moves the origin of user space.
  public func translateBy(x tx: CGFloat, y ty: CGFloat) {
    state.ctm = state.ctm.translatedBy(x: tx, y: ty)
  }

  /// Scales user space.
  public func scaleBy(x sx: CGFloat, y sy: CGFloat) {
    state.ctm = state.ctm.scaledBy(x: sx, y: sy)
  }

  /// Rotates user space by radians, from +x towards +y.
  public func rotate(by angle: CGFloat) { state.ctm = state.ctm.rotated(by: angle) }

  /// Applies a transform to user space before the current one.
  public func concatenate(_ transform: CGAffineTransform) {
    state.ctm = transform.concatenating(state.ctm)
  }

  /// Converts from user space to pixels, y up.
  public func convertToDeviceSpace(_ point: CGPoint) -> CGPoint { point.applying(state.ctm) }

  /// Converts from user space to pixels, y up, as a vector.
  public func convertToDeviceSpace(_ size: CGSize) -> CGSize { size.applying(state.ctm) }

  /// Returns the box around a rectangle of user space, in pixels, y up.
  public func convertToDeviceSpace(_ rect: CGRect) -> CGRect { rect.applying(state.ctm) }

  /// Converts from pixels, y up; unchanged when the transform has no inverse.
  public func convertToUserSpace(_ point: CGPoint) -> CGPoint {
    point.applying(state.ctm.inverse ?? .identity)
  }

  /// Converts from pixels, y up, as a vector; unchanged when the transform has no inverse.
  public func convertToUserSpace(_ size: CGSize) -> CGSize {
    size.applying(state.ctm.inverse ?? .identity)
  }

  /// Returns the box in user space around a rectangle of pixels, y up.
  ///
  /// The rectangle is unchanged when the transform has no inverse.
  public func convertToUserSpace(_ rect: CGRect) -> CGRect {
    rect.applying(state.ctm.inverse ?? .identity)
  }

  // MARK: Lines

  /// Sets the width of lines in user space; default 1.
  ///
  /// Lines with a width of 0 or less are not drawn.
  public func setLineWidth(_ width: CGFloat) { state.stroke.width = width }

  /// Sets the style of the ends of lines; default `butt`.
  public func setLineCap(_ cap: CGLineCap) { state.stroke.cap = cap }

  /// Sets the style of the joins of lines; default `miter`.
  public func setLineJoin(_ join: CGLineJoin) { state.stroke.join = join }

  /// Sets the greatest ratio of a miter's length to the line's width; default 10.
  public func setMiterLimit(_ limit: CGFloat) { state.stroke.miterLimit = limit }

  /// Sets the lengths of dashes and gaps.
  ///
  /// - Parameters:
  ///   - phase: the position in the pattern at which a line begins.
  ///   - lengths: dash, gap, dash and so on in user space; an odd count is used twice. When they
  ///     are empty, all zero, negative or not finite, lines are solid.
  ///
  /// The pattern restarts with each subpath. That the last dash of a closed subpath joins the first
  /// is cairo's choice.
  public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
    state.stroke.dashPhase = phase
    state.stroke.dashLengths = lengths
  }

  /// Does nothing: it is part of Apple's API, but the flattening of curves is fixed to 1/30 pixel.
  public func setFlatness(_ flatness: CGFloat) {}

  // MARK: Compositing

  /// Sets the factor for the alpha of all drawings: 0...1, default 1.
  public func setAlpha(_ alpha: CGFloat) { state.alpha = alpha.isNaN ? 1 : min(max(alpha, 0), 1) }

  /// Sets the blend mode of drawings; default `normal`.
  public func setBlendMode(_ mode: CGBlendMode) { state.blendMode = mode }

  /// Casts a shadow under every drawing, in black with an alpha of one third.
  ///
  /// - Parameters:
  ///   - offset: the offset in pixels of the bitmap, y up, whatever the transform.
  ///   - blur: twice the standard deviation of a Gaussian, in pixels.
  public func setShadow(offset: CGSize, blur: CGFloat) {
    setShadow(offset: offset, blur: blur, color: CGColor(gray: 0, alpha: 1.0 / 3))
  }

  /// Casts a shadow under every drawing.
  ///
  /// The shadow has the drawing's alpha, is mixed by the state's blend mode, and lies inside the
  /// clip. To let several drawings cast one shadow, use a transparency layer.
  ///
  /// - Parameters:
  ///   - offset: the offset in pixels of the bitmap, y up, whatever the transform; in the backing
  ///     store of a layer, in the layer's points and with its y. An offset that is not finite casts
  ///     no shadow.
  ///   - blur: twice the standard deviation of a Gaussian, in the same units. A blur of 0 or less
  ///     makes a sharp shadow. A blur above 1000 pixels counts as 1000.
  ///   - color: the color of the shadow; nil ends shadows.
  ///
  /// Observed: Apple documentation of CGContextSetShadowWithColor; that blur is two sigmas is the
  /// convention of web canvases, whose implementation on Core Graphics passes it on unchanged.
  public func setShadow(offset: CGSize, blur: CGFloat, color: CGColor?) {
    guard let color, color.alpha > 0, offset.width.isFinite, offset.height.isFinite else {
      state.shadow = nil
      return
    }
    let scale: Double = abs(baseTransform.a * baseTransform.d).squareRoot().native
    let sigma: Double = blur > 0 && blur.isFinite ? blur.native / 2 * scale : 0
    state.shadow = Shadow(
      offset: offset.applying(baseTransform), sigma: min(sigma, 500), color: color)
  }

  /// Casts a shadow whose offset and radius are in user space, like the shadows of layers.
  ///
  /// - Parameters:
  ///   - offset: the offset, in units of user space.
  ///   - radius: the standard deviation, in units of user space.
  ///   - color: the color of the shadow.
  ///   - isAlone: whether the shadow is drawn without the drawing that casts it.
  package func setShadow(
    inUserSpace offset: CGSize, radius: Double, color: CGColor, isAlone: Bool
  ) {
    let map = toRaster
    let scale: Double = abs(map.a * map.d - map.b * map.c).squareRoot().native
    guard scale.isFinite, offset.width.isFinite, offset.height.isFinite else { return }
    state.shadow = Shadow(
      offset: offset.applying(map), sigma: min(max(radius * scale, 0), 500), color: color,
      isAlone: isAlone)
  }

  // MARK: Smoothing

  /// Sets whether edges are antialiased; default true.
  public func setShouldAntialias(_ should: Bool) { state.shouldAntialias = should }

  /// Sets whether antialiasing is allowed; default true.
  public func setAllowsAntialiasing(_ allows: Bool) { state.allowsAntialiasing = allows }

  /// The quality of image interpolation.
  public var interpolationQuality: CGInterpolationQuality {
    get { state.interpolationQuality }
    set { state.interpolationQuality = newValue }
  }

  /// Sets whether glyphs begin at quarters of a pixel; default false, which is at their exact
  /// positions.
  public func setShouldSubpixelQuantizeFonts(_ should: Bool) { state.quantizesGlyphs = should }

  /// Sets the drawing mode of text; default `fill`.
  ///
  /// `showText(_:)` uses it; attributed text uses its own attributes.
  public func setTextDrawingMode(_ mode: CGTextDrawingMode) { state.textDrawingMode = mode }

  /// The drawing mode of text.
  package var textDrawingMode: CGTextDrawingMode { state.textDrawingMode }

  // MARK: Colors

  /// Sets the color of fills and text; a pattern counts as its mean color.
  public func setFillColor(_ color: CGColor) { state.fillColor = color }

  /// Sets the color of lines; a pattern counts as its mean color.
  public func setStrokeColor(_ color: CGColor) { state.strokeColor = color }

  /// Sets the color of fills in device RGB: 0...1, not premultiplied.
  public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    setFillColor(CGColor(red: red, green: green, blue: blue, alpha: alpha))
  }

  /// Sets the color of lines in device RGB: 0...1, not premultiplied.
  public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    setStrokeColor(CGColor(red: red, green: green, blue: blue, alpha: alpha))
  }

  /// Sets the color of fills in device gray.
  public func setFillColor(gray: CGFloat, alpha: CGFloat) {
    setFillColor(CGColor(gray: gray, alpha: alpha))
  }

  /// Sets the color of lines in device gray.
  public func setStrokeColor(gray: CGFloat, alpha: CGFloat) {
    setStrokeColor(CGColor(gray: gray, alpha: alpha))
  }

  /// Sets the color of fills in naive CMYK.
  public func setFillColor(
    cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat
  ) {
    setFillColor(
      CGColor(
        genericCMYKCyan: cyan, magenta: magenta, yellow: yellow, black: black, alpha: alpha))
  }

  /// Sets the color of lines in naive CMYK.
  public func setStrokeColor(
    cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat
  ) {
    setStrokeColor(
      CGColor(
        genericCMYKCyan: cyan, magenta: magenta, yellow: yellow, black: black, alpha: alpha))
  }

  /// Sets the color space of the components for fills, and black as the color; default device gray.
  public func setFillColorSpace(_ space: CGColorSpace) {
    state.fillColorSpace = space
    if let black = Self.black(in: space) { state.fillColor = black }
  }

  /// Sets the color space of the components for lines, and black as the color; default device gray.
  public func setStrokeColorSpace(_ space: CGColorSpace) {
    state.strokeColorSpace = space
    if let black = Self.black(in: space) { state.strokeColor = black }
  }

  /// Sets the color of fills by components in the space that was set, alpha last.
  ///
  /// A count that differs from the space's leaves the color as it is.
  public func setFillColor(_ components: [CGFloat]) {
    guard let color = CGColor(colorSpace: state.fillColorSpace, components: components)
    else { return }
    setFillColor(color)
  }

  /// Sets the color of lines by components in the space that was set, alpha last.
  ///
  /// A count that differs from the space's leaves the color as it is.
  public func setStrokeColor(_ components: [CGFloat]) {
    guard let color = CGColor(colorSpace: state.strokeColorSpace, components: components)
    else { return }
    setStrokeColor(color)
  }

  private static func black(in space: CGColorSpace) -> CGColor? {
    CGColor.black.converted(to: space, intent: .defaultIntent, options: nil)
  }
}

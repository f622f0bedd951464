import CCairo
public import Foundation
public import GlazeGeometry

extension CGContext {
  /// Draws an image into a rectangle of user space, its top row along the rectangle's greatest y.
  ///
  /// In a space with y down it therefore appears upside down, as with Apple. An image mask is
  /// painted in the fill color. By default, and with medium quality, an image that is shown at its
  /// size or larger is mixed as Core Graphics does, slightly sharper than linearly. The reduction
  /// of Core Graphics is not known; cairo's averages of the covered pixels replace it. An image
  /// with a side of more than 32,767 pixels is drawn from every second, third and so on pixel.
  ///
  /// - Parameters:
  ///   - image: the image, which is stretched to the rectangle; its edge pixels do not fade out.
  ///   - rect: the rectangle, in user space.
  ///   - byTiling: whether the image is repeated from there over the whole clip.
  public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool = false) {
    let rect = rect.standardized
    let place = imageTransform(width: image.width, height: image.height, in: rect)
    guard !rect.isEmpty, let inverse = place.inverse else { return }
    let most = edrTargetHeadroom
    let image =
      most >= 1 && (image.contentHeadroom > most || image.gainMap != nil)
      ? image.toneMapped(by: .default, to: most) ?? image : image
    let area = byTiling ? nil : corners(of: rect)
    ImageSource(image, order: target.surface.order).withPattern { pattern, reduction in
      let toPixels = inverse.concatenating(
        CGAffineTransform(scaleX: reduction.width, y: reduction.height))
      var matrix = toPixels.cairo
      cairo_pattern_set_matrix(pattern, &matrix)
      cairo_pattern_set_extend(pattern, byTiling ? CAIRO_EXTEND_REPEAT : CAIRO_EXTEND_PAD)
      cairo_pattern_set_filter(pattern, filter(image))
      let deep = DeepImage(
        image, toPixels: inverse, alpha: state.alpha, isTiled: byTiling,
        isNearest: filter(image) == CAIRO_FILTER_NEAREST)
      let magnified =
        byTiling || filter(image) != CAIRO_FILTER_GOOD
        ? nil : MagnifiedImage(image, toPixels: inverse, alpha: state.alpha)
      paint { paintImage(image, pattern, deep, magnified, in: area, $0) }
      // The pixels are freed after this call, so no cairo context may retain the pattern.
      cairo_set_source_rgb(target.cr, 0, 0, 0)
    }
  }

  private func paintImage(
    _ image: CGImage, _ pattern: OpaquePointer, _ deep: DeepImage?,
    _ magnified: MagnifiedImage?, in area: PathElements?,
    _ brush: Brush
  ) {
    let draw = {
      if image.isMask {
        brush.setColor(self.state.fillColor, alpha: self.state.alpha)
        cairo_mask(brush.cr, pattern)
      } else if let deep, let target = brush.deep {
        target.fill(deep.color)
      } else if let magnified, brush.deep == nil {
        brush.fill(magnified.color)
      } else {
        brush.paint(pattern, alpha: self.state.alpha)
      }
    }
    if let area { brush.clipped(to: area, draw) } else { draw() }
  }

  private func imageTransform(width: Int, height: Int, in rect: CGRect) -> CGAffineTransform {
    CGAffineTransform(
      a: rect.width / CGFloat(width), b: 0, c: 0, d: -rect.height / CGFloat(height),
      tx: rect.minX, ty: rect.maxY
    ).concatenating(toRaster)
  }

  private func corners(of rect: CGRect) -> PathElements {
    var elements = PathElements()
    elements.addRect(rect, toRaster)
    return elements
  }

  private func filter(_ image: CGImage) -> cairo_filter_t {
    guard image.shouldInterpolate else { return CAIRO_FILTER_NEAREST }
    return switch state.interpolationQuality {
    case .none: CAIRO_FILTER_NEAREST
    case .low: CAIRO_FILTER_BILINEAR
    case .default, .medium: CAIRO_FILTER_GOOD
    case .high: CAIRO_FILTER_BEST
    }
  }

  /// Limits drawing to a rectangle, and inside it to the coverage of a mask.
  ///
  /// - Parameters:
  ///   - rect: the rectangle, in user space; the mask is stretched to it, its top row along the
  ///     greatest y.
  ///   - mask: an image mask or an alpha-only image, whose coverage counts; an image without alpha,
  ///     whose luma counts (white keeps drawings); or an image with alpha, whose alpha counts.
  ///
  /// Observed: Apple documentation of CGContextClipToMask. Glaze's own choice: an image with alpha
  /// is accepted.
  public func clip(to rect: CGRect, mask: CGImage) {
    let rect = rect.standardized
    beginPath()
    guard let inverse = imageTransform(width: mask.width, height: mask.height, in: rect).inverse,
      let surface = Surface(
        region: target.surface.region, format: CAIRO_FORMAT_A8, order: .rgba)
    else {
      clip(to: PathElements(), .winding)
      return
    }
    let area = corners(of: rect)
    let source = ImageSource(mask, order: .rgba, usesLuma: !mask.isMask && mask.isOpaque)
    source.withPattern { pattern, reduction in
      let toPixels = inverse.concatenating(
        CGAffineTransform(scaleX: reduction.width, y: reduction.height))
      var matrix = toPixels.cairo
      cairo_pattern_set_matrix(pattern, &matrix)
      cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
      cairo_pattern_set_filter(pattern, filter(mask))
      surface.draw { cr in
        cairo_set_antialias(cr, state.antialias)
        let brush = Brush(cr: cr, surface: surface, pass: .color)
        brush.clipped(to: area) { brush.paint(pattern, alpha: 1) }
      }
    }
    if let outer = state.mask { surface.keepInside(outer) }
    state.mask = surface
    state.clipBounds = state.clipBounds.clipped(to: area.tightBox)
  }
}

/// An image as a cairo pattern that lasts for one call.
private struct ImageSource {
  let pixels: [UInt8]
  let width: Int
  let height: Int
  let isOpaque: Bool
  let order: ChannelOrder
  /// The number of the pattern's pixels for one pixel of the image.
  let reduction: CGSize

  init(_ image: CGImage, order: ChannelOrder, usesLuma: Bool = false) {
    let step = max(
      (image.width + Surface.limit - 1) / Surface.limit,
      (image.height + Surface.limit - 1) / Surface.limit)
    width = (image.width + step - 1) / step
    height = (image.height + step - 1) / step
    reduction = CGSize(
      width: CGFloat(width) / CGFloat(image.width),
      height: CGFloat(height) / CGFloat(image.height))
    isOpaque = image.isOpaque && !usesLuma
    self.order = order
    var pixels = image.pixels
    if step > 1 { pixels = Self.everyPixel(step, of: image, width: width, height: height) }
    if usesLuma { Self.makeLumaAlpha(&pixels) }
    if order == .bgra { Self.exchangeRedAndBlue(&pixels) }
    self.pixels = pixels
  }

  func withPattern(_ body: (OpaquePointer, CGSize) -> Void) {
    pixels.withUnsafeBytes { bytes in
      // Cairo only reads the source; its signature lacks the const.
      guard let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress),
        let surface = Surface(
          data: start, width: width, height: height, stride: width * 4,
          format: isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, order: order),
        let pattern = cairo_pattern_create_for_surface(surface.pointer)
      else { return }
      body(pattern, reduction)
      cairo_pattern_destroy(pattern)
      withExtendedLifetime(surface) {}
    }
  }

  private static func everyPixel(
    _ step: Int, of image: CGImage, width: Int, height: Int
  ) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(width * height * 4)
    for y in 0..<height {
      for x in 0..<width {
        let i = (y * step * image.width + x * step) * 4
        result.append(contentsOf: image.pixels[i..<(i + 4)])
      }
    }
    return result
  }

  private static func makeLumaAlpha(_ pixels: inout [UInt8]) {
    for i in stride(from: 0, to: pixels.count, by: 4) {
      pixels[i + 3] = Luma.of(pixels[i], pixels[i + 1], pixels[i + 2])
    }
  }

  private static func exchangeRedAndBlue(_ pixels: inout [UInt8]) {
    pixels.withUnsafeMutableBufferPointer { p in
      for i in stride(from: 0, to: p.count, by: 4) { p.swapAt(i, i + 2) }
    }
  }
}

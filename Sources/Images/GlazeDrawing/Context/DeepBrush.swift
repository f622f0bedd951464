import CCairo
import Foundation
import GlazeGeometry

/// Collects the coverage of a drawing, and mixes unbounded colors there.
///
/// Cairo draws opaque black on a surface of coverage that is empty between drawings; the clip of
/// its context counts. Whenever the color changes, the covered pixels are mixed with the previous
/// color.
final class DeepBrush {
  private let bitmap: DeepBitmap
  private let scratch: Surface
  private let cr: OpaquePointer
  /// The area that may be covered.
  private let region: PixelRect
  private let mask: Surface?
  private let mode: CGBlendMode
  private var color: SIMD4<Float>?

  init(_ target: DrawingTarget, _ bitmap: DeepBitmap, region: PixelRect, state: GraphicsState) {
    self.bitmap = bitmap
    scratch = target.surface
    cr = target.cr
    self.region = region.intersection(bitmap.region)
    mask = state.mask
    mode = state.blendMode
  }

  /// Sets the color of the next drawings.
  func setColor(_ color: CGColor, alpha: CGFloat) {
    flush()
    let c = color.extendedSRGB
    let a: Float = min(max(c.w, 0), 1) * Float(min(max(alpha.native, 0), 1))
    self.color = SIMD4(c.x * a, c.y * a, c.z * a, a)
    cairo_set_source_rgba(cr, 0, 0, 0, 1)
  }

  /// Mixes the drawings in the current color into the bitmap.
  func flush() {
    guard let color else { return }
    mix { _, _ in color }
    self.color = nil
  }

  /// Fills the clip with a function's colors, which are premultiplied and belong to pixels' centers
  /// in the raster.
  func fill(_ source: (_ x: Int, _ y: Int) -> SIMD4<Float>) {
    flush()
    cairo_set_source_rgba(cr, 0, 0, 0, 1)
    cairo_paint(cr)
    mix(source)
  }

  /// Fills the clip with cairo's rendering of a pattern, in 8 bits.
  func fill(_ pattern: OpaquePointer, alpha: CGFloat) {
    guard let image = Surface(region: region, order: .rgba) else { return }
    image.draw { cr in
      cairo_set_source(cr, pattern)
      cairo_paint_with_alpha(cr, min(max(alpha.native, 0), 1))
    }
    image.withBytes { bytes in
      fill { x, y in
        let i = image.offset(x: x, y: y)
        return SIMD4(
          Float(bytes[i]), Float(bytes[i + 1]), Float(bytes[i + 2]), Float(bytes[i + 3])) / 255
      }
    }
  }

  private func mix(_ source: (_ x: Int, _ y: Int) -> SIMD4<Float>) {
    guard let mask else { return mix(source) { _, _ in 1 } }
    mask.withBytes { bytes in
      mix(source) { x, y in Float(bytes[mask.offset(x: x, y: y)]) / 255 }
    }
  }

  /// Mixes colors into the bitmap where the scratch surface is covered, and clears that surface.
  private func mix(
    _ source: (_ x: Int, _ y: Int) -> SIMD4<Float>, share: (_ x: Int, _ y: Int) -> Float
  ) {
    let blend = DeepBlend(mode: mode)
    scratch.withBytes { bytes in
      for y in region.y..<region.maxY {
        for x in region.x..<region.maxX {
          let i = scratch.offset(x: x, y: y)
          guard bytes[i] > 0 else { continue }
          let coverage = Float(bytes[i]) / 255 * share(x, y)
          bytes[i] = 0
          guard coverage > 0 else { continue }
          let under = bitmap[x, y]
          let mixed = blend(source(x, y), under)
          bitmap[x, y] = under + (mixed - under) * coverage
        }
      }
    }
  }
}

extension CGContext {
  /// Draws into a deep bitmap; see `paint`.
  func paintDeep(_ bitmap: DeepBitmap, _ region: PixelRect, _ body: (Brush) -> Void) {
    let deep = DeepBrush(target, bitmap, region: region, state: state)
    if let shadow = state.shadow, let shape = shadowShape(shadow, region, body) {
      deep.setColor(shadow.color, alpha: 1)
      cairo_mask_surface(
        target.cr, shape.pointer, shadow.offset.width.native, shadow.offset.height.native)
      deep.flush()
      if shadow.isAlone { return cairo_set_source_rgb(target.cr, 0, 0, 0) }
    }
    cairo_set_antialias(target.cr, state.antialias)
    body(Brush(cr: target.cr, surface: target.surface, pass: .color, deep: deep))
    deep.flush()
    cairo_set_source_rgb(target.cr, 0, 0, 0)
  }
}

/// The blend modes for premultiplied colors that may be outside 0...1; see `CGBlendMode`.
struct DeepBlend {
  let mode: CGBlendMode

  /// Returns a source color mixed at full coverage with the color under it.
  func callAsFunction(_ s: SIMD4<Float>, _ d: SIMD4<Float>) -> SIMD4<Float> {
    switch mode {
    case .normal: return s + d * (1 - s.w)
    case .clear: return .zero
    case .copy: return s
    case .sourceIn: return s * d.w
    case .sourceOut: return s * (1 - d.w)
    case .sourceAtop: return s * d.w + d * (1 - s.w)
    case .destinationOver: return s * (1 - d.w) + d
    case .destinationIn: return d * s.w
    case .destinationOut: return d * (1 - s.w)
    case .destinationAtop: return s * (1 - d.w) + d * s.w
    case .xor: return s * (1 - d.w) + d * (1 - s.w)
    case .plusLighter:
      var sum = s + d
      sum.w = min(sum.w, 1)
      return sum
    case .plusDarker:
      let alpha: Float = min(s.w + d.w, 1)
      var result: SIMD4<Float> = s + d - (s.w + d.w - alpha)
      result.w = alpha
      return result
    default: return blend(s, d)
    }
  }

  private func blend(_ s: SIMD4<Float>, _ d: SIMD4<Float>) -> SIMD4<Float> {
    guard s.w > 0 else { return d }
    guard d.w > 0 else { return s }
    let both = mixed(SIMD3(s.x, s.y, s.z) / s.w, SIMD3(d.x, d.y, d.z) / d.w) * (s.w * d.w)
    let result: SIMD4<Float> = s * (1 - d.w) + d * (1 - s.w)
    return result + SIMD4(both.x, both.y, both.z, s.w * d.w)
  }

  private func mixed(_ s: SIMD3<Float>, _ d: SIMD3<Float>) -> SIMD3<Float> {
    switch mode {
    case .hue: return s.saturation(d.saturation).luminosity(d.luminosity)
    case .saturation: return d.saturation(s.saturation).luminosity(d.luminosity)
    case .color: return s.luminosity(d.luminosity)
    case .luminosity: return d.luminosity(s.luminosity)
    default: return SIMD3(component(s.x, d.x), component(s.y, d.y), component(s.z, d.z))
    }
  }

  private func component(_ s: Float, _ d: Float) -> Float {
    switch mode {
    case .multiply: s * d
    case .screen: s + d - s * d
    case .overlay: Self.hardLight(d, s)
    case .darken: min(s, d)
    case .lighten: max(s, d)
    case .colorDodge: d <= 0 ? 0 : s >= 1 ? 1 : min(d / (1 - s), 1)
    case .colorBurn: d >= 1 ? 1 : s <= 0 ? 0 : 1 - min((1 - d) / s, 1)
    case .hardLight: Self.hardLight(s, d)
    case .softLight: Self.softLight(s, d)
    case .difference: abs(s - d)
    default: s + d - 2 * s * d
    }
  }

  private static func hardLight(_ s: Float, _ d: Float) -> Float {
    let double = 2 * s - 1
    return s <= 0.5 ? d * 2 * s : d + double - d * double
  }

  private static func softLight(_ s: Float, _ d: Float) -> Float {
    guard s > 0.5 else { return d - (1 - 2 * s) * d * (1 - d) }
    let curve: Float = d <= 0.25 ? ((16 * d - 12) * d + 4) * d : d.squareRoot()
    return d + (2 * s - 1) * (curve - d)
  }
}

import GlazeGeometry

/// Mixes a drawn group with the pixels under it, for the modes that cairo has no operator for.
///
/// With c the coverage of the drawn shape and s = c S, every Porter and Duff mode that is bounded
/// by the shape becomes D (1 - c) + s Fs(Da) + D c Fd(Sa), and c Sa is the alpha of s: no division
/// is needed.
struct PixelCompositor {
  let mode: CGBlendMode

  /// Mixes `source` into `target` where the surfaces overlap.
  ///
  /// - Parameters:
  ///   - source: the group, with coverage and clips multiplied in; its channel order is the
  ///     target's.
  ///   - coverage: the coverage alone, of the same region as the source.
  ///   - target: the surface that is changed, only inside the source's region.
  func composite(_ source: Surface, coverage: Surface, onto target: Surface) {
    let region = source.region.intersection(target.region)
    guard !region.isEmpty else { return }
    source.withBytes { s in
      coverage.withBytes { c in
        target.withBytes { d in
          for y in region.y..<region.maxY {
            for x in region.x..<region.maxX {
              let cover = c[coverage.offset(x: x, y: y)]
              guard cover > 0 else { continue }
              let from = Self.load(s, source.offset(x: x, y: y), source)
              let at = target.offset(x: x, y: y)
              let under = Self.load(d, at, target)
              let mixed = mix(from, under, coverage: Float(cover) / 255)
              Self.store(mixed, d, at, target)
            }
          }
        }
      }
    }
  }

  private static func load(
    _ bytes: UnsafeMutableRawBufferPointer, _ i: Int, _ surface: Surface
  ) -> SIMD4<Float> {
    guard surface.hasColor else { return SIMD4(0, 0, 0, Float(bytes[i]) / 255) }
    let raw = SIMD4<Float>(
      Float(bytes[i]), Float(bytes[i + 1]), Float(bytes[i + 2]),
      surface.hasAlpha ? Float(bytes[i + 3]) : 255)
    let v = raw / 255
    return surface.order == .rgba ? v : SIMD4(v.z, v.y, v.x, v.w)
  }

  private static func store(
    _ color: SIMD4<Float>, _ bytes: UnsafeMutableRawBufferPointer, _ i: Int, _ surface: Surface
  ) {
    let alpha = surface.hasAlpha ? min(max(color.w, 0), 1) : 1
    guard surface.hasColor else {
      bytes[i] = UInt8(clamping: alpha * 255 + 0.5)
      return
    }
    let v = surface.order == .rgba ? color : SIMD4(color.z, color.y, color.x, color.w)
    for k in 0..<3 { bytes[i + k] = UInt8(clamping: min(max(v[k], 0), alpha) * 255 + 0.5) }
    bytes[i + 3] = UInt8(clamping: alpha * 255 + 0.5)
  }

  private func mix(
    _ s: SIMD4<Float>, _ d: SIMD4<Float>, coverage c: Float
  ) -> SIMD4<Float> {
    let retained: SIMD4<Float> = d * (1 - c)
    switch mode {
    case .clear: return retained
    case .copy: return retained + s
    case .sourceIn: return retained + s * d.w
    case .sourceOut: return retained + s * (1 - d.w)
    case .destinationIn: return retained + d * s.w
    case .destinationAtop: return retained + s * (1 - d.w) + d * s.w
    case .plusDarker:
      // The header's formula is for opaque colors. It adds up the darkness of both colors; with
      // premultiplied colors, darkness is alpha minus color.
      let whole: SIMD4<Float> = s / c
      let alpha: Float = min(whole.w + d.w, 1)
      let dark: SIMD4<Float> = SIMD4(repeating: whole.w + d.w) - whole - d
      var result: SIMD4<Float> = SIMD4(repeating: alpha) - dark
      result.replace(with: 0, where: result .< 0)
      result.w = alpha
      return retained + result * c
    default: return blend(s, d)
    }
  }

  /// Mixes by the modes on hue, saturation and luminosity, which have no effect without a source.
  private func blend(_ s: SIMD4<Float>, _ d: SIMD4<Float>) -> SIMD4<Float> {
    guard s.w > 0 else { return d }
    guard d.w > 0 else { return s }
    let cs: SIMD3<Float> = SIMD3(s.x, s.y, s.z) / s.w
    let cd: SIMD3<Float> = SIMD3(d.x, d.y, d.z) / d.w
    let mixed: SIMD3<Float>
    switch mode {
    case .hue: mixed = cs.saturation(cd.saturation).luminosity(cd.luminosity)
    case .saturation: mixed = cd.saturation(cs.saturation).luminosity(cd.luminosity)
    case .color: mixed = cs.luminosity(cd.luminosity)
    default: mixed = cd.luminosity(cs.luminosity)
    }
    let both: SIMD3<Float> = mixed * (s.w * d.w)
    let result: SIMD4<Float> = s * (1 - d.w) + d * (1 - s.w)
    return result + SIMD4(both.x, both.y, both.z, s.w * d.w)
  }
}

/// The functions that PDF 1.7, section 11.3.5.3, calls Lum, SetLum, ClipColor, Sat and SetSat.
extension SIMD3<Float> {
  var luminosity: Float { 0.3 * x + 0.59 * y + 0.11 * z }

  var saturation: Float { self.max() - self.min() }

  func luminosity(_ target: Float) -> SIMD3<Float> {
    let moved: SIMD3<Float> = self + (target - luminosity)
    let light = moved.luminosity
    let low = moved.min()
    let high = moved.max()
    var result = moved
    if low < 0 {
      let spread: SIMD3<Float> = (result - light) * light
      result = light + spread / (light - low)
    }
    if high > 1 {
      let spread: SIMD3<Float> = (result - light) * (1 - light)
      result = light + spread / (high - light)
    }
    return result
  }

  func saturation(_ target: Float) -> SIMD3<Float> {
    let low = self.min()
    let spread = self.max() - low
    guard spread > 0 else { return .zero }
    return (self - low) * (target / spread)
  }
}

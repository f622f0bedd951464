import CGlazeKernels
import CGlazeShaders
import GlazeGeometry
import GlazeTree

// Colors of a plan in the encoding of its output. They are converted when the plan is complete, so that plans for
// sRGB cost nothing more.

extension FramePlan {
  /// Converts all colors from extended sRGB to the encoding of an output, and records how images
  /// become so.
  mutating func encodeColors(for output: OutputColor) {
    self.output = output
    for index in textures.indices {
      textures[index].chooseRendition(for: output)
      textures[index].map = textures[index].map(for: output)
    }
    guard let map = output.colorMap else { return }
    ColorTables.of(map).withMap { encodeColors(PlanColors(map: $0, output)) }
  }

  private mutating func encodeColors(_ colors: PlanColors) {
    var colors = colors
    for index in rectangles.indices { colors.encode(&rectangles[index].color) }
    for index in boxes.indices {
      colors.encode(&boxes[index].fill)
      colors.encode(&boxes[index].border)
    }
    for index in shadows.indices { colors.encode(&shadows[index].color) }
    for index in coverages.indices { colors.encode(&coverages[index].color) }
    for index in checkerboards.indices {
      colors.encode(&checkerboards[index].first)
      colors.encode(&checkerboards[index].second)
    }
    for index in stops.indices {
      // Stops are not premultiplied.
      let alpha = stops[index].color.w
      stops[index].color.w = 1
      colors.encode(&stops[index].color)
      stops[index].color.w = alpha
    }
    for index in images.indices {
      if images[index].takesAlpha {
        colors.encode(&images[index].color)
      } else {
        colors.encodeFactor(&images[index].color)
      }
    }
    for index in maskedImages.indices { colors.encodeFactor(&maskedImages[index].color) }
    for index in particles.indices { colors.encodeFactor(&particles[index].color) }
    let excess = colors.excess
    if excess > 0 {
      for index in composites.indices { composites[index].source.w = excess }
      for index in colorMatrices.indices { colorMatrices[index].source.w = excess }
    }
    for index in passes.indices {
      if let color = passes[index].clearColor, color != .zero {
        var color = color
        colors.encode(&color)
        passes[index].clearColor = color
      }
    }
  }
}

/// Converts premultiplied colors; equal colors that follow each other are converted once.
private struct PlanColors {
  private let map: UnsafePointer<GlazeColorMap>
  private let white: Float
  /// How far components exceed 1.
  let excess: Float
  private var last = SIMD4<Float>.zero
  private var result = SIMD4<Float>.zero
  private var lastFactor = SIMD4<Float>.one
  private var factor = SIMD4<Float>.one

  init(map: UnsafePointer<GlazeColorMap>, _ output: OutputColor) {
    self.map = map
    white = Float(output.encode(1))
    excess = output.isFloat ? Float(max(0, output.encode(output.headroom) - 1)) : 0
  }

  mutating func encode(_ color: inout SIMD4<Float>) {
    if color != last {
      last = color
      result = mapped(color)
    }
    color = result
  }

  /// Converts the factor of a texel: white, which leaves it unchanged, becomes 1.
  ///
  /// A factor is the color that white becomes, as a fraction of white. In encodings by powers, the
  /// product of two encoded numbers encodes the product of the light.
  mutating func encodeFactor(_ color: inout SIMD4<Float>) {
    if color.x == color.w, color.y == color.w, color.z == color.w { return }
    if color != lastFactor {
      lastFactor = color
      factor = mapped(color)
      factor /= SIMD4(white, white, white, 1)
    }
    color = factor
  }

  private func mapped(_ color: SIMD4<Float>) -> SIMD4<Float> {
    guard color.w > 0 else { return color }
    var plain = color / color.w
    withUnsafeMutableBytes(of: &plain) { bytes in
      glaze_map_colors(map, bytes.bindMemory(to: Float.self).baseAddress, 1)
    }
    plain *= color.w
    plain.w = color.w
    return plain
  }
}

extension FramePlan.Texture {
  /// Takes the HDR rendition of an image with a gain map where the layer may be brighter than white.
  fileprivate mutating func chooseRendition(for output: OutputColor) {
    if image.gainMap != nil, brightness.limit(output.headroom) > 1 { image = image.brightRendition }
  }

  /// How the image is converted to an output; nil where its numbers stay the same.
  fileprivate func map(for output: OutputColor) -> ColorMap? {
    if !image.isDeep, output.isSRGB { return nil }
    let limit = brightness.limit(output.headroom)
    let isCompressed = brightness.compresses && image.gainMap == nil
    let peak = isCompressed ? Double(brightness.headroom) : 0
    // The standard output's targets clip.
    if output.colorMap == nil, peak <= limit { return nil }
    return ColorMap(output, limit: limit, peak: peak)
  }
}

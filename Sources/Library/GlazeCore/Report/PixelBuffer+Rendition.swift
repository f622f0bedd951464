import GlazeGeometry
package import GlazePlan

// Frames of any encoding as images for pages, which show sRGB.

extension PixelBuffer {
  /// The frame in sRGB with 8 bits; light above white is compressed by the curve of BT.2390.
  package var rendition: PixelBuffer { rendition(keepsPrimaries: false) }

  /// The frame with the curve of sRGB and 8 bits; light above white is compressed by the curve of
  /// BT.2390.
  ///
  /// - Parameter keepsPrimaries: Whether the primaries stay; otherwise they become those of sRGB.
  package func rendition(keepsPrimaries: Bool) -> PixelBuffer {
    if output.isSRGB, format == .unorm8, range == 1 { return self }
    let floats = floats(
      isStraight: false, mappedBy: .rendition(of: output, keepsPrimaries: keepsPrimaries))
    let bytes = [UInt8](unsafeUninitializedCapacity: floats.count) { target, initialized in
      floats.withUnsafeBytes {
        FramePlan.PixelFormat.unorm8.store(
          $0, count: floats.count / 4, in: UnsafeMutableRawBufferPointer(target))
      }
      initialized = floats.count
    }
    var result = PixelBuffer(width: width, height: height, bytes: bytes)
    if keepsPrimaries { result.output.primaries = output.primaries }
    return result
  }

  /// A map of the light above white: gray where there is none, then yellow to magenta up to the
  /// headroom; nil where the frame has no room above white.
  package var brightnessMap: PixelBuffer? {
    guard output.headroom > 1 else { return nil }
    var light = output
    (light.transfer, light.depth) = (.linear, .half)
    let floats = floats(
      isStraight: true,
      mappedBy: output.transfer == .linear ? nil : .reencoding(from: output, to: light))
    let most = output.headroom
    let bytes = [UInt8](unsafeUninitializedCapacity: floats.count) { target, initialized in
      for pixel in stride(from: 0, to: floats.count, by: 4) {
        let brightest = Double(max(floats[pixel], floats[pixel + 1], floats[pixel + 2]))
        let color = Self.heat(brightest * Double(floats[pixel + 3]), most: most)
        (target[pixel], target[pixel + 1], target[pixel + 2], target[pixel + 3]) = (
          color.x, color.y, color.z, 255
        )
      }
      initialized = floats.count
    }
    return PixelBuffer(width: width, height: height, bytes: bytes)
  }

  private static func heat(_ light: Double, most: Double) -> SIMD3<UInt8> {
    // Rounding must not make white bright.
    guard light > 1.004 else {
      let gray = OutputColor.sRGB(ofLight: min(max(light, 0), 1)) * 110
      return SIMD3(repeating: UInt8(clamping: gray))
    }
    let part = min(OutputColor.octaves(light) / OutputColor.octaves(most), 1)
    return SIMD3(255, UInt8(clamping: 220 * (1 - part)), UInt8(clamping: 200 * part))
  }
}

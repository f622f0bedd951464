package import GlazeGeometry

extension CGImage {
  /// Returns the image multiplied by a color; with `alphaOnly`, white with the image's alpha,
  /// multiplied by the color.
  ///
  /// - Parameter tint: Unpremultiplied RGBA, clamped to 0...1; nil is white.
  /// - Complexity: O(pixels).
  package func tinted(_ tint: SIMD4<Float>?, alphaOnly: Bool = false) -> CGImage {
    guard tint != nil || alphaOnly else { return self }
    let color = (tint ?? .one).clamped(lowerBound: .zero, upperBound: .one)
    let factors = SIMD4(color.x * color.w, color.y * color.w, color.z * color.w, color.w)
    let source = pixels
    let result = [UInt8](unsafeUninitializedCapacity: source.count) { buffer, count in
      source.withUnsafeBufferPointer { source in
        for pixel in stride(from: 0, to: source.count, by: 4) {
          let alpha = source[pixel + 3]
          for channel in 0..<4 {
            let sample = alphaOnly ? alpha : source[pixel + channel]
            buffer[pixel + channel] = UInt8(clamping: Float(sample) * factors[channel] + 0.5)
          }
        }
        count = source.count
      }
    }
    if let deepPixels, !alphaOnly {
      let deep = deepPixels.indices.map { Float16(Float(deepPixels[$0]) * factors[$0 % 4]) }
      return CGImage(width: width, height: height, deepPixels: deep)
    }
    return CGImage(width: width, height: height, premultipliedRGBA: result)
  }
}

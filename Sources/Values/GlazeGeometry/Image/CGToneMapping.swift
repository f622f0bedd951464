/// How light above white is fitted to a target.
///
/// Observed: Apple header CGToneMapping.h; the raw values are Apple's.
public enum CGToneMapping: UInt32, Sendable, Hashable, CaseIterable {
  /// The curve of ITU-R BT.2390, from the image's headroom; images whose headroom is not known are
  /// clipped.
  case `default` = 0
  /// The gain map of the image; not supported for images without one.
  case imageSpecificLumaScaling = 1
  /// A curve that keeps contrasts below white and compresses what is brighter; that of BT.2390 in
  /// Glaze, because Apple does not document the curve.
  case referenceWhiteBased = 2
  /// The curve of ITU-R BT.2390, from a peak of 1000 cd/m².
  case ituRecommended = 3
  /// The gamma of OpenEXR; not supported.
  case exrGamma = 4
  /// Light above white is clipped.
  case none = 5
}

extension CGImage {
  /// Returns the image with its light fitted to a target.
  ///
  /// - Parameter headroom: the brightest light of the target in multiples of white, at least 1.
  /// - Returns: nil for methods that are not supported.
  ///
  /// - Complexity: O(pixels) for images of half floats, else O(1).
  package func toneMapped(by method: CGToneMapping, to headroom: Float) -> CGImage? {
    if gainMap != nil, method != .none, method != .exrGamma {
      // Without headroom, the standard rendition is the author's.
      return headroom > 1 ? brightRendition.toneMapped(by: .default, to: headroom) : self
    }
    let limit = Double(headroom)
    let peak: Double
    switch method {
    case .default, .referenceWhiteBased: peak = Double(contentHeadroom)
    case .ituRecommended: peak = Double(kCGDefaultHDRImageContentHeadroom)
    case .none: return clipped(to: 1)
    case .imageSpecificLumaScaling, .exrGamma: return nil
    }
    guard peak > limit else { return clipped(to: limit) }
    let curve = ToneCurve(peak: peak, limit: limit, white: 203)
    return mappingLight {
      let brightest = $0.max()
      return brightest > 0 ? $0 * (curve.map(brightest) / brightest) : $0
    }
  }

  private func clipped(to limit: Double) -> CGImage {
    mappingLight {
      $0.clamped(lowerBound: SIMD3(repeating: -65504), upperBound: SIMD3(repeating: limit))
    }
  }

  /// An image of bytes has no light above white, and stays the same.
  private func mappingLight(_ map: (SIMD3<Double>) -> SIMD3<Double>) -> CGImage {
    guard let deepPixels else { return self }
    var (last, result): (SIMD4<Float16>, SIMD4<Float16>) = (.zero, .zero)
    var mapped = deepPixels
    for pixel in stride(from: 0, to: mapped.count, by: 4) {
      let c = SIMD4(mapped[pixel], mapped[pixel + 1], mapped[pixel + 2], mapped[pixel + 3])
      if c != last {
        last = c
        result = c
        let alpha = Double(c.w)
        if alpha > 0 {
          func light(_ number: Float16) -> Double {
            OutputColor.light(ofSRGB: Double(number) / alpha)
          }
          let seen = map(SIMD3(light(c.x), light(c.y), light(c.z)))
          for channel in 0..<3 {
            result[channel] = Float16(Float(OutputColor.sRGB(ofLight: seen[channel]) * alpha))
          }
        }
      }
      for channel in 0..<3 { mapped[pixel + channel] = result[channel] }
    }
    return CGImage(
      width: width, height: height, deep: mapped, isOpaque: isOpaque, alphaInfo: alphaInfo,
      shouldInterpolate: shouldInterpolate, renderingIntent: renderingIntent)
  }
}

/// Returns whether an image is fitted to the headroom of the context in which it is drawn: whether
/// its headroom is known and above 1.
public func CGImageShouldToneMap(_ image: CGImage?) -> Bool { (image?.contentHeadroom ?? 0) > 1 }

/// Returns whether an image has a gain map, as those of Ultra HDR files have.
public func CGImageContainsImageSpecificToneMappingMetadata(_ image: CGImage?) -> Bool {
  image?.gainMap != nil
}

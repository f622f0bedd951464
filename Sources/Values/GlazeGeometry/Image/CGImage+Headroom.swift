import Foundation

/// The headroom of images in a space with PQ or HLG that say nothing else: 1000 / 203, by BT.2408.
///
/// Observed: Apple header CGImage.h; the value was measured by others.
public let kCGDefaultHDRImageContentHeadroom: Float = 4.926_108_4

extension CGColorSpace {
  /// The headroom of images in the space that say nothing else; 0 is not known.
  var contentHeadroom: Float {
    CGColorSpaceIsPQBased(self) || CGColorSpaceIsHLGBased(self)
      ? kCGDefaultHDRImageContentHeadroom : 0
  }
}

extension CGImage {
  /// The brightest light of the pixels in multiples of white, at least 1.
  ///
  /// Light is that of the brightest component. An image of bytes has none above 1; an
  /// image with a gain map has that of its HDR rendition.
  ///
  /// - Complexity: O(pixels).
  public var calculatedContentHeadroom: Float {
    guard let deepPixels = brightRendition.deepPixels else { return 1 }
    var most: Float = 1
    for pixel in stride(from: 0, to: deepPixels.count, by: 4) {
      let alpha = Float(deepPixels[pixel + 3])
      guard alpha > 0 else { continue }
      let brightest = max(deepPixels[pixel], deepPixels[pixel + 1], deepPixels[pixel + 2])
      most = max(most, Float(brightest) / alpha)
    }
    return Float(OutputColor.light(ofSRGB: Double(most)))
  }

  /// Returns an image with the same pixels and another headroom; nil for one between 0 and 1,
  /// below 0, or that is not a number.
  public func copy(contentHeadroom: Float) -> CGImage? {
    guard contentHeadroom == 0 || (contentHeadroom >= 1 && contentHeadroom.isFinite) else {
      return nil
    }
    return CGImage(
      width: width, height: height, storage: storage, isOpaque: isOpaque, alphaInfo: alphaInfo,
      isMask: isMask, shouldInterpolate: shouldInterpolate, renderingIntent: renderingIntent,
      deepPixels: deepPixels, contentHeadroom: contentHeadroom, gainMap: gainMap)
  }
}

/// Returns the brightest light of an image in multiples of white; 0 where it is not known.
public func CGImageGetContentHeadroom(_ image: CGImage?) -> Float { image?.contentHeadroom ?? 0 }

/// Returns the brightest light of an image's pixels in multiples of white.
public func CGImageCalculateContentHeadroom(_ image: CGImage?) -> Float {
  image?.calculatedContentHeadroom ?? 0
}

/// Returns an image with the same pixels and another headroom; nil for an invalid one.
public func CGImageCreateCopyWithContentHeadroom(_ headroom: Float, _ image: CGImage) -> CGImage? {
  image.copy(contentHeadroom: headroom)
}

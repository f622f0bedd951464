public import Foundation
public import GlazeGeometry

extension CGImage {
  /// Reads a PNG file.
  ///
  /// - Parameters:
  ///   - source: the bytes of the file.
  ///   - decode: nil; maps of components are not supported.
  ///   - shouldInterpolate: whether the image is interpolated when it is enlarged.
  ///   - intent: stored in the image; pixels are treated as sRGB.
  /// - Returns: nil when the data is not a PNG file, or damaged.
  ///
  /// Observed: Apple documentation of CGImageCreateWithPNGDataProvider.
  public convenience init?(
    pngDataProviderSource source: CGDataProvider, decode: [CGFloat]?, shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    self.init(source, .png, decode, shouldInterpolate, intent)
  }

  /// Reads a JPEG file; parameters and result as for PNG.
  ///
  /// Observed: Apple documentation of CGImageCreateWithJPEGDataProvider.
  public convenience init?(
    jpegDataProviderSource source: CGDataProvider, decode: [CGFloat]?, shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    self.init(source, .jpeg, decode, shouldInterpolate, intent)
  }

  private convenience init?(
    _ source: CGDataProvider, _ format: FileFormat, _ decode: [CGFloat]?,
    _ shouldInterpolate: Bool, _ intent: CGColorRenderingIntent
  ) {
    guard decode == nil, let data = source.data,
      data.withUnsafeBytes({ try? FileFormat(of: $0, name: "") }) == format,
      let image = try? ImageDecoder.decode(data, name: "")
    else { return nil }
    self.init(image, shouldInterpolate: shouldInterpolate, renderingIntent: intent)
  }
}

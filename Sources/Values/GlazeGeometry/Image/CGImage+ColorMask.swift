public import Foundation

/// The order of bytes in the components of an image.
///
/// Observed: Apple header CGImage.h; the raw values are Apple's.
public enum CGImageByteOrderInfo: UInt32, Sendable, Hashable {
  /// The bits that hold the order.
  case orderMask = 0x7000
  /// The byte order of the machine.
  case orderDefault = 0
  /// 16 bits, the low byte first.
  case order16Little = 0x1000
  /// 32 bits, the low byte first.
  case order32Little = 0x2000
  /// 16 bits, the high byte first.
  case order16Big = 0x3000
  /// 32 bits, the high byte first.
  case order32Big = 0x4000
}

extension CGImage {
  /// The order of bytes in the components.
  public var byteOrderInfo: CGImageByteOrderInfo {
    CGImageByteOrderInfo(rawValue: bitmapInfo.rawValue & CGBitmapInfo.byteOrderMask.rawValue)
      ?? .orderDefault
  }

  /// Returns the image with the pixels of a range of colors made transparent.
  ///
  /// - Parameter maskingColorComponents: the least and the largest red, green and blue that become
  ///   transparent, in 0...255: six numbers.
  /// - Returns: nil for an image with alpha, as on a Mac.
  public func copy(maskingColorComponents: UnsafePointer<CGFloat>) -> CGImage? {
    guard isOpaque else { return nil }
    let limits = (0..<6).map { maskingColorComponents[$0] }
    var pixels = pixels
    for place in stride(from: 0, to: pixels.count, by: 4) {
      let isMasked = (0..<3).allSatisfy { channel in
        let value = CGFloat(pixels[place + channel])
        return value >= limits[channel * 2] && value <= limits[channel * 2 + 1]
      }
      if isMasked { for channel in 0..<4 { pixels[place + channel] = 0 } }
    }
    return CGImage(width: width, height: height, premultipliedRGBA: pixels, isOpaque: false)
  }
}

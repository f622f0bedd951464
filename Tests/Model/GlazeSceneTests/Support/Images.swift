import Foundation
import GlazeDrawing
import GlazeGeometry

/// Small PNG files.
enum Images {
  /// Makes an image of one color, in premultiplied RGBA.
  static func png(_ color: [UInt8], width: Int = 2, height: Int = 2) throws -> Data {
    let pixels = (0..<(width * height)).flatMap { _ in color }
    let image = CGImage(width: width, height: height, premultipliedRGBA: pixels)
    return Data(try PNG.encode(image))
  }

  /// Returns the first pixel of a layer's contents, premultiplied.
  static func pixel(of contents: Any?) -> [UInt8]? {
    (contents as? CGImage).map { Array($0.pixels.prefix(4)) }
  }
}

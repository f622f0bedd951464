import Foundation
import GlazeDrawing

/// The identifiers of formats in Apple's type system.
enum ImageType {
  private static let identifiers: [FileFormat: String] = [
    .png: "public.png", .jpeg: "public.jpeg", .webP: "org.webmproject.webp",
    .gif: "com.compuserve.gif", .tiff: "public.tiff", .heic: "public.heic",
    .avif: "public.avif", .jpeg2000: "public.jpeg-2000",
    .jpegXL: "public.jpeg-xl", .exr: "com.ilm.openexr-image",
  ]

  static var readable: [FileFormat] { FileFormat.allCases.filter(ImageFile.isReadable) }

  static func identifier(of format: FileFormat) -> String { identifiers[format] ?? "" }

  /// Returns the format of an identifier if it can currently be written.
  static func writable(_ identifier: String) -> FileFormat? {
    ImageWriter.formats.first { identifiers[$0] == identifier }
  }

  /// Returns the key of the dictionary with a format's animation properties.
  static func animationDictionary(of format: FileFormat) -> String? {
    switch format {
    case .gif: kCGImagePropertyGIFDictionary
    case .png: kCGImagePropertyPNGDictionary
    case .webP: kCGImagePropertyWebPDictionary
    default: nil
    }
  }

  /// Returns the delay that players use: one that is too short becomes a tenth of a second.
  ///
  /// Our choice, after the behavior of browsers.
  static func clamped(_ delay: Double) -> Double { delay < 0.02 ? 0.1 : delay }

  /// Returns a number of a dictionary, in whatever box; a Boolean is 0 or 1.
  static func number(_ value: Any?) -> Double? {
    switch value {
    case let value as Bool: value ? 1 : 0
    case let value as Double: value
    case let value as Int: Double(value)
    case let value as CGFloat: Double(value)
    case let value as UInt32: Double(value)
    case let value as NSNumber: value.doubleValue
    default: nil
    }
  }
}

import Foundation
import GlazeDrawing

/// The names that Apple's type system gives to formats.
enum PictureType {
  private static let identifiers: [FileFormat: String] = [
    .png: "public.png", .jpeg: "public.jpeg", .webP: "org.webmproject.webp",
    .gif: "com.compuserve.gif", .tiff: "public.tiff", .heic: "public.heic",
    .avif: "public.avif", .jpeg2000: "public.jpeg-2000",
  ]

  static var readable: [FileFormat] { FileFormat.allCases.filter(PictureFile.isReadable) }

  static func identifier(of format: FileFormat) -> String { identifiers[format] ?? "" }

  /// The format of an identifier that can be written here, now.
  static func writable(_ identifier: String) -> FileFormat? {
    PictureWriter.formats.first { identifiers[$0] == identifier }
  }

  /// The dictionary of properties that says how frames move.
  static func animationDictionary(of format: FileFormat) -> String? {
    switch format {
    case .gif: kCGImagePropertyGIFDictionary
    case .png: kCGImagePropertyPNGDictionary
    case .webP: kCGImagePropertyWebPDictionary
    default: nil
    }
  }

  /// What players make of a delay: those that are too short count as a tenth of a second.
  ///
  /// Our choice, after what browsers do.
  static func clamped(_ delay: Double) -> Double { delay < 0.02 ? 0.1 : delay }

  /// A number of a dictionary, however it is held; a truth is 0 or 1.
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

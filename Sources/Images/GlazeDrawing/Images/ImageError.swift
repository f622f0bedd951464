internal import CGlazeImages
import GlazeGeometry

/// The reason why a file could not be read as an image.
///
/// Every case has the name under which the file was given; `description` is one line.
public enum ImageError: Error, Hashable, Sendable {
  /// The first bytes are not those of any image format.
  case notAnImage(name: String)
  /// The file ends before the image does.
  case truncated(name: String, detail: String)
  /// The image exceeds the limits of `ImageDecoder`; no memory was allocated for it.
  case tooLarge(name: String, width: Int, height: Int)
  /// The file violates its own format.
  case corrupt(name: String, detail: String)
  /// The file is an image of a kind that is not supported.
  case unsupported(name: String, detail: String)
  /// The decoder could not allocate the memory that it needs.
  case outOfMemory(name: String)
  /// The library for the format is not installed; the detail names it and its package.
  case missingLibrary(name: String, detail: String)
}

extension ImageError: CustomStringConvertible {
  /// One line with the file's name, the error and its remedy.
  public var description: String { text.description }

  private var text: MessageText {
    switch self {
    case .notAnImage(let name):
      return "\(name): not an image; use a PNG, JPEG or WebP file"
    case .truncated(let name, let detail):
      return "\(name): the file is truncated (\(detail)); copy or export it again"
    case .tooLarge(let name, let width, let height):
      let limit = ImageDecoder.maximumDimension
      let megapixels = ImageDecoder.maximumPixelCount >> 20
      return """
        \(name): \(width) x \(height) pixels are too many; the limits are \(limit) a side and \
        \(megapixels) megapixels
        """
    case .corrupt(let name, let detail):
      return "\(name): the file is damaged (\(detail)); export it again"
    case .unsupported(let name, let detail):
      return "\(name): \(detail); convert it to a PNG, JPEG or WebP file"
    case .outOfMemory(let name):
      return "\(name): not enough memory to decode it; use a smaller image"
    case .missingLibrary(let name, let detail):
      return "\(name): \(detail)"
    }
  }
}

extension ImageError {
  /// A Boolean value that indicates whether the only cause is a missing library.
  package var isMissingLibrary: Bool {
    if case .missingLibrary(_, _) = self { true } else { false }
  }

  /// Makes an error from a C reader's status; nil for success.
  init?(_ status: CInt, _ message: [CChar], name: String) {
    let text = message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    let detail = String(decoding: text, as: UTF8.self)
    switch UInt32(bitPattern: status) {
    case GLAZE_IMAGE_OK.rawValue: return nil
    case GLAZE_IMAGE_TRUNCATED.rawValue: self = .truncated(name: name, detail: detail)
    case GLAZE_IMAGE_UNSUPPORTED.rawValue: self = .unsupported(name: name, detail: detail)
    case GLAZE_IMAGE_OUT_OF_MEMORY.rawValue: self = .outOfMemory(name: name)
    default: self = .corrupt(name: name, detail: detail)
    }
  }
}

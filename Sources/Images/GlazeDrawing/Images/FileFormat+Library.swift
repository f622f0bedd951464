internal import CGlazeLazy
import GlazeGeometry

extension FileFormat {
  /// A Boolean value that indicates whether the library that reads and writes the format is
  /// available; loads it.
  var hasLibrary: Bool { missingLibrary == nil }

  /// Checks that the library that reads and writes the format is available, and loads it.
  ///
  /// - Parameter name: the file's name, for the message.
  func checkLibrary(name: String) throws(ImageError) {
    if let missingLibrary { throw .missingLibrary(name: name, detail: missingLibrary.description) }
  }

  private var missingLibrary: MissingLibrary? {
    switch self {
    case .png: MissingLibrary(GLAZE_LAZY_PNG, for: "Reading PNG")
    case .jpeg: MissingLibrary(GLAZE_LAZY_JPEG, for: "JPEG")
    case .webP: MissingLibrary(GLAZE_LAZY_WEBP, for: "WebP")
    case .heic: MissingLibrary(GLAZE_LAZY_HEIF, for: "HEIF")
    case .avif: MissingLibrary(GLAZE_LAZY_HEIF, for: "AVIF")
    case .jpeg2000: MissingLibrary(GLAZE_LAZY_OPENJPEG, for: "JPEG 2000")
    case .tiff: MissingLibrary(GLAZE_LAZY_TIFF, for: "TIFF")
    case .jpegXL: MissingLibrary(GLAZE_LAZY_JXL, for: "JPEG XL")
    case .gif, .exr: nil
    }
  }
}

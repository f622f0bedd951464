/// An image as a document refers to it.
package struct ImageRequest: Hashable {
  /// The form in which the file is named.
  package enum Name: Hashable {
    /// A file name without escapes.
    case plain(String)
    /// A relative address, with %20 for a space.
    case percentEncoded(String)

    var text: String {
      switch self {
      case .plain(let text), .percentEncoded(let text): text
      }
    }

    /// The name in messages; only the media type for an image that is embedded in its address.
    var title: String {
      guard let data = DataAddress(text) else { return text }
      return "data:\(data.mediaType)"
    }
  }

  /// The meaning of the samples.
  package enum Meaning: Hashable {
    case color
    /// Luminance is alpha, and the image is white: CAML's `A8asL8`.
    case luminanceIsAlpha
    /// Alpha is alpha, and the image is white: CAML's `contentsSwizzle` of `AAAA`.
    case alphaOnly
  }

  var name: Name
  var meaning = Meaning.color
  /// The unpremultiplied RGBA color that the image is multiplied with; nil leaves the image as it
  /// is.
  var tint: SIMD4<Float>?

  /// Makes a request of a color image.
  package init(name: Name) { self.name = name }

  init(name: Name, meaning: Meaning = .color, tint: SIMD4<Float>? = nil) {
    (self.name, self.meaning, self.tint) = (name, meaning, tint)
  }
}

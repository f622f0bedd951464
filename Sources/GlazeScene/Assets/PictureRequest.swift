/// A picture as a document asks for it.
struct PictureRequest: Hashable {
  /// How the file is named.
  enum Name: Hashable {
    /// A file name, as it is.
    case plain(String)
    /// A relative address, with %20 for a blank.
    case percentEncoded(String)

    var text: String {
      switch self {
      case .plain(let text), .percentEncoded(let text): text
      }
    }

    /// What messages call it: of a picture in the name itself, no more than its kind.
    var title: String {
      guard let data = DataAddress(text) else { return text }
      return "data:\(data.mediaType)"
    }
  }

  /// What the samples stand for.
  enum Meaning: Hashable {
    case color
    /// Luminance is alpha, of a white picture: CAML's `A8asL8`.
    case luminanceIsAlpha
    /// Alpha is alpha, of a white picture: CAML's `contentsSwizzle` of `AAAA`.
    case alphaOnly
  }

  var name: Name
  var meaning = Meaning.color
  /// Unpremultiplied RGBA that the picture is multiplied with; nil leaves it as it is.
  var tint: SIMD4<Float>?
}

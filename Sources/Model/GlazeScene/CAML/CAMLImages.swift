import Foundation
import GlazeGeometry
import GlazeLayers

/// Reads the images that layers and cells show.
///
/// Core Animation stores the color of a glyph run or a symbol separately from its shape: a gray PNG
/// that represents alpha, and a tint. This type combines both, so that layers hold plain images.
struct CAMLImages {
  let values: CAMLValues

  private var document: XMLDocument { values.document }

  /// Returns the image that a `contents` property refers to; nil when there is none.
  ///
  /// - Parameter isAlphaOnly: whether the layer's `contentsSwizzle` is `AAAA`, so that only alpha
  ///   counts.
  func image(
    _ given: CAMLValues.Given, isAlphaOnly: Bool = false
  ) throws(DocumentError) -> CGImage? {
    let index = given.place
    guard var request = try request(given) else { return nil }
    if isAlphaOnly, request.meaning == .color { request.meaning = .alphaOnly }
    if request.tint == .one { request.tint = nil }
    return try values.assets.image(request, at: document.location(of: index))
  }

  private func request(_ given: CAMLValues.Given) throws(DocumentError) -> ImageRequest? {
    switch given {
    case .attribute(let attribute, _):
      return ImageRequest(name: .percentEncoded(attribute.value))
    case .element(let index):
      let element = document.elements[index]
      if element["type"] == nil, element["src"] == nil {
        // The object is an element inside this one.
        guard let inner = document.children(of: index).first else { return nil }
        return try request(inner, type: document.elements[inner].name)
      }
      return try request(index, type: element["type"] ?? "CGImage")
    }
  }

  private func request(_ index: Int, type: String) throws(DocumentError) -> ImageRequest? {
    switch type {
    case "null": return nil
    case "CGImage": return try plain(index)
    case "CATintedImage": return try tinted(index)
    default:
      values.log.warn(.notDrawn("contents of type \(type)"), at: document.location(of: index))
      return nil
    }
  }

  private func plain(_ index: Int) throws(DocumentError) -> ImageRequest? {
    let element = document.elements[index]
    guard let source = element["src"], !source.isEmpty else {
      values.log.warn(
        .missingAsset("", reason: "there is no src"), at: document.location(of: index))
      return nil
    }
    let isMask = try values.checked("A8asL8", at: index) { () throws(ValueFailure) in
      try element["A8asL8"].map { text throws(ValueFailure) in try CAMLText.bool(text) } ?? false
    }
    return ImageRequest(
      name: .percentEncoded(source), meaning: isMask ? .luminanceIsAlpha : .color)
  }

  /// Returns a tinted image.
  ///
  /// An image with colors of its own, such as an emoji, keeps them: the tint is for shapes.
  private func tinted(_ index: Int) throws(DocumentError) -> ImageRequest? {
    let image = document.child("image", of: index) ?? document.child("CGImage", of: index)
    guard let image, var request = try plain(image) else { return nil }
    guard request.meaning != .color else { return request }
    if let tint = document.child("tint", of: index) {
      request.tint = try color(.element(tint))
    } else if let text = document.elements[index]["tint"] {
      let attribute = XMLDocument.Attribute(name: "tint", value: text)
      request.tint = try color(.attribute(attribute, of: index))
    }
    return request
  }

  /// Returns a color as numbers; nil when there is none.
  func color(_ given: CAMLValues.Given) throws(DocumentError) -> SIMD4<Float>? {
    let value = try values.value(given, .color, of: values.name(of: given))
    guard case .color(let color)? = value as? PropertyValue else { return nil }
    return color.extendedSRGB
  }
}

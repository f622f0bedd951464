import Foundation
import GlazeGeometry
import GlazeLayers

// The images that layers and cells show.
//
// Core Animation stores the color of a glyph run or a symbol separately from its shape: a gray PNG that represents
// alpha, and a tint. Both are combined, so that layers hold plain images.
extension CAMLSyntax {
  func image(_ given: Given, of owner: Int?) throws(DocumentError) -> CGImage? {
    // Only alpha of such contents counts.
    let isAlphaOnly = owner.map { document.elements[$0]["contentsSwizzle"] == "AAAA" } ?? false
    let index = given.place
    guard var request = try request(given) else { return nil }
    if isAlphaOnly, request.meaning == .color { request.meaning = .alphaOnly }
    if request.tint == .one { request.tint = nil }
    return try assets.image(request, at: document.location(of: index))
  }

  private func request(_ given: Given) throws(DocumentError) -> ImageRequest? {
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
      log.warn(.notDrawn("contents of type \(type)"), at: document.location(of: index))
      return nil
    }
  }

  private func plain(_ index: Int) throws(DocumentError) -> ImageRequest? {
    let element = document.elements[index]
    guard let source = element["src"], !source.isEmpty else {
      log.warn(
        .missingAsset("", reason: "there is no src"), at: document.location(of: index))
      return nil
    }
    let isMask = try checked("A8asL8", at: index) { () throws(ValueFailure) in
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
  func color(_ given: Given) throws(DocumentError) -> SIMD4<Float>? {
    let value = try value(given, .color, of: name(of: given))
    guard case .value(.color(let color))? = value else { return nil }
    return color.extendedSRGB
  }
}

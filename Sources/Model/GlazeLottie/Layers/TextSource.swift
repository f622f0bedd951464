import Foundation
import GlazeGeometry
import GlazeScene

/// The fonts and the glyphs of a document.
final class TextSource {
  struct Font {
    var family: String
    var style: String
    /// In parts of the size.
    var ascent: Double
    /// The name by which the system finds the font.
    var systemName: String
  }

  private var fonts: [String: Font] = [:]
  /// The glyphs, by the character, the family and the style.
  private var glyphs: [String: LottieNode] = [:]
  /// The texts that replace others, by the names of layers or of slots.
  let replacements: [String: String]
  /// Whether the handles of glyphs are points, as before version 4.8, not relative to their vertices.
  private let hasOldGlyphs: Bool

  init(_ root: LottieNode, replacements: [String: String]) {
    self.replacements = replacements
    let version = root["v"]?.text?.split(separator: ".").map { Int($0) ?? 0 }
    hasOldGlyphs = version?.lexicographicallyPrecedes([4, 7, 99]) ?? false
    for node in root["fonts"]?.elements("list") ?? [] {
      guard let name = node["fName"]?.text else { continue }
      let family = node["fFamily"]?.text ?? name
      fonts[name] = Font(
        family: family, style: node["fStyle"]?.text ?? "",
        ascent: node.number("ascent", 75) / 100, systemName: name)
    }
    for node in root.elements("chars") {
      guard let character = node["ch"]?.text else { continue }
      glyphs[Self.key(character, node["fFamily"]?.text ?? "", node["style"]?.text ?? "")] = node
    }
  }

  private static func key(_ character: String, _ family: String, _ style: String) -> String {
    "\(character)\u{0}\(family)\u{0}\(style)"
  }

  func font(_ name: String) -> Font {
    fonts[name] ?? Font(family: name, style: "", ascent: 0.75, systemName: name)
  }

  /// Whether the document has glyphs at all.
  var hasGlyphs: Bool { !glyphs.isEmpty }

  /// The glyph that the document has for a character.
  func glyph(_ character: Character, _ font: Font) -> LottieNode? {
    glyphs[Self.key(String(character), font.family, font.style)]
  }

  /// Returns the outline of a glyph that the document has.
  func outline(of glyph: LottieNode) -> ContourList {
    let shapes = glyph["data"]?.elements("shapes") ?? []
    guard hasOldGlyphs else { return ContourList(Self.contours(shapes, 0)) }
    // Another copy of the glyph can follow, which is not drawn.
    return ContourList(Self.contours(Array(shapes.prefix(1)), 0).map(\.withAbsoluteHandles))
  }

  private static func contours(_ items: [LottieNode], _ depth: Int) -> [Contour] {
    guard depth < 8 else { return [] }
    return items.flatMap { item -> [Contour] in
      switch item["ty"]?.text {
      case "gr": return contours(item.elements("it"), depth + 1)
      case "sh": return item["ks"]?["k"].flatMap { ContourList.read($0) }?.contours ?? []
      default: return []
      }
    }
  }
}

extension Contour {
  /// The contour whose handles were read as relative to their vertices, but are points.
  fileprivate var withAbsoluteHandles: Contour {
    Contour(
      vertices.map { vertex in
        var result = vertex
        result.arriving -= vertex.point
        result.leaving -= vertex.point
        return result
      }, isClosed: isClosed)
  }
}

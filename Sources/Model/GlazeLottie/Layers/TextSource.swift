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

  init(_ root: LottieNode, replacements: [String: String]) {
    self.replacements = replacements
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
}

import CPango
import Foundation
import GlazeDrawing
import Synchronization

/// Finds installed faces by the names that Apple's code uses.
enum FontLibrary {
  /// A family with the style from the requested name.
  struct Face: Sendable, Hashable {
    var family: String
    /// The weight, 100...1000; 400 is regular.
    var weight = 400
    var isItalic = false
    /// Pango's stretch, from -4 (ultra condensed) to 4 (ultra expanded).
    var stretch = 0
  }

  private static let known = Mutex<[String: Face]>([:])

  /// Returns the face for a name, and reports a fallback once.
  static func face(named name: String) -> Face {
    if let face = known.withLock({ $0[name] }) { return face }
    guard TextMeasure.missingLibrary == nil else { return FontName(name).face }
    let (face, isSubstitute) = find(name)
    known.withLock { $0[name] = face }
    if isSubstitute {
      FontDiagnostics.tell(FontSubstitution(requested: name, used: face.family))
    }
    return face
  }

  private static func find(_ name: String) -> (Face, isSubstitute: Bool) {
    if let family = installedFamily(name) { return (Face(family: family), false) }
    for property in [FC_POSTSCRIPT_NAME, FC_FULLNAME] {
      if let face = installedFace(name, property: property) { return (face, false) }
    }
    let asked = FontName(name)
    var face = asked.face
    for family in asked.families {
      if let installed = installedFamily(family) {
        face.family = installed
        return (face, false)
      }
      for twin in metricTwins(of: family) {
        if let installed = installedFamily(twin) {
          face.family = installed
          return (face, false)
        }
      }
    }
    face.family = bestMatch(asked.families.last ?? name)
    return (face, true)
  }

  /// Returns families whose glyphs have the same widths as those of another.
  private static func metricTwins(of family: String) -> [String] {
    switch family.lowercased() {
    case "helvetica", "helvetica neue", "arial":
      ["Liberation Sans", "Nimbus Sans", "Arimo", "TeX Gyre Heros", "FreeSans"]
    case "times", "times new roman":
      ["Liberation Serif", "Nimbus Roman", "Tinos", "TeX Gyre Termes", "FreeSerif"]
    case "courier", "courier new":
      ["Liberation Mono", "Nimbus Mono PS", "Cousine", "TeX Gyre Cursor", "FreeMono"]
    default: []
    }
  }

  /// Returns the family in its own spelling if it is installed, otherwise nil.
  private static func installedFamily(_ family: String) -> String? {
    first(where: FC_FAMILY, is: family) { string($0, FC_FAMILY) == nil ? nil : family }
  }

  private static func installedFace(_ name: String, property: String) -> Face? {
    first(where: property, is: name) { pattern in
      guard let family = string(pattern, FC_FAMILY),
        let description = pango_fc_font_description_from_pattern(pattern, 0)
      else { return nil }
      defer { pango_font_description_free(description) }
      return Face(
        family: family, weight: Int(pango_font_description_get_weight(description).rawValue),
        isItalic: pango_font_description_get_style(description) != PANGO_STYLE_NORMAL,
        stretch: Int(pango_font_description_get_stretch(description).rawValue) - 4)
    }
  }

  /// Calls `body` with the first installed face that has a value.
  private static func first<R>(
    where property: String, is value: String, _ body: (OpaquePointer) -> R?
  ) -> R? {
    guard !value.isEmpty, let wanted = FcPatternCreate() else { return nil }
    defer { FcPatternDestroy(wanted) }
    FcPatternAddString(wanted, property, Array(value.utf8) + [0])
    // These are all properties that describe a face.
    let properties = FcObjectSetCreate()
    for name in [FC_FAMILY, FC_STYLE, FC_SLANT, FC_WEIGHT, FC_WIDTH] {
      FcObjectSetAdd(properties, name)
    }
    defer { FcObjectSetDestroy(properties) }
    guard let found = FcFontList(nil, wanted, properties) else { return nil }
    defer { FcFontSetDestroy(found) }
    guard found.pointee.nfont > 0, let pattern = found.pointee.fonts[0] else { return nil }
    return body(pattern)
  }

  /// Returns fontconfig's replacement for a family that is not installed.
  private static func bestMatch(_ family: String) -> String {
    guard let wanted = FcPatternCreate() else { return family }
    defer { FcPatternDestroy(wanted) }
    FcPatternAddString(wanted, FC_FAMILY, Array(family.utf8) + [0])
    FcConfigSubstitute(nil, wanted, FcMatchPattern)
    FcDefaultSubstitute(wanted)
    var result = FcResultMatch
    guard let match = FcFontMatch(nil, wanted, &result) else { return "Sans" }
    defer { FcPatternDestroy(match) }
    return string(match, FC_FAMILY) ?? "Sans"
  }

  private static func string(_ pattern: OpaquePointer, _ property: String) -> String? {
    var value: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(pattern, property, 0, &value) == FcResultMatch, let value else {
      return nil
    }
    return String(cString: value)
  }
}

/// The parsed form of a name from Apple's code, such as "HelveticaNeue-CondensedBold".
struct FontName {
  /// The candidates for the family: as written, and with spaces between its words.
  let families: [String]
  /// The style; its family is the name.
  let face: FontLibrary.Face

  init(_ name: String) {
    let parts = name.split(separator: "-", maxSplits: 1).map(String.init)
    var base = parts.first ?? name
    var style = parts.count > 1 ? parts[1] : ""
    var families = [base]
    if style.isEmpty {
      // In "Times New Roman Bold", the words at the end may name a style, or end the family's name.
      var words = base.split(separator: " ").map(String.init)
      while words.count > 1, let last = words.last, Self.isStyle(last) {
        style = words.removeLast() + style
        families.append(words.joined(separator: " "))
      }
      base = words.joined(separator: " ")
    }
    // Foundries mark PostScript names: ArialMT, TimesNewRomanPSMT, TimesNewRomanPS-BoldMT.
    for mark in ["PSMT", "MT", "PS"] where base.hasSuffix(mark) && base.count > mark.count {
      base = String(base.dropLast(mark.count))
      families.append(base)
      break
    }
    let spaced = Self.spaced(base)
    if spaced != base { families.append(spaced) }
    self.families = families
    face = Self.face(style: style.lowercased(), family: name)
  }

  private static let weights: [(String, Int)] = [
    ("ultralight", 200), ("extralight", 200), ("thin", 100), ("light", 300), ("semibold", 600),
    ("demibold", 600), ("demi", 600), ("extrabold", 800), ("ultrabold", 800), ("heavy", 800),
    ("black", 900), ("bold", 700), ("medium", 500), ("regular", 400), ("roman", 400),
    ("book", 400),
  ]

  private static func isStyle(_ word: String) -> Bool {
    let word = word.lowercased()
    return ["italic", "oblique", "condensed"].contains(word)
      || weights.contains { $0.0 == word }
  }

  private static func face(style: String, family: String) -> FontLibrary.Face {
    let weight = weights.first { style.contains($0.0) }?.1 ?? 400
    return FontLibrary.Face(
      family: family, weight: weight,
      isItalic: style.contains("italic") || style.contains("oblique"),
      stretch: style.contains("condensed") ? -2 : 0)
  }

  /// Inserts a space before every capital that follows a lowercase letter.
  private static func spaced(_ name: String) -> String {
    var result = ""
    for c in name {
      if c.isUppercase, let last = result.last, last.isLowercase { result.append(" ") }
      result.append(c)
    }
    return result
  }
}

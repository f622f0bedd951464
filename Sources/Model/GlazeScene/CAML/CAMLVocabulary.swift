import GlazeLayers

/// Names in CAML that are not properties of layers.
enum CAMLVocabulary {
  /// Returns whether a name belongs to an editor or a framework and has no effect on the image.
  static func isIgnorable(_ name: String) -> Bool {
    ignorable.contains(name) || isOfEditor(name) || name == ArchiveNames.keepsake
  }

  private static func isOfEditor(_ name: String) -> Bool {
    switch name.utf8.first {
    case UInt8(ascii: "m"): name.hasPrefix("mica")
    case UInt8(ascii: "M"): name.hasPrefix("Mica")
    case UInt8(ascii: "c"): name.hasPrefix("caplay")
    case UInt8(ascii: "C"): name.hasPrefix("CUI_")
    case UInt8(ascii: "U"): name.hasPrefix("UI")
    case UInt8(ascii: "x"): name.hasPrefix("xmlns")
    default: false
    }
  }

  private static let ignorable: Set<String> = [
    "id", "object", "type", "class",
    // Editors.
    "locked", "scriptComponents", "scriptObject", "modules", "description", "debugDescription",
    "hash", "style", "groupName", "publishedObjectNames",
    // Frameworks.
    "delegate", "actions", "layoutManager", "securityMode", "needsLayoutOnGeometryChange",
    "allowsHitTesting", "resizingMode", "contentsAlignsToPixels",
    "allowsDisplayCompositing", "literalContentsCenter", "canDrawConcurrently",
    "hitTestsAsOpaque", "hitTestsContentsAlphaChannel", "preloadsCache",
  ]

  /// Elements that move layers.
  static let motion: Set<String> = [
    "animations", "states", "stateTransitions", "emitterBehaviors",
  ]

  /// Private properties with a visible effect, and the values for which they have none.
  static let privateProperties: [String: Set<String>] = [
    "flipsHorizontalAxis": ["0", "false"],
    "cornerContentsMasksEdges": ["0", "1", "false", "true"],
    "contentsSwizzle": ["RGBA"],
    "allowsInPlaceFiltering": ["0", "1"],
    "borderOffset": ["0"],
    "invertsMask": ["0", "false"],
    "maskedEdges": ["15"],
  ]
}

/// The name of a typeface.
///
/// The face is looked up when text is drawn, through fontconfig: by family ("Arial"), PostScript
/// name ("Helvetica-BoldOblique") or full name. A name that is not installed falls back to a face
/// of equal metrics where there is one (Helvetica to Liberation Sans), else to fontconfig's choice.
///
/// Observed: Apple header CGFont.h. Glaze's own choice: an unknown name is valid, since Linux
/// rarely has Apple's faces.
public final class CGFont: Sendable, Hashable {
  /// The name that the font was made with.
  public let name: String

  /// Makes a font; nil for an empty name.
  public init?(_ name: String) {
    guard !name.isEmpty else { return nil }
    self.name = name
  }

  private init(known name: String) { self.name = name }

  /// Helvetica, Core Animation's default.
  package static let fallback = CGFont(known: "Helvetica")

  /// The name that the font was made with.
  public var postScriptName: String? { name }

  /// Returns whether both fonts have the same name.
  public static func == (lhs: CGFont, rhs: CGFont) -> Bool { lhs.name == rhs.name }

  /// Feeds the name into the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// A requested font that is not installed, and the one that replaces it.
package struct FontSubstitution: Sendable, Hashable, CustomStringConvertible {
  /// The requested name.
  package let requested: String
  /// The family that replaces it.
  package let used: String

  /// Makes a substitution.
  package init(requested: String, used: String) {
    self.requested = requested
    self.used = used
  }

  /// A message that describes the substitution and how to avoid it.
  package var description: String {
    "The font \"\(requested)\" is not installed, \"\(used)\" is drawn instead; "
      + "install the font, or name one that `fc-list` shows"
  }
}

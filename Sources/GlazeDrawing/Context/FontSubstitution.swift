/// A font that was asked for and is not installed, and the one that is drawn instead.
package struct FontSubstitution: Sendable, Hashable, CustomStringConvertible {
  /// The name that was asked for.
  package let requested: String
  /// The family that stands in.
  package let used: String

  /// Makes a substitution.
  package init(requested: String, used: String) {
    self.requested = requested
    self.used = used
  }

  /// What happened and what to do.
  package var description: String {
    "The font \"\(requested)\" is not installed, \"\(used)\" is drawn instead; "
      + "install the font, or name one that `fc-list` shows"
  }
}

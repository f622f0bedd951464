/// A message about an input: it shows texts of the input without control characters, and at most
/// 200 characters of each.
package struct MessageText: ExpressibleByStringInterpolation, CustomStringConvertible, Sendable {
  /// The most characters of an input's text that a message shows.
  package static let limit = 200

  package let description: String

  package init(stringLiteral value: String) { description = value }

  package init(stringInterpolation: StringInterpolation) { description = stringInterpolation.text }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) { text += literal }

    /// Appends a text from the input.
    package mutating func appendInterpolation(_ value: String) { text += MessageText.shown(value) }

    package mutating func appendInterpolation(_ value: Int) { text += "\(value)" }

    /// Appends a message that already follows these rules.
    package mutating func appendInterpolation(message: some CustomStringConvertible) {
      text += message.description
    }
  }

  /// The start of a text, with escapes for control characters.
  package static func shown(_ text: String) -> String {
    var result = ""
    var count = 0
    for scalar in text.unicodeScalars {
      guard count < limit else { return result + "…" }
      // Some of these change the direction of the following text, or hide it.
      let isPlain =
        scalar == "\u{200D}"
        || scalar.properties.generalCategory != .control
          && scalar.properties.generalCategory != .format
      result += isPlain ? String(scalar) : scalar.escaped(asASCII: true)
      count += 1
    }
    return result
  }
}

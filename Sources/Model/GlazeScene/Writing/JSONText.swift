/// A JSON value that is written to a file; such values nest no deeper than animations do.
enum JSONText {
  case null
  case bool(Bool)
  /// A number in its written form.
  case number(String)
  case string(String)
  case list([JSONText])
  case members([Member])
  /// Text that is JSON already.
  case raw(String)

  struct Member {
    let name: String
    let value: JSONText
  }

  static func object(_ members: [(name: String, value: JSONText)]) -> JSONText {
    .members(members.map { Member(name: $0.name, value: $0.value) })
  }

  /// The value on a single line.
  var text: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let text): text == "inf" ? "\"inf\"" : text
    case .string(let text): Self.quoted(text)
    case .list(let items): "[\(items.map(\.text).joined(separator: ", "))]"
    case .members(let members):
      "{\(members.map { "\(Self.quoted($0.name)): \($0.value.text)" }.joined(separator: ", "))}"
    case .raw(let text): Self.harmless(text)
    }
  }

  /// Returns the value in lines, if a single line would be too long.
  func lines(indent: Int = 0) -> String {
    let short = text
    guard short.count + indent > 90 else { return short }
    let blanks = XMLText.indent(indent + 1)
    let end = "\n\(XMLText.indent(indent))"
    switch self {
    case .list(let items):
      return "[\n" + items.map { blanks + $0.lines(indent: indent + 1) }.joined(separator: ",\n")
        + end + "]"
    case .members(let members):
      let inner = members.map {
        "\(blanks)\(Self.quoted($0.name)): \($0.value.lines(indent: indent + 1))"
      }
      return "{\n" + inner.joined(separator: ",\n") + end + "}"
    default: return short
    }
  }

  /// Returns text in quotes; characters that control a terminal or change the order of text are
  /// escaped.
  static func quoted(_ text: String) -> String {
    var result = "\""
    result.reserveCapacity(text.utf8.count + 2)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where scalar.isASCII && scalar.value >= 0x20 && scalar.value != 0x7F:
        result.unicodeScalars.append(scalar)
      case _ where isPlain(scalar): result.unicodeScalars.append(scalar)
      default:
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      }
    }
    return result + "\""
  }

  /// Returns equivalent JSON without characters that control a terminal.
  private static func harmless(_ json: String) -> String {
    var result = ""
    for scalar in json.unicodeScalars {
      let isPlain = scalar == "\n" || scalar.isASCII && scalar.value >= 0x20 && scalar.value != 0x7F
      // In JSON, characters outside ASCII occur only inside quotes.
      if isPlain || Self.isPlain(scalar) {
        result.unicodeScalars.append(scalar)
      } else if !scalar.isASCII || scalar.value == 0x7F {
        result += Self.quoted(String(scalar)).dropFirst().dropLast()
      } else {
        result += " "
      }
    }
    return result
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse,
      .surrogate:
      false
    default: true
    }
  }

  /// Returns whether text is a single JSON value.
  static func isJSON(_ text: String) -> Bool {
    (try? JSONParser.parse(SourceText(name: "", bytes: Array(text.utf8)))) != nil
  }

  /// Returns the contents of a JSON string; nil for any other JSON.
  static func plainString(_ json: String) -> String? {
    guard json.hasPrefix("\""),
      let document = try? JSONParser.parse(SourceText(name: "", bytes: Array(json.utf8)))
    else { return nil }
    return document.string(at: 0)
  }
}

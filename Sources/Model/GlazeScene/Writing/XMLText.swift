/// An element that is written to an XML file.
struct XMLNode {
  var name: String
  var attributes: [(name: String, value: String)] = []
  var children: [XMLNode] = []
  /// Text that is XML already and replaces the element.
  var raw: String?

  init(
    _ name: String, _ attributes: [(name: String, value: String)] = [], _ children: [XMLNode] = []
  ) {
    self.name = name
    self.attributes = attributes
    self.children = children
  }

  init(raw: String) {
    name = ""
    self.raw = raw
  }

  /// Appends the element with its contents, one per line.
  ///
  /// Such elements nest no deeper than animations do.
  func append(to text: inout String, indent: Int) {
    let blanks = XMLText.indent(indent)
    if let raw {
      text += "\(blanks)\(raw)\n"
      return
    }
    text += blanks + startTag(isEmpty: children.isEmpty) + "\n"
    guard !children.isEmpty else { return }
    for child in children { child.append(to: &text, indent: indent + 1) }
    text += "\(blanks)</\(name)>\n"
  }

  func startTag(isEmpty: Bool) -> String {
    let inner = attributes.map { " \($0.name)=\"\(XMLText.escaped($0.value))\"" }.joined()
    return "<\(name)\(inner)\(isEmpty ? "/" : "")>"
  }
}

enum XMLText {
  /// The deepest indentation; deeper elements are not indented further, so that the length of the
  /// text is linear in their number.
  private static let deepestIndent = 40

  static func indent(_ depth: Int) -> String {
    String(repeating: "  ", count: min(depth, deepestIndent))
  }

  /// Returns whether text is a valid name of an element or an attribute; prefixes, which readers
  /// drop, are not allowed.
  static func isName(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, isNameStart(first) else { return false }
    return text.unicodeScalars.allSatisfy {
      isNameStart($0) || ("0"..."9").contains($0) || $0 == "-" || $0 == "." || $0 == "\u{B7}"
        || (0x300...0x36F).contains($0.value) || (0x203F...0x2040).contains($0.value)
    }
  }

  /// Returns whether a scalar is a `NameStartChar` of XML 1.0, without the colon.
  private static func isNameStart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x41...0x5A, 0x5F, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D,
      0x37F...0x1FFF, 0x200C...0x200D, 0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF,
      0xF900...0xFDCF, 0xFDF0...0xFFFD, 0x10000...0xEFFFF:
      true
    default: false
    }
  }

  /// Returns whether text can be the content of an element as it is.
  static func isContent(_ text: String) -> Bool {
    let source = SourceText(name: "", bytes: Array("<caml>\(text)</caml>".utf8))
    guard let document = try? XMLBuilder.parse(source) else { return false }
    return document.damage == nil
  }

  /// Returns text as the value of an attribute; characters that XML does not allow become U+FFFD.
  static func escaped(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n", "\r", "\t": result += "&#\(scalar.value);"
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
        result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension XMLDocument {
  /// Returns an element with its contents as text that can be written to another document.
  ///
  /// - Complexity: O(elements); nesting uses memory, never stack.
  func text(of index: Int) -> String {
    var result = ""
    var open: [Int] = []
    for element in index..<elements[index].end {
      while let last = open.last, elements[last].end <= element {
        result += "</\(elements[last].name)>"
        open.removeLast()
      }
      let text = texts[element] ?? ""
      let isEmpty = elements[element].end == element + 1 && text.isEmpty
      let node = XMLNode(
        elements[element].name, elements[element].attributes.map { ($0.name, $0.value) })
      result += node.startTag(isEmpty: isEmpty)
      guard !isEmpty else { continue }
      result += XMLText.escaped(text)
      open.append(element)
    }
    for element in open.reversed() { result += "</\(elements[element].name)>" }
    return result
  }
}

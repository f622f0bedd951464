/// An element on its way into an XML file.
struct XMLNode {
  var name: String
  var attributes: [(name: String, value: String)] = []
  var children: [XMLNode] = []
  /// Text that is XML already, in the place of an element.
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

  /// The element with all that is in it, a line for each.
  ///
  /// What is written so nests no deeper than animations do.
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
  /// Deeper elements are not indented further, so that the text grows with their number only.
  private static let deepestIndent = 40

  static func indent(_ depth: Int) -> String {
    String(repeating: "  ", count: min(depth, deepestIndent))
  }

  /// Whether an element or an attribute can be called so; prefixes, which readers drop, are no part of names.
  static func isName(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, isNameStart(first) else { return false }
    return text.unicodeScalars.allSatisfy {
      isNameStart($0) || ("0"..."9").contains($0) || $0 == "-" || $0 == "." || $0 == "\u{B7}"
        || (0x300...0x36F).contains($0.value) || (0x203F...0x2040).contains($0.value)
    }
  }

  /// `NameStartChar` of XML 1.0 without the colon.
  private static func isNameStart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x41...0x5A, 0x5F, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D,
      0x37F...0x1FFF, 0x200C...0x200D, 0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF,
      0xF900...0xFDCF, 0xFDF0...0xFFFD, 0x10000...0xEFFFF:
      true
    default: false
    }
  }

  /// Whether a text can stand inside of an element as it is.
  static func isContent(_ text: String) -> Bool {
    let source = SourceText(name: "", bytes: Array("<caml>\(text)</caml>".utf8))
    guard let document = try? XMLBuilder.parse(source) else { return false }
    return document.damage == nil
  }

  /// Text as the value of an attribute; what XML cannot hold becomes U+FFFD.
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
  /// An element with all that is in it as text, as it can be written into another document.
  ///
  /// - Complexity: O(elements); nesting costs memory, never stack.
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

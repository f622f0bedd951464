/// An XML text, or an archive with the same content, as an array of elements with their locations.
///
/// **Shape**: elements in the order of the text, parents before children. `end` of an element is
/// the index of the element after its last descendant. Namespaces, comments, processing
/// instructions and text that consists of white space are skipped.
struct XMLDocument {
  struct Attribute {
    var name: String
    var value: String
  }

  struct Element {
    var name: String
    var attributes: [Attribute]
    var place: Place
    var end: Int
    var depth: Int

    /// The value of an attribute.
    subscript(name: String) -> String? {
      attributes.last { $0.name == name }?.value
    }
  }

  /// The location of an element.
  enum Place {
    /// The first byte of the start tag.
    case byte(Int)
    /// The line of the start tag's end, when the text is in another encoding than UTF-8.
    case line(Int)
    /// An object of an archive, by its name in messages.
    case object(String)
  }

  /// The first error that the parser found and continued after.
  struct Damage {
    var message: String
    var line: Int
    var column: Int
    /// A Boolean value that indicates whether the only error is that the text ended too early.
    var isTruncation: Bool
  }

  let source: SourceText
  let elements: [Element]
  /// The text inside elements, by their index.
  let texts: [Int: String]
  let damage: Damage?
  /// The first entity that the document type declares.
  let declaredEntity: String?

  /// The indices of an element's children.
  func children(of index: Int) -> [Int] {
    var result: [Int] = []
    var child = index + 1
    while child < elements[index].end {
      result.append(child)
      child = elements[child].end
    }
    return result
  }

  /// The first child with a name.
  func child(_ name: String, of index: Int) -> Int? {
    children(of: index).first { elements[$0].name == name }
  }

  func location(of index: Int) -> Location {
    switch elements[index].place {
    case .byte(let offset): source.location(at: offset)
    case .line(let line): Location(file: source.name, line: line)
    case .object(let path): Location(file: source.name, path: path)
    }
  }

  func location(of damage: Damage) -> Location {
    let column = damage.column > 0 ? damage.column : nil
    return Location(file: source.name, line: max(damage.line, 1), column: column)
  }
}

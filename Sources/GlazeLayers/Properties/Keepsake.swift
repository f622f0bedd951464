/// What a document says of an object that Glaze does not know, in its place among what it knows: writers put it
/// back.
package final class Keepsake: Sendable {
  /// One thing that a document says.
  package enum Part: Sendable, Equatable {
    /// A property, which the object itself holds.
    case known(String)
    /// An attribute of CAML.
    case attribute(String, String)
    /// Elements of one name, as XML.
    case element(String, String)
    /// A member of a JSON object, with its value as JSON.
    case member(String, String)

    /// What it is called.
    package var name: String {
      switch self {
      case .known(let name), .attribute(let name, _), .element(let name, _), .member(let name, _):
        name
      }
    }
  }

  /// What states call the object by.
  package let id: String?
  /// The class, where Glaze has none of that name.
  package let className: String?
  /// In the order of the document.
  package let parts: [Part]

  /// nil when there is nothing to keep.
  package init?(id: String? = nil, className: String? = nil, parts: [Part]) {
    let isAllKnown = parts.allSatisfy { if case .known = $0 { true } else { false } }
    if id == nil, className == nil, isAllKnown { return nil }
    self.id = id
    self.className = className
    self.parts = parts
  }
}

// Archives hold it as a list of texts: the id and the class, then three texts for each part.
extension Keepsake {
  package var texts: [String] {
    parts.reduce(into: [id ?? "", className ?? ""]) { result, part in
      switch part {
      case .known(let name): result += ["known", name, ""]
      case .attribute(let name, let value): result += ["attribute", name, value]
      case .element(let name, let xml): result += ["element", name, xml]
      case .member(let name, let json): result += ["member", name, json]
      }
    }
  }

  /// nil when there is nothing to keep, or nothing that can be read.
  package convenience init?(texts: [String]) {
    guard texts.count % 3 == 2 else { return nil }
    let parts = stride(from: 2, to: texts.count, by: 3).compactMap { place -> Part? in
      let (name, value) = (texts[place + 1], texts[place + 2])
      switch texts[place] {
      case "known": return .known(name)
      case "attribute": return .attribute(name, value)
      case "element": return .element(name, value)
      case "member": return .member(name, value)
      default: return nil
      }
    }
    let (id, className) = (texts[0], texts[1])
    self.init(
      id: id.isEmpty ? nil : id, className: className.isEmpty ? nil : className, parts: parts)
  }
}

extension CALayer {
  /// What a document says of the layer besides its properties; default nil.
  package final var keepsake: Keepsake? {
    get { objects.keepsake }
    set { objects.keepsake = newValue }
  }
}

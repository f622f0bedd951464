/// The unknown parts of an object in a document, with their positions among the known ones, so that
/// writers can restore them.
package final class Keepsake: Sendable {
  /// One part of an object in a document.
  package enum Part: Sendable, Equatable {
    /// A property, whose value the object itself holds.
    case known(String)
    /// An attribute of CAML.
    case attribute(String, String)
    /// Elements of one name, as XML.
    case element(String, String)
    /// A member of a JSON object, with its value as JSON.
    case member(String, String)

    /// The name of the part.
    package var name: String {
      switch self {
      case .known(let name), .attribute(let name, _), .element(let name, _), .member(let name, _):
        name
      }
    }
  }

  /// The identifier by which states refer to the object.
  package let id: String?
  /// The class, if Glaze has none of that name.
  package let className: String?
  /// The parts, in the order of the document.
  package let parts: [Part]

  /// Creates a keepsake; nil if there is nothing to retain.
  package init?(id: String? = nil, className: String? = nil, parts: [Part]) {
    let isAllKnown = parts.allSatisfy { if case .known = $0 { true } else { false } }
    if id == nil, className == nil, isAllKnown { return nil }
    self.id = id
    self.className = className
    self.parts = parts
  }
}

// Archives hold it as an array of strings: the id and the class, then three strings for each part.
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

  /// Reads a keepsake; nil if there is nothing to retain, or nothing that can be read.
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
  /// The attributes that a document gives to the layer in addition to its properties; default nil.
  package final var keepsake: Keepsake? {
    get { objects.keepsake }
    set { objects.keepsake = newValue }
  }
}

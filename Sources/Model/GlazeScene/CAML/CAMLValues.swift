import Foundation
import GlazeGeometry
import GlazeLayers

/// Reads the values of properties from CAML, from attributes and elements alike.
struct CAMLValues {
  /// A property as a document gives it.
  enum Given {
    /// An attribute of an element.
    case attribute(XMLDocument.Attribute, of: Int)
    /// A separate element.
    case element(Int)

    var place: Int {
      switch self {
      case .attribute(_, let index), .element(let index): index
      }
    }
  }

  /// The deepest nesting of the parameters of filters.
  private static let plainDepthLimit = 16

  let document: XMLDocument
  let assets: AssetStore
  let log: DiagnosticLog

  func name(of given: Given) -> String {
    switch given {
    case .attribute(let attribute, _): attribute.name
    case .element(let index): document.elements[index].name
    }
  }

  func error(_ problem: Problem, at index: Int) -> DocumentError {
    DocumentError(problem, at: document.location(of: index))
  }

  /// Runs a reader of text and reports where it failed.
  func checked<T>(
    _ name: String, at index: Int, _ body: () throws(ValueFailure) -> T
  ) throws(DocumentError) -> T {
    do {
      return try body()
    } catch {
      switch error {
      case .notFinite: throw self.error(.notFinite(of: name), at: index)
      case .expected(let what): throw self.error(.badValue(of: name, expected: what), at: index)
      }
    }
  }

  /// Reads a part of an object, and reports a value that cannot be read.
  ///
  /// Our choice: one unreadable value must not keep the rest of the document from being shown.
  func leavingOut(_ read: () throws(DocumentError) -> Void) throws(DocumentError) {
    do {
      try read()
    } catch {
      guard error.problem.isOfOneValue else { throw error }
      log.warn(error.problem, at: error.location)
    }
  }

  /// Reads a value of a kind; nil and `none` mean no value.
  ///
  /// - Returns: a `PropertyValue`, or an object when values of the kind are not stored in one.
  func value(
    _ given: Given, _ kind: PropertyKind, of name: String
  ) throws(DocumentError) -> Any? {
    switch given {
    case .attribute(let attribute, let index):
      return try value(attribute.value, opacity: nil, kind, of: name, at: index)
    case .element(let index):
      let element = document.elements[index]
      if element["type"] == "null" { return PropertyValue.none }
      switch kind {
      case .array(let inner): return try array(index, inner, of: name)
      case .filter: return try compositingFilter(index)
      case .filters: return try filters(index)
      case .object: return try plain(index)
      default: break
      }
      // A font is given by its name.
      let word = element["value"] ?? (kind == .font ? element["name"] : nil)
      let text = word ?? document.texts[index] ?? ""
      return try value(text, opacity: element["opacity"], kind, of: name, at: index)
    }
  }

  private func value(
    _ text: String, opacity: String?, _ kind: PropertyKind, of name: String, at index: Int
  ) throws(DocumentError) -> Any? {
    switch kind {
    case .bool:
      return try checked(name, at: index) { () throws(ValueFailure) in
        PropertyValue.bool(try CAMLText.bool(text))
      }
    case .int, .bits, .float, .double:
      return try checked(name, at: index) { () throws(ValueFailure) in
        try ValueChecks.number(try CAMLText.anyNumber(text[...].trimmingBlanks), kind, of: name)
      }
    case .color:
      if text.isEmpty { return PropertyValue.none }
      return try checked(name, at: index) { () throws(ValueFailure) in
        PropertyValue.color(try CAMLText.color(text, opacity: opacity))
      }
    case .point, .size, .rect, .transform, .affine, .colorMatrix:
      return try checked(name, at: index) { () throws(ValueFailure) in
        try CAMLText.structure(text, kind)
      }
    case .path: return try path(text, of: name, at: index)
    case .name(let names):
      if !names.contains(text) {
        log.warn(.unknownName(text, of: name), at: document.location(of: index))
      }
      return PropertyValue.string(text)
    case .string: return PropertyValue.string(text)
    case .array(let inner) where inner.isNumber:
      return try checked(name, at: index) { () throws(ValueFailure) in
        try CAMLText.numbers(text).map { number throws(ValueFailure) in
          try ValueChecks.number(number, inner, of: name).boxed(as: inner) ?? number
        }
      }
    case .image, .array, .layer, .layers, .cells, .filter, .filters, .font, .object,
      .timingFunction, .valueFunction, .animations:
      return text
    }
  }

  private func path(
    _ text: String, of name: String, at index: Int
  ) throws(DocumentError) -> PropertyValue {
    do {
      return .path(try CGPath(pathText: text))
    } catch {
      // An unreadable path must not keep the rest of the document from being shown.
      log.warn(
        .unreadablePath(of: name, reason: "\(error)"), at: document.location(of: index))
      return .path(CGPath(elements: PathElements()))
    }
  }

  // MARK: Unknown content

  /// Returns the parts of an object that Glaze does not know; nil when there are none.
  ///
  /// - Parameters:
  ///   - id: the id that states use for the object.
  ///   - isKnown: whether the object holds the property with a name.
  func keepsake(
    of givens: [Given], id: String? = nil, className: String? = nil, isKnown: (String) -> Bool
  ) -> Keepsake? {
    if let archived = givens.first(where: { self.name(of: $0) == ArchiveNames.keepsake }) {
      return Keepsake(texts: texts(in: archived.place))
    }
    let parts = givens.compactMap { given -> Keepsake.Part? in
      let name = name(of: given)
      if isKnown(name) { return .known(name) }
      // The object's own id, and the ids of the objects that it refers to.
      if case .attribute(let attribute, _) = given {
        return ["id", "type", "object"].contains(name) ? nil : .attribute(name, attribute.value)
      }
      return retained(given.place)
    }
    return Keepsake(id: id, className: className, parts: parts)
  }

  /// Returns the unknown parts that an archive stored for an element; nil when there are none.
  func archivedKeepsake(of index: Int) -> [String]? {
    document.child(ArchiveNames.keepsake, of: index).map(texts(in:))
  }

  private func texts(in list: Int) -> [String] {
    document.children(of: list).map { document.elements[$0]["value"] ?? "" }
  }

  /// Returns an element as it is written; JSON that CAML carried becomes JSON again.
  func retained(_ index: Int) -> Keepsake.Part {
    let element = document.elements[index]
    if element["type"] == "json", let json = element["value"] {
      return .member(element["name"] ?? element.name, json)
    }
    return .element(element.name, document.text(of: index))
  }

  // MARK: Lists and objects

  private func array(
    _ index: Int, _ kind: PropertyKind, of name: String
  ) throws(DocumentError) -> [Any] {
    var result: [Any] = []
    for child in document.children(of: index) {
      let value = try value(.element(child), kind, of: name)
      let item = (value as? PropertyValue).map { $0.boxed(as: kind) } ?? value
      guard let item else {
        throw error(.badValue(of: name, expected: "a list without gaps"), at: child)
      }
      result.append(item)
    }
    return result
  }

  /// Returns a string, a number, a list, or an object as a dictionary of its attributes and
  /// children.
  private func plain(_ index: Int, depth: Int = 0) throws(DocumentError) -> Any? {
    let element = document.elements[index]
    let type = element["type"] ?? element.name
    switch type {
    case "null": return nil
    case "string", "NSString", "NSAttributedString", "NSMutableAttributedString":
      return element["value"] ?? document.texts[index] ?? ""
    case "real", "integer":
      return try checked(element.name, at: index) { () throws(ValueFailure) in
        try CAMLText.number((element["value"] ?? "")[...])
      }
    case _ where depth >= Self.plainDepthLimit:
      throw error(.tooDeep(limit: Self.plainDepthLimit, of: "values of \(element.name)"), at: index)
    case _ where type == "NSArray" || isList(index):
      var list: [Any] = []
      for child in document.children(of: index) {
        list.append(try plain(child, depth: depth + 1) ?? NSNull())
      }
      return list
    default: return try dictionary(index, depth: depth)
    }
  }

  /// Returns whether an element without a type holds a list: only values, which have no keys.
  private func isList(_ index: Int) -> Bool {
    let children = document.children(of: index)
    return document.elements[index].attributes.isEmpty && !children.isEmpty
      && children.allSatisfy { ["real", "integer", "string"].contains(document.elements[$0].name) }
  }

  private func dictionary(_ index: Int, depth: Int) throws(DocumentError) -> [String: Any] {
    var result: [String: Any] = [:]
    for attribute in document.elements[index].attributes {
      result[attribute.name] =
        Double(attribute.value).flatMap { $0.isFinite ? $0 as Any : nil } ?? attribute.value
    }
    for child in document.children(of: index) {
      result[document.elements[child].name] = try plain(child, depth: depth + 1)
    }
    return result
  }
}

import Foundation
import GlazeGeometry
import GlazeLayers

/// Reads the values of properties out of CAML, from attributes and elements alike.
struct CAMLValues {
  /// A property as a document gives it.
  enum Given {
    /// An attribute of an element.
    case attribute(XMLDocument.Attribute, of: Int)
    /// An element of its own.
    case element(Int)

    var place: Int {
      switch self {
      case .attribute(_, let index), .element(let index): index
      }
    }
  }

  /// Parameters of filters nest no deeper than this.
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

  /// Runs a reader of text and says where it failed.
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

  /// Runs what reads a part of an object, and reports a value that cannot be read.
  ///
  /// Our choice: one value is no reason to show nothing of a document.
  func leavingOut(_ read: () throws(DocumentError) -> Void) throws(DocumentError) {
    do {
      try read()
    } catch {
      guard error.problem.isOfOneValue else { throw error }
      log.warn(error.problem, at: error.location)
    }
  }

  /// Reads a value of a kind; nil and `none` are "nothing".
  ///
  /// - Returns: a `PropertyValue`, or an object where values of the kind do not travel as such.
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
      // Fonts have a name.
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
      // One path is no reason to show nothing of a document.
      log.warn(
        .unreadablePath(of: name, reason: "\(error)"), at: document.location(of: index))
      return .path(CGPath(elements: PathElements()))
    }
  }

  // MARK: What is not known

  /// What an object is said to be beyond what Glaze knows; nil for nothing.
  ///
  /// - Parameters:
  ///   - id: what states call it by.
  ///   - isKnown: whether the object holds what is given under a name.
  func keepsake(
    of givens: [Given], id: String? = nil, className: String? = nil, isKnown: (String) -> Bool
  ) -> Keepsake? {
    if let archived = givens.first(where: { self.name(of: $0) == ArchiveNames.keepsake }) {
      return Keepsake(texts: texts(in: archived.place))
    }
    let parts = givens.compactMap { given -> Keepsake.Part? in
      let name = name(of: given)
      if isKnown(name) { return .known(name) }
      // What an object is called, and what other objects it stands for.
      if case .attribute(let attribute, _) = given {
        return ["id", "type", "object"].contains(name) ? nil : .attribute(name, attribute.value)
      }
      return kept(given.place)
    }
    return Keepsake(id: id, className: className, parts: parts)
  }

  /// What an archive keeps of what was said of an element besides; nil for none.
  func archivedKeepsake(of index: Int) -> [String]? {
    document.child(ArchiveNames.keepsake, of: index).map(texts(in:))
  }

  private func texts(in list: Int) -> [String] {
    document.children(of: list).map { document.elements[$0]["value"] ?? "" }
  }

  /// An element as it is; JSON that CAML carried comes out again.
  func kept(_ index: Int) -> Keepsake.Part {
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

  /// A text, a number, a list, or an object as a dictionary of its attributes and children.
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

  /// Whether an element that does not say so holds a list: nothing but values, which have no keys.
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

import Foundation
import GlazeGeometry
import GlazeLayers

// The values of properties, from attributes and elements alike.
extension CAMLSyntax {
  /// The deepest nesting of the parameters of filters.
  private static let plainDepthLimit = 16

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

  func value(
    _ given: Given, _ kind: PropertyKind, of name: String
  ) throws(DocumentError) -> ReadValue? {
    switch given {
    case .attribute(let attribute, let index):
      return try value(attribute.value, opacity: nil, kind, of: name, at: index)
    case .element(let index):
      let element = document.elements[index]
      if element["type"] == "null" { return .value(.none) }
      switch kind {
      case .array(let inner): return .object(try array(index, inner, of: name))
      case .filter: return try compositingFilter(index).map { .object($0) }
      case .filters: return try filters(given, of: name).map { .object($0) }
      case .object: return try plain(index).map { .object($0) }
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
  ) throws(DocumentError) -> ReadValue {
    switch kind {
    case .bool:
      return try checked(name, at: index) { () throws(ValueFailure) in
        .value(.bool(try CAMLText.bool(text)))
      }
    case .int, .bits, .float, .double:
      return try checked(name, at: index) { () throws(ValueFailure) in
        .value(try ValueChecks.number(try CAMLText.anyNumber(text[...]), kind, of: name))
      }
    case .color:
      if text.isEmpty { return .value(.none) }
      return try checked(name, at: index) { () throws(ValueFailure) in
        .value(.color(try CAMLText.color(text, opacity: opacity)))
      }
    case .point, .size, .rect, .transform, .affine, .colorMatrix:
      return try checked(name, at: index) { () throws(ValueFailure) in
        .value(try CAMLText.structure(text, kind))
      }
    case .path: return .value(try path(text, of: name, at: index))
    case .name(let names):
      if !names.contains(text) {
        warn(.unknownName(text, of: name), at: index)
      }
      return .value(.string(text))
    case .string: return .value(.string(text))
    case .array(let inner) where inner.isNumber:
      return try checked(name, at: index) { () throws(ValueFailure) in
        .object(
          try CAMLText.numbers(text).map { number throws(ValueFailure) in
            try ValueChecks.number(number, inner, of: name).boxed(as: inner) ?? number
          })
      }
    case .image, .array, .layer, .layers, .cells, .filter, .filters, .font, .object,
      .timingFunction, .valueFunction, .animations:
      return .object(text)
    }
  }

  private func path(
    _ text: String, of name: String, at index: Int
  ) throws(DocumentError) -> PropertyValue {
    do {
      return .path(try CGPath(pathText: text))
    } catch {
      // An unreadable path must not keep the rest of the document from being shown.
      warn(.unreadablePath(of: name, reason: "\(error)"), at: index)
      return .path(CGPath(elements: PathElements()))
    }
  }

  // MARK: Lists and objects

  private func array(
    _ index: Int, _ kind: PropertyKind, of name: String
  ) throws(DocumentError) -> [Any] {
    var result: [Any] = []
    for child in document.children(of: index) {
      guard let item = try value(.element(child), kind, of: name)?.boxed(as: kind) else {
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

  // MARK: Objects

  /// Returns the name of a filter type, or a filter: the element itself, or the only one inside it.
  private func compositingFilter(_ index: Int) throws(DocumentError) -> Any? {
    let element = document.elements[index]
    if element["filter"] != nil { return try filter(.element(index), of: element.name) }
    if let child = document.children(of: index).first {
      return try filter(.element(child), of: element.name)
    }
    let text = element["value"] ?? document.texts[index] ?? ""
    return text.isEmpty ? nil : text
  }

  func timingFunction(_ given: Given) throws(DocumentError) -> CAMediaTimingFunction {
    let text = word(given)
    let name = CAMediaTimingFunctionName(rawValue: text)
    if let function = CAMediaTimingFunction.named(name) { return function }
    do throws(ValueFailure) {
      return try ValueChecks.timingFunction(try CAMLText.numbers(text))
    } catch {
      throw expected(
        ValueChecks.shape(of: .timingFunction), of: "timingFunction", at: given.place)
    }
  }

  func behaviorInput(_ given: Given) -> CAEmitterBehavior.Input? {
    switch given {
    case .attribute(let attribute, _): return Self.input(attribute.value)
    case .element(let index):
      let inner = document.children(of: index)
      guard inner.isEmpty, let text = document.elements[index]["value"] else {
        return .list(inner.map { row($0) })
      }
      return Self.input(text)
    }
  }

  /// Returns a member of a list; `opacity` follows the components of a color.
  private func row(_ index: Int) -> [Double] {
    let element = document.elements[index]
    let numbers = Self.numbers(element["value"] ?? "") ?? []
    return numbers + (element["opacity"].flatMap(Double.init).map { [$0] } ?? [])
  }

  private static func input(_ text: String) -> CAEmitterBehavior.Input {
    numbers(text).map { .numbers($0) } ?? .text(text)
  }

  private static func numbers(_ text: String) -> [Double]? {
    let parts = text.split { $0 == " " || $0 == "," || $0 == ";" || $0.isNewline }
    let numbers = parts.compactMap { Double($0) }
    return numbers.count == parts.count && !numbers.isEmpty ? numbers : nil
  }
}

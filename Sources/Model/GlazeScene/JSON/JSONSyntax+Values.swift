import Foundation
import GlazeGeometry
import GlazeLayers

// The values of properties.
extension JSONSyntax {
  /// The deepest nesting of plain objects, such as parameters of filters.
  private static let plainDepthLimit = 16

  func value(
    _ given: JSONDocument.Member, _ kind: PropertyKind, of name: String
  ) throws(DocumentError) -> ReadValue? {
    switch kind {
    case .filter: try compositingFilter(given, of: name).map { .object($0) }
    case .filters: try filters(given, of: name).map { .object($0) }
    default: try value(given.value, kind, of: name)
    }
  }

  private func value(
    _ node: Int, _ kind: PropertyKind, of name: String
  ) throws(DocumentError) -> ReadValue? {
    switch kind {
    case .bool: return .value(.bool(try bool(node, of: name)))
    case .int, .float, .double: return .value(try number(node, kind, of: name))
    case .bits: return .value(try bits(node, of: name))
    case .point, .size, .rect, .transform, .affine, .color, .colorMatrix:
      return .value(try structure(node, kind, of: name))
    case .image: return try image(node, of: name).map { .object($0) }
    case .path: return .value(try path(node, of: name))
    case .string: return try text(node, of: name).map { .value(.string($0)) }
    case .font: return try text(node, of: name).map { .object($0) }
    case .name(let names): return .value(.string(try choice(node, names, of: name)))
    case .array(let element): return try array(node, element, of: name).map { .object($0) }
    case .object: return try plain(node, of: name).map { .object($0) }
    case .layer, .layers, .cells, .filter, .filters, .timingFunction, .valueFunction, .animations:
      throw expected(ValueChecks.shape(of: kind), of: name, at: node)
    }
  }

  // MARK: Scalars

  func bool(_ node: Int, of name: String) throws(DocumentError) -> Bool {
    switch document.kind(of: node) {
    case .true: return true
    case .false: return false
    case .number where document.number(at: node) == 0: return false
    case .number where document.number(at: node) == 1: return true
    default: throw expected("true or false", of: name, at: node)
    }
  }

  func number(
    _ node: Int, _ kind: PropertyKind = .double, of name: String
  ) throws(DocumentError) -> PropertyValue {
    // JSON has no literal for infinity.
    let isEndless =
      document.kind(of: node) == .string && document.string(at: node) == "inf"
    guard document.kind(of: node) == .number || isEndless else {
      throw expected(ValueChecks.shape(of: kind), of: name, at: node)
    }
    do {
      let number = isEndless ? .infinity : document.number(at: node)
      return try ValueChecks.number(number, kind, of: name)
    } catch {
      switch error {
      case .notFinite: throw self.error(.notFinite(of: name), at: node)
      case .expected(let what): throw expected(what, of: name, at: node)
      }
    }
  }

  /// Returns a string; nil for null.
  func text(_ node: Int, of name: String) throws(DocumentError) -> String? {
    switch document.kind(of: node) {
    case .string: return document.string(at: node)
    case .null: return nil
    default: throw expected("text", of: name, at: node)
    }
  }

  private func choice(
    _ node: Int, _ names: [String], of name: String
  ) throws(DocumentError) -> String {
    guard let text = try text(node, of: name) else {
      throw expected("one of \(names.joined(separator: ", "))", of: name, at: node)
    }
    if !names.contains(text) {
      warn(.unknownName(text, of: name), at: node)
    }
    return text
  }

  private func bits(_ node: Int, of name: String) throws(DocumentError) -> PropertyValue {
    guard document.kind(of: node) == .array else { return try number(node, .bits, of: name) }
    var bits = 0
    for child in document.children(of: node) {
      guard document.kind(of: child) == .string,
        let bit = BitNames.bit(document.string(at: child), of: name)
      else {
        let names = BitNames.names(of: name).joined(separator: ", ")
        throw expected("an integer or a list of \(names)", of: name, at: child)
      }
      bits |= bit
    }
    return .number(Double(bits))
  }

  // MARK: Structs

  private func numbers(_ node: Int, of name: String) throws(DocumentError) -> [Double]? {
    guard document.kind(of: node) == .array else { return nil }
    var result: [Double] = []
    result.reserveCapacity(16)
    var child = document.firstChild(of: node)
    while let place = child {
      guard document.kind(of: place) == .number else { return nil }
      let number = document.number(at: place)
      guard number.isFinite else { throw error(.notFinite(of: name), at: place) }
      result.append(number)
      child = document.sibling(of: place, in: node)
    }
    return result
  }

  private func structure(
    _ node: Int, _ kind: PropertyKind, of name: String
  ) throws(DocumentError) -> PropertyValue {
    if kind == .color, document.kind(of: node) == .null { return .none }
    if kind == .color, document.kind(of: node) == .string {
      if let color = CGColor.css(document.string(at: node)) { return .color(color) }
      let names = "a color of 3 or 4 numbers, #rrggbb, or a name such as \"red\""
      throw expected(names, of: name, at: node)
    }
    guard let numbers = try numbers(node, of: name),
      let value = ValueChecks.structure(numbers, kind)
    else { throw expected(ValueChecks.shape(of: kind), of: name, at: node) }
    return value
  }

  func color(_ node: Int, of name: String) throws(DocumentError) -> CGColor? {
    if case .color(let color) = try structure(node, .color, of: name) { color } else { nil }
  }

  /// Returns the background behind the root: a color, or a checkerboard.
  func background(_ node: Int) throws(DocumentError) -> CGColor? {
    if document.kind(of: node) == .string, document.string(at: node) == "checkerboard" {
      return .checkerboard
    }
    return try color(node, of: "background")
  }

  /// Returns a range of two times, the first before the second.
  func range(_ node: Int, of name: String) throws(DocumentError) -> Range<Double> {
    guard let pair = try numbers(node, of: name), pair.count == 2, pair[0] < pair[1] else {
      throw expected("two numbers, the smaller one first", of: name, at: node)
    }
    return pair[0]..<pair[1]
  }

  // MARK: Objects

  /// Returns the image of a file name, or of an object with options: `{"src": "a.png", "A8asL8":
  /// true, "tint": [1, 0, 0]}`.
  func image(_ node: Int, of name: String) throws(DocumentError) -> CGImage? {
    guard document.kind(of: node) == .object else {
      guard let file = try text(node, of: name) else { return nil }
      return try assets.image(
        ImageRequest(name: .plain(file)), at: document.location(of: node))
    }
    var request = ImageRequest(name: .plain(""))
    for member in document.members(of: node) {
      switch member.name {
      case "src": request.name = .plain(try text(member.value, of: "src") ?? "")
      case "A8asL8":
        if try bool(member.value, of: member.name) { request.meaning = .luminanceIsAlpha }
      case "contentsSwizzle":
        if try text(member.value, of: member.name) == "AAAA" { request.meaning = .alphaOnly }
      case "tint": request.tint = try color(member.value, of: "tint")?.extendedSRGB
      default: warn(.unknownProperty(member.name), at: member.key)
      }
    }
    return try assets.image(request, at: document.location(of: node))
  }

  private func path(_ node: Int, of name: String) throws(DocumentError) -> PropertyValue {
    guard let text = try text(node, of: name) else { return .none }
    do {
      return .path(try CGPath(svgPath: text))
    } catch {
      throw expected("an SVG path: \(error)", of: name, at: node)
    }
  }

  private func array(
    _ node: Int, _ element: PropertyKind, of name: String
  ) throws(DocumentError) -> [Any]? {
    if document.kind(of: node) == .null { return nil }
    guard document.kind(of: node) == .array else {
      throw expected(ValueChecks.shape(of: .array(element)), of: name, at: node)
    }
    var result: [Any] = []
    for child in document.children(of: node) {
      guard let item = try value(child, element, of: name)?.boxed(as: element) else {
        throw expected(ValueChecks.shape(of: element), of: name, at: child)
      }
      result.append(item)
    }
    return result
  }

  /// Returns a string, a number, or lists and dictionaries of them.
  func plain(
    _ node: Int, of name: String, depth: Int = 0
  ) throws(DocumentError) -> Any? {
    let kind = document.kind(of: node)
    // Empty containers do not count as nesting: CAML writes the same as attributes.
    guard depth < Self.plainDepthLimit || ![.array, .object].contains(kind) else {
      throw error(.tooDeep(limit: Self.plainDepthLimit, of: "values of \(name)"), at: node)
    }
    switch kind {
    case .null: return nil
    case .true: return true
    case .false: return false
    case .string: return document.string(at: node)
    case .number: return try number(node, of: name).double
    case .array:
      var list: [Any] = []
      for child in document.children(of: node) {
        list.append(try plain(child, of: name, depth: depth + 1) ?? NSNull())
      }
      return list
    case .object:
      var dictionary: [String: Any] = [:]
      for member in document.members(of: node) {
        dictionary[member.name] = try plain(member.value, of: name, depth: depth + 1)
      }
      return dictionary
    }
  }

  // MARK: Objects

  /// Returns the name of a filter type, or a filter; nil for null.
  private func compositingFilter(
    _ given: JSONDocument.Member, of name: String
  ) throws(DocumentError) -> Any? {
    switch document.kind(of: given.value) {
    case .null: nil
    case .string: document.string(at: given.value)
    default: try filter(given, of: name)
    }
  }

  /// Reads a timing function: a name, or four numbers.
  func timingFunction(_ given: JSONDocument.Member) throws(DocumentError) -> CAMediaTimingFunction {
    let node = given.value
    if document.kind(of: node) == .string {
      let name = CAMediaTimingFunctionName(rawValue: document.string(at: node))
      if let function = CAMediaTimingFunction.named(name) { return function }
    } else if document.kind(of: node) == .array {
      let numbers = document.children(of: node).map { document.number(at: $0) }
      do {
        return try ValueChecks.timingFunction(numbers)
      } catch {}
    }
    throw expected(ValueChecks.shape(of: .timingFunction), of: "timingFunction", at: node)
  }

  func behaviorInput(_ given: JSONDocument.Member) -> CAEmitterBehavior.Input? {
    switch document.kind(of: given.value) {
    case .string: return .text(document.string(at: given.value))
    case .number: return .numbers([document.number(at: given.value)])
    case .array:
      let rows = document.children(of: given.value).map { row($0) }
      return rows.allSatisfy { $0.count == 1 } ? .numbers(rows.flatMap { $0 }) : .list(rows)
    default: return nil
    }
  }

  /// Returns a single number, or the numbers of a list.
  private func row(_ node: Int) -> [Double] {
    let nodes = document.kind(of: node) == .array ? document.children(of: node) : [node]
    return nodes.filter { document.kind(of: $0) == .number }.map { document.number(at: $0) }
  }
}

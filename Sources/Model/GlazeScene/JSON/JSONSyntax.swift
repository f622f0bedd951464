import Foundation
import GlazeGeometry
import GlazeLayers

/// The syntax of JSON scenes.
///
/// An object is a JSON object with a `class`: `{"class": "CABasicAnimation", "keyPath": "opacity", "toValue": 1}`.
/// Layers, animations and filters have a usual class, which can be left out; an emitter behavior and a filter have a
/// `type`. States refer to layers by their ids or names:
/// `{"name": "on", "elements": [{"target": "lamp", "keyPath": "opacity", "value": 1}]}`.
struct JSONSyntax: DocumentSyntax {
  /// A member of an object; an item of a list is one without a name.
  typealias Given = JSONDocument.Member

  static let isStrict = true
  static let refersByName = true
  static let motion: Set<String> = ["animations"]
  static let filterNames: Set<String> = ["type", "filter", "name"]
  static let behaviorNames: Set<String> = ["type"]

  let document: JSONDocument
  let assets: AssetStore
  let log: DiagnosticLog
  let followed = FollowedLayers()

  // MARK: Places

  func location(of place: Int) -> Location { document.location(of: place) }
  func name(of given: Given) -> String { given.name }
  func place(of given: Given) -> Int { given.key }
  func valuePlace(of given: Given) -> Int { given.value }

  private func item(_ node: Int, of name: String) -> Given {
    Given(name: name, key: node, value: node)
  }

  // MARK: Objects

  func check(_ object: Int, as role: ObjectRole) throws(DocumentError) {
    guard document.kind(of: object) == .object else {
      let what = role == .animation ? "an object with a class" : "an object"
      throw expected(what, of: role.rawValue, at: object)
    }
  }

  /// Returns the members of an object; of several with the same name, the last one.
  func members(of object: Int) -> [Given] {
    let members = document.members(of: object)
    // Comparing a few short names takes less time than hashing them.
    if members.count <= 12, Self.areDistinct(members) { return members }
    var last: [String: Int] = [:]
    for (index, member) in members.enumerated() {
      if last.updateValue(index, forKey: member.name) != nil {
        warn(.duplicateKey(member.name), at: member.key)
      }
    }
    guard last.count < members.count else { return members }
    return members.enumerated().filter { last[$0.element.name] == $0.offset }.map(\.element)
  }

  private static func areDistinct(_ members: [Given]) -> Bool {
    members.indices.allSatisfy { index in
      !members[..<index].contains { $0.name == members[index].name }
    }
  }

  func isSkipped(_ given: Given, of object: Int) -> Bool {
    isIgnorable(given.name) || isForeign(given.value)
  }

  /// Actions belong to an application: documents preserve them, and nothing runs them.
  func isIgnorable(_ name: String) -> Bool {
    switch name {
    case "class", "id", "actions": true
    default: false
    }
  }

  func keepsake(
    of members: [Given], id: String?, className: String?, isKnown: (String) -> Bool
  ) -> Keepsake? {
    let parts = members.compactMap { member -> Keepsake.Part? in
      if member.name == "class" || member.name == "id" && id != nil { return nil }
      let isRead = member.name != "actions" && !isForeign(member.value) && isKnown(member.name)
      return isRead ? .known(member.name) : retained(member)
    }
    return Keepsake(id: id, className: className, parts: parts)
  }

  func leavingOut(_ read: () throws(DocumentError) -> Void) throws(DocumentError) { try read() }

  // MARK: Values

  func isNull(_ given: Given) -> Bool { document.kind(of: given.value) == .null }

  func image(_ given: Given, of owner: Int?) throws(DocumentError) -> CGImage? {
    try image(given.value, of: given.name)
  }

  func scalar(_ given: Given) -> Any? {
    switch document.kind(of: given.value) {
    case .true: true
    case .false: false
    case .number: document.number(at: given.value)
    case .string: document.string(at: given.value)
    case .null, .array, .object: nil
    }
  }

  func word(_ given: Given) throws(DocumentError) -> String {
    try text(given.value, of: given.name) ?? ""
  }

  func text(_ name: String, of object: Int) throws(DocumentError) -> String? {
    guard let value = document.value(of: object, key: name) else { return nil }
    return try text(value, of: name)
  }

  func member(_ name: String, of object: Int) -> Given? {
    document.value(of: object, key: name).map { Given(name: name, key: $0, value: $0) }
  }

  func items(of given: Given, expected what: String) throws(DocumentError) -> [Given]? {
    if isNull(given) { return nil }
    guard document.kind(of: given.value) == .array else {
      throw expected(what, of: given.name, at: given.value)
    }
    return document.children(of: given.value).map { item($0, of: given.name) }
  }

  func object(_ given: Given) -> Int { given.value }

  func reference(_ given: Given) throws(DocumentError) -> (id: String, place: Int)? {
    try text(given.value, of: given.name).map { ($0, given.value) }
  }

  // MARK: Layers

  func layerID(of object: Int) throws(DocumentError) -> String? { try text("id", of: object) }

  func layerClass(of object: Int) throws(DocumentError) -> (name: String, place: Int)? {
    guard let value = document.value(of: object, key: "class") else { return nil }
    return try text(value, of: "class").map { ($0, value) }
  }

  func layer(in given: Given) throws(DocumentError) -> Int? { isNull(given) ? nil : given.value }

  func sublayers(in given: Given) throws(DocumentError) -> (layers: [Int], strays: [Given]) {
    (try items(of: given, expected: "a list of layers")?.map(\.value) ?? [], [])
  }

  // MARK: Parts of layers

  func filterType(
    of given: Given, in property: String
  ) throws(DocumentError) -> (type: String, name: String?) {
    if document.kind(of: given.value) == .string { return (document.string(at: given.value), nil) }
    guard document.kind(of: given.value) == .object else {
      throw expected(
        "made of filters, which are objects with a type", of: property, at: given.value)
    }
    let name = try text("name", of: given.value)
    let (type, other) = (try text("type", of: given.value), try text("filter", of: given.value))
    guard let type = type ?? other ?? name else {
      throw expected("made of filters with a type or a name", of: property, at: given.value)
    }
    return (type, name)
  }

  func filterInput(
    _ given: Given, _ kind: PropertyKind, of name: String
  ) throws(DocumentError)
    -> Any?
  {
    try boxed(given, kind, of: name)
  }

  func behaviorType(of given: Given) throws(DocumentError) -> String {
    guard let type = member("type", of: given.value)?.value, document.kind(of: type) == .string
    else { throw expected("a list of objects with a type", of: given.name, at: given.value) }
    return document.string(at: type)
  }

  func animationClass(of object: Int) throws(DocumentError) -> String? {
    try text("class", of: object) ?? "CABasicAnimation"
  }

  func animationKey(of object: Int) throws(DocumentError) -> String? { try text("key", of: object) }

  // MARK: Unknown content

  /// Returns whether a value is CAML that JSON carries: an object whose only member is a string
  /// `caml`.
  private func isForeign(_ node: Int) -> Bool { foreignText(node) != nil }

  private func foreignText(_ node: Int) -> String? {
    guard document.kind(of: node) == .object else { return nil }
    let members = document.members(of: node)
    guard members.count == 1, members[0].name == "caml",
      document.kind(of: members[0].value) == .string
    else { return nil }
    return document.string(at: members[0].value)
  }

  /// Returns a member as it is written; CAML that JSON carried becomes CAML again.
  func retained(_ given: Given) -> Keepsake.Part {
    if let text = foreignText(given.value) { return .element(given.name, text) }
    if document.kind(of: given.value) == .string {
      return .attribute(given.name, document.string(at: given.value))
    }
    return .member(given.name, document.text(of: given.value))
  }

  // MARK: States

  /// Returns the objects of a list; a nil node is an empty list.
  func objects(_ list: Int?, of name: String) throws(DocumentError) -> [Int] {
    guard let list, document.kind(of: list) != .null else { return [] }
    let what = "a list of objects"
    guard document.kind(of: list) == .array else { throw expected(what, of: name, at: list) }
    let children = document.children(of: list)
    for child in children where document.kind(of: child) != .object {
      throw expected(what, of: name, at: child)
    }
    return children
  }

  func stateElements(of object: Int) throws(DocumentError) -> [(object: Int, list: String)] {
    var result: [(Int, String)] = []
    // `values` is an older name of the list, from when states could only set values.
    for list in ["values", "elements"] {
      result += try objects(member(list, of: object)?.value, of: list).map { ($0, list) }
    }
    return result
  }

  func stateElementClass(of object: Int, otherwise: String) throws(DocumentError) -> String {
    try text("class", of: object) ?? otherwise
  }

  func targetID(of object: Int) throws(DocumentError) -> String? {
    if isForeign(object) { return nil }
    if let id = try text("target", of: object) { return id }
    throw expected("the name of a layer", of: "target", at: object)
  }

  func layerReference(_ name: String, of object: Int) throws(DocumentError) -> LayerReference? {
    guard let given = member(name, of: object) else { return nil }
    if document.kind(of: given.value) == .object { return .described(given.value) }
    return .id(try word(given), place: given.value)
  }

  /// Returns the layers that the elements of states describe.
  func describedLayers(in states: Int?) -> [Int] {
    func children(_ node: Int?) -> [Int] {
      guard let node, document.kind(of: node) == .array else { return [] }
      return document.children(of: node)
    }
    return children(states).flatMap { children(member("elements", of: $0)?.value) }
      .compactMap { member("object", of: $0)?.value }
      .filter { document.kind(of: $0) == .object }
  }

  func retained(of object: Int, except known: Set<String>) -> [Keepsake.Part] {
    document.members(of: object)
      .filter { !known.contains($0.name) && !["elements", "values"].contains($0.name) }
      .map { retained($0) }
  }

  func retained(element object: Int) -> Keepsake.Part { retained(item(object, of: "elements")) }

  func keepsake(ofState object: Int, _ parts: [Keepsake.Part]) -> Keepsake? {
    Keepsake(parts: parts)
  }
}

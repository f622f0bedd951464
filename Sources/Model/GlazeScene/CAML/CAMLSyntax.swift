import GlazeLayers

/// The syntax of CAML, and of archives.
///
/// One rule explains nearly all of CAML: an element is an object of the class that its tag names or, when the tag is the
/// name of a property, of the class that `type` names; a property is an attribute or a child element. The tag of an
/// animation is its class, or `animation`, `p`, or the key itself.
struct CAMLSyntax: DocumentSyntax {
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

  static let isStrict = false
  static let refersByName = false
  static let motion = CAMLVocabulary.motion
  static let filterNames: Set<String> = ["filter", "name", "value"]
  static let behaviorNames: Set<String> = ["behavior", "type", "id"]

  let document: XMLDocument
  let assets: AssetStore
  let log: DiagnosticLog
  let followed = FollowedLayers()
  private let elementOfID: [String: Int]

  init(document: XMLDocument, assets: AssetStore, log: DiagnosticLog) {
    (self.document, self.assets, self.log) = (document, assets, log)
    var ids: [String: Int] = [:]
    for (index, element) in document.elements.enumerated() {
      if let id = element["id"], ids[id] == nil { ids[id] = index }
    }
    elementOfID = ids
  }

  // MARK: Places

  func location(of place: Int) -> Location { document.location(of: place) }
  func place(of given: Given) -> Int { given.place }
  func valuePlace(of given: Given) -> Int { given.place }

  func name(of given: Given) -> String {
    switch given {
    case .attribute(let attribute, _): attribute.name
    case .element(let index): document.elements[index].name
    }
  }

  // MARK: Objects

  /// Checks that a layer's element describes it and does not refer to another one.
  func check(_ object: Int, as role: ObjectRole) throws(DocumentError) {
    guard role == .layer, let id = document.elements[object]["object"] else { return }
    if let target = elementOfID[id], target <= object, object < document.elements[target].end {
      throw error(.cyclicReference(id), at: object)
    }
    warn(.reference(id), at: object)
  }

  func members(of object: Int) -> [Given] {
    document.elements[object].attributes.map { .attribute($0, of: object) }
      + document.children(of: object).map { .element($0) }
  }

  func isSkipped(_ given: Given, of object: Int) -> Bool {
    let name = name(of: given)
    guard name == "type" else { return isIgnorable(name) }
    guard case .attribute(let attribute, _) = given else { return false }
    // This is the class of an element that is named by a property; otherwise a gradient's or a transition's property.
    let tag = document.elements[object].name
    if isLayer(object) { return tag == "o" }
    return !CAAnimation.isKnown(tag) || CAAnimation.isKnown(attribute.value)
  }

  func isIgnorable(_ name: String) -> Bool { CAMLVocabulary.isIgnorable(name) }

  func keepsake(
    of members: [Given], id: String?, className: String?, isKnown: (String) -> Bool
  ) -> Keepsake? {
    if let archived = members.first(where: { name(of: $0) == ArchiveNames.keepsake }) {
      return Keepsake(texts: texts(in: archived.place))
    }
    let parts = members.compactMap { given -> Keepsake.Part? in
      let name = name(of: given)
      if isKnown(name) { return .known(name) }
      // The object's own id, and the ids of the objects that it refers to.
      if case .attribute(let attribute, _) = given {
        return ["id", "type", "object"].contains(name) ? nil : .attribute(name, attribute.value)
      }
      return retained(element: given.place)
    }
    return Keepsake(id: id, className: className, parts: parts)
  }

  /// Our choice: one unreadable value must not keep the rest of the document from being shown.
  func leavingOut(_ read: () throws(DocumentError) -> Void) throws(DocumentError) {
    do {
      try read()
    } catch {
      guard error.problem.isOfOneValue else { throw error }
      log.warn(error.problem, at: error.location)
    }
  }

  // MARK: Values

  func isNull(_ given: Given) -> Bool {
    if case .element(let index) = given { isNull(index) } else { false }
  }

  private func isNull(_ index: Int) -> Bool { document.elements[index]["type"] == "null" }

  func scalar(_ given: Given) -> Any? {
    if case .attribute(let attribute, _) = given { attribute.value } else { nil }
  }

  func word(_ given: Given) -> String {
    switch given {
    case .attribute(let attribute, _): attribute.value
    case .element(let index): word(at: index) ?? ""
    }
  }

  /// Returns the word that an element holds.
  private func word(at index: Int) -> String? {
    let element = document.elements[index]
    return element["value"] ?? element["name"] ?? element["controlPoints"]
      ?? document.texts[index]
  }

  func text(_ name: String, of object: Int) -> String? {
    if let text = document.elements[object][name] { return text }
    return document.child(name, of: object).flatMap { word(at: $0) }
  }

  func member(_ name: String, of object: Int) -> Given? {
    document.child(name, of: object).map { .element($0) }
  }

  func items(of given: Given, expected what: String) throws(DocumentError) -> [Given]? {
    guard case .element(let index) = given else {
      throw expected(what, of: name(of: given), at: given.place)
    }
    return isNull(index) ? nil : document.children(of: index).map { .element($0) }
  }

  func object(_ given: Given) -> Int { given.place }

  func reference(_ given: Given) -> (id: String, place: Int)? {
    switch given {
    case .attribute(let attribute, let index): return (attribute.value, index)
    case .element(let index):
      if isNull(index) { return nil }
      let id = [index, document.children(of: index).first].lazy.compactMap { $0 }
        .compactMap { document.elements[$0]["object"] ?? document.elements[$0]["id"] }.first
      return (id ?? "", index)
    }
  }

  // MARK: Layers

  /// Returns whether an element is a layer, judged by its tag.
  func isLayer(_ index: Int) -> Bool {
    let name = document.elements[index].name
    guard name.hasPrefix("CA") else { return name == "o" }
    return name.hasSuffix("Layer") || name.contains("Layer")
  }

  func layerID(of object: Int) -> String? { document.elements[object]["id"] }

  func layerClass(of object: Int) -> (name: String, place: Int)? {
    let element = document.elements[object]
    if isLayer(object), element.name != "o" { return (element.name, object) }
    return (element["type"] ?? "CALayer", object)
  }

  func layer(in given: Given) throws(DocumentError) -> Int? {
    guard case .element(let index) = given else {
      throw expected("a layer", of: name(of: given), at: given.place)
    }
    return isNull(index) ? nil : described(by: index)
  }

  /// Returns the element of a mask's layer, or of a layer that a state adds: the given element or
  /// one inside it.
  private func described(by index: Int) -> Int {
    guard document.elements[index].attributes.isEmpty else { return index }
    let children = document.children(of: index)
    if let only = children.first, children.count == 1, isLayer(only) { return only }
    return index
  }

  func sublayers(in given: Given) throws(DocumentError) -> (layers: [Int], strays: [Given]) {
    var layers: [Int] = []
    var strays: [Given] = []
    for item in try items(of: given, expected: "a list of layers") ?? [] {
      let (child, name) = (item.place, name(of: item))
      if isLayer(child) {
        if isReference(child) {
          try check(child, as: .layer)
        } else {
          layers.append(child)
        }
      } else if CAMLVocabulary.motion.contains(name) {
        // In damaged files, elements that follow the list can end up inside it.
        strays.append(item)
      } else if !CAMLVocabulary.isIgnorable(name) {
        warn(.notALayer(name), at: child)
      }
    }
    return (layers, strays)
  }

  /// Returns whether an element is only a reference to an object; a layer always has other
  /// contents.
  private func isReference(_ index: Int) -> Bool {
    let element = document.elements[index]
    return element["object"] != nil && element["bounds"] == nil
  }

  // MARK: Parts of layers

  func filterType(of given: Given, in property: String) -> (type: String, name: String?) {
    let element = document.elements[given.place]
    // A filter without a type is reported by its tag.
    let type = element["filter"] ?? element["value"] ?? element["name"] ?? element.name
    return (type, element["name"])
  }

  func filterInput(
    _ given: Given, _ kind: PropertyKind, of name: String
  ) throws(DocumentError) -> Any? {
    if kind == .object, case .attribute(let attribute, _) = given {
      return Double(attribute.value).flatMap { $0.isFinite ? $0 as Any : nil } ?? attribute.value
    }
    return try boxed(given, kind, of: name)
  }

  func behaviorType(of given: Given) -> String {
    let element = document.elements[given.place]
    return element["behavior"] ?? element["type"] ?? element.name
  }

  func animationClass(of object: Int) -> String? {
    let element = document.elements[object]
    if CAAnimation.isKnown(element.name) { return element.name }
    guard let name = element["type"] else {
      warn(.notAnAnimation(element.name), at: object)
      return nil
    }
    return name == "null" ? nil : name
  }

  func animationKey(of object: Int) -> String? {
    let element = document.elements[object]
    if let key = element["key"] { return key }
    let isTagged = ["animation", "p"].contains(element.name) || CAAnimation.isKnown(element.name)
    return isTagged ? nil : element.name
  }

  // MARK: Unknown content

  /// Returns the unknown parts that an archive stored for an element; nil when there are none.
  func archivedKeepsake(of index: Int) -> [String]? {
    document.child(ArchiveNames.keepsake, of: index).map(texts(in:))
  }

  private func texts(in list: Int) -> [String] {
    document.children(of: list).map { document.elements[$0]["value"] ?? "" }
  }

  /// Returns an element as it is written; JSON that CAML carried becomes JSON again.
  func retained(element index: Int) -> Keepsake.Part {
    let element = document.elements[index]
    if element["type"] == "json", let json = element["value"] {
      return .member(element["name"] ?? element.name, json)
    }
    return .element(element.name, document.text(of: index))
  }

  // MARK: States

  /// Returns the elements inside all elements of a name that are objects of a class.
  func objects(of className: String, in lists: String) -> [Int] {
    document.elements.indices.filter { document.elements[$0].name == lists }
      .flatMap { document.children(of: $0) }.filter { isNamed($0, className) }
  }

  private func isNamed(_ index: Int, _ name: String) -> Bool {
    let element = document.elements[index]
    return element.name == name || element["type"] == name
  }

  func stateElements(of object: Int) -> [(object: Int, list: String)] {
    let list = document.child("elements", of: object)
    return list.map { document.children(of: $0).map { ($0, "elements") } } ?? []
  }

  func stateElementClass(of object: Int, otherwise: String) -> String {
    let element = document.elements[object]
    return element.name.hasPrefix("LK") ? element.name : element["type"] ?? element.name
  }

  func targetID(of object: Int) -> String? { document.elements[object]["targetId"] ?? "" }

  func layerReference(_ name: String, of object: Int) -> LayerReference? {
    let child = document.child(name, of: object)
    if let child {
      let layer = described(by: child)
      if name == "object", isNamed(object, "LKStateAddElement"),
        document.elements[layer]["object"] == nil
      {
        return .described(layer)
      }
    }
    let inner = child.flatMap { document.children(of: $0).first }
    let id =
      document.elements[object][name + "Id"] ?? document.elements[object][name]
      ?? child.flatMap { document.elements[$0]["object"] }
      ?? inner.flatMap { document.elements[$0]["object"] }
    return child == nil && id == nil ? nil : .id(id ?? "", place: object)
  }

  /// The layers that the elements of states describe.
  var describedLayers: [Int] {
    document.elements.indices.filter { isNamed($0, "LKStateAddElement") }.compactMap { element in
      if case .described(let layer)? = layerReference("object", of: element) { layer } else { nil }
    }
  }

  func retained(of object: Int, except known: Set<String>) -> [Keepsake.Part] {
    document.elements[object].attributes.filter { !known.contains($0.name) }
      .map { .attribute($0.name, $0.value) }
  }

  func keepsake(ofState object: Int, _ parts: [Keepsake.Part]) -> Keepsake? {
    archivedKeepsake(of: object).map { Keepsake(texts: $0) } ?? Keepsake(parts: parts)
  }
}

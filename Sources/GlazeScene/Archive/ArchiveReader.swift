import Foundation
import GlazeLayers

/// Reads keyed archives of layers (`.caar`): turns them into the elements that CAML has for them.
///
/// Apple's writers of archives and of CAML ask layers for the same keys, and differ in how they wrap
/// values. So there is one reader of layers; here objects become elements, and values become text. No
/// class is looked up by a name in the file: an object is what `ArchivedForm` says of its class, or it is
/// left out with a warning.
struct ArchiveReader {
  /// What was read.
  struct Result {
    var document: XMLDocument
    var index: BundleIndex
    /// Pictures, by the names that elements call them by.
    var pictures: [String: [UInt8]]
  }

  /// An element that is still to be written, with what is in it.
  private struct Node {
    var name: String
    var attributes: [XMLDocument.Attribute] = []
    var children: [Node] = []
    /// Where the object is.
    var item: KeyedArchive.Item
    /// Whether the fields of a layer are still to be added: layers may be nested deeply, and wait for
    /// their turn.
    var isLayer = false

    mutating func set(_ name: String, _ value: String) {
      attributes.append(XMLDocument.Attribute(name: name, value: value))
    }
  }

  private typealias Item = KeyedArchive.Item

  /// Values nest no deeper than this.
  private static let depthLimit = 32

  private let archive: KeyedArchive
  private let log: DiagnosticLog
  private var elements: [XMLDocument.Element] = []
  private var pictures: [String: [UInt8]] = [:]
  private var written: Set<Int> = []

  private init(_ source: SourceText, _ log: DiagnosticLog) throws(DocumentError) {
    archive = try KeyedArchive(source)
    self.log = log
  }

  static func read(
    _ source: SourceText, log: DiagnosticLog
  ) throws(DocumentError) -> Result {
    var reader = try ArchiveReader(source, log)
    var index = BundleIndex(location: Location(file: source.name))
    try reader.write(try reader.root(&index))
    let document = XMLDocument(
      source: source, elements: reader.elements, texts: [:], damage: nil, declaredEntity: nil)
    return Result(document: document, index: index, pictures: reader.pictures)
  }

  /// What was archived, a layer; or what a dictionary has under `rootLayer`.
  private func root(_ index: inout BundleIndex) throws(DocumentError) -> Node {
    if let top = try archive.root() {
      let content = try archive.content(of: top)
      if case .object(.layer, _, let classes) = content { return layer(top, classes) }
      let members = try archive.members(of: content)
      if let item = members.first(where: { $0.name == "rootLayer" })?.item,
        case .object(.layer, let fields, let classes) = try archive.content(of: item)
      {
        try read(members, besideRoot: fields, into: &index)
        return layer(item, classes)
      }
    }
    let classes = try archive.someClasses(limit: 3).joined(separator: ", ")
    throw DocumentError(
      .notLayers(classes.isEmpty ? "nothing" : "objects of \(classes)"), at: index.location)
  }

  /// Reads what an `index.xml` says in bundles.
  ///
  /// Here `geometryFlipped` says which way y points inside of the root, so that the root's own flag is
  /// part of it. Observed: archives made from views have a plain root, and of editors on a Mac a flipped
  /// one; both say true, and only so both are upright.
  private func read(
    _ members: [KeyedArchive.Field], besideRoot root: [KeyedArchive.Field],
    into index: inout BundleIndex
  ) throws(DocumentError) {
    func text(_ name: String, in fields: [KeyedArchive.Field]) throws(DocumentError) -> String? {
      guard let item = fields.first(where: { $0.name == name })?.item,
        case .text(let text, _) = try archive.content(of: item)
      else { return nil }
      return text
    }
    if let isFlipped = try text("geometryFlipped", in: members) {
      index.isGeometryFlipped = try (isFlipped == "1") != (text("geometryFlipped", in: root) == "1")
    }
    func length(_ name: String) throws(DocumentError) -> Double {
      let number = try text(name, in: members).flatMap { Double($0) } ?? 0
      return number.isFinite ? number : 0
    }
    index.documentSize = CGSize(
      width: try length("documentWidth"), height: try length("documentHeight"))
  }

  // MARK: Elements

  private enum Step {
    case open(Node, depth: Int)
    case close(Int)
  }

  private mutating func write(_ root: Node) throws(DocumentError) {
    var steps = [Step.open(root, depth: 0)]
    while let step = steps.popLast() {
      switch step {
      case .close(let index): elements[index].end = elements.count
      case .open(var node, let depth):
        if node.isLayer { try addFields(toLayer: &node) }
        steps.append(.close(elements.count))
        elements.append(
          XMLDocument.Element(
            name: node.name, attributes: node.attributes, place: .object(node.item.path), end: 0,
            depth: depth))
        steps += node.children.reversed().map { .open($0, depth: depth + 1) }
      }
    }
  }

  /// An element that is a layer; CAML calls layers of classes with other names than Apple's `o`.
  private func layer(_ item: Item, _ classes: [String]) -> Node {
    let name = classes.first ?? "CALayer"
    let isApples = name.hasPrefix("CA") && name.contains("Layer")
    var node = Node(name: isApples ? name : "o", item: item, isLayer: true)
    if !isApples { node.set("type", name) }
    return node
  }

  private mutating func addFields(toLayer node: inout Node) throws(DocumentError) {
    let id = String(node.item.index)
    // A layer that is there a second time is a reference, as in CAML.
    guard written.insert(node.item.index).inserted else { return node.set("object", id) }
    node.set("id", id)
    let fields = try archive.fields(of: node.item)
    try add(fields, to: &node, depth: 0)
    guard let list = fields.first(where: { $0.name == "CALayerAnimations" })?.item else { return }
    let keys = fields.first { $0.name == "CALayerAnimationKeys" }?.item
    node.children.append(try animations(in: list, keys: keys))
  }

  /// Animations lie in one list, and their keys in another.
  private mutating func animations(
    in list: Item, keys: Item?
  ) throws(DocumentError) -> Node {
    var result = Node(name: "animations", item: list)
    var names: [KeyedArchive.Field] = []
    if let keys { names = try archive.members(of: try archive.content(of: keys)) }
    for (position, member) in try archive.members(of: try archive.content(of: list)).enumerated() {
      let content = try archive.content(of: member.item)
      guard var animation = try node(nil, member.item, content, depth: 1) else { continue }
      if names.indices.contains(position),
        case .text(let name, _) = try archive.content(of: names[position].item)
      {
        animation.set("key", name)
      }
      result.children.append(animation)
    }
    return result
  }

  private mutating func add(
    _ fields: [KeyedArchive.Field], to node: inout Node, depth: Int
  ) throws(DocumentError) {
    for (name, item) in fields where !Self.isSkipped(name) {
      let content = try archive.content(of: item)
      if case .text(let text, _) = content {
        node.set(name, text)
      } else if let child = try self.node(name, item, content, depth: depth + 1) {
        node.children.append(child)
      }
    }
  }

  /// What archives note for themselves, what is read apart, and what no reader asks for.
  private static func isSkipped(_ name: String) -> Bool {
    ["$class", "__CACodingContents", "CALayerAnimations", "CALayerAnimationKeys"].contains(name)
      || name != "type" && CAMLVocabulary.isIgnorable(name)
  }

  /// The members of a list as elements that are named by what they are.
  private mutating func nodes(
    in list: KeyedArchive.Content, depth: Int
  ) throws(DocumentError) -> [Node] {
    var result: [Node] = []
    for (_, member) in try archive.members(of: list) {
      let content = try archive.content(of: member)
      if let node = try node(nil, member, content, depth: depth + 1) { result.append(node) }
    }
    return result
  }

  /// An object as an element; nil, with a warning, when its class is not read.
  ///
  /// - Parameter property: what it is of a layer, which names the element; nil for a member of a list,
  ///   which is named by what it is itself.
  private mutating func node(
    _ property: String?, _ item: Item, _ content: KeyedArchive.Content, depth: Int
  ) throws(DocumentError) -> Node? {
    guard depth < Self.depthLimit else {
      throw DocumentError(.tooDeep(limit: Self.depthLimit), at: location(of: item))
    }
    var node = Node(name: property ?? content.tag, item: item)
    switch content {
    case .null: node.set("type", "null")
    case .text(let text, _): node.set("value", text)
    case .foreign(let type):
      log.warn(.foreignObject(type, of: node.name), at: location(of: item))
      return nil
    case .object(let form, let fields, let classes):
      switch form {
      case .color: try addColor(fields, to: &node)
      case .image: try addImage(fields, to: &node)
      case .list: node.children = try nodes(in: content, depth: depth)
      case .dictionary: try add(try archive.members(of: content), to: &node, depth: depth)
      case .layer:
        let layer = layer(item, classes)
        if property == nil { return layer }
        node.children = [layer]
      case .tintedImage:
        node.set("type", "CATintedImage")
        try add(fields, to: &node, depth: depth)
      case .filter, .animation, .cell:
        var object = Node(name: content.tag, item: item)
        try add(fields, to: &object, depth: depth)
        if form == .filter { object.attributes = object.attributes.map(Self.filterAttribute) }
        if property == nil { return object }
        node.children = [object]
      }
    }
    return node
  }

  /// CAML calls the type of a filter `filter`.
  private static func filterAttribute(
    _ attribute: XMLDocument.Attribute
  ) -> XMLDocument.Attribute {
    attribute.name == "type"
      ? XMLDocument.Attribute(name: "filter", value: attribute.value) : attribute
  }

  private func addColor(
    _ fields: [KeyedArchive.Field], to node: inout Node
  ) throws(DocumentError) {
    guard let rgb = try archive.numbers(["r", "g", "b"], in: fields) else {
      throw DocumentError(
        .badValue(of: node.name, expected: "a colour with r, g and b"), at: location(of: node.item))
    }
    node.set("type", "CGColor")
    node.set("value", KeyedArchive.text(rgb))
    if let alpha = try archive.numbers(["a"], in: fields) {
      node.set("opacity", KeyedArchive.text(alpha))
    }
  }

  /// A picture whose file is in the archive; its name is a place in it.
  private mutating func addImage(
    _ fields: [KeyedArchive.Field], to node: inout Node
  ) throws(DocumentError) {
    node.set("type", "CGImage")
    for (name, item) in fields {
      if name == "A8asL8", case .text(let text, _) = try archive.content(of: item) {
        node.set(name, text)
      }
      guard name == "data", let data = try archive.data(of: item) else { continue }
      let source = item.path
      node.set("src", source)
      if pictures[source] == nil {
        try archive.list.spend(data.count)
        pictures[source] = Array(archive.list.source.bytes[data])
      }
    }
  }

  private func location(of item: Item) -> Location {
    Location(file: archive.list.source.name, path: item.path)
  }
}

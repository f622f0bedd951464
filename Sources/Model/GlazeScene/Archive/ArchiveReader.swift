import Foundation
import GlazeLayers

/// Converts keyed archives of layers (`.caar`) into the elements that CAML has for them.
///
/// Apple's writers of archives and of CAML ask layers for the same keys, and differ only in how
/// they wrap values. So Glaze has one reader of layers: this type turns objects into elements and
/// values into text. No class is looked up by a name in the file: `ArchivedForm` decides by its
/// class what an object is, and an object of any other class is skipped with a warning.
struct ArchiveReader {
  /// The result of reading an archive.
  struct Result {
    var document: XMLDocument
    var index: BundleIndex
    /// The embedded images, by the names that elements refer to.
    var images: [String: [UInt8]]
  }

  /// An element that is still to be written, and its contents.
  private struct Node {
    var name: String
    var attributes: [XMLDocument.Attribute] = []
    var children: [Node] = []
    /// The location of the object in the archive.
    var item: KeyedArchive.Item
    /// A Boolean value that indicates whether the fields of a layer are still to be added.
    ///
    /// Layers may be deeply nested, so they wait in a queue.
    var isLayer = false

    mutating func set(_ name: String, _ value: String) {
      attributes.append(XMLDocument.Attribute(name: name, value: value))
    }
  }

  private typealias Item = KeyedArchive.Item

  /// The deepest nesting of values.
  private static let depthLimit = 32

  private let archive: KeyedArchive
  private let file: String
  private let log: DiagnosticLog
  private var elements: [XMLDocument.Element] = []
  private var images: [String: [UInt8]] = [:]
  private var written: Set<Int> = []

  private init(_ source: SourceText, _ log: DiagnosticLog) throws(LayerCodingError) {
    archive = try KeyedArchive(source.bytes)
    file = source.name
    self.log = log
  }

  static func read(
    _ source: SourceText, log: DiagnosticLog
  ) throws(DocumentError) -> Result {
    do throws(LayerCodingError) {
      return try readLayers(source, log: log)
    } catch {
      throw DocumentError(error, file: source.name)
    }
  }

  private static func readLayers(
    _ source: SourceText, log: DiagnosticLog
  ) throws(LayerCodingError) -> Result {
    var reader = try ArchiveReader(source, log)
    var index = BundleIndex(location: Location(file: source.name))
    try reader.write(try reader.root(&index))
    let document = XMLDocument(
      source: source, elements: reader.elements, texts: [:], damage: nil, declaredEntity: nil)
    return Result(document: document, index: index, images: reader.images)
  }

  /// Returns the archived layer, or the value of `rootLayer` in an archived dictionary.
  private mutating func root(_ index: inout BundleIndex) throws(LayerCodingError) -> Node {
    if let top = try archive.root() {
      let content = try archive.content(of: top)
      if case .object(.layer, _, let classes) = content { return layer(top, classes) }
      let members = try archive.members(of: content)
      if let item = members.first(where: { $0.name == ArchiveNames.Document.root })?.item,
        case .object(.layer, let fields, let classes) = try archive.content(of: item)
      {
        try read(members, besideRoot: fields, into: &index)
        return try document(of: layer(item, classes), members)
      }
    }
    let classes = try archive.someClasses(limit: 3).joined(separator: ", ")
    throw .notLayers(classes.isEmpty ? "nothing" : "objects of \(classes)")
  }

  /// Returns a root with the document's own properties around it, in CAML's spelling.
  private mutating func document(
    of root: Node, _ members: [KeyedArchive.Field]
  ) throws(LayerCodingError) -> Node {
    let names = CAMLFacts.names.subtracting([ArchiveNames.Document.isFlipped])
    var result = Node(name: "caml", item: root.item)
    try add(
      members.filter { names.contains($0.name) || $0.name == ArchiveNames.keepsake }, to: &result,
      depth: 0)
    result.children.append(root)
    return result
  }

  /// Reads the properties that bundles have in `index.xml`.
  ///
  /// In archives, `geometryFlipped` states which way y points inside the root, so that the root's
  /// own flag is included. Observed: archives of views have a root that is not flipped, and those
  /// of editors on a Mac have a flipped one; both say true, and only this reading shows both
  /// upright.
  private func read(
    _ members: [KeyedArchive.Field], besideRoot root: [KeyedArchive.Field],
    into index: inout BundleIndex
  ) throws(LayerCodingError) {
    func text(_ name: String, in fields: [KeyedArchive.Field]) throws(LayerCodingError) -> String? {
      guard let item = fields.first(where: { $0.name == name })?.item,
        case .text(let text, _) = try archive.content(of: item)
      else { return nil }
      return text
    }
    if let isFlipped = try text(ArchiveNames.Document.isFlipped, in: members) {
      index.isGeometryFlipped = try (isFlipped == "1") != (text("geometryFlipped", in: root) == "1")
    }
    func length(_ name: String) throws(LayerCodingError) -> Double {
      let number = try text(name, in: members).flatMap { Double($0) } ?? 0
      return number.isFinite ? number : 0
    }
    index.documentSize = CGSize(
      width: try length(ArchiveNames.Document.width),
      height: try length(ArchiveNames.Document.height))
  }

  // MARK: Elements

  private enum Step {
    case open(Node, depth: Int)
    case close(Int)
  }

  private mutating func write(_ root: Node) throws(LayerCodingError) {
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

  /// Returns a layer as an element; CAML uses `o` for classes that are not Apple's.
  private func layer(_ item: Item, _ classes: [String]) -> Node {
    // A class of an application counts as the first framework class that it inherits from.
    let name = classes.first { !$0.contains(".") } ?? "CALayer"
    let isApples = name.hasPrefix("CA") && name.contains("Layer")
    var node = Node(name: isApples ? name : "o", item: item, isLayer: true)
    if !isApples { node.set("type", name) }
    return node
  }

  private mutating func addFields(toLayer node: inout Node) throws(LayerCodingError) {
    let id = String(node.item.index)
    // A second occurrence of a layer is a reference, as in CAML.
    guard written.insert(node.item.index).inserted else { return node.set("object", id) }
    node.set("id", id)
    let fields = try archive.fields(of: node.item)
    try add(fields, to: &node, depth: 0)
    guard let list = fields.first(where: { $0.name == ArchiveNames.animations })?.item else {
      return
    }
    let keys = fields.first { $0.name == ArchiveNames.animationKeys }?.item
    node.children.append(try animations(in: list, keys: keys))
  }

  /// Reads the animations, which an archive stores in one list and their keys in another.
  private mutating func animations(
    in list: Item, keys: Item?
  ) throws(LayerCodingError) -> Node {
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
  ) throws(LayerCodingError) {
    for (name, item) in fields where !Self.isSkipped(name) {
      let content = try archive.content(of: item)
      if case .text(let text, _) = content {
        node.set(name, text)
      } else if let child = try self.node(name, item, content, depth: depth + 1) {
        node.children.append(child)
      }
    }
  }

  /// Bookkeeping fields of archives, fields that are read elsewhere, and fields that no reader
  /// needs.
  private static let skipped = [
    "$class", ArchiveNames.contents, ArchiveNames.animations, ArchiveNames.animationKeys,
  ]

  private static func isSkipped(_ name: String) -> Bool {
    skipped.contains(name)
      || !["type", ArchiveNames.keepsake].contains(name) && CAMLVocabulary.isIgnorable(name)
  }

  /// Returns the members of a list as elements, each named by its form.
  private mutating func nodes(
    in list: KeyedArchive.Content, depth: Int
  ) throws(LayerCodingError) -> [Node] {
    var result: [Node] = []
    for (_, member) in try archive.members(of: list) {
      let content = try archive.content(of: member)
      if let node = try node(nil, member, content, depth: depth + 1) { result.append(node) }
    }
    return result
  }

  /// Returns an object as an element, or nil with a warning when its class is not read.
  ///
  /// - Parameter property: the layer's property that holds the object, which names the element; nil
  ///   for a member of a list, which is named by its form.
  private mutating func node(
    _ property: String?, _ item: Item, _ content: KeyedArchive.Content, depth: Int
  ) throws(LayerCodingError) -> Node? {
    guard depth < Self.depthLimit else {
      throw .tooDeep(limit: Self.depthLimit, place: item.path)
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
      case .color:
        guard try addColor(fields, to: &node) else {
          let problem = Problem.badValue(of: node.name, expected: "a color with r, g and b")
          log.warn(problem, at: location(of: item))
          return nil
        }
      case .image: try addImage(fields, to: &node)
      case .list: node.children = try nodes(in: content, depth: depth)
      case .dictionary: try add(try archive.members(of: content), to: &node, depth: depth)
      case .layer where property == "sourceLayer": node.set("object", String(item.index))
      case .layer:
        let layer = layer(item, classes)
        if property == nil { return layer }
        node.children = [layer]
      case .tintedImage:
        node.set("type", "CATintedImage")
        try add(fields, to: &node, depth: depth)
      case .state: node.children = [try state(item, fields, content.tag, depth: depth)]
      case .filter, .animation, .cell, .behavior:
        var object = Node(name: content.tag, item: item)
        try add(form == .filter ? try filterFields(fields) : fields, to: &object, depth: depth)
        if property == nil { return object }
        node.children = [object]
      }
    }
    if property == nil, case .object(.state, _, _) = content { return node.children.first }
    return node
  }

  /// Adds a state, or one of its elements.
  ///
  /// Layers that are elsewhere in the tree are referred to by their ids, as in CAML.
  private mutating func state(
    _ item: Item, _ fields: [KeyedArchive.Field], _ tag: String, depth: Int
  ) throws(LayerCodingError) -> Node {
    var node = Node(name: tag, item: item)
    for (name, item) in fields where !Self.isSkipped(name) || name == "object" {
      let content = try archive.content(of: item)
      switch (name, content) {
      case ("object", .object(.layer, _, let classes)) where tag == "LKStateAddElement":
        node.children.append(Node(name: name, children: [layer(item, classes)], item: item))
      case (_, .object(.layer, _, _)): node.set(name + "Id", String(item.index))
      case ("animation", .object(.animation, let fields, let classes)):
        var animation = Node(name: name, item: item)
        animation.set("type", classes.first ?? "")
        try add(fields, to: &animation, depth: depth + 1)
        node.children.append(animation)
      case ("value", _):
        if let child = try self.node(name, item, content, depth: depth + 1) {
          node.children.append(child)
        }
      default: try add([(name, item)], to: &node, depth: depth)
      }
    }
    return node
  }

  /// Returns the fields of a filter by CAML's names, its inputs included.
  private func filterFields(
    _ fields: [KeyedArchive.Field]
  ) throws(LayerCodingError) -> [KeyedArchive.Field] {
    var result: [KeyedArchive.Field] = []
    for (name, item) in fields {
      switch name {
      case ArchiveNames.Filter.type: result.append(("filter", item))
      case ArchiveNames.Filter.name: result.append(("name", item))
      case ArchiveNames.Filter.inputs:
        result += try archive.members(of: try archive.content(of: item))
      default: result.append((name, item))
      }
    }
    return result
  }

  /// - Returns: false for a color with other components.
  private func addColor(
    _ fields: [KeyedArchive.Field], to node: inout Node
  ) throws(LayerCodingError) -> Bool {
    guard let rgb = try archive.numbers(ArchiveNames.colorParts, in: fields) else { return false }
    node.set("type", "CGColor")
    node.set("value", KeyedArchive.text(rgb))
    if let alpha = try archive.numbers([ArchiveNames.alpha], in: fields) {
      node.set("opacity", KeyedArchive.text(alpha))
    }
    return true
  }

  /// Adds an image whose file is in the archive; its name refers to its position there.
  private mutating func addImage(
    _ fields: [KeyedArchive.Field], to node: inout Node
  ) throws(LayerCodingError) {
    node.set("type", "CGImage")
    for (name, item) in fields {
      if name == ArchiveNames.isAlphaImage, case .text(let text, _) = try archive.content(of: item)
      {
        node.set(name, text)
      }
      guard name == ArchiveNames.imageData, let data = try archive.data(of: item) else { continue }
      let source = item.path
      node.set("src", source)
      if images[source] == nil {
        try archive.list.spend(data.count)
        images[source] = Array(archive.list.bytes[data])
      }
    }
  }

  private func location(of item: Item) -> Location {
    Location(file: file, path: item.path)
  }
}

/// The objects of a keyed archive, as they lie in its property list.
package struct KeyedArchive {
  /// An object, or a value inside of one.
  package struct Item {
    /// Where it is in the property list.
    package let index: Int
    /// What references to it, or to the object that it is in, say.
    package let uid: Int?

    /// What messages call it, and `plutil -p`.
    package var path: String { "$objects[\(uid ?? 0)]" }
  }

  /// What an archive knows an object by.
  package typealias Field = (name: String, item: Item)

  package let list: BinaryPropertyList
  private let objects: BinaryPropertyList.List
  private let top: Int

  /// Finds the objects.
  package init(_ bytes: [UInt8]) throws(LayerCodingError) {
    list = try BinaryPropertyList(bytes)
    var members: [String: Int] = [:]
    if case .dictionary(let keys, let values) = try list.object(list.top) {
      for position in 0..<keys.count {
        guard case .string(let key) = try list.object(try list.reference(position, in: keys)),
          key.hasPrefix("$")
        else { continue }
        members[key] = try list.reference(position, in: values)
      }
    }
    guard let objects = members["$objects"], let top = members["$top"],
      case .list(let all) = try list.object(objects)
    else {
      throw .notLayers("plain values")
    }
    self.objects = all
    self.top = top
  }

  /// What was archived: the object under `root`, or the only one.
  package func root() throws(LayerCodingError) -> Item? {
    let archived = try fields(of: Item(index: top, uid: nil))
    return (archived.first { $0.name == "root" } ?? archived.first)?.item
  }

  /// A value that may be inside of an object; what is none, or refers to none, is nil.
  package func value(of item: Item) throws(LayerCodingError) -> BinaryPropertyList.Object? {
    // Reference 0 is "$null".
    item.uid == 0 ? nil : try list.object(item.index)
  }

  /// What is at a place, references followed.
  package func item(at index: Int, inside owner: Int?) throws(LayerCodingError) -> Item {
    guard case .uid(let uid) = try list.object(index) else { return Item(index: index, uid: owner) }
    guard uid < objects.count else { throw list.damaged }
    return Item(index: try list.reference(uid, in: objects), uid: uid)
  }

  /// The fields of an object, in their order in the file; none for values.
  package func fields(of item: Item) throws(LayerCodingError) -> [Field] {
    guard case .dictionary(let keys, let values)? = try value(of: item) else { return [] }
    var result: [Field] = []
    for position in 0..<keys.count {
      let key = try list.object(try list.reference(position, in: keys))
      guard case .string(let name) = key else { throw list.damaged }
      let index = try list.reference(position, in: values)
      result.append((name, try self.item(at: index, inside: item.uid)))
    }
    return result
  }

  /// The items of a list; nil for anything else.
  package func items(of item: Item) throws(LayerCodingError) -> [Item]? {
    guard case .list(let members)? = try value(of: item) else { return nil }
    var result: [Item] = []
    for position in 0..<members.count {
      result.append(
        try self.item(at: try list.reference(position, in: members), inside: item.uid))
    }
    return result
  }

  /// The text of a value; nil for anything else.
  package func text(of item: Item) throws(LayerCodingError) -> String? {
    guard case .string(let text)? = try value(of: item) else { return nil }
    return text
  }

  /// The names of an object's class and of the classes that it inherits from; none for values.
  package func classes(of fields: [Field]) throws(LayerCodingError) -> [String] {
    guard let item = fields.first(where: { $0.name == "$class" })?.item else { return [] }
    return try classes(describedBy: item)
  }

  private func classes(describedBy item: Item) throws(LayerCodingError) -> [String] {
    let description = try fields(of: item)
    var names: [String] = []
    if let name = description.first(where: { $0.name == "$classname" })?.item {
      if let text = try text(of: name) { names.append(ArchiveNames.withoutModule(text)) }
    }
    if let chain = description.first(where: { $0.name == "$classes" })?.item {
      for item in try items(of: chain) ?? [] {
        guard let text = try text(of: item).map(ArchiveNames.withoutModule) else { continue }
        if !names.contains(text) { names.append(text) }
      }
    }
    return names
  }

  /// Some classes of what the archive holds, for a message; those of frameworks before Foundation's.
  package func someClasses(limit: Int) throws(LayerCodingError) -> [String] {
    var own: [String] = []
    var foundation: [String] = []
    for uid in 0..<objects.count where own.count < limit {
      let item = Item(index: try list.reference(uid, in: objects), uid: uid)
      guard let name = try classes(describedBy: item).first else { continue }
      if name.hasPrefix("NS") { foundation.append(name) } else { own.append(name) }
    }
    return Array((own.isEmpty ? foundation : own).prefix(limit))
  }
}

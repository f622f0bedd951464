/// The objects of a keyed archive, as stored in its property list.
package struct KeyedArchive {
  /// An object, or a value inside of one.
  package struct Item {
    /// The index in the property list.
    package let index: Int
    /// The number in references to the object, or to the object that contains it.
    package let uid: Int?

    /// The name in messages, and in the output of `plutil -p`.
    package var path: String { "$objects[\(uid ?? 0)]" }
  }

  /// The identity of an object in an archive.
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

  /// Returns the archived object: the one under `root`, or the only one.
  package func root() throws(LayerCodingError) -> Item? {
    let archived = try fields(of: Item(index: top, uid: nil))
    return (archived.first { $0.name == "root" } ?? archived.first)?.item
  }

  /// Returns a value that may be inside an object; nil if it is missing, or a reference to nothing.
  package func value(of item: Item) throws(LayerCodingError) -> BinaryPropertyList.Object? {
    // Reference 0 is "$null".
    item.uid == 0 ? nil : try list.object(item.index)
  }

  /// Returns the object at an index, after following references.
  package func item(at index: Int, inside owner: Int?) throws(LayerCodingError) -> Item {
    guard case .uid(let uid) = try list.object(index) else { return Item(index: index, uid: owner) }
    guard uid < objects.count else { throw list.damaged }
    return Item(index: try list.reference(uid, in: objects), uid: uid)
  }

  /// Returns the fields of an object, in their order in the file; none for values.
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

  /// Returns the items of an array; nil for anything else.
  package func items(of item: Item) throws(LayerCodingError) -> [Item]? {
    guard case .list(let members)? = try value(of: item) else { return nil }
    var result: [Item] = []
    for position in 0..<members.count {
      result.append(
        try self.item(at: try list.reference(position, in: members), inside: item.uid))
    }
    return result
  }

  /// Returns the string of a value; nil for anything else.
  package func text(of item: Item) throws(LayerCodingError) -> String? {
    guard case .string(let text)? = try value(of: item) else { return nil }
    return text
  }

  /// Returns the names of an object's class and its superclasses; none for values.
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

  /// Returns some classes in the archive for a message; those of frameworks before Foundation's.
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

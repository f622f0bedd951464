package import Foundation

/// Writes documents as `.caar` archives: a dictionary with the root and the properties of its
/// canvas.
package enum DocumentArchive {
  /// Returns the archive of a tree of layers, with its images, animations and states.
  ///
  /// Delegates and the layers' own drawings are omitted: archives contain the properties that were
  /// set.
  ///
  /// - Parameters:
  ///   - root: Layers nested to any depth; they are not changed.
  ///   - isGeometryFlipped: Whether y points down around the root.
  ///   - states: The states of the document; the layers are written as they are now.
  ///   - facts: Further values of the document, by name.
  ///   - keepsake: The parts of a document around its root.
  /// - Throws: `LayerCodingError.notArchivable`, for a value that archives cannot represent.
  /// - Complexity: O(size of the archive).
  package static func data(
    of root: CALayer, isGeometryFlipped: Bool, states: LKStateController?,
    facts: [(name: String, value: String)] = [], keepsake: Keepsake? = nil
  ) throws(LayerCodingError) -> Data {
    var beside: [(String, Any?)] = []
    if let states {
      beside.append((ArchiveNames.states, states.states.map(record)))
      beside.append((ArchiveNames.transitions, states.transitions.map(record)))
    }
    var document: [String: Any] = [
      ArchiveNames.Document.root: root,
      // The reader interprets it this way: the root's own flag is part of it.
      ArchiveNames.Document.isFlipped: NSNumber(value: isGeometryFlipped != root.isGeometryFlipped),
      ArchiveNames.Document.width: NSNumber(value: Double(root.bounds.width)),
      ArchiveNames.Document.height: NSNumber(value: Double(root.bounds.height)),
    ]
    for fact in facts { document[fact.name] = fact.value }
    if let keepsake { document[ArchiveNames.keepsake] = keepsake.texts }
    return try LayerArchiver.archive(
      document, of: root, adding: ArchivedRecord("CALayer", beside))
  }

  private static func record(_ state: LKState) -> ArchivedRecord {
    var fields: [(String, Any?)] = [("name", state.name)]
    if let base = state.basedOn { fields.append(("basedOn", base)) }
    if let texts = state.keepsake?.texts { fields.append((ArchiveNames.keepsake, texts)) }
    fields.append(("elements", state.elements.map(record)))
    return ArchivedRecord("LKState", fields)
  }

  /// Elements of a program's own classes cannot be represented; the archiver reports that error.
  private static func record(_ element: any LKStateElement) -> Any {
    let target = ("target", element.target as Any?)
    switch element {
    case let element as LKStateSetValue:
      return ArchivedRecord(
        "LKStateSetValue",
        [target, ("keyPath", element.keyPath), ("value", element.value)])
    case let element as LKStateAddElement:
      var fields: [(String, Any?)] = [
        target, ("keyPath", "sublayers"), ("object", element.object),
      ]
      if let next = element.beforeObject { fields.append(("beforeObject", next)) }
      return ArchivedRecord("LKStateAddElement", fields)
    case let element as LKStateRemoveElement:
      return ArchivedRecord(
        "LKStateRemoveElement",
        [target, ("keyPath", "sublayers"), ("object", element.object)])
    case let element as LKStateAddAnimation:
      return ArchivedRecord(
        "LKStateAddAnimation",
        [target, ("key", element.key), ("animation", element.animation)])
    case let element as LKStateRemoveAnimation:
      return ArchivedRecord("LKStateRemoveAnimation", [target, ("key", element.key)])
    default: return element
    }
  }

  private static func record(_ transition: LKStateTransition) -> ArchivedRecord {
    let elements = transition.elements.map {
      ArchivedRecord(
        "LKStateTransitionElement",
        [("target", $0.target), ("key", $0.key), ("animation", $0.animation)])
    }
    var fields: [(String, Any?)] = [
      ("fromState", transition.fromState), ("toState", transition.toState), ("elements", elements),
    ]
    if let texts = transition.keepsake?.texts { fields.append((ArchiveNames.keepsake, texts)) }
    return ArchivedRecord("LKStateTransition", fields)
  }
}

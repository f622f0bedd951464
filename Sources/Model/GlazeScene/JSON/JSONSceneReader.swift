import Foundation
import GlazeGeometry
import GlazeLayers
import GlazeText

/// Builds layers from a JSON scene.
///
/// The property table lists the properties that a layer can have; this file adds `class`,
/// `sublayers`, `mask`, `emitterCells` and `animations`.
struct JSONSceneReader {
  /// The deepest nesting of cells that emit cells.
  private static let cellDepthLimit = 16

  private let document: JSONDocument
  private let values: JSONValues
  private let log: DiagnosticLog
  private let undrawn: UndrawnReport
  private let animations: JSONAnimations
  /// The layers, by the names that states use for them.
  private var layerOfName: [String: CALayer] = [:]
  private var layerOfID: [String: CALayer] = [:]
  private var assembler = LayerAssembler()

  /// A layer that is still to be read.
  private struct Task {
    var node: Int
    var parent: Int?
    var role: LayerAssembler.Role
    var depth: Int
  }

  private init(document: JSONDocument, assets: AssetStore, log: DiagnosticLog) {
    self.document = document
    self.log = log
    values = JSONValues(document: document, assets: assets, log: log)
    undrawn = UndrawnReport(log: log)
    animations = JSONAnimations(values: values)
  }

  /// Reads a scene.
  ///
  /// - Throws: The first error; in strict mode, the first warning.
  static func read(
    _ document: JSONDocument, name: String, isFlipped: Bool?, assets: AssetStore, log: DiagnosticLog
  ) throws(DocumentError) -> DocumentContents {
    var reader = JSONSceneReader(document: document, assets: assets, log: log)
    return try reader.scene(name: name, isFlipped: isFlipped)
  }

  // MARK: The scene

  private mutating func scene(
    name: String, isFlipped: Bool?
  ) throws(DocumentError) -> DocumentContents {
    guard document.kind(of: 0) == .object else {
      throw values.expected("an object with a root", of: "the scene", at: 0)
    }
    let members = try uniqueMembers(of: 0)
    guard let rootNode = members.first(where: { $0.name == "root" })?.value else {
      throw values.error(.noRootLayer, at: 0)
    }
    var size = CGSize.zero
    var background: CGColor?
    var sceneName = name
    var isDown = true
    var loop: Range<Double>?
    var parts: [Keepsake.Part] = []
    for member in members {
      switch member.name {
      case "width": size.width = try length(member)
      case "height": size.height = try length(member)
      case "background": background = try values.background(member.value)
      case "name": sceneName = try values.text(member.value, of: "name") ?? name
      case "geometryFlipped": isDown = try values.bool(member.value, of: member.name)
      case "loop": loop = try values.range(member.value, of: member.name)
      case "root": parts.append(.known("root"))
      case "states", "stateTransitions": break
      default: parts.append(values.retained(member))
      }
    }
    let root = try layers(from: rootNode)
    let canvas = try canvas(of: root, rootNode, otherwise: size)
    DocumentContents.place(root)
    let stateList = members.first { $0.name == "states" }?.value
    let added = try addedLayers(stateList)
    let named = layerOfName.merging(layerOfID) { $1 }
    let states = try JSONStates(
      values: values, animations: animations, layers: named, added: added
    ).read(
      states: stateList, transitions: members.first { $0.name == "stateTransitions" }?.value)
    animations.followed.resolve(named, log)
    return DocumentContents(
      root: root, size: canvas, isGeometryFlipped: isFlipped ?? isDown, background: background,
      diagnostics: log.diagnostics, name: sceneName, states: states, loop: loop,
      images: ImageSource(values.assets), keepsake: Keepsake(parts: parts))
  }

  /// Returns the layers that states add, by their nodes.
  private mutating func addedLayers(_ states: Int?) throws(DocumentError) -> [Int: CALayer] {
    var added: [Int: CALayer] = [:]
    for node in JSONStates.addedObjects(in: states, of: document) {
      assembler = LayerAssembler()
      added[node] = try layers(from: node)
    }
    return added
  }

  private func length(_ member: JSONDocument.Member) throws(DocumentError) -> CGFloat {
    let value = try values.number(member.value, of: member.name).double ?? 0
    guard value > 0 else {
      throw values.expected("a number above 0", of: member.name, at: member.value)
    }
    return value
  }

  private func canvas(
    of root: CALayer, _ node: Int, otherwise size: CGSize
  ) throws(DocumentError) -> CGSize {
    if root.bounds.size == .zero { root.bounds.size = size }
    guard root.bounds.width > 0, root.bounds.height > 0 else {
      throw values.error(
        .noSize("the root's bounds are empty; give it bounds, or the scene width and height"),
        at: node)
    }
    return root.bounds.size
  }

  /// Returns the members of an object; of several with the same name, the last one.
  private func uniqueMembers(of node: Int) throws(DocumentError) -> [JSONDocument.Member] {
    let members = document.members(of: node)
    // Comparing a few short names takes less time than hashing them.
    if members.count <= 12, Self.areDistinct(members) { return members }
    var last: [String: Int] = [:]
    for (index, member) in members.enumerated() {
      if last.updateValue(index, forKey: member.name) != nil {
        log.warn(.duplicateKey(member.name), at: document.location(of: member.key))
      }
    }
    guard last.count < members.count else { return members }
    return members.enumerated().filter { last[$0.element.name] == $0.offset }.map(\.element)
  }

  private static func areDistinct(_ members: [JSONDocument.Member]) -> Bool {
    members.indices.allSatisfy { index in
      !members[..<index].contains { $0.name == members[index].name }
    }
  }

  // MARK: Layers

  private mutating func layers(from rootNode: Int) throws(DocumentError) -> CALayer {
    var tasks = [Task(node: rootNode, parent: nil, role: .sublayer, depth: 1)]
    while let task = tasks.popLast() {
      guard task.depth <= assembler.depthLimit else {
        throw values.error(.tooDeep(limit: assembler.depthLimit), at: task.node)
      }
      let (layer, inner) = try layer(task.node)
      if let name = layer.name, layerOfName[name] == nil { layerOfName[name] = layer }
      // Identifiers take precedence over names.
      if let id = layer.keepsake?.id { layerOfID[id] = layerOfID[id] ?? layer }
      if task.role == .mask, let mask = inner.first(where: { $0.role == .mask }) {
        log.warn(.leftOut(.maskOfMask), at: document.location(of: mask.node))
      }
      let index = assembler.add(layer, to: task.parent, as: task.role)
      for (node, role) in inner.reversed() {
        tasks.append(Task(node: node, parent: index, role: role, depth: task.depth + 1))
      }
    }
    guard let root = assembler.assemble() else { throw values.error(.noRootLayer, at: rootNode) }
    return root
  }

  private typealias Inner = [(node: Int, role: LayerAssembler.Role)]

  private func layer(_ node: Int) throws(DocumentError) -> (CALayer, Inner) {
    guard document.kind(of: node) == .object else {
      throw values.expected("an object", of: "a layer", at: node)
    }
    let members = try uniqueMembers(of: node)
    let layer = try makeLayer(members)
    undrawn.check(classOf: layer, at: document.location(of: node))
    var inner: Inner = []
    var late: [JSONDocument.Member] = []
    var set: [(LayerProperty, Int)] = []
    var parts: [Keepsake.Part] = []
    let properties = layer.properties
    for member in members where member.name != "class" && member.name != "id" {
      // Actions belong to an application: documents preserve them, and nothing runs them.
      if values.isForeign(member.value) || member.name == "actions" {
        parts.append(values.retained(member))
        continue
      }
      let property = properties[member.name]
      let isKnown = property != nil || Self.isKnown(member.name, in: properties)
      parts.append(isKnown ? .known(member.name) : values.retained(member))
      if member.name == "animations" {
        try animations.add(member.value, to: layer)
      } else if let property {
        if property.name == "frame" {
          late.append(member)
        } else {
          inner += try apply(property, member, to: layer)
          set.append((property, member.key))
        }
      } else {
        late.append(member)
      }
    }
    // `frame` depends on other properties and key paths change parts of them: both come last.
    for member in late { try applyLate(member, to: layer) }
    for (property, key) in set {
      undrawn.check(property, of: layer, at: document.location(of: key))
    }
    layer.keepsake = Keepsake(
      id: try text("id", members), className: try unknownClass(of: layer, members), parts: parts)
    return (layer, inner)
  }

  private func text(
    _ name: String, _ members: [JSONDocument.Member]
  ) throws(DocumentError) -> String? {
    guard let member = members.first(where: { $0.name == name }) else { return nil }
    return try values.text(member.value, of: name)
  }

  private func unknownClass(
    of layer: CALayer, _ members: [JSONDocument.Member]
  ) throws(DocumentError) -> String? {
    let name = try text("class", members)
    return name == layer.properties.className ? nil : name
  }

  /// Returns whether a name other than those of properties is the list of animations, or a part of a property.
  private static func isKnown(_ name: String, in properties: PropertyTable) -> Bool {
    if name == "animations" { return true }
    switch PropertyPath(name, in: properties) {
    case .property, .component: return true
    case .inside, .unknown: return false
    }
  }

  private func makeLayer(_ members: [JSONDocument.Member]) throws(DocumentError) -> CALayer {
    guard let member = members.first(where: { $0.name == "class" }) else { return CALayer() }
    guard let name = try values.text(member.value, of: "class") else { return CALayer() }
    if let layer = CALayer.make(className: name) { return layer }
    log.warn(.unknownClass(name), at: document.location(of: member.value))
    return CALayer()
  }

  /// Sets a property, or returns the layers that it holds.
  private func apply(
    _ property: LayerProperty, _ member: JSONDocument.Member, to layer: CALayer
  ) throws(DocumentError) -> Inner {
    let isNull = document.kind(of: member.value) == .null
    switch property.kind {
    case .layer: return isNull ? [] : [(member.value, .mask)]
    case .layers:
      if isNull { return [] }
      guard document.kind(of: member.value) == .array else {
        throw values.expected("a list of layers", of: property.name, at: member.value)
      }
      return document.children(of: member.value).map { ($0, .sublayer) }
    case .object where property.name == "emitterBehaviors":
      layer.setValue(
        try JSONBehaviors(values: values).read(member.value), forKey: property.name)
    case .cells:
      layer.setValue(try cells(member.value, depth: 0), forKey: property.name)
    default:
      let value = try values.value(member.value, property.kind, of: property.name)
      if !property.writeObject(value, to: layer) {
        log.warn(.unknownProperty(member.name), at: document.location(of: member.key))
      }
    }
    return []
  }

  private func applyLate(
    _ member: JSONDocument.Member, to layer: CALayer
  ) throws(DocumentError) {
    switch PropertyPath(member.name, in: layer.properties) {
    case .property(let property): _ = try apply(property, member, to: layer)
    case .component(let property, let component):
      let part = try values.value(member.value, component.kind, of: member.name)
      if let part = part as? PropertyValue,
        let whole = property.read(layer).replacing(component, with: part)
      {
        property.write(whole, to: layer)
      }
    case .inside, .unknown:
      if CAMLVocabulary.isIgnorable(member.name) { break }
      log.warn(.unknownProperty(member.name), at: document.location(of: member.key))
    }
  }

  // MARK: Emitter cells

  private func cells(_ node: Int, depth: Int) throws(DocumentError) -> [CAEmitterCell]? {
    guard depth < Self.cellDepthLimit else {
      throw values.error(.tooDeep(limit: Self.cellDepthLimit, of: "emitter cells"), at: node)
    }
    if document.kind(of: node) == .null { return nil }
    guard document.kind(of: node) == .array else {
      throw values.expected("a list of emitter cells", of: "emitterCells", at: node)
    }
    var result: [CAEmitterCell] = []
    for child in document.children(of: node) {
      guard document.kind(of: child) == .object else {
        throw values.expected("an object", of: "an emitter cell", at: child)
      }
      result.append(try cell(child, depth: depth))
    }
    return result
  }

  private func cell(_ node: Int, depth: Int) throws(DocumentError) -> CAEmitterCell {
    let cell = CAEmitterCell()
    var parts: [Keepsake.Part] = []
    defer { cell.keepsake = Keepsake(parts: parts) }
    for member in try uniqueMembers(of: node) where member.name != "class" {
      let isKnown =
        !values.isForeign(member.value)
        && (cell.properties[member.name] != nil || CAEmitterCell.privateKeys.contains(member.name))
      parts.append(isKnown ? .known(member.name) : values.retained(member))
      if values.isForeign(member.value) { continue }
      guard let property = cell.properties[member.name] else {
        if CAEmitterCell.privateKeys.contains(member.name),
          let value = privateValue(member.value)
        {
          cell.setValue(value, forKey: member.name)
          continue
        }
        log.warn(.unknownProperty(member.name), at: document.location(of: member.key))
        continue
      }
      if property.kind == .cells {
        cell.emitterCells = try cells(member.value, depth: depth + 1)
      } else {
        let value = try values.value(member.value, property.kind, of: property.name)
        property.writeObject(value, to: cell)
      }
    }
    return cell
  }

  /// Returns a number or a string.
  private func privateValue(_ node: Int) -> Any? {
    switch document.kind(of: node) {
    case .number: document.number(at: node)
    case .string: document.string(at: node)
    default: nil
    }
  }
}

import Foundation
import GlazeGeometry
import GlazeLayers
import GlazeText

/// Reads the layers of a document in any syntax.
///
/// The property table lists the properties that a layer can have.
struct LayerReader<Syntax: DocumentSyntax> {
  typealias Given = Syntax.Given
  private typealias Inner = [(object: Int, role: LayerAssembler.Role)]

  let syntax: Syntax
  private let undrawn: UndrawnReport
  private var layerOfName: [String: CALayer] = [:]
  private var layerOfID: [String: CALayer] = [:]
  private var rolesOfClass: [ObjectIdentifier: MemberRoles] = [:]

  /// A layer that is still to be read.
  private struct Task {
    var object: Int
    var parent: Int?
    var role: LayerAssembler.Role
    var depth: Int
  }

  init(_ syntax: Syntax) {
    self.syntax = syntax
    undrawn = UndrawnReport(log: syntax.log)
  }

  /// The layers that were read, by the texts that refer to them: ids take precedence over names.
  var layers: [String: CALayer] { layerOfName.merging(layerOfID) { $1 } }

  /// Reads a layer and all layers in it.
  mutating func tree(at root: Int) throws(DocumentError) -> CALayer {
    var assembler = LayerAssembler()
    var tasks = [Task(object: root, parent: nil, role: .sublayer, depth: 1)]
    while let task = tasks.popLast() {
      guard task.depth <= assembler.depthLimit else {
        throw syntax.error(.tooDeep(limit: assembler.depthLimit), at: task.object)
      }
      let (layer, inner) = try layer(task.object)
      if task.role == .mask, let mask = inner.first(where: { $0.role == .mask }) {
        syntax.warn(.leftOut(.maskOfMask), at: mask.object)
      }
      let index = assembler.add(layer, to: task.parent, as: task.role)
      for (object, role) in inner.reversed() {
        tasks.append(Task(object: object, parent: index, role: role, depth: task.depth + 1))
      }
    }
    guard let root = assembler.assemble() else { throw syntax.error(.noRootLayer, at: root) }
    return root
  }

  // MARK: A layer

  private mutating func layer(_ object: Int) throws(DocumentError) -> (CALayer, Inner) {
    try syntax.check(object, as: .layer)
    let className = try syntax.layerClass(of: object)
    let layer = makeLayer(className)
    undrawn.check(classOf: layer, at: syntax.location(of: object))
    var inner: Inner = []
    var late: [(Given, MemberRole)] = []
    var suspects: [(LayerProperty, Int)] = []
    let members = syntax.members(of: object)
    let roles = roles(of: layer.properties)
    var heldCount = 0
    for given in members where !syntax.isSkipped(given, of: object) {
      let role = roles[syntax.name(of: given)]
      heldCount += role.isHeld ? 1 : 0
      switch role {
      case .motion:
        try syntax.leavingOut { () throws(DocumentError) in try readMotion(given, of: layer) }
      case .hidden: reportPrivate(given)
      case .property(let property):
        try syntax.leavingOut { () throws(DocumentError) in
          inner += try apply(property, given, of: object, to: layer)
          if undrawn.suspects(property) { suspects.append((property, syntax.place(of: given))) }
        }
      case .derived, .component, .unknown: late.append((given, role))
      }
    }
    // `frame` depends on other properties and key paths change parts of them: both come last.
    for (given, role) in late {
      try syntax.leavingOut { () throws(DocumentError) in
        try applyLate(role, given, of: object, to: layer)
      }
    }
    for (property, place) in suspects {
      undrawn.check(property, of: layer, at: syntax.location(of: place))
    }
    let unknown = className?.name == layer.properties.className ? nil : className?.name
    let holdsAll = heldCount == members.count && unknown == nil
    try keep(object, holdsAll ? [] : members, unknown, layer, roles)
    return (layer, inner)
  }

  private mutating func roles(of properties: PropertyTable) -> MemberRoles {
    let key = ObjectIdentifier(properties)
    if let roles = rolesOfClass[key] { return roles }
    let roles = MemberRoles(properties, motion: Syntax.motion)
    rolesOfClass[key] = roles
    return roles
  }

  private func makeLayer(_ className: (name: String, place: Int)?) -> CALayer {
    guard let (name, place) = className else { return CALayer() }
    if let layer = CALayer.make(className: name) { return layer }
    syntax.warn(.unknownClass(name), at: place)
    return CALayer()
  }

  /// Retains the unknown parts of a layer, and records it for references.
  ///
  /// - Parameters:
  ///   - members: The members; none when the layer holds what all of them say.
  ///   - className: The name of the layer's class if Glaze has none of that name.
  private mutating func keep(
    _ object: Int, _ members: [Given], _ className: String?, _ layer: CALayer,
    _ roles: MemberRoles
  ) throws(DocumentError) {
    let id = try syntax.layerID(of: object)
    let properties = layer.properties
    layer.keepsake = syntax.keepsake(
      of: members, id: id, className: className
    ) { name in
      if syntax.isIgnorable(name) { return name == "type" && properties[name] != nil }
      return roles[name].isHeld
    }
    if let id, layerOfID[id] == nil { layerOfID[id] = layer }
    if Syntax.refersByName, let name = layer.name, layerOfName[name] == nil {
      layerOfName[name] = layer
    }
  }

  // MARK: Members

  /// Reads animations and behaviors; states are read when all layers exist.
  private func readMotion(_ given: Given, of layer: CALayer) throws(DocumentError) {
    switch syntax.name(of: given) {
    case "animations": try syntax.addAnimations(given, to: layer)
    case "emitterBehaviors":
      guard let emitter = layer as? CAEmitterLayer else { break }
      emitter.emitterBehaviors = try syntax.behaviors(given)
    default: break
    }
  }

  /// Reports a private property of Apple's whose value has a visible effect.
  private func reportPrivate(_ given: Given) {
    let name = syntax.name(of: given)
    guard let scalar = syntax.scalar(given) else { return }
    let text = (scalar as? Double).map { NumberText.text($0) } ?? "\(scalar)"
    // Images with this value are read as it demands.
    if name == "contentsSwizzle", text == "AAAA" { return }
    if CAMLVocabulary.privateProperties[name]?.contains(text) == false {
      syntax.warn(.notDrawn(name), at: syntax.place(of: given))
    }
  }

  /// Sets a property, or returns the layers that it holds.
  private func apply(
    _ property: LayerProperty, _ given: Given, of object: Int, to layer: CALayer
  ) throws(DocumentError) -> Inner {
    switch property.kind {
    case .layer: return try syntax.layer(in: given).map { [($0, .mask)] } ?? []
    case .layers:
      let (sublayers, strays) = try syntax.sublayers(in: given)
      for stray in strays { try readMotion(stray, of: layer) }
      return sublayers.map { ($0, .sublayer) }
    case .object where property.name == "emitterBehaviors":
      layer.setValue(try syntax.behaviors(given), forKey: property.name)
    case .cells: layer.setValue(try syntax.cells(given), forKey: property.name)
    case .image:
      let image = try syntax.image(given, of: object)
      syntax.set(property, to: image.map { .object($0) }, of: layer, at: given)
    default:
      let value = try syntax.value(given, property.kind, of: property.name)
      if property.name == "string", case .object(let object)? = value, !(object is String) {
        throw syntax.expected("a text", of: property.name, at: syntax.valuePlace(of: given))
      }
      syntax.set(property, to: value, of: layer, at: given)
    }
    return []
  }

  private func applyLate(
    _ role: MemberRole, _ given: Given, of object: Int, to layer: CALayer
  ) throws(DocumentError) {
    let name = syntax.name(of: given)
    switch role {
    case .derived(let property): _ = try apply(property, given, of: object, to: layer)
    case .component(let property, let component):
      if case .value(let part)? = try syntax.value(given, component.kind, of: name),
        let whole = property.read(layer).replacing(component, with: part)
      {
        property.write(whole, to: layer)
      }
    case .motion, .hidden, .property, .unknown:
      if CAMLVocabulary.isIgnorable(name) { break }
      if !layer.properties.isClassDrawn, let scalar = syntax.scalar(given) {
        // The class was reported; its private keys are retained for an application that draws it.
        layer.setValue(scalar, forKey: name)
      } else {
        syntax.warn(.unknownProperty(name), at: syntax.place(of: given))
      }
    }
  }
}

import Foundation
import GlazeDrawing
import GlazeGeometry
import GlazeLayers
import GlazeText

/// Makes forms of layers and of their parts: the values that differ from the defaults, in the order
/// of the source document or else of the property table.
struct FormBuilder {
  /// The deepest nesting of groups and cells, the same as in reading.
  private static let depthLimit = 16

  private var pristine = PristineObjects()
  /// Readable descriptions of the content that could not be written.
  private(set) var notes: [String] = []
  /// The ids that states and animations use for layers.
  var ids: [ObjectIdentifier: String] = [:]

  mutating func note(_ text: String) {
    if !notes.contains(text), notes.count < DiagnosticLog.limit { notes.append(text) }
  }

  // MARK: Layers

  mutating func form(of layer: CALayer) -> ObjectForm {
    let drawn = Self.drawnImage(of: layer)
    let replaced =
      drawn != nil && layer.drawsItself && layer.properties.className == "CATextLayer"
    let table = replaced ? PropertyTable.layer : layer.properties
    var members = members(of: layer, table, layer.keepsake)
    members += customMembers(layer.customKeys, layer.keepsake) { layer.value(forKey: $0) }
    if let drawn { members += Self.contents(drawn) }
    if let sublayers = layer.sublayers, !sublayers.isEmpty {
      members.append(ObjectForm.Member(name: "sublayers", value: .sublayers(sublayers)))
    }
    if let mask = layer.mask {
      members.append(ObjectForm.Member(name: "mask", value: .mask(mask)))
    }
    if let motion = animations(of: layer) { members.append(motion) }
    return ObjectForm(
      className: layer.keepsake?.className ?? table.className, id: ids[ObjectIdentifier(layer)],
      members: Self.ordered(members, layer.keepsake))
  }

  /// Returns the image that a layer drew if a file cannot describe the drawing: it was made by code
  /// or of attributed text.
  static func drawnImage(of layer: CALayer) -> (image: CGImage, part: CGSize)? {
    guard let backing = layer.drawing?.backing else { return nil }
    if layer.properties.className == "CATextLayer" {
      guard let text = layer.value(forKey: "string"), !(text is String) else { return nil }
    }
    return (backing.image, backing.coveredPart)
  }

  private static func contents(_ drawn: (image: CGImage, part: CGSize)) -> [ObjectForm.Member] {
    let shown = CGRect(origin: .zero, size: drawn.part)
    let all = CGRect(x: 0, y: 0, width: 1, height: 1)
    return [ObjectForm.Member(name: "contents", value: .image(drawn.image))]
      + (shown == all
        ? [] : [ObjectForm.Member(name: "contentsRect", value: .value(.rect(shown), .rect))])
  }

  private mutating func animations(of layer: CALayer) -> ObjectForm.Member? {
    let forms = layer.attachedAnimations.compactMap { attached in
      form(of: attached.animation, key: attached.key, in: layer.properties)
    }
    return forms.isEmpty ? nil : ObjectForm.Member(name: "animations", value: .objects(forms))
  }

  // MARK: Animations and cells

  mutating func form(
    of animation: CAAnimation, key: String?, in table: PropertyTable, depth: Int = 0
  ) -> ObjectForm? {
    guard depth < Self.depthLimit else {
      note(
        "groups of animations are nested deeper than \(Self.depthLimit) levels; the rest is omitted"
      )
      return nil
    }
    let path = (animation as? CAPropertyAnimation)?.keyPath
    var members = members(of: animation, animation.properties, animation.keepsake, moving: table)
    members += customMembers(animation.customKeys, animation.keepsake) {
      animation.value(forKey: $0)
    }
    if let key, key != path {
      members.insert(ObjectForm.Member(name: "key", value: .value(.string(key), .string)), at: 0)
    }
    if let group = animation as? CAAnimationGroup {
      let inner = (group.animations ?? []).compactMap {
        form(of: $0, key: nil, in: table, depth: depth + 1)
      }
      members.append(ObjectForm.Member(name: "animations", value: .objects(inner)))
    }
    return ObjectForm(
      className: animation.properties.className, id: nil,
      members: Self.ordered(members, animation.keepsake))
  }

  private mutating func form(of cell: CAEmitterCell, depth: Int) -> ObjectForm? {
    guard depth < Self.depthLimit else {
      note("emitter cells are nested deeper than \(Self.depthLimit) levels; the rest is omitted")
      return nil
    }
    var members = members(of: cell, .emitterCell, cell.keepsake)
    for key in CAEmitterCell.privateKeys.sorted() {
      if let value = cell.value(forKey: key), let form = FormValue(value) {
        members.append(ObjectForm.Member(name: key, value: form))
      }
    }
    let inner = (cell.emitterCells ?? []).compactMap { form(of: $0, depth: depth + 1) }
    if !inner.isEmpty {
      members.append(ObjectForm.Member(name: "emitterCells", value: .objects(inner)))
    }
    return ObjectForm(
      className: "CAEmitterCell", id: nil, members: Self.ordered(members, cell.keepsake))
  }

  // MARK: Properties

  /// Returns the properties of an object that differ from the defaults of its class or that the
  /// document stated explicitly.
  private mutating func members(
    of owner: NSObject, _ table: PropertyTable, _ keepsake: Keepsake?, moving: PropertyTable? = nil
  ) -> [ObjectForm.Member] {
    let standard = pristine[table]
    let said = Set(
      (keepsake?.parts ?? []).compactMap { part in
        if case .known(let name) = part { name } else { nil }
      })
    let animated = moving.flatMap { Self.animatedKind(of: owner, in: $0) } ?? .object
    var result: [ObjectForm.Member] = []
    // Sublayers and masks are layers with forms of their own.
    for property in table.properties
    where property.holder == .owner && !["sublayers", "mask"].contains(property.name) {
      let isSaid = said.contains(property.name)
      guard isSaid || Self.differs(property, owner, standard),
        let value = value(of: property, owner, animated)
      else { continue }
      result.append(ObjectForm.Member(name: property.name, value: value))
    }
    return result
  }

  /// Returns the values under keys that are not properties.
  private mutating func customMembers(
    _ keys: [String], _ keepsake: Keepsake?, _ value: (String) -> Any?
  ) -> [ObjectForm.Member] {
    let retained = Set((keepsake?.parts ?? []).map(\.name))
    return keys.sorted().compactMap { key in
      // A value from the document is written as it was.
      if retained.contains(key) { return nil }
      guard let form = FormValue(value(key)) else {
        note("the value of \"\(key)\" cannot be written to a file; it is omitted")
        return nil
      }
      return ObjectForm.Member(name: key, value: form)
    }
  }

  /// Returns the actions of a layer by key; nil for actions from a document, which are retained.
  private mutating func actions(of layer: CALayer) -> FormValue? {
    guard let actions = layer.actions else { return nil }
    var members: [ObjectForm.Member] = []
    for (key, action) in actions.sorted(by: { $0.key < $1.key }) {
      if let animation = action as? CAAnimation {
        let form = form(of: animation, key: nil, in: layer.properties)
        if let form { members.append(ObjectForm.Member(name: key, value: .object(form))) }
      } else if action is NSNull {
        members.append(ObjectForm.Member(name: key, value: .nothing))
      } else {
        note("the action of \"\(key)\" is code; it is omitted")
      }
    }
    return .dictionary(members)
  }

  private static func differs(
    _ property: LayerProperty, _ owner: NSObject, _ standard: NSObject
  ) -> Bool {
    if property.isValue { return property.read(owner) != property.read(standard) }
    guard let value = property.readObject(owner) else {
      return property.readObject(standard) != nil
    }
    return (value as? String) == nil
      || (value as? String) != (property.readObject(standard) as? String)
  }

  private mutating func value(
    of property: LayerProperty, _ owner: NSObject, _ animated: PropertyKind
  ) -> FormValue? {
    if property.isValue {
      let value = property.read(owner)
      if value == .none { return .nothing }
      guard value.isWritable(as: property.name) else {
        note("\(property.name) is not a finite number; it is omitted")
        return nil
      }
      return .value(value, property.kind)
    }
    let object = property.readObject(owner)
    switch property.kind {
    case .cells:
      let cells = (object as? [CAEmitterCell]) ?? []
      // Cells inside a cell are written with that cell.
      if owner is CAEmitterCell { return nil }
      return .objects(cells.compactMap { form(of: $0, depth: 0) })
    case .filters:
      return .objects(
        ((object as? [Any]) ?? []).compactMap { item in
          if let filter = item as? CAFilter { return ObjectForm(filter) }
          return (item as? String).map { ObjectForm(CAFilter(type: $0)) }
        })
    case .filter:
      return (object as? CAFilter).map { .object(ObjectForm($0)) } ?? FormValue(object)
    case .animations: return nil
    case .object where property.name == "actions":
      return (owner as? CALayer).flatMap { actions(of: $0) }
    case .object where property.name == "sourceLayer":
      return (object as? CALayer).flatMap { ids[ObjectIdentifier($0)] }.map { .reference($0) }
    case .object where property.name == "emitterBehaviors":
      return .objects(((object as? [CAEmitterBehavior]) ?? []).map { ObjectForm($0) })
    case .array(.object): return FormValue(object, as: .array(animated))
    case .object where owner is CAAnimation: return FormValue(object, as: animated)
    case .image where object != nil && CGImage.shown(object) == nil:
      note("the contents are not an image; they are omitted")
      return nil
    default: return FormValue(object, as: property.kind)
    }
  }

  private static func animatedKind(of owner: NSObject, in table: PropertyTable) -> PropertyKind? {
    guard let animation = owner as? CAPropertyAnimation, let path = animation.keyPath else {
      return nil
    }
    return AnimatedKind.kind(
      ofKeyPath: path, valueFunction: animation.valueFunction?.name.rawValue, in: table)
  }

  /// Sorts members by the order in the document, and inserts the content that Glaze does not know.
  static func ordered(_ members: [ObjectForm.Member], _ keepsake: Keepsake?) -> [ObjectForm.Member]
  {
    guard let keepsake else { return members }
    var rest: [String: [ObjectForm.Member]] = [:]
    for member in members { rest[member.name, default: []].append(member) }
    var result: [ObjectForm.Member] = []
    for part in keepsake.parts {
      if case .known(let name) = part {
        result += rest.removeValue(forKey: name) ?? []
      } else {
        result.append(ObjectForm.Member(name: part.name, value: .retained(part)))
      }
    }
    for member in members where rest[member.name] != nil { result.append(member) }
    return result
  }
}

extension PropertyValue {
  /// Returns whether files can hold the value: numbers must be finite, except durations and counts.
  fileprivate func isWritable(as name: String) -> Bool {
    let numbers: [Double] =
      switch self {
      case .number(let number): number == .infinity && ValueChecks.isEndless(name) ? [] : [number]
      case .point(let p): [p.x.native, p.y.native]
      case .size(let s): [s.width.native, s.height.native]
      case .rect(let r):
        [r.origin.x.native, r.origin.y.native, r.size.width.native, r.size.height.native]
      case .transform(let t): t.numbers
      case .affine(let t): [t.a, t.b, t.c, t.d, t.tx, t.ty].map(\.native)
      default: []
      }
    return numbers.allSatisfy(\.isFinite)
  }
}

extension CATransform3D {
  /// The elements, row by row.
  var numbers: [Double] {
    [m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44].map(\.native)
  }
}

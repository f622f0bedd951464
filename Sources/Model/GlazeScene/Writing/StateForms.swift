import Foundation
import GlazeLayers

/// The states of a document as forms.
struct StateForms {
  /// A state or a transition: its attributes first, then the contents among its elements.
  struct Item {
    var members: [ObjectForm.Member]
    var elements: [Element]
  }

  /// An element of a state or a transition.
  enum Element {
    /// - Parameter layer: a layer that the state adds.
    case form(ObjectForm, layer: CALayer?)
    case retained(Keepsake.Part)
  }

  var states: [Item] = []
  var transitions: [Item] = []

  /// - Parameter tree: the layers of the document outside its states.
  init(_ controller: LKStateController?, tree: Set<ObjectIdentifier>, _ builder: inout FormBuilder)
  {
    var written = tree
    for state in controller?.states ?? [] {
      var members = [Self.text("name", state.name)]
      if let base = state.basedOn { members.append(Self.text("basedOn", base)) }
      let elements = state.elements.compactMap { Self.element($0, &written, &builder) }
      states.append(Self.item(members, elements, state.keepsake))
    }
    for transition in controller?.transitions ?? [] {
      let members = [
        Self.text("fromState", transition.fromState), Self.text("toState", transition.toState),
      ]
      let elements = transition.elements.map { element -> Element in
        var form = Self.start("LKStateTransitionElement", element.target, builder)
        form.members.append(Self.text("key", element.key))
        form.members += Self.animation(element.animation, of: element.target, &builder)
        return .form(form, layer: nil)
      }
      transitions.append(Self.item(members, elements, transition.keepsake))
    }
  }

  var isEmpty: Bool { states.isEmpty && transitions.isEmpty }

  private static func text(_ name: String, _ value: String) -> ObjectForm.Member {
    ObjectForm.Member(name: name, value: .value(.string(value), .string))
  }

  private static func start(
    _ className: String, _ target: CALayer, _ builder: FormBuilder
  ) -> ObjectForm {
    let id = builder.ids[ObjectIdentifier(target)] ?? ""
    return ObjectForm(className: className, id: nil, members: [text("targetId", id)])
  }

  private static func animation(
    _ animation: CAAnimation, of target: CALayer, _ builder: inout FormBuilder
  ) -> [ObjectForm.Member] {
    guard let form = builder.form(of: animation, key: nil, in: target.properties) else { return [] }
    return [ObjectForm.Member(name: "animation", value: .object(form))]
  }

  private static func element(
    _ element: any LKStateElement, _ written: inout Set<ObjectIdentifier>,
    _ builder: inout FormBuilder
  ) -> Element? {
    switch element {
    case let element as LKStateSetValue:
      var form = start("LKStateSetValue", element.target, builder)
      form.members.append(text("keyPath", element.keyPath))
      let kind = AnimatedKind.kind(
        ofKeyPath: element.keyPath, valueFunction: nil, in: element.target.properties)
      guard let value = FormValue(element.value, as: kind ?? .object) else { return nil }
      form.members.append(ObjectForm.Member(name: "value", value: value))
      return .form(form, layer: nil)
    case let element as LKStateAddElement:
      var form = start("LKStateAddElement", element.target, builder)
      form.members.append(text("keyPath", "sublayers"))
      if let next = element.beforeObject {
        form.members.append(text("beforeObjectId", builder.ids[ObjectIdentifier(next)] ?? ""))
      }
      if written.insert(ObjectIdentifier(element.object)).inserted {
        return .form(form, layer: element.object)
      }
      form.members.append(text("objectId", builder.ids[ObjectIdentifier(element.object)] ?? ""))
      return .form(form, layer: nil)
    case let element as LKStateRemoveElement:
      var form = start("LKStateRemoveElement", element.target, builder)
      form.members.append(text("keyPath", "sublayers"))
      form.members.append(text("objectId", builder.ids[ObjectIdentifier(element.object)] ?? ""))
      return .form(form, layer: nil)
    case let element as LKStateAddAnimation:
      var form = start("LKStateAddAnimation", element.target, builder)
      form.members.append(text("key", element.key))
      form.members += animation(element.animation, of: element.target, &builder)
      return .form(form, layer: nil)
    case let element as LKStateRemoveAnimation:
      var form = start("LKStateRemoveAnimation", element.target, builder)
      form.members.append(text("key", element.key))
      return .form(form, layer: nil)
    default: return nil
    }
  }

  /// Inserts the content that Glaze does not know; a known part marks the position of the next
  /// element.
  private static func item(
    _ members: [ObjectForm.Member], _ elements: [Element], _ keepsake: Keepsake?
  ) -> Item {
    var item = Item(members: members, elements: [])
    var rest = elements[...]
    for part in keepsake?.parts ?? [] {
      switch part {
      case .known: if let next = rest.popFirst() { item.elements.append(next) }
      case .attribute(let name, _):
        item.members.append(ObjectForm.Member(name: name, value: .retained(part)))
      case .element, .member: item.elements.append(.retained(part))
      }
    }
    item.elements += rest
    return item
  }

  /// Returns all layers of a document, including those that states add, each once.
  ///
  /// - Complexity: O(layers); nesting uses memory, never stack.
  static func layers(below roots: [CALayer]) -> [CALayer] {
    var result: [CALayer] = []
    var seen: Set<ObjectIdentifier> = []
    var tasks = Array(roots.reversed())
    while let layer = tasks.popLast() {
      guard seen.insert(ObjectIdentifier(layer)).inserted else { continue }
      result.append(layer)
      if let mask = layer.mask { tasks.append(mask) }
      tasks += (layer.sublayers ?? []).reversed()
    }
    return result
  }

  /// Returns the layers that states refer to.
  static func named(in controller: LKStateController?) -> (all: [CALayer], added: [CALayer]) {
    var all: [CALayer] = []
    var added: [CALayer] = []
    for element in (controller?.states ?? []).flatMap(\.elements) {
      all.append(element.target)
      switch element {
      case let element as LKStateAddElement:
        added.append(element.object)
        all += [element.object] + (element.beforeObject.map { [$0] } ?? [])
      case let element as LKStateRemoveElement: all.append(element.object)
      default: break
      }
    }
    all += (controller?.transitions ?? []).flatMap { $0.elements.map(\.target) }
    return (all, added)
  }
}

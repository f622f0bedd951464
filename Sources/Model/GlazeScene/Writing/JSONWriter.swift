import Foundation
import GlazeLayers

/// Writes a document as a JSON scene.
///
/// `FormBuilder` decides which properties of a layer are written. Nesting of layers uses memory,
/// never stack.
struct JSONWriter {
  private enum Task {
    case text(String)
    case layer(CALayer, depth: Int)
  }

  /// A member of an object: its value on one line, or the tasks that write it.
  private typealias Member = (name: String, tasks: [Task])

  private let spelling: JSONSpelling
  private var builder: FormBuilder
  private var text = ""

  private init(_ images: ImageFiles, _ builder: FormBuilder) {
    spelling = JSONSpelling(images: images)
    self.builder = builder
  }

  /// Writes a document.
  static func write(
    _ contents: DocumentContents, _ plan: WritingPlan, images: ImageFiles
  ) -> (text: String, notes: [String]) {
    var writer = JSONWriter(images, plan.builder)
    writer.document(contents, plan.states)
    return (writer.text, writer.builder.notes)
  }

  private mutating func document(_ contents: DocumentContents, _ states: StateForms) {
    var members = facts(contents).map { ($0.name, [Task.text($0.value.text)]) }
    let root: Member = ("root", [.layer(contents.root, depth: 1)])
    var seen = Set(members.map(\.0)).union(["root", "states", "stateTransitions"])
    var isPastRoot = false
    for part in contents.keepsake?.parts ?? [] {
      if case .known = part {
        members.append(root)
        isPastRoot = true
      } else if let text = JSONSpelling.retained(part), seen.insert(part.name).inserted {
        members.append((part.name, [.text(text.text)]))
      }
    }
    if !isPastRoot { members.append(root) }
    for (name, items) in [("states", states.states), ("stateTransitions", states.transitions)]
    where !items.isEmpty {
      members.append((name, list(items.map { tasks(of: $0, depth: 2) }, depth: 1)))
    }
    var open = Array(object(members, depth: 0).reversed())
    while let task = open.popLast() {
      switch task {
      case .text(let piece): text += piece
      case .layer(let layer, let depth): open += tasks(of: layer, depth: depth).reversed()
      }
    }
    text += "\n"
  }

  private func facts(_ contents: DocumentContents) -> [(name: String, value: JSONText)] {
    func number(_ number: CGFloat) -> JSONText { .number(NumberText.text(number.native)) }
    var facts: [(name: String, value: JSONText)] = [
      ("name", .string(contents.name)), ("width", number(contents.size.width)),
      ("height", number(contents.size.height)),
    ]
    if !contents.isGeometryFlipped { facts.append(("geometryFlipped", .bool(false))) }
    if let background = contents.background {
      facts.append(("background", JSONSpelling.color(background)))
    }
    if let loop = contents.loop {
      facts.append(("loop", .list([number(loop.lowerBound), number(loop.upperBound)])))
    }
    return facts
  }

  // MARK: Layers

  private mutating func tasks(of layer: CALayer, depth: Int) -> [Task] {
    var form = builder.form(of: layer)
    var nested: [String: [Task]] = [:]
    for (index, member) in form.members.enumerated() {
      switch member.value {
      case .sublayers(let layers):
        nested[member.name] = list(layers.map { [.layer($0, depth: depth + 2)] }, depth: depth + 1)
      case .mask(let mask): nested[member.name] = [.layer(mask, depth: depth + 1)]
      default: continue
      }
      // A placeholder.
      form.members[index].value = .nothing
    }
    let members = spelling.members(of: form).map { member -> Member in
      (member.name, nested[member.name] ?? [.text(member.value.text)])
    }
    return object(members, depth: depth)
  }

  /// Writes a line for each member.
  private func object(_ members: [Member], depth: Int) -> [Task] {
    if members.isEmpty { return [.text("{}")] }
    let indent = XMLText.indent(depth + 1)
    var tasks: [Task] = []
    for (index, member) in members.enumerated() {
      tasks.append(.text("\(index == 0 ? "{" : ",")\n\(indent)\(JSONText.quoted(member.name)): "))
      tasks += member.tasks
    }
    return tasks + [.text("\n\(XMLText.indent(depth))}")]
  }

  private func list(_ items: [[Task]], depth: Int) -> [Task] {
    let indent = XMLText.indent(depth + 1)
    var tasks: [Task] = []
    for (index, item) in items.enumerated() {
      tasks.append(.text("\(index == 0 ? "[" : ",")\n\(indent)"))
      tasks += item
    }
    return tasks + [.text("\n\(XMLText.indent(depth))]")]
  }

  // MARK: States

  private func tasks(of item: StateForms.Item, depth: Int) -> [Task] {
    var members: [Member] = item.members.compactMap { member in
      spelling.text(member.value).map { (member.name, [.text($0.text)]) }
    }
    if !item.elements.isEmpty {
      members.append(
        ("elements", list(item.elements.map { tasks(of: $0, depth: depth + 2) }, depth: depth + 1)))
    }
    return object(members, depth: depth)
  }

  /// The names of elements in JSON, where layers are also referred to by their names.
  private static let names = [
    "targetId": "target", "objectId": "object", "beforeObjectId": "beforeObject",
  ]

  private func tasks(of element: StateForms.Element, depth: Int) -> [Task] {
    switch element {
    case .retained(let part): return [.text((JSONSpelling.retained(part) ?? .null).text)]
    case .form(let form, let layer):
      var members: [Member] = []
      if !["LKStateSetValue", "LKStateTransitionElement"].contains(form.className) {
        members.append(("class", [.text(JSONText.quoted(form.className))]))
      }
      let adds = ["LKStateAddElement", "LKStateRemoveElement"].contains(form.className)
      for member in form.members where !adds || member.name != "keyPath" {
        guard let text = spelling.text(member.value) else { continue }
        members.append((Self.names[member.name] ?? member.name, [.text(text.text)]))
      }
      if let layer { members.append(("object", [.layer(layer, depth: depth + 1)])) }
      return object(members, depth: depth)
    }
  }
}

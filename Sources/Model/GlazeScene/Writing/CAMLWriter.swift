import Foundation
import GlazeGeometry
import GlazeLayers

/// Writes a document as CAML.
///
/// `FormBuilder` decides which properties of a layer are written. Nesting of layers uses memory,
/// never stack.
struct CAMLWriter {
  private enum Task {
    case text(String)
    case layer(CALayer, tag: String?, depth: Int)
  }

  private static let namespace = "http://www.apple.com/CoreAnimation/1.0"

  private let spelling: CAMLSpelling
  private var builder: FormBuilder
  private var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  private var tasks: [Task] = []
  private var states: StateForms?

  private init(_ images: ImageFiles, _ builder: FormBuilder) {
    spelling = CAMLSpelling(images: images)
    self.builder = builder
  }

  /// Writes a document.
  ///
  /// - Parameter isAlone: whether there is no `index.xml` for the properties that CAML itself does
  ///   not have.
  static func write(
    _ contents: DocumentContents, _ plan: WritingPlan, images: ImageFiles, isAlone: Bool
  ) -> (text: String, notes: [String]) {
    var writer = CAMLWriter(images, plan.builder)
    writer.states = plan.states
    writer.document(contents, isAlone: isAlone)
    return (writer.text, writer.builder.notes)
  }

  private mutating func document(_ contents: DocumentContents, isAlone: Bool) {
    var top = XMLNode("caml", [("xmlns", Self.namespace)] + Self.facts(contents, isAlone: isAlone))
    var before: [XMLNode] = []
    var after: [XMLNode] = []
    var isPastRoot = false
    for part in contents.keepsake?.parts ?? [] {
      if case .known = part { isPastRoot = true }
      var holder = XMLNode("")
      spelling.add(part, to: &holder)
      top.attributes += holder.attributes
      if isPastRoot { after += holder.children } else { before += holder.children }
    }
    text += top.startTag(isEmpty: false) + "\n"
    for node in before { node.append(to: &text, indent: 1) }
    tasks = [.layer(contents.root, tag: nil, depth: 1)]
    while let task = tasks.popLast() {
      switch task {
      case .text(let line): text += line
      case .layer(let layer, let tag, let depth): write(layer, tag: tag, depth: depth)
      }
    }
    for node in after { node.append(to: &text, indent: 1) }
    text += "</caml>\n"
  }

  /// Returns the properties that bundles have in `index.xml`, and those that only JSON scenes have.
  static func facts(
    _ contents: DocumentContents, isAlone: Bool = true
  ) -> [(name: String, value: String)] {
    var facts: [(name: String, value: String)] = []
    if isAlone, contents.isGeometryFlipped { facts.append(("geometryFlipped", "1")) }
    if isAlone, let loop = contents.loop {
      facts.append(("loopStart", NumberText.text(loop.lowerBound)))
      facts.append(("loopEnd", NumberText.text(loop.upperBound)))
    }
    if let background = contents.background {
      facts.append(
        (
          "background",
          background.isCheckerboard
            ? "checkerboard" : NumberText.components(of: background).joined(separator: " ")
        ))
    }
    return facts
  }

  // MARK: Layers

  private mutating func write(_ layer: CALayer, tag: String?, depth: Int) {
    let form = builder.form(of: layer)
    let own = Self.tag(of: form.className)
    var node = XMLNode(tag ?? own)
    if node.name != form.className { node.attributes.append(("type", form.className)) }
    if let id = form.id { node.attributes.append(("id", id)) }
    var pieces: [[Task]] = []
    for member in form.members {
      switch member.value {
      case .sublayers(let layers):
        pieces.append(
          wrapped("sublayers", depth + 1, layers.map { .layer($0, tag: nil, depth: depth + 2) }))
      case .mask(let mask): pieces.append([.layer(mask, tag: "mask", depth: depth + 1)])
      default:
        spelling.add(member, to: &node, of: form.className)
        pieces += node.children.map { [rendered($0, depth + 1)] }
        node.children = []
      }
    }
    // The states belong to the root.
    if let states { pieces += statePieces(states, depth: depth + 1) }
    states = nil
    text += XMLText.indent(depth) + node.startTag(isEmpty: pieces.isEmpty) + "\n"
    guard !pieces.isEmpty else { return }
    tasks.append(.text("\(XMLText.indent(depth))</\(node.name)>\n"))
    for piece in pieces.reversed() { tasks += piece.reversed() }
  }

  /// Classes that are not Core Animation's become types of `o`, as in Apple's files.
  private static func tag(of className: String) -> String {
    let isLayer = className.hasPrefix("CA") && className.contains("Layer")
    return isLayer && className.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      ? className : "o"
  }

  private func wrapped(_ name: String, _ depth: Int, _ inner: [Task]) -> [Task] {
    let indent = XMLText.indent(depth)
    return [.text("\(indent)<\(name)>\n")] + inner + [.text("\(indent)</\(name)>\n")]
  }

  private func rendered(_ node: XMLNode, _ depth: Int) -> Task {
    var text = ""
    node.append(to: &text, indent: depth)
    return .text(text)
  }

  // MARK: States

  private func statePieces(_ states: StateForms, depth: Int) -> [[Task]] {
    var pieces: [[Task]] = []
    for (list, items, name) in [
      ("states", states.states, "LKState"),
      ("stateTransitions", states.transitions, "LKStateTransition"),
    ] where !items.isEmpty {
      pieces.append(wrapped(list, depth, items.flatMap { tasks(of: $0, name, depth: depth + 1) }))
    }
    return pieces
  }

  private func tasks(of item: StateForms.Item, _ name: String, depth: Int) -> [Task] {
    var node = XMLNode(name)
    for member in item.members { spelling.add(member, to: &node, of: name) }
    let indent = XMLText.indent(depth)
    let elements = item.elements.flatMap { tasks(of: $0, depth: depth + 2) }
    guard !elements.isEmpty else {
      return [.text("\(indent)\(node.startTag(isEmpty: true))\n")]
    }
    return [.text("\(indent)\(node.startTag(isEmpty: false))\n")]
      + wrapped("elements", depth + 1, elements) + [.text("\(indent)</\(name)>\n")]
  }

  private func tasks(of element: StateForms.Element, depth: Int) -> [Task] {
    switch element {
    case .retained(let part):
      var holder = XMLNode("")
      spelling.add(part, to: &holder)
      return holder.children.map { rendered($0, depth) }
    case .form(let form, let layer):
      var node = spelling.node(form, tag: form.className)
      if form.className == "LKStateSetValue" { node.attributes.append(("final", "false")) }
      guard let layer else { return [rendered(node, depth)] }
      let indent = XMLText.indent(depth)
      return [.text("\(indent)\(node.startTag(isEmpty: false))\n")]
        + wrapped("object", depth + 1, [.layer(layer, tag: nil, depth: depth + 2)])
        + [.text("\(indent)</\(node.name)>\n")]
    }
  }
}

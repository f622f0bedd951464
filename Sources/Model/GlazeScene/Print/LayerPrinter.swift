package import Foundation
import GlazeGeometry
package import GlazeLayers
import GlazeText

/// Writes a layer tree as indented text.
///
/// Each layer is a line: its class, its name in quotes, and the properties that differ from the
/// defaults of its class, in the order of the property table. Equal trees produce equal text.
package struct LayerPrinter {
  /// The deepest indentation; deeper layers are not indented further, so that the length of the
  /// text is linear in the number of layers.
  private static let deepestIndent = 40

  /// The defaults of each class, in the order of its property table.
  private var defaults: [String: [PropertyValue]] = [:]
  /// Describes the origin of images.
  private var images: ImageSource?

  /// Makes a printer.
  package init() {}

  /// Returns the text of a document: its canvas, then its layers.
  package mutating func text(of document: DocumentContents) -> String {
    images = document.images
    let width = ValueText.number(Double(document.size.width))
    let height = ValueText.number(Double(document.size.height))
    var head = "\(ValueText.quoted(document.name)) \(width) x \(height)"
    head += document.isGeometryFlipped ? " y down" : " y up"
    if let background = document.background { head += " background=\(ValueText.color(background))" }
    if let loop = document.loop {
      head +=
        " loop=\(ValueText.number(loop.lowerBound))...\(ValueText.number(loop.upperBound))"
    }
    return head + "\n" + text(of: document.root) + (document.states.map { text(of: $0) } ?? "")
  }

  /// Returns a line for each state and transition, and one for each of their elements.
  private mutating func text(of controller: LKStateController) -> String {
    var text = ""
    for state in controller.states {
      let base = state.basedOn.map { " based on \(ValueText.quoted($0))" } ?? ""
      text += "state \(ValueText.quoted(state.name))\(base)\n"
      for element in state.elements {
        text += "  \(Self.title(of: element.target)) \(line(of: element))\n"
        if let added = element as? LKStateAddAnimation {
          appendGroup(added.animation, depth: 2, to: &text)
        }
      }
    }
    for transition in controller.transitions {
      let (from, to) = (transition.fromState, transition.toState)
      text += "transition \(ValueText.quoted(from)) to \(ValueText.quoted(to))\n"
      for element in transition.elements {
        let line = self.line(of: element.animation, key: element.key)
        text += "  \(Self.title(of: element.target)) \(line)\n"
        appendGroup(element.animation, depth: 2, to: &text)
      }
    }
    return text
  }

  private mutating func line(of element: any LKStateElement) -> String {
    switch element {
    case let element as LKStateSetValue:
      let value = element.value.map { ValueText.describe($0) } ?? "none"
      return "\(MessageText.shown(element.keyPath))=\(value)"
    case let element as LKStateAddElement: return "adds \(Self.title(of: element.object))"
    case let element as LKStateRemoveElement: return "removes \(Self.title(of: element.object))"
    case let element as LKStateAddAnimation:
      return "adds \(line(of: element.animation, key: element.key))"
    case let element as LKStateRemoveAnimation:
      return "removes the animation \(ValueText.quoted(element.key))"
    default: return "\(Swift.type(of: element))"
    }
  }

  private static func title(of layer: CALayer) -> String {
    layer.name.map { ValueText.quoted($0) } ?? layer.properties.className
  }

  /// Returns the text of a layer and its descendants.
  ///
  /// - Complexity: O(number of layers); nesting uses memory, never stack.
  package mutating func text(of root: CALayer) -> String {
    var text = ""
    var tasks: [(layer: CALayer, depth: Int, label: String)] = [(root, 0, "")]
    while let (layer, depth, label) = tasks.popLast() {
      text += Self.indent(depth) + label + line(of: layer) + "\n"
      for sublayer in (layer.sublayers ?? []).reversed() {
        tasks.append((sublayer, depth + 1, ""))
      }
      if let mask = layer.mask { tasks.append((mask, depth + 1, "mask: ")) }
      for attached in layer.attachedAnimations {
        let line = line(of: attached.animation, key: attached.key)
        text += Self.indent(depth + 1) + "animation " + line + "\n"
        appendGroup(attached.animation, depth: depth + 2, to: &text)
      }
      if let emitter = layer as? CAEmitterLayer {
        appendCells(of: emitter, depth: depth + 1, to: &text)
      }
    }
    return text
  }

  private static func indent(_ depth: Int) -> String {
    guard depth > deepestIndent else { return String(repeating: "  ", count: depth) }
    return String(repeating: "  ", count: deepestIndent) + "[\(depth)] "
  }

  private mutating func line(of layer: CALayer) -> String {
    let table = layer.properties
    let name = layer.name.map { " " + ValueText.quoted($0) } ?? ""
    return table.className + name + properties(of: layer, table)
  }

  private mutating func appendCells(of emitter: CAEmitterLayer, depth: Int, to text: inout String) {
    var tasks = (emitter.emitterCells ?? []).reversed().map { ($0, depth) }
    while let (cell, depth) = tasks.popLast() {
      let name = cell.name.map { " " + ValueText.quoted($0) } ?? ""
      let rest = properties(of: cell, .emitterCell)
      text += Self.indent(depth) + "CAEmitterCell" + name + rest + "\n"
      for inner in (cell.emitterCells ?? []).reversed() { tasks.append((inner, depth + 1)) }
    }
  }

  private mutating func line(of animation: CAAnimation, key: String?) -> String {
    let table = animation.properties
    let name = key.map { " " + ValueText.quoted($0) } ?? ""
    return table.className + name + properties(of: animation, table)
  }

  private mutating func appendGroup(_ animation: CAAnimation, depth: Int, to text: inout String) {
    guard let group = animation as? CAAnimationGroup else { return }
    for inner in group.animations ?? [] {
      text += Self.indent(depth) + line(of: inner, key: nil) + "\n"
      appendGroup(inner, depth: depth + 1, to: &text)
    }
  }

  /// Properties that other text contains.
  private static let elsewhere: Set<String> = [
    "name", "sublayers", "mask", "emitterCells", "animations",
  ]

  /// Returns whether a property has text of its own.
  private static func isPrinted(_ property: LayerProperty) -> Bool {
    property.holder == .owner && !elsewhere.contains(property.name)
  }

  /// A property as text, with the text of its default value.
  package struct PropertyText: Sendable {
    package let name: String
    package let value: String
    package let standard: String
    package let isSet: Bool
  }

  /// Returns all properties of a layer, an emitter cell or an animation, except those that other
  /// text contains.
  package mutating func texts(of owner: NSObject, _ table: PropertyTable) -> [PropertyText] {
    zip(table.properties, defaultValues(of: table)).compactMap { property, standard in
      guard Self.isPrinted(property) else { return nil }
      guard property.isValue else {
        let value = property.readObject(owner).map { ValueText.describe($0) + origin(of: $0) }
        return PropertyText(
          name: property.name, value: value ?? "none", standard: "none", isSet: value != nil)
      }
      let value = property.read(owner)
      return PropertyText(
        name: property.name, value: ValueText.describe(value, property),
        standard: ValueText.describe(standard, property), isSet: value != standard)
    }
  }

  private mutating func properties(of owner: NSObject, _ table: PropertyTable) -> String {
    let defaults = defaultValues(of: table)
    var text = ""
    for (property, standard) in zip(table.properties, defaults) where Self.isPrinted(property) {
      if property.isValue {
        let value = property.read(owner)
        if value != standard { text += " \(property.name)=\(ValueText.describe(value, property))" }
      } else if let value = property.readObject(owner) {
        text += " \(property.name)=\(ValueText.describe(value))\(origin(of: value))"
      }
    }
    return text
  }

  /// Returns the file of an image and its tint.
  private func origin(of value: Any) -> String {
    guard let image = value as? CGImage, let request = images?.request(for: image) else {
      return ""
    }
    var text = " from \(ValueText.quoted(request.name.title))"
    switch request.meaning {
    case .color: break
    case .luminanceIsAlpha: text += " as alpha"
    case .alphaOnly: text += " without colours"
    }
    guard let tint = request.tint else { return text }
    let parts = (0..<4).map { CGFloat(tint[$0]) }
    let color = CGColor(srgbRed: parts[0], green: parts[1], blue: parts[2], alpha: parts[3])
    return text + " tint=\(ValueText.color(color))"
  }

  private mutating func defaultValues(of table: PropertyTable) -> [PropertyValue] {
    if let known = defaults[table.className] { return known }
    let fresh = table.makeObject()
    let values = table.properties.map { $0.read(fresh) }
    defaults[table.className] = values
    return values
  }
}

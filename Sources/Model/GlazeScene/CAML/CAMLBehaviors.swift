import GlazeLayers

/// Reads the behaviors that act on the particles of emitters.
struct CAMLBehaviors {
  let document: XMLDocument

  /// Attributes that are not inputs.
  private static let own: Set<String> = ["behavior", "type", "name", "enabled", "id"]

  /// Reads the behaviors inside an element.
  func read(_ index: Int) -> [CAEmitterBehavior] {
    document.children(of: index).map { behavior($0) }
  }

  private func behavior(_ index: Int) -> CAEmitterBehavior {
    let element = document.elements[index]
    let behavior = CAEmitterBehavior(type: element["behavior"] ?? element["type"] ?? element.name)
    behavior.name = element["name"]
    behavior.isEnabled = !["0", "false"].contains(element["enabled"] ?? "1")
    for attribute in element.attributes where !Self.own.contains(attribute.name) {
      behavior.inputs[attribute.name] = Self.input(attribute.value)
    }
    for child in document.children(of: index) {
      let element = document.elements[child]
      let inner = document.children(of: child)
      behavior.inputs[element.name] =
        inner.isEmpty && element["value"] != nil
        ? Self.input(element["value"] ?? "") : .list(inner.map { row($0) })
    }
    return behavior
  }

  /// Reads a member of a list; `opacity` follows the components of a color.
  private func row(_ index: Int) -> [Double] {
    let element = document.elements[index]
    let numbers = Self.numbers(element["value"] ?? "") ?? []
    return numbers + (element["opacity"].flatMap(Double.init).map { [$0] } ?? [])
  }

  private static func input(_ text: String) -> CAEmitterBehavior.Input {
    numbers(text).map { .numbers($0) } ?? .text(text)
  }

  private static func numbers(_ text: String) -> [Double]? {
    let parts = text.split { $0 == " " || $0 == "," || $0 == ";" || $0.isNewline }
    let numbers = parts.compactMap { Double($0) }
    return numbers.count == parts.count && !numbers.isEmpty ? numbers : nil
  }
}

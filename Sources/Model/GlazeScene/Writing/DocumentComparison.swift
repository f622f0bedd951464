import Foundation
import GlazeGeometry
package import GlazeLayers

/// The differences between two documents.
package struct DocumentComparison {
  /// The largest number of sublayers that are matched; longer lists are compared index by index.
  private static let matchedLimit = 2_000

  /// A difference, without control characters for a terminal.
  package struct Change {
    /// The path of the layer, or another part of the document.
    package var place: String
    /// The difference in words, without the place.
    package var text: String
    /// The property and its values; nil if something is in one document only.
    package var property: (name: String, first: String, second: String)?
    /// The layers; nil in the document that lacks it.
    package var layers: (first: CALayer?, second: CALayer?)

    package var line: String { "\(place) \(text)" }
  }

  package private(set) var changes: [Change] = []
  /// A line for each difference.
  package var lines: [String] { changes.map(\.line) }
  /// The layers that are compared.
  private var layers: (first: CALayer?, second: CALayer?) = (nil, nil)
  private var builder = FormBuilder()
  private let spelling = JSONSpelling(images: ImageFiles(.described, source: nil))

  /// Compares layers by their order among their siblings and by their names, then states.
  ///
  /// - Complexity: O(layers), for similar documents.
  package init(_ a: DocumentContents, _ b: DocumentContents) {
    compareFacts(a, b)
    var tasks: [(CALayer, CALayer, String)] = [(a.root, b.root, "root")]
    while let (first, second, path) = tasks.popLast() {
      tasks += compare(first, second, path).reversed()
    }
    compareStates(a, b)
  }

  private mutating func note(
    _ place: String, _ text: MessageText, in layers: (first: CALayer?, second: CALayer?)
  ) {
    changes.append(Change(place: "\(place)", text: "\(text)", layers: layers))
  }

  private mutating func note(_ place: String, _ name: String, _ first: String, _ second: String) {
    let texts = [name, first, second].map { MessageText.shown($0) }
    changes.append(
      Change(
        place: place, text: "\(texts[0]): \(texts[1]) -> \(texts[2])",
        property: (texts[0], texts[1], texts[2]), layers: layers))
  }

  private mutating func compareFacts(_ a: DocumentContents, _ b: DocumentContents) {
    func describe(_ contents: DocumentContents) -> [(String, String)] {
      [
        ("size", ValueText.list([contents.size.width, contents.size.height])),
        ("y", contents.isGeometryFlipped ? "down" : "up"),
        ("background", contents.background.map { ValueText.color($0) } ?? "none"),
        ("loop", contents.loop.map { "\($0.lowerBound) to \($0.upperBound)" } ?? "none"),
      ]
    }
    for ((name, first), (_, second)) in zip(describe(a), describe(b)) where first != second {
      note("document", name, first, second)
    }
  }

  // MARK: Layers

  /// - Returns: the pairs of corresponding sublayers.
  private mutating func compare(
    _ a: CALayer, _ b: CALayer, _ path: String
  ) -> [(CALayer, CALayer, String)] {
    let name = (a.name ?? b.name).map { " " + ValueText.quoted($0) } ?? ""
    var forms = [builder.form(of: a), builder.form(of: b)]
    // The root's own position refers to a host that does not exist here.
    if path == "root" {
      for index in forms.indices { forms[index].members.removeAll { $0.name == "position" } }
    }
    layers = (a, b)
    compare(forms[0], forms[1], path + name)
    var pairs: [(CALayer, CALayer, String)] = []
    switch (a.mask, b.mask) {
    case (let first?, let second?): pairs.append((first, second, path + ".mask"))
    case (nil, _?): note(path + ".mask", "only in the second", in: (nil, b.mask))
    case (_?, nil): note(path + ".mask", "only in the first", in: (a.mask, nil))
    case (nil, nil): break
    }
    return pairs + matched(a.sublayers ?? [], b.sublayers ?? [], path)
  }

  private mutating func matched(
    _ a: [CALayer], _ b: [CALayer], _ path: String
  ) -> [(CALayer, CALayer, String)] {
    let (removed, inserted) = edits(a, b)
    for index in removed.sorted() {
      note(
        "\(path).sublayers[\(index)]", "\(title(a[index])) only in the first", in: (a[index], nil))
    }
    for index in inserted.sorted() {
      note(
        "\(path).sublayers[\(index)]", "\(title(b[index])) only in the second", in: (nil, b[index]))
    }
    let first = a.indices.filter { !removed.contains($0) }
    let second = b.indices.filter { !inserted.contains($0) }
    return zip(first, second).map { (a[$0], b[$1], "\(path).sublayers[\($0)]") }
  }

  private func title(_ layer: CALayer) -> String {
    layer.properties.className + (layer.name.map { " \"\($0)\"" } ?? "")
  }

  /// Returns the indices of the layers that only one of two lists has, by class and name.
  private func edits(_ a: [CALayer], _ b: [CALayer]) -> (Set<Int>, Set<Int>) {
    let (first, second) = (a.map { title($0) }, b.map { title($0) })
    if first == second { return ([], []) }
    guard max(a.count, b.count) <= Self.matchedLimit, a.count != b.count else {
      let common = min(a.count, b.count)
      return (Set(common..<a.count), Set(common..<b.count))
    }
    var result: (Set<Int>, Set<Int>) = ([], [])
    for change in second.difference(from: first) {
      switch change {
      case .remove(let offset, _, _): result.0.insert(offset)
      case .insert(let offset, _, _): result.1.insert(offset)
      }
    }
    return result
  }

  private mutating func compare(_ a: ObjectForm, _ b: ObjectForm, _ place: String) {
    if a.className != b.className { note(place, "class", a.className, b.className) }
    let first = Dictionary(spelling.members(of: a).map { ($0.name, $0.value.text) }) { $1 }
    let second = Dictionary(spelling.members(of: b).map { ($0.name, $0.value.text) }) { $1 }
    let names = (a.members + b.members).map(\.name)
    var seen: Set<String> = []
    for name in names where seen.insert(name).inserted && first[name] != second[name] {
      note(place, name, first[name] ?? "default", second[name] ?? "default")
    }
  }

  // MARK: States

  private mutating func compareStates(_ a: DocumentContents, _ b: DocumentContents) {
    let (first, second) = (states(of: a), states(of: b))
    for (name, text) in first.sorted(by: { $0.key < $1.key }) where second[name] != text {
      if second[name] == nil {
        note(name, "only in the first", in: (nil, nil))
      } else {
        note(name, "differs", in: (nil, nil))
      }
    }
    for name in second.keys.sorted() where first[name] == nil {
      note(name, "only in the second", in: (nil, nil))
    }
  }

  /// Returns states and transitions as text, by their names.
  private func states(of contents: DocumentContents) -> [String: String] {
    let forms = WritingPlan(contents).states
    var result: [String: String] = [:]
    for (kind, items) in [("state", forms.states), ("transition", forms.transitions)] {
      for item in items {
        let names = item.members.compactMap { spelling.text($0.value)?.text }
        let elements = item.elements.map { element -> String in
          switch element {
          case .form(let form, _): spelling.object(form).text
          case .retained(let part): JSONSpelling.retained(part)?.text ?? ""
          }
        }
        result["\(kind) \(names.joined(separator: " "))", default: ""] += elements.joined(
          separator: "\n")
      }
    }
    return result
  }
}

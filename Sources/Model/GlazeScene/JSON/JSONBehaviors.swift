import GlazeLayers

/// Reads the behaviors of emitters: `{"type": "wave", "force": [0, 9, 0], "frequency": 2}`.
struct JSONBehaviors {
  let values: JSONValues

  private var document: JSONDocument { values.document }

  /// Returns nil for `null`.
  func read(_ node: Int) throws(DocumentError) -> [CAEmitterBehavior]? {
    if document.kind(of: node) == .null { return nil }
    guard document.kind(of: node) == .array else { throw expected(at: node) }
    var result: [CAEmitterBehavior] = []
    for child in document.children(of: node) { result.append(try behavior(child)) }
    return result
  }

  private func expected(at node: Int) -> DocumentError {
    values.expected("a list of objects with a type", of: "emitterBehaviors", at: node)
  }

  private func behavior(_ node: Int) throws(DocumentError) -> CAEmitterBehavior {
    let members = document.kind(of: node) == .object ? document.members(of: node) : []
    guard let type = members.first(where: { $0.name == "type" })?.value,
      document.kind(of: type) == .string
    else { throw expected(at: node) }
    let behavior = CAEmitterBehavior(type: document.string(at: type))
    for member in members where member.name != "type" {
      switch member.name {
      case "name": behavior.name = document.string(at: member.value)
      case "enabled": behavior.isEnabled = isTrue(member.value)
      default: behavior.inputs[member.name] = input(member.value)
      }
    }
    return behavior
  }

  /// Returns whether a value switches something on: everything but `false` and 0, as in other files.
  private func isTrue(_ node: Int) -> Bool {
    switch document.kind(of: node) {
    case .false: false
    case .number: document.number(at: node) != 0
    default: true
    }
  }

  private func input(_ node: Int) -> CAEmitterBehavior.Input? {
    switch document.kind(of: node) {
    case .string: return .text(document.string(at: node))
    case .number: return .numbers([document.number(at: node)])
    case .array:
      let rows = document.children(of: node).map { numbers($0) }
      return rows.allSatisfy { $0.count == 1 } ? .numbers(rows.flatMap { $0 }) : .list(rows)
    default: return nil
    }
  }

  /// Returns a single number, or the numbers of a list.
  private func numbers(_ node: Int) -> [Double] {
    let nodes = document.kind(of: node) == .array ? document.children(of: node) : [node]
    return nodes.filter { document.kind(of: $0) == .number }.map { document.number(at: $0) }
  }
}

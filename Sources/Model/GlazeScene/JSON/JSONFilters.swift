import Foundation
import GlazeLayers

// A filter is an object: `{"type": "gaussianBlur", "name": "blur", "inputRadius": 6}`. Without a
// type, its name is the type.
extension JSONValues {
  /// Returns a list of filters; nil for null.
  func filters(_ node: Int, of name: String) throws(DocumentError) -> [Any]? {
    if document.kind(of: node) == .null { return nil }
    guard document.kind(of: node) == .array else {
      throw expected(ValueChecks.shape(of: .filters), of: name, at: node)
    }
    var result: [Any] = []
    for child in document.children(of: node) { result.append(try filter(child, of: name)) }
    return result
  }

  /// Returns the name of a filter type, or a filter; nil for null.
  func compositingFilter(_ node: Int, of name: String) throws(DocumentError) -> Any? {
    switch document.kind(of: node) {
    case .null: nil
    case .string: document.string(at: node)
    default: try filter(node, of: name)
    }
  }

  private func filter(_ node: Int, of name: String) throws(DocumentError) -> CAFilter {
    if document.kind(of: node) == .string { return CAFilter(type: document.string(at: node)) }
    guard document.kind(of: node) == .object else {
      throw expected("made of filters, which are objects with a type", of: name, at: node)
    }
    let members = document.members(of: node)
    func text(_ key: String) throws(DocumentError) -> String? {
      guard let member = members.last(where: { $0.name == key }) else { return nil }
      return try self.text(member.value, of: key)
    }
    let filterName = try text("name")
    let (typeName, otherTypeName) = (try text("type"), try text("filter"))
    guard let type = typeName ?? otherTypeName ?? filterName else {
      throw expected("made of filters with a type or a name", of: name, at: node)
    }
    let filter = CAFilter(type: type)
    filter.name = filterName ?? type
    for member in members {
      switch member.name {
      case "type", "filter", "name": break
      case "enabled", "isEnabled":
        filter.isEnabled = try bool(member.value, of: member.name)
      default: filter.setValue(try input(member), forKey: member.name)
      }
    }
    return filter
  }

  private func input(_ member: JSONDocument.Member) throws(DocumentError) -> Any? {
    let kind = CAFilter.kind(ofInput: member.name)
    if document.kind(of: member.value) == .null { return nil }
    let value = try value(member.value, kind, of: member.name)
    return (value as? PropertyValue).map { $0.boxed(as: kind) } ?? value
  }
}

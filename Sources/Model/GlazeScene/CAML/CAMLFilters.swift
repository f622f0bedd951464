import Foundation
import GlazeLayers

// A filter is an element whose attribute `filter` is the type: `<CAFilter filter="gaussianBlur"
// name="blur" inputRadius="20"/>`.
extension CAMLValues {
  /// Returns the filters inside an element.
  func filters(_ index: Int) throws(DocumentError) -> [Any] {
    var result: [Any] = []
    for child in document.children(of: index) where document.elements[child]["type"] != "null" {
      result.append(try filter(child))
    }
    return result
  }

  /// Returns the name of a filter type, or a filter: the element itself, or the only one inside it.
  func compositingFilter(_ index: Int) throws(DocumentError) -> Any? {
    let element = document.elements[index]
    if element["filter"] != nil { return try filter(index) }
    if let child = document.children(of: index).first { return try filter(child) }
    let text = element["value"] ?? document.texts[index] ?? ""
    return text.isEmpty ? nil : text
  }

  private func filter(_ index: Int) throws(DocumentError) -> CAFilter {
    let element = document.elements[index]
    // A filter without a type is reported by its tag.
    let type = element["filter"] ?? element["value"] ?? element["name"] ?? element.name
    let filter = CAFilter(type: type)
    filter.name = element["name"] ?? type
    let givens =
      element.attributes.map { Given.attribute($0, of: index) }
      + document.children(of: index).map { .element($0) }
    for given in givens {
      try leavingOut { () throws(DocumentError) in try apply(given, to: filter) }
    }
    return filter
  }

  private func apply(_ given: Given, to filter: CAFilter) throws(DocumentError) {
    let name = name(of: given)
    if ["filter", "name", "value"].contains(name) || CAMLVocabulary.isIgnorable(name)
      || CAMLVocabulary.motion.contains(name)
    {
      return
    }
    if name == "enabled" {
      let value = try value(given, .bool, of: name) as? PropertyValue
      filter.setValue(value?.boxed(as: .bool), forKey: name)
    } else {
      filter.setValue(try input(given, name), forKey: name)
    }
  }

  private func input(_ given: Given, _ name: String) throws(DocumentError) -> Any? {
    let kind = CAFilter.kind(ofInput: name)
    if kind == .object, case .attribute(let attribute, _) = given {
      return Double(attribute.value).flatMap { $0.isFinite ? $0 as Any : nil } ?? attribute.value
    }
    let value = try value(given, kind, of: name)
    return (value as? PropertyValue).map { $0.boxed(as: kind) } ?? value
  }
}

import Foundation
import GlazeLayers

extension BinaryPropertyList {
  private static let depthLimit = 16

  /// Returns the list as equivalent XML, so that one reader reads both.
  ///
  /// Dates and object references, which `index.xml` does not use, are skipped.
  ///
  /// - Throws: `LayerCodingError`, also for a list that repeats its text too often.
  /// - Complexity: O(size of the list).
  func xml() throws(LayerCodingError) -> String {
    "<plist version=\"1.0\">\(try xml(of: top, depth: 0) ?? "")</plist>"
  }

  private func xml(of index: Int, depth: Int) throws(LayerCodingError) -> String? {
    guard depth < Self.depthLimit else {
      throw .tooDeep(limit: Self.depthLimit, place: "a property list")
    }
    switch try object(index) {
    case .bool(let value): return value ? "<true/>" : "<false/>"
    case .number(let value): return "<real>\(NumberText.text(value))</real>"
    case .string(let text): return try element("string", text)
    case .data(let range): return "<data>\(Data(bytes[range]).base64EncodedString())</data>"
    case .list(let list):
      var inner = ""
      for position in 0..<list.count {
        inner += try xml(of: reference(position, in: list), depth: depth + 1) ?? ""
      }
      return "<array>\(inner)</array>"
    case .dictionary(let keys, let values):
      var inner = ""
      for position in 0..<keys.count {
        guard case .string(let key) = try object(reference(position, in: keys)),
          let value = try xml(of: reference(position, in: values), depth: depth + 1)
        else { continue }
        inner += try element("key", key) + value
      }
      return "<dict>\(inner)</dict>"
    case .uid, .other: return nil
    }
  }

  private func element(_ name: String, _ text: String) throws(LayerCodingError) -> String {
    try spend(text.utf8.count)
    return "<\(name)>\(XMLText.escaped(text))</\(name)>"
  }
}

import Foundation
import GlazeGeometry
import GlazeLayers
import GlazeText

/// The files of the repository that are generated from the property tables, as a whole or in parts.
///
/// A part lies between two lines: one that ends in `generated: NAME`, and one with `generated end`.
package enum GeneratedFiles {
  /// A file that does not have the lines of a part.
  package struct MissingPart: Error, CustomStringConvertible {
    let file: String
    let part: String

    package var description: String {
      "\(file) has no part \"\(part)\", or it does not end: restore the lines around it"
    }
  }

  /// The files, by their paths in the repository.
  package static let paths =
    ["Docs/reference/properties.md", "Docs/reference/scene.schema.json"] + parts.keys.sorted()

  /// Returns what a file must contain.
  ///
  /// - Parameter text: Its present text.
  package static func text(of path: String, now text: String) throws -> String {
    switch path {
    case "Docs/reference/properties.md": return PropertyPage.text
    case "Docs/reference/scene.schema.json": return SceneSchema.text
    default:
      return try (parts[path] ?? [:]).reduce(text) { text, part in
        guard let result = replacing(part.key, with: part.value, in: text) else {
          throw MissingPart(file: path, part: part.key)
        }
        return result
      }
    }
  }

  /// Replaces the lines of a part, indented as its first line; nil if there is no such part.
  private static func replacing(_ name: String, with part: [String], in text: String) -> String? {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let start = lines.firstIndex(where: { $0.hasSuffix("generated: \(name)") }),
      let end = lines[start...].firstIndex(where: { $0.contains("generated end") })
    else { return nil }
    let indent = String(lines[start].prefix { $0 == " " })
    lines.replaceSubrange(start + 1..<end, with: part.map { $0.isEmpty ? "" : indent + $0 })
    return lines.joined(separator: "\n")
  }

  /// The generated parts, by file and name.
  private static let parts: [String: [String: [String]]] = [
    "Python/glaze/_layers.py": [
      "attributes of CALayer": PythonReference.attributes(of: .layer),
      "classes of layers": classes(CALayer.tables.dropFirst()),
    ],
    "Python/glaze/_animations.py": [
      "attributes of CAMediaTiming": PythonReference.attributes(of: .animation, isTiming: true),
      "attributes of CAAnimation": PythonReference.attributes(of: .animation),
      "attributes of CAPropertyAnimation": PythonReference.attributes(of: .propertyAnimation),
      "attributes of CAEmitterCell": PythonReference.attributes(of: .emitterCell),
      "classes of animations": classes(
        CAAnimation.knownClasses.dropFirst(2).map(\.propertyTable)),
    ],
    "Sources/Library/CGlaze/glaze.h": [
      "classes of layers": list(CALayer.tables),
      "classes of animations": list(CAAnimation.knownClasses.dropFirst(2).map(\.propertyTable)),
    ],
  ]

  private static func classes(_ tables: some Sequence<PropertyTable>) -> [String] {
    Array(tables.map { PythonReference.class($0) + ["", ""] }.joined())
  }

  /// Returns the names of classes in lines of a comment of C.
  private static func list(_ tables: [PropertyTable]) -> [String] {
    var lines = ["*"]
    for table in tables {
      let word = " \"\(table.className)\"" + (table === tables.last ? "" : ",")
      if lines[lines.count - 1].count + word.count > 100 { lines.append("*") }
      lines[lines.count - 1] += word
    }
    return lines
  }
}

import GlazeGeometry
import GlazeLayers
import GlazeText

/// Names that documents may have meant.
enum Suggestion {
  /// All properties of all classes, and the members of objects in JSON that are none.
  private static let properties: Set<String> = Set(
    PropertyTable.all.flatMap { PropertyReference.properties(of: $0).map(\.name) }
      + ["animations", "class"])

  /// Returns the end of a message about a property: nothing, or a question.
  static func property(_ name: String) -> String {
    properties.contains(name) ? "" : question(name, properties)
  }

  /// The same for a class.
  static func className(_ name: String) -> String { question(name, PropertyReference.classes) }

  private static func question(_ name: String, _ names: some Sequence<String>) -> String {
    NearestName.of(name, among: names).map { " (did you mean \($0)?)" } ?? ""
  }
}

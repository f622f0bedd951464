/// The names of classes and fields in archives of layers: one table for writers and readers.
///
/// Properties of layers, animations and cells have the keys of their `PropertyTable`s.
///
/// Observed: archives that Apple's software wrote. The names of states and behaviors in archives
/// are those of CAML, our choice.
package enum ArchiveNames {
  /// The keys of an object's archived properties, without animations.
  package static let contents = "__CACodingContents"
  /// The animations of a layer, and their keys in another array.
  package static let animations = "CALayerAnimations"
  package static let animationKeys = "CALayerAnimationKeys"
  /// The parts of a document that Glaze does not know: our own addition, which other readers skip.
  package static let keepsake = "GlazeKeepsake"
  package static let states = "states"
  package static let transitions = "stateTransitions"

  /// The keys of the dictionary in which documents are archived.
  package enum Document {
    package static let root = "rootLayer"
    package static let isFlipped = "geometryFlipped"
    package static let width = "documentWidth"
    package static let height = "documentHeight"
  }

  /// The keys of filters.
  package enum Filter {
    package static let type = "CAFilterType"
    package static let name = "CAFilterName"
    package static let inputs = "CAFilterInputs"
  }

  // These classes represent values that are not Objective-C objects.
  package static let value = "LKNSValueCodingProxy"
  package static let color = "LKCGColorCodingProxy"
  package static let image = "LKCGImageCodingProxy"
  package static let array = "LKNSArrayCodingProxy"
  package static let dictionary = "LKNSDictionaryCodingProxy"
  package static let path = "CACGPathCodingProxy"
  package static let segment = "CACGPathCodingSegment"
  package static let tintedImage = "CATintedImage"

  // These are their fields.
  package static let colorParts = ["r", "g", "b"]
  package static let alpha = "a"
  package static let kind = "kind"
  package static let imageData = "data"
  package static let isAlphaImage = "A8asL8"
  package static let tinted = "image"
  package static let tint = "tint"
  package static let list = "array"
  package static let members = "dict"
  package static let segments = "LKCGPathSegments"
  package static let segmentType = "LKCGPathType"
  package static let curve = ["c1x", "c1y", "c2x", "c2y"]

  /// The fields of the kinds of `value`, in order: point, size, rectangle, matrix.
  package static let valueParts = [
    ["x", "y"], ["width", "height"], ["x", "y", "width", "height"],
    (1...4).flatMap { row in (1...4).map { "m\(row)\($0)" } },
  ]

  /// The fields of a color matrix, and its kind: our choice, since no archive with one was
  /// available.
  package static let colorMatrixParts = (1...4).flatMap { row in
    (1...5).map { "m\(row)\($0)" }
  }
  package static let colorMatrixKind = 5

  /// Returns the fields of the points of a segment.
  package static func pointParts(_ count: Int) -> [String] {
    (0..<count).flatMap { ["LKCGPathPoint\($0)_x", "LKCGPathPoint\($0)_y"] }
  }

  /// Returns Apple's name of a class from that of Swift: `GlazeLayers.CALayer` is `CALayer`.
  package static func withoutModule(_ name: String) -> String {
    for module in ["GlazeLayers.", "GlazeText.", "Foundation."] where name.hasPrefix(module) {
      return String(name.dropFirst(module.count))
    }
    return name
  }
}

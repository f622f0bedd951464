/// What archives of layers call classes and fields: one table for who writes and for who reads.
///
/// Properties of layers, animations and cells have the keys of their `PropertyTable`s.
///
/// Observed: archives that Apple's software wrote. The names of states and behaviours in archives are those
/// of CAML, our choice.
package enum ArchiveNames {
  /// The keys of what an object has archived, animations left out.
  package static let contents = "__CACodingContents"
  /// The animations of a layer, and in another list their keys.
  package static let animations = "CALayerAnimations"
  package static let animationKeys = "CALayerAnimationKeys"
  /// What a document said that Glaze does not know: our own addition, which other readers pass over.
  package static let keepsake = "GlazeKeepsake"
  package static let states = "states"
  package static let transitions = "stateTransitions"

  /// The dictionary that documents are archived as.
  package enum Document {
    package static let root = "rootLayer"
    package static let isFlipped = "geometryFlipped"
    package static let width = "documentWidth"
    package static let height = "documentHeight"
  }

  /// What filters are archived as.
  package enum Filter {
    package static let type = "CAFilterType"
    package static let name = "CAFilterName"
    package static let inputs = "CAFilterInputs"
  }

  // Classes that stand for what is no object of Objective-C.
  package static let value = "LKNSValueCodingProxy"
  package static let color = "LKCGColorCodingProxy"
  package static let image = "LKCGImageCodingProxy"
  package static let array = "LKNSArrayCodingProxy"
  package static let dictionary = "LKNSDictionaryCodingProxy"
  package static let path = "CACGPathCodingProxy"
  package static let segment = "CACGPathCodingSegment"
  package static let tintedImage = "CATintedImage"

  // Their fields.
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

  /// The fields of what `value` stands for, in the order of its kinds: point, size, rectangle, matrix.
  package static let valueParts = [
    ["x", "y"], ["width", "height"], ["x", "y", "width", "height"],
    (1...4).flatMap { row in (1...4).map { "m\(row)\($0)" } },
  ]

  /// The fields of a matrix of colours, and its kind: our choice, since archives that have one were not seen.
  package static let colorMatrixParts = (1...4).flatMap { row in
    (1...5).map { "m\(row)\($0)" }
  }
  package static let colorMatrixKind = 5

  /// The fields of the points of a segment.
  package static func pointParts(_ count: Int) -> [String] {
    (0..<count).flatMap { ["LKCGPathPoint\($0)_x", "LKCGPathPoint\($0)_y"] }
  }

  /// Apple's name of a class, given that of Swift: `GlazeLayers.CALayer` is `CALayer`.
  package static func withoutModule(_ name: String) -> String {
    for module in ["GlazeLayers.", "GlazeText.", "Foundation."] where name.hasPrefix(module) {
      return String(name.dropFirst(module.count))
    }
    return name
  }
}

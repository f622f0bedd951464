import GlazeDrawing
import GlazeLayers

extension Problem {
  /// The effect on the image of a problem that reading continues after.
  package enum Effect: Int, Hashable, Sendable, CaseIterable, Comparable {
    case changesImage, mayChangeImage

    package static func < (a: Effect, b: Effect) -> Bool { a.rawValue < b.rawValue }

    /// The heading of the problems with this effect.
    package var title: String {
      switch self {
      case .changesImage: "this changes the image"
      case .mayChangeImage: "this may change the image"
      }
    }
  }

  /// A Boolean value that indicates whether the only cause is a missing system library.
  package var isMissingLibrary: Bool {
    switch self {
    case .missingLibrary: return true
    case .badAsset(let error): return error.isMissingLibrary
    default: return false
    }
  }

  /// A Boolean value that indicates whether reading can continue without the affected value.
  var isOfOneValue: Bool {
    switch self {
    case .badValue, .notFinite: true
    default: false
    }
  }

  package var effect: Effect {
    switch self {
    // The class belongs to an application; such a class mostly only holds layers.
    case .unknownClass(let name) where name.contains("."): .mayChangeImage
    case .unknownProperty, .duplicateKey, .notALayer, .notAnAnimation, .animatesNothing,
      .unknownTarget, .unknownSource, .scriptNotRun, .otherParts, .moreWarnings, .recovered,
      .entityDeclaration, .sizeOfContent:
      .mayChangeImage
    case .leftOut(.filterInput), .leftOut(.emitterKey), .leftOut(.matchMove): .mayChangeImage
    default: .changesImage
    }
  }
}

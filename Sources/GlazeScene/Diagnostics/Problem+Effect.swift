import GlazeDrawing
import GlazeLayers

extension Problem {
  /// What a problem that reading goes on after does to the picture.
  package enum Effect: Int, Hashable, Sendable, CaseIterable, Comparable {
    case changesPicture, mayChangePicture, cannotBeSeen

    package static func < (a: Effect, b: Effect) -> Bool { a.rawValue < b.rawValue }

    /// What stands over those that have it.
    package var title: String {
      switch self {
      case .changesPicture: "this changes the picture"
      case .mayChangePicture: "this may change the picture"
      case .cannotBeSeen: "this cannot be seen"
      }
    }
  }

  /// Hints for displays that show more than Glaze's pictures hold.
  private static let displayHints: Set<String> = [
    "toneMapMode", "preferredDynamicRange", "wantsExtendedDynamicRangeContent", "contentsHeadroom",
  ]

  /// Whether a library of the system is all that is missing.
  package var isMissingLibrary: Bool {
    switch self {
    case .missingLibrary: return true
    case .badAsset(let error): return error.isMissingLibrary
    default: return false
    }
  }

  /// Whether reading can go on without the value that it is about.
  var isOfOneValue: Bool {
    switch self {
    case .badValue, .notFinite: true
    default: false
    }
  }

  package var effect: Effect {
    switch self {
    case .notDrawn(let name) where Self.displayHints.contains(name): .cannotBeSeen
    // A class of a program, which mostly only holds layers.
    case .unknownClass(let name) where name.contains("."): .mayChangePicture
    case .unknownProperty, .duplicateKey, .notALayer, .notAnAnimation, .animatesNothing,
      .unknownTarget, .unknownSource, .scriptNotRun, .otherParts, .moreWarnings, .recovered,
      .entityDeclaration, .sizeOfContent:
      .mayChangePicture
    case .leftOut(.filterInput), .leftOut(.emitterKey), .leftOut(.matchMove): .mayChangePicture
    default: .changesPicture
    }
  }
}

import Foundation
import GlazeTree

extension BlendMode {
  /// The mode of a type of filter: plain, or with `BlendMode` at its end; nil when there is none.
  package init?(filterType type: String) {
    let suffix = "BlendMode"
    let plain = type.hasSuffix(suffix) ? String(type.dropLast(suffix.count)) : type
    guard let mode = Self.byName[plain] else { return nil }
    self = mode
  }

  /// The names of the modes, and Apple's where those differ.
  private static let byName: [String: BlendMode] = {
    var names = Dictionary(uniqueKeysWithValues: allCases.map { ("\($0)", $0) })
    let others: [String: BlendMode] = [
      "normal": .sourceOver, "srcOver": .sourceOver, "srcIn": .sourceIn, "srcOut": .sourceOut,
      "srcAtop": .sourceAtop, "source": .copy, "src": .copy, "dest": .destination,
      "dst": .destination, "destOver": .destinationOver, "dstOver": .destinationOver,
      "destIn": .destinationIn, "dstIn": .destinationIn, "destOut": .destinationOut,
      "dstOut": .destinationOut, "destAtop": .destinationAtop, "dstAtop": .destinationAtop,
      "plusL": .plusLighter, "plusD": .plusDarker,
      // Private: the layer is taken from what is behind it, or that from the layer.
      "subtractS": .subtractSource, "subtractD": .subtractDestination,
      // The last two stand in render modes of emitters, too.
      "additive": .plusLighter, "cheapAdditive": .plusLighter, "cheapScreen": .screen,
    ]
    names.merge(others) { first, _ in first }
    return names
  }()
}

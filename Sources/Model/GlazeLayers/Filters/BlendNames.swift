import Foundation
import GlazeTree

extension BlendMode {
  /// Creates the mode of a type of filter, plain or with the suffix `BlendMode`; nil if there is
  /// none.
  package init?(filterType type: String) {
    let suffix = "BlendMode"
    let plain = type.hasSuffix(suffix) ? String(type.dropLast(suffix.count)) : type
    guard let mode = Self.byName[plain] else { return nil }
    self = mode
  }

  /// The names of the modes, and Apple's names if they differ.
  private static let byName: [String: BlendMode] = {
    var names = Dictionary(uniqueKeysWithValues: allCases.map { ("\($0)", $0) })
    let others: [String: BlendMode] = [
      "normal": .sourceOver, "srcOver": .sourceOver, "srcIn": .sourceIn, "srcOut": .sourceOut,
      "srcAtop": .sourceAtop, "source": .copy, "src": .copy, "dest": .destination,
      "dst": .destination, "destOver": .destinationOver, "dstOver": .destinationOver,
      "destIn": .destinationIn, "dstIn": .destinationIn, "destOut": .destinationOut,
      "dstOut": .destinationOut, "destAtop": .destinationAtop, "dstAtop": .destinationAtop,
      "plusL": .plusLighter, "plusD": .plusDarker,
      // Private: subtracts the layer from the content behind it, or that content from the layer.
      "subtractS": .subtractSource, "subtractD": .subtractDestination,
      // The last two also occur in render modes of emitters.
      "additive": .plusLighter, "cheapAdditive": .plusLighter, "cheapScreen": .screen,
    ]
    names.merge(others) { first, _ in first }
    return names
  }()
}

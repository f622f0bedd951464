import ArgumentParser
import Foundation
import Glaze
import GlazeGeometry

/// Backends on the command line: `gl`, `software`, `gl,software`.
struct BackendList: Equatable, ExpressibleByArgument {
  var backends: [Renderer.Backend]

  init?(argument: String) {
    let names = argument.split(separator: ",", omittingEmptySubsequences: false)
    let backends = names.compactMap { Renderer.Backend(rawValue: String($0)) }
    guard backends.count == names.count, Set(backends).count == backends.count,
      !backends.contains(.auto)
    else { return nil }
    self.backends = backends
  }
}

/// Numbers of layers on the command line: `1000,10000`.
struct LayerCounts: Equatable, ExpressibleByArgument {
  var counts: [Int]

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    counts = parts.compactMap { Int($0) }.filter { (1...1_000_000).contains($0) }
    if counts.count != parts.count || Set(counts).count != counts.count { return nil }
    counts.sort()
  }
}

/// A number of sublayers on the command line, or `all`.
struct SublayerCount: Equatable, ExpressibleByArgument {
  /// The largest number; fewer if there are fewer sublayers.
  var limit: Int

  init(_ limit: Int) {
    self.limit = limit
  }

  init?(argument: String) {
    guard let limit = argument == "all" ? Int.max : Int(argument), limit >= 0 else { return nil }
    self.limit = limit
  }

  var isSome: Bool { limit > 0 }

  var defaultValueDescription: String { "\(limit)" }
}

/// A tolerance on the command line: `LEVELS` or `LEVELS:PERCENT`.
struct ToleranceArgument: Equatable, ExpressibleByArgument {
  var tolerance: ImageTolerance

  init?(argument: String) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    guard let first = parts.first, parts.count <= 2, let levels = Int(first),
      (0...255).contains(levels)
    else { return nil }
    var percent = 0.0
    if parts.count == 2 {
      guard let number = Double(parts[1]), (0...100).contains(number) else { return nil }
      percent = number
    }
    tolerance = ImageTolerance(
      deviation: levels, outliers: percent / 100, because: "set by --tolerance")
  }
}

/// Names of variants on the command line, separated by commas.
struct VariantList: Equatable, ExpressibleByArgument {
  var variants: [CheckVariant] = []
  /// A message about a name that no variant has; nil if all are known.
  private(set) var problem: String?

  init(argument: String) {
    let known = CheckVariant.all.map(\.name)
    for name in argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
      if let variant = CheckVariant.all.first(where: { $0.name == name }) {
        variants.append(variant)
      } else if problem == nil {
        let hint = NearestName.of(name, among: known).map { "did you mean \($0)?" }
        problem =
          "--only: there is no variant \(MessageText.shown(name.isEmpty ? "\"\"" : name)) "
          + "(\(hint ?? "glaze check --help lists them"))"
      }
    }
  }
}

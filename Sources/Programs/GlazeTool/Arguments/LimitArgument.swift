import ArgumentParser
import Glaze

/// A limit on the command line: `layers=1000`, `memory=1G`.
struct LimitArgument: Equatable, ExpressibleByArgument {
  var name: RenderLimits.Name
  var number: Int

  init(name: RenderLimits.Name, number: Int) {
    self.name = name
    self.number = number
  }

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let name = RenderLimits.Name(rawValue: String(parts[0])),
      let number = ByteCount(argument: String(parts[1]))?.bytes, !parts[1].isEmpty
    else { return nil }
    self.name = name
    self.number = number
  }
}

import ArgumentParser
import GlazeGeometry

/// What lies behind a picture on the command line: a colour, or `checkerboard`.
struct BackgroundArgument: ExpressibleByArgument {
  /// As the model has it.
  let color: CGColor

  init?(argument: String) {
    let isBoard = argument == "checkerboard"
    let color = isBoard ? .checkerboard : ColorArgument(argument: argument)?.color
    guard let color else { return nil }
    self.color = color
  }
}

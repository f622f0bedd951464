import ArgumentParser
import GlazeGeometry

/// The background of an image on the command line: a color, or `checkerboard`.
struct BackgroundArgument: ExpressibleByArgument {
  /// The color of the layer model.
  let color: CGColor

  init?(argument: String) {
    let isBoard = argument == "checkerboard"
    let color = isBoard ? .checkerboard : ColorArgument(argument: argument)?.color
    guard let color else { return nil }
    self.color = color
  }
}

import ArgumentParser
import Foundation
import Glaze
import GlazeGeometry

/// The encoding of images.
struct OutputColorOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "srgb, p3 or rec2020; add -linear, -pq, -hlg or -gamma22.", valueName: "space",
      visibility: .hidden))
  var outputSpace: OutputSpaceArgument?

  @Option(
    help: ArgumentHelp(
      "8, 10 or 16 bits, half, or float.", valueName: "depth", visibility: .hidden))
  var depth: DepthArgument?

  @Option(
    help: ArgumentHelp(
      "The brightest light, in multiples of white (default: 1).", valueName: "n",
      visibility: .hidden))
  var headroom: FiniteNumber?

  @Option(
    help: ArgumentHelp(
      "The luminance of white for PQ (default: 203).", valueName: "nits", visibility: .hidden))
  var white: PositiveNumber?

  @Option(
    help: ArgumentHelp(
      "encoded, as on a Mac, or linear.", valueName: "how", visibility: .hidden))
  var compositing: CompositingArgument?

  func validate() throws {
    if let problem = output.problem { throw ValidationError(problem) }
  }

  /// The encoding.
  var output: OutputColor {
    var output = outputSpace.flatMap { OutputColor(space: $0.argument) } ?? .standard
    if let depth { output.depth = depth.depth }
    if let headroom { output.headroom = headroom.value }
    if let white { output.whiteLuminance = white.value }
    if let compositing { output.compositing = compositing.compositing }
    return output
  }
}

/// A color space on the command line: primaries and a curve.
struct OutputSpaceArgument: ExpressibleByArgument {
  let argument: String

  init?(argument: String) {
    self.argument = argument == "linear" ? "srgb-linear" : argument
    if OutputColor(space: self.argument) == nil { return nil }
  }
}

/// A depth on the command line.
struct DepthArgument: ExpressibleByArgument {
  let depth: OutputColor.Depth

  init?(argument: String) {
    guard let depth = OutputColor.Depth(name: argument) else { return nil }
    self.depth = depth
  }
}

/// How colors are composited, on the command line.
struct CompositingArgument: ExpressibleByArgument {
  let compositing: OutputColor.Compositing

  init?(argument: String) {
    switch argument {
    case "encoded": compositing = .encoded
    case "linear": compositing = .linear
    default: return nil
    }
  }
}

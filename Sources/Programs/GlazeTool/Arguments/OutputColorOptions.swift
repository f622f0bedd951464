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
    var output = OutputColor()
    if let space = outputSpace {
      (output.primaries, output.transfer) = (space.primaries, space.transfer)
    }
    output.depth =
      depth?.depth
      ?? (output.transfer == .linear
        ? .half : output.transfer == .pq || output.transfer == .hlg ? .bits10 : .bits8)
    if let headroom { output.headroom = headroom.value }
    if let white { output.whiteLuminance = white.value }
    if let compositing { output.compositing = compositing.compositing }
    return output
  }
}

/// A color space on the command line: primaries and a curve.
struct OutputSpaceArgument: ExpressibleByArgument {
  let primaries: OutputColor.Primaries
  let transfer: OutputColor.Transfer

  private static let primaries: [String: OutputColor.Primaries] = [
    "srgb": .sRGB, "p3": .displayP3, "rec2020": .bt2020,
  ]
  private static let transfers: [String: OutputColor.Transfer] = [
    "linear": .linear, "pq": .pq, "hlg": .hlg, "gamma22": .gamma2_2,
  ]

  init?(argument: String) {
    let parts = (argument == "linear" ? "srgb-linear" : argument).split(
      separator: "-", omittingEmptySubsequences: false
    ).map(String.init)
    guard 1...2 ~= parts.count, let primaries = Self.primaries[parts[0]] else { return nil }
    self.primaries = primaries
    guard parts.count == 2 else {
      transfer = .sRGB
      return
    }
    guard let transfer = Self.transfers[parts[1]] else { return nil }
    self.transfer = transfer
  }
}

/// A depth on the command line.
struct DepthArgument: ExpressibleByArgument {
  let depth: OutputColor.Depth

  init?(argument: String) {
    let depths: [String: OutputColor.Depth] = [
      "8": .bits8, "10": .bits10, "16": .bits16, "half": .half, "float": .float,
    ]
    guard let depth = depths[argument] else { return nil }
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

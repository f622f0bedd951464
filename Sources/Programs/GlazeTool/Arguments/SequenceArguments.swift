public import ArgumentParser
import Foundation
public import Glaze
import GlazeGeometry

/// The frames of a sequence and how they are made.
///
/// Without `--to` the output is a still image.
struct SequenceArguments: ParsableArguments {
  @Option(help: ArgumentHelp("The time of the first frame (default: 0).", valueName: "s"))
  var from: FiniteNumber?

  @Option(help: ArgumentHelp("Draw a sequence that ends before s.", valueName: "s"))
  var to: FiniteNumber?

  @Option(help: ArgumentHelp("Frames per second: 60, 29.97, 30000/1001.", valueName: "f"))
  var fps: FrameRateArgument?

  @Option(help: ArgumentHelp("Only these frames, from 0: 7 or 10-19.", valueName: "n-m"))
  var frames: FrameRangeArgument?

  @Option(help: ArgumentHelp("Only part k of n of all frames or inputs.", valueName: "k/n"))
  var shard: Shard?

  @Option(help: ArgumentHelp("The number in the first frame's name.", valueName: "n"))
  var startNumber = 0

  @Option(help: ArgumentHelp("The format, whatever OUT ends in.", valueName: "format"))
  var format: MotionFile.Format?

  @Flag(help: "Continue an interrupted run.")
  var resume = false

  @Option(
    help: ArgumentHelp(
      "Draw or encode n at once (default: cores).", valueName: "n"))
  var jobs: Int?

  @Flag(inversion: .prefixedNo, help: "Draw and encode in parallel.")
  var overlap = true

  func validate() throws {
    if let jobs, !(1...1024 ~= jobs) { throw ValidationError("--jobs \(jobs): use 1 to 1024") }
    if startNumber < 0 { throw ValidationError("--start-number is negative") }
    if let times = try times(), let frames, frames.range.upperBound > times.count {
      throw ValidationError("--frames \(frames): the last frame is \(times.count - 1)")
    }
    if let times = try times(), let shard { try shard.check(allFrames(times).count, "frames") }
  }

  /// The frames of all parts together.
  func allFrames(_ times: FrameTimes) -> Range<Int> { frames?.range ?? times.indices }

  /// The frames that this run draws.
  func ownFrames(_ times: FrameTimes) -> Range<Int> {
    shard?.part(of: allFrames(times)) ?? allFrames(times)
  }

  /// The times of all frames; nil for a still image.
  func times() throws -> FrameTimes? {
    guard let to else { return nil }
    do throws(GlazeError) {
      return try FrameTimes(from: from?.value ?? 0, to: to.value, rate: fps?.rate ?? .sixty)
    } catch {
      throw ValidationError(error.description)
    }
  }

  /// Rejects options that only a sequence has.
  func checkStill(output: String?) throws {
    let names = [
      ("--from", from != nil), ("--fps", fps != nil), ("--frames", frames != nil),
      ("--format", format != nil), ("--resume", resume),
    ]
    if let name = names.first(where: \.1)?.0 {
      throw ValidationError("\(name) needs a sequence: add --to, the time at which it ends")
    }
    if let ending = Self.motionEnding(of: output) {
      throw ValidationError("a \(ending) needs a sequence: add --to, the time at which it ends")
    }
  }

  /// The extension that makes an output a sequence; nil if it may be a still image.
  static func motionEnding(of output: String?) -> String? {
    let name = output?.lowercased() ?? ""
    return MotionFile.endings.first { $0 != ".webp" && name.hasSuffix($0) }
  }
}

/// A frame rate on the command line.
struct FrameRateArgument: Equatable, ExpressibleByArgument {
  let rate: FrameRate

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
    let rate: FrameRate?
    switch parts.count {
    case 1: rate = Double(argument).flatMap { FrameRate($0) }
    case 2:
      guard let numerator = Int(parts[0]), let denominator = Int(parts[1]) else { return nil }
      rate = FrameRate(numerator, over: denominator)
    default: return nil
    }
    guard let rate else { return nil }
    self.rate = rate
  }
}

/// Numbers of frames on the command line: one, or the first and the last.
struct FrameRangeArgument: Equatable, ExpressibleByArgument, CustomStringConvertible {
  let range: Range<Int>

  init?(argument: String) {
    let parts = argument.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard 1...2 ~= parts.count, let first = parts[0], let last = parts[parts.count - 1],
      0 <= first, first <= last, last < FrameTimes.maximumCount
    else { return nil }
    range = first..<(last + 1)
  }

  var description: String {
    range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound - 1)"
  }
}

extension MotionFile.Format: ExpressibleByArgument {
  /// None: the help text explains them.
  public static var allValueStrings: [String] { [] }
}

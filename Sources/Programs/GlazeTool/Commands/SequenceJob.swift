import Foundation
import Glaze
import GlazeGeometry
import GlazeLayers
import GlazePlan

/// Draws the frames of one document.
struct SequenceJob {
  private let command: RenderCommand
  private let times: FrameTimes
  private let optimizations: Optimizations
  private var console = Console()
  /// The number of written frames.
  private var finishedCount = 0
  /// The time of the next progress line, without a terminal.
  private var nextLine = ContinuousClock.now + Self.lineInterval

  private static let lineInterval: Duration = .seconds(5)

  init(_ command: RenderCommand, times: FrameTimes, optimizations: Optimizations) {
    self.command = command
    self.times = times
    self.optimizations = optimizations
  }

  mutating func run() -> Status {
    let input = Input(command.inputs[0])
    let interrupt = Interrupt()
    let pending = try? command.devices.startContext()
    // The process must not end while a driver starts.
    defer { _ = try? pending?.wait() }
    defer { console.endProgress() }
    do {
      if let folder = command.output, folder.hasSuffix("/") { try Output.makeFolder(folder) }
      try draw(input, pending, interrupt)
      return .success
    } catch let error as GlazeError where error.isMissingDevice {
      console.report("glaze: \(error)")
      return .noDevice
    } catch {
      guard interrupt.isRequested else {
        console.report(RenderJob.line(for: error, input: input))
        return .failure
      }
      console.report("\(input): interrupted\(consequence(error))")
      return .interrupted
    }
  }

  private mutating func draw(
    _ input: Input, _ pending: PendingContext?, _ interrupt: Interrupt
  ) throws {
    let output = try SequenceOutput(command, times: times)
    let frames = command.sequence.ownFrames(times)
    if let shard = command.sequence.shard, !command.quiet {
      console.report(
        "\(input): shard \(shard) draws frames \(frames.lowerBound) to \(frames.upperBound - 1) of "
          + "\(command.sequence.allFrames(times).count)\(output.part.map { " into \($0)" } ?? "")")
    }
    if command.sequence.resume, let part = output.part,
      try VideoPart.isWhole(part, frameCount: frames.count)
    {
      if !command.quiet { console.report("\(input): \(part) exists already") }
      return
    }
    let document = try DocumentLoader(command.document).load(input)
    console.report(document.diagnostics)
    var lines: [String] = []
    let renderer = try command.renderer(optimizations, pending: pending, lines: &lines)
    for line in lines { console.report(line) }
    var options = SequenceOptions()
    options.overlaps = command.sequence.overlap
    options.jobs = command.sequence.jobs
    options.frames = frames
    var times = times
    times.loop = document.loop
    let session = try RenderSession(
      document.rootLayer, renderer: renderer, options: command.renderOptions(for: document))
    let statistics = try session.renderSequence(times, into: output.sink, options: options) {
      progress in
      show(progress, input)
      return !interrupt.isRequested
    }
    console.endProgress()
    for notice in statistics.notices where !notice.isToldByReaders {
      console.report("\(input): warning: \(notice)")
    }
    if case .file(let file, _) = output, file.format == .gif, times.rate.framesPerSecond > 50,
      !command.quiet
    {
      console.report(
        "\(input): note: a GIF has at most 50 frames per second; use --fps 50 or --fps 25")
    }
    if command.stats { console.report(Statistics.text(for: input, sequence: statistics)) }
    if !command.quiet { tellWritten(statistics) }
  }

  /// Reports what was written, on a terminal.
  private func tellWritten(_ statistics: SequenceStatistics) {
    guard let path = command.output, path != "-" else { return }
    var facts = [path, Statistics.count(statistics.frameCount, "frame")]
    var file = stat()
    if stat(path, &file) == 0, file.st_mode & S_IFMT == S_IFREG {
      facts.append(Statistics.bytes(Int(file.st_size)))
    }
    Console.tellWritten(facts + [Statistics.time(statistics.elapsed)])
  }

  private mutating func show(_ progress: SequenceProgress, _ input: Input) {
    finishedCount = progress.finishedCount
    guard !command.quiet else { return }
    let seconds = progress.elapsed / .seconds(1)
    let rate = seconds > 0 ? Double(progress.finishedCount) / seconds : 0
    let left = rate > 0 ? Double(progress.frameCount - progress.finishedCount) / rate : nil
    let text =
      Statistics.rate(rate) + " frames/s" + (left.map { ", \(Statistics.seconds($0)) left" } ?? "")
    let done = progress.skippedCount + progress.finishedCount
    let all = progress.skippedCount + progress.frameCount
    if Console.isTerminal {
      console.showProgress(done: done, of: all, name: text)
    } else if command.stats && ContinuousClock.now >= nextLine {
      nextLine = .now + Self.lineInterval
      console.report("\(input): \(done)/\(all) frames, \(text)")
    }
  }

  /// The state of the output after an interruption, as the end of a message.
  private func consequence(_ error: any Error) -> String {
    let isStopped = (error as? GlazeError)?.code == .stopped
    let finished = isStopped ? finishedCount : 0
    let drawn = Statistics.count(finished, "frame")
    switch try? SequenceOutput(command, times: times) {
    case .images: return " after \(drawn), which remain; continue with --resume"
    case .file(_, part: nil) where command.sequence.resume:
      return " after \(drawn), which remain for --resume"
    case .file, nil: return " after \(drawn); nothing was written"
    }
  }
}

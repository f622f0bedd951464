import Dispatch
import Foundation
import Glaze
import GlazeCore
import GlazeEGL
import GlazePlan
import Synchronization

/// Draws the inputs of one command, several at once if there are many.
///
/// On the CPU each thread draws its own images, from the input file to the output file. An OpenGL context draws
/// one after the other, and other threads encode the results. Messages have the order of the inputs.
struct RenderJob {
  typealias Work = (input: Input, output: Output)

  private let command: RenderCommand
  private let optimizations: Optimizations
  private var console = Console()
  /// The context, which is made while the first document is read.
  private var pending: PendingContext?
  /// The number of images that may be drawn or encoded at once.
  private let jobs: Int

  init(_ command: RenderCommand, optimizations: Optimizations) {
    self.command = command
    self.optimizations = optimizations
    jobs = command.sequence.jobs ?? ProcessInfo.processInfo.activeProcessorCount
  }

  /// Draws all inputs, and continues after one that fails.
  mutating func run(_ work: [Work]) -> Status {
    defer { console.endProgress() }
    if let folder = command.output, folder.hasSuffix("/") {
      do throws(OutputError) {
        try Output.makeFolder(folder)
      } catch {
        console.report("glaze: \(error)")
        return .failure
      }
    }
    let start = ContinuousClock.now
    pending = try? command.devices.startContext()
    // The process must not end while a driver starts.
    defer { _ = try? pending?.wait() }
    let (command, optimizations, pending) = (command, optimizations, pending)
    var drawer = ImageDrawer(command) {
      try command.renderer(optimizations, pending: pending, lines: &$0)
    }
    defer { Self.keep(drawer.renderer) }
    let results = ImageResults(count: work.count)
    // One by one, until one of them has determined the backend.
    var first = 0
    while first < work.count, drawer.renderer == nil {
      results.finish(first, Self.result(of: work[first], by: &drawer))
      first += 1
      tell(results, work)
      if results.lacksDevice { return .noDevice }
    }
    let rest = first..<work.count
    if jobs == 1 || rest.isEmpty {
      for index in rest {
        results.finish(index, Self.result(of: work[index], by: &drawer))
        tell(results, work)
      }
    } else if drawer.renderer?.backend == .software {
      drawAtOnce(work, rest, results)
    } else {
      encodeAtOnce(work, rest, by: &drawer, results)
    }
    tellEnd(results, work, ContinuousClock.now - start)
    return results.status
  }

  /// Reports what was written, on a terminal, and how many inputs failed.
  private mutating func tellEnd(_ results: ImageResults, _ work: [Work], _ time: Duration) {
    if command.quiet { return }
    console.endProgress()
    let (count, bytes) = results.written
    if work.count > 1, count < work.count {
      console.report("glaze: \(count) of \(work.count) drawn")
    } else if count == work.count, case .file(let path) = work[0].output {
      let name = work.count == 1 ? path : Statistics.count(count, "image")
      Console.tellWritten([
        name, Statistics.bytes(bytes), Statistics.time(time),
      ])
    }
  }

  /// Draws images on several threads.
  private mutating func drawAtOnce(_ work: [Work], _ rest: Range<Int>, _ results: ImageResults) {
    let count = min(jobs, rest.count)
    let threads = max(1, ProcessInfo.processInfo.activeProcessorCount / count)
    let next = SharedCounter(rest.lowerBound)
    let (command, optimizations) = (command, optimizations)
    let draw = { @Sendable (tell: () -> Void) in
      var drawer = ImageDrawer(command) { _ in
        try command.devices.softwareRenderer(optimizations, threads: threads, sharers: count)
      }
      while true {
        let index = next.take()
        if index >= rest.upperBound { break }
        results.finish(index, Self.result(of: work[index], by: &drawer, threads: threads))
        tell()
      }
    }
    let others = DispatchGroup()
    for number in 1..<count {
      others.enter()
      let thread = Thread {
        draw {}
        others.leave()
      }
      thread.name = "image \(number)"
      // The size of the main thread's stack.
      thread.stackSize = 8 << 20
      thread.start()
    }
    draw { tell(results, work) }
    others.wait()
    tell(results, work)
  }

  /// Draws images one after the other, and encodes the drawn ones on other threads.
  private mutating func encodeAtOnce(
    _ work: [Work], _ rest: Range<Int>, by drawer: inout ImageDrawer, _ results: ImageResults
  ) {
    // At most this many images wait in memory.
    let room = DispatchSemaphore(value: jobs)
    let others = DispatchGroup()
    for index in rest {
      var lines: [String] = []
      let (input, output) = work[index]
      do {
        let image = try drawer.draw(input, lines: &lines)
        room.wait()
        DispatchQueue.global().async(group: others) { [lines] in
          results.finish(
            index,
            Self.result(input, lines) { try image.write(to: output, threads: 1, lines: &$0) })
          room.signal()
        }
      } catch {
        results.finish(index, Self.result(input, lines) { _ in throw error })
      }
      tell(results, work)
    }
    others.wait()
    tell(results, work)
  }

  /// Reports the messages of finished images, in their order.
  private mutating func tell(_ results: ImageResults, _ work: [Work]) {
    for line in results.takeLines() { console.report(line) }
    let done = results.doneCount
    if !command.quiet, done < work.count {
      console.showProgress(done: done, of: work.count, name: work[done].input.description)
    }
  }

  // MARK: One image

  private static func result(
    of work: Work, by drawer: inout ImageDrawer, threads: Int? = nil
  ) -> ImageResults.Result {
    result(work.input, []) { lines in
      try drawer.draw(work.input, lines: &lines).write(
        to: work.output, threads: threads, lines: &lines)
    }
  }

  /// Runs the work of one input and returns its messages and status.
  private static func result(
    _ input: Input, _ lines: [String], _ body: (inout [String]) throws -> Int
  ) -> ImageResults.Result {
    var lines = lines
    do {
      let bytes = try body(&lines)
      return .init(lines: lines, status: .success, byteCount: bytes)
    } catch let error as GlazeError where error.isMissingDevice {
      return .init(lines: lines + ["glaze: \(error)"], status: .noDevice)
    } catch {
      return .init(lines: lines + [line(for: error, input: input)], status: .failure)
    }
  }

  /// Retains a renderer until the process ends: the kernel frees its memory faster than the driver does.
  private static func keep(_ renderer: Renderer?) {
    if let renderer { _ = Unmanaged.passRetained(renderer) }
  }

  /// One line, which begins with the file that caused the error.
  static func line(for error: any Error, input: Input) -> String {
    // Diagnostics already name the file, with line and column.
    if let error = error as? GlazeError, let diagnostic = error.underlying as? Document.Diagnostic {
      return ([error.message] + Console.excerpt(of: diagnostic)).joined(separator: "\n")
    }
    return "\(input): \(error)"
  }
}

/// The results of images that several threads draw, reported in the order of the inputs.
final class ImageResults: Sendable {
  struct Result: Sendable {
    var lines: [String]
    var status: Status
    /// The size of the file.
    var byteCount = 0
  }

  private struct State {
    /// By input; nil while an image is not finished, and after its lines were taken.
    var results: [Result?]
    /// The index of the first result that was not taken.
    var next = 0
    var doneCount = 0
    var status = Status.success
    var written = (count: 0, bytes: 0)
  }

  private let state: Mutex<State>

  init(count: Int) { state = Mutex(State(results: Array(repeating: nil, count: count))) }

  /// The number of finished images.
  var doneCount: Int { state.withLock(\.doneCount) }
  /// The exit status of the command so far.
  var status: Status { state.withLock(\.status) }
  /// The number of files that were written, and their size.
  var written: (count: Int, bytes: Int) { state.withLock(\.written) }
  var lacksDevice: Bool { status == .noDevice }

  func finish(_ index: Int, _ result: Result) {
    state.withLock { state in
      state.results[index] = result
      state.doneCount += 1
      if result.status != .success {
        state.status = result.status
      } else {
        state.written.count += 1
        state.written.bytes += result.byteCount
      }
    }
  }

  /// Returns the lines of all results before the first unfinished one, each once.
  func takeLines() -> [String] {
    state.withLock { state in
      var lines: [String] = []
      while state.next < state.results.count, let result = state.results[state.next].take() {
        lines += result.lines
        state.next += 1
      }
      return lines
    }
  }
}

/// A counter from which several threads take numbers.
private final class SharedCounter: Sendable {
  private let next: Atomic<Int>

  init(_ first: Int) { next = Atomic(first) }

  func take() -> Int { next.add(1, ordering: .relaxed).oldValue }
}

import Foundation
import Glaze
import GlazeEGL
import GlazeGeometry
import GlazePlan

/// Checks the inputs of one command, with one renderer for each backend.
struct CheckJob {
  private let command: CheckCommand
  private let report: ComparisonReport
  private var console = Console()
  private var status = Status.success
  private var differenceCount = 0
  /// The folder of differences, unless the command names one.
  private static let folder = "glaze-check"

  init(_ command: CheckCommand) {
    self.command = command
    report = ComparisonReport(folder: command.output ?? Self.folder)
  }

  /// Checks all inputs, and continues after one that fails.
  mutating func run() -> Status {
    defer { console.endProgress() }
    let check: SelfCheck
    do throws(GlazeError) {
      check = SelfCheck(
        renderers: try renderers(), variants: command.only?.variants ?? CheckVariant.all,
        tolerance: command.tolerance?.tolerance)
    } catch {
      console.report("glaze: \(error)")
      return .noDevice
    }
    for (index, input) in command.inputs.map(Input.init).enumerated() {
      do {
        try run(check, input, number: index + 1)
      } catch {
        console.report(RenderJob.line(for: error, input: input))
        status = .failure
      }
    }
    if differenceCount > 0 {
      console.report("glaze: images that differ: \(report.index)")
    } else if command.output != nil {
      Console.tellWritten([report.index])
    }
    return status
  }

  private mutating func run(_ check: SelfCheck, _ input: Input, number: Int) throws {
    let document = try DocumentLoader(command.document).load(input)
    console.report(document.diagnostics)
    var options = command.canvas.renderOptions(for: document)
    options.output = command.color.output
    let subject = try CheckSubject(root: document.rootLayer, options: options)
    let count = command.inputs.count
    let place = count > 1 ? "input \(number) of \(count), \(input)" : input.description
    let result = try check.run(subject) { done, total, name in
      console.showProgress(done: done, of: total, name: "\(place): \(name)")
    }
    let skipped = Self.lines(ofSkipped: result.skipped)
    for line in skipped { console.report("\(input): \(line)") }
    // Inputs may have one name in different folders.
    let prefix = command.inputs.count > 1 ? "\(number)-" : ""
    let scene = input.description
    for difference in result.differences {
      differenceCount += 1
      status = .failure
      console.report("\(input): \(difference)")
      try report.add(
        "\(prefix)\(input.baseName).\(difference.variant.name).\(difference.backend)",
        in: scene, as: difference.title,
        note: "\(difference). Tolerance: \(difference.tolerance.reason).",
        expected: difference.expected, actual: difference.actual)
    }
    // Nothing is written for equal images, unless a folder is named.
    if command.output != nil || !result.differences.isEmpty {
      if let most = result.mostTolerated {
        try report.add(
          "\(prefix)\(input.baseName).\(most.variant.name).\(most.backend)", in: scene,
          as: most.title, note: Self.note(most), outcome: .within, expected: most.expected,
          actual: most.actual)
      }
      try report.add(scene: scene, rows: result.rows, notes: skipped)
    }
    let equal = result.comparisons - result.differences.count
    let backends = check.renderers.map { "\($0.backend)" }.joined(separator: " and ")
    let line =
      "\(input): \(equal) of \(result.comparisons) images are equal (\(backends))\(Self.text(of: result.tolerated))\n"
    console.endProgress()
    try Output.standardOutput.write(Array(Console.harmless(line).utf8))
  }

  /// The differences that tolerances hide, as the end of a line; nothing if all equal images are equal to the byte.
  private static func text(of tolerated: SelfCheck.Tolerated) -> String {
    if tolerated.count == 0 { return "" }
    return ", \(tolerated.count) within tolerance: at most "
      + Statistics.count(tolerated.pixels, "pixel") + " of an image differ, by up to "
      + Statistics.count(tolerated.levels, "level")
  }

  /// A sentence about images that are equal within tolerance.
  private static func note(_ difference: CheckDifference) -> String {
    let comparison = difference.comparison
    let tolerance = difference.tolerance
    let allowed = tolerance.outlierCount(
      of: difference.expected.width * difference.expected.height)
    return "\(difference.title): equal within tolerance. "
      + "\(Statistics.count(comparison.count(above: 0), "pixel")) differ, by up to "
      + "\(Statistics.count(comparison.largest, "level")); "
      + "\(Statistics.count(comparison.count(above: tolerance.deviation), "pixel")) by more than "
      + "\(tolerance.deviation), of \(allowed) that are allowed: \(tolerance.reason). "
      + "No other image of the scene within tolerance has more pixels that differ."
  }

  /// A line for each reason for which variants are skipped.
  private static func lines(
    ofSkipped skipped: [(variant: CheckVariant, reason: String)]
  ) -> [String] {
    var reasons: [String] = []
    for (_, reason) in skipped where !reasons.contains(reason) { reasons.append(reason) }
    return reasons.map { reason in
      let names = skipped.filter { $0.reason == reason }.map(\.variant.name)
      return "skipped, \(reason): \(names.joined(separator: ", "))"
    }
  }

  /// A renderer for each requested backend, or for all that work.
  private func renderers() throws(GlazeError) -> [Renderer] {
    let wanted = command.backend?.backends ?? [.gl, .software]
    var renderers: [Renderer] = []
    for backend in wanted {
      do throws(GlazeError) {
        let selection = try DeviceOptions.selection(of: command.device, command.api)
        renderers.append(
          try Renderer(
            backend: backend, selection: selection, optimizations: Environment.optimizations()))
      } catch {
        // Without a list, the software backend alone is enough, unless a device was requested.
        guard command.backend == nil, command.device == "auto", error.isMissingDevice else {
          throw error
        }
        Console.tell("glaze: note: checking the software backend only: \(error)\n")
      }
    }
    return renderers
  }
}

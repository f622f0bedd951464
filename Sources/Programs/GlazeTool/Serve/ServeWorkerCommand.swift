import ArgumentParser
import Foundation
import Glaze
import GlazeDrawing
import GlazeServe

/// The internal command that `glaze serve` starts for each worker.
struct ServeWorkerCommand: ParsableCommand {
  static let name = "serve-worker"
  static let configuration = CommandConfiguration(
    commandName: name, abstract: "Draw for glaze serve.", shouldDisplay: false)

  @OptionGroup var options: WorkerOptions
  @Option var threads = 1
  @Option var folder: String

  func run() {
    let loop = WorkerLoop(
      folder: folder, memory: options.memoryBytes,
      sandbox: Sandbox(options.sandbox, folder: folder, alsoReadable: options.read))
    loop.run {
      try ServedImages(options, threads: threads)
    } draw: { images, task, content in
      images.draw(task, to: content)
    }
  }
}

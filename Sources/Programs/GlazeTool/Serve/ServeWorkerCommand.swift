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
  @Option var folderSize: Int
  @Option var fileSize: Int

  func run() {
    let loop = WorkerLoop(
      memory: options.memoryBytes, largestFile: fileSize,
      sandbox: Sandbox(
        options.sandbox, folder: folder, folderSize: folderSize, alsoReadable: options.read))
    loop.run {
      try ServedImages(options, threads: threads)
    } draw: { images, task, content in
      images.draw(task, to: content)
    }
  }
}

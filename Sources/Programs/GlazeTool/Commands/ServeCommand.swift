import ArgumentParser
import Foundation
import Glaze
import GlazeDrawing
import GlazeGeometry
import GlazeServe

/// `glaze serve`: images and videos over HTTP.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve images of documents over HTTP.",
    usage: "glaze serve --listen unix:PATH [options]",
    discussion: """
      POST /render with a document as the body, or with its files as a form, returns
      an image. The parameters are those of glaze render. Sandboxed workers draw,
      which can read nothing else. SIGTERM ends the server after all answers.

      EXAMPLES:
        glaze serve --listen unix:glaze.socket
        glaze serve --listen 127.0.0.1:8080 --token-file tokens
        curl --unix-socket glaze.socket 'http://glaze/render?size=512x512' \\
          --data-binary @Clock.tendies -o Clock.png
        curl --unix-socket glaze.socket 'http://glaze/render?to=2&format=mp4' \\
          -F document=@scene.json -F 'a=@a.png;filename=art/a.png' -o scene.mp4
      """)

  @Option(
    help: ArgumentHelp("unix:PATH, PORT, or ADDRESS:PORT.", valueName: "address"))
  var listen: ListenAddress?

  @Option(
    help: ArgumentHelp("Access tokens, one per line; required for TCP.", valueName: "file"),
    completion: .file())
  var tokenFile: String?

  @Option(help: ArgumentHelp("Worker processes (default: cores).", valueName: "n"))
  var workers: Int?

  @Option(help: ArgumentHelp("Requests that may wait.", valueName: "n"))
  var queue = 64

  @Option(help: ArgumentHelp("Seconds that a request may take.", valueName: "s"))
  var deadline = PositiveNumber(30)

  @Option(help: ArgumentHelp("Largest body (default: 64M).", valueName: "bytes"))
  var body: ByteCount?

  @Option(help: ArgumentHelp("Cache of answers (default: 256M).", valueName: "bytes"))
  var cache: ByteCount?

  @Option(help: ArgumentHelp("Replace a worker after n requests.", valueName: "n"))
  var workerRequests = 1000

  @OptionGroup var worker: WorkerOptions

  func validate() throws {
    // systemd passes sockets.
    if listen == nil, ProcessInfo.processInfo.environment["LISTEN_FDS"] == nil {
      throw ValidationError("no address; use --listen unix:PATH or --listen 127.0.0.1:PORT")
    }
    let counts = [("--workers", workers ?? 1), ("--worker-requests", workerRequests)]
    for (name, count) in counts where !(1...100_000 ~= count) {
      throw ValidationError("\(name) must be from 1 to 100000, got \(count)")
    }
    if !(0...100_000 ~= queue) { throw ValidationError("--queue must be from 0 to 100000") }
    if deadline.value > 86_400 { throw ValidationError("--deadline is above 86400 s") }
  }

  func run() throws {
    let count = workers ?? ProcessInfo.processInfo.activeProcessorCount
    let threads = max(1, ProcessInfo.processInfo.activeProcessorCount / count)
    var options = ServeOptions(workerProgram: (try Self.program(), []), version: glazeVersion)
    options.address = listen
    options.tokenFile = tokenFile
    options.workerCount = count
    options.queueLength = queue
    options.deadline = deadline.value
    options.workerRequests = workerRequests
    options.answerLimit = worker.answerBytes
    options.workerMemory = worker.memoryBytes
    if let body { options.bodyLimit = body.bytes }
    if let cache { options.cacheSize = cache.bytes }
    options.workerProgram.arguments =
      [ServeWorkerCommand.name] + worker.arguments + [
        "--threads", "\(threads)", "--folder-size", "\(options.folderSize)",
        "--file-size", "\(max(options.answerLimit, options.bodyLimit))",
      ]
    do throws(ServeError) {
      try Server(options).run()
    } catch {
      Console.tell("glaze: \(error)\n")
      throw Status.failure
    }
  }

  /// The path of this program.
  private static func program() throws -> String {
    try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
  }
}

/// The options of a service's workers.
struct WorkerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Address space of a worker (default: 4G).", valueName: "bytes"))
  var memory: ByteCount?

  @Option(
    help: ArgumentHelp("Largest answer (default: 256M).", valueName: "bytes"))
  var answer: ByteCount?

  @Option(help: ArgumentHelp("Most frames of a video.", valueName: "n"))
  var videoFrames = 36_000

  @Option(help: "required, available, or none.")
  var sandbox = Sandbox.Need.required

  @Option(
    help: ArgumentHelp("A path that workers may read, such as fonts.", valueName: "path"))
  var read: [String] = []

  @Option(help: "software, gl, or auto: gl on a GPU.")
  var backend = Renderer.Backend.software

  @Option(help: ArgumentHelp("The device, as for glaze render.", valueName: "device"))
  var device = "auto"

  @Option(help: ArgumentHelp("The API, as for glaze render.", valueName: "api"))
  var api = APIChoice.auto

  @Option(help: ArgumentHelp("Change a limit, as layers=1000.", valueName: "name=n"))
  var limit: [LimitArgument] = []

  /// The address space of a worker, in bytes.
  var memoryBytes: Int { memory?.bytes ?? 4 << 30 }

  /// The largest answer, in bytes.
  var answerBytes: Int { answer?.bytes ?? 256 << 20 }

  func validate() throws {
    if videoFrames < 1 { throw ValidationError("--video-frames must be 1 or more") }
    if answerBytes < 1 << 20 { throw ValidationError("--answer must be 1M or more") }
    if memoryBytes < 512 << 20 { throw ValidationError("--memory must be 512M or more") }
    if backend == .software && device != "auto" {
      throw ValidationError("--device needs --backend gl")
    }
  }

  /// These options, as arguments for a worker.
  var arguments: [String] {
    var result = [
      "--memory", "\(memoryBytes)", "--answer", "\(answerBytes)",
      "--video-frames", "\(videoFrames)", "--sandbox", sandbox.rawValue, "--backend",
      backend.rawValue,
      "--device", device, "--api", api.rawValue,
    ]
    for path in read { result += ["--read", path] }
    for limit in limit { result += ["--limit", "\(limit.name.rawValue)=\(limit.number)"] }
    return result
  }
}

extension ListenAddress: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}

extension Sandbox.Need: ExpressibleByArgument {
  /// None: the help text explains them.
  package static var allValueStrings: [String] { [] }
}

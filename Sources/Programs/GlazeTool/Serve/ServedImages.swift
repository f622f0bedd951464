import ArgumentParser
import Foundation
import Glaze
import GlazeCore
import GlazeDrawing
import GlazePlan
import GlazeServe

/// Draws the requests of a service, as `glaze render` does.
struct ServedImages {
  private let options: WorkerOptions
  private let threads: Int
  private let renderer: Renderer
  /// The limits of a request, which its parameters may lower.
  private let limits: [LimitArgument]

  init(_ options: WorkerOptions, threads: Int) throws {
    self.options = options
    self.threads = threads
    let devices = try DeviceOptions.parse([
      "--backend", options.backend.rawValue, "--device", options.device,
    ])
    renderer =
      options.backend == .software
      ? try devices.softwareRenderer(.all, threads: threads, sharers: 1)
      : try devices.renderer(.all)
    // Half of the memory for the offscreen images of a frame, unless an option sets the limit.
    let own = RenderLimits()[.memory]
    let memory = LimitArgument(name: .memory, number: min(own, options.memoryBytes / 2))
    limits =
      options.limit.contains { $0.name == .memory } ? options.limit : options.limit + [memory]
  }

  /// Draws a task and leaves the result in a file.
  mutating func draw(_ task: WorkerTask, to content: String) -> WorkerReply {
    var reply = WorkerReply()
    do {
      let parameters = try ServedParameters(
        task.parameters, document: task.document ?? ".", limits: limits)
      let document = try DocumentLoader(parameters.command.document).load(
        .file(task.document ?? "."))
      reply.diagnostics = document.diagnostics.map { ServedDiagnostic($0) }
      let session = try RenderSession(
        document.rootLayer, renderer: renderer,
        options: parameters.command.renderOptions(for: document))
      let notices =
        if let times = parameters.times {
          try drawVideo(session, document, parameters, times, to: content)
        } else {
          try drawImage(session, document, parameters, to: content)
        }
      reply.diagnostics += notices.filter { !$0.isToldByReaders }.map {
        ServedDiagnostic(severity: "warning", message: $0.description)
      }
      reply.type = parameters.format.type
      reply.byteCount = Self.size(of: content)
      if reply.byteCount > options.answerBytes { throw tooLarge }
    } catch {
      // The kernel limits files, those that encoders write too; their messages end with this reason.
      let isTooLarge = "\(error)".contains(String(cString: strerror(EFBIG)))
      Self.tell(isTooLarge ? tooLarge : error, &reply)
    }
    return reply
  }

  private var tooLarge: ServedFailure {
    ServedFailure(
      422, "answerTooLarge", "the answer is larger than \(options.answerBytes) bytes (--answer)")
  }

  private func drawImage(
    _ session: RenderSession, _ document: Document, _ parameters: ServedParameters,
    to content: String
  ) throws -> [RenderNotice] {
    // Animations begin at 0, whatever time is drawn.
    try session.commit(at: 0)
    if parameters.format == .webP {
      // An image that the format cannot hold is refused before it is drawn.
      _ = try session.options.canvas(
        for: session.root, maximumDimension: WebPEncoder.maximumSide)
    }
    let time = parameters.command.document.time.value
    let frame = try session.frame(at: document.moment(at: time))
    let bytes =
      switch parameters.format {
      case .webP:
        try ImageWriter.encode([.init(image: frame.pixels.image)], as: .webP, quality: 1)
      default:
        try frame.pixels.bytes.withUnsafeBytes {
          try PNG.encode(
            premultipliedRGBA: $0, width: frame.pixels.width, height: frame.pixels.height,
            maximumThreads: threads)
        }
      }
    try Output.file(content).write(bytes)
    return frame.notices
  }

  private func drawVideo(
    _ session: RenderSession, _ document: Document, _ parameters: ServedParameters,
    _ times: FrameTimes, to content: String
  ) throws -> [RenderNotice] {
    guard case .motion(let format) = parameters.format else { return [] }
    let count = parameters.command.sequence.frames?.range.count ?? times.count
    guard count <= options.videoFrames else {
      throw ServedFailure(
        422, "limit",
        "the video has \(count) frames; the limit is \(options.videoFrames) (--video-frames)")
    }
    var times = times
    times.loop = document.loop
    var sequence = SequenceOptions()
    sequence.jobs = threads
    sequence.frames = parameters.command.sequence.frames?.range
    let file = try MotionFile(content, format: format)
    return try session.renderSequence(times, into: file, options: sequence) { _ in true }.notices
  }

  private static func size(of path: String) -> Int {
    var facts = stat()
    return stat(path, &facts) == 0 ? Int(clamping: facts.st_size) : 0
  }

  private static func tell(_ error: any Error, _ reply: inout WorkerReply) {
    switch error {
    case let failure as ServedFailure: reply.failure = failure
    case let error as GlazeError:
      if let diagnostic = error.underlying as? Document.Diagnostic {
        reply.diagnostics.append(ServedDiagnostic(diagnostic))
      }
      // Errors that the service causes, not the request.
      let own: [GlazeError.Code] = [.noDevice, .drawing, .writing, .stopped, .wrongThread]
      let status = own.contains(error.code) ? 500 : 422
      reply.failure = ServedFailure(status, error.code.rawValue, error.message)
    default: reply.failure = ServedFailure(500, "drawing", "\(error)")
    }
  }
}

extension ServedDiagnostic {
  init(_ diagnostic: Document.Diagnostic) {
    self.init(
      severity: diagnostic.severity.rawValue, message: diagnostic.message, file: diagnostic.file,
      line: diagnostic.line, column: diagnostic.column, layer: diagnostic.layer)
  }
}

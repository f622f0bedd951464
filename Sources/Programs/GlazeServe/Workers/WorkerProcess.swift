import CGlazeServe
import Dispatch
import Foundation
import GlazeGeometry
import NIOCore
import NIOPosix

/// The service's side of a worker process.
///
/// It is confined to the loop of its channel, as the service is.
final class WorkerProcess: @unchecked Sendable {
  enum Phase: String, CaseIterable, Sendable {
    case starting, idle, drawing, ending
  }

  let number: Int
  /// The folder that the worker may write to; removed when the worker ends.
  let folder: String
  /// The control group of the worker; nil where there is none.
  private let controlGroup: ControlGroup?
  private(set) var phase = Phase.starting
  private(set) var process: pid_t = 0
  private(set) var greeting: WorkerGreeting?
  /// The number of tasks that it was given.
  private(set) var taskCount = 0
  /// The client whose tasks it was given.
  private var client: String?
  private let loop: any EventLoop
  private var channel: (any Channel)?
  private var endKind = WorkerEnd.Kind.crash
  /// Whether the process has ended, and whether all that it wrote was read.
  private var (hasEnded, isRead) = (false, false)
  private var isReaped = false
  private var done: ((WorkerReply) -> Void)?

  /// Called when it can draw.
  var onReady: (() -> Void)?
  /// Called once, after it ended and its folder was removed.
  var onEnd: ((WorkerEnd) -> Void)?

  /// The time after which a silent worker is ended.
  private static let patience = TimeAmount.seconds(60)
  /// The file of the worker's standard error.
  static let errorsName = "errors"

  init(number: Int, folder: String, controlGroup: ControlGroup?, loop: any EventLoop) {
    self.number = number
    self.folder = folder
    self.controlGroup = controlGroup
    self.loop = loop
  }

  /// The path at which this process finds the worker's folder.
  var path: String {
    // The worker mounts a file system over it, in a namespace of its own.
    greeting?.sandbox?.folder == true ? "/proc/\(process)/root" + folder : folder
  }

  /// Whether this process can read what the worker leaves: some systems hide the files of other processes.
  var hasReadableFolder: Bool { access(path, R_OK | X_OK) == 0 }

  /// Returns whether it never drew for another client.
  func canServe(_ client: String?) -> Bool { taskCount == 0 || self.client == client }

  // MARK: Start

  /// Starts the process; `onEnd` is called if that fails.
  func start(_ program: (path: String, arguments: [String]), _ group: any EventLoopGroup) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard mkdir(folder, 0o700) == 0, socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      return failToStart(errno)
    }
    defer { close(ends[1]) }
    let socket = ends[0]
    let arguments = [program.path] + program.arguments + ["--folder", folder]
    let code = Self.spawn(&process, arguments, socket: ends[1], folder: folder)
    guard code == 0 else {
      close(socket)
      return failToStart(code)
    }
    waitForEnd()
    // Documents come later.
    if controlGroup?.add(process) == false { end(.start) }
    loop.scheduleTask(in: Self.patience) { [weak self] in
      if let self, phase == .starting { end(.start) }
    }
    ClientBootstrap(group: group)
      .channelInitializer { [self] channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(WorkerMessages(self))
        }
      }
      .withConnectedSocket(socket)
      .hop(to: loop)
      .whenComplete { [self] result in
        switch result {
        case .success(let channel): self.channel = channel
        case .failure:
          close(socket)
          end(.start)
        }
      }
  }

  private func failToStart(_ code: Int32) {
    phase = .ending
    let words = String(cString: strerror(code))
    loop.execute { [self] in finish(WorkerEnd(.start, status: 127 << 8, lastWords: words)) }
  }

  private static func spawn(
    _ process: inout pid_t, _ arguments: [String], socket: Int32, folder: String
  ) -> Int32 {
    var variables = WorkerEnvironment.variables(of: ProcessInfo.processInfo.environment)
    variables["TMPDIR"] = folder
    // Swift's crash report takes seconds, during which a client waits.
    variables["SWIFT_BACKTRACE"] = "enable=no"
    let argv = arguments.map { strdup($0) } + [nil]
    let envp = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (argv + envp).forEach { free($0) } }
    return glaze_spawn_worker(&process, argv, envp, socket, folder + "/" + errorsName)
  }

  // MARK: Work

  /// Passes it a task; `done` is called when it replies, and not if it ends before.
  func draw(_ request: RenderRequest, seconds: Double, done: @escaping (WorkerReply) -> Void) {
    let files = request.files.map {
      WorkerTask.File(name: $0.name, byteCount: $0.bytes.readableBytes)
    }
    let task = WorkerTask(
      parameters: request.parameters, files: files, document: request.document, seconds: seconds)
    guard phase == .idle, let channel, let message = try? MessageFrame.bytes(of: task) else {
      return end(.crash)
    }
    phase = .drawing
    taskCount += 1
    client = request.token
    self.done = done
    channel.write(ByteBuffer(bytes: message), promise: nil)
    for file in request.files { channel.write(file.bytes, promise: nil) }
    channel.flush()
  }

  /// Ends it at once.
  func end(_ kind: WorkerEnd.Kind) {
    guard phase != .ending else { return }
    endKind = phase == .starting && kind == .crash ? .start : kind
    phase = .ending
    guard process > 0 else { return }
    controlGroup?.end()
    kill(-process, SIGKILL)
    // Without seccomp it may have left its group.
    kill(process, SIGKILL)
  }

  fileprivate func receive(_ message: ByteBuffer) {
    let data = Data(message.readableBytesView)
    switch phase {
    case .starting:
      guard let greeting = try? JSONDecoder().decode(WorkerGreeting.self, from: data) else {
        return end(.crash)
      }
      self.greeting = greeting
      guard greeting.failure == nil else { return end(.start) }
      phase = .idle
      onReady?()
    case .drawing:
      guard let reply = WorkerReply.read(Array(data), folder: folder) else {
        return end(.crash)
      }
      phase = .idle
      done.take()?(reply)
    case .idle: end(.crash)
    case .ending: break
    }
  }

  // MARK: End

  /// Waits for the end of the process on a thread of its own.
  ///
  /// The end of the socket does not show it: another process of the worker may hold the other end.
  private func waitForEnd() {
    let thread = Thread { [self] in
      var facts = siginfo_t()
      // Its number stays its own until it is reaped.
      while waitid(P_PID, id_t(process), &facts, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
      loop.execute { self.noteEnd() }
    }
    thread.stackSize = 512 << 10
    thread.start()
  }

  /// The time in which the last messages of a process are read, where others hold its socket.
  private static let patienceAfterEnd = TimeAmount.seconds(1)

  /// Reaps the process when its last message was read: the end may be seen before.
  private func noteEnd() {
    hasEnded = true
    // Its children would keep the socket open.
    controlGroup?.end()
    kill(-process, SIGKILL)
    if isRead { return reap() }
    loop.scheduleTask(in: Self.patienceAfterEnd) { self.reap() }
  }

  /// A worker without its socket is of no use, and may not have noticed.
  fileprivate func noteRead() {
    isRead = true
    if hasEnded { reap() } else { end(.crash) }
  }

  /// Reaps the process, and removes its folder, on another thread.
  private func reap() {
    guard !isReaped else { return }
    isReaped = true
    if phase == .starting { endKind = .start }
    // From here on, nothing sends signals to a number that may belong to another process.
    phase = .ending
    channel?.close(promise: nil)
    channel = nil
    DispatchQueue.global().async { [self, process, folder, controlGroup, loop] in
      kill(-process, SIGKILL)
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0 && errno == EINTR {}
      let lastWords = Self.lastWords(folder + "/" + Self.errorsName)
      controlGroup?.remove()
      Leftovers.remove(folder)
      loop.execute { [self, status] in
        let words = (greeting?.failure ?? lastWords)?.replacing(folder + "/", with: "")
        finish(WorkerEnd(endKind, status: status, lastWords: words))
      }
    }
  }

  private func finish(_ end: WorkerEnd) {
    done = nil
    onReady = nil
    onEnd.take()?(end)
  }

  /// Returns the last line that a worker wrote.
  private static func lastWords(_ path: String) -> String? {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    let end = (try? file.seekToEnd()) ?? 0
    try? file.seek(toOffset: end > 4096 ? end - 4096 : 0)
    let text = String(decoding: (try? file.readToEnd()) ?? Data(), as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).last.map { String($0.prefix(500)) }
  }
}

/// Splits the input from a worker into messages.
private final class WorkerMessages: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let worker: WorkerProcess
  private var buffer = ByteBuffer()

  init(_ worker: WorkerProcess) { self.worker = worker }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var bytes = unwrapInboundIn(data)
    buffer.writeBuffer(&bytes)
    while let head = buffer.getBytes(at: buffer.readerIndex, length: 4) {
      let length = MessageFrame.length(head)
      guard length <= MessageFrame.limit else { return worker.end(.crash) }
      guard buffer.readableBytes >= 4 + length else { return }
      buffer.moveReaderIndex(forwardBy: 4)
      if let message = buffer.readSlice(length: length) { worker.receive(message) }
    }
    buffer.discardReadBytes()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  func channelInactive(context: ChannelHandlerContext) { worker.noteRead() }
}

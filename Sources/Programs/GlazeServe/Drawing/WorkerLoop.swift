import CGlazeServe
import Foundation
import GlazeGeometry

/// A worker process, which draws one task after the other for a service that may end it at any time.
///
/// Even if a document takes over this process, it sees only the files of one client's requests, and the service
/// loses only the request that is being drawn.
package struct WorkerLoop {
  /// The limit of the address space, in bytes.
  package var memory: Int
  /// The largest size of a file, in bytes.
  package var largestFile: Int
  package var sandbox: Sandbox

  /// The folder that the service made for this worker.
  private var folder: String { sandbox.folder }

  /// The folder of a task's files, which is the current folder while it is drawn.
  static let filesName = "files"
  private static let openFileLimit: rlim_t = 256

  package init(memory: Int, largestFile: Int, sandbox: Sandbox) {
    self.memory = memory
    self.largestFile = largestFile
    self.sandbox = sandbox
  }

  /// Confines this process, reports its sandbox, and draws until the service ends.
  ///
  /// It must be the first call of the process, while it has one thread.
  ///
  /// - Parameters:
  ///   - prepare: Makes the renderer; called once, in the sandbox.
  ///   - draw: Draws a task whose files lie in the current folder, writes the content to the file whose path it
  ///     gets, and returns the reply.
  package func run<Drawer>(
    prepare: () throws -> Drawer,
    draw: (inout Drawer, WorkerTask, _ content: String) -> WorkerReply
  ) {
    let socket = Int32(clamping: GLAZE_WORKER_SOCKET)
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    // A file that is too large is an error instead.
    signal(SIGXFSZ, SIG_IGN)
    do {
      try limit()
      let report = try sandbox.enter()
      // The thread that started this process lives as long as the service. A change of capabilities ends this.
      glaze_end_with_parent()
      var drawer = try prepare()
      try send(WorkerGreeting(sandbox: report), socket)
      while let task = try receive(socket) {
        limitTime(task.seconds)
        try send(draw(&drawer, task, folder + "/" + WorkerReply.contentName), socket)
      }
    } catch {
      try? send(WorkerGreeting(failure: "\(error)"), socket)
    }
  }

  // MARK: Limits

  private func limit() throws {
    func set(_ resource: __rlimit_resource, _ value: rlim_t) throws(ServeError) {
      let resource = __rlimit_resource_t(resource.rawValue)
      var limit = rlimit()
      getrlimit(resource, &limit)
      // Limits that the service was started with may be lower, and cannot be raised.
      limit.rlim_max = min(value, limit.rlim_max)
      limit.rlim_cur = limit.rlim_max
      guard setrlimit(resource, &limit) == 0 else {
        throw ServeError("cannot set a limit: \(String(cString: strerror(errno)))")
      }
    }
    if memory > 0 { try set(RLIMIT_AS, rlim_t(memory)) }
    try set(RLIMIT_FSIZE, rlim_t(largestFile))
    try set(RLIMIT_NOFILE, Self.openFileLimit)
    try set(RLIMIT_CORE, 0)
  }

  /// Ends this process when it exceeds its CPU time, in case the service does not.
  private func limitTime(_ seconds: Double) {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    let used = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
    let cores = Double(ProcessInfo.processInfo.activeProcessorCount)
    let most = Int(clamping: (seconds * cores).rounded(.up)) + 2
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_CPU.rawValue)
    getrlimit(resource, &limit)
    limit.rlim_cur = min(rlim_t(used + most), limit.rlim_max)
    setrlimit(resource, &limit)
  }

  // MARK: Messages

  private func send(_ message: some Encodable, _ socket: Int32) throws {
    var bytes = try MessageFrame.bytes(of: message)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(socket, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw ServeError("the service has ended") }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Reads the next task and writes its files to the current folder; nil if the service has ended.
  private func receive(_ socket: Int32) throws -> WorkerTask? {
    guard let head = bytes(4, from: socket),
      let json = bytes(MessageFrame.length(head), from: socket)
    else { return nil }
    let task = try JSONDecoder().decode(WorkerTask.self, from: Data(json))
    let manager = FileManager.default
    let place = folder + "/" + Self.filesName
    for path in [place, folder + "/" + WorkerReply.contentName] {
      try? manager.removeItem(atPath: path)
    }
    try manager.createDirectory(atPath: place, withIntermediateDirectories: false)
    guard chdir(place) == 0 else { throw ServeError("the folder \(place) was removed") }
    for file in task.files {
      guard let content = bytes(file.byteCount, from: socket) else { return nil }
      let path = place + "/" + file.name
      try manager.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try Data(content).write(to: URL(fileURLWithPath: path))
    }
    return task
  }

  /// Reads exactly `count` bytes; nil at the end.
  private func bytes(_ count: Int, from socket: Int32) -> [UInt8]? {
    var isWhole = true
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, held in
      held = 0
      while held < count {
        let got = read(socket, buffer.baseAddress?.advanced(by: held), count - held)
        if got < 0 && errno == EINTR { continue }
        guard got > 0 else {
          isWhole = false
          return
        }
        held += got
      }
    }
    return isWhole ? bytes : nil
  }
}

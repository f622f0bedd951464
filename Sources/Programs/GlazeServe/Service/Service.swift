import Dispatch
import Foundation
import GlazeGeometry
import NIOCore

/// Passes requests to workers, with a bounded queue, a cache, and processes that are replaced when they end.
///
/// It is confined to one loop: it never blocks and needs no lock.
final class Service: @unchecked Sendable {
  let options: ServeOptions
  let loop: any EventLoop
  let log = ServeLog()
  let tokens: Tokens?
  private let folder: ServiceFolder
  private let group: any EventLoopGroup
  /// The control groups of workers; nil where they cannot be made.
  private let groups: ControlGroups?
  private var queue: JobQueue
  private var workers: [Int: WorkerProcess] = [:]
  /// The jobs that workers draw, by the numbers of the workers.
  private var running: [Int: ServeJob] = [:]
  private var cache: ResultCache
  private(set) var metrics = Metrics()
  private(set) var isDraining = false
  /// Connections with a request to draw, bytes of bodies in memory, and bytes of answers that are not sent yet.
  private var (connected, bodies, answers): (Shares, Shares, Shares)
  private var connections: [ObjectIdentifier: Connection] = [:]
  private var readers: [String?: DispatchQueue] = [:]
  private var nextWorker = 0
  /// Whether workers mount a file system over their folders, which this process must be able to read.
  private var mountsFolders = true
  /// The number of consecutive workers that could not start.
  private var failedStarts = 0
  /// A moving average of the time of requests, in seconds.
  private var meanSeconds = 0.1
  /// Succeeds when the first worker can draw, or fails with the reason why none can.
  let started: EventLoopPromise<WorkerGreeting>
  /// Succeeds when all requests are answered after `drain` and all workers have ended.
  let ended: EventLoopPromise<Void>

  init(
    _ options: ServeOptions, tokens: Tokens?, folder: ServiceFolder, group: any EventLoopGroup
  ) {
    self.options = options
    self.tokens = tokens
    self.folder = folder
    self.group = group
    loop = group.next()
    cache = ResultCache(limit: options.cacheSize)
    queue = JobQueue(limit: options.queueLength)
    let hasClients = (tokens?.count ?? 0) > 1
    connected = Shares(limit: options.connectionLimit, hasClients: hasClients)
    bodies = Shares(limit: options.allBodiesLimit, hasClients: hasClients)
    answers = Shares(limit: options.allAnswersLimit, hasClients: hasClients)
    groups = ControlGroups.delegated(
      .init(memory: options.workerMemory + options.folderSize, processes: 1024))
    started = loop.makePromise()
    ended = loop.makePromise()
  }

  // MARK: Requests

  /// Draws a request, or answers with the reason why not.
  func submit(_ job: ServeJob) {
    if isDraining { return job.finish(.draining, retryAfter: 1) }
    let answer = options.cacheSize > 0 ? cache.answer(for: job.request.key) : nil
    if options.cacheSize > 0 { metrics.addCacheUse(isHit: answer != nil) }
    if let answer {
      return job.finish(
        ServeJob.Outcome(
          result: .success(answer), diagnostics: answer.diagnostics, isCached: true))
    }
    queue.note(job, at: job.arrival)
    queue.add(job)
    job.timer = loop.scheduleTask(deadline: job.deadline) { [self] in expire(job) }
    pump()
    queue.removeExcess()?.finish(.busy(queue.count), retryAfter: retrySeconds)
  }

  /// Drops a request whose client disconnected, and ends the worker that draws it.
  func cancel(_ job: ServeJob) {
    guard !job.isOver else { return }
    job.forget()
    queue.remove(job)
    job.worker?.end(.cancelled)
  }

  private func expire(_ job: ServeJob) {
    guard !job.isOver else { return }
    queue.remove(job)
    job.finish(.late(isDrawing: job.worker != nil))
    job.worker?.end(.deadline)
  }

  /// The estimated time until the queue has room, in seconds.
  private var retrySeconds: Int {
    let seconds = meanSeconds * Double(queue.count) / Double(max(1, workers.count))
    return max(1, min(Int(clamping: seconds.rounded(.up)), 60))
  }

  private func give(_ job: ServeJob, to worker: WorkerProcess) {
    let now = NIODeadline.now()
    job.worker = worker
    job.start = now
    running[worker.number] = job
    let left = Double((job.deadline - now).nanoseconds) / 1e9
    worker.draw(job.request, seconds: max(0.001, left)) { [self] reply in
      take(reply, of: job, from: worker)
    }
  }

  private func take(_ reply: WorkerReply, of job: ServeJob, from worker: WorkerProcess) {
    running[worker.number] = nil
    let seconds = job.start.map { Double((NIODeadline.now() - $0).nanoseconds) / 1e9 } ?? 0
    meanSeconds += (seconds - meanSeconds) / 8
    var outcome = ServeJob.Outcome(
      result: .failure(reply.failure ?? .broken("it left no image")),
      diagnostics: reply.diagnostics)
    if reply.failure == nil, let type = reply.type,
      let content = content(of: worker, byteCount: reply.byteCount)
    {
      // An answer that waits to be sent would take the room of the next ones in the worker's folder.
      if case .file = content, worker.greeting?.sandbox?.folder == true { worker.end(.retired) }
      let answer = Answer(type: type, diagnostics: reply.diagnostics, content: content)
      if options.cacheSize > 0 { cache.insert(answer, for: job.request.key) }
      outcome.result = .success(answer)
    }
    // Cancelled jobs are finished, and their worker is ending.
    if !job.isOver { job.finish(outcome) }
    if worker.taskCount >= options.workerRequests { worker.end(.retired) }
    pump()
  }

  /// The size of content that is always kept in memory, in bytes.
  private static let smallContent = 4 << 20

  /// The content that a worker drew: in memory if it is small or the cache may hold it, or else as a file.
  private func content(of worker: WorkerProcess, byteCount: Int) -> Answer.Content? {
    let path = worker.path + "/" + WorkerReply.contentName
    guard byteCount > 0, let file = AnswerFile(path, byteCount: byteCount) else { return nil }
    guard byteCount <= max(cache.largestContent, Self.smallContent) else { return .file(file) }
    return file.read(byteCount, from: 0, ByteBufferAllocator()).map { .bytes($0) }
  }

  /// Passes waiting jobs to idle workers.
  private func pump() {
    while true {
      let idle = workers.values.filter { $0.phase == .idle }
      guard let (job, worker) = next(idle) else { break }
      give(job, to: worker)
    }
    endIfDrained()
  }

  /// Removes the next job from the queue, for one of the idle workers.
  private func next(_ idle: [WorkerProcess]) -> (ServeJob, WorkerProcess)? {
    if idle.isEmpty { return nil }
    func worker(for client: String?) -> WorkerProcess? {
      // A new worker remains for clients that have none.
      let able = idle.filter { $0.canServe(client) }
      return able.first { $0.taskCount > 0 } ?? able.first
    }
    let choice = queue.next(running: running.values, workerCount: options.workerCount) {
      worker(for: $0) != nil
    }
    switch choice {
    case .job(let job): return worker(for: job.client).map { (job, $0) }
    case .needsWorker: replaceWorker(of: idle)
    case .none: break
    }
    return nil
  }

  /// Replaces a worker that drew for another client, unless a new one is about to come.
  ///
  /// A document that took over a worker would see those of the next client.
  private func replaceWorker(of idle: [WorkerProcess]) {
    let isComing = workers.values.contains { $0.phase == .starting || $0.phase == .ending }
    if !isComing { idle.first?.end(.retired) }
  }

  // MARK: Workers

  func startWorkers() {
    for _ in 0..<options.workerCount { startWorker() }
  }

  private func startWorker() {
    nextWorker += 1
    folder.restore()
    let worker = WorkerProcess(
      number: nextWorker, folder: folder.path + "/worker-\(nextWorker)",
      controlGroup: groups?.group(nextWorker), loop: loop)
    workers[worker.number] = worker
    worker.onReady = { [self] in
      failedStarts = 0
      if !worker.hasReadableFolder {
        log.write("noFolders", ["worker": .number(worker.number)])
        mountsFolders = false
        return worker.end(.retired)
      }
      log.write(
        "worker",
        [
          "worker": .number(worker.number), "pid": .number(Int(worker.process)),
          "sandbox": worker.greeting?.sandbox.map {
            .text("\($0), " + (groups == nil ? "no control group" : "a control group"))
          },
        ])
      if let greeting = worker.greeting { started.succeed(greeting) }
      pump()
    }
    worker.onEnd = { [self] end in replace(worker, end) }
    var program = options.workerProgram
    if !mountsFolders { program.arguments += ["--folder-size", "0"] }
    worker.start(program, group)
  }

  /// Answers the request of a worker that ended, and starts another.
  private func replace(_ worker: WorkerProcess, _ end: WorkerEnd) {
    workers[worker.number] = nil
    metrics.addWorkerEnd(end.kind)
    if end.kind != .retired {
      log.write(
        "workerEnd",
        [
          "worker": .number(worker.number), "kind": .text(end.kind.rawValue),
          "reason": .text(end.description),
        ])
    }
    if let job = running.removeValue(forKey: worker.number), !job.isOver {
      job.finish(.broken(end.description))
    }
    if end.kind == .start {
      failedStarts += 1
      started.fail(ServeError("cannot start a worker: \(end.description)"))
    }
    guard !isDraining || !queue.isEmpty else { return endIfDrained() }
    // A worker that cannot start will probably fail again at once, so wait.
    let delay = failedStarts == 0 ? 0 : min(5000, 100 << min(failedStarts, 6))
    loop.scheduleTask(in: .milliseconds(Int64(delay))) { [self] in
      if !isDraining || !queue.isEmpty { startWorker() }
      pump()
    }
  }

  // MARK: State

  /// A Boolean value that indicates whether the service can draw requests.
  var isReady: Bool {
    !isDraining && workers.values.contains { $0.phase == .idle || $0.phase == .drawing }
  }

  var metricsText: String {
    var gauges = Metrics.Gauges()
    gauges.queued = queue.count
    for worker in workers.values { gauges.workers[worker.phase, default: 0] += 1 }
    gauges.connections = connections.count
    gauges.bodyBytes = bodies.total
    gauges.answerBytes = answers.total
    gauges.cacheBytes = cache.byteCount
    gauges.cacheEntries = cache.count
    return metrics.text(gauges)
  }

  func count(status: Int, seconds: Double, bytes: Int) {
    metrics.addRequest(status: status, seconds: seconds, bytes: bytes)
  }

  /// The features of the sandbox that workers lack on this system, for people; nil if they lack none.
  var missingFeatures: String? {
    guard let report = workers.values.compactMap({ $0.greeting?.sandbox }).first else { return nil }
    let missing = report.missing + (groups == nil ? ["control groups"] : [])
    return missing.isEmpty ? nil : missing.joined(separator: ", ")
  }

  /// The queue that reads large bodies of a client: one after the other, so that others need not wait for all.
  func readers(of client: String?) -> DispatchQueue {
    if let queue = readers[client] { return queue }
    let queue = DispatchQueue(label: "bodies")
    readers[client] = queue
    return queue
  }

  // MARK: Shares

  /// Reserves a connection for an exchange; returns false if the client has too many.
  func reserveConnection(_ exchange: Exchange) -> Bool {
    exchange.reserved.isConnected = connected.take(1, for: exchange.authorization)
    return exchange.reserved.isConnected
  }

  /// Reserves bytes for a body; returns false if there is no room.
  func reserveBody(_ bytes: Int, _ exchange: Exchange) -> Bool {
    let more = bytes - exchange.reserved.bodyBytes
    guard more > 0 else { return true }
    guard bodies.take(more, for: exchange.authorization) else { return false }
    exchange.reserved.bodyBytes = bytes
    return true
  }

  /// Reserves bytes for an answer; returns false if there is no room.
  func reserveAnswer(_ bytes: Int, _ exchange: Exchange) -> Bool {
    guard answers.take(bytes, for: exchange.authorization) else { return false }
    exchange.reserved.answerBytes = bytes
    return true
  }

  /// Gives back what an exchange reserved.
  func release(_ exchange: Exchange) {
    let (reserved, client) = (exchange.reserved, exchange.authorization)
    exchange.reserved = Exchange.Reservation()
    if reserved.isConnected { connected.giveBack(1, of: client) }
    bodies.giveBack(reserved.bodyBytes, of: client)
    answers.giveBack(reserved.answerBytes, of: client)
  }

  // MARK: Connections

  /// - Returns: false if there are too many connections.
  func add(_ connection: Connection) -> Bool {
    if connections.count >= options.connectionLimit + options.spareConnections {
      // The oldest connection without a share makes room: silent clients, and those without a token, exclude no
      // others.
      let expendable = connections.values.filter { !$0.hasShare }
      guard let oldest = expendable.min(by: { $0.start < $1.start }) else { return false }
      connections[ObjectIdentifier(oldest)] = nil
      oldest.close()
    }
    connections[ObjectIdentifier(connection)] = connection
    return true
  }

  func remove(_ connection: Connection) {
    connections[ObjectIdentifier(connection)] = nil
    endIfDrained()
  }

  // MARK: End

  /// Rejects new requests, and ends when the others are answered, at the latest after the deadline.
  func drain() {
    guard !isDraining else { return }
    isDraining = true
    log.write("drain", ["connections": .number(connections.count)])
    for connection in connections.values { connection.closeWhenIdle() }
    let most = TimeAmount.nanoseconds(Int64(clamping: (options.deadline + 1) * 1e9))
    loop.scheduleTask(in: most) { [self] in stop() }
    endIfDrained()
  }

  /// Ends at once.
  func stop() {
    isDraining = true
    for job in queue.removeAll() { job.forget() }
    for connection in connections.values { connection.close() }
    for worker in workers.values { worker.end(.retired) }
    endIfDrained()
  }

  private func endIfDrained() {
    guard isDraining, queue.isEmpty, connections.isEmpty else { return }
    for worker in workers.values { worker.end(.retired) }
    if workers.isEmpty { ended.succeed(()) }
  }
}

extension ServedFailure {
  static let draining = ServedFailure(503, "draining", "the service is ending; use another one")

  static let slow = ServedFailure(408, "slow", "the request was not received completely in time")

  static func busy(_ count: Int) -> ServedFailure {
    ServedFailure(429, "busy", "\(count) requests are waiting; try again later")
  }

  static func late(isDrawing: Bool) -> ServedFailure {
    ServedFailure(
      504, "deadline",
      isDrawing
        ? "drawing took too long; its process was ended"
        : "no worker was free in time")
  }

  static func broken(_ reason: String) -> ServedFailure {
    ServedFailure(500, "worker", "the worker ended: \(reason)")
  }
}

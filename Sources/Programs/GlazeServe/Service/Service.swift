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
  private var queue: JobQueue
  private var workers: [Int: WorkerProcess] = [:]
  /// The jobs that workers draw, by the numbers of the workers.
  private var running: [Int: ServeJob] = [:]
  private var cache: ResultCache
  private(set) var metrics = Metrics()
  private(set) var isDraining = false
  /// The number of bytes of bodies in memory.
  private var bodyBytes = 0
  private var connections: [ObjectIdentifier: Connection] = [:]
  private var nextWorker = 0
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
      let answer = Answer(type: type, diagnostics: reply.diagnostics, content: content)
      if options.cacheSize > 0 { cache.insert(answer, for: job.request.key) }
      outcome.result = .success(answer)
    }
    // Cancelled jobs are finished, and their worker is ending.
    if !job.isOver { job.finish(outcome) }
    if worker.taskCount >= options.workerRequests { worker.end(.retired) } else { pump() }
  }

  /// The content that a worker drew: in memory if the cache may hold it, or else as a file.
  private func content(of worker: WorkerProcess, byteCount: Int) -> Answer.Content? {
    let path = worker.folder + "/" + WorkerReply.contentName
    guard byteCount > 0, let file = AnswerFile(path, byteCount: byteCount) else { return nil }
    guard byteCount <= cache.largestContent else { return .file(file) }
    return file.read(byteCount, from: 0, ByteBufferAllocator()).map { .bytes($0) }
  }

  /// Passes waiting jobs to idle workers.
  private func pump() {
    while let worker = workers.values.first(where: { $0.phase == .idle }),
      let job = queue.next(running: running.values, workerCount: options.workerCount)
    {
      give(job, to: worker)
    }
    endIfDrained()
  }

  // MARK: Workers

  func startWorkers() {
    for _ in 0..<options.workerCount { startWorker() }
  }

  private func startWorker() {
    nextWorker += 1
    folder.restore()
    let worker = WorkerProcess(
      number: nextWorker, folder: folder.path + "/worker-\(nextWorker)", loop: loop)
    workers[worker.number] = worker
    worker.onReady = { [self] in
      failedStarts = 0
      log.write(
        "worker",
        [
          "worker": .number(worker.number), "pid": .number(Int(worker.process)),
          "sandbox": worker.greeting?.sandbox.map { .text($0.description) },
        ])
      if let greeting = worker.greeting { started.succeed(greeting) }
      pump()
    }
    worker.onEnd = { [self] end in replace(worker, end) }
    worker.start(options.workerProgram, group)
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
    gauges.bodyBytes = bodyBytes
    gauges.cacheBytes = cache.byteCount
    gauges.cacheEntries = cache.count
    return metrics.text(gauges)
  }

  func count(status: Int, seconds: Double, bytes: Int) {
    metrics.addRequest(status: status, seconds: seconds, bytes: bytes)
  }

  /// Reserves bytes for a body; returns false if the limit of all bodies is reached.
  func reserve(_ bytes: Int) -> Bool {
    guard bodyBytes + bytes <= options.allBodiesLimit else { return false }
    bodyBytes += bytes
    return true
  }

  func release(_ bytes: Int) { bodyBytes -= bytes }

  // MARK: Connections

  /// - Returns: false if there are too many connections.
  func add(_ connection: Connection) -> Bool {
    if connections.count >= ServeOptions.connectionLimit {
      // The oldest connection without a request makes room, so that silent clients exclude no others.
      let idle = connections.values.filter { $0.idleSince != nil }
      let oldest = idle.min { ($0.idleSince ?? .now()) < ($1.idleSince ?? .now()) }
      guard let oldest else { return false }
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

import Foundation
import GlazeGeometry
import NIOCore

/// Hands requests to workers: a queue with an end, a cache, and processes that are replaced when they end.
///
/// Confined to one loop: nothing here waits, and nothing needs a lock.
final class Service: @unchecked Sendable {
  let options: ServeOptions
  let loop: any EventLoop
  let log = ServeLog()
  let tokens: Tokens?
  private let folder: ServiceFolder
  private let group: any EventLoopGroup
  private var queue: [ServeJob] = []
  private var workers: [Int: WorkerProcess] = [:]
  /// What workers draw, by their numbers.
  private var running: [Int: ServeJob] = [:]
  private var cache: ResultCache
  private(set) var metrics = Metrics()
  private(set) var isDraining = false
  /// Bytes of bodies that are in memory.
  private var bodyBytes = 0
  private var connections: [ObjectIdentifier: Connection] = [:]
  private var nextWorker = 0
  /// Workers in a row that could not begin.
  private var failedStarts = 0
  /// A mean of what requests take, in seconds, which younger ones count more in.
  private var meanSeconds = 0.1
  /// Completed when the first worker can draw, or with the reason why none can.
  let started: EventLoopPromise<WorkerGreeting>
  /// Completed when all requests are answered after `drain`, and all workers are gone.
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
    started = loop.makePromise()
    ended = loop.makePromise()
  }

  // MARK: Requests

  /// Draws a request, or answers why not.
  func submit(_ job: ServeJob) {
    if isDraining { return job.finish(.draining, retryAfter: 1) }
    let answer = options.cacheSize > 0 ? cache.answer(for: job.request.key) : nil
    if options.cacheSize > 0 { metrics.addCacheUse(isHit: answer != nil) }
    if let answer {
      return job.finish(
        ServeJob.Outcome(
          result: .success(answer), diagnostics: answer.diagnostics, isCached: true))
    }
    if let worker = workers.values.first(where: { $0.phase == .idle }) {
      give(job, to: worker)
    } else if queue.count < options.queueLength {
      queue.append(job)
    } else {
      return job.finish(.busy(queue.count), retryAfter: retrySeconds)
    }
    job.timer = loop.scheduleTask(deadline: job.deadline) { [self] in expire(job) }
  }

  /// Drops a request that nobody waits for; what draws it is ended.
  func cancel(_ job: ServeJob) {
    guard !job.isOver else { return }
    job.forget()
    queue.removeAll { $0 === job }
    job.worker?.end(.cancelled)
  }

  private func expire(_ job: ServeJob) {
    guard !job.isOver else { return }
    queue.removeAll { $0 === job }
    job.finish(.late(isDrawing: job.worker != nil))
    job.worker?.end(.deadline)
  }

  /// When a place in the queue may be free, in whole seconds.
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
      result: .failure(reply.failure ?? .broken("it left no picture")),
      diagnostics: reply.diagnostics)
    if reply.failure == nil, let type = reply.type,
      let content = content(of: worker, byteCount: reply.byteCount)
    {
      let answer = Answer(type: type, diagnostics: reply.diagnostics, content: content)
      if options.cacheSize > 0 { cache.insert(answer, for: job.request.key) }
      outcome.result = .success(answer)
    }
    // Cancelled jobs are over, and their worker is ending.
    if !job.isOver { job.finish(outcome) }
    if worker.taskCount >= options.workerRequests { worker.end(.retired) } else { pump() }
  }

  /// What a worker drew: in memory where the cache may keep it, and as a file otherwise.
  private func content(of worker: WorkerProcess, byteCount: Int) -> Answer.Content? {
    let path = worker.folder + "/" + WorkerReply.contentName
    guard byteCount > 0, let file = AnswerFile(path, byteCount: byteCount) else { return nil }
    guard byteCount <= cache.largestContent else { return .file(file) }
    return file.read(byteCount, from: 0, ByteBufferAllocator()).map { .bytes($0) }
  }

  /// Gives those who wait longest to workers that have nothing to do.
  private func pump() {
    while !queue.isEmpty, let worker = workers.values.first(where: { $0.phase == .idle }) {
      give(queue.removeFirst(), to: worker)
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

  /// Answers the request of a worker that is gone, and starts another.
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
      started.fail(ServeError("no worker can be started: \(end.description)"))
    }
    guard !isDraining || !queue.isEmpty else { return endIfDrained() }
    // One that cannot begin will hardly do so at once.
    let delay = failedStarts == 0 ? 0 : min(5000, 100 << min(failedStarts, 6))
    loop.scheduleTask(in: .milliseconds(Int64(delay))) { [self] in
      if !isDraining || !queue.isEmpty { startWorker() }
      pump()
    }
  }

  // MARK: State

  /// Whether a request would be drawn.
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

  /// Takes room for bytes of a body, of which all together have so much; false when there is none.
  func reserve(_ bytes: Int) -> Bool {
    guard bodyBytes + bytes <= options.allBodiesLimit else { return false }
    bodyBytes += bytes
    return true
  }

  func release(_ bytes: Int) { bodyBytes -= bytes }

  // MARK: Connections

  /// - Returns: false when there are too many already.
  func add(_ connection: Connection) -> Bool {
    guard connections.count < ServeOptions.connectionLimit else { return false }
    connections[ObjectIdentifier(connection)] = connection
    return true
  }

  func remove(_ connection: Connection) {
    connections[ObjectIdentifier(connection)] = nil
    endIfDrained()
  }

  // MARK: End

  /// Takes no more requests, and ends when those that are here are answered; at the latest after the deadline.
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
    for job in queue { job.forget() }
    queue = []
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
  static let draining = ServedFailure(503, "draining", "the service is ending; ask another")

  static let slow = ServedFailure(408, "slow", "the request did not come whole in time")

  static func busy(_ count: Int) -> ServedFailure {
    ServedFailure(429, "busy", "\(count) requests wait already")
  }

  static func late(isDrawing: Bool) -> ServedFailure {
    ServedFailure(
      504, "deadline",
      isDrawing
        ? "it took too long to draw; the process that drew it was ended"
        : "no process was free in time")
  }

  static func broken(_ reason: String) -> ServedFailure {
    ServedFailure(500, "worker", "the process that drew it is gone: \(reason)")
  }
}

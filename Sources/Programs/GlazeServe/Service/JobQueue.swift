import NIOCore

/// The waiting requests, with a fair share for each client.
///
/// Clients are told apart by their tokens; without tokens all are one client, and the order is that of
/// arrival.
///
/// **Complexity**: O(waiting requests) for each request, of which there are few.
struct JobQueue {
  private var jobs: [ServeJob] = []
  private let limit: Int
  /// When each client sent its last request.
  private var lastUse: [String?: NIODeadline] = [:]

  /// The time after which a client that sends nothing has no share.
  private static let memory = TimeAmount.minutes(1)

  init(limit: Int) { self.limit = limit }

  var count: Int { jobs.count }
  var isEmpty: Bool { jobs.isEmpty }

  /// Notes that a client is there, whether its request waits or not.
  mutating func note(_ job: ServeJob, at now: NIODeadline) {
    lastUse[job.client] = now
  }

  /// Adds a request.
  ///
  /// - Returns: The request that has no room: if the queue is full, the last one of the client with the
  ///   most, or this one.
  mutating func add(_ job: ServeJob) -> ServeJob? {
    guard jobs.count >= limit else {
      jobs.append(job)
      return nil
    }
    let counts = Dictionary(grouping: jobs, by: \.client).mapValues(\.count)
    guard let most = counts.max(by: { $0.value < $1.value }),
      most.value > counts[job.client, default: 0] + 1,
      let last = jobs.lastIndex(where: { $0.client == most.key })
    else { return job }
    let displaced = jobs.remove(at: last)
    jobs.append(job)
    return displaced
  }

  /// Removes and returns the next request to draw; nil if none may be drawn now.
  ///
  /// It is the oldest one of the client that has the fewest workers. While others are there, no client
  /// has all workers, so that a client with long requests does not lock them out.
  ///
  /// - Parameters:
  ///   - running: The requests that are being drawn.
  ///   - workerCount: The number of workers.
  mutating func next(running: some Collection<ServeJob>, workerCount: Int) -> ServeJob? {
    if jobs.isEmpty { return nil }
    let now = NIODeadline.now()
    lastUse = lastUse.filter { now - $0.value < Self.memory }
    let counts = Dictionary(grouping: running, by: \.client).mapValues(\.count)
    let most = lastUse.count > 1 && workerCount > 1 ? workerCount - 1 : workerCount
    let index = jobs.indices
      .filter { counts[jobs[$0].client, default: 0] < most }
      .min { (counts[jobs[$0].client, default: 0], $0) < (counts[jobs[$1].client, default: 0], $1) }
    return index.map { jobs.remove(at: $0) }
  }

  mutating func remove(_ job: ServeJob) { jobs.removeAll { $0 === job } }

  mutating func removeAll() -> [ServeJob] {
    defer { jobs = [] }
    return jobs
  }
}

import NIOCore

/// The waiting requests, with a fair share for each client.
///
/// Clients are told apart by their tokens; without tokens all are one client, and the order is that of
/// arrival.
///
/// **Complexity**: O(waiting requests) for each request, of which there are few.
struct JobQueue {
  /// The request that comes next.
  enum Choice {
    case job(ServeJob)
    /// Requests may be drawn, but by none of the idle workers.
    case needsWorker
    case none
  }

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

  /// Adds a request, which may exceed the limit until `removeExcess()`.
  mutating func add(_ job: ServeJob) { jobs.append(job) }

  /// Removes and returns the request for which there is no room: the last one of the client with the
  /// most; nil if there is room.
  mutating func removeExcess() -> ServeJob? {
    guard jobs.count > limit else { return nil }
    let counts = Dictionary(grouping: jobs, by: \.client).mapValues(\.count)
    let last = jobs.indices.max {
      (counts[jobs[$0].client, default: 0], $0) < (counts[jobs[$1].client, default: 0], $1)
    }
    return last.map { jobs.remove(at: $0) }
  }

  /// Removes and returns the next request to draw.
  ///
  /// It is the oldest one of the client that has the fewest workers. While others are there, no client
  /// has all workers, so that a client with long requests does not lock them out.
  ///
  /// - Parameters:
  ///   - running: The requests that are being drawn.
  ///   - workerCount: The number of workers.
  ///   - hasWorker: Returns whether an idle worker can draw for a client.
  mutating func next(
    running: some Collection<ServeJob>, workerCount: Int, hasWorker: (String?) -> Bool
  ) -> Choice {
    if jobs.isEmpty { return .none }
    let now = NIODeadline.now()
    lastUse = lastUse.filter { now - $0.value < Self.memory }
    let counts = Dictionary(grouping: running, by: \.client).mapValues(\.count)
    let most = lastUse.count > 1 && workerCount > 1 ? workerCount - 1 : workerCount
    let order = jobs.indices
      .filter { counts[jobs[$0].client, default: 0] < most }
      .sorted {
        (counts[jobs[$0].client, default: 0], $0) < (counts[jobs[$1].client, default: 0], $1)
      }
    if order.isEmpty { return .none }
    // A request that needs a new worker does not hold up the others.
    return order.first { hasWorker(jobs[$0].client) }.map { .job(jobs.remove(at: $0)) }
      ?? .needsWorker
  }

  mutating func remove(_ job: ServeJob) { jobs.removeAll { $0 === job } }

  mutating func removeAll() -> [ServeJob] {
    defer { jobs = [] }
    return jobs
  }
}

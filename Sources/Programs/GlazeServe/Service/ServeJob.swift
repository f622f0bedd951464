import NIOCore

/// A request that the service processes.
///
/// It is confined to the service's loop.
final class ServeJob: @unchecked Sendable {
  /// The outcome of a request.
  struct Outcome: Sendable {
    var result: Result<Answer, ServedFailure>
    var diagnostics: [ServedDiagnostic] = []
    /// Seconds after which the client may try again, if that helps.
    var retryAfter: Int?
    var isCached = false
    /// The number of the worker that drew.
    var worker: Int?
    var waited: TimeAmount = .zero
  }

  let request: RenderRequest
  /// The token of the client; nil where none is needed.
  var client: String? { request.token }
  let arrival: NIODeadline
  let deadline: NIODeadline
  /// Called once, unless the job is cancelled.
  private var done: ((Outcome) -> Void)?
  var worker: WorkerProcess?
  var start: NIODeadline?
  var timer: Scheduled<Void>?

  init(
    _ request: RenderRequest, arrival: NIODeadline, deadline: NIODeadline,
    done: @escaping (Outcome) -> Void
  ) {
    self.request = request
    self.arrival = arrival
    self.deadline = deadline
    self.done = done
  }

  var isOver: Bool { done == nil }

  func finish(_ outcome: Outcome) {
    timer?.cancel()
    var outcome = outcome
    if let start { outcome.waited = start - arrival }
    outcome.worker = worker?.number
    done.take()?(outcome)
  }

  func finish(_ failure: ServedFailure, retryAfter: Int? = nil) {
    finish(Outcome(result: .failure(failure), retryAfter: retryAfter))
  }

  /// Cancels the job, because no client waits for it.
  func forget() {
    timer?.cancel()
    done = nil
  }
}

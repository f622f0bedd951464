import Foundation

/// Counters and gauges in the format of Prometheus.
struct Metrics {
  private var requests: [Int: Int] = [:]
  private var ends: [WorkerEnd.Kind: Int] = [:]
  private(set) var cacheHits = 0
  private(set) var cacheMisses = 0
  private var bytesOut = 0
  private var buckets = [Int](repeating: 0, count: Self.bounds.count)
  private var secondsSum = 0.0
  private var count = 0

  /// The bounds of the histogram, in seconds.
  private static let bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

  /// Counts a finished request to draw.
  mutating func addRequest(status: Int, seconds: Double, bytes: Int) {
    requests[status, default: 0] += 1
    bytesOut += bytes
    count += 1
    secondsSum += seconds
    for (index, bound) in Self.bounds.enumerated() where seconds <= bound { buckets[index] += 1 }
  }

  mutating func addWorkerEnd(_ kind: WorkerEnd.Kind) { ends[kind, default: 0] += 1 }

  mutating func addCacheUse(isHit: Bool) {
    if isHit { cacheHits += 1 } else { cacheMisses += 1 }
  }

  /// The current values.
  struct Gauges {
    var queued = 0
    var workers: [WorkerProcess.Phase: Int] = [:]
    var connections = 0
    var bodyBytes = 0
    var answerBytes = 0
    var cacheBytes = 0
    var cacheEntries = 0
  }

  func text(_ gauges: Gauges) -> String {
    var text = ""
    func family(_ name: String, _ type: String, _ help: String, _ samples: [(String, String)]) {
      text += "# HELP glaze_\(name) \(help)\n# TYPE glaze_\(name) \(type)\n"
      for (labels, value) in samples { text += "glaze_\(name)\(labels) \(value)\n" }
    }
    family(
      "requests_total", "counter", "Requests to draw, by HTTP status.",
      requests.sorted { $0.key < $1.key }.map { ("{status=\"\($0)\"}", "\($1)") })
    family(
      "request_seconds", "histogram", "Time from the complete request to the end of its answer.",
      zip(Self.bounds, buckets).map { ("_bucket{le=\"\($0)\"}", "\($1)") }
        + [("_bucket{le=\"+Inf\"}", "\(count)"), ("_sum", "\(secondsSum)"), ("_count", "\(count)")])
    family("answer_bytes_total", "counter", "Bytes of answers.", [("", "\(bytesOut)")])
    family(
      "worker_ends_total", "counter", "Workers that ended, by reason.",
      WorkerEnd.Kind.allCases.map { ("{reason=\"\($0.rawValue)\"}", "\(ends[$0] ?? 0)") })
    family(
      "workers", "gauge", "Workers, by state.",
      WorkerProcess.Phase.allCases.map {
        ("{state=\"\($0.rawValue)\"}", "\(gauges.workers[$0] ?? 0)")
      })
    family("queued_requests", "gauge", "Waiting requests.", [("", "\(gauges.queued)")])
    family("connections", "gauge", "Open connections.", [("", "\(gauges.connections)")])
    family("body_bytes", "gauge", "Bytes of bodies in memory.", [("", "\(gauges.bodyBytes)")])
    family(
      "unsent_bytes", "gauge", "Bytes of answers that are not sent yet.",
      [("", "\(gauges.answerBytes)")])
    family(
      "cache_requests_total", "counter", "Look-ups in the cache, by result.",
      [("{result=\"hit\"}", "\(cacheHits)"), ("{result=\"miss\"}", "\(cacheMisses)")])
    family("cache_bytes", "gauge", "Bytes of cached answers.", [("", "\(gauges.cacheBytes)")])
    family("cache_entries", "gauge", "Cached answers.", [("", "\(gauges.cacheEntries)")])
    return text
  }
}

import Foundation
import GlazeGeometry
import NIOCore

/// The options of a service.
package struct ServeOptions: Sendable {
  /// The address to listen on; sockets that systemd passes win over it.
  package var address: ListenAddress?
  /// A file with one token per line; nil if no token is needed.
  package var tokenFile: String?
  /// The number of worker processes.
  package var workerCount = 1
  /// The largest number of waiting requests.
  package var queueLength = 64
  /// The time limit of a request, including its time in the queue, in seconds.
  package var deadline = 30.0
  /// The largest size of a request's body, in bytes.
  package var bodyLimit = 64 << 20
  /// The size of the cache of answers, in bytes; 0 disables it.
  package var cacheSize = 256 << 20
  /// The largest size of an answer, in bytes.
  package var answerLimit = 256 << 20
  /// The address space of a worker, in bytes.
  package var workerMemory = 4 << 30
  /// The number of requests after which a worker is replaced.
  package var workerRequests = 1000
  /// The worker program, with the arguments of all workers.
  package var workerProgram: (path: String, arguments: [String])
  /// The folder that contains the folders of workers.
  package var folder = ServiceFolder.newPath()
  /// The version in answers and in keys of the cache.
  package var version: String

  package init(workerProgram: (path: String, arguments: [String]), version: String) {
    self.workerProgram = workerProgram
    self.version = version
  }

  /// The largest size of all bodies together, in bytes.
  var allBodiesLimit: Int { bodyLimit * 4 }
  /// The largest size of all answers together that clients have not received yet, in bytes.
  var allAnswersLimit: Int { answerLimit * 4 }
  /// The largest size of a worker's folder, in bytes: an answer, the files of a request, and what encoders write.
  package var folderSize: Int { answerLimit + bodyLimit + 256 << 20 }
  /// The largest number of connections with a request to draw.
  var connectionLimit = 512
  /// The number of further connections, which remain for monitoring.
  var spareConnections: Int { min(16, connectionLimit) }
  /// The time to receive a request; slower requests are rejected.
  var longestUpload: TimeAmount {
    .nanoseconds(Int64(clamping: (max(deadline, 60) * 1e9).rounded()))
  }
  /// The time until a connection is closed that has no request or that makes no progress.
  static let patience = TimeAmount.seconds(10)
  /// The number of bytes that are progress, of a body or of an answer.
  static let progress = 1 << 16
}

/// The reason why the service cannot start and what to do, in one line.
package struct ServeError: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

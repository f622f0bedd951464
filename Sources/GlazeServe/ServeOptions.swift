import Foundation
import GlazeGeometry
import NIOCore

/// How a service works.
package struct ServeOptions: Sendable {
  /// Where it listens; sockets that systemd hands over come before.
  package var address: ListenAddress?
  /// A file with a token a line; nil where nobody needs one.
  package var tokenFile: String?
  /// Processes that draw.
  package var workerCount = 1
  /// Requests that wait for one at most.
  package var queueLength = 64
  /// Seconds until a request is given up, with the time that it waits.
  package var deadline = 30.0
  /// Bytes of a request's body at most.
  package var bodyLimit = 64 << 20
  /// Bytes of results that are kept; 0 keeps none.
  package var cacheSize = 256 << 20
  /// Requests that a worker draws before another takes its place.
  package var workerRequests = 1000
  /// The program that draws, with the arguments that all workers get.
  package var workerProgram: (path: String, arguments: [String])
  /// Where workers have their folders.
  package var folder = ServiceFolder.newPath()
  /// The version that answers and keys of the cache name.
  package var version: String

  package init(workerProgram: (path: String, arguments: [String]), version: String) {
    self.workerProgram = workerProgram
    self.version = version
  }

  /// Bytes of all bodies together at most.
  var allBodiesLimit: Int { bodyLimit * 4 }
  /// Connections at a time; each takes a descriptor.
  static let connectionLimit = 512
  /// A request that comes slower than this is refused.
  var longestUpload: TimeAmount {
    .nanoseconds(Int64(clamping: (max(deadline, Double(Self.idleSeconds)) * 1e9).rounded()))
  }
  /// Seconds after which a connection without a request, or with an answer that nobody takes, is closed.
  static let idleSeconds: Int64 = 60
}

/// The service cannot begin; one line that says why and what to do.
package struct ServeError: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

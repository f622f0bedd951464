import Dispatch
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// An HTTP server that draws documents until a signal ends it.
package struct Server {
  private let options: ServeOptions
  private let log = ServeLog()

  package init(_ options: ServeOptions) { self.options = options }

  /// Listens, answers, and returns after a signal when all requests are answered.
  ///
  /// - Throws: `ServeError` if it cannot start.
  package func run() throws(ServeError) {
    let sockets = HandedSockets.take()
    var options = options
    options.connectionLimit = try Self.connectionLimit(options)
    let tokens = try tokens(for: sockets)
    // Writing to a closed connection is an error and does not end the process.
    signal(SIGPIPE, SIG_IGN)
    let folder = try ServiceFolder(options.folder)
    defer { folder.remove() }
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    defer { try? group.syncShutdownGracefully() }
    let service = Service(options, tokens: tokens, folder: folder, group: group)
    do {
      try serve(service, sockets, group)
    } catch let error as ServeError {
      stop(service)
      throw error
    } catch {
      stop(service)
      throw ServeError("cannot listen: \(error)")
    }
  }

  private func serve(
    _ service: Service, _ sockets: [Int32], _ group: MultiThreadedEventLoopGroup
  ) throws {
    service.loop.execute { service.startWorkers() }
    // Accept connections only when a worker can draw.
    _ = try service.started.futureResult.wait()
    let bootstrap = Self.bootstrap(service, group)
    var listeners: [any Channel] = []
    for socket in sockets {
      listeners.append(try bootstrap.withBoundSocket(socket).wait())
    }
    if sockets.isEmpty, let address = options.address {
      listeners.append(try Self.listen(address, bootstrap))
    }
    let signals = EndSignals { [listeners] isUrgent in
      for listener in listeners { listener.close(promise: nil) }
      service.loop.execute { isUrgent ? service.stop() : service.drain() }
    }
    for listener in listeners {
      let place = sockets.isEmpty ? options.address.map(\.description) : nil
      let name = Self.place(listener) ?? place ?? "a socket from systemd"
      log.write("listening", ["address": .text(name), "pid": .number(Int(getpid()))])
    }
    try service.ended.futureResult.wait()
    signals.cancel()
    if sockets.isEmpty, case .unix(let path) = options.address { unlink(path) }
    log.write("ended", [:])
  }

  private func stop(_ service: Service) {
    service.loop.execute { service.stop() }
    try? service.ended.futureResult.wait()
  }

  /// Returns the number of connections for which there are descriptors: each may take one for its answer, too.
  ///
  /// Where there are none left, a connection that cannot be accepted is reported again and again.
  private static func connectionLimit(_ options: ServeOptions) throws(ServeError) -> Int {
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var files = rlimit()
    getrlimit(resource, &files)
    files.rlim_cur = min(files.rlim_max, max(files.rlim_cur, 4096))
    setrlimit(resource, &files)
    let own = 24 + 4 * options.workerCount
    let most = (Int(clamping: files.rlim_cur) - own) / 3
    guard most >= 4 else {
      throw ServeError(
        "only \(files.rlim_cur) files may be open, for \(options.workerCount) workers; use ulimit -n \(own + 3 * 16)"
      )
    }
    return min(options.connectionLimit, most)
  }

  // MARK: Access

  /// File permissions protect sockets of the file system; tokens protect all others.
  private func tokens(for sockets: [Int32]) throws(ServeError) -> Tokens? {
    let isOpen: Bool
    switch options.address {
    case .tcp where sockets.isEmpty: isOpen = true
    case nil where sockets.isEmpty:
      throw ServeError("no address; use --listen unix:PATH or --listen 127.0.0.1:PORT")
    default: isOpen = sockets.contains { HandedSockets.needsToken($0) }
    }
    if let file = options.tokenFile { return try Tokens(file: file) }
    if isOpen {
      throw ServeError("TCP is open to other programs: add --token-file FILE")
    }
    return nil
  }

  // MARK: Listening

  private static func bootstrap(
    _ service: Service, _ group: MultiThreadedEventLoopGroup
  ) -> ServerBootstrap {
    ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 256)
      // In case that the system as a whole has no descriptor left.
      .serverChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(AcceptBackoffHandler())
        }
      }
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          // This service itself handles pipelined requests, because it must notice that a client disconnects.
          try pipeline.configureHTTPServerPipeline(
            withPipeliningAssistance: false, withErrorHandling: true)
          try pipeline.addHandler(Connection(service))
        }
      }
  }

  private static func listen(
    _ address: ListenAddress, _ bootstrap: ServerBootstrap
  ) throws -> any Channel {
    switch address {
    case .tcp(let host, let port):
      return try bootstrap.serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .bind(host: host, port: port).wait()
    case .unix(let path):
      guard !isAnswered(path) else { throw ServeError("another process listens at \(path)") }
      // Accessible to the owner only, from the start.
      let mask = umask(0o177)
      defer { umask(mask) }
      return try bootstrap.bind(unixDomainSocketPath: path, cleanupExistingSocketFile: true).wait()
    }
  }

  /// Returns whether a process listens on a socket of the file system.
  private static func isAnswered(_ path: String) -> Bool {
    let client = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard client >= 0 else { return false }
    defer { close(client) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(client, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
  }

  /// Returns the address of a listener, with the port that the kernel chose.
  private static func place(_ listener: any Channel) -> String? {
    guard let address = listener.localAddress else { return nil }
    if let path = address.pathname { return path.isEmpty ? nil : "unix:\(path)" }
    guard let host = address.ipAddress, let port = address.port else { return nil }
    return ListenAddress.tcp(host: host, port: port).description
  }
}

/// Calls a function at the first signal to end, and again at the second.
private final class EndSignals {
  private let sources: [any DispatchSourceSignal]

  init(_ act: @escaping @Sendable (_ isUrgent: Bool) -> Void) {
    let queue = DispatchQueue(label: "signals")
    let counter = Counter()
    sources = [SIGTERM, SIGINT, SIGHUP].map { number in
      // The source receives the signal nevertheless.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { act(counter.next() > 1) }
      source.resume()
      return source
    }
  }

  /// It is confined to the queue of the signals.
  private final class Counter: @unchecked Sendable {
    private var count = 0
    func next() -> Int {
      count += 1
      return count
    }
  }

  func cancel() { for source in sources { source.cancel() } }
}

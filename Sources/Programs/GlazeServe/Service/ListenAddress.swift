import Foundation

/// The address on which a service listens.
package enum ListenAddress: Sendable, Hashable, CustomStringConvertible {
  case unix(path: String)
  /// A numeric address and a port; the meaning of a name may change.
  case tcp(host: String, port: Int)

  /// Parses `unix:PATH`, `PORT`, `127.0.0.1:PORT` or `[::1]:PORT`; nil for other text.
  package init?(_ text: String) {
    if text.hasPrefix("unix:") {
      let path = String(text.dropFirst("unix:".count))
      guard !path.isEmpty, path.utf8.count < Self.longestPath else { return nil }
      self = .unix(path: path)
      return
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard let last = parts.last, let port = UInt16(last) else { return nil }
    var host = parts.dropLast().joined(separator: ":")
    if host.isEmpty && parts.count == 1 { host = "127.0.0.1" }
    let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
    if isBracketed { host = String(host.dropFirst().dropLast()) }
    var bytes = in6_addr()
    guard inet_pton(isBracketed ? AF_INET6 : AF_INET, host, &bytes) == 1 else { return nil }
    self = .tcp(host: host, port: Int(port))
  }

  /// The length limit of a socket's path in the kernel.
  private static let longestPath = 108

  package var description: String {
    switch self {
    case .unix(let path): "unix:\(path)"
    case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
  }
}

/// Sockets that systemd opened before the program started.
///
/// Source: the protocol of sd_listen_fds(3).
enum HandedSockets {
  private static let first: Int32 = 3

  /// Returns the sockets for this process, and removes the variables so that children do not see them.
  static func take() -> [Int32] {
    defer { for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) } }
    let variables = ProcessInfo.processInfo.environment
    guard let process = variables["LISTEN_PID"].flatMap({ pid_t($0) }), process == getpid(),
      let count = variables["LISTEN_FDS"].flatMap({ Int32($0) }), 1...64 ~= count
    else { return [] }
    return (first..<first + count).map { socket in
      _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
      return socket
    }
  }

  /// Returns whether clients of a socket need a token: all sockets but those of the file system.
  static func needsToken(_ socket: Int32) -> Bool {
    var domain: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(socket, SOL_SOCKET, SO_DOMAIN, &domain, &size) == 0 else { return true }
    return domain != AF_UNIX
  }
}

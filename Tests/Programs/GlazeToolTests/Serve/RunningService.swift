import Foundation
import Testing

/// A running `glaze serve`, on its own socket.
final class RunningService {
  let folder: String
  let process = Process()
  /// The address that it listens on; TCP where the log says so.
  let path: String
  private let logPath: String

  /// Starts it and waits until it listens.
  ///
  /// - Parameters:
  ///   - folder: the folder of the socket and the log.
  ///   - options: options in addition to `--listen`.
  ///   - environment: variables in addition to the usual ones.
  ///   - limits: commands of the shell that run before, such as `ulimit -n 64`.
  init(
    in folder: String, _ options: String..., listen: String? = nil,
    environment: [String: String] = [:], limits: String? = nil
  ) throws {
    self.folder = folder
    path = folder + "/socket"
    logPath = folder + "/log-\(UUID().uuidString)"
    let executable = try #require(Tool.executable, "glaze is not built")
    let arguments =
      ["serve", "--listen", listen ?? "unix:" + path, "--sandbox", "available"]
      + ["--video-frames", "100000000"] + Sanitizer.serviceOptions + options
    if let limits {
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments =
        ["-c", limits + "; exec \"$@\"", "sh", executable.path] + arguments
    } else {
      process.executableURL = executable
      process.arguments = arguments
    }
    process.environment =
      Tool(
        folder: folder, environment: environment.merging(["TMPDIR": folder]) { $1 }
      ).variables
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    try Data().write(to: URL(fileURLWithPath: logPath))
    process.standardError = FileHandle(forWritingAtPath: logPath)
    try process.run()
    try wait { self.event("listening") != nil || !self.process.isRunning }
    try #require(process.isRunning, "\(log)")
  }

  deinit { kill() }

  /// Ends the process at once, if it is still running.
  func kill() {
    guard process.isRunning else { return }
    // The second signal ends it at once.
    process.terminate()
    process.terminate()
    process.waitUntilExit()
  }

  var log: String { (try? String(contentsOfFile: logPath, encoding: .utf8)) ?? "" }

  /// Returns the events of a kind, oldest first.
  func events(_ kind: String) -> [[String: Any]] {
    log.split(separator: "\n").compactMap {
      try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }.filter { $0["event"] as? String == kind }
  }

  func event(_ kind: String) -> [String: Any]? { events(kind).first }

  /// Returns the processes that draw.
  func workers() throws -> [pid_t] {
    let gone = Set(events("workerEnd").compactMap { $0["worker"] as? Int })
    return events("worker").filter { !gone.contains($0["worker"] as? Int ?? 0) }
      .compactMap { ($0["pid"] as? Int).map { pid_t($0) } }
  }

  /// Waits until a condition holds, for at most a minute.
  func wait(until isSo: () throws -> Bool) throws {
    for _ in 0..<6000 {
      if try isSo() { return }
      usleep(10_000)
    }
    Issue.record("it did not come: \(log)")
  }

  // MARK: Requests

  struct Response {
    var status: Int
    /// The headers, by names in lower case.
    var headers: [String: String]
    var body: Data

    /// The code of an error in JSON.
    var code: String? {
      let json = try? JSONSerialization.jsonObject(with: body) as? [String: Any]
      return (json?["error"] as? [String: Any])?["code"] as? String
    }
    var text: String { String(decoding: body, as: UTF8.self) }
  }

  /// Sends a request and waits for the answer.
  func ask(
    _ target: String = "/render", _ body: Data = Data(), method: String? = nil,
    headers: [String: String] = [:]
  ) throws -> Response {
    let client = try Client(path: path, port: port)
    client.send(Self.request(target, body, method: method, headers: headers))
    return try client.response()
  }

  func draw(
    _ document: String, _ query: String = "", headers: [String: String] = [:]
  ) throws
    -> Response
  {
    try ask("/render?" + query, Data(document.utf8), headers: headers)
  }

  /// Returns a request as it is sent over the connection.
  static func request(
    _ target: String, _ body: Data, method: String? = nil, headers: [String: String] = [:]
  ) -> Data {
    let method = method ?? (target.hasPrefix("/render") ? "POST" : "GET")
    var text = "\(method) \(target) HTTP/1.1\r\nHost: glaze\r\nConnection: close\r\n"
    for (name, value) in headers { text += "\(name): \(value)\r\n" }
    if method == "POST" { text += "Content-Length: \(body.count)\r\n" }
    return Data((text + "\r\n").utf8) + body
  }

  private var port: UInt16? {
    guard let address = event("listening")?["address"] as? String, !address.hasPrefix("unix:")
    else { return nil }
    return address.split(separator: ":").last.flatMap { UInt16($0) }
  }

  /// Returns a value of `/metrics`.
  func metric(_ name: String) throws -> Double {
    let line = try ask("/metrics").text.split(separator: "\n").first { $0.hasPrefix(name + " ") }
    return line.flatMap { Double($0.dropFirst(name.count + 1)) } ?? 0
  }
}

/// A connection to a service.
final class Client {
  private let socket: Int32
  private var isOpen = true

  /// - Parameter port: a port of 127.0.0.1; nil for the socket at `path`.
  init(path: String, port: UInt16? = nil) throws {
    let domain = port == nil ? AF_UNIX : AF_INET
    let socket = Glibc.socket(domain, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    self.socket = socket
    var code: Int32
    if let port {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      code = withUnsafeBytes(of: &address) {
        connect(socket, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, UInt32($0.count))
      }
    } else {
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      code = withUnsafeBytes(of: &address) {
        connect(socket, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, UInt32($0.count))
      }
    }
    try #require(code == 0, "nothing listens at \(path)")
    var patience = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, UInt32(MemoryLayout<timeval>.size))
  }

  deinit { close() }

  func close() {
    if isOpen { Glibc.close(socket) }
    isOpen = false
  }

  func send(_ data: Data) {
    var rest = data
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      // A rejected client can still read the answer.
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads an answer until the end of its body.
  func response() throws -> RunningService.Response {
    var data = Data()
    while true {
      if let end = data.range(of: Data("\r\n\r\n".utf8)) {
        let lines = String(decoding: data[..<end.lowerBound], as: UTF8.self)
          .components(separatedBy: "\r\n")
        let status = try #require(
          lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) })
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
          let parts = line.split(separator: ":", maxSplits: 1).map { String($0) }
          headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        let count = headers["content-length"].flatMap { Int($0) } ?? 0
        if data.count >= end.upperBound + count {
          let body = Data(data[end.upperBound..<end.upperBound + count])
          return RunningService.Response(status: status, headers: headers, body: body)
        }
      }
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      let count = recv(socket, &buffer, buffer.count, 0)
      try #require(count > 0, "the answer ends early: \(data.count) bytes")
      data += buffer[..<count]
    }
  }
}

/// A form with files.
struct Form {
  var boundary = "line-\(UUID().uuidString)"
  private var data = Data()

  /// - Parameter field: the name of the field, `document` for the document.
  mutating func add(_ field: String, name: String, _ content: Data) {
    data += Data("--\(boundary)\r\n".utf8)
    data += Data(
      "Content-Disposition: form-data; name=\"\(field)\"; filename=\"\(name)\"\r\n\r\n".utf8)
    data += content + Data("\r\n".utf8)
  }

  var type: [String: String] { ["Content-Type": "multipart/form-data; boundary=\(boundary)"] }
  var body: Data { data + Data("--\(boundary)--\r\n".utf8) }
}

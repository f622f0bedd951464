import CGlazeServe
import Foundation
import NIOCore
import Testing

@testable import GlazeServe

/// Access to the service, and the permissions of workers.
@Suite struct ServeDoorTests {
  // MARK: TCP

  @Test func networksNeedTokens() throws {
    try withScratchFolder { folder in
      let tool = Tool(folder: folder)
      func refused(_ arguments: String...) throws -> String {
        let result = try tool.run(["serve", "--sandbox", "available"] + arguments)
        #expect(result.status == 1)
        return result.messages.first ?? ""
      }
      for address in ["0", "127.0.0.1:0", "0.0.0.0:0", "[::]:0"] {
        #expect(try refused("--listen", address).contains("--token-file"))
      }
      let file = folder + "/tokens"
      try Documents.write("# ours\n\n0123456789abcdef\nfedcba9876543210  \n", to: file)
      chmod(file, 0o644)
      #expect(try refused("--listen", "0", "--token-file", file).contains("chmod 600"))
      try Documents.write("short\n", to: folder + "/short")
      chmod(folder + "/short", 0o600)
      #expect(try refused("--listen", "0", "--token-file", folder + "/short").contains("16"))
      #expect(try refused("--listen", "0", "--token-file", "none").contains("none"))

      chmod(file, 0o600)
      let service = try RunningService(in: folder, "--token-file", file, listen: "127.0.0.1:0")
      let denied = try service.draw(Documents.red)
      #expect(denied.status == 401 && denied.headers["www-authenticate"] == "Bearer")
      for wrong in [
        "Bearer 0123456789abcdeX", "Bearer 0123456789abcde", "Basic 0123456789abcdef", "Bearer ",
      ] {
        #expect(try service.draw(Documents.red, headers: ["Authorization": wrong]).status == 401)
      }
      for token in ["0123456789abcdef", "fedcba9876543210"] {
        let headers = ["Authorization": "Bearer \(token)"]
        #expect(try service.draw(Documents.red, headers: headers).status == 200)
      }
      #expect(try service.ask("/metrics").status == 401)
      #expect(try service.ask("/health").text.hasPrefix("ok\n"))
      #expect(try service.ask("/ready").text == "ready\n")
    }
  }

  // MARK: Sockets

  @Test func aSocketIsForItsOwnerAlone() throws {
    try withScratchFolder { folder in
      let service = try RunningService(in: folder)
      var facts = stat()
      #expect(stat(service.path, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
      let second = try Tool(folder: folder).run(
        ["serve", "--listen", "unix:" + service.path, "--sandbox", "available"]
          + Sanitizer.serviceOptions)
      #expect(second.status == 1 && second.messages.contains { $0.contains("another process") })
      #expect(try service.draw(Documents.red).status == 200)
      // A socket without a listener is replaced.
      kill(service.process.processIdentifier, SIGKILL)
      service.process.waitUntilExit()
      #expect(try RunningService(in: folder).draw(Documents.red).status == 200)
    }
  }

  /// As with systemd: descriptor 3, and variables with the number of the process.
  @Test func systemdHandsSocketsOver() throws {
    try withScratchFolder { folder in
      let path = folder + "/handed"
      let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      let code = withUnsafeBytes(of: &address) {
        bind(socket, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, UInt32($0.count))
      }
      try #require(code == 0 && listen(socket, 8) == 0)
      defer { close(socket) }
      var files = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&files)
      defer { posix_spawn_file_actions_destroy(&files) }
      posix_spawn_file_actions_adddup2(&files, socket, 3)
      posix_spawn_file_actions_addopen(
        &files, STDERR_FILENO, folder + "/log", O_WRONLY | O_CREAT, 0o600)
      let glaze = try #require(Tool.executable, "glaze is not built").path
      let options = (["--sandbox", "available", "--workers", "1"] + Sanitizer.serviceOptions)
        .joined(separator: " ")
      let script = "LISTEN_PID=$$ LISTEN_FDS=1 exec \(glaze) serve \(options)"
      let words = ["/bin/sh", "-c", script]
      let arguments = words.map { strdup($0) } + [nil]
      defer { arguments.forEach { free($0) } }
      var process: pid_t = 0
      try #require(posix_spawn(&process, "/bin/sh", &files, nil, arguments, environ) == 0)
      // The socket exists before the service listens: early clients wait.
      let client = try Client(path: path)
      client.send(RunningService.request("/render", Data(Documents.red.utf8)))
      #expect(try client.response().status == 200)
      kill(process, SIGTERM)
      var status: Int32 = 0
      waitpid(process, &status, 0)
      #expect(status == 0)
      // The process that made the socket removes it.
      #expect(FileManager.default.fileExists(atPath: path))
    }
  }

  // MARK: Wire

  @Test func connectionsAreUsedAgain() throws {
    try withScratchFolder { folder in
      let service = try RunningService(in: folder, "--workers", "1")
      let client = try Client(path: service.path)
      let red = Data(Documents.red.utf8)
      for _ in 0..<3 {
        let text = "POST /render HTTP/1.1\r\nHost: a\r\nContent-Length: \(red.count)\r\n\r\n"
        client.send(Data(text.utf8) + red)
        #expect(try client.response().status == 200)
      }
      // In pieces, and only when the service requests it.
      client.send(
        Data(
          "POST /render HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n"
            .utf8))
      #expect(try client.response().status == 100)
      client.send(Data("\(String(red.count, radix: 16))\r\n".utf8) + red)
      client.send(Data("\r\n0\r\n\r\n".utf8))
      #expect(try client.response().status == 200)
      let nonsense = try Client(path: service.path)
      nonsense.send(Data("what is this\r\n\r\n".utf8))
      #expect(try nonsense.response().status == 400)
      #expect(try service.draw(Documents.red).status == 200)
    }
  }

  // MARK: Sandbox

  @Test(.enabled(if: glaze_landlock_version() > 0, "this kernel has no Landlock"))
  func workersAreConfined() throws {
    try withScratchFolder { folder in
      let service = try RunningService(in: folder, "--workers", "1", "--sandbox", "required")
      let worker = try #require(service.event("worker"))
      let sandbox = try #require(worker["sandbox"] as? String)
      #expect(sandbox.hasPrefix("landlock \(glaze_landlock_version()), seccomp, "))
      // The log and /health name the missing features.
      let missing = sandbox.components(separatedBy: ", ").filter { $0.hasPrefix("no ") }
        .map { $0.dropFirst(3) }.joined(separator: ", ")
      let health = try service.ask("/health").text
      #expect(health.hasPrefix("ok\n") && health.contains(missing.prefix(20)))
      let process = try #require(worker["pid"] as? Int)
      let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
      #expect(status.contains("Seccomp:\t2") && status.contains("NoNewPrivs:\t1"))
      // Fonts are readable in the sandbox: text is drawn as outside.
      let text = Documents.scene(
        #""bounds":[0,0,40,30],"sublayers":[{"class":"CATextLayer","bounds":[0,0,40,20],"position":[20,15],"string":"Hi"}]"#
      )
      try Documents.write(text, to: folder + "/text.json")
      let drawn = try Tool(folder: folder).run(
        "render", "text.json", "--backend", "software", "-o", "text.png")
      #expect(drawn.status == 0)
      #expect(
        try service.draw(text).body == Data(contentsOf: URL(fileURLWithPath: folder + "/text.png")))
    }
  }

  @Test(.enabled(if: glaze_landlock_version() > 0, "this kernel has no Landlock"))
  func aServiceWithoutWorkersDoesNotBegin() throws {
    try withScratchFolder { folder in
      let result = try Tool(folder: folder).run(
        "serve", "--listen", "unix:s", "--read", "/nowhere")
      #expect(result.status == 1)
      #expect(result.messages.contains { $0.contains("--read /nowhere") }, "\(result.messages)")
    }
  }

  // MARK: Components

  @Test func hashesAreThoseOfTheStandard() {
    func hash(_ text: String) -> String {
      var state = glaze_sha256()
      glaze_sha256_begin(&state)
      // In two pieces.
      let bytes = Array(text.utf8)
      glaze_sha256_add(&state, Array(bytes.prefix(70)), min(70, bytes.count))
      glaze_sha256_add(&state, Array(bytes.dropFirst(70)), max(0, bytes.count - 70))
      var digest = [UInt8](repeating: 0, count: 32)
      glaze_sha256_end(&state, &digest)
      return digest.map { String(format: "%02x", $0) }.joined()
    }
    // The examples of FIPS 180-4.
    #expect(hash("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(hash("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      hash(String(repeating: "a", count: 1_000_000))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test func addressesAreNumbers() {
    #expect(ListenAddress("unix:a/b")?.description == "unix:a/b")
    #expect(ListenAddress("8080") == .tcp(host: "127.0.0.1", port: 8080))
    #expect(ListenAddress("[::1]:80") == .tcp(host: "::1", port: 80))
    for wrong in ["", "unix:", "localhost:80", ":80", "1.2.3:80", "::1:80", "127.0.0.1:65536", "x"]
    {
      #expect(ListenAddress(wrong) == nil, "\(wrong)")
    }
  }

  @Test(arguments: [
    "", "--b", "--b\r\n", "--b--", "--b\r\nContent-Disposition: form-data; name=a\r\n\r\nx",
    "--b\r\n\r\nx\r\n--b--", "--bb\r\n", "x--b\r\n\r\n",
    "--b\r\nContent-Disposition: form-data; name=\"a\r\n\r\nx\r\n--b--",
    "--b\r\nContent-Disposition: form-data; name=\"..\"\r\n\r\nx\r\n--b--",
    "--b\r\nContent-Disposition: form-data; name=a; filename=\"a//b\"\r\n\r\nx\r\n--b--",
  ])
  func badFormsAreRefused(text: String) {
    #expect(throws: ServedFailure.self) {
      try MultipartForm(ByteBuffer(string: text), boundary: "b")
    }
  }

  @Test func formsKeepTheirBytes() throws {
    let text =
      "--b\r\nContent-Type: x\r\ncontent-disposition: form-data; name=\"document\"; filename=\"a \\\"b\\\".json\"\r\n\r\n\r\n-b--b\r\n\r\n--b--"
    let form = try MultipartForm(ByteBuffer(string: text), boundary: "b")
    #expect(form.document == "a \"b\".json")
    #expect(form.files.map { String(buffer: $0.bytes) } == ["\r\n-b--b\r\n"])
  }
}

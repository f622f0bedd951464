import Foundation
import Testing

/// Attacks on a service by its clients, and systems that give it little.
@Suite struct HostileClientTests {
  private static let tokens = ["0123456789abcdef", "fedcba9876543210"]

  /// Runs a service that knows two clients, and passes their headers.
  private func withClients(
    _ options: String...,
    body: (RunningService, _ one: [String: String], _ two: [String: String])
      throws -> Void
  ) throws {
    try withScratchFolder { folder in
      let file = folder + "/tokens"
      try Documents.write(Self.tokens.joined(separator: "\n"), to: file)
      chmod(file, 0o600)
      let service = try RunningService(
        in: folder, "--token-file", file, "--workers", "1", limits: "ulimit -n 4096 || :")
      let headers = Self.tokens.map { ["Authorization": "Bearer \($0)"] }
      try body(service, headers[0], headers[1])
    }
  }

  // MARK: Answers

  @Test func videosAreLimited() throws {
    try withScratchFolder { folder in
      let service = try RunningService(
        in: folder, "--workers", "1", "--answer", "2M", "--video-frames", "100")
      func refusal(_ query: String) throws -> String? {
        let answer = try service.draw(ServeTests.moving, query)
        #expect(answer.status == 422, "\(query): \(answer.text)")
        return answer.code
      }
      #expect(try refusal("to=10&fps=11&format=raw") == "limit")
      #expect(try refusal("to=10000&fps=60&format=apng&frames=1-200") == "limit")
      #expect(try refusal("to=1&fps=60&format=raw&size=640x480") == "answerTooLarge")
      #expect(try refusal("to=1&fps=60&format=y4m&size=640x480") == "answerTooLarge")
      #expect(try service.draw(ServeTests.moving, "to=10&fps=10&format=raw").status == 200)
      // A part of a long video is short.
      let part = try service.draw(ServeTests.moving, "to=10000&fps=60&format=raw&frames=1-10")
      #expect(part.status == 200)
    }
  }

  /// A large answer that its client does not receive leaves room for the next ones.
  @Test func unreadAnswersFillNoFolder() throws {
    try withScratchFolder { folder in
      let service = try RunningService(
        in: folder, "--workers", "1", "--cache", "0", "--answer", "32M", "--body", "1M")
      let film = "/render?to=0.25&fps=60&format=raw&size=640x480"
      let request = RunningService.request(film, Data(ServeTests.moving.utf8))
      // Each takes 18.4 MB, of 134 MB for all that are not received.
      let silent = try (0..<7).map { _ in try Client(path: service.path) }
      for client in silent { client.send(request) }
      try service.wait { try service.metric("glaze_unsent_bytes") > 120e6 }
      // The eighth is drawn, and has no room.
      let refused = try service.ask(film, Data(ServeTests.moving.utf8))
      #expect(refused.status == 429 && refused.headers["retry-after"] != nil)
      #expect(try service.draw(Documents.red).status == 200)
      for client in silent { client.close() }
      try service.wait { try service.metric("glaze_unsent_bytes") == 0 }
      #expect(try service.ask(film, Data(ServeTests.moving.utf8)).status == 200)
    }
  }

  // MARK: Time

  /// Silent clients, those that send or receive a few bytes, and those that receive nothing are closed.
  @Test func slowClientsAreClosed() throws {
    try withScratchFolder { folder in
      let service = try RunningService(in: folder, "--workers", "1")
      let red = Data(Documents.red.utf8)
      let whole = RunningService.request("/render", red)
      let starts: [Data] = [
        Data(), Data("POST /ren".utf8), whole.prefix(whole.count - 5),
        RunningService.request(
          "/render?to=1&fps=60&format=raw&size=640x480", Data(ServeTests.moving.utf8)),
      ]
      let clients = try starts.map { start in
        let client = try Client(path: service.path)
        client.send(start)
        return client
      }
      try service.wait { try service.metric("glaze_connections") >= 5 }
      // More bytes than none, but too few.
      for _ in 0..<3 {
        sleep(3)
        clients[1].send(Data("d".utf8))
      }
      try service.wait { try service.metric("glaze_connections") == 1 }
      #expect(try service.metric("glaze_unsent_bytes") == 0)
      #expect(try service.metric("glaze_body_bytes") == 0)
      let slow = try clients[2].response()
      #expect(slow.status == 408 && slow.code == "slow")
    }
  }

  // MARK: Shares

  @Test func aClientHasHalfOfTheConnections() throws {
    try withClients { service, one, two in
      let body = Data(Documents.red.utf8)
      let begun = RunningService.request("/render", body, headers: one).dropLast(5)
      let flood = try (0..<300).map { _ in try Client(path: service.path) }
      for client in flood { client.send(begun) }
      // The last of them are refused, and the others have begun.
      for client in flood.suffix(44) { #expect(try client.response().status == 429) }
      #expect(try service.draw(Documents.red, headers: two).status == 200)
      #expect(try service.draw(Documents.red, headers: one).status == 429)
      // Those without a token have no share.
      var others: [Client] = []
      for _ in 0..<400 {
        let client = try Client(path: service.path)
        client.send(RunningService.request("/render", body, headers: ["Authorization": "no"]))
        others.append(client)
      }
      #expect(try service.ask("/health").text.hasPrefix("ok\n"))
      #expect(try service.draw(Documents.red, headers: two).status == 200)
      for client in flood.prefix(256) { client.send(Data(body.suffix(5))) }
      for client in flood.prefix(256) {
        let status = try client.response().status
        // The queue is shorter than that.
        #expect(status == 200 || status == 429)
      }
      #expect(try service.draw(Documents.red, headers: one).status == 200)
    }
  }

  /// Monitoring has no body, and waits for none.
  @Test func monitoringWaitsForNoBody() throws {
    try withScratchFolder { folder in
      let service = try RunningService(in: folder, "--workers", "1")
      let client = try Client(path: service.path)
      client.send(Data("GET /health HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n".utf8))
      let answer = try client.response()
      #expect(answer.status == 200 && answer.headers["connection"] == "close")
      let again = try Client(path: service.path)
      for _ in 0..<3 {
        again.send(Data("GET /ready HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        #expect(try again.response().text == "ready\n")
      }
    }
  }

  /// A worker that a document of one client took over sees no document of another.
  @Test func aWorkerServesOneClient() throws {
    try withClients { service, one, two in
      var count = 0
      // No answer comes from the cache.
      func drawn(_ headers: [String: String]) throws -> Int {
        count += 1
        let answer = try service.draw(Documents.red, "scale=\(count)", headers: headers)
        #expect(answer.status == 200)
        // The log has the request when its answer is received.
        var drawn: [Int] = []
        try service.wait {
          drawn = service.events("request").compactMap { $0["worker"] as? Int }
          return drawn.count == count
        }
        return try #require(drawn.last)
      }
      let first = try drawn(one)
      #expect(try drawn(one) == first)
      let second = try drawn(two)
      #expect(second != first)
      #expect(try drawn(two) == second)
      #expect(try drawn(one) != first)
    }
  }

  // MARK: Systems

  /// With few descriptors there are few connections, and always one more descriptor than the service needs.
  @Test func fewDescriptorsAreEnough() throws {
    try withScratchFolder { folder in
      let service = try RunningService(in: folder, "--workers", "1", limits: "ulimit -n 64")
      let process = service.process.processIdentifier
      var clients: [Client] = []
      for number in 0..<120 {
        let client = try Client(path: service.path)
        if number % 2 == 0 {
          client.send(Data("POST /render HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n".utf8))
        }
        clients.append(client)
      }
      #expect(try service.ask("/health").text.hasPrefix("ok\n"))
      #expect(try OutputFolder.names("/proc/\(process)/fd").count < 64)
      for client in clients { client.close() }
      #expect(try service.draw(Documents.red).status == 200)
    }
  }

  @Test func tooFewDescriptorsAreAnError() throws {
    try withScratchFolder { folder in
      let tool = Tool(folder: folder)
      let executable = try #require(Tool.executable)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = [
        "-c", "ulimit -n 30; exec \"$@\"", "sh", executable.path, "serve", "--listen",
        "unix:" + folder + "/s", "--workers", "1",
      ]
      process.environment = tool.variables
      let pipe = Pipe()
      process.standardError = pipe
      try process.run()
      let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationStatus == 1 && text.contains("ulimit -n"), "\(text)")
    }
  }

  /// Limits that the service was started with bind its workers, and stop none.
  @Test(.enabled(if: !Sanitizer.isThere)) func lowLimitsStopNoWorker() throws {
    try withScratchFolder { folder in
      let service = try RunningService(
        in: folder, "--workers", "1", limits: "ulimit -n 200; ulimit -v 3000000; ulimit -f 400000")
      #expect(try service.draw(Documents.red).status == 200)
    }
  }
}

import Foundation
import Testing

/// The behavior of a service during faults, which must not affect other requests.
@Suite struct ServeFaultTests {
  /// A request that takes longer than any client waits.
  private static let endless = "to=100000&fps=60&format=apng&size=640x480"

  /// Sends a request that takes forever, and waits until a worker draws it.
  private func occupy(
    _ service: RunningService, _ number: Int = 1, deadline: String = "50"
  ) throws
    -> Client
  {
    let client = try Client(path: service.path)
    client.send(
      RunningService.request(
        "/render?" + Self.endless, Data(ServeTests.moving.utf8),
        headers: ["Glaze-Deadline": deadline]))
    try service.wait { try service.metric("glaze_workers{state=\"drawing\"}") == Double(number) }
    return client
  }

  // MARK: Workers

  @Test(arguments: [(SIGSEGV, "signal 11"), (SIGKILL, "signal 9"), (SIGXCPU, "processor time")])
  func aWorkerThatEndsCostsOneRequest(number: Int32, reason: String) throws {
    try withScratchFolder { folder in
      let service = try RunningService(in: folder, "--workers", "1", "--cache", "0")
      let before = try service.workers()
      let client = try occupy(service)
      for worker in before { kill(worker, number) }
      let answer = try client.response()
      #expect(answer.status == 500 && answer.code == "worker")
      // A sanitizer catches the signals of crashes, and ends the process in its own way.
      #expect(answer.text.contains(reason) || Sanitizer.isThere, "\(answer.text)")
      #expect(try service.draw(Documents.red).status == 200)
      #expect(try Set(service.workers()).isDisjoint(with: before))
      #expect(try service.metric("glaze_worker_ends_total{reason=\"crash\"}") == 1)
      // The worker's folder was removed with it.
      let own = try #require(try OutputFolder.names(folder).first { $0.hasPrefix("glaze-serve-") })
      #expect(try OutputFolder.names(folder + "/" + own) == ["worker-2"])
    }
  }

  /// A service removes the folder of one that was killed, but not that of a running one.
  @Test func foldersOfTheDeadAreRemoved() throws {
    try withScratchFolder { folder in
      func folders() throws -> [String] {
        try OutputFolder.names(folder).filter { $0.hasPrefix("glaze-serve-") }
      }
      let killed = try RunningService(in: folder, "--workers", "1")
      let orphans = try folders()
      kill(killed.process.processIdentifier, SIGKILL)
      killed.process.waitUntilExit()
      #expect(try folders() == orphans && orphans.count == 1)
      let second = try RunningService(
        in: folder, "--workers", "1", listen: "unix:" + folder + "/second")
      let owned = try folders()
      #expect(owned.count == 1 && owned != orphans)
      let third = try RunningService(
        in: folder, "--workers", "1", listen: "unix:" + folder + "/third")
      #expect(try folders().count == 2 && Set(folders()).isSuperset(of: owned))
      second.kill()
      third.kill()
      #expect(try folders().isEmpty)
    }
  }

  /// Programs that remove temporary files fail only the requests that are being drawn.
  @Test func aFolderThatIsTidiedAwayComesBack() throws {
    try withScratchFolder { folder in
      let service = try RunningService(in: folder, "--workers", "1", "--cache", "0")
      #expect(try service.draw(Documents.red).status == 200)
      for name in try OutputFolder.names(folder) where name.hasPrefix("glaze-serve-") {
        try FileManager.default.removeItem(atPath: folder + "/" + name)
      }
      #expect(try service.draw(Documents.red).status == 500)
      #expect(try service.draw(Documents.red).status == 200)
      service.kill()
      #expect(try OutputFolder.names(folder).allSatisfy { !$0.hasPrefix("glaze-serve-") })
    }
  }

  @Test func whatTakesTooLongIsEnded() throws {
    try withScratchFolder { folder in
      // On a busy machine, starting another worker for the next image takes more than a second.
      let service = try RunningService(in: folder, "--workers", "1", "--deadline", "4")
      let before = try service.workers()
      let answer = try service.draw(ServeTests.moving, Self.endless)
      #expect(answer.status == 504 && answer.code == "deadline")
      #expect(try service.draw(Documents.red).status == 200)
      #expect(try Set(service.workers()).isDisjoint(with: before))
      #expect(before.allSatisfy { kill($0, 0) != 0 })
      #expect(try service.metric("glaze_worker_ends_total{reason=\"deadline\"}") == 1)
    }
  }

  @Test func whoGoesIsNotDrawnFor() throws {
    try withScratchFolder { folder in
      let service = try RunningService(in: folder, "--workers", "1")
      let drawn = try occupy(service)
      let queued = try Client(path: service.path)
      queued.send(
        RunningService.request("/render?" + Self.endless, Data(Documents.red.utf8)))
      try service.wait { try service.metric("glaze_queued_requests") == 1 }
      queued.close()
      try service.wait { try service.metric("glaze_queued_requests") == 0 }
      drawn.close()
      try service.wait {
        try service.metric("glaze_worker_ends_total{reason=\"cancelled\"}") == 1
      }
      #expect(try service.draw(Documents.red).status == 200)
      #expect(service.events("request").count { $0["status"] as? Int == 499 } == 2)
      #expect(try service.metric("glaze_body_bytes") == 0)
    }
  }

  @Test func workersAreReplaced() throws {
    try withScratchFolder { folder in
      let service = try RunningService(
        in: folder, "--workers", "1", "--worker-requests", "2", "--cache", "0")
      for _ in 0..<5 { #expect(try service.draw(Documents.red).status == 200) }
      #expect(try service.metric("glaze_worker_ends_total{reason=\"retired\"}") == 2)
    }
  }

  @Test(.disabled(if: Sanitizer.isThere, "a sanitizer takes more")) func memoryIsLimited() throws {
    try withScratchFolder { folder in
      let service = try RunningService(in: folder, "--workers", "1", "--memory", "600M")
      let worker = try #require(try service.workers().first)
      let limits = try String(contentsOfFile: "/proc/\(worker)/limits", encoding: .utf8)
      #expect(limits.contains(/Max address space +629145600 +629145600/))
      #expect(limits.contains(/Max core file size +0\s/))
      let large = try service.draw(Documents.red, "size=12000x12000")
      #expect([422, 500].contains(large.status), "\(large.status)")
      #expect(large.code != nil)
      #expect(try service.draw(Documents.red).status == 200)
    }
  }

  /// A side of 16,384 pixels is refused for a WebP before it is drawn.
  @Test func imagesThatAFormatCannotHoldAreRefused() throws {
    try withScratchFolder { folder in
      let service = try RunningService(in: folder, "--workers", "1", "--cache", "0")
      let refused = try service.draw(Documents.red, "size=16384x4&format=webp")
      #expect(refused.status == 422 && refused.text.contains("16383"), "\(refused.text)")
      #expect(try service.draw(Documents.red, "size=16383x4&format=webp").status == 200)
      #expect(try service.metric("glaze_worker_ends_total{reason=\"crash\"}") == 0)
    }
  }

  // MARK: Queue

  @Test func aFullQueueSaysWhenToTryAgain() throws {
    try withScratchFolder { folder in
      let service = try RunningService(in: folder, "--workers", "1", "--queue", "1")
      let drawn = try occupy(service)
      let queued = try Client(path: service.path)
      queued.send(
        RunningService.request(
          "/render", Data(Documents.red.utf8), headers: ["Glaze-Deadline": "40"]))
      try service.wait { try service.metric("glaze_queued_requests") == 1 }
      let refused = try service.draw(Documents.red, "scale=2")
      #expect(refused.status == 429 && refused.code == "busy")
      #expect((refused.headers["retry-after"].flatMap { Int($0) } ?? 0) >= 1)
      drawn.close()
      #expect(try queued.response().status == 200)
    }
  }

  @Test func whoWaitsTooLongIsTold() throws {
    try withScratchFolder { folder in
      let service = try RunningService(in: folder, "--workers", "1")
      let drawn = try occupy(service)
      let late = try service.draw(Documents.red, headers: ["Glaze-Deadline": "0.2"])
      #expect(late.status == 504 && late.text.contains("no worker was free"))
      // What draws goes on.
      #expect(try service.metric("glaze_workers{state=\"drawing\"}") == 1)
      drawn.close()
      #expect(try service.draw(Documents.red, headers: ["Glaze-Deadline": "x"]).status == 200)
      #expect(try service.draw(Documents.red, headers: ["Glaze-Deadline": "-1"]).status == 400)
    }
  }

  // MARK: End

  @Test func theLastRequestsAreAnswered() throws {
    try withScratchFolder { folder in
      let service = try RunningService(in: folder, "--workers", "1")
      let drawn = try Client(path: service.path)
      drawn.send(
        RunningService.request(
          "/render?to=20&fps=30&format=raw", Data(ServeTests.moving.utf8)))
      let idle = try Client(path: service.path)
      try service.wait { try service.metric("glaze_workers{state=\"drawing\"}") == 1 }
      service.process.terminate()
      let answer = try drawn.response()
      #expect(answer.status == 200 && answer.body.count == 600 * 4 * 3 * 4)
      #expect(answer.headers["connection"] == "close")
      service.process.waitUntilExit()
      #expect(service.process.terminationStatus == 0)
      #expect(service.event("drain") != nil && service.event("ended") != nil)
      // Neither the socket nor a folder remains.
      #expect(try OutputFolder.names(folder).allSatisfy { $0.hasPrefix("log-") })
      idle.close()
    }
  }

  @Test func theSecondSignalEndsItAtOnce() throws {
    try withScratchFolder { folder in
      let service = try RunningService(in: folder, "--workers", "1")
      let workers = try service.workers()
      let client = try occupy(service)
      service.process.terminate()
      try service.wait { service.event("drain") != nil }
      service.process.terminate()
      service.process.waitUntilExit()
      #expect(service.process.terminationStatus == 0)
      #expect(workers.allSatisfy { kill($0, 0) != 0 })
      client.close()
    }
  }

  @Test func workersEndWithTheirService() throws {
    try withScratchFolder { folder in
      let service = try RunningService(in: folder, "--workers", "2")
      try service.wait { try service.workers().count == 2 }
      let workers = try service.workers()
      let client = try occupy(service)
      kill(service.process.processIdentifier, SIGKILL)
      service.process.waitUntilExit()
      try service.wait { workers.allSatisfy { kill($0, 0) != 0 } }
      client.close()
    }
  }
}

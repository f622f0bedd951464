import Foundation
import NIOCore
import Testing

@testable import GlazeServe

/// The shares of clients in a service, of which one asks for everything.
@Suite struct ShareTests {
  private func job(_ token: String?) throws -> ServeJob {
    let request = try RenderRequest(
      query: "", type: nil, body: ByteBuffer(string: "x"), version: "1", token: token)
    return ServeJob(request, arrival: .now(), deadline: .now() + .seconds(1)) { _ in }
  }

  private func add(_ job: ServeJob, to queue: inout JobQueue) -> ServeJob? {
    queue.note(job, at: job.arrival)
    queue.add(job)
    return queue.removeExcess()
  }

  private func next(_ queue: inout JobQueue, _ running: [ServeJob], _ count: Int) -> ServeJob? {
    let choice = queue.next(running: running, workerCount: count) { _ in true }
    if case .job(let job) = choice { return job } else { return nil }
  }

  /// A request without a worker waits for one, and those behind it do not.
  @Test func nobodyWaitsForAnothersWorker() throws {
    var queue = JobQueue(limit: 4)
    let (first, second) = (try job("a"), try job("b"))
    for job in [first, second] { #expect(add(job, to: &queue) == nil) }
    let choice = queue.next(running: [], workerCount: 2) { $0 == "b" }
    if case .job(let job) = choice { #expect(job === second) } else { Issue.record("\(choice)") }
    if case .needsWorker = queue.next(running: [], workerCount: 2, hasWorker: { $0 == "b" }) {
    } else {
      Issue.record("a worker is needed")
    }
    #expect(queue.count == 1)
  }

  @Test func withoutTokensTheFirstComesFirst() throws {
    var queue = JobQueue(limit: 3)
    let jobs = try (0..<3).map { _ in try job(nil) }
    for job in jobs { #expect(add(job, to: &queue) == nil) }
    let fourth = try job(nil)
    #expect(add(fourth, to: &queue) === fourth)
    var running: [ServeJob] = []
    for job in jobs {
      let next = next(&queue, running, 3)
      #expect(next === job)
      running.append(job)
    }
    #expect(queue.isEmpty)
  }

  @Test func aClientWithManyRequestsMakesRoom() throws {
    var queue = JobQueue(limit: 10)
    let flood = try (0..<10).map { _ in try job("a") }
    for job in flood { #expect(add(job, to: &queue) == nil) }
    let other = try job("b")
    // The last of the many goes.
    #expect(add(other, to: &queue) === flood[9])
    #expect(queue.count == 10)
    // The client without a worker is next, although it came last.
    #expect(next(&queue, [flood[0]], 4) === other)
    // While another client is there, one worker remains for it.
    let running = Array(flood[0..<3])
    #expect(next(&queue, running, 4) == nil)
    #expect(next(&queue, Array(flood[0..<2]), 4) === flood[0])
  }

  /// With equal numbers of requests, none is displaced, and a single client has all workers.
  @Test func equalsKeepTheirPlaces() throws {
    var queue = JobQueue(limit: 4)
    for token in ["a", "b", "a", "b"] { #expect(try add(job(token), to: &queue) == nil) }
    let fifth = try job("a")
    #expect(add(fifth, to: &queue) === fifth)
    var alone = JobQueue(limit: 4)
    let jobs = try (0..<2).map { _ in try job("a") }
    for job in jobs { _ = add(job, to: &alone) }
    #expect(next(&alone, [jobs[0]], 2) === jobs[0])
  }

  @Test func announcedBodiesAndSilentConnectionsLockNobodyOut() throws {
    try withScratchFolder { folder in
      // 600 connections are more than some systems permit a process by default.
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      limit.rlim_cur = min(limit.rlim_max, max(limit.rlim_cur, 4096))
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      let service = try RunningService(in: folder, "--workers", "1")
      let announcing = try (0..<6).map { _ in try Client(path: service.path) }
      for client in announcing {
        client.send(
          Data("POST /render HTTP/1.1\r\nHost: a\r\nContent-Length: 67108864\r\n\r\n".utf8))
      }
      #expect(try service.draw(Documents.red).status == 200)
      var silent: [Client] = []
      for _ in 0..<600 { silent.append(try Client(path: service.path)) }
      #expect(try service.ask("/health").text.hasPrefix("ok\n"))
      #expect(try service.draw(Documents.red).status == 200)
      #expect(try service.metric("glaze_connections") <= 512 + 16)
    }
  }

  /// Without a queue, a request is drawn if a worker is idle.
  @Test func aServiceWithoutAQueueDraws() throws {
    try withScratchFolder { folder in
      let service = try RunningService(in: folder, "--workers", "1", "--queue", "0")
      for _ in 0..<3 { #expect(try service.draw(Documents.red).status == 200) }
    }
    var queue = JobQueue(limit: 0)
    let first = try job(nil)
    queue.note(first, at: first.arrival)
    queue.add(first)
    #expect(next(&queue, [], 1) === first && queue.removeExcess() == nil)
    let second = try job(nil)
    queue.add(second)
    #expect(next(&queue, [first], 1) == nil)
    #expect(queue.removeExcess() === second)
  }
}

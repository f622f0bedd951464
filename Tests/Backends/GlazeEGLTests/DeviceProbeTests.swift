import Foundation
import Testing

@testable import GlazeEGL

@Suite("Trying a driver in a child process")
struct DeviceProbeTests {
  /// Runs a shell instead of Glaze's program.
  private func run(
    _ script: String, timeout: Duration = .seconds(20)
  ) throws
    -> ChildProcess.Outcome
  {
    let child = try #require(
      ChildProcess(
        executable: "/bin/sh", arguments: ["sh", "-c", script],
        environment: ["PATH": "/usr/bin:/bin", "GREETING": DeviceProbe.greeting]))
    return child.run(timeout: timeout) { $0.contains("\n" + DeviceProbe.answerPrefix + "{") }
  }

  @Test("A driver that aborts is rejected with the signal and its last output")
  func crash() throws {
    let outcome = try run("echo \"$GREETING\"; echo lost connection >&2; kill -ABRT $$")
    #expect(outcome.end == .signalled(SIGABRT))
    #expect(
      DeviceProbe.interpret(outcome)
        == .rejected(.crashed(signal: SIGABRT, output: "lost connection")))
  }

  @Test("A driver that exits the process is rejected with the status")
  func exit() throws {
    let answer = DeviceProbe.interpret(try run("echo \"$GREETING\"; exit 7"))
    #expect(answer == .rejected(.exited(status: 7, output: nil)))
  }

  @Test("A driver that hangs is killed at the timeout")
  func hang() throws {
    let start = ContinuousClock.now
    let outcome = try run("echo \"$GREETING\"; exec sleep 60", timeout: .seconds(1))
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(outcome.end == .hung(.seconds(1)))
    #expect(DeviceProbe.interpret(outcome) == .rejected(.hung(seconds: 1)))
  }

  @Test("Processes that a driver leaves running do not delay the answer")
  func leftovers() throws {
    let start = ContinuousClock.now
    let outcome = try run("echo \"$GREETING\"; sleep 15 & exit 3")
    #expect(ContinuousClock.now - start < .seconds(10))
    #expect(outcome.end == .exited(3))
  }

  @Test("The answer is found among the driver's own lines")
  func answer() throws {
    let facts = ContextFacts(
      vendor: "V", renderer: "R \"quoted\"", version: "4.6", shadingLanguage: "4.60",
      driver: nil, display: "1.5")
    for expected in [
      DeviceProbe.ProbeAnswer.works(facts),
      .rejected(.versionTooLow(api: .openGL, offered: "3.3", .init(code: 0x3009))),
    ] {
      let json = String(decoding: try JSONEncoder().encode(expected), as: UTF8.self)
      let output = """
        \(DeviceProbe.greeting)
        libEGL warning: something\n\(DeviceProbe.answerPrefix)\(json)
        more noise
        """
      let outcome = ChildProcess.Outcome(output: output, end: .exited(0))
      #expect(DeviceProbe.interpret(outcome) == expected)
    }
  }

  @Test("The output of another program is not an answer")
  func foreign() throws {
    #expect(DeviceProbe.interpret(try run("echo hello")) == nil)
  }

  @Test("A program that cannot be started gives no child process")
  func missing() {
    let child = ChildProcess(executable: "/nonexistent", arguments: ["x"], environment: [:])
    #expect(child == nil)
  }

  @Test("A program that did not call runIfRequested, such as this one, is never started again")
  func incapable() throws {
    #expect(!DeviceProbe.isCapable)
    let order = try Machines.order(Machines.laptop)
    let candidate = try #require(order.candidates.first)
    #expect(try DeviceProbe.check(candidate) == nil)
  }

  @Test("Routes survive being passed in a variable")
  func routes() {
    for route in [DeviceOrder.Route.surfaceless, .egl(3), .node("/dev/dri/renderD128")] {
      #expect(DeviceOrder.Route(route.description) == route)
    }
    #expect(DeviceOrder.Route("software") == nil)
    #expect(DeviceOrder.Route("rubbish") == nil)
  }
}

import Foundation
import Synchronization

// A driver may abort or hang the process that starts it, as virgl's client does when its server is
// missing. Therefore a child process starts it first. The child runs this program again, because
// after fork() a multithreaded program may execute hardly any code, and starting a driver executes
// a lot.
//
//   main ── runIfRequested() ── Context ── check(candidate) ── posix_spawn(/proc/self/exe)
//                                              ▲                        │ GLAZE_PROBE_DEVICE=egl:0
//                                              └── one line of JSON ── runIfRequested(), exits
//
// Only a program that has called runIfRequested() is started again. In any other program (one that
// uses the library, a test runner) no driver is tried first, since the child would run the
// program's main function.

/// Tries a driver in a child process.
package enum DeviceProbe {
  static let variable = "GLAZE_PROBE_DEVICE"
  /// The first line of the child, which identifies it as this program.
  static let greeting = "glaze-probe: begin"
  static let answerPrefix = "glaze-probe: "
  /// The timeout is long, since a server may wake several GPUs for the first caller.
  static let timeout: Duration = .seconds(10)

  private static let state = Mutex(State())

  private struct State {
    var isCapable = false
    var silencedLog = false
    var answers: [DeviceOrder.Route: ProbeAnswer] = [:]
  }

  /// The result of a child.
  enum ProbeAnswer: Codable, Sendable, Hashable {
    case works(ContextFacts)
    case rejected(Rejection.Reason)
  }

  /// Must be the first call of a program's main function, while there is one thread.
  ///
  /// In a child that was started to try a device, it does so and ends the process. Otherwise it
  /// allows children from now on, and stops Mesa from writing its warnings to standard error unless
  /// EGL_LOG_LEVEL is set: the report contains the same information with the device's name.
  package static func runIfRequested() {
    if let value = getenv(variable) {
      answer(String(cString: value))
    }
    let silenced = getenv("EGL_LOG_LEVEL") == nil && setenv("EGL_LOG_LEVEL", "fatal", 0) == 0
    state.withLock {
      $0.isCapable = true
      $0.silencedLog = silenced
    }
  }

  /// Whether children may be started.
  static var isCapable: Bool { state.withLock { $0.isCapable } }

  /// Starts a candidate's driver in a child, if that is allowed.
  ///
  /// Returns the facts of its context, or nil when a child could not be used, in which case the
  /// driver must be started without one.
  /// Throws: `DisplayFailure` when the driver fails, crashes or hangs, or is not the wanted one.
  static func check(_ candidate: DeviceOrder.Candidate) throws(DisplayFailure) -> ContextFacts? {
    guard isCapable else { return nil }
    let known = state.withLock { $0.answers[candidate.route] }
    guard let answer = known ?? ask(candidate.route) else { return nil }
    state.withLock { $0.answers[candidate.route] = answer }
    switch answer {
    case .works(let facts):
      try candidate.accept(facts)
      return facts
    case .rejected(let reason): throw DisplayFailure(reason)
    }
  }

  private static func ask(_ route: DeviceOrder.Route) -> ProbeAnswer? {
    var environment = ProcessInfo.processInfo.environment
    environment[variable] = route.description
    // Mesa's messages are captured and quoted, so they are enabled.
    if state.withLock({ $0.silencedLog }) { environment["EGL_LOG_LEVEL"] = nil }
    // Swift's own crash report takes long and would hide the driver's last output.
    environment["SWIFT_BACKTRACE"] = "enable=no"
    guard
      let child = ChildProcess(
        executable: "/proc/self/exe", arguments: ["glaze-probe"], environment: environment)
    else { return nil }
    return interpret(child.run(timeout: timeout) { $0.contains("\n" + answerPrefix + "{") })
  }

  /// Parses a child's answer from its output and its end; nil when the child is another program.
  static func interpret(_ result: ChildProcess.Outcome) -> ProbeAnswer? {
    let lines = result.output.split(whereSeparator: \.isNewline).map(String.init)
    guard lines.contains(greeting) else { return nil }
    for line in lines where line.hasPrefix(answerPrefix + "{") {
      let json = Data(line.dropFirst(answerPrefix.count).utf8)
      if let answer = try? JSONDecoder().decode(ProbeAnswer.self, from: json) { return answer }
    }
    let noise = lines.last { $0 != greeting }.map { String($0.prefix(200)) }
    switch result.end {
    case .exited(let status): return .rejected(.exited(status: status, output: noise))
    case .signalled(let signal): return .rejected(.crashed(signal: signal, output: noise))
    case .hung(let time): return .rejected(.hung(seconds: Int(time.components.seconds)))
    }
  }
}

// MARK: - In the child process

extension DeviceProbe {
  private static func answer(_ value: String) -> Never {
    // If the parent has ended, no other process would end a hanging child.
    alarm(UInt32(timeout.components.seconds) + 5)
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    write(greeting + "\n")
    guard let route = DeviceOrder.Route(value) else { _exit(2) }
    let candidate = DeviceOrder.Candidate(
      device: Device(address: route.address), route: route, wanted: .any, mayCrash: true,
      reason: "")
    let answer: ProbeAnswer
    do throws(DisplayFailure) {
      answer = .works(try Context.facts(of: candidate))
    } catch {
      answer = .rejected(error.reason)
    }
    guard let json = try? JSONEncoder().encode(answer) else { _exit(3) }
    // The text begins with a line break, since the driver's output may lack one at its end.
    write("\n" + answerPrefix + String(decoding: json, as: UTF8.self) + "\n")
    _exit(0)
  }

  private static func write(_ text: String) {
    // One call writes up to PIPE_BUF bytes without interleaving the driver's own lines.
    let bytes = Array(text.utf8)
    _ = Glibc.write(STDOUT_FILENO, bytes, bytes.count)
  }
}

extension DeviceOrder.Route: CustomStringConvertible {
  /// Parses a route in the form of `description`; nil for any other text.
  init?(_ text: String) {
    guard let selection = try? DeviceSelection(parsing: text, environment: [:]),
      case .device(let address) = selection.request
    else { return nil }
    switch address {
    case .surfaceless: self = .surfaceless
    case .egl(let index): self = .egl(index)
    case .node(let path): self = .node(path)
    case .software: return nil
    }
  }

  var address: Device.Address {
    switch self {
    case .surfaceless: .surfaceless
    case .egl(let index): .egl(index)
    case .node(let path): .node(path)
    }
  }

  package var description: String { address.description }
}

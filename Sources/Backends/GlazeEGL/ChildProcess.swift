import Foundation

/// A child process whose whole output is read, and which is ended when it takes too long.
struct ChildProcess {
  /// How the child ended.
  enum End: Sendable, Hashable {
    case exited(Int32)
    case signalled(Int32)
    case hung(Duration)
  }

  /// The output of the child (at most 64 KiB) and how it ended.
  struct Outcome: Sendable, Hashable {
    var output: String
    var end: End
  }

  private let process: pid_t
  private let output: Int32

  /// Starts a program whose output and errors are read here; nil when that is impossible.
  init?(executable: String, arguments: [String], environment: [String: String]) {
    var ends: [Int32] = [-1, -1]
    // A pair of sockets replaces a pipe, because it is created with close-on-exec. A process that
    // another thread starts at the same time then cannot hide the end of the output.
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
    defer { close(ends[1]) }
    let variables = environment.map { "\($0.key)=\($0.value)" }
    guard
      let process = Self.spawn(executable, arguments, variables, output: ends[1])
    else {
      close(ends[0])
      return nil
    }
    self.process = process
    output = ends[0]
  }

  private static func spawn(
    _ executable: String, _ arguments: [String], _ variables: [String], output: Int32
  ) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)

    // The program's blocked or ignored signals must not affect the driver.
    var attributes = posix_spawnattr_t()
    guard posix_spawnattr_init(&attributes) == 0 else { return nil }
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    let argv = arguments.map { strdup($0) } + [nil]
    let envp = variables.map { strdup($0) } + [nil]
    defer { (argv + envp).forEach { free($0) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, executable, &actions, &attributes, argv, envp)
    return code == 0 ? process : nil
  }

  /// Reads until the child has ended, its output is complete, or the time is over.
  func run(timeout: Duration, isComplete: (String) -> Bool) -> Outcome {
    defer { close(output) }
    let clock = ContinuousClock()
    let deadline = clock.now + timeout
    var bytes: [UInt8] = []
    var end: End?
    reading: while clock.now < deadline {
      switch readSome(into: &bytes) {
      case .some where !isComplete(Self.text(bytes)): continue
      case .some, .end: break reading
      case .nothing:
        // A descendant of the child may hold its output open, so the child is checked too.
        end = ended()
        if end != nil { break reading }
      }
    }
    // The child is about to end; if it does not, the deadline still applies.
    while end == nil && clock.now < deadline {
      end = ended()
      if end == nil { usleep(200) }
    }
    return Outcome(output: Self.text(bytes), end: end ?? endHung(timeout))
  }

  private enum Progress { case some, nothing, end }

  /// Waits a short time for output and reads what is available.
  private func readSome(into bytes: inout [UInt8]) -> Progress {
    var wait = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    guard poll(&wait, 1, 50) > 0 else { return .nothing }
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = read(output, &chunk, chunk.count)
    if count < 0 && errno == EINTR { return .nothing }
    guard count > 0 else { return .end }
    bytes += chunk[..<count].prefix(max(0, 65_536 - bytes.count))
    return .some
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// The end of the child; nil while it runs.
  private func ended() -> End? {
    var status: Int32 = 0
    let result = waitpid(process, &status, WNOHANG)
    if result == 0 || (result < 0 && errno == EINTR) { return nil }
    // If the program ignores SIGCHLD, the kernel reaps the child, and its status is lost.
    if result < 0 { return .exited(0) }
    let signal = status & 0x7F
    return signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal)
  }

  /// Ends the child; a child that the kernel cannot end is abandoned after half a second.
  private func endHung(_ timeout: Duration) -> End {
    kill(process, SIGKILL)
    for _ in 0..<500 where ended() == nil { usleep(1000) }
    return .hung(timeout)
  }
}

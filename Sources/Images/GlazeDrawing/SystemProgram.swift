import Foundation

/// A program of the system that runs as a child process.
///
/// Foundation's `Process` creates network sockets, which a confined process may not have, and traps
/// when there are few file descriptors.
package final class SystemProgram: Sendable {
  let process: pid_t
  /// The output on standard error.
  private let messages: ProgramOutput

  /// The description of errno.
  package struct Failure: Error {
    package let reason: String

    init(_ code: Int32) { reason = String(cString: strerror(code)) }
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - arguments: the arguments; the first is the path of the program.
  ///   - input: the standard input; nil for none.
  ///   - output: the standard output; nil for none.
  ///   - files: the files that the program may open by their `childPath`.
  ///   - hasOwnGroup: whether Ctrl-C only reaches this process, which then ends the program itself.
  package init(
    _ arguments: [String], input: Int32? = nil, output: ProgramOutput? = nil,
    inheriting files: [OutputFile] = [], hasOwnGroup: Bool = false
  ) throws(Failure) {
    messages = try ProgramOutput()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for file in files { file.inherit(&actions) }
    Self.lead(STDIN_FILENO, to: input, O_RDONLY, &actions)
    Self.lead(STDOUT_FILENO, to: output?.descriptor, O_WRONLY, &actions)
    Self.lead(STDERR_FILENO, to: messages.descriptor, O_WRONLY, &actions)
    var process: pid_t = 0
    let code = Self.spawn(&process, arguments, &actions, hasOwnGroup: hasOwnGroup)
    guard code == 0 else { throw Failure(code) }
    self.process = process
  }

  /// Returns two connected descriptors: each reads what is written to the other.
  static func channel() throws(Failure) -> (own: Int32, program: Int32) {
    var ends: [Int32] = [-1, -1]
    // Unlike a pipe, sockets are closed on exec from the start: no other child retains an end.
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw Failure(errno) }
    return (ends[0], ends[1])
  }

  private static func lead(
    _ standard: Int32, to descriptor: Int32?, _ flags: Int32,
    _ actions: inout posix_spawn_file_actions_t
  ) {
    if let descriptor {
      posix_spawn_file_actions_adddup2(&actions, descriptor, standard)
    } else {
      posix_spawn_file_actions_addopen(&actions, standard, "/dev/null", flags, 0)
    }
  }

  private static func spawn(
    _ process: inout pid_t, _ arguments: [String], _ actions: inout posix_spawn_file_actions_t,
    hasOwnGroup: Bool
  ) -> Int32 {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    // A process that leads a session is ended with its group, so the program stays in it.
    let group = hasOwnGroup && getsid(0) != getpid() ? POSIX_SPAWN_SETPGROUP : 0
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | group))
    let argv = arguments.map { strdup($0) } + [nil]
    defer { argv.forEach { free($0) } }
    return posix_spawn(&process, arguments[0], &actions, &attributes, argv, environ)
  }

  /// Waits until the program has exited, and reaps it.
  ///
  /// - Returns: the status from waitpid; 0 when other code has already reaped the process.
  package func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return status
  }

  /// Returns the exit code, or the number of the signal that ended the program.
  package static func number(of status: Int32) -> Int32 {
    status & 0x7F == 0 ? status >> 8 & 0xFF : status & 0x7F
  }

  /// Returns the last line of standard error.
  package func lastMessage() -> String? {
    // The end of a very long output contains the last message, too.
    messages.text(last: 1 << 16).split(whereSeparator: \.isNewline).last.map(String.init)
  }
}

/// The output of a program: an unnamed file, which the program may open again, unlike a pair of
/// sockets.
package final class ProgramOutput: Sendable {
  let descriptor: Int32

  package init() throws(SystemProgram.Failure) {
    descriptor = UnnamedFile.openForGood(in: NSTemporaryDirectory())
    guard descriptor >= 0 else { throw SystemProgram.Failure(errno) }
  }

  deinit { close(descriptor) }

  /// Returns the current output, or its last bytes.
  package func text(last count: Int = .max) -> String {
    let length = max(0, lseek(descriptor, 0, SEEK_END))
    let count = min(length, count)
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { bytes, written in
      written = max(0, pread(descriptor, bytes.baseAddress, count, length - count))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

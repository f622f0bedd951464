internal import Foundation
import Synchronization

/// What ffmpeg makes of raw frames.
package enum FFmpegFormat: String, Sendable, CaseIterable {
  case gif, mp4, webm, mov

  /// How the frames are handed over: on black where the format has no transparency.
  package func alpha(_ format: MotionFormat) -> RawEncoder.Alpha {
    self == .mp4 || format.isOpaque ? .premultiplied : .straight
  }

  /// Arguments between the input and the output.
  func arguments(_ format: MotionFormat) -> [String] {
    let colors = [
      "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "iec61966-2-1",
      "-color_range", "tv",
    ]
    let convert = "scale=in_range=full:out_range=tv:out_color_matrix=bt709:flags=accurate_rnd"
    switch self {
    case .gif:
      // A palette for each frame: one for all would have to wait for the last frame.
      return [
        "-filter_complex",
        "[0:v]split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=new=1:dither=sierra2_4a",
      ]
    case .mp4:
      // Sides are even in 4:2:0; a row or a column of the background's black is added.
      return [
        "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2,\(convert),format=yuv420p", "-c:v", "libx264", "-crf",
        "18", "-preset", "veryfast", "-movflags", "+faststart",
      ] + colors
    case .webm:
      let pixels = format.isOpaque ? "yuv420p" : "yuva420p"
      return [
        "-vf", "\(convert),format=\(pixels)", "-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0",
        "-deadline", "good", "-cpu-used", "5", "-row-mt", "1", "-auto-alt-ref", "0",
      ] + colors
    case .mov:
      let pixels = format.isOpaque ? "yuv444p10le" : "yuva444p10le"
      // Its encoder goes by what the frames say, and knows no other curve than this for SDR.
      let tags = "setparams=colorspace=bt709:color_primaries=bt709:color_trc=bt709:range=tv"
      return [
        "-vf", "\(convert),format=\(pixels),\(tags)", "-c:v", "prores_ks", "-profile:v", "4444",
        "-alpha_bits", format.isOpaque ? "0" : "16", "-vendor", "apl0", "-colorspace", "bt709",
        "-color_primaries", "bt709", "-color_trc", "bt709",
      ]
    }
  }
}

/// ffmpeg, which reads raw frames from its input and writes a file.
///
/// Foundation's `Process` makes sockets of the network for itself, which a process that is confined cannot have.
package final class FFmpeg: Sendable {
  private struct State {
    /// This process's end of what ffmpeg reads; nil when there are no more frames.
    var input: Int32?
    /// As waitpid says it; nil while it runs.
    var status: Int32?
  }

  private let process: pid_t
  private let state: Mutex<State>
  /// What it says on standard error.
  private let messages: Int32
  private let output: OutputFile

  /// Starts ffmpeg.
  ///
  /// - Parameters:
  ///   - kind: what it writes.
  ///   - format: of the frames.
  ///   - output: what it writes to, and nobody else until it has finished.
  package init(
    _ kind: FFmpegFormat, _ format: MotionFormat, to output: OutputFile
  ) throws(FFmpegError) {
    self.output = output
    guard let executable = ProgramPath.find("ffmpeg") else { throw .notInstalled(format: kind) }
    let pixels = kind.alpha(format) == .premultiplied ? "rgb0" : "rgba"
    // Nothing of the machine or the moment goes into the file.
    let arguments =
      [
        executable, "-hide_banner", "-nostdin", "-loglevel", "error", "-y", "-f", "rawvideo",
        "-pix_fmt", pixels, "-video_size", "\(format.width)x\(format.height)", "-framerate",
        "\(format.rate.numerator)/\(format.rate.denominator)", "-i", "pipe:0", "-map_metadata",
        "-1", "-fflags", "+bitexact",
      ] + kind.arguments(format) + [
        "-flags:v", "+bitexact", "-f", kind.rawValue, output.childPath,
      ]
    messages = UnnamedFile.openForGood(in: NSTemporaryDirectory())
    var ends: [Int32] = [-1, -1]
    // A pair of sockets for a pipe: closed on exec from the start, so that no other child keeps the frames' end.
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard messages >= 0, socketpair(AF_UNIX, type, 0, &ends) == 0 else {
      let code = errno
      close(messages)
      throw .notStarted(path: executable, reason: String(cString: strerror(code)))
    }
    var process: pid_t = 0
    let code = Self.spawn(
      &process, arguments, input: ends[0], output: output, messages: messages)
    close(ends[0])
    guard code == 0 else {
      close(ends[1])
      close(messages)
      throw .notStarted(path: executable, reason: String(cString: strerror(code)))
    }
    self.process = process
    state = Mutex(State(input: ends[1]))
  }

  private static func spawn(
    _ process: inout pid_t, _ arguments: [String], input: Int32, output: OutputFile,
    messages: Int32
  ) -> Int32 {
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    output.inherit(&files)
    posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO)
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&files, messages, STDERR_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    // Ctrl-C is for this process, which ends ffmpeg itself; who leads a session is ended with its group.
    let group = getsid(0) == getpid() ? 0 : POSIX_SPAWN_SETPGROUP
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | group))
    let argv = arguments.map { strdup($0) } + [nil]
    defer { argv.forEach { free($0) } }
    return posix_spawn(&process, arguments[0], &files, &attributes, argv, environ)
  }

  deinit {
    stop()
    close(messages)
  }

  /// Hands over bytes of frames; waits while ffmpeg is busy.
  package func write(_ bytes: [UInt8]) throws(FFmpegError) {
    do throws(OutputError) {
      try OutputFile.write(
        bytes, to: state.withLock(\.input) ?? -1, name: "ffmpeg's input")
    } catch {
      // It ended: what it says is worth more than that the pipe is broken.
      _ = end()
      throw .failed(name: output.path, reason: lastMessage() ?? error.description)
    }
  }

  /// Waits until the file is complete.
  package func finish() throws(FFmpegError) {
    let status = end()
    let message = lastMessage()
    guard status == 0 else {
      // Its own number, or that of the signal which ended it.
      let number = status & 0x7F == 0 ? status >> 8 & 0xFF : status & 0x7F
      throw .failed(name: output.path, reason: message ?? "status \(number)")
    }
    if output.isEmpty {
      throw .failed(name: output.path, reason: message ?? "it ended well and wrote nothing")
    }
  }

  /// Ends ffmpeg, whatever it does, and waits until it is gone.
  package func stop() {
    state.withLock { if $0.status == nil { kill(process, SIGKILL) } }
    _ = end()
  }

  /// Tells it that there are no more frames, and waits until it is gone.
  ///
  /// - Returns: what waitpid says.
  private func end() -> Int32 {
    let known = state.withLock { state in
      if let input = state.input { close(input) }
      state.input = nil
      return state.status
    }
    if let known { return known }
    // Without the lock, so that it can be stopped; and it stays, so that its number is nobody else's.
    var facts = siginfo_t()
    while waitid(P_PID, id_t(bitPattern: process), &facts, WEXITED | WNOWAIT) < 0 && errno == EINTR
    {}
    return state.withLock { state in
      if let status = state.status { return status }
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0 && errno == EINTR {}
      state.status = status
      return status
    }
  }

  /// The last line of standard error.
  private func lastMessage() -> String? {
    let length = max(0, lseek(messages, 0, SEEK_END))
    // A program that complains for ever says the last thing at the end, too.
    let count = min(length, 1 << 16)
    let text = [UInt8](unsafeUninitializedCapacity: count) { bytes, written in
      written = max(0, pread(messages, bytes.baseAddress, count, length - count))
    }
    let lines = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline)
    return lines.last.map(String.init)
  }
}

/// ffmpeg could not do its part.
package enum FFmpegError: Error, Equatable, CustomStringConvertible {
  /// There is none in PATH.
  case notInstalled(format: FFmpegFormat)
  case notStarted(path: String, reason: String)
  /// It said something and ended.
  case failed(name: String, reason: String)

  package var description: String {
    switch self {
    case .notInstalled(let format):
      return "a .\(format.rawValue) is made by ffmpeg, and there is none in PATH"
    case .notStarted(let path, let reason): return "\(path) does not start: \(reason)"
    case .failed(let name, let reason): return "ffmpeg cannot write \(name): \(reason)"
    }
  }
}

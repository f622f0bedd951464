internal import Foundation

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

/// ffmpeg, which reads raw frames from a pipe and writes a file.
package final class FFmpeg: @unchecked Sendable {
  private let process = Process()
  private let pipe: Pipe
  /// What it says on standard error.
  private let messages: String
  private let name: String
  private let path: String

  /// Starts ffmpeg.
  ///
  /// - Parameters:
  ///   - kind: what it writes.
  ///   - format: of the frames.
  ///   - path: of the output, which is overwritten.
  ///   - name: of the output in messages.
  package init(
    _ kind: FFmpegFormat, _ format: MotionFormat, path: String, name: String
  ) throws(FFmpegError) {
    self.name = name
    self.path = path
    messages = NSTemporaryDirectory() + "glaze-ffmpeg-\(UUID().uuidString)"
    guard let executable = Self.executable() else { throw .notInstalled(format: kind) }
    // Foundation stops the program where it gets no pipe.
    guard Self.mayOpenFiles else {
      throw .notStarted(path: executable, reason: "too many files are open (ulimit -n)")
    }
    pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: executable)
    let pixels = kind.alpha(format) == .premultiplied ? "rgb0" : "rgba"
    // Nothing of the machine or the moment goes into the file.
    process.arguments =
      [
        "-hide_banner", "-nostdin", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt",
        pixels,
        "-video_size", "\(format.width)x\(format.height)", "-framerate",
        "\(format.rate.numerator)/\(format.rate.denominator)", "-i", "pipe:0", "-map_metadata",
        "-1",
        "-fflags", "+bitexact",
      ] + kind.arguments(format) + ["-flags:v", "+bitexact", "-f", kind.rawValue, path]
    process.standardInput = pipe
    process.standardOutput = FileHandle.nullDevice
    _ = FileManager.default.createFile(atPath: messages, contents: nil)
    process.standardError = FileHandle(forWritingAtPath: messages) ?? FileHandle.nullDevice
    // The frames' end must not live on in other children: ffmpeg would wait for it.
    _ = fcntl(pipe.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
    do {
      try process.run()
    } catch {
      try? FileManager.default.removeItem(atPath: messages)
      throw .notStarted(path: executable, reason: error.localizedDescription)
    }
  }

  deinit { stop() }

  /// Hands over bytes of frames; waits while ffmpeg is busy.
  package func write(_ bytes: [UInt8]) throws(FFmpegError) {
    do throws(OutputError) {
      try OutputFile.write(
        bytes, to: pipe.fileHandleForWriting.fileDescriptor, name: "ffmpeg's input")
    } catch {
      // It ended: what it says is worth more than that the pipe is broken.
      try? pipe.fileHandleForWriting.close()
      process.waitUntilExit()
      throw .failed(name: name, reason: lastMessage() ?? error.description)
    }
  }

  /// Waits until the file is complete.
  package func finish() throws(FFmpegError) {
    try? pipe.fileHandleForWriting.close()
    process.waitUntilExit()
    let message = lastMessage()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw .failed(name: name, reason: message ?? "status \(process.terminationStatus)")
    }
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG || status.st_size > 0 else {
      throw .failed(name: name, reason: message ?? "it ended well and wrote nothing")
    }
  }

  /// Ends ffmpeg, whatever it does, and waits until it is gone.
  package func stop() {
    if process.isRunning {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    try? FileManager.default.removeItem(atPath: messages)
  }

  /// The last line of standard error.
  private func lastMessage() -> String? {
    defer { try? FileManager.default.removeItem(atPath: messages) }
    guard let data = FileManager.default.contents(atPath: messages) else { return nil }
    let lines = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
    return lines.last.map(String.init)
  }

  /// Whether there is room for the files that are open while a program is started.
  private static var mayOpenFiles: Bool {
    let files = (0..<12).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
    for file in files where file >= 0 { close(file) }
    return !files.contains(-1)
  }

  /// Where ffmpeg is in PATH.
  private static func executable() -> String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").lazy.map { "\($0)/ffmpeg" }
      .first { access($0, X_OK) == 0 && !isFolder($0) }
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
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

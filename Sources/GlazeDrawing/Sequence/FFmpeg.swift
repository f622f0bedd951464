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
package final class FFmpeg: Sendable {
  private struct State {
    /// This process's end of what ffmpeg reads; nil when there are no more frames.
    var input: Int32?
    /// As waitpid says it; nil while it runs.
    var status: Int32?
  }

  private let program: SystemProgram
  private let state: Mutex<State>
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
    do throws(SystemProgram.Failure) {
      let input = try SystemProgram.channel()
      state = Mutex(State(input: input.own))
      defer { close(input.program) }
      do throws(SystemProgram.Failure) {
        program = try SystemProgram(
          arguments, input: input.program, inheriting: [output], hasOwnGroup: true)
      } catch {
        close(input.own)
        throw error
      }
    } catch {
      throw .notStarted(path: executable, reason: error.reason)
    }
  }

  deinit { stop() }

  /// Hands over bytes of frames; waits while ffmpeg is busy.
  package func write(_ bytes: [UInt8]) throws(FFmpegError) {
    do throws(OutputError) {
      try OutputFile.write(
        bytes, to: state.withLock(\.input) ?? -1, name: "ffmpeg's input")
    } catch {
      // It ended: what it says is worth more than that the pipe is broken.
      _ = end()
      throw .failed(name: output.path, reason: program.lastMessage() ?? error.description)
    }
  }

  /// Waits until the file is complete.
  package func finish() throws(FFmpegError) {
    let status = end()
    let message = program.lastMessage()
    guard status == 0 else {
      let number = SystemProgram.number(of: status)
      throw .failed(name: output.path, reason: message ?? "status \(number)")
    }
    if output.isEmpty {
      throw .failed(name: output.path, reason: message ?? "it ended well and wrote nothing")
    }
  }

  /// Ends ffmpeg, whatever it does, and waits until it is gone.
  package func stop() {
    state.withLock { if $0.status == nil { kill(program.process, SIGKILL) } }
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
    while waitid(P_PID, id_t(bitPattern: program.process), &facts, WEXITED | WNOWAIT) < 0
      && errno == EINTR
    {}
    return state.withLock { state in
      if let status = state.status { return status }
      let status = program.wait()
      state.status = status
      return status
    }
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

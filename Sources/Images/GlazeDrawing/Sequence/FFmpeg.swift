internal import Foundation
import GlazeGeometry
import Synchronization

/// The formats that ffmpeg encodes raw frames in.
package enum FFmpegFormat: String, Sendable, CaseIterable {
  case gif, mp4, webm, mov, mkv

  /// ffmpeg's name of the container.
  var container: String { self == .mkv ? "matroska" : rawValue }

  /// Returns the alpha of the frames for ffmpeg: on black when the format has no transparency.
  ///
  /// VP9 has none with more than 8 bits.
  package func alpha(_ format: MotionFormat) -> RawEncoder.Alpha {
    self == .mp4 || format.isOpaque || (self == .webm && format.output.isDeep)
      ? .premultiplied : .straight
  }

  /// Returns the arguments between the input and the output.
  func arguments(_ format: MotionFormat) -> [String] {
    let tags = VideoTags(format.output)
    let convert =
      "scale=in_range=full:out_range=tv:out_color_matrix=\(tags.scaleMatrix):flags=accurate_rnd"
    switch self {
    case .gif:
      // Each frame has its own palette: a shared one would have to wait for the last frame.
      return [
        "-filter_complex",
        "[0:v]split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=new=1:dither=sierra2_4a",
      ]
    case .mp4:
      // Sides must be even in 4:2:0, so a black row or column is added.
      let even = "pad=ceil(iw/2)*2:ceil(ih/2)*2,\(convert)"
      if format.output.isDeep {
        return [
          "-vf", "\(even),format=yuv420p10le", "-c:v", "libx265", "-crf", "16", "-preset", "fast",
          "-tag:v", "hvc1", "-x265-params", tags.x265, "-movflags", "+faststart",
        ] + tags.arguments
      }
      return [
        "-vf", "\(even),format=yuv420p", "-c:v", "libx264", "-crf",
        "18", "-preset", "veryfast", "-movflags", "+faststart",
      ] + tags.arguments
    case .mkv:
      let deep = format.isOpaque ? "gbrp16le" : "gbrap16le"
      let pixels = format.output.isDeep ? deep : format.isOpaque ? "bgr0" : "bgra"
      return [
        "-vf", "format=\(pixels)", "-c:v", "ffv1", "-level", "3", "-g", "1", "-slices", "4",
        "-colorspace", "rgb", "-color_primaries", tags.primaries, "-color_trc", tags.transfer,
        "-color_range", "pc",
      ]
    case .webm where format.output.recordsLight:
      // VP9 has no place for the light of frames.
      let parameters = tags.svtAV1.map { ["-svtav1-params", $0] } ?? []
      return [
        "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2,\(convert),format=yuv420p10le", "-c:v", "libsvtav1",
        "-crf", "18", "-preset", "8",
      ] + parameters + tags.arguments
    case .webm:
      let deep = format.output.isDeep ? "yuv420p10le" : "yuva420p"
      let pixels = format.isOpaque && !format.output.isDeep ? "yuv420p" : deep
      return [
        "-vf", "\(convert),format=\(pixels)", "-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0",
        "-deadline", "good", "-cpu-used", "5", "-row-mt", "1", "-auto-alt-ref", "0",
      ] + tags.arguments
    case .mov:
      let pixels = format.isOpaque ? "yuv444p10le" : "yuva444p10le"
      // The encoder uses the properties of the frames, and supports no other curves.
      let (space, primaries, curve) = (tags.matrix, tags.primaries, tags.proResTransfer)
      let frames =
        "setparams=colorspace=\(space):color_primaries=\(primaries):color_trc=\(curve):range=tv"
      return [
        "-vf", "\(convert),format=\(pixels),\(frames)", "-c:v", "prores_ks", "-profile:v", "4444",
        "-alpha_bits", format.isOpaque ? "0" : "16", "-vendor", "apl0", "-colorspace", space,
        "-color_primaries", primaries, "-color_trc", curve,
      ]
    }
  }
}

/// An ffmpeg process that reads raw frames from its input and writes a file.
package final class FFmpeg: Sendable {
  private struct State {
    /// This process's end of ffmpeg's input; nil when there are no more frames.
    var input: Int32?
    /// The status from waitpid; nil while ffmpeg runs.
    var status: Int32?
  }

  private let program: SystemProgram
  private let state: Mutex<State>
  private let output: OutputFile

  /// Starts ffmpeg.
  ///
  /// - Parameters:
  ///   - kind: the format of the output.
  ///   - format: the format of the frames.
  ///   - output: the file that ffmpeg writes; no other code may write to it until ffmpeg has
  ///     finished.
  package init(
    _ kind: FFmpegFormat, _ format: MotionFormat, to output: OutputFile
  ) throws(FFmpegError) {
    self.output = output
    guard let executable = ProgramPath.find("ffmpeg") else { throw .notInstalled(format: kind) }
    // Deep frames always have a fourth component; the formats without alpha drop it.
    let bytes = kind.alpha(format) == .premultiplied ? "rgb0" : "rgba"
    let pixels = format.output.isDeep ? "rgba64le" : bytes
    // The file must not depend on the machine or the time.
    let arguments =
      [
        executable, "-hide_banner", "-nostdin", "-loglevel", "error", "-y", "-f", "rawvideo",
        "-pix_fmt", pixels, "-video_size", "\(format.width)x\(format.height)", "-framerate",
        "\(format.rate.numerator)/\(format.rate.denominator)", "-i", "pipe:0", "-map_metadata",
        "-1", "-fflags", "+bitexact",
      ] + kind.arguments(format) + [
        "-flags:v", "+bitexact", "-f", kind.container, output.childPath,
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

  /// Writes bytes of frames; waits while ffmpeg is busy.
  package func write(_ bytes: [UInt8]) throws(FFmpegError) {
    do throws(OutputError) {
      try OutputFile.write(
        bytes, to: state.withLock(\.input) ?? -1, name: "ffmpeg's input")
    } catch {
      // ffmpeg has ended: its own message is more useful than that of the broken pipe.
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
      throw .failed(name: output.path, reason: message ?? "it succeeded but wrote nothing")
    }
  }

  /// Stops ffmpeg in any state, and waits until it has exited.
  package func stop() {
    state.withLock { if $0.status == nil { kill(program.process, SIGKILL) } }
    _ = end()
  }

  /// Closes the input to mark the end of the frames, and waits until ffmpeg has exited.
  ///
  /// - Returns: the status from waitpid.
  private func end() -> Int32 {
    let known = state.withLock { state in
      if let input = state.input { close(input) }
      state.input = nil
      return state.status
    }
    if let known { return known }
    // Without the lock, the process can be stopped; not reaped, its number is not reused.
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

/// An error of ffmpeg.
package enum FFmpegError: Error, Equatable, CustomStringConvertible {
  /// There is no ffmpeg in PATH.
  case notInstalled(format: FFmpegFormat)
  case notStarted(path: String, reason: String)
  /// ffmpeg reported an error and exited.
  case failed(name: String, reason: String)

  package var description: String {
    switch self {
    case .notInstalled(let format):
      return "a .\(format.rawValue) requires ffmpeg, which is not in PATH"
    case .notStarted(let path, let reason): return "\(path) does not start: \(reason)"
    case .failed(let name, let reason): return "ffmpeg cannot write \(name): \(reason)"
    }
  }
}

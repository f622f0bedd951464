import Foundation
import GlazeDrawing
import GlazeGeometry
import GlazePlan
import Synchronization

/// A sink that writes a sequence to one file: an animated image, a video, or raw frames.
///
/// The file appears when it is complete. `ffmpeg`, which must be in `PATH`, makes videos and GIF;
/// Glaze writes all other formats itself.
public final class MotionFile: FrameSink {
  /// The format of the file.
  public enum Format: String, Sendable, Hashable, CaseIterable {
    /// Animated PNG, lossless, with alpha.
    case apng
    /// 256 colors a frame, by ffmpeg; each pixel is opaque or fully transparent.
    case gif
    /// Animated WebP, lossless, with alpha.
    case webp
    /// H.264, by ffmpeg; on black.
    case mp4
    /// VP9 with alpha, by ffmpeg; for PQ and HLG AV1 without alpha, with SVT-AV1.
    case webm
    /// ProRes 4444 with alpha, by ffmpeg.
    case mov
    /// FFV1 in Matroska, lossless, with alpha, by ffmpeg.
    case mkv
    /// YUV4MPEG2, 4:4:4, BT.709 in limited range, on black.
    case y4m
    /// Pixels without a header: rows of R, G, B, A bytes, straight alpha.
    case raw
  }

  /// The file extensions of the formats.
  public static let endings = Format.allCases.map { ".\($0.rawValue)" }

  private enum Destination: Sendable {
    case file(OutputFile)
    case ffmpeg(FFmpeg, OutputFile)
    case descriptor(Int32)
  }

  private struct State: Sendable {
    var encoder: any MotionEncoder
    var destination: Destination?
    var firstFrame: Int
    /// The last frame that an earlier run wrote, which the same document must produce again.
    var witness: [UInt8]?
    /// The light of all frames so far, where the file records it.
    var levels: LightLevels?
  }

  /// The format, from the file's name or from the initializer's argument.
  public let format: Format
  /// nil for standard output.
  private let path: String?
  private let resumes: Bool
  private let state = Mutex<State?>(nil)

  /// - Parameters:
  ///   - path: the path of the file, which is replaced when the sequence is complete.
  ///   - format: the format; nil takes it from the extension.
  ///   - resumes: whether a file that was cut off is continued, from `path` with `.part` appended;
  ///     such a part stays when the sequence is stopped. Its last complete frame is drawn again and
  ///     compared: the part of another document is not continued.
  /// - Throws: `GlazeError.Code.unknownName` for other extensions,
  ///   `GlazeError.Code.invalidArgument` if `resumes` is set for a format other than .raw and .y4m.
  public init(
    _ path: String, format: Format? = nil, resumes: Bool = false
  ) throws(GlazeError) {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let ending = name.lastIndex(of: ".").map { name[name.index(after: $0)...] } ?? ""
    guard let format = format ?? Format(rawValue: ending.lowercased()) else {
      throw .unknownFormat(path)
    }
    guard !resumes || format.hasEqualFrames else { throw .notResumable(format.rawValue) }
    self.format = format
    self.path = path
    self.resumes = resumes
  }

  /// Writes to standard output.
  ///
  /// - Throws: `GlazeError.Code.invalidArgument` for formats that need a file.
  public init(standardOutput format: Format) throws(GlazeError) {
    guard format.isStream else { throw .needsFile(format.rawValue) }
    self.format = format
    path = nil
    resumes = false
  }

  /// Opens the file or starts ffmpeg.
  public func begin(_ description: SequenceDescription) throws -> Range<Int> {
    guard format.holds(description.output) else {
      throw GlazeError.unheldEncoding(format.rawValue, description.output)
    }
    var motion = MotionFormat(
      width: description.width, height: description.height,
      rate: (description.times.rate.numerator, description.times.rate.denominator),
      frameCount: description.frames.count, isOpaque: description.isOpaque)
    motion.output = description.output
    if let limit = format.maximumSide, max(motion.width, motion.height) > limit {
      throw GlazeError.tooLarge(
        format: format.rawValue, width: motion.width, height: motion.height, limit: limit)
    }
    var state = State(
      encoder: encoder(motion), destination: nil, firstFrame: description.frames.lowerBound)
    let done = try told { () throws in
      if let path, resumes { return try resume(path, &state, frames: description.frames.count) }
      state.destination = try destination(motion)
      try Self.write(state.encoder.header, to: state.destination)
      return 0
    }
    self.state.withLock { [state] in $0 = state }
    return (description.frames.lowerBound + done)..<description.frames.upperBound
  }

  /// Returns the frame's part of the file.
  public func encode(_ frame: SequenceFrame) throws -> [UInt8] {
    guard
      let (encoder, first) = state.withLock({ state in
        state.map { ($0.encoder, $0.firstFrame) }
      })
    else { return [] }
    if frame.output.isDeep {
      return encodeDeep(frame, alpha: (encoder as? RawEncoder)?.frameAlpha ?? .straight)
    }
    return try told {
      try encoder.encode(
        frame.pixels, previous: frame.previousPixels, number: frame.number - first,
        threads: frame.threads)
    }
  }

  /// Writes the frame's part.
  ///
  /// - Throws: also `GlazeError.Code.writing` when the file to continue has a different frame
  ///   there.
  public func write(_ bytes: [UInt8], frame: Int) throws {
    let witness = state.withLock { state in
      defer { state?.witness = nil }
      return state?.witness
    }
    guard let witness else { return try told { try Self.write(bytes, to: current) } }
    guard bytes == witness else {
      let isPart = if case .file = current { true } else { false }
      throw GlazeError.foreignPart((path ?? "") + (isPart ? ".part" : ""))
    }
  }

  /// Completes the file, which then appears.
  public func finish() throws {
    guard
      let (encoder, destination, levels) = state.withLock({ state in
        state.map { ($0.encoder, $0.destination, $0.levels) }
      })
    else { return }
    try told {
      try Self.write(encoder.trailer, to: destination)
      switch destination {
      case .file(let file):
        for (offset, bytes) in encoder.patches(byteCount: file.byteCount) {
          try file.patch(bytes, at: offset)
        }
        try file.commit()
      case .ffmpeg(let ffmpeg, let file):
        try ffmpeg.finish()
        if let levels, let kind = format.ffmpeg { try Self.record(levels, in: file, kind) }
        try file.commit()
      case .descriptor, nil: break
      }
    }
    state.withLock { $0 = nil }
  }

  /// Removes the incomplete file; with `resumes`, leaves it so that it can be continued.
  public func cancel() {
    switch current {
    case .file(let file): resumes ? file.suspend() : file.discard()
    case .ffmpeg(let ffmpeg, let file):
      ffmpeg.stop()
      file.discard()
    case .descriptor, nil: break
    }
    state.withLock { $0 = nil }
  }

  // MARK: Deep frames

  /// Returns the frame's samples of 16 bits, the low byte first, and counts its light.
  private func encodeDeep(_ frame: SequenceFrame, alpha: RawEncoder.Alpha) -> [UInt8] {
    let buffer = frame.buffer
    if buffer.output.recordsLight {
      let levels = LightLevels(buffer.straight16, buffer.output)
      state.withLock { state in
        let known = state?.levels
        state?.levels = known?.union(levels) ?? levels
      }
    }
    let samples = alpha == .straight ? buffer.straight16 : buffer.premultiplied16
    return samples.withUnsafeBytes { Array($0) }
  }

  /// Replaces the light levels in a stream, which were not known when it was begun.
  private static func record(
    _ levels: LightLevels, in file: OutputFile, _ format: FFmpegFormat
  ) throws {
    let pattern = LightMessage.pattern(in: format)
    let replacement = LightMessage.replacement(levels, in: format)
    let content = try Data(
      contentsOf: URL(fileURLWithPath: file.childPath), options: .alwaysMapped)
    var place = content.startIndex
    while let found = content.range(of: Data(pattern), in: place..<content.endIndex) {
      try file.patch(replacement, at: found.lowerBound - content.startIndex)
      place = found.upperBound
    }
  }

  // MARK: Beginning

  private var current: Destination? { state.withLock { $0?.destination } }

  private func encoder(_ motion: MotionFormat) -> any MotionEncoder {
    switch format {
    case .apng: APNGEncoder(motion)
    case .webp: WebPEncoder(motion)
    case .y4m: Y4MEncoder(motion)
    case .raw: RawEncoder(motion)
    case .gif, .mp4, .webm, .mov, .mkv:
      RawEncoder(motion, alpha: format.ffmpeg?.alpha(motion) ?? .straight)
    }
  }

  private func destination(_ motion: MotionFormat) throws -> Destination {
    guard let path else { return .descriptor(STDOUT_FILENO) }
    let file = try OutputFile(path)
    guard let kind = format.ffmpeg else { return .file(file) }
    return .ffmpeg(try FFmpeg(kind, motion, to: file), file)
  }

  /// Opens a file that was cut off.
  ///
  /// - Returns: The number of frames that it holds.
  private func resume(_ path: String, _ state: inout State, frames: Int) throws -> Int {
    let header = state.encoder.header
    let frameByteCount = state.encoder.frameByteCount ?? 0
    // The existing frames stay; the last one is drawn again, to check that it is of this document.
    let isWhole =
      try Self.content(path, header)?.byteCount == header.count + frames * frameByteCount
    if isWhole, frames > 0 {
      state.witness = try Self.frame(frames - 1, of: path, header, frameByteCount)
      return frames - 1
    }
    let part = path + ".part"
    let content = try Self.content(part, header)
    let held = max(0, (content?.byteCount ?? 0) - header.count) / max(1, frameByteCount)
    guard held <= frames, content?.hasHeader ?? true else { throw GlazeError.foreignPart(part) }
    let retained = content.map {
      $0.byteCount < header.count ? 0 : header.count + held * frameByteCount
    }
    if held > 0 { state.witness = try Self.frame(held - 1, of: part, header, frameByteCount) }
    let file = try OutputFile(path, partial: part, retainedByteCount: retained ?? 0)
    if file.byteCount == 0 { try file.write(header) }
    state.destination = .file(file)
    return max(0, held - 1)
  }

  private static func frame(
    _ number: Int, of path: String, _ header: [UInt8], _ frameByteCount: Int
  ) throws -> [UInt8] {
    guard let file = PlainFile.open(path) else { return [] }
    defer { try? file.close() }
    try file.seek(toOffset: UInt64(header.count + number * frameByteCount))
    return [UInt8](try file.read(upToCount: frameByteCount) ?? Data())
  }

  /// Returns the length of a file, and whether it begins as expected; nil when it does not exist.
  private static func content(
    _ path: String, _ header: [UInt8]
  ) throws -> (byteCount: Int, hasHeader: Bool)? {
    guard let file = PlainFile.open(path) else { return nil }
    defer { try? file.close() }
    let start = header.isEmpty ? Data() : try file.read(upToCount: header.count) ?? Data()
    return (Int(try file.seekToEnd()), Array(header.prefix(start.count)) == Array(start))
  }

  private static func write(_ bytes: [UInt8], to destination: Destination?) throws {
    if bytes.isEmpty { return }
    switch destination {
    case .file(let file): try file.write(bytes)
    case .ffmpeg(let ffmpeg, _): try ffmpeg.write(bytes)
    case .descriptor(let descriptor):
      try OutputFile.write(bytes, to: descriptor, name: "standard output")
    case nil: break
    }
  }

  /// Runs `body`, and converts its errors into public ones.
  private func told<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as GlazeError {
      throw error
    } catch FFmpegError.notInstalled {
      throw GlazeError.missingFFmpeg(format.rawValue)
    } catch {
      throw GlazeError.writing("\(error)")
    }
  }
}

extension MotionFile.Format {
  /// Whether files of the format can name an encoding and hold its numbers.
  fileprivate func holds(_ output: OutputColor) -> Bool {
    if output == .standard { return true }
    switch self {
    case .mp4, .webm, .mov, .mkv: return output.depth != .half && output.depth != .float
    case .apng: return !output.isDeep
    case .raw: return output.depth == .bits10 || output.depth == .bits16
    case .gif, .webp, .y4m: return false
    }
  }

  fileprivate var ffmpeg: FFmpegFormat? { FFmpegFormat(rawValue: rawValue) }

  /// Whether all frames have the same size in bytes, so that a file can be continued.
  fileprivate var hasEqualFrames: Bool { self == .raw || self == .y4m }

  /// Whether the file is written from its beginning to its end.
  fileprivate var isStream: Bool { hasEqualFrames || self == .apng }

  /// The largest side, in pixels.
  fileprivate var maximumSide: Int? {
    switch self {
    case .webp: WebPEncoder.maximumSide
    case .gif: Int(UInt16.max)
    case .mp4, .webm, .mov, .mkv: 16_384
    case .apng, .y4m, .raw: nil
    }
  }
}

import Foundation
import Glaze
import GlazeCore
import GlazeDrawing
import Synchronization

/// A video that ffmpeg encoded; joins several into one without encoding again.
struct CodedVideo: Sendable {
  /// The parameters that must be equal in all parts.
  struct Codec: Equatable, Decodable, Sendable {
    var codec_name: String?
    var width: Int?
    var height: Int?
    var pix_fmt: String?
    /// The hash of the decoder's parameters.
    var extradata_hash: String?
  }

  let codec: Codec
  /// The number of frames.
  let frameCount: Int
  /// The frame rate: `numerator` frames in `denominator` seconds.
  let rate: (numerator: Int, denominator: Int)

  private struct Probe: Decodable {
    struct Stream: Decodable {
      var nb_read_packets: String?
      var r_frame_rate: String?
    }
    var streams: [Stream]
  }

  private struct Codecs: Decodable { var streams: [Codec] }

  /// Reads a video with ffprobe, which comes with ffmpeg.
  ///
  /// - Parameter files: The files that ffprobe may open by their `childPath`.
  /// - Throws: `JoinError` if it is not a video.
  init(_ path: String, inheriting files: [OutputFile] = []) throws(JoinError) {
    do {
      let text = try ExternalProgram(name: "ffprobe").run(
        [
          "-v", "error", "-select_streams", "v:0", "-count_packets", "-show_data_hash", "md5",
          "-show_entries",
          "stream=codec_name,width,height,pix_fmt,extradata_hash,nb_read_packets,r_frame_rate",
          "-of", "json", "file:" + path,
        ], inheriting: files)
      let data = Data(text.utf8)
      let streams = try JSONDecoder().decode(Probe.self, from: data).streams
      let codecs = try JSONDecoder().decode(Codecs.self, from: data).streams
      guard let stream = streams.first, let codec = codecs.first,
        let count = stream.nb_read_packets.flatMap({ Int($0) })
      else { throw JoinError("\(path) contains no video") }
      self.codec = codec
      frameCount = count
      let parts = (stream.r_frame_rate ?? "").split(separator: "/").compactMap { Int($0) }
      guard parts.count == 2, parts[0] > 0, parts[1] > 0 else {
        throw JoinError("\(path) has no frame rate")
      }
      rate = (parts[0], parts[1])
    } catch let error as JoinError {
      throw error
    } catch {
      throw JoinError("\(path) cannot be read: \(error)")
    }
  }

  /// Joins parts without changing their frames.
  ///
  /// - Returns: The number of frames of the video.
  static func join(
    _ parts: [VideoPart], into path: String, frameCount: Int?
  ) throws -> Int {
    let videos = try Self.all(parts)
    let counts = videos.map(\.frameCount)
    let total = try VideoPart.checkedCount(parts, counts, frameCount: frameCount)
    guard !OutputFile.isSpecial(path) else {
      throw JoinError("\(path) is not a plain file; the joined video must be read again")
    }
    // Neither file has a name, so that nothing remains of them, however this ends.
    let (video, list) = (try OutputFile(path), try OutputFile(path))
    try list.write(Array(Self.list(parts, counts, rate: videos[0].rate).utf8))
    let format = try VideoPart.format(of: path)
    let fast = format == .mp4 ? ["-movflags", "+faststart"] : []
    try ExternalProgram(name: "ffmpeg").run(
      [
        "-hide_banner", "-nostdin", "-loglevel", "error", "-y", "-f", "concat", "-safe", "0", "-i",
        "file:" + list.childPath, "-map", "0:v:0", "-c", "copy", "-map_metadata", "-1", "-fflags",
        "+bitexact",
      ] + fast + ["-f", format.rawValue, "file:" + video.childPath], inheriting: [video, list])
    let joined = try CodedVideo(video.childPath, inheriting: [video])
    guard joined.frameCount == total else {
      throw JoinError(
        "ffmpeg wrote \(joined.frameCount) frames from parts with \(total); nothing is written"
      )
    }
    try video.commit()
    return total
  }

  /// Reads all parts with one process per core, because a process takes longer to start than to read a part.
  ///
  /// It uses its own threads, because Dispatch traps if it gets no file descriptors.
  /// - Throws: `JoinError` for the first part that is not a video, or has other parameters than the first.
  private static func all(_ parts: [VideoPart]) throws(JoinError) -> [CodedVideo] {
    let results = Mutex([Result<CodedVideo, JoinError>?](repeating: nil, count: parts.count))
    let next = Atomic<Int>(0)
    let look: @Sendable () -> Void = {
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < parts.count else { return }
        let result: Result<CodedVideo, JoinError>
        do throws(JoinError) {
          result = .success(try CodedVideo(parts[index].path))
        } catch {
          result = .failure(error)
        }
        results.withLock { $0[index] = result }
      }
    }
    let cores = min(parts.count, ProcessInfo.processInfo.activeProcessorCount)
    for thread in (0..<cores).map({ _ in WorkThread(look) }) { thread.join() }
    var videos: [CodedVideo] = []
    for (part, result) in zip(parts, results.withLock(\.self)) {
      guard let video = try result?.get() else { continue }
      if let first = videos.first, video.codec != first.codec {
        throw JoinError(
          "\(part.path) is encoded differently from \(parts[0].path), with other options or another version of "
            + "ffmpeg; draw all shards with the same ones")
      }
      videos.append(video)
    }
    return videos
  }

  /// Returns the list for ffmpeg: each part with its exact duration, because files round theirs.
  private static func list(
    _ parts: [VideoPart], _ counts: [Int], rate: (numerator: Int, denominator: Int)
  ) -> String {
    var text = "ffconcat version 1.0\n"
    var frames = 0
    var start = 0
    for (part, count) in zip(parts, counts) {
      frames += count
      // In microseconds from the start, so that rounding errors do not add up.
      let end = frames * rate.denominator * 1_000_000 / rate.numerator
      let file = URL(fileURLWithPath: part.path).path.replacing("'", with: "'\\''")
      text += "file 'file:\(file)'\nduration \(end - start)us\n"
      start = end
    }
    return text
  }
}

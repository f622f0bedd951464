import Foundation
import Glaze
import GlazeCore
import GlazeDrawing
import Synchronization

/// A film of ffmpeg's: what is to know of it, and how several become one without another encoding.
struct CodedFilm: Sendable {
  /// What must be equal in all parts.
  struct Codec: Equatable, Decodable, Sendable {
    var codec_name: String?
    var width: Int?
    var height: Int?
    var pix_fmt: String?
    /// Of the decoder's parameters.
    var extradata_hash: String?
  }

  let codec: Codec
  /// How many pictures it holds.
  let frameCount: Int
  /// Frames in so many seconds.
  let rate: (numerator: Int, denominator: Int)

  private struct Probe: Decodable {
    struct Stream: Decodable {
      var nb_read_packets: String?
      var r_frame_rate: String?
    }
    var streams: [Stream]
  }

  private struct Codecs: Decodable { var streams: [Codec] }

  /// Reads a film by ffprobe, which comes with ffmpeg.
  ///
  /// - Parameter files: those that it may open by their `childPath`.
  /// - Throws: `JoinError` when it is none.
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
      else { throw JoinError("\(path) holds no film") }
      self.codec = codec
      frameCount = count
      let parts = (stream.r_frame_rate ?? "").split(separator: "/").compactMap { Int($0) }
      guard parts.count == 2, parts[0] > 0, parts[1] > 0 else {
        throw JoinError("\(path) does not say its frames a second")
      }
      rate = (parts[0], parts[1])
    } catch let error as JoinError {
      throw error
    } catch {
      throw JoinError("\(path) cannot be read: \(error)")
    }
  }

  /// Joins parts, whose frames stay as they are.
  ///
  /// - Returns: How many frames the film has.
  static func join(
    _ parts: [FilmPart], into path: String, frameCount: Int?
  ) throws -> Int {
    let films = try Self.all(parts)
    let counts = films.map(\.frameCount)
    let total = try FilmPart.checkedCount(parts, counts, frameCount: frameCount)
    guard !OutputFile.isSpecial(path) else {
      throw JoinError("\(path) is no plain file, and the joined film is read once more")
    }
    // Neither has a name, so that nothing stays of them, however this ends.
    let (film, list) = (try OutputFile(path), try OutputFile(path))
    try list.write(Array(Self.list(parts, counts, rate: films[0].rate).utf8))
    let format = try FilmPart.format(of: path)
    let fast = format == .mp4 ? ["-movflags", "+faststart"] : []
    try ExternalProgram(name: "ffmpeg").run(
      [
        "-hide_banner", "-nostdin", "-loglevel", "error", "-y", "-f", "concat", "-safe", "0", "-i",
        "file:" + list.childPath, "-map", "0:v:0", "-c", "copy", "-map_metadata", "-1", "-fflags",
        "+bitexact",
      ] + fast + ["-f", format.rawValue, "file:" + film.childPath], inheriting: [film, list])
    let joined = try CodedFilm(film.childPath, inheriting: [film])
    guard joined.frameCount == total else {
      throw JoinError(
        "ffmpeg made a film of \(joined.frameCount) frames of parts with \(total); nothing is written"
      )
    }
    try film.commit()
    return total
  }

  /// All parts, looked at by as many processes at once as there are cores: each takes longer to start than to read.
  ///
  /// By threads of its own: Dispatch traps where it finds no file descriptors for itself.
  /// - Throws: `JoinError` for the first part that is none, or is coded otherwise than those before it.
  private static func all(_ parts: [FilmPart]) throws(JoinError) -> [CodedFilm] {
    let results = Mutex([Result<CodedFilm, JoinError>?](repeating: nil, count: parts.count))
    let next = Atomic<Int>(0)
    let look: @Sendable () -> Void = {
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < parts.count else { return }
        let result: Result<CodedFilm, JoinError>
        do throws(JoinError) {
          result = .success(try CodedFilm(parts[index].path))
        } catch {
          result = .failure(error)
        }
        results.withLock { $0[index] = result }
      }
    }
    let cores = min(parts.count, ProcessInfo.processInfo.activeProcessorCount)
    for thread in (0..<cores).map({ _ in WorkThread(look) }) { thread.join() }
    var films: [CodedFilm] = []
    for (part, result) in zip(parts, results.withLock(\.self)) {
      guard let film = try result?.get() else { continue }
      if let first = films.first, film.codec != first.codec {
        throw JoinError(
          "\(part.path) is coded otherwise than \(parts[0].path): other options, or another version of "
            + "ffmpeg; draw all shards with the same")
      }
      films.append(film)
    }
    return films
  }

  /// What ffmpeg reads: each part with its exact length, as files round theirs.
  private static func list(
    _ parts: [FilmPart], _ counts: [Int], rate: (numerator: Int, denominator: Int)
  ) -> String {
    var text = "ffconcat version 1.0\n"
    var frames = 0
    var start = 0
    for (part, count) in zip(parts, counts) {
      frames += count
      // In microseconds from the beginning, so that nothing adds up.
      let end = frames * rate.denominator * 1_000_000 / rate.numerator
      let file = URL(fileURLWithPath: part.path).path.replacing("'", with: "'\\''")
      text += "file 'file:\(file)'\nduration \(end - start)us\n"
      start = end
    }
    return text
  }
}

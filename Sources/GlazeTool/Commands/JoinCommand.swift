import ArgumentParser
import Foundation
import Glaze

/// `glaze join`: the parts of a film that shards drew, to one film.
struct JoinCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Join the parts that shards drew into one film.",
    usage: "glaze join PART... -o OUT [--frames N]",
    discussion: """
      PART is a file that glaze render --shard wrote, film.shard-2-of-8.mp4, or a
      folder of them, in any order. Nothing is encoded again: .mp4, .mov and .webm
      are joined by ffmpeg, which copies, .y4m and .raw by their bytes. A missing
      part, one of another film, or another number of frames is an error, and then
      nothing is written.

      Numbered pictures need no join: with a pattern as PART, --frames and no -o
      all are looked for.

      EXAMPLES:
        glaze join film.shard-*.mp4 -o film.mp4
        glaze join parts/ -o film.webm --frames 600
        glaze join 'frames/frame_%05d.png' --frames 600
      """)

  @Argument(help: "Parts of a film, folders of them, or a pattern for numbered PNGs.")
  var parts: [String]

  @Option(
    name: [.customShort("o"), .long], help: ArgumentHelp("The film.", valueName: "out"))
  var output: String?

  @Option(help: ArgumentHelp("So many frames there must be.", valueName: "n"))
  var frames: Int?

  @Option(help: ArgumentHelp("The first picture's number in names.", valueName: "n"))
  var startNumber = 0

  @Option(help: ArgumentHelp("So many shards drew pictures, to name one.", valueName: "n"))
  var shards: Int?

  @Flag(name: [.customShort("q"), .long], help: "Say nothing when all is well.")
  var quiet = false

  /// Whether pictures are looked for.
  private var isPictures: Bool { parts.count == 1 && parts[0].lowercased().hasSuffix(".png") }

  func validate() throws {
    if parts.isEmpty { throw ValidationError("name the parts of a film, or a folder of them") }
    if let frames, !(1...FrameTimes.maximumCount ~= frames) {
      throw ValidationError("--frames is a number from 1 to \(FrameTimes.maximumCount)")
    }
    if let shards, !(1...Shard.maximumCount ~= shards) {
      throw ValidationError("--shards is a number from 1 to \(Shard.maximumCount)")
    }
    if startNumber < 0 { throw ValidationError("--start-number is 0 or more") }
    if isPictures {
      if output != nil { throw ValidationError("numbered pictures need no join; leave -o out") }
      if frames == nil {
        throw ValidationError("numbered pictures do not say how many they are; add --frames")
      }
    } else {
      guard let output else { throw ValidationError("name the film with -o") }
      do throws(JoinError) {
        _ = try FilmPart.format(of: output)
      } catch {
        throw ValidationError("-o \(error)")
      }
    }
  }

  func run() throws {
    do {
      let done = try join()
      if !quiet { Console.tell("glaze: \(done)\n") }
    } catch {
      Console.tell("glaze: \(error)\n")
      throw Status.failure
    }
  }

  private func join() throws -> String {
    guard let output else {
      let count = frames ?? 0
      let series = PictureSeries(
        pattern: parts[0], firstNumber: startNumber, frameCount: count)
      try series.check(shardCount: shards)
      return "\(parts[0]): all \(Statistics.count(count, "frame")) are there"
    }
    let found = try FilmPart.all(in: parts)
    let format = try FilmPart.format(of: output)
    for part in found where try FilmPart.format(of: part.path) != format {
      throw JoinError("\(part.path) is no .\(format.rawValue); parts are joined, not converted")
    }
    let total =
      switch format {
      case .raw, .y4m:
        try PlainFilm.join(found, into: output, isRaw: format == .raw, frameCount: frames)
      default: try CodedFilm.join(found, into: output, frameCount: frames)
      }
    return
      "\(output): \(Statistics.count(total, "frame")) of \(Statistics.count(found.count, "part"))"
  }
}

import ArgumentParser
import Foundation
import Glaze

/// `glaze join`: joins the parts of a video that shards drew.
struct JoinCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Join the parts that shards drew into one video.",
    usage: "glaze join PART... -o OUT [--frames N]",
    discussion: """
      PART is a file that glaze render --shard wrote, such as
      video.shard-2-of-8.mp4, or a folder of them, in any order. Nothing is encoded
      again: ffmpeg copies .mp4, .mov and .webm; .y4m and .raw are joined by bytes.
      If a part is missing, belongs to another video or has another number of
      frames, the command fails and writes nothing.

      Numbered images need no join: with a pattern as PART, --frames and no -o the
      command checks that all of them exist.

      EXAMPLES:
        glaze join video.shard-*.mp4 -o video.mp4
        glaze join parts/ -o video.webm --frames 600
        glaze join 'frames/frame_%05d.png' --frames 600
      """)

  @Argument(
    help: "Parts of a video, folders of them, or a pattern for numbered PNGs.",
    completion: .file())
  var parts: [String]

  @Option(
    name: [.customShort("o"), .long], help: ArgumentHelp("The video.", valueName: "out"),
    completion: .file())
  var output: String?

  @Option(help: ArgumentHelp("The expected number of frames.", valueName: "n"))
  var frames: Int?

  @Option(help: ArgumentHelp("The number in the first image's name.", valueName: "n"))
  var startNumber = 0

  @Option(help: ArgumentHelp("The number of shards that drew, to name one.", valueName: "n"))
  var shards: Int?

  @Flag(name: [.customShort("q"), .long], help: "Print errors only.")
  var quiet = false

  /// A Boolean value that indicates whether the part is a pattern for numbered images.
  private var isSeries: Bool { parts.count == 1 && parts[0].lowercased().hasSuffix(".png") }

  func validate() throws {
    if parts.isEmpty { throw ValidationError("name the parts of a video, or a folder of them") }
    if let frames, !(1...FrameTimes.maximumCount ~= frames) {
      throw ValidationError("--frames must be from 1 to \(FrameTimes.maximumCount), got \(frames)")
    }
    if let shards, !(1...Shard.maximumCount ~= shards) {
      throw ValidationError("--shards must be from 1 to \(Shard.maximumCount), got \(shards)")
    }
    if startNumber < 0 { throw ValidationError("--start-number is negative") }
    if isSeries {
      if output != nil { throw ValidationError("numbered images need no join; remove -o") }
      if frames == nil {
        throw ValidationError("the number of images is not known; add --frames")
      }
    } else {
      guard let output else { throw ValidationError("name the video with -o") }
      do throws(JoinError) {
        _ = try VideoPart.format(of: output)
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
      let series = ImageSeries(
        pattern: parts[0], firstNumber: startNumber, frameCount: count)
      try series.check(shardCount: shards)
      return "\(parts[0]): all \(Statistics.count(count, "frame")) exist"
    }
    let found = try VideoPart.all(in: parts)
    let format = try VideoPart.format(of: output)
    for part in found where try VideoPart.format(of: part.path) != format {
      throw JoinError("\(part.path) is not a .\(format.rawValue); parts are joined, not converted")
    }
    let total =
      switch format {
      case .raw, .y4m:
        try PlainVideo.join(found, into: output, isRaw: format == .raw, frameCount: frames)
      default: try CodedVideo.join(found, into: output, frameCount: frames)
      }
    return
      "\(output): \(Statistics.count(total, "frame")) of \(Statistics.count(found.count, "part"))"
  }
}

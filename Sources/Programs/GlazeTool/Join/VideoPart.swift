import Foundation
import Glaze
import GlazeDrawing

/// A shard's part of a video, in a file of its own.
struct VideoPart {
  let path: String
  let shard: Shard

  /// The formats whose parts can be joined without encoding again.
  static let formats: [MotionFile.Format] = [.mp4, .mov, .webm, .y4m, .raw]
  static let formatNames = ".mp4, .mov, .webm, .y4m, .raw"

  static func joins(_ format: MotionFile.Format) -> Bool { formats.contains(format) }

  /// Returns the format of a video's extension.
  static func format(of path: String) throws(JoinError) -> MotionFile.Format {
    let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    guard let format = MotionFile.Format(rawValue: ending), joins(format) else {
      throw JoinError("\(path): videos that can be joined end in \(formatNames)")
    }
    return format
  }

  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Returns whether a part that ffmpeg wrote exists with all its frames; false for formats that the writer checks.
  ///
  /// - Throws: `JoinError` if the file cannot be read.
  static func isWhole(_ path: String, frameCount: Int) throws(JoinError) -> Bool {
    guard exists(path), let format = try? format(of: path), format != .raw, format != .y4m else {
      return false
    }
    return try CodedVideo(path).frameCount == frameCount
  }

  // MARK: Finding

  /// Returns the parts of one video, in order.
  ///
  /// - Parameter paths: Files, or folders that contain them.
  /// - Throws: `JoinError` for other names, parts of several videos, and missing parts.
  static func all(in paths: [String]) throws(JoinError) -> [VideoPart] {
    var parts: [Shard: VideoPart] = [:]
    var video: String?
    for path in try files(in: paths) {
      guard let named = Shard.named(path) else {
        throw JoinError("\(path) does not have the name of a part, such as video.shard-2-of-8.mp4")
      }
      let name = URL(fileURLWithPath: named.video).lastPathComponent
      guard video ?? name == name else {
        throw JoinError("\(path) is a part of \(name), and others are parts of \(video ?? "")")
      }
      video = name
      if let other = parts.updateValue(
        VideoPart(path: path, shard: named.shard), forKey: named.shard)
      {
        throw JoinError("\(other.path) and \(path) are the same part")
      }
    }
    guard let first = parts.values.first, let video else { throw JoinError("there are no parts") }
    let count = first.shard.count
    if let other = parts.keys.first(where: { $0.count != count }) {
      throw JoinError("\(video): some parts are of \(count), others of \(other.count)")
    }
    let missing = Shard.all(of: count).filter { parts[$0] == nil }
    guard missing.isEmpty else { throw .missing(missing, of: video) }
    return parts.values.sorted { $0.shard.number < $1.shard.number }
  }

  private static func files(in paths: [String]) throws(JoinError) -> [String] {
    var files: [String] = []
    for path in paths {
      guard OutputNaming.isExistingFolder(path) else {
        guard FileManager.default.fileExists(atPath: path) else {
          throw JoinError(
            Shard.named(path).map { "shard \($0.shard) is missing: there is no \(path)" }
              ?? "there is no \(path)")
        }
        files.append(path)
        continue
      }
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      let folder = path.hasSuffix("/") ? path : path + "/"
      files += names.filter { Shard.named($0) != nil }.map { folder + $0 }
    }
    return files
  }

  // MARK: Frames

  /// Compares the numbers of frames of all parts with the expected numbers.
  ///
  /// - Parameter frameCount: The number of frames of the video, if it is known.
  /// - Returns: The number of frames of the video.
  static func checkedCount(
    _ parts: [VideoPart], _ counts: [Int], frameCount: Int?
  ) throws(JoinError) -> Int {
    let total = frameCount ?? counts.reduce(0, +)
    for (part, count) in zip(parts, counts) {
      let wanted = part.shard.part(of: 0..<total).count
      guard count == wanted else {
        throw JoinError(
          "\(part.path): shard \(part.shard) of a video of \(total) frames has \(wanted), and this has "
            + "\(count); draw it again")
      }
    }
    return total
  }
}

/// The reason why parts cannot be joined.
struct JoinError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  /// The error for missing parts.
  static func missing(_ shards: [Shard], of video: String) -> JoinError {
    let shown = shards.prefix(5).map { "\($0)" }.joined(separator: ", ")
    let more = shards.count > 5 ? " and \(shards.count - 5) more" : ""
    let verb = shards.count == 1 ? "shard \(shown) is" : "shards \(shown)\(more) are"
    return JoinError("\(video): \(verb) missing; there is no \(shards[0].path(of: video))")
  }
}

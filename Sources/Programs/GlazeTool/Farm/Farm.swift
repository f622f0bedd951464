import Foundation
import Glaze
import GlazeDrawing

/// A render on a cluster, described by a folder.
///
/// Next to `video.mp4` lies `video.mp4.farm` with `farm.json`, the scripts, `logs`, the `parts` of the video, and an
/// empty file in `done` for each finished shard.
struct Farm: Codable, Equatable {
  /// The version of the file's format.
  var version = 1
  /// The output: a video, or a folder of images.
  var output: String
  /// The number of frames, or of inputs.
  var count: Int
  /// The pattern of the names of numbered images; nil for videos and for many documents.
  var pattern: String?
  var firstNumber = 0
  var shards: Int
  /// The arguments of `glaze render`, without `-o`.
  var arguments: [String]
  /// The folder that relative paths refer to.
  var workingFolder: String
  /// The jobs that draw, oldest first.
  var drawingJobs: [String] = []
  /// The job that joins or checks after the newest drawing job.
  var joinJob: String?

  static let currentVersion = 1

  /// A Boolean value that indicates whether shards draw parts of one file.
  var isVideo: Bool { pattern == nil && !output.hasSuffix("/") }

  /// A Boolean value that indicates whether `count` is a number of frames, not of documents.
  var isSequence: Bool { isVideo || pattern != nil }
  var things: String { isSequence ? "frames" : "documents" }

  /// Returns the folder of the farm of an output.
  static func folder(of output: String) -> String {
    var name = output
    while name.count > 1, name.hasSuffix("/") { name.removeLast() }
    return name + ".farm"
  }

  /// The absolute path of the folder, because jobs start anywhere.
  var folder: String { Self.absolute(Self.folder(of: output), in: workingFolder) }
  var logFolder: String { folder + "/logs" }
  var doneFolder: String { folder + "/done" }
  var partFolder: String { folder + "/parts" }
  var outputPath: String { Self.absolute(output, in: workingFolder) }

  /// The output of the shards; they write parts of it if it is a video.
  var drawnPath: String {
    if isVideo { return partFolder + "/" + URL(fileURLWithPath: output).lastPathComponent }
    return pattern.map { Self.absolute($0, in: workingFolder) } ?? outputPath
  }

  private static func absolute(_ path: String, in folder: String) -> String {
    path.hasPrefix("/") ? path : folder + (folder.hasSuffix("/") ? "" : "/") + path
  }

  // MARK: The file

  private static func file(in folder: String) -> String { folder + "/farm.json" }

  /// Returns the farm of an output; nil if there is none.
  ///
  /// - Throws: `FarmError` if its file is invalid.
  static func load(_ output: String) throws(FarmError) -> Farm? {
    let path = file(in: folder(of: output))
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    // A folder that others share may hold a file that another user put there.
    var facts = stat()
    guard stat(path, &facts) == 0, facts.st_uid == geteuid() else {
      throw FarmError("\(path) belongs to another user; remove it, or draw into another folder")
    }
    guard let farm = try? JSONDecoder().decode(Farm.self, from: data),
      farm.version == currentVersion, 1...Shard.maximumCount ~= farm.shards,
      // Commands of Slurm receive them, and would take other text for options.
      (farm.drawingJobs + [farm.joinJob].compactMap(\.self)).allSatisfy({ UInt64($0) != nil })
    else {
      throw FarmError("\(path) has another version of the format; remove its folder to start again")
    }
    return farm
  }

  func save() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let bytes = Array(try encoder.encode(self)) + Array("\n".utf8)
    try OutputFile.write(bytes, to: Self.file(in: folder))
  }

  /// Returns whether another farm draws the same output; jobs are not compared.
  func drawsSame(as other: Farm) -> Bool {
    var other = other
    (other.drawingJobs, other.joinJob) = (drawingJobs, joinJob)
    return self == other
  }

  // MARK: Progress

  /// Returns the shards that are not drawn yet.
  func missingShards() -> [Shard] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: doneFolder)) ?? []
    let done = Set(names.compactMap { Int($0) })
    return Shard.all(of: shards).filter { shard in
      // A part that was removed is drawn again.
      !done.contains(shard.number) || isVideo && !VideoPart.exists(shard.path(of: drawnPath))
    }
  }

  /// A Boolean value that indicates whether the video is joined, or all images were found.
  var isComplete: Bool { VideoPart.exists(doneFolder + "/all") }
}

/// The reason why a farm cannot be used.
struct FarmError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

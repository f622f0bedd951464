import Foundation
import Glaze
import GlazeDrawing

/// A render that is drawn by a cluster: its folder, which holds all there is to know.
///
/// Beside `film.mp4` lies `film.mp4.farm` with `farm.json`, the scripts, `logs`, `parts` of the film, and in `done`
/// an empty file for each shard that is drawn.
struct Farm: Codable, Equatable {
  /// Of the file.
  var version = 1
  /// What is drawn: a film, or a folder of pictures.
  var output: String
  /// How many frames, or inputs.
  var count: Int
  /// Of numbered pictures, the pattern of their names; nil for films and for many documents.
  var pattern: String?
  var firstNumber = 0
  var shards: Int
  /// What stands behind `glaze render`, without `-o`.
  var arguments: [String]
  /// Where paths begin.
  var workingFolder: String
  /// The jobs that draw; the last one is the newest.
  var drawingJobs: [String] = []
  /// The job that joins or checks, after the newest that draws.
  var joinJob: String?

  static let currentVersion = 1

  /// Whether shards draw parts of one file.
  var isFilm: Bool { pattern == nil && !output.hasSuffix("/") }

  /// Whether frames are counted, and not documents.
  var isSequence: Bool { isFilm || pattern != nil }
  var things: String { isSequence ? "frames" : "documents" }

  /// The folder of a farm that makes an output.
  static func folder(of output: String) -> String {
    var name = output
    while name.count > 1, name.hasSuffix("/") { name.removeLast() }
    return name + ".farm"
  }

  /// Absolute, as jobs begin anywhere.
  var folder: String { Self.absolute(Self.folder(of: output), in: workingFolder) }
  var logFolder: String { folder + "/logs" }
  var doneFolder: String { folder + "/done" }
  var partFolder: String { folder + "/parts" }
  var outputPath: String { Self.absolute(output, in: workingFolder) }

  /// What shards are told to write: of a film, parts of this.
  var drawnPath: String {
    if isFilm { return partFolder + "/" + URL(fileURLWithPath: output).lastPathComponent }
    return pattern.map { Self.absolute($0, in: workingFolder) } ?? outputPath
  }

  private static func absolute(_ path: String, in folder: String) -> String {
    path.hasPrefix("/") ? path : folder + (folder.hasSuffix("/") ? "" : "/") + path
  }

  // MARK: The file

  private static func file(in folder: String) -> String { folder + "/farm.json" }

  /// The farm that makes an output; nil when there is none.
  ///
  /// - Throws: `FarmError` when its file cannot be understood.
  static func load(_ output: String) throws(FarmError) -> Farm? {
    let path = file(in: folder(of: output))
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    guard let farm = try? JSONDecoder().decode(Farm.self, from: data),
      farm.version == currentVersion, 1...Shard.maximumCount ~= farm.shards
    else {
      throw FarmError("\(path) is not of this version of Glaze; remove its folder to begin anew")
    }
    return farm
  }

  func save() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let bytes = Array(try encoder.encode(self)) + Array("\n".utf8)
    try OutputFile.write(bytes, to: Self.file(in: folder))
  }

  /// Whether another farm draws the same: all but jobs.
  func drawsSame(as other: Farm) -> Bool {
    var other = other
    (other.drawingJobs, other.joinJob) = (drawingJobs, joinJob)
    return self == other
  }

  // MARK: What is done

  /// The shards that are not drawn yet.
  func missingShards() -> [Shard] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: doneFolder)) ?? []
    let done = Set(names.compactMap { Int($0) })
    return Shard.all(of: shards).filter { shard in
      // A part that was removed is drawn again.
      !done.contains(shard.number) || isFilm && !FilmPart.exists(shard.path(of: drawnPath))
    }
  }

  /// Whether the film is joined, or the pictures were looked for.
  var isComplete: Bool { FilmPart.exists(doneFolder + "/all") }
}

/// A farm that cannot be used so, in words.
struct FarmError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

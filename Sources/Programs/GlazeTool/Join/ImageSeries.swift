import Glaze
import GlazeDrawing

/// Numbered images that shards drew.
///
/// They are not joined, only checked.
struct ImageSeries {
  /// The pattern of names, with one placeholder for the number.
  let pattern: String
  let firstNumber: Int
  let frameCount: Int

  /// Checks that all images exist.
  ///
  /// - Throws: `JoinError` that names the first image that is missing, damaged or of another size, and its shard
  ///   if the number of shards is known.
  func check(shardCount: Int?) throws {
    let images = try NumberedImages(pattern, firstNumber: firstNumber)
    var size: (width: Int, height: Int)?
    for frame in 0..<frameCount {
      let path = images.path(of: frame)
      guard let file = PlainFile.read(path) else {
        throw JoinError("\(path) is missing\(shard(of: frame, shardCount))")
      }
      let found = size ?? Self.size(of: file)
      guard let found, PNG.isComplete(file, width: found.width, height: found.height) else {
        throw JoinError(
          "\(path) is damaged or of another size\(shard(of: frame, shardCount)); draw it again")
      }
      size = found
    }
  }

  private func shard(of frame: Int, _ count: Int?) -> String {
    guard let count,
      let shard = Shard.all(of: count).first(where: { $0.part(of: 0..<frameCount) ~= frame })
    else { return "" }
    return ", of shard \(shard)"
  }

  /// Returns the size in a PNG's header; nil if the file is too short.
  private static func size(of file: [UInt8]) -> (width: Int, height: Int)? {
    guard file.count >= 24 else { return nil }
    let number = { (offset: Int) in
      file[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int(clamping: $1) }
    }
    return (number(16), number(20))
  }
}

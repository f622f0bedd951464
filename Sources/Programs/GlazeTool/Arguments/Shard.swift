import ArgumentParser
import Foundation

/// One of several equal parts of some work, as `--shard 2/8` names it.
///
/// Parts are consecutive runs whose lengths differ by one at most. They follow from the numbers alone, so that
/// machines need no communication.
struct Shard: Hashable, ExpressibleByArgument, CustomStringConvertible {
  /// The number of the part, from 1 on.
  let number: Int
  /// The number of parts.
  let count: Int

  /// The largest number of parts, which is that of a Slurm job array.
  static let maximumCount = 4_000_000

  /// Returns nil unless the number lies in 1...count.
  init?(_ number: Int, of count: Int) {
    guard 1...Self.maximumCount ~= count, 1...count ~= number else { return nil }
    (self.number, self.count) = (number, count)
  }

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1] else { return nil }
    self.init(number, of: count)
  }

  /// All parts.
  static func all(of count: Int) -> [Shard] { (1...count).compactMap { Shard($0, of: count) } }

  var description: String { "\(number)/\(count)" }

  /// Returns the part of a range that belongs to this shard.
  func part(of range: Range<Int>) -> Range<Int> {
    // Bounds are rounded down: part 2 of 3 of 10 is 3..<6.
    let start = range.lowerBound + range.count * (number - 1) / count
    return start..<(range.lowerBound + range.count * number / count)
  }

  /// Throws if there is less work than there are parts.
  func check(_ total: Int, _ things: String) throws {
    guard count <= total else {
      throw ValidationError(
        "--shard \(self): there are \(total) \(things), so use \(total) parts at most")
    }
  }

  // MARK: Names

  private static let mark = ".shard-"
  private static let separator = "-of-"

  /// Returns the name of a video's part, `video.shard-02-of-16.mp4`, so that names sort like parts.
  func path(of video: String) -> String {
    let slash = video.lastIndex(of: "/").map(video.index(after:)) ?? video.startIndex
    let dot = video[slash...].lastIndex(of: ".") ?? video.endIndex
    let digits = String(number)
    let zeros = String(repeating: "0", count: max(0, String(count).count - digits.count))
    return "\(video[..<dot])\(Self.mark)\(zeros)\(digits)\(Self.separator)\(count)\(video[dot...])"
  }

  /// Returns the part that a name stands for and its video; nil for other names.
  static func named(_ path: String) -> (shard: Shard, video: String)? {
    let slash = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
    let name = path[slash...]
    guard let mark = name.range(of: Self.mark, options: .backwards) else { return nil }
    let rest = name[mark.upperBound...]
    let end = rest.firstIndex(of: ".") ?? rest.endIndex
    let numbers = rest[..<end].components(separatedBy: Self.separator)
    guard numbers.count == 2, let number = Int(numbers[0]), let count = Int(numbers[1]),
      let shard = Shard(number, of: count)
    else { return nil }
    let video = String(path[..<mark.lowerBound] + rest[end...])
    return shard.path(of: video) == path ? (shard, video) : nil
  }
}

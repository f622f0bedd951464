import ArgumentParser
import Foundation

/// One of several equal parts of some work, as `--shard 2/8` names it.
///
/// Parts are runs of neighbours whose lengths differ by one at most. Which these are follows from the numbers
/// alone, so that machines need not talk to each other.
struct Shard: Hashable, ExpressibleByArgument, CustomStringConvertible {
  /// From 1 on.
  let number: Int
  /// How many parts there are.
  let count: Int

  /// More is refused: a job array of Slurm has no more, either.
  static let maximumCount = 4_000_000

  /// nil unless the number is one of 1...count.
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

  /// The part of a range that this is.
  func part(of range: Range<Int>) -> Range<Int> {
    // Shares are rounded down: part 2 of 3 of 10 is 3..<6.
    let start = range.lowerBound + range.count * (number - 1) / count
    return start..<(range.lowerBound + range.count * number / count)
  }

  /// Complains when there is less work than there are parts.
  func check(_ total: Int, _ things: String) throws {
    guard count <= total else {
      throw ValidationError(
        "--shard \(self): there are \(total) \(things), so \(total) parts at most")
    }
  }

  // MARK: Names

  private static let mark = ".shard-"
  private static let separator = "-of-"

  /// The name of a film's part: `film.shard-02-of-16.mp4`, so that names are sorted as parts are.
  func path(of film: String) -> String {
    let slash = film.lastIndex(of: "/").map(film.index(after:)) ?? film.startIndex
    let dot = film[slash...].lastIndex(of: ".") ?? film.endIndex
    let digits = String(number)
    let zeros = String(repeating: "0", count: max(0, String(count).count - digits.count))
    return "\(film[..<dot])\(Self.mark)\(zeros)\(digits)\(Self.separator)\(count)\(film[dot...])"
  }

  /// The part that a name stands for, and the film that it is a part of; nil for other names.
  static func named(_ path: String) -> (shard: Shard, film: String)? {
    let slash = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
    let name = path[slash...]
    guard let mark = name.range(of: Self.mark, options: .backwards) else { return nil }
    let rest = name[mark.upperBound...]
    let end = rest.firstIndex(of: ".") ?? rest.endIndex
    let numbers = rest[..<end].components(separatedBy: Self.separator)
    guard numbers.count == 2, let number = Int(numbers[0]), let count = Int(numbers[1]),
      let shard = Shard(number, of: count)
    else { return nil }
    let film = String(path[..<mark.lowerBound] + rest[end...])
    return shard.path(of: film) == path ? (shard, film) : nil
  }
}

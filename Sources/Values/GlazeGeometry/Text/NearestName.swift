/// The name that someone probably meant, for messages about unknown names.
package enum NearestName {
  /// Longer names are not compared, because they come from documents.
  private static let longest = 64

  /// Returns the most similar name; nil if none is similar.
  ///
  /// At most a quarter of the characters may be missing, wrong, superfluous or exchanged with the next one, but one
  /// always may. Upper and lower case do not matter.
  ///
  /// **Complexity**: O(names times their length squared).
  package static func of(_ name: String, among names: some Sequence<String>) -> String? {
    let wanted = Array(name.lowercased().unicodeScalars)
    guard 2...longest ~= wanted.count else { return nil }
    let most = max(1, wanted.count / 4)
    var best: (name: String, distance: Int)?
    for other in names where other != name {
      let scalars = Array(other.lowercased().unicodeScalars)
      guard abs(scalars.count - wanted.count) <= most else { continue }
      let distance = distance(wanted, scalars)
      guard distance <= most else { continue }
      if best.map({ (distance, other) < ($0.distance, $0.name) }) ?? true {
        best = (other, distance)
      }
    }
    return best?.name
  }

  /// The least number of changes that make one text of another.
  ///
  /// Source: the distance of Damerau and Levenshtein, where no part changes twice.
  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var (before, last) = ([Int](), Array(0...b.count))
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var least = min(last[j + 1], row[j]) + 1
        least = min(least, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          least = min(least, before[j - 1] + 1)
        }
        row.append(least)
      }
      (before, last) = (last, row)
    }
    return last[b.count]
  }
}

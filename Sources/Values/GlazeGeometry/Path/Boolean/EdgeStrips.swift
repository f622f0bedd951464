/// The edges that cross each of the strips into which an axis of the grid is divided.
///
/// A search for the edges at a coordinate looks at those of one strip.
struct EdgeStrips {
  private let low: Int
  private let width: Int
  /// The edges of a strip are those of `edges` from its start to that of the next one.
  private var starts: [Int]
  private var edges: [Int32]

  /// The most strips that an edge crosses on average.
  private static let overlap = 8

  /// - Parameter ranges: the least and the greatest coordinate of each edge.
  init(_ ranges: [(low: Int, high: Int)]) {
    let first = ranges.reduce(Int.max) { min($0, $1.low) }
    let last = ranges.reduce(Int.min) { max($0, $1.high) }
    guard first <= last else {
      (low, width, starts, edges) = (0, 1, [0, 0], [])
      return
    }
    // Long edges cross many strips, which are wider then.
    let length = ranges.reduce(0) { $0 + ($1.high - $1.low) }
    let most = Self.overlap * ranges.count
    let fitting =
      last > first ? Int(clamping: Double(most) * Double(last - first) / Double(max(length, 1))) : 1
    let count = max(min(ranges.count, fitting), 1)
    let width = (last - first) / count + 1
    (low, self.width) = (first, width)
    var starts = [Int](repeating: 0, count: count + 1)
    for range in ranges {
      for strip in (range.low - first) / width...(range.high - first) / width {
        starts[strip + 1] += 1
      }
    }
    for strip in 0..<count { starts[strip + 1] += starts[strip] }
    var next = starts
    var edges = [Int32](repeating: 0, count: starts[count])
    for (index, range) in ranges.enumerated() {
      for strip in (range.low - first) / width...(range.high - first) / width {
        edges[next[strip]] = Int32(clamping: index)
        next[strip] += 1
      }
    }
    (self.starts, self.edges) = (starts, edges)
  }

  /// Returns the edges of the strip with a coordinate: all that cross it, and others.
  func edges(at coordinate: Int) -> ArraySlice<Int32> {
    let strip = (coordinate - low) / width
    guard coordinate >= low, strip + 1 < starts.count else { return [] }
    return edges[starts[strip]..<starts[strip + 1]]
  }
}

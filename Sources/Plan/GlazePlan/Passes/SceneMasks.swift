import GlazeGeometry

/// Masks of the fragments of 3D scenes, cached between frames: a scene that stands still is not measured
/// again, and its masks keep their identities.
struct SceneMasks: ~Copyable, Sendable {
  /// All numbers of a scene's pieces, by which it is found.
  private var cache = LRUCache<[Double], Entry>(owner: .masks)

  struct Entry {
    /// The drawn part of each piece.
    var results: [SceneCoverage.Result]
    /// The work of finding that, as a number of filled pixels.
    var work: Int
  }

  /// The number of filled pixels that take as long as a look at an edge.
  private static let workOfLook = 8

  /// Bytes that may be cached.
  var budget: Int {
    get { cache.budget }
    set { cache.budget = newValue }
  }
  var statistics: CacheStatistics { cache.statistics }

  /// Begins a frame; forgets what is old or, apart from what the last frame used, too much.
  ///
  /// - Parameters:
  ///   - isPart: Whether only a part of the frame is drawn.
  ///   - keeps: Whether anything of earlier frames is cached.
  mutating func beginFrame(isPart: Bool, keeps: Bool) {
    if !keeps { cache.removeAll() }
    cache.evict()
    cache.beginFrame(isPart: isPart)
  }

  /// Finds what is drawn of each piece of a scene.
  ///
  /// - Parameter pieces: Back to front.
  mutating func results(of pieces: [SceneCoverage.Piece]) -> Entry {
    var key: [Double] = []
    key.reserveCapacity(16 * pieces.count)
    for piece in pieces { piece.appendNumbers(to: &key) }
    if let slot = cache.use(key), let found = cache[slot] { return found }
    var coverage = SceneCoverage(pieces)
    let results = coverage.results() ?? Array(repeating: .plain, count: pieces.count)
    var bytes = key.count * MemoryLayout<Double>.stride
    for case .masked(let mask, _, _) in results { bytes += mask.bytes.count }
    let found = Entry(results: results, work: Self.workOfLook * coverage.workSoFar)
    cache.insert(found, for: key, bytes: bytes)
    return found
  }
}

extension SceneCoverage.Piece {
  /// Appends all that the piece is made of.
  fileprivate func appendNumbers(to key: inout [Double]) {
    key.append(Double(between?.count ?? -1))
    for outline in [outline] + (between ?? []) {
      key.append(Double(outline.corners.count))
      for corner in outline.corners { key += [corner.x, corner.y] }
    }
    key += [Double(leaf), alpha, edgeAlpha, alphaInLeaf, isMeasured ? 1 : 0, isFlat ? 1 : 0]
    for lines in [cuts, sides] {
      key.append(Double(lines.count))
      for line in lines { key += [line.x, line.y, line.z] }
    }
  }
}

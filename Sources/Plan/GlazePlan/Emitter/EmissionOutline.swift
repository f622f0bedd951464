import GlazeGeometry

/// Lines on which, or within which, particles begin.
struct EmissionOutline {
  private var corners: [SIMD2<Float>] = []
  private var lines: [Line] = []
  private var low = SIMD2<Float>.zero
  private var high = SIMD2<Float>.zero

  private struct Line {
    var from, to: SIMD2<Float>
    /// The length of this line and those before it.
    var length: Float
  }

  /// The most attempts to find a position inside the outline.
  private static let mostTries: UInt64 = 32

  init(_ subpaths: [[SIMD2<Double>]]) {
    for subpath in subpaths {
      let points = subpath.map { SIMD2<Float>($0) }
      for (from, to) in zip(points, points.dropFirst()) {
        let way = to - from
        let length = (way * way).sum().squareRoot() + (lines.last?.length ?? 0)
        lines.append(Line(from: from, to: to, length: length))
      }
      corners += points
    }
    guard let first = corners.first else { return }
    (low, high) = (first, first)
    for corner in corners {
      low = pointwiseMin(low, corner)
      high = pointwiseMax(high, corner)
    }
  }

  /// The corner with an index, or a random one.
  func corner(_ number: Int?, _ random: Float) -> SIMD2<Float> {
    guard !corners.isEmpty else { return .zero }
    let index = number.map { $0 % corners.count } ?? Int(clamping: random * Float(corners.count))
    return corners[min(max(index, 0), corners.count - 1)]
  }

  /// A position on the lines, distributed evenly along their length.
  func place(along random: Float) -> SIMD2<Float> {
    guard let total = lines.last?.length, total > 0 else { return corner(nil, random) }
    let at = random * total
    var (first, last) = (0, lines.count - 1)
    while first < last {
      let middle = (first + last) / 2
      if lines[middle].length > at { last = middle } else { first = middle + 1 }
    }
    let line = lines[first]
    let before = first > 0 ? lines[first - 1].length : 0
    let part = line.length > before ? (at - before) / (line.length - before) : 0
    return line.from + (line.to - line.from) * part
  }

  /// A position inside the lines, by the even-odd rule.
  func place(inside random: ParticleRandom) -> SIMD2<Float> {
    for attempt in 0..<Self.mostTries {
      let u = ParticleRandom(key: random.bits, index: attempt).pair(.place)
      let place = low + (high - low) * u
      if contains(place) { return place }
    }
    return place(along: random.pair(.place).x)
  }

  private func contains(_ place: SIMD2<Float>) -> Bool {
    var isInside = false
    for line in lines where (line.from.y > place.y) != (line.to.y > place.y) {
      let part = (place.y - line.from.y) / (line.to.y - line.from.y)
      if place.x < line.from.x + (line.to.x - line.from.x) * part { isInside.toggle() }
    }
    return isInside
  }
}

import GlazeGeometry

/// A part of the frame: a few rectangles of integer pixels that do not overlap.
struct DamageRegion: Sendable, Equatable {
  /// The most rectangles of a region.
  ///
  /// Each is a pass over the draws. Pages with ten to twenty moving layers take 0.5 to 0.8 of the time with sixteen
  /// instead of four; more help only where layers are very small.
  static let maximumCount = 16
  /// The number of pixels that may be drawn needlessly before rectangles stay separate.
  private static let slack = 4096.0

  let frame: PixelRect
  private(set) var rects: [PixelRect] = []

  init(frame: PixelRect) {
    self.frame = frame
  }

  /// The area, in pixels.
  var area: Double { rects.reduce(0) { $0 + $1.area } }

  /// The rectangles in the form that plans use.
  var windows: [PixelWindow] {
    rects.map {
      PixelWindow(
        x: Int(clamping: $0.minX), y: Int(clamping: $0.minY),
        width: Int(clamping: $0.maxX - $0.minX),
        height: Int(clamping: $0.maxY - $0.minY))
    }
  }

  /// Whether some pixel of a rectangle belongs to the region.
  func touches(_ rect: PixelRect) -> Bool {
    rects.contains { !$0.intersection(rect).isEmpty }
  }

  /// Whether the region certainly contains the part of a rectangle that lies in the frame.
  func holds(_ rect: PixelRect) -> Bool {
    let seen = rect.intersection(frame)
    return seen.isEmpty || rects.contains { $0.contains(seen) }
  }

  /// Adds a rectangle, together with the space between it and nearby rectangles.
  mutating func add(_ rect: PixelRect) {
    var new = rect.outset(by: 0).intersection(frame)
    if new.isEmpty || holds(new) { return }
    while let near = rects.firstIndex(where: { Self.belongTogether($0, new) }) {
      new.formUnion(rects.remove(at: near))
    }
    rects.append(new)
    if rects.count > Self.maximumCount { mergeCheapest() }
  }

  private static func belongTogether(_ a: PixelRect, _ b: PixelRect) -> Bool {
    if !a.intersection(b).isEmpty { return true }
    var union = a
    union.formUnion(b)
    return union.area <= a.area + b.area + slack
  }

  private mutating func mergeCheapest() {
    var best = (waste: Double.infinity, first: 0, second: 1)
    for first in rects.indices {
      for second in rects.indices where second > first {
        var union = rects[first]
        union.formUnion(rects[second])
        let waste = union.area - rects[first].area - rects[second].area
        if waste < best.waste { best = (waste, first, second) }
      }
    }
    var union = rects.remove(at: best.second)
    union.formUnion(rects.remove(at: best.first))
    add(union)
  }
}

import GlazeGeometry

/// How much of each pixel the fragments of a 3D scene cover, where drawing one soft edge over another is not
/// enough.
///
/// Fragments are drawn back to front with source-over. Where a fragment lies, the pixel has an open part: what no
/// opaque fragment in front of it covers. A fragment that is drawn with the share of the open part that it
/// covers, in place of the share of the whole pixel, adds the area that shows of it, whatever edges meet in
/// the pixel: the fragments behind it and the background get the rest. So shared edges do not let through what lies
/// behind, folded ones do not show what they hide, and cuts are antialiased, by one formula.
///
/// The two shares differ only where edges of two fragments touch one pixel. These pixels are measured
/// (`CoverageSlabs`); a fragment for which they differ visibly gets a mask.
struct SceneCoverage {
  /// A fragment as far as it counts here.
  struct Piece {
    var outline: ConvexOutline
    /// The leaf that it is a part of.
    var leaf: Int
    /// How much it hides of what lies behind it; 0 when that is not known or differs from place to place.
    var alpha = 0.0
    /// The same next to its edges, where a border may hide more than the rest does.
    var edgeAlpha = 0.0
    /// How much it hides of other parts of its leaf, which never lie where it does.
    var alphaInLeaf = 0.0
    /// The outlines of other leaves between the parts of its leaf; nil where the leaf's alpha is known.
    var between: [ConvexOutline]?
    /// Whether the outline is what is drawn, so that a mask may take the place of its edges.
    var isMeasured = true
    /// The lines that end it besides its own edges, as distances in pixels, positive inside.
    ///
    /// A piece with cuts needs a mask however it is covered.
    var cuts: [SIMD3<Double>] = []
    /// The lines of two pairs of opposite edges, as distances in pixels; empty where they are not known.
    var sides: [SIMD3<Double>] = []
    /// Whether a mask costs little, so that it may also replace corners that antialiased edges draw inexactly.
    var isFlat = false

    var isCut: Bool { !cuts.isEmpty }
  }

  /// The part of a piece that is drawn.
  enum Result {
    /// All of it, as if it were alone.
    case plain
    /// Nothing of it shows.
    case hidden
    /// The part that a mask covers; its first pixel lies at (x, y) of the frame.
    case masked(FramePlan.Mask, x: Int, y: Int)
  }

  /// The areas of a leaf in a pixel.
  private struct LeafAreas {
    /// The area that its pieces before one close.
    var closed = 0.0
    /// The area of all its pieces that shows.
    var seen = 0.0
    /// The area of all its pieces.
    var all = 0.0
  }

  /// Measured shares of a piece in a row, `values[first...]`.
  private struct Run {
    var piece: Int32
    var row: Int32
    var x: Int32
    var count: Int32
    var first: Int
  }

  /// The columns of a row that a piece's edges touch, or that are closed behind a piece.
  private struct Columns {
    var range: Range<Int>
    var piece: Int
  }

  /// A share that differs by more, of a pixel's area, is visible.
  private static let tolerance = 2.5 / 255
  /// Smaller differences are not noted.
  private static let least = 0.5 / 255
  /// A pixel that is open by less is closed.
  private static let closed = 1.0 / 1024
  /// Looks at edges, and pixels of masks, that a scene may take; beyond it, all is drawn plainly.
  private static let mostWork = 1 << 25
  private static let mostBytes = 1 << 26
  /// The most pieces whose edges may meet in some neighboring columns of a row.
  private static let mostMembers = 512
  /// The most pieces whose corners are looked at.
  private static let mostExact = 256
  /// The most that antialiased edges differ from the area next to them, as a part of a pixel: in theory 0.043 for one
  /// edge, and `cornerTolerance` for several.
  private static let edgeTolerance = (one: 0.045, several: 17.0 / 255)
  /// The edges of a corner that is more acute are nearly parallel, and their product reaches far beyond it.
  private static let leastSine = 0.5
  /// Half of a pixel's diagonal, at least.
  private static let halfDiagonal = 0.7072
  /// The most that antialiased edges may differ from a corner's area, as a part of a pixel: of a piece that is
  /// flat, and of others, whose masks cost two passes.
  private static let cornerTolerance = (flat: 6.0 / 255, other: 16.0 / 255)

  private let pieces: [Piece]
  private let outlines: [ConvexOutline]
  private var slabs = CoverageSlabs()
  private var runs: [Run] = []
  private var values: [UInt8] = []
  private var needsMask: [Bool]
  /// Whether antialiased edges draw a corner of a piece visibly otherwise than its area.
  private var isInexact: [Bool]
  private var shows: [Bool]
  /// Whether each piece is all of its leaf.
  private let isWholeLeaf: [Bool]
  private var work = 0

  // State of the current row.
  private var columns: [ConvexOutline.Columns]
  private var edges: [Columns] = []
  private var closed: [Columns] = []
  private var group: [Int] = []
  private var members: [CoverageSlabs.Member] = []
  private var open: [Double] = []
  /// The same after what is drawn, where edges are drawn as antialiased ones.
  private var drawnOpen: [Double] = []

  /// - Parameter pieces: Back to front.
  init(_ pieces: [Piece]) {
    self.pieces = pieces
    outlines = pieces.map(\.outline)
    needsMask = pieces.map { $0.isMeasured && $0.isCut }
    shows = pieces.map { !$0.isMeasured }
    isInexact = Array(repeating: false, count: pieces.count)
    var counts = Array(repeating: 0, count: (pieces.map(\.leaf).max() ?? -1) + 1)
    for piece in pieces { counts[piece.leaf] += 1 }
    isWholeLeaf = pieces.map { counts[$0.leaf] == 1 }
    let none = ConvexOutline.Columns(left: 0..<0, right: 0..<0)
    columns = Array(repeating: none, count: pieces.count)
  }

  /// The looks at edges so far.
  var workSoFar: Int { min(work, Self.mostWork) + min(slabs.work, Self.mostWork) }

  /// Finds what is drawn of each piece.
  ///
  /// - Returns: nil when it would take too long.
  mutating func results() -> [Result]? {
    if pieces.count <= Self.mostExact {
      for index in pieces.indices { isInexact[index] = hasInexactCorner(index) }
    }
    guard measureRows() else { return nil }
    for index in pieces.indices where isInexact[index] && shows[index] { needsMask[index] = true }
    var results: [Result] = []
    results.reserveCapacity(pieces.count)
    var bytes = 0
    var firstRun = 0
    runs.sort { $0.piece < $1.piece }
    for index in pieces.indices {
      var endRun = firstRun
      while endRun < runs.count, runs[endRun].piece == index { endRun += 1 }
      defer { firstRun = endRun }
      guard shows[index] else {
        results.append(.hidden)
        continue
      }
      guard needsMask[index] else {
        results.append(.plain)
        continue
      }
      let mask = mask(of: index, firstRun..<endRun, room: Self.mostBytes - bytes)
      guard let mask else { return nil }
      bytes += mask.mask.bytes.count
      results.append(.masked(mask.mask, x: mask.x, y: mask.y))
    }
    return results
  }

  // MARK: Rows

  private mutating func measureRows() -> Bool {
    let byRow = pieces.indices.map { (first: outlines[$0].rows.lowerBound, piece: $0) }
      .sorted { ($0.first, $0.piece) < ($1.first, $1.piece) }
    var active: [Int] = []
    var next = 0
    var row = byRow.first?.first ?? 0
    while next < byRow.count || !active.isEmpty {
      if active.isEmpty, next < byRow.count { row = max(row, byRow[next].first) }
      let known = next
      while next < byRow.count, byRow[next].first <= row {
        active.append(byRow[next].piece)
        next += 1
      }
      if next > known { active.sort(by: >) }
      active.removeAll { outlines[$0].rows.upperBound <= row }
      measure(row: row, active)
      guard work <= Self.mostWork, slabs.work <= Self.mostWork else { return false }
      row += 1
    }
    return true
  }

  /// - Parameter active: The pieces that the row touches, the foremost first.
  private mutating func measure(row: Int, _ active: [Int]) {
    edges.removeAll(keepingCapacity: true)
    closed.removeAll(keepingCapacity: true)
    for index in active {
      let own = outlines[index].columns(in: row)
      columns[index] = own
      if !own.left.isEmpty { edges.append(Columns(range: own.left, piece: index)) }
      if !own.right.isEmpty { edges.append(Columns(range: own.right, piece: index)) }
      if pieces[index].alpha >= 1, !own.inside.isEmpty {
        closed.append(Columns(range: own.inside, piece: index))
      }
    }
    guard work < Self.mostWork else { return }
    work += 8 * active.count
    edges.sort { ($0.range.lowerBound, $0.piece) < ($1.range.lowerBound, $1.piece) }
    var first = 0
    while first < edges.count {
      var range = edges[first].range
      var end = first + 1
      while end < edges.count, edges[end].range.lowerBound < range.upperBound {
        range = range.lowerBound..<max(range.upperBound, edges[end].range.upperBound)
        end += 1
      }
      if end - first > 1 { measureGroup(first..<end, row: row, range) }
      guard work < Self.mostWork else { return }
      first = end
    }
    noteHidden(row: row, active)
  }

  /// Measures the pieces whose edges touch some columns.
  private mutating func measureGroup(_ touching: Range<Int>, row: Int, _ range: Range<Int>) {
    group.removeAll(keepingCapacity: true)
    for index in touching where group.count <= Self.mostMembers {
      if !group.contains(edges[index].piece) { group.append(edges[index].piece) }
    }
    guard group.count > 1 else { return }
    // Too many for one pixel to tell apart.
    guard group.count <= Self.mostMembers else {
      work = .max
      return
    }
    group.sort(by: >)
    members.removeAll(keepingCapacity: true)
    for index in group {
      let alpha = isAtEdge(of: index, range) ? pieces[index].edgeAlpha : pieces[index].alpha
      members.append(.init(outline: index, alpha: alpha))
    }
    slabs.measure(members, of: outlines, row: row, columns: range)
    work += group.count * (range.count + group.count)
    open.removeAll(keepingCapacity: true)
    open.append(contentsOf: repeatElement(1, count: range.count))
    drawnOpen = open
    for place in group.indices { measureMember(place, row: row, range) }
  }

  /// Whether all of some columns are touched by one edge of a piece.
  private func isAtEdge(of index: Int, _ range: Range<Int>) -> Bool {
    func holds(_ own: Range<Int>) -> Bool {
      !own.isEmpty && own.lowerBound <= range.lowerBound && range.upperBound <= own.upperBound
    }
    return holds(columns[index].left) || holds(columns[index].right)
  }

  private mutating func measureMember(_ place: Int, row: Int, _ range: Range<Int>) {
    let index = group[place]
    let piece = pieces[index]
    let alpha = members[place].alpha
    let base = place * range.count
    let firstValue = values.count
    if !isWholeLeaf[index] { work += group.count * range.count / 4 }
    var (deviation, change, most) = (0.0, 0.0, 0.0)
    for column in 0..<range.count {
      let (seen, alone) = (slabs.seen[base + column], slabs.alone[base + column])
      let leaf = leafAreas(of: place, column, range.count)
      let room = alpha > 0 ? open[column] : open[column] - leaf.closed
      let share = room > Self.closed ? min(max(seen / room, 0), 1) : min(max(alone, 0), 1)
      let x = range.lowerBound + column
      let own = drawnCoverage(of: index, column: x, row, alone)
      let closedByOthers = 1 - open[column] - (alpha > 0 ? leaf.closed : 0)
      let isWhole = abs(leaf.seen - leaf.all) <= Self.closed
      let isForemost = abs(seen - alone) <= Self.closed && closedByOthers <= Self.closed
      let isOwn = abs(share - alone) <= Self.least || (isForemost && !piece.isCut)
      var value = isOwn ? own : share
      if isForemost, piece.isCut {
        value = edgeCoverage(of: index, column: x, row, alone, leaf) ?? share
      }
      if isWhole, !isForemost, alpha >= 1, drawnOpen[column] > Self.closed,
        isBetweenParts(place, column, range.count)
      {
        let scale = piece.isCut ? edgeScale(of: index, column: x, row, leaf.all) : nil
        let drawn = piece.isCut ? scale.map { $0 * alone } : own
        if let drawn { value = min(drawn / drawnOpen[column], 1) }
      }
      if piece.isCut, let isOwner = ownsPixel(place, column: column, range, row: row) {
        let scale = edgeScale(of: index, column: x, row, leaf.all) ?? 1
        value = isOwner ? min(scale * leaf.all, 1) : 0
      }
      deviation = max(deviation, abs(share - alone) * room)
      change = max(change, abs(value - own))
      most = max(most, seen)
      values.append(UInt8(clamping: Int(clamping: (value * 255).rounded())))
      open[column] -= alpha * seen
      drawnOpen[column] *= 1 - alpha * value
    }
    let isCovered = isClosed(range, behind: index)
    if isCovered || most < 2 * Self.closed {
      closed.append(Columns(range: range, piece: Self.own(index)))
    }
    if alpha > 0, open.allSatisfy({ $0 < 2 * Self.closed }) {
      closed.append(Columns(range: range, piece: index))
    }
    guard piece.isMeasured, !isCovered, max(deviation, change) > Self.least else {
      values.removeSubrange(firstValue...)
      return
    }
    runs.append(
      Run(
        piece: Int32(clamping: index), row: Int32(clamping: row),
        x: Int32(clamping: range.lowerBound), count: Int32(clamping: range.count),
        first: firstValue))
    if deviation > Self.tolerance { needsMask[index] = true }
  }

  /// The number that stands for a piece where only that piece is closed.
  private static func own(_ index: Int) -> Int { -1 - index }

  /// Whether opaque pieces before another hide some columns by themselves.
  private mutating func isClosed(_ range: Range<Int>, behind index: Int) -> Bool {
    work += closed.count
    return closed.contains {
      $0.piece > index && $0.range.lowerBound <= range.lowerBound
        && $0.range.upperBound >= range.upperBound
    }
  }

  /// Notes which pieces show in a row.
  private mutating func noteHidden(row: Int, _ active: [Int]) {
    guard active.contains(where: { !shows[$0] }) else { return }
    closed.sort { $0.range.lowerBound < $1.range.lowerBound }
    for index in active where !shows[index] {
      let own = columns[index]
      var x = own.left.lowerBound
      let end = own.right.upperBound
      for columns in closed where columns.piece > index || columns.piece == Self.own(index) {
        if columns.range.lowerBound > x { break }
        x = max(x, columns.range.upperBound)
      }
      work += closed.count
      if x < end { shows[index] = true }
    }
  }

  // MARK: Corners

  /// Whether antialiased edges, each by itself, draw a corner of a piece visibly otherwise than its area.
  ///
  /// The window has no say: it may end the outline before a corner, and parts of a frame are drawn alike.
  private mutating func hasInexactCorner(_ index: Int) -> Bool {
    let piece = pieces[index]
    guard piece.isMeasured, piece.sides.count == 4 else { return false }
    var corners: [SIMD2<Double>] = []
    for (a, b) in [(0, 2), (2, 1), (1, 3), (3, 0)] {
      let (a, b) = (piece.sides[a], piece.sides[b])
      let sine = a.x * b.y - a.y * b.x
      if abs(sine) < Self.leastSine { return true }
      corners.append(SIMD2(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z) / sine)
    }
    guard let outline = ConvexOutline(corners) else { return false }
    let most = piece.isFlat ? Self.cornerTolerance.flat : Self.cornerTolerance.other
    members = [.init(outline: 0, alpha: 0)]
    // Far outside of every frame there is nothing to see.
    for corner in corners where max(abs(corner.x), abs(corner.y)) < 1e6 {
      let x = Int(clamping: corner.x.rounded(.down)) - 1
      let y = Int(clamping: corner.y.rounded(.down)) - 1
      for row in y..<y + 3 {
        slabs.measure(members, of: [outline], row: row, columns: x..<x + 3)
        for column in 0..<3 {
          let center = SIMD3(Double(x + column) + 0.5, Double(row) + 0.5, 1)
          let drawn = Self.softCoverage(piece.sides, at: center)
          if abs(drawn - slabs.alone[column]) > most { return true }
        }
      }
    }
    return false
  }

  /// The areas of a leaf in a pixel, next to one of its pieces.
  private func leafAreas(
    of place: Int, _ column: Int, _ width: Int
  ) -> LeafAreas {
    let own = place * width + column
    if isWholeLeaf[group[place]] { return LeafAreas(seen: slabs.seen[own], all: slabs.alone[own]) }
    let piece = pieces[group[place]]
    let alpha = members[place].alpha > 0 ? members[place].alpha : piece.alphaInLeaf
    var areas = LeafAreas()
    for other in group.indices where pieces[group[other]].leaf == piece.leaf {
      let seen = slabs.seen[other * width + column]
      if other < place { areas.closed += alpha * seen }
      areas.seen += seen
      areas.all += slabs.alone[other * width + column]
    }
    return areas
  }

  /// Whether all leaves that show in a pixel before a piece also show behind it: then it is foremost but for cuts.
  private func isBetweenParts(_ place: Int, _ column: Int, _ width: Int) -> Bool {
    let own = pieces[group[place]].leaf
    func shows(_ other: Int) -> Bool { slabs.seen[other * width + column] > Self.closed }
    return (0..<place).allSatisfy { before in
      let leaf = pieces[group[before]].leaf
      return leaf == own || !shows(before)
        || (place + 1..<group.count).contains { pieces[group[$0]].leaf == leaf && shows($0) }
    }
  }

  /// Whether a part of a leaf of unknown alpha has a pixel for itself that it shares with other parts alone; nil where
  /// another leaf is drawn there.
  ///
  /// Shares of both parts would add up to more or less than the whole, and show the cut.
  private func ownsPixel(_ place: Int, column: Int, _ range: Range<Int>, row: Int) -> Bool? {
    let piece = pieces[group[place]]
    guard let between = piece.between else { return nil }
    var owner = place
    for other in group.indices {
      let alone = slabs.alone[other * range.count + column]
      if pieces[group[other]].leaf != piece.leaf {
        if alone > Self.closed { return nil }
      } else if alone > slabs.alone[owner * range.count + column]
        || (alone == slabs.alone[owner * range.count + column] && other < owner)
      {
        owner = other
      }
    }
    let x = range.lowerBound + column
    guard !between.contains(where: { $0.touches(x, row) }) else { return nil }
    return owner == place
  }

  /// Returns the part of a pixel that is drawn of a piece that no other one meets there.
  ///
  /// It is what antialiased edges draw, so that a piece looks the same with and without a mask; where they are inexact
  /// and several meet, or a cut ends the piece, it is the area.
  private func drawnCoverage(
    of index: Int, column: Int, _ row: Int, _ area: Double
  ) -> Double {
    let piece = pieces[index]
    if piece.isCut || isInexact[index] {
      let leaf = LeafAreas(seen: area, all: area)
      return edgeCoverage(of: index, column: column, row, area, leaf) ?? area
    }
    guard piece.sides.count == 4 else { return area }
    return Self.softCoverage(piece.sides, at: SIMD3(Double(column) + 0.5, Double(row) + 0.5, 1))
  }

  /// Returns the part of a pixel that is drawn of a piece where an edge of its leaf touches the pixel; nil where none
  /// does, and at corners that antialiased edges draw inexactly.
  ///
  /// It is what the antialiased edge draws, so that an edge looks the same with and without a mask. The pieces of a
  /// leaf that is cut there share it.
  private func edgeCoverage(
    of index: Int, column: Int, _ row: Int, _ area: Double, _ leaf: LeafAreas
  ) -> Double? {
    guard let scale = edgeScale(of: index, column: column, row, leaf.all) else { return nil }
    let rest = 1 - scale * leaf.closed
    return rest > Self.closed ? min(max(scale * area / rest, 0), 1) : nil
  }

  /// Returns the factor from the area of a leaf to what its antialiased edge draws; nil where no edge touches the pixel
  /// or more than some do, and at corners that antialiased edges draw inexactly.
  private func edgeScale(
    of index: Int, column: Int, _ row: Int, _ area: Double
  ) -> Double? {
    let sides = pieces[index].sides
    let center = SIMD3(Double(column) + 0.5, Double(row) + 0.5, 1)
    guard sides.count == 4,
      case let near = sides.count(where: { ($0 * center).sum() < Self.halfDiagonal }),
      near == 1 || (near > 1 && !isInexact[index])
    else { return nil }
    let drawn = Self.softCoverage(sides, at: center)
    // Otherwise a part of the leaf is missing.
    guard abs(drawn - area) < (near == 1 ? Self.edgeTolerance.one : Self.edgeTolerance.several),
      area > Self.closed
    else { return nil }
    return drawn / area
  }

  /// Returns the part of a pixel that a box of antialiased edges covers, as instances measure it.
  private static func softCoverage(_ sides: [SIMD3<Double>], at center: SIMD3<Double>) -> Double {
    var coverage = 1.0
    for pair in [0, 2] {
      let (a, b) = ((sides[pair] * center).sum(), (sides[pair + 1] * center).sum())
      guard a > -Rasterizable.softness, b > -Rasterizable.softness else { return 0 }
      coverage *= max(min(max(a + 0.5, 0), 1) + min(max(b + 0.5, 0), 1) - 1, 0)
    }
    return coverage
  }

  // MARK: Masks

  /// The mask of a piece: its own area, but for what was measured.
  ///
  /// - Returns: nil when it would take too much memory.
  private mutating func mask(
    of index: Int, _ measured: Range<Int>, room: Int
  ) -> (mask: FramePlan.Mask, x: Int, y: Int)? {
    let outline = outlines[index]
    let rows = outline.rows
    var (first, end) = (Int.max, Int.min)
    for row in rows {
      let own = outline.columns(in: row)
      first = min(first, own.left.lowerBound)
      end = max(end, own.right.upperBound)
    }
    let width = max(end - first, 0)
    let (count, isTooMuch) = width.multipliedReportingOverflow(by: rows.count)
    guard !isTooMuch, count <= room else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    members = [.init(outline: index, alpha: 0)]
    for row in rows {
      let start = (row - rows.lowerBound) * width - first
      let own = outline.columns(in: row)
      for columns in [own.left, own.right] where !columns.isEmpty {
        slabs.measure(members, of: outlines, row: row, columns: columns)
        for (offset, area) in slabs.alone.enumerated() {
          let column = columns.lowerBound + offset
          let value = drawnCoverage(of: index, column: column, row, area)
          bytes[start + column] = UInt8(clamping: Int(clamping: (value * 255).rounded()))
        }
      }
      for column in own.inside { bytes[start + column] = 255 }
    }
    for run in runs[measured] {
      let start = (Int(run.row) - rows.lowerBound) * width - first
      for offset in 0..<Int(run.count) {
        let column = Int(run.x) + offset
        if column >= first, column < end { bytes[start + column] = values[run.first + offset] }
      }
    }
    let mask = FramePlan.Mask(
      identity: PathMasks.newIdentity(), width: width, height: rows.count, bytes: bytes)
    return (mask, first, rows.lowerBound)
  }
}

import Foundation
import GlazeGeometry

/// The places of a text's characters: those of their lines, which animators and a path change.
struct TextPlaces {
  let glyphs: [TextLines.Glyph]
  let animators: TextAnimators
  private let rows: [TextLines.Row]
  private let top: Double
  private let alignment: Double
  private let path: TextPath?
  private let units: TextAnimators.Units
  /// The pivots of characters without their alignment, from their origins, and the widths of their
  /// groups.
  private let groups: [(pivot: Double, width: Double)]
  /// The alignment of the pivots, in points for each point of the width and of the size.
  private let pivots: Track<Vector>
  /// The distances by which animators space the characters of lines at a frame.
  private let spacing: FrameMemory<[Double]>?
  private let budget: Budget
  private let weight: Int

  init(
    _ lines: TextLines, _ t: LottieNode, _ animators: TextAnimators, _ path: TextPath?,
    _ reader: PropertyReader, _ node: LottieNode
  ) {
    let laid = lines.glyphs(reader, node)
    let factor = lines.text.alignmentFactor
    (glyphs, rows, top, alignment) = (laid.glyphs, laid.rows, lines.top, factor)
    (self.animators, self.path) = (animators, path)
    (budget, weight) = (reader.budget, animators.weight)
    units = animators.units(laid.glyphs)
    let options = t["m"]
    groups = Self.groups(laid.glyphs, of: options?.integer("g", 1) ?? 1)
    let height = lines.text.size * 1.2 * 0.714
    pivots = reader.track(options?["a"], Vector.zero).map {
      Vector($0.x * 0.005, $0.y * 0.01 * height, 0)
    }
    spacing = animators.spacing(laid, units, factor, reader.budget)
  }

  /// Returns the middles of the groups of characters that turn together.
  ///
  /// - Parameter kind: 1 for single characters, 2 for words, 3 for lines, 4 for all.
  private static func groups(
    _ glyphs: [TextLines.Glyph], of kind: Int
  ) -> [(pivot: Double, width: Double)] {
    guard (2...4).contains(kind) else { return glyphs.map { ($0.width / 2, $0.width) } }
    func key(_ glyph: TextLines.Glyph) -> Int {
      kind == 2 ? glyph.word : kind == 3 ? glyph.line : 0
    }
    var ranges: [Int: ClosedRange<Double>] = [:]
    for glyph in glyphs where kind > 2 || !glyph.character.isWhitespace {
      let own = glyph.origin.x...(glyph.origin.x + max(glyph.width, 0))
      let range = ranges[key(glyph)] ?? own
      ranges[key(glyph)] =
        min(range.lowerBound, own.lowerBound)...max(range.upperBound, own.upperBound)
    }
    return glyphs.map { glyph in
      guard let range = ranges[key(glyph)] else { return (glyph.width / 2, glyph.width) }
      let middle = (range.lowerBound + range.upperBound) / 2
      return (middle - glyph.origin.x, range.upperBound - range.lowerBound)
    }
  }

  /// The frames at which places change their motion; empty if they stand still.
  var frames: [Double] {
    animators.placeFrames + (path?.frames ?? []) + pivots.frames
  }

  /// Returns the transform of a character from its own coordinates, in which its baseline begins at
  /// the origin.
  func matrix(of index: Int, at frame: Double) -> CGAffineTransform {
    let (glyph, group) = (glyphs[index], groups[index])
    guard budget.takeSteps(weight) else {
      return CGAffineTransform(translationX: glyph.origin.x, y: glyph.origin.y)
    }
    let aligned = pivots.value(at: frame)
    let pivot = SIMD2(group.pivot + aligned.x * group.width, aligned.y)
    var result = CGAffineTransform(translationX: -pivot.x, y: -pivot.y)
    var shift = animators.move(&result, index, units, frame)
    if let spacing { shift.x += spacing.value(at: frame)[index] }
    guard let path else {
      let place = glyph.origin + pivot + shift
      return result.concatenating(CGAffineTransform(translationX: place.x, y: place.y))
    }
    let row = rows[glyph.line]
    // Characters move along the path, and across it.
    return result.concatenating(
      CGAffineTransform(translationX: 0, y: glyph.origin.y - top + pivot.y + shift.y)
    ).concatenating(
      path.matrix(
        glyph, at: glyph.origin.x - row.start + pivot.x, shift: shift.x, in: row,
        alignment: alignment, frame: frame))
  }

  /// Returns the opacity of a character.
  func opacity(of index: Int, at frame: Double) -> Double {
    budget.takeSteps(weight) ? animators.opacity(index, units, frame) : 1
  }

  /// Returns the color of a character's fill or stroke.
  func color(_ part: TextAnimators.Part, _ own: RGBA, of index: Int, at frame: Double) -> RGBA {
    budget.takeSteps(weight) ? animators.color(part, own, index, units, frame) : own
  }

  /// Returns the width of a character's stroke.
  func strokeWidth(_ own: Double, of index: Int, at frame: Double) -> Double {
    budget.takeSteps(weight) ? animators.strokeWidth(own, index, units, frame) : own
  }
}

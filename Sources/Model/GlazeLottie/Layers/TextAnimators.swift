import Foundation
import GlazeGeometry
import GlazeScene

/// The animators of a text: values that its characters take as far as selectors reach them.
struct TextAnimators {
  /// The units that selectors count, for each character, and their numbers.
  struct Units {
    var indices: [[Int]]
    var totals: [Int]
  }

  /// A part of a character that has a color.
  enum Part {
    case fill, stroke
  }

  private struct Step {
    var selectors: [RangeSelector]
    var anchor: Track<Vector>?
    var position: Track<Vector>?
    var scale: Track<Vector>?
    var rotation: Track<Double>?
    var skew: Track<Double>?
    var skewAxis: Track<Double>
    var tracking: Track<Double>?
    var opacity: Track<Double>?
    var fill: Paint
    var stroke: Paint
    var strokeWidth: Track<Double>?

    var selectorFrames: [Double] { selectors.flatMap(\.frames) }

    var placeFrames: [Double] {
      let numbers = [rotation, skew, skewAxis, tracking].compactMap { $0?.frames }
      let vectors = [anchor, position, scale].compactMap { $0?.frames }
      return (numbers + vectors).flatMap(\.self)
    }

    var hasPlace: Bool {
      anchor != nil || position != nil || scale != nil || rotation != nil || skew != nil
        || tracking != nil
    }

    var hasStyle: Bool {
      opacity != nil || !fill.isEmpty || !stroke.isEmpty || strokeWidth != nil
    }
  }

  private struct Paint {
    var color: Track<RGBA>?
    /// In parts of 1.
    var opacity: Track<Double>?
    /// Added to the hue, in turns, to the saturation and to the brightness.
    var changes: [Track<Double>?] = []

    init(
      _ values: LottieNode, color: String, opacity: String, changes: [String],
      _ reader: PropertyReader
    ) {
      self.color = reader.track(values[color])
      self.opacity = reader.track(values[opacity])?.map { $0 / 100 }
      self.changes = zip(changes, [360.0, 100, 100]).map { key, whole in
        reader.track(values[key])?.map { $0 / whole }
      }
    }

    private var numbers: [Track<Double>] { ([opacity] + changes).compactMap(\.self) }

    var isEmpty: Bool { color == nil && numbers.isEmpty }
    var frames: [Double] { (color?.frames ?? []) + numbers.flatMap(\.frames) }

    /// Returns a color as far as a selector reaches it.
    func changed(_ own: RGBA, by amount: Double, at frame: Double) -> RGBA {
      var result = own
      if let other = color?.value(at: frame) {
        result = own.mixed(with: other, at: SIMD4(repeating: amount))
        result.w = own.w
      }
      if changes.contains(where: { $0 != nil }) {
        let changes = changes.map { ($0?.value(at: frame) ?? 0) * amount }
        result = result.changed(hue: changes[0], saturation: changes[1], brightness: changes[2])
      }
      if let opacity = opacity?.value(at: frame) { result.w *= 1 + (opacity - 1) * amount }
      return result.clamped(lowerBound: .zero, upperBound: .one)
    }
  }

  private var steps: [Step] = []

  /// How much longer a value of a character takes than copying a vertex: each selector reads several
  /// properties.
  var weight: Int { steps.reduce(8) { $0 + 16 + 32 * $1.selectors.count } }

  init(_ t: LottieNode, _ reader: PropertyReader) {
    for node in t.elements("a") {
      guard let values = node["a"] else { continue }
      for key in values.names where !Self.known.contains(key) {
        reader.report.unsupported(.textAnimator(key), at: node)
      }
      let step = Self.step(node["s"], values, reader)
      if step.hasPlace || step.hasStyle { steps.append(step) }
    }
  }

  private static let known: Set<String> = [
    "a", "p", "s", "r", "sk", "sa", "t", "o", "fc", "fo", "fh", "fs", "fb", "sc", "so", "sh", "ss",
    "sb", "sw", "nm",
  ]

  private static func step(
    _ selector: LottieNode?, _ values: LottieNode, _ reader: PropertyReader
  ) -> Step {
    func share(_ key: String) -> Track<Double>? { reader.track(values[key])?.map { $0 / 100 } }
    func angle(_ key: String) -> Track<Double>? {
      reader.track(values[key])?.map { $0 * .pi / 180 }
    }
    let selectors =
      selector?.kind == .array ? selector?.elements ?? [] : [selector].compactMap(\.self)
    return Step(
      selectors: selectors.map { RangeSelector($0, reader) }, anchor: reader.track(values["a"]),
      position: reader.track(values["p"]),
      scale: reader.track(values["s"]).map { $0.map { $0 / 100 } }, rotation: angle("r"),
      skew: angle("sk"), skewAxis: angle("sa") ?? Track(0), tracking: reader.track(values["t"]),
      opacity: share("o"),
      fill: Paint(
        values, color: "fc", opacity: "fo", changes: ["fh", "fs", "fb"], reader),
      stroke: Paint(
        values, color: "sc", opacity: "so", changes: ["sh", "ss", "sb"], reader),
      strokeWidth: reader.track(values["sw"]))
  }

  // MARK: Units

  /// Counts the units that selectors are based on: characters, characters without spaces, words and
  /// lines.
  func units(_ glyphs: [TextLines.Glyph]) -> Units {
    var units = Units(indices: [], totals: [glyphs.count, 0, 0, 0])
    var words: [Int: Int] = [:]
    var lines: [Int: Int] = [:]
    for (index, glyph) in glyphs.enumerated() {
      let isSpace = glyph.character.isWhitespace
      if !isSpace, words[glyph.word] == nil { words[glyph.word] = words.count }
      if lines[glyph.line] == nil { lines[glyph.line] = lines.count }
      units.indices.append([
        index, units.totals[1], words[glyph.word] ?? max(words.count - 1, 0),
        lines[glyph.line] ?? 0,
      ])
      if !isSpace { units.totals[1] += 1 }
    }
    units.totals[2] = words.count
    units.totals[3] = lines.count
    return units
  }

  /// Returns how far a step reaches a character: the sum of its selectors, at most all of it.
  private func amount(_ step: Step, _ index: Int, _ units: Units, _ frame: Double) -> Double {
    guard !step.selectors.isEmpty else { return 1 }
    let sum = step.selectors.reduce(0.0) { sum, selector in
      sum
        + selector.amount(
          Double(units.indices[index][selector.base]), total: Double(units.totals[selector.base]),
          at: frame)
    }
    return step.selectors.count > 1 ? min(max(sum, -1), 1) : sum
  }

  // MARK: Places

  /// The frames at which the places of characters change their motion.
  var placeFrames: [Double] {
    steps.filter(\.hasPlace).flatMap { $0.placeFrames + $0.selectorFrames }
  }

  /// Whether characters differ by more than their places.
  var hasStyles: Bool { steps.contains(where: \.hasStyle) }

  /// Adds the transforms of a character about its pivot, and returns the distance by which it moves.
  func move(
    _ matrix: inout CGAffineTransform, _ index: Int, _ units: Units, _ frame: Double
  ) -> SIMD2<Double> {
    guard steps.contains(where: \.hasPlace) else { return .zero }
    var shift = SIMD2<Double>.zero
    let amounts = steps.map { $0.hasPlace ? amount($0, index, units, frame) : 0 }
    for (step, amount) in zip(steps, amounts) {
      guard let anchor = step.anchor?.value(at: frame) else { continue }
      matrix = matrix.concatenating(
        CGAffineTransform(translationX: -anchor.x * amount, y: -anchor.y * amount))
    }
    for (step, amount) in zip(steps, amounts) {
      guard let scale = step.scale?.value(at: frame) else { continue }
      matrix = matrix.concatenating(
        CGAffineTransform(scaleX: 1 + (scale.x - 1) * amount, y: 1 + (scale.y - 1) * amount))
    }
    for (step, amount) in zip(steps, amounts) {
      if let skew = step.skew?.value(at: frame) {
        let axis = step.skewAxis.value(at: frame) * amount
        matrix = matrix.concatenating(LottieTransform.skewed(skew * amount, along: axis))
      }
      if let rotation = step.rotation?.value(at: frame) {
        matrix = matrix.concatenating(CGAffineTransform(rotationAngle: rotation * amount))
      }
      if let position = step.position?.value(at: frame) {
        shift += SIMD2(position.x, position.y) * amount
      }
    }
    return shift
  }

  /// Returns the distances by which the characters of lines are spaced at a frame, which is computed
  /// once for all of them; nil without tracking.
  ///
  /// - Parameter alignment: the part of a line's growth by which it moves to the left.
  func spacing(
    _ lines: TextLines.Result, _ units: Units, _ alignment: Double, _ budget: Budget
  ) -> FrameMemory<[Double]>? {
    let steps = steps.filter { $0.tracking != nil }
    guard !steps.isEmpty else { return nil }
    let (glyphs, rows, weight) = (lines.glyphs, lines.rows, weight)
    return FrameMemory(limit: 1024, count: { $0.count / 4 + 1 }) { frame in
      var result = [Double](repeating: 0, count: glyphs.count)
      guard budget.takeSteps(glyphs.count * weight) else { return result }
      var totals = [Double](repeating: 0, count: rows.count)
      for (index, glyph) in glyphs.enumerated() where glyph.column > 0 {
        for step in steps {
          let tracking = step.tracking?.value(at: frame) ?? 0
          totals[glyph.line] += tracking * amount(step, index, units, frame)
        }
        result[index] = totals[glyph.line]
      }
      for (index, glyph) in glyphs.enumerated() { result[index] -= alignment * totals[glyph.line] }
      return result
    }
  }

  // MARK: Styles

  /// The frames at which the opacities of characters change; nil where no animator has one.
  var opacityFrames: [Double]? {
    frames(of: { $0.opacity }, \.frames)
  }

  func opacity(_ index: Int, _ units: Units, _ frame: Double) -> Double {
    steps.reduce(1) { result, step in
      guard let opacity = step.opacity?.value(at: frame) else { return result }
      let amount = amount(step, index, units, frame)
      return result * min(max(1 + (opacity - 1) * amount, 0), 1)
    }
  }

  /// The frames at which the colors of characters change; nil where no animator has one.
  func frames(of part: Part) -> [Double]? {
    frames(of: { Self.paint(of: $0, part).isEmpty ? nil : Self.paint(of: $0, part) }, \.frames)
  }

  func color(_ part: Part, _ own: RGBA, _ index: Int, _ units: Units, _ frame: Double) -> RGBA {
    steps.reduce(own) { color, step in
      let paint = Self.paint(of: step, part)
      guard !paint.isEmpty else { return color }
      return paint.changed(color, by: amount(step, index, units, frame), at: frame)
    }
  }

  private static func paint(of step: Step, _ part: Part) -> Paint {
    part == .fill ? step.fill : step.stroke
  }

  /// The frames at which the widths of strokes change; nil where no animator has one.
  var strokeWidthFrames: [Double]? { frames(of: { $0.strokeWidth }, \.frames) }

  func strokeWidth(_ own: Double, _ index: Int, _ units: Units, _ frame: Double) -> Double {
    steps.reduce(own) { width, step in
      guard let more = step.strokeWidth?.value(at: frame) else { return width }
      return width + more * amount(step, index, units, frame)
    }
  }

  private func frames<Property>(
    of property: (Step) -> Property?, _ frames: (Property) -> [Double]
  ) -> [Double]? {
    let all = steps.compactMap { step in
      property(step).map { frames($0) + step.selectorFrames }
    }
    return all.isEmpty ? nil : all.flatMap(\.self)
  }
}

import Foundation
import GlazeScene

/// A shape of a layer, with the modifiers that apply to it.
final class ShapeEntry {
  private(set) var motion: Motion<ContourList>
  /// The trim that applies last; strokes draw it exactly.
  private(set) var trim: Trim?

  init(_ motion: Motion<ContourList>, trim: Trim? = nil) {
    (self.motion, self.trim) = (motion, trim)
  }

  func add(_ trim: Trim) {
    // Such a trim must not take the place of one that strokes draw exactly.
    guard !trim.isWhole else { return }
    bake()
    self.trim = trim
  }

  func add(_ modifier: PathModifier) {
    bake()
    motion = modifier.modified(motion)
  }

  /// Cuts the contours, because another modifier follows.
  private func bake() {
    if let trim { motion = trim.cut(motion) }
    trim = nil
  }

  /// The contours that a fill draws.
  var cut: Motion<ContourList> { trim?.cut(motion) ?? motion }
}

/// A shape and the transforms of the groups between it and the style that draws it.
struct ShapeReference {
  var entry: ShapeEntry
  /// The transforms, from the innermost group outward.
  var transforms: [LottieTransform] = []
  /// A copy of a repeater.
  var copies: [RepeaterCopy] = []

  /// The contours where the style draws them.
  func placed(isCut: Bool, _ budget: Budget) -> Motion<ContourList> {
    guard !budget.isSpent else { return .none }
    var motion = isCut ? entry.cut : entry.motion
    for transform in transforms { motion = motion.transformed(by: transform, budget) }
    for copy in copies { motion = copy.transformed(motion, budget) }
    return motion
  }
}

/// Something that a layer of shapes draws.
indirect enum ShapeNode {
  case style(ShapeStyle, [ShapeReference])
  case group([ShapeNode], LottieTransform, blend: Int)
  case repeated([ShapeNode], Repeater)
}

/// Reads the items of a layer of shapes: styles draw the shapes before them, and modifiers change
/// them.
struct ShapeTreeReader {
  let reader: PropertyReader
  private let sources: ShapeSource

  init(_ reader: PropertyReader) {
    self.reader = reader
    sources = ShapeSource(reader: reader)
  }

  /// The items of a group, and the shapes that styles outside of it draw, too.
  struct Result {
    var nodes: [ShapeNode] = []
    var references: [ShapeReference] = []

    /// The shapes that a modifier changes, each once: the copies of a repeater share theirs.
    var entries: [ShapeEntry] {
      var seen: Set<ObjectIdentifier> = []
      return references.map(\.entry).filter { seen.insert(ObjectIdentifier($0)).inserted }
    }
  }

  func read(_ items: [LottieNode], depth: Int = 0) -> Result {
    var result = Result()
    guard depth < Limits.depth else { return result }
    for item in items where !item.isTrue("hd") {
      guard let type = item["ty"]?.text else { continue }
      if let motion = sources.motion(item, type: type) {
        result.references.append(ShapeReference(entry: ShapeEntry(motion.remembered(frames: 1))))
      } else if let style = ShapeStyle(item, type: type, reader) {
        result.nodes.append(.style(style, result.references))
      } else {
        add(item, type, depth, to: &result)
      }
    }
    return result
  }

  private func add(_ item: LottieNode, _ type: String, _ depth: Int, to result: inout Result) {
    switch type {
    case "gr": addGroup(item, depth, to: &result)
    case "tm": Trim(item, reader).add(to: result.entries)
    case "rp":
      guard let repeater = Repeater(item, reader) else { return }
      result.nodes = [.repeated(result.nodes, repeater)]
      result.references = copies(of: result.references, by: repeater, at: item)
    case "mm": merge(item, &result)
    case "tr", "no": break
    default:
      if let modifier = PathModifier(item, type: type, reader) {
        for entry in result.entries { entry.add(modifier) }
      } else {
        reader.report.unsupported(.shape(type), at: item)
      }
    }
  }

  /// Returns the shapes of all copies, which styles after a repeater draw; of repeaters of repeaters
  /// these can be more than memory has room for.
  private func copies(
    of references: [ShapeReference], by repeater: Repeater, at item: LottieNode
  ) -> [ShapeReference] {
    let copies = repeater.copies
    let (count, overflows) = references.count.multipliedReportingOverflow(by: copies.count)
    guard !overflows, count <= Limits.repeatedShapes, reader.budget.takeValues(count) else {
      reader.report.unsupported(.copies(Limits.repeatedShapes), at: item)
      return references
    }
    return copies.reversed().flatMap { copy in
      references.map {
        var reference = $0
        reference.copies.append(copy)
        return reference
      }
    }
  }

  private func addGroup(_ item: LottieNode, _ depth: Int, to result: inout Result) {
    let items = item.elements("it")
    let transform = LottieTransform(items.last { $0["ty"]?.text == "tr" }, reader)
    let inner = read(items, depth: depth + 1)
    if !inner.nodes.isEmpty {
      result.nodes.append(.group(inner.nodes, transform, blend: BlendModes.read(item, reader)))
    }
    result.references += inner.references.map {
      var reference = $0
      reference.transforms.append(transform)
      return reference
    }
  }

  private func merge(_ item: LottieNode, _ result: inout Result) {
    let shapes = result.references.map { $0.placed(isCut: true, reader.budget) }
    guard shapes.count > 1 else { return }
    let mode = item.integer("mm", 1)
    let timings = shapes.flatMap { motion -> [Timing] in
      guard motion.isAnimated else { return [] }
      return [motion.exact?.timing ?? Timing(frames: motion.frames, easings: [.lanes([])])]
    }
    let motion = Motion(of: timings, tolerance: Animator.Tolerance.points) { frame in
      // The last shape of the list is at the bottom.
      Offsetting.merged(shapes.reversed().map { $0.value(frame) }, mode: mode, reader.budget)
    }.remembered()
    result.references = [ShapeReference(entry: ShapeEntry(motion))]
  }
}

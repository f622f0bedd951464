import CGlazeShaders
import GlazeGeometry
import GlazePlan
import GlazeTree

/// Small targets that are drawn next to each other on one surface, just before they are composited
/// over the frame.
///
/// A change of surfaces costs more than drawing most targets, so a whole row of them is drawn
/// between two changes. They are read soon, while they are still in the caches. The targets of
/// `LeafTargets` qualify.
struct TargetAtlas {
  /// A target in the atlas.
  struct Entry {
    /// The pass that draws it.
    var pass: Int
    /// The part of the frame that it covers.
    var window: PixelWindow
    /// The number of the row with which it is drawn, and its position there.
    var row = 0
    var x = 0

    /// The part of the atlas that it occupies.
    var place: PixelWindow { PixelWindow(x: x, y: 0, width: window.width, height: window.height) }
  }

  /// The entries, by the targets' numbers; nil for targets with a surface of their own.
  private var entries: [Entry?] = []
  /// The targets of each row.
  private var rows: [[Int]] = []
  private(set) var width = 0
  private(set) var height = 0

  var isEmpty: Bool { rows.isEmpty }

  /// - Parameter composites: The plan's composites; they are changed to read from the atlas.
  init(_ plan: FramePlan, _ traits: DeviceTraits, _ composites: inout [CompositeInstance]) {
    let leaves = LeafTargets(plan)
    guard traits.largestSurface >= Tuning.atlasWidth else { return }
    entries = plan.targets.indices.map { target in
      guard let leaf = leaves[target], leaf.window.width <= Tuning.atlasWidth,
        leaf.window.height <= Tuning.atlasHeight
      else { return nil }
      return Entry(pass: leaf.pass, window: leaf.window)
    }
    var x = Tuning.atlasWidth
    // Draws that do not belong to a pass are not executed.
    for draw in plan.passes.lazy.flatMap({ plan.draws[$0.draws] }) {
      guard let target = target(of: draw), let window = entries[target]?.window else { continue }
      if x + window.width > Tuning.atlasWidth {
        x = 0
        rows.append([])
      }
      rows[rows.count - 1].append(target)
      entries[target]?.row = rows.count - 1
      entries[target]?.x = x
      for index in draw.instances { composites[index].source.x -= Float(x) }
      x += window.width
      (width, height) = (max(width, x), max(height, window.height))
    }
    // The height grows in steps, so that a surface fits many frames; see `Tuning.atlasWidth`.
    height = (height + 31) / 32 * 32
    width = (width + 47) / 64 * 64 + 16
  }

  /// The entry of a target in the atlas; nil when it is not there.
  func entry(_ target: Int) -> Entry? { entries.isEmpty ? nil : entries[target] }

  /// The target that a draw composites over the frame from the atlas.
  private func target(of draw: FramePlan.Draw) -> Int? {
    guard case .composite(let target, _) = draw.kind, entry(target) != nil else { return nil }
    return target
  }

  /// The row of the atlas that a draw reads.
  func row(of draw: FramePlan.Draw) -> Int? { target(of: draw).flatMap { entry($0)?.row } }

  /// The targets of a row, which are drawn together.
  func entries(ofRow row: Int) -> [Entry] { rows[row].compactMap(entry) }
}

extension PixelWindow {
  func touches(_ other: PixelWindow) -> Bool {
    x < other.x + other.width && other.x < x + width && y < other.y + other.height
      && other.y < y + height
  }
}

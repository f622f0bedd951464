import CGlazeShaders
import GlazeGeometry
import GlazePlan
import GlazeTree

/// Small targets that are drawn just before they are laid over the frame, side by side on one surface.
///
/// A change of surfaces costs more than drawing most targets, so a row of them is drawn at once; what is
/// read soon is still in the caches. Those of `LeafTargets` qualify.
struct TargetAtlas {
  /// A target in the atlas.
  struct Entry {
    /// The pass that draws it.
    var pass: Int
    /// What of the frame it covers.
    var window: PixelWindow
    /// The number of the row that it is drawn with, and where it begins there.
    var row = 0
    var x = 0

    /// The part of the atlas that it takes.
    var place: PixelWindow { PixelWindow(x: x, y: 0, width: window.width, height: window.height) }
  }

  /// By the targets' numbers; nil for those with a surface of their own.
  private var entries: [Entry?] = []
  /// The targets of each row.
  private var rows: [[Int]] = []
  private(set) var width = 0
  private(set) var height = 0

  var isEmpty: Bool { rows.isEmpty }

  /// - Parameter composites: Those of the plan; they are changed to read from the atlas.
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
    // Draws of no pass read nothing.
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
    // In steps, so that a surface fits many frames; see `Tuning.atlasWidth`.
    height = (height + 31) / 32 * 32
    width = (width + 47) / 64 * 64 + 16
  }

  /// Where a target lies in the atlas; nil when it does not.
  func entry(_ target: Int) -> Entry? { entries.isEmpty ? nil : entries[target] }

  /// The target that a draw lays over the frame from the atlas.
  private func target(of draw: FramePlan.Draw) -> Int? {
    guard case .composite(let target, _) = draw.kind, entry(target) != nil else { return nil }
    return target
  }

  /// The row of the atlas that a draw reads.
  func row(of draw: FramePlan.Draw) -> Int? { target(of: draw).flatMap { entry($0)?.row } }

  /// The targets of a row, which are drawn at once.
  func entries(ofRow row: Int) -> [Entry] { rows[row].compactMap(entry) }
}

extension PixelWindow {
  func touches(_ other: PixelWindow) -> Bool {
    x < other.x + other.width && other.x < x + width && y < other.y + other.height
      && other.y < y + height
  }
}

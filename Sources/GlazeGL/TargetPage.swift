import CGlazeShaders
import GlazeGeometry
import GlazePlan
import GlazeTree

/// Small targets that are drawn just before they are laid over the frame, side by side in one framebuffer.
///
/// A change of framebuffer costs more than drawing most targets, so a row of them is drawn at once; what is
/// read soon is still in the caches.
///
/// A target qualifies when one pass draws it, from instances alone, and nothing reads it but one draw of
/// composites without masks into the frame itself.
struct TargetPage {
  /// The most width of the page, and the height that no target may exceed.
  private static let width = 2000
  private static let limit = 512

  /// A target on the page.
  struct Entry {
    /// The pass that draws it.
    var pass: Int
    /// What of the frame it covers.
    var window: PixelWindow
    /// The number of the row that it is drawn with, and where it begins there.
    var row = 0
    var x = 0
  }

  /// By the targets' numbers; nil for those with a framebuffer of their own.
  private var entries: [Entry?] = []
  /// The targets of each row.
  private var rows: [[Int]] = []
  /// The page as a target, under which the pool keeps it.
  private(set) var size: FramePlan.Target
  /// The plan's composites, as they read from the page.
  private(set) var composites: [CompositeInstance]

  var isEmpty: Bool { rows.isEmpty }

  init(_ plan: FramePlan, _ leaves: LeafTargets, without groups: GroupSquares, sizeLimit: Int) {
    composites = plan.composites
    size = plan.targets[0]
    guard !leaves.isEmpty, sizeLimit >= Self.width else { return }
    entries = plan.targets.indices.map { target in
      guard let leaf = leaves[target], !groups.folds(target),
        leaf.window.width <= Self.width, leaf.window.height <= Self.limit
      else { return nil }
      return Entry(pass: leaf.pass, window: leaf.window)
    }
    var x = Self.width
    var (width, height) = (0, 0)
    for draw in plan.draws {
      guard let target = target(of: draw), let window = entries[target]?.window else { continue }
      if x + window.width > Self.width {
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
    // In steps, so that a framebuffer fits many frames; but with a width that is no power of two, which
    // would have all lines meet in the same places of caches.
    size.height = (height + 31) / 32 * 32
    size.width = (width + 47) / 64 * 64 + 16
    size.format = .unorm8
    size.key = nil
  }

  /// Where a target lies on the page; nil when it does not.
  func entry(_ target: Int) -> Entry? { entries.isEmpty ? nil : entries[target] }

  /// The target that a draw lays over the frame from the page.
  func target(of draw: FramePlan.Draw) -> Int? {
    guard case .composite(let target, _) = draw.kind, entry(target) != nil else { return nil }
    return target
  }

  /// What is drawn at once.
  func entries(ofRow row: Int) -> [Entry] { rows[row].compactMap(entry) }
}

extension PixelWindow {
  func touches(_ other: PixelWindow) -> Bool {
    x < other.x + other.width && other.x < x + width && y < other.y + other.height
      && other.y < y + height
  }
}

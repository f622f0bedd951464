import Foundation
import GlazeGeometry
import Synchronization

/// What paths cover, kept between frames: a path that only moves is not covered again.
///
/// A mask is found by the path, its style, and how its plane is seen, but for whole pixels of movement;
/// positions inside a pixel are told apart in 1/16, so that the same frame always takes the same mask.
struct PathMasks: Sendable {
  /// Where between pixels a path may lie, a side.
  static let phases = 16.0
  /// Paths larger than this, a side, are covered only where they are seen.
  static let maximumSize = 2048.0
  /// Masks that this many frames did not use are forgotten.
  static let patience = 30

  struct Key: Hashable {
    var path: PathElements
    var style: PathStyle
    var map: Homography
    var window: PixelWindow

    /// Of a path only some points are hashed: paths that differ mostly differ there, too.
    func hash(into hasher: inout Hasher) {
      let points = path.points
      hasher.combine(points.count)
      hasher.combine(path.verbs.count)
      for index in stride(from: 0, to: points.count, by: points.count / 4 + 1) {
        hasher.combine(points[index].x)
        hasher.combine(points[index].y)
      }
      hasher.combine(style)
      hasher.combine(map)
      hasher.combine(window)
    }
  }

  struct Entry {
    var mask: FramePlan.Mask?
    /// Of the mask's first pixel, from the whole pixel that the path was moved by.
    var x: Int
    var y: Int
    var frame: Int
  }

  /// Where in `entries` the mask of a path is.
  private var places: [Key: Int] = [:]
  private var entries: [Entry] = []
  /// The entries whose bytes are still to be found, in the order of `queue`.
  private var pending: [Int] = []
  private var queue = CoverQueue()
  /// Bytes; above it masks that were not used for longest are forgotten first.
  var budget = MemoryBudget.standard.masks
  /// Of all masks that are kept.
  private(set) var bytes = 0
  private var frame = 0
  /// Backends keep masks by identity, whichever planner made them.
  private static let identities = Atomic<UInt64>(0)

  static func newIdentity() -> UInt64 {
    identities.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Begins a frame; forgets what is old or, apart from what the last frame used, too much.
  mutating func beginFrame() {
    frame += 1
    guard pending.isEmpty else { return }
    if frame % Self.patience == 0 { forget(before: frame - Self.patience + 1) }
    for age in [8, 2, 1] where bytes > budget { forget(before: frame - age) }
  }

  /// - Complexity: O(n).
  private mutating func forget(before frame: Int) {
    var kept: [Entry] = []
    places = places.compactMapValues { place in
      guard entries[place].frame >= frame else { return nil }
      kept.append(entries[place])
      return kept.count - 1
    }
    entries = kept
    bytes = kept.reduce(0) { $0 + ($1.mask?.bytes.count ?? 0) }
  }

  /// Finds or makes the mask of a path; its bytes are there after `finish(_:)`.
  ///
  /// - Parameters:
  ///   - map: From the path's plane to the frame's pixels.
  ///   - bounds: What of the frame is seen.
  /// - Returns: The mask with the pixel of the frame that its first one lies on; nil when the path
  ///   covers nothing.
  mutating func mask(
    of path: PathElements, _ style: PathStyle, map: Homography, bounds: PixelRect,
    rasterizer: PathRasterizer
  ) -> (mask: FramePlan.Mask, x: Int, y: Int)? {
    var key = Key(
      path: path, style: style, map: map,
      window: PixelWindow(
        x: Int(bounds.minX), y: Int(bounds.minY), width: Int(bounds.maxX - bounds.minX),
        height: Int(bounds.maxY - bounds.minY)))
    var (moveX, moveY) = (0.0, 0.0)
    if map.isAffine, let box = map.boundingBox(of: path.controlBox.outset(style)),
      box.width <= Self.maximumSize, box.height <= Self.maximumSize
    {
      moveX = (map.xw * Self.phases).rounded() / Self.phases
      moveY = (map.yw * Self.phases).rounded() / Self.phases
      key.map.xw = moveX - moveX.rounded(.down)
      key.map.yw = moveY - moveY.rounded(.down)
      moveX = moveX.rounded(.down)
      moveY = moveY.rounded(.down)
      key.window = PixelWindow(
        x: Int((box.minX - moveX).rounded(.down)) - 2,
        y: Int((box.minY - moveY).rounded(.down)) - 2,
        width: Int(box.width) + 6, height: Int(box.height) + 6)
    }
    let place = places[key] ?? cover(key, rasterizer)
    entries[place].frame = frame
    let entry = entries[place]
    return entry.mask.map { ($0, entry.x + Int(moveX), entry.y + Int(moveY)) }
  }

  /// Makes the entry of a new mask; returns its place.
  private mutating func cover(_ key: Key, _ rasterizer: PathRasterizer) -> Int {
    let place = entries.count
    places[key] = place
    guard
      let outline = rasterizer.outline(
        of: key.path, style: key.style, map: key.map, clip: key.window)
    else {
      entries.append(Entry(mask: nil, x: 0, y: 0, frame: frame))
      return place
    }
    let window = outline.window
    let mask = FramePlan.Mask(
      identity: Self.newIdentity(), width: window.width, height: window.height, bytes: [])
    entries.append(Entry(mask: mask, x: window.x, y: window.y, frame: frame))
    pending.append(place)
    queue.add(outline, rasterizer)
    return place
  }

  // MARK: Covering

  /// Covers what is left of the new masks, and gives them to a plan.
  mutating func finish(_ plan: inout FramePlan) {
    if pending.isEmpty { return }
    var found: [UInt64: [UInt8]] = [:]
    for (place, bytes) in zip(pending, queue.finish()) {
      entries[place].mask?.bytes = bytes
      self.bytes += bytes.count
      if let mask = entries[place].mask { found[mask.identity] = bytes }
    }
    for index in plan.masks.indices {
      if let bytes = found[plan.masks[index].identity] { plan.masks[index].bytes = bytes }
    }
    pending.removeAll()
    queue = CoverQueue()
  }
}

extension CGRect {
  /// The box around a path's line when this is the box around the path.
  func outset(_ style: PathStyle) -> CGRect {
    guard case .stroke(let stroke) = style else { return self }
    let miter = stroke.join == .miter ? max(stroke.miterLimit, 1) : 1
    let reach = stroke.width / 2 * max(miter, 1.5)
    return insetBy(dx: -reach, dy: -reach)
  }
}

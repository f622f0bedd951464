import Foundation
import GlazeGeometry
import Synchronization

/// The masks of paths, cached between frames: the coverage of a path that only moves is not
/// computed again.
///
/// A mask is found by the path, its style, and the transform of its plane, except for movement by
/// integer pixels. Positions inside a pixel are rounded to 1/16, so that the same frame always uses
/// the same mask.
struct PathMasks: ~Copyable, Sendable {
  /// The number of positions between two pixels along each axis.
  static let phases = 16.0
  /// The largest side of a path's mask; larger paths are covered only where they are visible.
  static let maximumSize = 2048.0
  /// Of smaller paths that extend beyond the visible pixels, the covered part grows in steps of so many pixels, so
  /// that a path that moves keeps its mask for a while.
  static let step = 128.0
  /// The largest movement that is resolved in sixteenths of a pixel.
  private static let farthest = 1e9

  struct Key: Hashable {
    var path: PathElements
    var style: PathStyle
    var map: Homography
    var window: PixelWindow

    /// Only properties that usually differ are hashed, and as one number, since a full hash takes
    /// as long as covering a small path: of the path some points, of the style the kind and the
    /// width.
    func hash(into hasher: inout Hasher) {
      let points = path.points
      var mix = NumberMix(UInt64(points.count) << 32 ^ UInt64(truncatingIfNeeded: window.width))
      if !points.isEmpty {
        let (middle, last) = (points[points.count / 2], points[points.count - 1])
        mix.add(middle.x.native)
        mix.add(middle.y.native)
        mix.add(last.x.native)
        mix.add(last.y.native)
      }
      if case .stroke(let stroke) = style {
        mix.add(stroke.width.native)
        mix.add(stroke.trimEnd.native)
        mix.add(stroke.dashPhase.native)
      }
      mix.add(map.xx)
      mix.add(map.xy)
      mix.add(map.xw)
      mix.add(map.yw)
      mix.add(map.yy)
      mix.add(map.wx)
      mix.add(map.ww)
      hasher.combine(mix.value)
    }
  }

  /// Combines many numbers into one, which the standard hasher then makes unpredictable.
  private struct NumberMix {
    private(set) var value: UInt64

    init(_ value: UInt64) { self.value = value }

    /// Adds a number; equal numbers such as 0 and -0 give the same result.
    mutating func add(_ number: Double) {
      value = (value ^ (number + 0).bitPattern) &* 0x9E37_79B9_7F4A_7C15
      value ^= value >> 29
    }
  }

  struct Entry {
    /// nil for a path that covers nothing.
    var mask: FramePlan.Mask?
    /// The work of covering it, or of finding that it covers nothing.
    var work: Int
    /// The offset of the mask's first pixel from the integer pixel by which the path was moved.
    var x: Int
    var y: Int
  }

  private var cache = LRUCache<Key, Entry>(owner: .masks)
  private struct Pending: IdentifiedMask {
    var identity: UInt64
    var slot: Int
  }
  /// The masks whose bytes are still to be computed, in the order of `queue`.
  private var pending: [Pending] = []
  private var queue = CoverQueue()
  private var products = MaskProducts()
  /// The next identity, shared by all planners, because backends cache masks by identity.
  private static let identities = Atomic<UInt64>(0)

  static func newIdentity() -> UInt64 {
    identities.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// The bytes that may be cached.
  var budget: Int {
    get { cache.budget + products.statistics.bytes }
    set {
      products.budget = newValue / 2
      cache.budget = max(0, newValue - products.statistics.bytes)
    }
  }
  var statistics: CacheStatistics {
    var statistics = cache.statistics
    statistics += products.statistics
    return statistics
  }

  /// Begins a frame; evicts old masks, and masks over the budget that the last frame did not use.
  ///
  /// - Parameters:
  ///   - isPart: Whether only a part of the frame is drawn.
  ///   - keeps: Whether anything of earlier frames is retained.
  mutating func beginFrame(isPart: Bool, keeps: Bool) {
    if !keeps { cache.removeAll() }
    if pending.isEmpty { cache.evict() }
    cache.beginFrame(isPart: isPart)
    products.beginFrame(isPart: isPart, keeps: keeps)
  }

  /// Finds or creates the mask of a path; its bytes are available after `finish(_:)`.
  ///
  /// - Parameters:
  ///   - map: The map from the path's plane to the frame's pixels.
  ///   - bounds: The visible part of the frame.
  ///   - room: The most work that a new mask may be.
  /// - Returns: The mask with the pixel of the frame on which its first pixel lies; nil for a path
  ///   that is far from the frame. A mask beyond the room has no bytes.
  mutating func mask(
    of path: PathElements, _ style: PathStyle, map: Homography, bounds: PixelRect, room: Int
  ) -> Entry? {
    // A number that is not one would never be found again.
    guard map.isFinite else { return nil }
    let box = map.isAffine ? map.boundingBox(of: path.controlBox.outset(style)) : nil
    // Positions that are far away do not fit in the integers of pixels.
    if let box {
      let reach = PixelRect(
        minX: box.minX.native, minY: box.minY.native, maxX: box.maxX.native, maxY: box.maxY.native)
      if reach.outset(by: 2).intersection(bounds).isEmpty { return nil }
    }
    var key = Key(
      path: path, style: style, map: map,
      window: PixelWindow(bounds))
    var (moveX, moveY) = (0.0, 0.0)
    if let box, box.width <= Self.maximumSize, box.height <= Self.maximumSize,
      abs(map.xw) < Self.farthest, abs(map.yw) < Self.farthest
    {
      moveX = (map.xw * Self.phases).rounded() / Self.phases
      moveY = (map.yw * Self.phases).rounded() / Self.phases
      key.map.xw = moveX - moveX.rounded(.down)
      key.map.yw = moveY - moveY.rounded(.down)
      moveX = moveX.rounded(.down)
      moveY = moveY.rounded(.down)
      let (left, top) = ((box.minX - moveX).rounded(.down), (box.minY - moveY).rounded(.down))
      let whole = PixelRect(
        minX: left - 2, minY: top - 2, maxX: left + box.width.rounded(.down) + 4,
        maxY: top + box.height.rounded(.down) + 4)
      let seen = bounds.moved(by: -SIMD2(moveX, moveY)).outward(to: Self.step)
      key.window = PixelWindow(whole.intersection(seen))
    }
    var entry = cache.use(key).flatMap { cache[$0] } ?? cover(key, room)
    entry.x += Int(clamping: moveX)
    entry.y += Int(clamping: moveY)
    return entry
  }

  /// Finds or creates the product of some masks of this frame; its bytes are available after `finish(_:)`.
  ///
  /// - Returns: nil where the factors have no pixel in common.
  mutating func product(of factors: [MaskProducts.Factor]) -> MaskProducts.Factor? {
    products.product(of: factors)
  }

  /// Creates the entry of a new mask.
  private mutating func cover(_ key: Key, _ room: Int) -> Entry {
    let (window, work) = queue.add(
      key.path, key.style, map: key.map, clip: key.window, room: room)
    guard let window else {
      let entry = Entry(mask: nil, work: work, x: 0, y: 0)
      cache.insert(entry, for: key, bytes: 0)
      return entry
    }
    let mask = FramePlan.Mask(
      identity: Self.newIdentity(), width: window.width, height: window.height, bytes: [],
      work: work)
    let entry = Entry(mask: mask, work: work, x: window.x, y: window.y)
    // With it the frame exceeds a limit: it is not drawn, and a later frame may have more room.
    guard work <= room else { return entry }
    let slot = cache.insert(entry, for: key, bytes: 0)
    pending.append(Pending(identity: mask.identity, slot: slot))
    return entry
  }

  // MARK: Coverage

  /// Computes the remaining new masks, and adds them to a plan.
  mutating func finish(_ plan: inout FramePlan) {
    if pending.isEmpty, products.isComplete { return queue.giveBack() }
    var found: [[UInt8]] = []
    found.reserveCapacity(pending.count)
    queue.finish { bytes in
      let slot = pending[found.count].slot
      cache[slot]?.mask?.bytes = bytes
      cache.setBytes(bytes.count, at: slot)
      found.append(bytes)
    }
    for index in plan.masks.indices {
      if let place = pending.index(of: plan.masks[index].identity) {
        plan.masks[index].bytes = found[place]
      }
    }
    let finished = pending
    products.finish(&plan) { mask in
      guard mask.bytes.isEmpty else { return mask.bytes }
      return finished.index(of: mask.identity).map { found[$0] } ?? []
    }
    pending.removeAll()
  }
}

/// A mask whose bytes are still to be computed.
protocol IdentifiedMask {
  var identity: UInt64 { get }
}

extension Array where Element: IdentifiedMask {
  /// The index of the mask with an identity; nil when there is none.
  ///
  /// - Complexity: O(log n), since identities increase.
  func index(of identity: UInt64) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].identity < identity { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low].identity == identity ? low : nil
  }
}

extension PixelWindow {
  init(_ rect: PixelRect) {
    self.init(
      x: Int(clamping: rect.minX), y: Int(clamping: rect.minY),
      width: Int(clamping: rect.maxX - rect.minX), height: Int(clamping: rect.maxY - rect.minY))
  }
}

extension PixelRect {
  /// The least rectangle around it whose edges are multiples of a number.
  func outward(to step: Double) -> PixelRect {
    PixelRect(
      minX: (minX / step).rounded(.down) * step, minY: (minY / step).rounded(.down) * step,
      maxX: (maxX / step).rounded(.up) * step, maxY: (maxY / step).rounded(.up) * step)
  }
}

extension CGRect {
  /// The box around a path's line, when this is the box around the path.
  func outset(_ style: PathStyle) -> CGRect {
    guard case .stroke(let stroke) = style else { return self }
    let miter = stroke.join == .miter ? max(stroke.miterLimit, 1) : 1
    let reach = stroke.width / 2 * max(miter, 1.5)
    return insetBy(dx: -reach, dy: -reach)
  }
}

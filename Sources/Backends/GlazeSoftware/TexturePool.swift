import CGlazeKernels
import GlazeGeometry
import GlazePlan
import GlazeTree

/// The images in the form that the kernels sample, cached between frames.
final class TexturePool {
  /// An image's level, or all of them.
  private final class Entry {
    let chain: MipChain
    let levels: UnsafeMutableBufferPointer<GlazeLevel>
    /// The data of deep images for the kernels: the planes of each row, one level after another.
    let planes: UnsafeMutableBufferPointer<Float>?

    /// The image; nil when it no longer exists, so that it cannot be requested again.
    private(set) weak var image: CGImage?

    var byteCount: Int { chain.byteCount + (planes?.count ?? 0) * MemoryLayout<Float>.stride }

    init(chain: MipChain, image: CGImage) {
      self.chain = chain
      self.image = image
      levels = .allocate(capacity: chain.levels.count)
      planes = Self.planes(of: chain)
      var start = planes?.baseAddress
      for (index, level) in chain.levels.enumerated() {
        // The arrays live as long as `chain` and are never written. Their storage does not move, as
        // for every constant array that is passed to C.
        let pixels = level.pixels.withUnsafeBytes { $0.baseAddress }
        levels.initializeElement(
          at: index,
          to: GlazeLevel(
            pixels: pixels?.assumingMemoryBound(to: UInt32.self), width: Int32(level.width),
            height: Int32(level.height), planes: UnsafePointer(start),
            stride: start == nil ? 0 : Int32(level.width), planeCount: 4))
        start = start.map { $0 + level.width * level.height * 4 }
      }
    }

    deinit {
      levels.deallocate()
      planes?.deallocate()
    }

    private static func planes(of chain: MipChain) -> UnsafeMutableBufferPointer<Float>? {
      guard chain.levels[0].deepPixels != nil else { return nil }
      let planes = UnsafeMutableBufferPointer<Float>.allocate(
        capacity: chain.levels.reduce(0) { $0 + $1.width * $1.height * 4 })
      var next = 0
      for level in chain.levels {
        guard let deep = level.deepPixels else { continue }
        for y in 0..<level.height {
          for component in 0..<4 {
            for x in 0..<level.width {
              planes.initializeElement(
                at: next, to: Float(deep[(y * level.width + x) * 4 + component]))
              next += 1
            }
          }
        }
      }
      return planes
    }
  }

  private var cache = LRUCache<FramePlan.TextureKey, Entry>(owner: .images)
  private var sweep = SlotSweep()

  /// The bytes that may be cached.
  var budget: Int {
    get { cache.budget }
    set { cache.budget = newValue }
  }
  var statistics: CacheStatistics { cache.statistics }

  /// The textures of a plan in order, valid until the next call.
  func textures(for plan: FramePlan) -> [GlazeTexture] {
    if plan.textures.isEmpty, cache.statistics.count == 0 { return [] }
    cache.beginFrame(isPart: plan.damage != nil)
    let result = zip(plan.textures, plan.textureKeys).map { texture, key in
      let levels = entry(for: texture.image, key).levels
      return GlazeTexture(
        levels: levels.baseAddress.map {
          UnsafePointer($0 + (key.level == nil ? texture.level : 0))
        },
        levelCount: texture.minification == .trilinear ? Int32(levels.count) : 1,
        minification: Int32(texture.minification.rawValue),
        magnification: Int32(texture.magnification.rawValue), isTarget: false)
    }
    removeOrphans()
    cache.evict()
    return result
  }

  /// Removes textures of images that no longer exist; each frame looks for some.
  private func removeOrphans() {
    let count = cache.statistics.count
    for slot in sweep.slots(of: cache.slotCount) {
      if let entry = cache[slot], entry.image == nil { cache.remove(slot: slot) }
    }
    sweep.note(found: cache.statistics.count < count)
  }

  private func entry(for image: CGImage, _ key: FramePlan.TextureKey) -> Entry {
    if let entry = cache.use(key).flatMap({ cache[$0] }) { return entry }
    let chain =
      key.level.map { MipChain(image: image, level: $0, map: key.map) }
      ?? MipChain(image: image, map: key.map)
    let entry = Entry(chain: chain, image: image)
    cache.insert(entry, for: key, bytes: entry.byteCount)
    return entry
  }
}

import GlazeGeometry
import GlazePlan
import GlazeTree

/// The images that are textures on the device, cached from frame to frame.
package struct ImageResidency: Sendable {
  private typealias Key = FramePlan.TextureKey

  /// The cache, whose slots are those of the textures.
  private var cache = LRUCache<Key, Void>(owner: .images)

  /// The bytes that may be cached.
  var budget: Int {
    get { cache.budget }
    set { cache.budget = newValue }
  }
  var statistics: CacheStatistics { cache.statistics }

  /// Finds slots for a plan's images, after evictions have made room for them.
  ///
  /// - Parameter list: Receives the commands for the device.
  /// - Returns: The sources for draws, in the order of the plan's textures.
  mutating func prepare(
    _ plan: FramePlan, _ traits: DeviceTraits, _ list: inout CommandList
  ) throws(LoweringError) -> [CommandList.Source] {
    cache.beginFrame(isPart: plan.damage != nil)
    let keys = plan.textureKeys
    makeRoom(for: keys, plan, &list)
    var sources: [CommandList.Source] = []
    for (index, texture) in plan.textures.enumerated() {
      let slot = try self.slot(keys[index], index, texture.image, traits, &list)
      let sampler = list.sampler(
        .image(
          minification: texture.minification, magnification: texture.magnification,
          level: keys[index].level == nil ? texture.level : 0))
      sources.append(.init(kind: .image, index: Int32(slot), sampler: sampler))
    }
    return sources
  }

  /// Removes the entry of a slot whose texture no longer exists.
  package mutating func forget(slot: Int) { cache.remove(slot: slot) }

  private mutating func makeRoom(
    for keys: [Key], _ plan: FramePlan, _ list: inout CommandList
  ) {
    var new: [Key: Int] = [:]
    for (key, texture) in zip(keys, plan.textures) where cache.use(key) == nil {
      new[key] = Self.bytes(of: texture.image, key)
    }
    for (slot, _) in cache.evict(before: new.values.reduce(0, +)) {
      list.commands.append(.deleteImage(slot: slot))
    }
  }

  /// The bytes of a texture: 0 where another program's image is used directly.
  private static func bytes(of image: CGImage, _ key: Key) -> Int {
    image.isOnDevice && key.level == 0 && key.map == nil
      ? 0 : MipChain.byteCount(of: image, level: key.level, map: key.map)
  }

  private mutating func slot(
    _ key: Key, _ texture: Int, _ image: CGImage, _ traits: DeviceTraits,
    _ list: inout CommandList
  ) throws(LoweringError) -> Int {
    if let slot = cache.use(key) { return slot }
    let size = max(image.width, image.height) >> (key.level ?? 0)
    guard size <= traits.largestSurface else {
      throw .tooLarge(
        what: "an image of \(image.width) x \(image.height) pixels", size: size,
        limit: traits.largestSurface)
    }
    let bytes = Self.bytes(of: image, key)
    let slot = cache.insert((), for: key, bytes: bytes)
    if !image.isOnDevice { list.uploadedBytes += bytes }
    list.commands.append(.makeImage(slot: slot, texture: texture, level: key.level))
    return slot
  }
}

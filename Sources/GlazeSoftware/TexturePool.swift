import CGlazeKernels
import GlazeGeometry
import GlazePlan
import GlazeTree

/// Pictures in the form that the kernels sample, kept between frames.
final class TexturePool {
  /// An image with the levels that have been needed so far.
  private final class Entry {
    let chain: MipChain
    let levels: UnsafeMutableBufferPointer<GlazeLevel>
    /// Of deep images, as the kernels read them: planes of each row, one level after another.
    let planes: UnsafeMutableBufferPointer<Float>?
    let bytes: Int
    /// Number of the last plan that used it.
    var plan = 0

    init(chain: MipChain) {
      self.chain = chain
      levels = .allocate(capacity: chain.levels.count)
      planes = Self.planes(of: chain)
      let texels = chain.levels.reduce(0) { $0 + $1.width * $1.height }
      bytes = texels * (chain.levels[0].deepPixels == nil ? 4 : 24)
      var start = planes?.baseAddress
      for (index, level) in chain.levels.enumerated() {
        // The arrays live as long as `chain` does, and nobody writes to them: their storage stays
        // where it is, as it does for every constant array that is handed to C.
        let pixels = level.pixels.withUnsafeBytes { $0.baseAddress }
        levels.initializeElement(
          at: index,
          to: GlazeLevel(
            pixels: pixels?.assumingMemoryBound(to: UInt32.self), width: Int32(level.width),
            height: Int32(level.height), planes: UnsafePointer(start),
            stride: start == nil ? 0 : Int32(level.width)))
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

  /// Of images that are kept though what changed in the last frames does not touch them, in bytes.
  private static let idleBudget = 32 << 20

  private var entries: [UInt64: Entry] = [:]
  private var plan = 0

  /// How many images are kept.
  var count: Int { entries.count }

  /// The textures in order; valid until the next call.
  ///
  /// Images that it does not name are dropped.
  ///
  /// - Parameter isPart: Whether images of the same frame may be elsewhere: then they are dropped when
  ///   they take much memory, those first that were not used for longest.
  func textures(for textures: [FramePlan.Texture], isPart: Bool) -> [GlazeTexture] {
    plan += 1
    var needsLevels: [UInt64: Bool] = [:]
    for texture in textures {
      needsLevels[texture.image.identity, default: false] =
        needsLevels[texture.image.identity, default: false] || texture.needsLevels
    }
    let result = textures.map { texture in
      let identity = texture.image.identity
      let entry = self.entry(
        for: texture.image, withLevels: needsLevels[identity, default: false])
      entry.plan = plan
      return GlazeTexture(
        levels: entry.levels.baseAddress.map { UnsafePointer($0 + texture.level) },
        levelCount: texture.minification == .trilinear ? Int32(entry.levels.count) : 1,
        minification: Int32(texture.minification.rawValue),
        magnification: Int32(texture.magnification.rawValue), isPicture: false)
    }
    dropIdle(limit: isPart ? Self.idleBudget : 0)
    return result
  }

  private func dropIdle(limit: Int) {
    let idle = entries.filter { $0.value.plan < plan }
    var bytes = idle.values.reduce(0) { $0 + $1.bytes }
    if bytes <= limit { return }
    for (identity, entry) in idle.sorted(by: { $0.value.plan < $1.value.plan })
    where bytes > limit {
      bytes -= entry.bytes
      entries[identity] = nil
    }
  }

  private func entry(for image: CGImage, withLevels: Bool) -> Entry {
    let isSmallest = image.width == 1 && image.height == 1
    if let entry = entries[image.identity],
      !withLevels || isSmallest || entry.chain.levels.count > 1
    {
      return entry
    }
    let entry = Entry(chain: withLevels ? MipChain(image: image) : MipChain(base: image))
    entries[image.identity] = entry
    return entry
  }
}

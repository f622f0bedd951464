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

    init(chain: MipChain) {
      self.chain = chain
      levels = .allocate(capacity: chain.levels.count)
      planes = Self.planes(of: chain)
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

  private var entries: [UInt64: Entry] = [:]

  /// How many images are kept.
  var count: Int { entries.count }

  /// The textures in order; valid until the next call.
  ///
  /// Images that it does not name are dropped.
  func textures(for textures: [FramePlan.Texture]) -> [GlazeTexture] {
    var needsLevels: [UInt64: Bool] = [:]
    for texture in textures {
      needsLevels[texture.image.identity, default: false] =
        needsLevels[texture.image.identity, default: false] || texture.needsLevels
    }
    var kept: [UInt64: Entry] = [:]
    let result = textures.map { texture in
      let identity = texture.image.identity
      let entry =
        kept[identity]
        ?? self.entry(
          for: texture.image, withLevels: needsLevels[identity, default: false])
      kept[identity] = entry
      return GlazeTexture(
        levels: UnsafePointer(entry.levels.baseAddress),
        levelCount: texture.needsLevels ? Int32(entry.levels.count) : 1,
        minification: Int32(texture.minification.rawValue),
        magnification: Int32(texture.magnification.rawValue), isPicture: false)
    }
    entries = kept
    return result
  }

  private func entry(for image: CGImage, withLevels: Bool) -> Entry {
    let isSmallest = image.width == 1 && image.height == 1
    if let entry = entries[image.identity],
      !withLevels || isSmallest || entry.chain.levels.count > 1
    {
      return entry
    }
    return Entry(chain: withLevels ? MipChain(image: image) : MipChain(base: image))
  }
}

extension FramePlan.Texture {
  fileprivate var needsLevels: Bool { minification == .trilinear }
}

import GlazeDrawing
import GlazeGeometry
import GlazeLayers
import GlazePlan

extension Renderer {
  /// Throws unless the backend can read all external images of a plan.
  ///
  /// - Parameter root: the tree that is searched for the layer with these contents.
  func check(_ plan: FramePlan, of root: CALayer) throws(GlazeError) {
    // The limit is asked of the kernel, and the sum takes memory itself.
    if plan.takesMemory, AddressSpace.isLimited { try checkMemory(plan.bytes) }
    for texture in plan.textures {
      guard let source = texture.image.external?.source,
        let obstacle = obstacle(texture.image, source)
      else { continue }
      let layer = root.layerShowing(texture.image)
      let place = layer.map {
        "the contents of \($0.name.map { "\"\(MessageText.shown($0))\"" } ?? "a layer")"
      }
      throw GlazeError(
        .unsupportedContents, "\(place ?? "contents"), \(source), cannot be shown: \(obstacle)")
    }
    for underlay in plan.underlays { try check(underlay, of: root) }
  }

  private func checkMemory(_ bytes: Int) throws(GlazeError) {
    guard !AddressSpace.hasRoom(for: bytes) else { return }
    throw GlazeError(
      .limit,
      "the image requires \(bytes) bytes, and this process may allocate "
        + "\(AddressSpace.room ?? 0) more (ulimit -v); make it smaller, or raise the limit")
  }

  /// Returns the fence of the last frame in a shared target.
  func takeFence() -> FrameFence? {
    if case .gl(let gl) = activeBackend { gl.fence.take() } else { nil }
  }

  /// Returns why the backend cannot read an image, as far as is known before it tries.
  private func obstacle(_ image: CGImage, _ source: ExternalSource) -> String? {
    if case .software = activeBackend { return image.obstacle }
    // In a context of Glaze, a texture of the same name would be another one.
    if case .texture = source.kind, !drawsInHost { return source.obstacle }
    return nil
  }
}

extension CALayer {
  /// The first layer whose contents are an image, in the order of drawing.
  fileprivate func layerShowing(_ image: CGImage) -> CALayer? {
    var pending: [CALayer] = [self]
    while let layer = pending.popLast() {
      if (layer.contents as? ExternalImage)?.image === image { return layer }
      if let mask = layer.mask { pending.append(mask) }
      pending += (layer.sublayers ?? []).reversed()
    }
    return nil
  }
}

extension FramePlan {
  /// Whether drawing takes more than what earlier frames cached.
  fileprivate var takesMemory: Bool {
    !textures.isEmpty || targets.contains { !$0.isCached }
  }

  /// The most memory that drawing takes: the targets that exist at the same time, the frame once
  /// more for the caller, and images.
  fileprivate var bytes: Int {
    let frame = targets.first.map { $0.width * $0.height * (4 + $0.format.bytesPerPixel) } ?? 0
    return frame + mostTargetBytes + bitmapBytes
  }

  /// The memory that images take in addition to their own pixels.
  private var bitmapBytes: Int {
    var images: [TextureKey: CGImage] = [:]
    for (key, texture) in zip(textureKeys, textures) where !texture.image.isOnDevice {
      images[key] = texture.image
    }
    return images.reduce(0) { sum, entry in
      let (key, image) = (entry.key, entry.value)
      let isDeep = image.bitsPerComponent > 8
      // A bitmap, and the image of it.
      let sum = image.undrawn == nil ? sum : sum + image.width * image.height * 8
      if key.level == 0, !isDeep { return sum }
      // The CPU reads deep images as 32-bit numbers.
      return sum + MipChain.byteCount(of: image, level: key.level) * (isDeep ? 3 : 1)
    }
  }
}

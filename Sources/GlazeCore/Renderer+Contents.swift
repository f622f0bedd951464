import GlazeDrawing
import GlazeGeometry
import GlazeLayers
import GlazePlan

extension Renderer {
  /// Makes sure that the backend can read all pictures of a plan that are other programs'.
  ///
  /// - Parameter root: is searched for the layer whose contents they are.
  func check(_ plan: FramePlan, of root: CALayer) throws(GlazeError) {
    // Adding up takes memory in each frame, for nothing where nobody set a limit.
    if AddressSpace.isLimited { try checkMemory(plan.bytes) }
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
      "the picture takes \(bytes) bytes, and this process may take \(AddressSpace.room ?? 0) more "
        + "(ulimit -v); make it smaller, or raise the limit")
  }

  /// When the last frame that others see will be drawn.
  func takeFence() -> FrameFence? {
    if case .gl(let gl) = activeBackend { gl.fence.take() } else { nil }
  }

  /// Why the backend cannot read a picture, as far as is known before it tries.
  private func obstacle(_ image: CGImage, _ source: ExternalSource) -> String? {
    if case .software = activeBackend { return image.obstacle }
    // A texture of the same name in a context of Glaze's would be another one.
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
  /// What drawing takes at most: all targets, the frame once more as it is handed out, and pictures.
  fileprivate var bytes: Int {
    let frame = targets.first.map { $0.width * $0.height * 4 } ?? 0
    return targets.reduce(frame + pictureBytes) {
      $0 + $1.width * $1.height * ($1.format == .unorm8 ? 4 : 8)
    }
  }

  /// What pictures take besides their own pixels.
  private var pictureBytes: Int {
    var images: [TextureKey: CGImage] = [:]
    for (key, texture) in zip(textureKeys, textures) where !texture.image.isOnDevice {
      images[key] = texture.image
    }
    return images.reduce(0) { sum, entry in
      let (key, image) = (entry.key, entry.value)
      let isDeep = image.bitsPerComponent > 8
      if key.level == 0, !isDeep { return sum }
      // The CPU reads deep pictures as numbers of 32 bits.
      return sum + MipChain.byteCount(of: image, level: key.level) * (isDeep ? 3 : 1)
    }
  }
}

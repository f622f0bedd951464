import CEGL

/// The images that contexts, devices and programs share, on one display.
package final class EGLImages: @unchecked Sendable {
  // Unchecked: EGL is thread-safe, and the handles are only ever passed back to it.
  private let display: EGLDisplay
  private let extensions: Set<String>

  /// A part of a dma-buf with its own components.
  package struct Plane {
    package var descriptor: Int32
    package var offset: Int
    package var bytesPerRow: Int

    package init(descriptor: Int32, offset: Int, bytesPerRow: Int) {
      (self.descriptor, self.offset, self.bytesPerRow) = (descriptor, offset, bytesPerRow)
    }
  }

  /// A dma-buf: its format is DRM's code; its modifier is DRM's number, or nil for the driver's
  /// own.
  package struct Buffer {
    package var width: Int
    package var height: Int
    package var format: UInt32
    package var modifier: UInt64?
    package var planes: [Plane]
    /// The meaning of Y, Cb and Cr, which the driver converts; nil where it does not.
    package var colors: Colors?

    package init(
      width: Int, height: Int, format: UInt32, modifier: UInt64?, planes: [Plane],
      colors: Colors? = nil
    ) {
      (self.width, self.height, self.format) = (width, height, format)
      (self.modifier, self.planes, self.colors) = (modifier, planes, colors)
    }
  }

  /// The meaning of Y, Cb and Cr.
  package struct Colors {
    package enum Standard { case rec601, rec709, rec2020 }
    package var standard: Standard
    package var isFullRange: Bool

    package init(_ standard: Standard, isFullRange: Bool) {
      (self.standard, self.isFullRange) = (standard, isFullRange)
    }

    /// EGL's hints, with chroma between the rows and at every second column.
    fileprivate var attributes: [EGLint] {
      let space =
        switch standard {
        case .rec601: EGL_ITU_REC601_EXT
        case .rec709: EGL_ITU_REC709_EXT
        case .rec2020: EGL_ITU_REC2020_EXT
        }
      return [
        EGL_YUV_COLOR_SPACE_HINT_EXT, space,
        EGL_SAMPLE_RANGE_HINT_EXT, isFullRange ? EGL_YUV_FULL_RANGE_EXT : EGL_YUV_NARROW_RANGE_EXT,
        EGL_YUV_CHROMA_HORIZONTAL_SITING_HINT_EXT, EGL_YUV_CHROMA_SITING_0_EXT,
        EGL_YUV_CHROMA_VERTICAL_SITING_HINT_EXT, EGL_YUV_CHROMA_SITING_0_5_EXT,
      ]
    }
  }

  /// The reason why an image cannot be shared.
  package struct Failure: Error {
    package let reason: String
  }

  /// - Returns: nil when the current context was not made by EGL.
  package static var current: EGLImages? {
    eglGetCurrentDisplay().map { EGLImages($0) }
  }

  private init(_ display: EGLDisplay) {
    self.display = display
    extensions = EGLCalls.extensions(eglQueryString(display, EGL_EXTENSIONS))
  }

  private func require(_ name: String) throws(Failure) {
    guard extensions.contains(name) else { throw Failure(reason: "this driver lacks \(name)") }
  }

  // MARK: Import

  /// Binds the pixels of an image to the texture that is bound to a target.
  ///
  /// - Parameter isStorage: Whether the context has GL_EXT_EGL_image_storage, else
  ///   GL_OES_EGL_image.
  package func bind(_ image: UnsafeMutableRawPointer, to target: UInt32, isStorage: Bool) {
    if isStorage {
      SharingCalls.bindStorage?(target, image, nil)
    } else {
      SharingCalls.bind?(target, image)
    }
  }

  /// Whether dma-bufs can be imported.
  package var importsBuffers: Bool { extensions.contains("EGL_EXT_image_dma_buf_import") }

  /// Imports a dma-buf.
  package func image(of buffer: Buffer) throws(Failure) -> UnsafeMutableRawPointer {
    try require("EGL_EXT_image_dma_buf_import")
    if buffer.modifier != nil, buffer.modifier != 0 {
      try require("EGL_EXT_image_dma_buf_import_modifiers")
    }
    guard let create = SharingCalls.createImage,
      let image = create(
        display, nil, EGLenum(EGL_LINUX_DMA_BUF_EXT), nil, attributes(of: buffer))
    else { throw Failure(reason: "EGL cannot import it (\(EGLErrorCode.last()))") }
    return image
  }

  private func attributes(of buffer: Buffer) -> [EGLint] {
    var attributes: [EGLint] = [
      EGL_WIDTH, EGLint(buffer.width), EGL_HEIGHT, EGLint(buffer.height),
      EGL_LINUX_DRM_FOURCC_EXT, EGLint(bitPattern: buffer.format),
    ]
    let names: [(fd: EGLint, offset: EGLint, pitch: EGLint, low: EGLint, high: EGLint)] = [
      (0x3272, 0x3273, 0x3274, 0x3443, 0x3444), (0x3275, 0x3276, 0x3277, 0x3445, 0x3446),
      (0x3278, 0x3279, 0x327A, 0x3447, 0x3448), (0x3440, 0x3441, 0x3442, 0x3449, 0x344A),
    ]
    let tellsModifiers = extensions.contains("EGL_EXT_image_dma_buf_import_modifiers")
    for (plane, name) in zip(buffer.planes, names) {
      attributes += [
        name.fd, plane.descriptor, name.offset, EGLint(plane.offset), name.pitch,
        EGLint(plane.bytesPerRow),
      ]
      if let modifier = buffer.modifier, tellsModifiers {
        attributes += [
          name.low, EGLint(truncatingIfNeeded: modifier), name.high,
          EGLint(truncatingIfNeeded: modifier >> 32),
        ]
      }
    }
    return attributes + (buffer.colors?.attributes ?? []) + [EGL_NONE]
  }

  /// Creates an image of level 0 of a texture in the current context.
  package func image(ofTexture name: UInt32) throws(Failure) -> UnsafeMutableRawPointer {
    try require("EGL_KHR_gl_texture_2D_image")
    let buffer = UnsafeMutableRawPointer(bitPattern: UInt(name))
    guard let create = SharingCalls.createImage,
      let image = create(
        display, eglGetCurrentContext(), EGLenum(EGL_GL_TEXTURE_2D_KHR), buffer, [EGL_NONE])
    else { throw Failure(reason: "EGL cannot make an image of it (\(EGLErrorCode.last()))") }
    return image
  }

  /// Destroys an image; textures that are bound to it keep its pixels.
  package func destroy(_ image: UnsafeMutableRawPointer) {
    _ = SharingCalls.destroyImage?(display, image)
  }

  // MARK: Export

  /// Exports an image as a dma-buf; the caller owns its descriptors.
  package func buffer(
    of image: UnsafeMutableRawPointer, width: Int, height: Int
  ) throws(Failure) -> Buffer {
    try require("EGL_MESA_image_dma_buf_export")
    var (format, count) = (Int32(0), Int32(0))
    var modifiers = [EGLuint64KHR](repeating: 0, count: 4)
    guard let query = SharingCalls.query, let export = SharingCalls.export,
      query(display, image, &format, &count, &modifiers) == EGL_TRUE, (1...4).contains(count)
    else { throw Failure(reason: "EGL cannot export it (\(EGLErrorCode.last()))") }
    var descriptors = [Int32](repeating: -1, count: 4)
    var rows = [EGLint](repeating: 0, count: 4)
    var offsets = [EGLint](repeating: 0, count: 4)
    guard export(display, image, &descriptors, &rows, &offsets) == EGL_TRUE else {
      throw Failure(reason: "EGL cannot export it (\(EGLErrorCode.last()))")
    }
    // Mesa 22.3 reports success on devices that cannot export.
    guard descriptors[0] >= 0 else {
      throw Failure(reason: "this driver's images are not in shareable memory")
    }
    let planes = (0..<Int(count)).map { index in
      Plane(
        // If all planes share one descriptor, it is only reported once.
        descriptor: descriptors[index] >= 0 ? descriptors[index] : descriptors[0],
        offset: Int(offsets[index]), bytesPerRow: Int(rows[index]))
    }
    let isKnown = modifiers[0] != (1 << 56) - 1
    return Buffer(
      width: width, height: height, format: UInt32(bitPattern: format),
      modifier: isKnown ? modifiers[0] : nil, planes: planes)
  }

  /// Creates a fence that is signaled after the current context's commands, as a descriptor that
  /// the caller owns.
  ///
  /// - Returns: nil where the driver does not support it.
  package func fence() -> Int32? {
    guard extensions.contains("EGL_ANDROID_native_fence_sync"),
      let create = SharingCalls.createSync,
      let duplicate = SharingCalls.duplicateFence,
      let sync = create(display, EGLenum(EGL_SYNC_NATIVE_FENCE_ANDROID), [EGL_NONE])
    else { return nil }
    defer { _ = SharingCalls.destroySync?(display, sync) }
    // The fence has a descriptor only after its commands are submitted.
    SharingCalls.flush?()
    let descriptor = duplicate(display, sync)
    return descriptor >= 0 ? descriptor : nil
  }
}

/// The entry points that share images.
private enum SharingCalls {
  static let createImage = EGLCalls.lookUp(
    "eglCreateImageKHR", as: PFNEGLCREATEIMAGEKHRPROC.self)
  static let destroyImage = EGLCalls.lookUp(
    "eglDestroyImageKHR", as: PFNEGLDESTROYIMAGEKHRPROC.self)
  static let query = EGLCalls.lookUp(
    "eglExportDMABUFImageQueryMESA", as: PFNEGLEXPORTDMABUFIMAGEQUERYMESAPROC.self)
  static let export = EGLCalls.lookUp(
    "eglExportDMABUFImageMESA", as: PFNEGLEXPORTDMABUFIMAGEMESAPROC.self)
  static let createSync = EGLCalls.lookUp("eglCreateSyncKHR", as: PFNEGLCREATESYNCKHRPROC.self)
  static let destroySync = EGLCalls.lookUp("eglDestroySyncKHR", as: PFNEGLDESTROYSYNCKHRPROC.self)
  static let duplicateFence = EGLCalls.lookUp(
    "eglDupNativeFenceFDANDROID", as: PFNEGLDUPNATIVEFENCEFDANDROIDPROC.self)

  // These are OpenGL entry points, whose headers this module does not use.
  typealias Bind = @convention(c) (UInt32, UnsafeMutableRawPointer?) -> Void
  typealias BindStorage =
    @convention(c) (UInt32, UnsafeMutableRawPointer?, UnsafePointer<Int32>?) -> Void
  typealias Flush = @convention(c) () -> Void
  static let bind = EGLCalls.lookUp("glEGLImageTargetTexture2DOES", as: Bind.self)
  static let bindStorage = EGLCalls.lookUp("glEGLImageTargetTexStorageEXT", as: BindStorage.self)
  static let flush = EGLCalls.lookUp("glFlush", as: Flush.self)
}

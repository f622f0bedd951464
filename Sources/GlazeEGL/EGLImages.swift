import CEGL

/// Pictures that contexts, devices and programs share, on one display.
package final class EGLImages: @unchecked Sendable {
  // Unchecked: EGL is thread-safe, and the handles are only ever passed back to it.
  private let display: EGLDisplay
  private let extensions: Set<String>

  /// A part of a dma-buf with components of its own.
  package struct Plane {
    package var descriptor: Int32
    package var offset: Int
    package var bytesPerRow: Int

    package init(descriptor: Int32, offset: Int, bytesPerRow: Int) {
      (self.descriptor, self.offset, self.bytesPerRow) = (descriptor, offset, bytesPerRow)
    }
  }

  /// A dma-buf: its format is DRM's code, its modifier DRM's number, nil for one that the driver knows.
  package struct Buffer {
    package var width: Int
    package var height: Int
    package var format: UInt32
    package var modifier: UInt64?
    package var planes: [Plane]

    package init(
      width: Int, height: Int, format: UInt32, modifier: UInt64?, planes: [Plane]
    ) {
      (self.width, self.height, self.format) = (width, height, format)
      (self.modifier, self.planes) = (modifier, planes)
    }
  }

  /// Why something cannot be shared.
  package struct Failure: Error {
    package let reason: String
  }

  /// - Returns: nil when the context that is current was not made by EGL.
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

  // MARK: In

  /// Gives the pixels of an image to the texture that is bound to two dimensions.
  ///
  /// - Parameter isStorage: Whether the context has GL_EXT_EGL_image_storage, else GL_OES_EGL_image.
  package func bind(_ image: UnsafeMutableRawPointer, isStorage: Bool) {
    let texture2D: UInt32 = 0x0DE1
    if isStorage {
      SharingCalls.bindStorage?(texture2D, image, nil)
    } else {
      SharingCalls.bind?(texture2D, image)
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
    else { throw Failure(reason: "EGL does not import it (\(EGLErrorCode.last()))") }
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
    return attributes + [EGL_NONE]
  }

  /// Makes an image of level 0 of a texture of the context that is current.
  package func image(ofTexture name: UInt32) throws(Failure) -> UnsafeMutableRawPointer {
    try require("EGL_KHR_gl_texture_2D_image")
    let buffer = UnsafeMutableRawPointer(bitPattern: UInt(name))
    guard let create = SharingCalls.createImage,
      let image = create(
        display, eglGetCurrentContext(), EGLenum(EGL_GL_TEXTURE_2D_KHR), buffer, [EGL_NONE])
    else { throw Failure(reason: "EGL makes no image of a texture (\(EGLErrorCode.last()))") }
    return image
  }

  /// Gives an image back; what was bound to it keeps its pixels.
  package func destroy(_ image: UnsafeMutableRawPointer) {
    _ = SharingCalls.destroyImage?(display, image)
  }

  // MARK: Out

  /// Exports an image as a dma-buf, whose descriptors become the caller's.
  package func buffer(
    of image: UnsafeMutableRawPointer, width: Int, height: Int
  ) throws(Failure) -> Buffer {
    try require("EGL_MESA_image_dma_buf_export")
    var (format, count) = (Int32(0), Int32(0))
    var modifiers = [EGLuint64KHR](repeating: 0, count: 4)
    guard let query = SharingCalls.query, let export = SharingCalls.export,
      query(display, image, &format, &count, &modifiers) == EGL_TRUE, (1...4).contains(count)
    else { throw Failure(reason: "EGL does not export it (\(EGLErrorCode.last()))") }
    var descriptors = [Int32](repeating: -1, count: 4)
    var rows = [EGLint](repeating: 0, count: 4)
    var offsets = [EGLint](repeating: 0, count: 4)
    guard export(display, image, &descriptors, &rows, &offsets) == EGL_TRUE else {
      throw Failure(reason: "EGL does not export it (\(EGLErrorCode.last()))")
    }
    // Mesa 22.3 says that it did on devices that cannot.
    guard descriptors[0] >= 0 else {
      throw Failure(reason: "this driver's pictures are not in memory that can be shared")
    }
    let planes = (0..<Int(count)).map { index in
      Plane(
        // One descriptor for all planes is told once.
        descriptor: descriptors[index] >= 0 ? descriptors[index] : descriptors[0],
        offset: Int(offsets[index]), bytesPerRow: Int(rows[index]))
    }
    let isKnown = modifiers[0] != (1 << 56) - 1
    return Buffer(
      width: width, height: height, format: UInt32(bitPattern: format),
      modifier: isKnown ? modifiers[0] : nil, planes: planes)
  }

  /// A fence that ends with the commands that the current context was given, as a descriptor of the caller's.
  ///
  /// - Returns: nil where the driver has none.
  package func fence() -> Int32? {
    guard extensions.contains("EGL_ANDROID_native_fence_sync"),
      let create = SharingCalls.createSync,
      let duplicate = SharingCalls.duplicateFence,
      let sync = create(display, EGLenum(EGL_SYNC_NATIVE_FENCE_ANDROID), [EGL_NONE])
    else { return nil }
    defer { _ = SharingCalls.destroySync?(display, sync) }
    // It has a descriptor only when its commands are on their way.
    SharingCalls.flush?()
    let descriptor = duplicate(display, sync)
    return descriptor >= 0 ? descriptor : nil
  }
}

/// The entry points that share pictures.
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

  // Those of OpenGL, whose headers this module does not see.
  typealias Bind = @convention(c) (UInt32, UnsafeMutableRawPointer?) -> Void
  typealias BindStorage =
    @convention(c) (UInt32, UnsafeMutableRawPointer?, UnsafePointer<Int32>?) -> Void
  typealias Flush = @convention(c) () -> Void
  static let bind = EGLCalls.lookUp("glEGLImageTargetTexture2DOES", as: Bind.self)
  static let bindStorage = EGLCalls.lookUp("glEGLImageTargetTexStorageEXT", as: BindStorage.self)
  static let flush = EGLCalls.lookUp("glFlush", as: Flush.self)
}

import CEGL
import COpenGL
import Foundation
import Glaze
@testable import GlazeCore
import GlazeGeometry
import GlazeLayers
import GlazePlan
import Synchronization
import Testing

/// Contents that belong to the program: bytes, dma-bufs, textures, EGLImages.
@Suite(.serialized) struct ExternalImageTests {
  private static let size = TestHost.size

  /// Makes an image in four quarters, premultiplied RGBA, row 0 at the top: red, green, blue, half
  /// white.
  private static func quarters(_ side: Int = 32) -> [UInt8] {
    (0..<side).flatMap { y in
      (0..<side).flatMap { x -> [UInt8] in
        switch (x < side / 2, y < side / 2) {
        case (true, true): [255, 0, 0, 255]
        case (false, true): [0, 255, 0, 255]
        case (true, false): [0, 0, 255, 255]
        case (false, false): [128, 128, 128, 128]
        }
      }
    }
  }

  /// A root with a rotated, rounded layer that shows contents, below a masked layer with the same
  /// contents.
  private static func page(_ contents: Any?) -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: size, height: size)
    root.backgroundColor = CGColor(srgbRed: 1, green: 1, blue: 0.8, alpha: 1)
    let plain = CALayer()
    plain.frame = CGRect(x: 8, y: 8, width: 64, height: 64)
    plain.contents = contents
    plain.cornerRadius = 12
    plain.masksToBounds = true
    plain.transform = CATransform3DMakeRotation(0.3, 0, 0, 1)
    let masked = CALayer()
    masked.frame = CGRect(x: 40, y: 40, width: 50, height: 50)
    masked.contents = contents
    masked.contentsRect = CGRect(x: 0.25, y: 0, width: 0.75, height: 0.5)
    let mask = CAShapeLayer()
    mask.path = CGPath(ellipseIn: CGRect(x: 5, y: 5, width: 40, height: 30), transform: nil)
    masked.mask = mask
    root.sublayers = [plain, masked]
    return root
  }

  private static func image(_ contents: Any?, _ device: Device = .cpu) throws -> [UInt8] {
    try RenderSession(page(contents), renderer: Renderer(device)).image(at: 0).pixels
  }

  /// The expected pixels of all scenes.
  private static let expected = Result {
    try image(CGImage(width: 32, height: 32, premultipliedRGBA: quarters()))
  }

  /// Returns the largest difference of a component.
  private static func difference(_ a: [UInt8], _ b: [UInt8]) -> Int {
    a.count == b.count ? zip(a, b).map { abs(Int($0) - Int($1)) }.max() ?? 0 : 256
  }

  private static func expectPage(_ pixels: [UInt8], _ what: String) throws {
    let difference = try difference(pixels, expected.get())
    #expect(difference <= 3, "\(what) differs by \(difference) levels.")
  }

  private static var devices: [Device] { Backends.usable.map(\.device) }

  // MARK: Bytes

  /// Memory in all formats, with rows that are longer than the image.
  @Test(arguments: [
    PixelFormat.rgba8Premultiplied, .bgra8Premultiplied, .rgba8Straight, .bgra8Straight,
  ])
  func memoryOfAllFormatsIsShown(format: PixelFormat) throws {
    let bytesPerRow = 32 * 4 + 20
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 32 * bytesPerRow, alignment: 4)
    defer { memory.deallocate() }
    PixelBuffer(width: 32, height: 32, bytes: Self.quarters())
      .write(to: memory, bytesPerRow: bytesPerRow, format: format)
    for device in Self.devices {
      let image = try ExternalImage(
        .memory(
          UnsafeRawBufferPointer(memory), width: 32, height: 32, bytesPerRow: bytesPerRow,
          format: format))
      try Self.expectPage(Self.image(image, device), "\(format) on \(device)")
    }
  }

  /// A new version causes its layers alone to be drawn; without one nothing is read again.
  @Test func versionsAreDamage() throws {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 32 * 32 * 4, alignment: 4)
    defer { memory.deallocate() }
    for device in Self.devices {
      memory.copyBytes(from: Self.quarters())
      let image = try ExternalImage(
        .memory(UnsafeRawBufferPointer(memory), width: 32, height: 32, bytesPerRow: 128))
      let root = CALayer()
      root.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
      let layer = CALayer()
      layer.frame = CGRect(x: 10, y: 10, width: 32, height: 32)
      layer.contents = image
      root.addSublayer(layer)
      let session = try RenderSession(root, renderer: Renderer(device))
      #expect(try session.render(at: 0).image?.pixels[(10 * 100 + 10) * 4] == 255)
      for index in memory.indices { memory[index] = index % 4 == 3 ? 255 : 7 }
      #expect(try !session.hasChanges)
      #expect(try session.render(at: 1).damage.isEmpty)
      image.update()
      #expect(try session.hasChanges)
      let frame = try session.render(at: 2)
      #expect(frame.damage.allSatisfy { $0.maxX <= 44 && $0.maxY <= 44 } && !frame.damage.isEmpty)
      #expect(frame.image?.pixels[(10 * 100 + 10) * 4] == 7)
      // No layer shows it any longer.
      layer.contents = nil
      _ = try session.render(at: 3)
      image.update()
      #expect(try !session.hasChanges)
    }
  }

  /// Every image is released once, and not before the frames that show it are done.
  @Test func imagesAreReleased() throws {
    let count = Mutex(0)
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 16, alignment: 4)
    defer { memory.deallocate() }
    let source = ExternalSource.memory(
      UnsafeRawBufferPointer(memory), width: 2, height: 2, bytesPerRow: 8)
    for device in Self.devices {
      count.withLock { $0 = 0 }
      do {
        let renderer = try Renderer(device)
        let image = try ExternalImage(source) { count.withLock { $0 += 1 } }
        let session = try RenderSession(Self.page(image), renderer: renderer)
        _ = try session.image(at: 0)
        #expect(count.withLock { $0 } == 0)
        for frame in 1...20 {
          try image.replace(with: source) { count.withLock { $0 += 1 } }
          _ = try session.image(at: Double(frame))
        }
        // The last frame may still be in use.
        #expect((18...20).contains(count.withLock { $0 }), "\(device)")
      }
      #expect(count.withLock { $0 } == 21, "\(device)")
    }
  }

  @Test func descriptionsThatCannotBeTrueAreRefused() throws {
    let memory = UnsafeRawBufferPointer(start: nil, count: 0)
    let sources: [ExternalSource] = [
      .memory(memory, width: 2, height: 2, bytesPerRow: 8),
      .memory(memory, width: 0, height: 2, bytesPerRow: 8),
      .memory(memory, width: .max, height: .max, bytesPerRow: .max),
      .texture(0, width: 2, height: 2), .texture(1, width: -1, height: 2),
      .dmaBuffer(DMABuffer(width: 2, height: 2, format: .nv12, planes: [])),
      .dmaBuffer(
        DMABuffer(
          width: 2, height: 2, format: .init(rawValue: 1),
          planes: [.init(descriptor: 0, bytesPerRow: 8)])),
      .dmaBuffer(
        DMABuffer(
          width: 2, height: 2, format: .argb8888,
          planes: [.init(descriptor: 0, offset: -1, bytesPerRow: 8)])),
    ]
    for source in sources {
      #expect(throws: ExternalImageError.self) { try ExternalImage(source) }
    }
  }

  // MARK: Memory of the kernel

  @Test(arguments: [DMABuffer.Format.argb8888, .xrgb8888, .abgr8888, .xbgr8888])
  func buffersOfColoursAreShown(format: DMABuffer.Format) throws {
    var pixels = Self.quarters()
    let isOpaque = format == .xrgb8888 || format == .xbgr8888
    if isOpaque { for at in stride(from: 3, to: pixels.count, by: 4) { pixels[at] = 255 } }
    let expected = try Self.image(
      CGImage(width: 32, height: 32, premultipliedRGBA: pixels))
    // The bytes in the position of alpha have no meaning here.
    if isOpaque { for at in stride(from: 3, to: pixels.count, by: 4) { pixels[at] = 9 } }
    if format == .argb8888 || format == .xrgb8888 {
      for at in stride(from: 0, to: pixels.count, by: 4) { pixels.swapAt(at, at + 2) }
    }
    let memory = SharedMemory([UInt8](repeating: 1, count: 64) + pixels)
    let buffer = DMABuffer(
      width: 32, height: 32, format: format,
      planes: [.init(descriptor: memory.descriptor, offset: 64, bytesPerRow: 128)])
    for device in Self.devices {
      let image = try Self.image(ExternalImage(.dmaBuffer(buffer)), device)
      #expect(Self.difference(image, expected) <= 3, "\(device)")
    }
  }

  /// Video in 8 and 10 bits has the colors that its encoding specifies.
  @Test(arguments: [YCbCrEncoding.rec601, .rec709, .rec2020], [false, true])
  func videoHasItsColours(encoding: YCbCrEncoding, isDeep: Bool) throws {
    let bars: [SIMD3<Double>] = [
      SIMD3(1, 1, 1), SIMD3(0, 0, 0), SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1),
      SIMD3(0.5, 0.25, 0.75),
    ]
    let (width, height) = (bars.count * 8, 10)
    let weights: (red: Double, blue: Double) =
      switch encoding {
      case .rec601: (0.299, 0.114)
      case .rec709: (0.2126, 0.0722)
      default: (0.2627, 0.0593)
      }
    let (rows, chroma) = VideoBars.rows(bars, weights, isDeep: isDeep)
    var bytes: [UInt8] = []
    for _ in 0..<height { bytes += rows }
    for _ in 0..<height / 2 { bytes += chroma }
    let memory = SharedMemory(bytes)
    let buffer = DMABuffer(
      width: width, height: height, format: isDeep ? .p010 : .nv12,
      planes: [
        .init(descriptor: memory.descriptor, bytesPerRow: rows.count),
        .init(
          descriptor: memory.descriptor, offset: rows.count * height, bytesPerRow: rows.count),
      ], encoding: encoding)
    for device in Self.devices {
      let layer = CALayer()
      layer.bounds = CGRect(x: 0, y: 0, width: width, height: height)
      layer.contents = try ExternalImage(.dmaBuffer(buffer))
      let pixels = try RenderSession(layer, renderer: Renderer(device)).image(at: 0).pixels
      for (index, bar) in bars.enumerated() {
        // Away from the changes of chroma.
        let at = (5 * width + index * 8 + 3) * 4
        let wanted = [bar.x, bar.y, bar.z].map { $0 * 255 }
        for (component, value) in wanted.enumerated() {
          #expect(
            abs(Double(pixels[at + component]) - value) <= 2.5, "\(device): bar \(index)")
        }
      }
    }
  }

  /// A buffer that cannot be mapped is an error that names the layer, instead of an empty image.
  @Test func buffersThatAreTooSmallAreErrors() throws {
    let memory = SharedMemory([UInt8](repeating: 0, count: 100))
    let plane = DMABuffer.Plane(descriptor: memory.descriptor, bytesPerRow: 128)
    for device in Self.devices {
      for modifier in [DMABuffer.linear, 77] {
        let root = Self.page(
          try ExternalImage(
            .dmaBuffer(
              DMABuffer(
                width: 32, height: 32, format: .argb8888, modifier: modifier, planes: [plane]))))
        root.sublayers?.first?.name = "video"
        let session = try RenderSession(root, renderer: Renderer(device))
        let error = #expect(throws: GlazeError.self) { try session.image(at: 0) }
        #expect(error?.code == .unsupportedContents)
        if device == .cpu { #expect(error?.message.contains("\"video\"") == true) }
        // The session still works after the failing layer was removed.
        root.sublayers = nil
        try session.commit(at: 1)
        _ = try session.image(at: 9)
      }
    }
  }

  // MARK: Textures

  /// Makes a texture of the current context with the quarters.
  private static func texture(
    _ format: Int32 = GL_RGBA8, isTopDown: Bool, isStraight: Bool = false
  ) -> GLuint {
    var pixels = quarters()
    if isStraight {
      for at in stride(from: 0, to: pixels.count, by: 4) where pixels[at + 3] == 128 {
        for component in 0..<3 { pixels[at + component] = 255 }
      }
    }
    let rows = (0..<32).map { Array(pixels[($0 * 128)..<(($0 + 1) * 128)]) }
    let bytes = Array((isTopDown ? rows : rows.reversed()).joined())
    var name: GLuint = 0
    glGenTextures(1, &name)
    glBindTexture(GLenum(GL_TEXTURE_2D), name)
    glTexStorage2D(GLenum(GL_TEXTURE_2D), 1, GLenum(format), 32, 32)
    glTexSubImage2D(
      GLenum(GL_TEXTURE_2D), 0, 0, 0, 32, 32, GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), bytes)
    glBindTexture(GLenum(GL_TEXTURE_2D), 0)
    return name
  }

  /// Draws a scene with contents in the context of a host.
  private static func show(_ contents: Any?, in host: TestHost) throws -> [UInt8] {
    let session = try RenderSession(page(contents), renderer: Renderer(.currentContext))
    try session.render(at: 0, into: .currentFramebuffer())
    return host.pixels()
  }

  @Test(.needsHost, arguments: [false, true])
  func texturesAreShown(isTopDown: Bool) throws {
    let host = try TestHost()
    let questions = ContextQuestions()
    for (format, isStraight) in [
      (GL_RGBA8, false), (GL_RGBA8, true), (GL_RGBA16F, false), (GL_SRGB8_ALPHA8, false),
    ] {
      host.openWindow()
      let name = Self.texture(format, isTopDown: isTopDown, isStraight: isStraight)
      let before = questions.answers
      let image = try ExternalImage(
        .texture(
          name, width: 32, height: 32, isTopDown: isTopDown,
          alpha: isStraight ? .straight : .premultiplied))
      let pixels = try Self.show(image, in: host)
      try Self.expectPage(pixels, "\(format), straight: \(isStraight)")
      let changed = questions.differences(before, questions.answers)
      #expect(changed.isEmpty, "\(changed.prefix(8))")
      #expect(glIsTexture(name) != 0)
    }
  }

  /// Reduced images of large textures are sampled from mip levels.
  @Test(.needsHost, arguments: [CALayerContentsFilter.linear, .trilinear])
  func texturesAreReduced(filter: CALayerContentsFilter) throws {
    let host = try TestHost()
    host.openWindow()
    let name = Self.texture(isTopDown: false)
    func root(_ contents: Any?) -> CALayer {
      let root = CALayer()
      root.bounds = CGRect(x: 0, y: 0, width: Self.size, height: Self.size)
      let layer = CALayer()
      layer.frame = CGRect(x: 3, y: 3, width: 7, height: 7)
      layer.contents = contents
      layer.minificationFilter = filter
      root.addSublayer(layer)
      return root
    }
    let image = CGImage(width: 32, height: 32, premultipliedRGBA: Self.quarters())
    let expected = try RenderSession(root(image), renderer: Renderer(.cpu)).image(at: 0).pixels
    let external = try ExternalImage(.texture(name, width: 32, height: 32))
    let session = try RenderSession(root(external), renderer: Renderer(.currentContext))
    try session.render(at: 0, into: .currentFramebuffer())
    #expect(Self.difference(host.pixels(), expected) <= 3)
  }

  /// A texture that is shown directly needs no upload, and a new version shows its new pixels.
  @Test(.needsHost) func texturesAreSampledInPlace() throws {
    let host = try TestHost()
    host.openWindow()
    let name = Self.texture(isTopDown: false)
    let image = try ExternalImage(.texture(name, width: 32, height: 32))
    let session = try RenderSession(Self.page(image), renderer: Renderer(.currentContext))
    var (frames, objects): ([Int], [Int]) = ([], [])
    for time in 0...10 {
      image.update()
      frames.append(
        try session.render(at: Double(time), into: .currentFramebuffer()).statistics.uploadedBytes)
      objects.append(TestHost.objectNames().count)
    }
    // The first frames make the objects that they cache.
    #expect(Set(objects[4...]).count == 1, "\(objects)")
    // The pixels would take 4,096 bytes.
    #expect(frames[1...].allSatisfy { $0 < 4096 }, "\(frames)")
    let gray = [UInt8](repeating: 99, count: 32 * 32 * 4)
    glBindTexture(GLenum(GL_TEXTURE_2D), name)
    glTexSubImage2D(
      GLenum(GL_TEXTURE_2D), 0, 0, 0, 32, 32, GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), gray)
    image.update()
    try session.render(at: 11, into: .currentFramebuffer())
    let solid = CGImage(width: 32, height: 32, premultipliedRGBA: gray)
    #expect(try Self.difference(host.pixels(), Self.image(solid)) <= 3)
  }

  @Test(.needsHost) func texturesOfOtherContextsAreErrors() throws {
    let host = try TestHost()
    host.openWindow()
    let name = Self.texture(isTopDown: true)
    for device in Self.devices {
      let image = try ExternalImage(.texture(name, width: 32, height: 32))
      let error = #expect(throws: GlazeError.self) { try Self.image(image, device) }
      #expect(error?.code == .unsupportedContents)
    }
    for (wrong, width) in [(GLuint(9999), 32), (name, 33)] {
      let image = try ExternalImage(.texture(wrong, width: width, height: 32))
      let error = #expect(throws: GlazeError.self) { try Self.show(image, in: host) }
      #expect(error?.code == .unsupportedContents)
    }
  }

  // MARK: EGLImages

  /// A texture of one context is visible in another.
  @Test(.needsHost, .needsGL) func imagesOfEGLAreShown() throws {
    let host = try TestHost()
    host.openWindow()
    let name = Self.texture(isTopDown: true)
    glFinish()
    let handle = try #require(TestHost.image(of: name))
    defer { TestHost.destroy(handle) }
    let image = try ExternalImage(.eglImage(handle, width: 32, height: 32))
    try Self.expectPage(Self.show(image, in: host), "in the host's context")
    let other = try ExternalImage(.eglImage(handle, width: 32, height: 32))
    try Self.expectPage(Self.image(other, .openGL), "in a context of Glaze")
    let error = #expect(throws: GlazeError.self) { try Self.image(other, .cpu) }
    #expect(error?.code == .unsupportedContents)
    withExtendedLifetime(host) {}
  }
}

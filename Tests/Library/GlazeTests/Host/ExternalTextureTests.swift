import COpenGL
import Foundation
import Glaze
@testable import GlazeCore
import GlazeGL
import GlazeGeometry
import GlazeLayers
import Testing

/// Images in layouts that only the driver can read, which OpenGL ES samples as external textures.
@Suite(.serialized, .needsExternalImages) struct ExternalTextureTests {
  private static let kind = TestHost.Kind(version: (3, 0), isEmbedded: true)
  private static let side = 32

  /// An importer for a driver that has no plain textures of images, as of those of video decoders.
  private final class VideoImporter: ImageImporter {
    let shared: SharedImages
    /// The image of every whole dma-buf.
    let whole: UnsafeMutableRawPointer?
    private(set) var externalCount = 0

    init(_ shared: SharedImages, whole: UnsafeMutableRawPointer? = nil) {
      (self.shared, self.whole) = (shared, whole)
    }

    func bind(
      _ image: UnsafeMutableRawPointer, to target: TextureTarget
    ) throws(ImportError) {
      guard target == .external else { throw ImportError("only the driver can read it") }
      externalCount += 1
      try shared.bind(image, to: target)
    }
    func images(of buffer: DMABuffer) throws(ImportError) -> [UnsafeMutableRawPointer] {
      throw ImportError("its planes cannot be read one by one")
    }
    func wholeImage(of buffer: DMABuffer) throws(ImportError) -> UnsafeMutableRawPointer {
      guard let whole else { throw ImportError("there is no such image") }
      return whole
    }
    // The test owns the images.
    func destroy(_ image: UnsafeMutableRawPointer) {}
  }

  /// The pixels of an image: a ramp in each component, premultiplied.
  private static let pixels: [UInt8] = (0..<side * side).flatMap { index -> [UInt8] in
    let (x, y) = (UInt8(index % side), UInt8(index / side))
    return [x * 4, y * 4, (x + y) * 2, 128 + x * 2]
  }

  private static func texture() -> GLuint {
    var name: GLuint = 0
    glGenTextures(1, &name)
    glBindTexture(GLenum(GL_TEXTURE_2D), name)
    glTexStorage2D(GLenum(GL_TEXTURE_2D), 1, GLenum(GL_RGBA8), GLsizei(side), GLsizei(side))
    glTexSubImage2D(
      GLenum(GL_TEXTURE_2D), 0, 0, 0, GLsizei(side), GLsizei(side), GLenum(GL_RGBA),
      GLenum(GL_UNSIGNED_BYTE), pixels)
    glBindTexture(GLenum(GL_TEXTURE_2D), 0)
    glFinish()
    return name
  }

  private static func page(_ contents: Any?) -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: TestHost.size, height: TestHost.size)
    root.backgroundColor = CGColor(srgbRed: 1, green: 1, blue: 0.8, alpha: 1)
    let layer = CALayer()
    layer.frame = CGRect(x: 10, y: 12, width: 70, height: 60)
    layer.contents = contents
    layer.cornerRadius = 9
    layer.masksToBounds = true
    layer.transform = CATransform3DMakeRotation(0.2, 0, 0, 1)
    root.addSublayer(layer)
    return root
  }

  /// The image of the layer when the pixels are plain contents.
  private static func expected(opaque: Bool) throws -> [UInt8] {
    var pixels = pixels
    if opaque { for at in stride(from: 3, to: pixels.count, by: 4) { pixels[at] = 255 } }
    let image = CGImage(width: side, height: side, premultipliedRGBA: pixels)
    return try RenderSession(page(image), renderer: Renderer(.cpu)).image(at: 0).pixels
  }

  /// Draws a page with an importer that has only external textures, and checks all state.
  private func show(
    _ source: ExternalSource, whole: UnsafeMutableRawPointer? = nil, in host: TestHost
  ) throws -> (pixels: [UInt8], count: Int) {
    host.openWindow()
    // The host uses an external texture itself.
    glActiveTexture(GLenum(GL_TEXTURE0))
    var own: GLuint = 0
    glGenTextures(1, &own)
    glBindTexture(TextureTarget.external.number, own)
    let questions = ContextQuestions()
    // Asking has left another unit active.
    glActiveTexture(GLenum(GL_TEXTURE0))
    let before = questions.answers
    let renderer = try Renderer(.currentContext)
    guard case .gl(let backend) = renderer.activeBackend else { throw TestHost.NoContext() }
    var importer: VideoImporter?
    try backend.whileCurrent { gl in
      guard let shared = gl.importer as? SharedImages else { return }
      importer = VideoImporter(shared, whole: whole)
      gl.importer = importer
    }
    let session = try RenderSession(Self.page(ExternalImage(source)), renderer: renderer)
    try session.render(at: 0, into: .currentFramebuffer())
    let changed = questions.differences(before, questions.answers)
    #expect(changed.isEmpty, "\(changed.prefix(8))")
    #expect(TestHost.number(0x8D67) == Int(own), "The external texture is another one.")
    return (host.pixels(), importer?.externalCount ?? 0)
  }

  @Test func imagesOfEGLAreSampled() throws {
    let host = try TestHost(Self.kind)
    let handle = try #require(TestHost.image(of: Self.texture()))
    defer { withExtendedLifetime(host) { TestHost.destroy(handle) } }
    for alpha in [ExternalSource.Alpha.premultiplied, .opaque] {
      let source = ExternalSource.eglImage(
        handle, width: Self.side, height: Self.side, alpha: alpha)
      let (pixels, count) = try show(source, in: host)
      #expect(count == 1)
      let expected = try Self.expected(opaque: alpha == .opaque)
      #expect(largestDifference(pixels, expected) <= 2)
    }
  }

  /// Video whose planes the driver does not give is converted by the driver.
  @Test func wholeBuffersAreSampled() throws {
    let host = try TestHost(Self.kind)
    let handle = try #require(TestHost.image(of: Self.texture()))
    defer { withExtendedLifetime(host) { TestHost.destroy(handle) } }
    let plane = DMABuffer.Plane(descriptor: 0, bytesPerRow: Self.side)
    let source = ExternalSource.dmaBuffer(
      DMABuffer(
        width: Self.side, height: Self.side, format: .nv12, modifier: 1, planes: [plane, plane]))
    let (pixels, count) = try show(source, whole: handle, in: host)
    #expect(count == 1)
    #expect(try largestDifference(pixels, Self.expected(opaque: true)) <= 2)
    // The reason of the plain way is the one that helps.
    let error = #expect(throws: GlazeError.self) { try show(source, in: host) }
    #expect(error?.code == .unsupportedContents)
    #expect(error?.message.contains("one by one") == true, "\(error?.message ?? "")")
  }

  private func largestDifference(_ a: [UInt8], _ b: [UInt8]) -> Int {
    a.count == b.count ? zip(a, b).map { abs(Int($0) - Int($1)) }.max() ?? 0 : 256
  }
}

extension Trait where Self == ConditionTrait {
  fileprivate static var needsExternalImages: Self {
    .enabled("no OpenGL ES with external images") {
      guard let host = try? TestHost(TestHost.Kind(version: (3, 0), isEmbedded: true)) else {
        return false
      }
      return withExtendedLifetime(host) {
        host.traits.has("GL_OES_EGL_image_external_essl3")
      }
    }
  }
}

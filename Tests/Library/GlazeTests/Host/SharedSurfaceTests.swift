import COpenGL
import Foundation
import Glaze
@testable import GlazeCore
import GlazeGeometry
import GlazeLayers
import GlazePlan
import Testing

/// Frames in shared targets: EGLImages, dma-bufs, shared surfaces.
@Suite(.serialized) struct SharedSurfaceTests {
  private static let size = TestHost.size

  private static func page() -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: size, height: size)
    let card = CALayer()
    card.frame = CGRect(x: 10, y: 6, width: 60, height: 40)
    card.backgroundColor = CGColor(srgbRed: 1, green: 0.5, blue: 0, alpha: 0.75)
    card.cornerRadius = 12
    root.addSublayer(card)
    return root
  }

  private static func session(_ device: Device) throws -> RenderSession {
    try RenderSession(page(), renderer: Renderer(device))
  }

  private static let expected = Result { try session(.cpu).image(at: 0).pixels }

  private static func expectPage(_ pixels: [UInt8], _ what: String) throws {
    let wanted = try expected.get()
    let most = zip(pixels, wanted).map { abs(Int($0) - Int($1)) }.max() ?? 256
    #expect(pixels.count == wanted.count && most <= 2, "\(what) differs by \(most) levels.")
  }

  /// A host can read in its own context what Glaze draws on a shared surface.
  @Test(.needsHost, .needsGL) func surfacesAreSeenInOtherContexts() throws {
    let session = try Self.session(.openGL)
    let surface = try SharedSurface(session.renderer, width: Self.size, height: Self.size)
    for time in 0..<2 {
      let frame = try session.render(at: Double(time), into: .surface(surface))
      #expect(frame.fence?.wait() ?? true)
      #expect(frame.image == nil)
    }
    let host = try TestHost()
    host.openWindow()
    let layer = CALayer()
    layer.bounds = session.root.bounds
    layer.contents = try ExternalImage(
      .eglImage(surface.eglImage, width: Self.size, height: Self.size))
    let guest = try RenderSession(layer, renderer: Renderer(.currentContext))
    try guest.render(at: 0, into: .currentFramebuffer())
    try Self.expectPage(host.pixels(), "the surface")
    // The handle lives as long as the surface, but the compiler does not see its use.
    withExtendedLifetime((session, surface)) {}
  }

  /// Glaze draws into an EGLImage of a host's texture, in both orders of rows.
  @Test(.needsHost, .needsGL, arguments: [false, true])
  func imagesOfHostsAreDrawnTo(isTopDown: Bool) throws {
    let host = try TestHost()
    let (name, framebuffer) = host.openTexture()
    // The previous pixels are replaced, although the scene is transparent.
    host.clear([1, 1, 1, 1])
    glFinish()
    let image = try #require(TestHost.image(of: name))
    defer { TestHost.destroy(image) }
    let session = try Self.session(.openGL)
    let target = RenderTarget.eglImage(image, height: Self.size, isTopDown: isTopDown)
    try session.render(at: 0, into: target)
    host.makeCurrent()
    let rows = TestHost.pixels(of: framebuffer)
    var pixels = rows
    if isTopDown {
      let length = Self.size * 4
      pixels = []
      for row in (0..<Self.size).reversed() { pixels += rows[row * length..<(row + 1) * length] }
    }
    try Self.expectPage(pixels, "top down: \(isTopDown)")
  }

  @Test(arguments: [DMABuffer.Format.argb8888, .abgr8888])
  func buffersAreDrawnTo(format: DMABuffer.Format) throws {
    let bytesPerRow = Self.size * 4 + 32
    for device in Backends.usable.map(\.device) {
      let memory = SharedMemory([UInt8](repeating: 77, count: 128 + bytesPerRow * Self.size))
      let buffer = DMABuffer(
        width: Self.size, height: Self.size, format: format,
        planes: [.init(descriptor: memory.descriptor, offset: 128, bytesPerRow: bytesPerRow)])
      let frame = try Self.session(device).render(at: 0, into: .dmaBuffer(buffer))
      #expect(frame.fence?.wait() ?? true)
      let bytes = memory.bytes
      #expect(bytes[..<128].allSatisfy { $0 == 77 })
      var pixels: [UInt8] = []
      for y in 0..<Self.size {
        let row = 128 + y * bytesPerRow
        pixels += bytes[row..<row + Self.size * 4]
        #expect(y == Self.size - 1 || bytes[row + Self.size * 4] == 77)
      }
      if format == .argb8888 {
        for at in stride(from: 0, to: pixels.count, by: 4) { pixels.swapAt(at, at + 2) }
      }
      try Self.expectPage(pixels, "\(device)")
    }
  }

  @Test func targetsThatCannotBeAreErrors() throws {
    let memory = SharedMemory([UInt8](repeating: 0, count: 64))
    let plane = DMABuffer.Plane(descriptor: memory.descriptor, bytesPerRow: Self.size * 4)
    let (width, height) = (Self.size, Self.size)
    for device in Backends.usable.map(\.device) {
      let session = try Self.session(device)
      for buffer in [
        DMABuffer(width: width, height: height, format: .argb8888, planes: [plane]),
        DMABuffer(width: width, height: height, format: .argb8888, modifier: 7, planes: [plane]),
        DMABuffer(width: width, height: height, format: .argb8888, planes: []),
        DMABuffer(width: width, height: height, format: .nv12, planes: [plane, plane]),
      ] {
        let error = #expect(throws: GlazeError.self) {
          try session.render(at: 0, into: .dmaBuffer(buffer))
        }
        #expect(error?.code == .unsupportedTarget)
      }
      try Self.expectPage(session.image(at: 1).pixels, "\(device)")
    }
    let session = try Self.session(.cpu)
    let error = #expect(throws: GlazeError.self) {
      try SharedSurface(session.renderer, width: 9, height: 9)
    }
    #expect(error?.code == .unsupportedTarget)
  }

  /// Surfaces are freed completely, even in a host's context.
  @Test(.needsHost) func surfacesAreFreed() throws {
    let host = try TestHost()
    host.openWindow()
    let session = try Self.session(.currentContext)
    var names: [[String]] = []
    for index in 0..<8 {
      let surface = try SharedSurface(session.renderer, width: Self.size, height: Self.size)
      try session.render(at: Double(index), into: .surface(surface))
      names.append(TestHost.objectNames())
      #expect(throws: GlazeError.self) {
        try SharedSurface(session.renderer, width: 0, height: 1 << 40)
      }
    }
    #expect(Set(names[3...].map(\.count)).count == 1, "\(names[7])")
    #expect(glGetError() == 0)
  }

  /// If the kernel does not manage a device's memory, exporting is an error and returns no
  /// descriptor of -1.
  @Test(.needsGL) func exportsAreRealOrErrors() throws {
    let session = try Self.session(.openGL)
    let surface = try SharedSurface(session.renderer, width: Self.size, height: Self.size)
    do {
      let buffer = try surface.makeBuffer()
      #expect(buffer.planes.allSatisfy { $0.descriptor >= 0 })
      for descriptor in Set(buffer.planes.map(\.descriptor)) { close(descriptor) }
    } catch {
      #expect(error.code == .unsupportedTarget)
    }
  }
}

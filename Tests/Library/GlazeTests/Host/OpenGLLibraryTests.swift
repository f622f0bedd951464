import CEGL
import COpenGL
import Foundation
import Glaze
@testable import GlazeCore
import GlazeLayers
import Synchronization
import Testing

/// Contexts of libraries that only the host knows.
@Suite(.serialized, .needsHost) struct OpenGLLibraryTests {
  /// A library that lends EGL's functions, and names its contexts itself.
  private final class Library: Sendable {
    let names = Mutex<Set<String>>([])
    let current = Mutex<UInt>(0x1234)

    func described(identifies: Bool = true) -> OpenGLLibrary {
      var library = OpenGLLibrary { name in self.address(name) }
      if identifies { library.currentContext = { self.context } }
      return library
    }

    private func address(_ name: String) -> UnsafeMutableRawPointer? {
      names.withLock { names in _ = names.insert(name) }
      return unsafeBitCast(eglGetProcAddress(name), to: UnsafeMutableRawPointer?.self)
    }

    private var context: UnsafeMutableRawPointer? {
      UnsafeMutableRawPointer(bitPattern: current.withLock { $0 })
    }
  }

  private static func page() -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: TestHost.size, height: TestHost.size)
    root.backgroundColor = CGColor(srgbRed: 0.2, green: 0.3, blue: 0.4, alpha: 1)
    let layer = CAGradientLayer()
    layer.frame = CGRect(x: 20, y: 20, width: 50, height: 40)
    layer.colors = [
      CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1),
      CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1),
    ]
    layer.cornerRadius = 7
    layer.shadowOpacity = 0.5
    root.addSublayer(layer)
    return root
  }

  private static func expect(_ pixels: [UInt8]) throws {
    let expected = try RenderSession(page(), renderer: Renderer(.cpu)).image(at: 0).pixels
    #expect(zip(pixels, expected).allSatisfy { abs(Int($0) - Int($1)) <= 2 })
  }

  /// All functions come from the host, and its contexts are told apart by its own function.
  @Test func theHostsFunctionsAreCalled() throws {
    let host = try TestHost()
    host.openWindow()
    let library = Library()
    let renderer = try Renderer(.currentContext, library: library.described())
    let session = try RenderSession(Self.page(), renderer: renderer)
    try session.render(at: 0, into: .currentFramebuffer())
    try Self.expect(host.pixels())
    let names = library.names.withLock { $0 }
    #expect(names.contains("glDrawArraysInstanced") && names.contains("glGetString"))
    for other: UInt in [0, 0x5678] {
      library.current.withLock { $0 = other }
      let error = #expect(throws: GlazeError.self) {
        try session.render(at: 1, into: .currentFramebuffer())
      }
      #expect(error?.code == .wrongContext)
    }
    library.current.withLock { $0 = 0x1234 }
    try session.render(at: 2, into: .currentFramebuffer())
    try Self.expect(host.pixels())
  }

  /// Without a function for the current context, EGL and GLX are asked.
  @Test func theFunctionsMayBelongToContextsOfEGL() throws {
    let host = try TestHost()
    host.openWindow()
    let library = Library()
    let session = try RenderSession(
      Self.page(),
      renderer: Renderer(.currentContext, library: library.described(identifies: false)))
    try session.render(at: 0, into: .currentFramebuffer())
    try Self.expect(host.pixels())
    TestHost.makeNoneCurrent()
    let error = #expect(throws: GlazeError.self) {
      try session.render(at: 1, into: .currentFramebuffer())
    }
    #expect(error?.code == .wrongContext)
    host.makeCurrent()
  }

  @Test func rendererForLayersTakesALibrary() throws {
    let host = try TestHost()
    host.openWindow()
    let library = Library()
    let renderer = try CARenderer(library: library.described())
    renderer.layer = Self.page()
    renderer.layer?.position = CGPoint(x: TestHost.size / 2, y: TestHost.size / 2)
    renderer.bounds = CGRect(x: 0, y: 0, width: TestHost.size, height: TestHost.size)
    renderer.beginFrame(atTime: 0)
    try renderer.render()
    renderer.endFrame()
    #expect(host.pixels()[3] == 255)
    #expect(library.names.withLock { $0.count } > 100)
  }

  /// A library that lacks functions has no usable context; other devices take no library.
  @Test func wrongLibrariesAreErrors() throws {
    let host = try TestHost()
    let empty = OpenGLLibrary(address: { _ in nil }, currentContext: { .init(bitPattern: 1) })
    let none = OpenGLLibrary(address: { _ in nil }, currentContext: { nil })
    for (device, library) in [
      (Device.currentContext, empty), (.currentContext, none), (.cpu, empty), (.automatic, none),
    ] {
      let error = #expect(throws: GlazeError.self) { try Renderer(device, library: library) }
      #expect(error?.code == .noDevice)
    }
    withExtendedLifetime(host) {}
  }
}

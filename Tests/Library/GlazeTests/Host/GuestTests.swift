import COpenGL
import Foundation
import Glaze
@testable import GlazeCore
import GlazeGL
import GlazeGeometry
import GlazeLayers
import GlazeLowering
import GlazePlan
import Testing

/// Drawing in a host's context.
@Suite(.serialized, .needsHost) struct GuestTests {
  private static let size = TestHost.size

  /// A root with all kinds of uploads: images, masks of paths, shadow tables, clips, a blend mode.
  private static func page() -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: size, height: size)
    let half = CALayer()
    half.frame = CGRect(x: 4, y: 4, width: 40, height: 30)
    half.backgroundColor = CGColor(srgbRed: 1, green: 0.5, blue: 0, alpha: 0.75)
    half.cornerRadius = 8
    half.shadowOpacity = 0.5
    half.shadowRadius = 3
    let image = CALayer()
    image.frame = CGRect(x: 50, y: 10, width: 40, height: 40)
    image.contents = CGImage(
      width: 2, height: 2,
      premultipliedRGBA: [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255])
    image.transform = CATransform3DMakeRotation(0.2, 0, 0, 1)
    let shape = CAShapeLayer()
    shape.path = CGPath(ellipseIn: CGRect(x: 10, y: 50, width: 60, height: 40), transform: nil)
    shape.fillColor = CGColor(srgbRed: 0.1, green: 0.4, blue: 0.9, alpha: 0.8)
    let blended = CALayer()
    blended.frame = CGRect(x: 20, y: 30, width: 50, height: 40)
    blended.backgroundColor = CGColor(srgbRed: 0.9, green: 0.9, blue: 0.2, alpha: 1)
    blended.compositingFilter = "multiplyBlendMode"
    let group = CALayer()
    group.frame = root.bounds
    group.opacity = 0.7
    group.sublayers = [shape, blended]
    root.sublayers = [half, image, group]
    return root
  }

  private static func plan(background: CGColor? = .white) throws -> FramePlan {
    try Renderer.plan(
      of: page(), options: RenderOptions(background: background), optimizations: .all)
  }

  private static let whole = PixelWindow(x: 0, y: 0, width: size, height: size)

  /// The pixels of the scene in Glaze's own context.
  private static let expected = Result { try Renderer(.openGL).pixels(of: plan()).bytes }

  private func show(
    _ backend: GLBackend, on target: HostTarget = .boundFramebuffer,
    _ presentation: Presentation? = nil, _ plan: FramePlan? = nil
  ) throws {
    var statistics = FrameStatistics()
    try backend.execute(
      plan ?? Self.plan(),
      presentation ?? Presentation(windows: [Self.whole], replaces: true), on: target,
      statistics: &statistics)
  }

  // MARK: State

  /// In every kind of context, with every unusual state: no queryable state changes after a backend
  /// was made, drew twice, freed something and was freed, and the image is right.
  @Test(arguments: TestHost.Kind.usable)
  func stateIsLeftAndTheImageIsRight(kind: TestHost.Kind) throws {
    let expected = try Self.expected.get()
    let questions = try { () throws in
      let host = try TestHost(kind)
      return withExtendedLifetime(host) { ContextQuestions() }
    }()
    #expect(questions.count > 400)
    // Set one by one, they show the cause of a failure; in debug contexts, all at once are enough.
    for unusual in kind.isDebug ? [.all] : UnusualState.allCases {
      let host = try TestHost(kind)
      host.openWindow()
      let objects = HostObjects(host.traits)
      unusual.set(host, kind, objects)
      let before = questions.answers
      func check(_ step: String) {
        let changed = questions.differences(before, questions.answers)
        #expect(changed.isEmpty, "\(unusual), \(step): \(changed.prefix(8))")
      }
      var backend: GLBackend? = try GLBackend(inCurrentContext: nil)
      check("made")
      if let backend {
        try show(backend)
        try show(backend)
        check("drew two frames")
        backend.release([1, 2])
        check("released images")
      }
      backend = nil
      check("freed")
      #expect(glGetError() == 0)
      if unusual == .transformFeedback || unusual == .all { objects.endTransformFeedback() }
      #expect(host.pixels().elementsEqual(expected), "\(unusual)")
    }
  }

  // MARK: Targets

  /// In every pixel format of the window, the colors are those of Glaze.
  @Test(arguments: TestHost.Format.allCases, [false, true])
  func windowsOfAllFormatsGetTheImage(format: TestHost.Format, encodes: Bool) throws {
    let host = try TestHost()
    host.openWindow(format)
    if encodes { glEnable(GLenum(GL_FRAMEBUFFER_SRGB)) }
    try show(GLBackend(inCurrentContext: nil))
    #expect(try host.pixels().elementsEqual(Self.expected.get()))
  }

  @Test func framebuffersAndTexturesByNameTakeEitherDirection() throws {
    let expected = try Self.expected.get()
    let rows = stride(from: 0, to: expected.count, by: Self.size * 4)
    let turned = rows.reversed().flatMap { expected[$0..<$0 + Self.size * 4] }
    let host = try TestHost()
    let texture = host.openTexture()
    let (other, bound) = (texture.framebuffer, host.openWindow())
    let backend = try GLBackend(inCurrentContext: nil)
    for (target, isTopDown) in [
      (HostTarget.framebuffer(other), false), (.framebuffer(other), true),
      (.texture(texture.name), false), (.texture(texture.name), true),
    ] {
      glBindFramebuffer(GLenum(GL_FRAMEBUFFER), other)
      host.clear()
      glBindFramebuffer(GLenum(GL_FRAMEBUFFER), bound)
      try show(
        backend, on: target,
        Presentation(windows: [Self.whole], isTopDown: isTopDown, replaces: true))
      #expect(TestHost.pixels(of: other).elementsEqual(isTopDown ? turned : expected), "\(target)")
    }
    #expect(host.pixels().allSatisfy { $0 == 0 })
  }

  @Test func whatIsThereShowsThrough() throws {
    let host = try TestHost()
    host.openWindow()
    host.clear([0, 1, 0, 1])
    let plan = try Self.plan(background: nil)
    let alone = try Renderer(.openGL).pixels(of: plan).bytes
    try show(
      GLBackend(inCurrentContext: nil), on: .boundFramebuffer,
      Presentation(windows: [Self.whole]), plan)
    let seen = host.pixels()
    for pixel in stride(from: 0, to: seen.count, by: 4) {
      let rest = 255 - Int(alone[pixel + 3])
      let green = Int(alone[pixel + 1]) + rest
      #expect(abs(Int(seen[pixel + 1]) - green) <= 1 && seen[pixel] == alone[pixel])
      if abs(Int(seen[pixel + 1]) - green) > 1 { return }
    }
  }

  @Test func onlyTheFirstDrawBufferIsDrawnTo() throws {
    let host = try TestHost()
    let window = host.openWindow()
    var second: GLuint = 0
    glGenTextures(1, &second)
    glBindTexture(GLenum(GL_TEXTURE_2D), second)
    glTexStorage2D(
      GLenum(GL_TEXTURE_2D), 1, GLenum(GL_RGBA8), GLsizei(Self.size), GLsizei(Self.size))
    glFramebufferTexture2D(
      GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0 + 1), GLenum(GL_TEXTURE_2D), second, 0)
    glDrawBuffers(2, [GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_COLOR_ATTACHMENT0 + 1)])
    glClearBufferfv(GLenum(GL_COLOR), 1, [0.2, 0.4, 0.6, 0.8])
    try show(GLBackend(inCurrentContext: nil))
    var framebuffer: GLuint = 0
    glGenFramebuffers(1, &framebuffer)
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
    glFramebufferTexture2D(
      GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), second, 0)
    let other = TestHost.pixels(of: framebuffer)
    #expect(
      stride(from: 0, to: other.count, by: 4).allSatisfy {
        Array(other[$0..<$0 + 4]) == [51, 102, 153, 204]
      })
    #expect(try TestHost.pixels(of: window).elementsEqual(Self.expected.get()))
  }

  @Test func whatCannotBeDrawnToIsSaid() throws {
    let host = try TestHost()
    host.openWindow()
    let backend = try GLBackend(inCurrentContext: nil)
    var texture: GLuint = 0
    glGenTextures(1, &texture)
    glBindTexture(GLenum(GL_TEXTURE_3D), texture)
    for (target, words) in [
      (HostTarget.framebuffer(77), "no such framebuffer"), (.texture(78), "no such texture"),
      (.texture(texture), "two-dimensional"),
    ] {
      let error = #expect(throws: GlazeError.self) {
        try TestHost.quietly { try show(backend, on: target) }
      }
      #expect(error?.message.contains(words) == true)
    }
    try show(backend)
    #expect(try host.pixels().elementsEqual(Self.expected.get()))
  }

  /// The same through the public API, with frames that are drawn over the previous ones.
  @Test func sessionsDrawIntoTargets() throws {
    let host = try TestHost()
    let texture = host.openTexture()
    let window = host.openWindow()
    let root = Self.page()
    let session = try RenderSession(
      root, renderer: Renderer(.currentContext), options: RenderOptions(background: .white))
    session.options.animatesChanges = false
    try session.render(at: 0, into: .currentFramebuffer())
    #expect(try host.pixels().elementsEqual(Self.expected.get()))
    root.sublayers?.first?.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
    let own = try RenderSession(
      root, renderer: Renderer(.openGL), options: RenderOptions(background: .white)
    ).image(at: 1).pixels
    try session.render(at: 1, into: .texture(texture.name, width: 96, height: 96))
    #expect(TestHost.pixels(of: texture.framebuffer).elementsEqual(own))
    try session.render(at: 1, into: .framebuffer(window, width: 96, height: 96))
    #expect(host.pixels().elementsEqual(own))
    #expect(throws: GlazeError.self) {
      try RenderSession(root, renderer: Renderer(.cpu)).render(into: .currentFramebuffer())
    }
  }

  /// A target of half floats has the numbers of the output, above 1 too.
  @Test func deepTargetsHaveTheNumbersOfTheOutput() throws {
    let host = try TestHost()
    let window = host.openWindow(.rgba16F)
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 96, height: 96)
    root.backgroundColor = CGColor(srgbRed: 1.5, green: 0.5, blue: 0, alpha: 1)
    root.preferredDynamicRange = .high
    var options = RenderOptions(background: .black)
    options.output = OutputColor(
      primaries: .displayP3, transfer: .linear, depth: .half, headroom: 8)
    let session = try RenderSession(root, renderer: Renderer(.currentContext), options: options)
    try session.render(at: 0, into: .framebuffer(window, width: 96, height: 96))
    var seen = [Float](repeating: 0, count: 4)
    glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), window)
    glReadPixels(40, 40, 1, 1, GLenum(GL_RGBA), GLenum(GL_FLOAT), &seen)
    var expected = [Float](repeating: 0, count: 96 * 96 * 4)
    try expected.withUnsafeMutableBytes { buffer in
      _ = try RenderSession(root, renderer: Renderer(.cpu), options: options).render(
        at: 0, into: .memory(buffer, bytesPerRow: 96 * 16, format: .rgbaFloatPremultiplied))
    }
    #expect(seen[0] > 1.5)
    for (a, b) in zip(seen, expected) { #expect(abs(a - b) < 0.004) }

    // Light is encoded in memory.
    session.options.output = .rec2100PQ
    session.options.output.compositing = .linear
    let error = #expect(throws: GlazeError.self) {
      try session.render(at: 0, into: .framebuffer(window, width: 96, height: 96))
    }
    #expect(error?.code == .unsupportedTarget)
  }

  // MARK: Contexts

  @Test func anotherContextIsRefusedByName() throws {
    let (a, b) = (try TestHost(), try TestHost())
    a.makeCurrent()
    a.openWindow()
    let backend = try GLBackend(inCurrentContext: nil)
    b.makeCurrent()
    b.openWindow()
    let error = #expect(throws: GlazeError.self) { try show(backend) }
    #expect(error?.code == .wrongContext)
    let names =
      error?.message.matches(of: /EGL context 0x[0-9a-f]+/).map { String($0.output) } ?? []
    #expect(Set(names).count == 2)
    TestHost.makeNoneCurrent()
    #expect(throws: GlazeError.self) { try show(backend) }
    #expect(throws: GlazeError.self) { try GLBackend(inCurrentContext: nil) }
    a.makeCurrent()
    try show(backend)
    #expect(try a.pixels().elementsEqual(Self.expected.get()))
  }

  /// A renderer that is released while another context is current frees its objects later, in its
  /// own.
  @Test func objectsAreFreedInTheirOwnContext() throws {
    let (a, b) = (try TestHost(), try TestHost())
    a.makeCurrent()
    a.openWindow()
    let before = TestHost.objectNames()
    var backend: GLBackend? = try GLBackend(inCurrentContext: nil)
    if let backend { try show(backend) }
    #expect(TestHost.objectNames() != before)
    b.makeCurrent()
    b.openWindow()
    let other = try GLBackend(inCurrentContext: nil)
    try show(other)
    let ofOther = TestHost.objectNames()
    backend = nil
    #expect(TestHost.objectNames() == ofOther)
    try show(other)
    #expect(try b.pixels().elementsEqual(Self.expected.get()))
    a.makeCurrent()
    _ = try GLBackend(inCurrentContext: nil)
    #expect(TestHost.objectNames() == before)
    b.makeCurrent()
  }

  /// A context may get the address of a deleted one: its objects are its own, even if their names
  /// are the same.
  @Test func contextsAtTheSameAddressAreToldApart() throws {
    let plan = try Self.plan()
    for _ in 0..<4 {
      var backend: GLBackend?
      do {
        let host = try TestHost()
        host.openWindow()
        let made = try GLBackend(inCurrentContext: nil)
        try show(made)
        backend = made
      }
      let next = try TestHost()
      next.openWindow()
      let other = try GLBackend(inCurrentContext: nil)
      for _ in 0..<3 { try show(other, on: .boundFramebuffer, nil, plan) }
      let names = TestHost.objectNames()
      if let backend { #expect(throws: GlazeError.self) { try show(backend) } }
      backend = nil
      try show(other, on: .boundFramebuffer, nil, plan)
      #expect(TestHost.objectNames() == names)
      #expect(try next.pixels().elementsEqual(Self.expected.get()))
    }
  }

  /// Nothing here resets a device: the driver's report is replaced once.
  @Test func lostContextsAreMadeAnew() throws {
    let host = try TestHost()
    host.openWindow()
    let backend = try GLBackend(inCurrentContext: nil)
    try show(backend)
    var resets = [UInt32(GL_INNOCENT_CONTEXT_RESET)]
    backend.resetStatus = { resets.popLast() ?? 0 }
    host.clear()
    let error = #expect(throws: GlazeError.self) { try show(backend) }
    #expect(error?.code == .lostContext)
    // The host makes another context, and needs to do nothing else.
    let next = try TestHost()
    next.openWindow()
    try show(backend)
    #expect(try next.pixels().elementsEqual(Self.expected.get()))
  }

  @Test(.needsDebugGroups) func passesAreNamedForDebuggers() throws {
    let host = try TestHost(TestHost.Kind(isDebug: true))
    host.openWindow()
    let messages = DebugMessages()
    let renderer = try CARenderer()
    #expect(renderer.backend.namesPasses)
    let root = Self.page()
    root.position = CGPoint(x: 48, y: 48)
    root.sublayers?.last?.name = "faded group"
    renderer.layer = root
    renderer.bounds = root.bounds
    renderer.beginFrame(atTime: 0)
    try renderer.render()
    renderer.endFrame()
    #expect(messages.texts.contains("faded group") && messages.texts.contains("frame"))
    var depth: GLint = 0
    glGetIntegerv(GLenum(GL_DEBUG_GROUP_STACK_DEPTH), &depth)
    #expect(depth == 1)
  }
}

/// The OpenGL debug messages during the lifetime of this object.
private final class DebugMessages {
  private final class List { var texts: [String] = [] }
  private let list = List()
  var texts: [String] { list.texts }

  init() {
    glEnable(GLenum(GL_DEBUG_OUTPUT))
    glEnable(GLenum(GL_DEBUG_OUTPUT_SYNCHRONOUS))
    glDebugMessageCallback(
      { _, type, _, _, length, text, list in
        guard type == GLenum(GL_DEBUG_TYPE_PUSH_GROUP), let text, let list else { return }
        Unmanaged<List>.fromOpaque(list).takeUnretainedValue().texts.append(String(cString: text))
      }, Unmanaged.passUnretained(list).toOpaque())
  }

  deinit { glDebugMessageCallback(nil, nil) }
}

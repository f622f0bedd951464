import Foundation
import Glaze
import Synchronization
import Testing

/// The guarantees of a session that draws frame after frame.
@Suite struct RenderSessionTests {
  private static let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)

  private func square() -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 4, height: 3)
    root.backgroundColor = CGColor(srgbRed: 1, green: 0.2, blue: 0, alpha: 0.5)
    return root
  }

  private func session(
    _ root: CALayer, _ backend: Renderer.Backend = .software
  ) throws
    -> RenderSession
  {
    let session = try RenderSession(root, renderer: Renderer(backend.device))
    session.options.animatesChanges = false
    return session
  }

  // MARK: Targets

  @Test(arguments: Backends.usable) func memoryHasTheImagesBytes(backend: Renderer.Backend) throws {
    let session = try session(square(), backend)
    let image = try session.image(at: 0).pixels
    var memory = [UInt8](repeating: 9, count: 20 * 3)
    let frame = try memory.withUnsafeMutableBytes {
      try session.render(at: 0, into: .memory($0, bytesPerRow: 20))
    }
    #expect(frame.image == nil)
    for y in 0..<3 {
      #expect(memory[y * 20..<y * 20 + 16].elementsEqual(image[y * 16..<y * 16 + 16]))
      // The bytes between the rows do not change.
      #expect(memory[y * 20 + 16..<y * 20 + 20].allSatisfy { $0 == 9 })
    }
  }

  @Test(arguments: [
    (PixelFormat.rgba8Premultiplied, [128, 26, 0, 128] as [UInt8]),
    (.bgra8Premultiplied, [0, 26, 128, 128]),
    (.rgba8Straight, [255, 52, 0, 128]),
    (.bgra8Straight, [0, 52, 255, 128]),
  ])
  func memoryHasItsFormat(format: PixelFormat, expected: [UInt8]) throws {
    let session = try session(square())
    var memory = [UInt8](repeating: 0, count: 48)
    _ = try memory.withUnsafeMutableBytes {
      try session.render(at: 0, into: .memory($0, bytesPerRow: 16, format: format))
    }
    #expect(memory == (0..<12).flatMap { _ in expected })
  }

  @Test func refusesTargetsThatItCannotDrawInto() throws {
    let session = try session(square())
    for target in [RenderTarget.currentFramebuffer(), .texture(1, width: 4, height: 3)] {
      let error = #expect(throws: GlazeError.self) { try session.render(at: 0, into: target) }
      #expect(error?.code == .unsupportedTarget)
    }
    for (count, bytesPerRow) in [(47, 16), (48, 15), (48, .max)] {
      var memory = [UInt8](repeating: 0, count: count)
      let error = #expect(throws: GlazeError.self) {
        _ = try memory.withUnsafeMutableBytes {
          try session.render(at: 0, into: .memory($0, bytesPerRow: bytesPerRow))
        }
      }
      #expect(error?.code == .invalidArgument)
    }
  }

  // MARK: Changes

  @Test func tellsWhatChanged() throws {
    let root = square()
    let box = CALayer()
    box.frame = CGRect(x: 1, y: 1, width: 1, height: 1)
    root.addSublayer(box)
    let session = try session(root)
    #expect(try session.hasChanges)
    #expect(try session.render(at: 0).damage == [CGRect(x: 0, y: 0, width: 4, height: 3)])
    #expect(try !session.hasChanges)
    #expect(try session.nextFrameTime(after: 7) == .infinity)
    #expect(try session.render(at: 0).damage.isEmpty)
    box.backgroundColor = Self.red
    #expect(try session.hasChanges)
    #expect(try session.nextFrameTime(after: 7) == 7)
    // After a commit of the change, a frame is still due.
    try session.commit(at: 0)
    #expect(try session.hasChanges)
    let damage = try session.render(at: 0).damage
    #expect(!damage.isEmpty)
    #expect(damage.allSatisfy { $0.contains(CGPoint(x: 1.5, y: 1.5)) || $0.width * $0.height < 12 })
  }

  @Test func callsOnceForManyChanges() throws {
    let root = square()
    let session = try session(root)
    var calls = 0
    try session.render(at: 0)
    session.onUpdate = { calls += 1 }
    #expect(calls == 0)
    root.backgroundColor = Self.red
    root.cornerRadius = 1
    root.addSublayer(CALayer())
    #expect(calls == 1)
    try session.render(at: 0)
    #expect(calls == 1)
    root.sublayers?.first?.opacity = 0.5
    #expect(calls == 2)
    try session.render(at: 0)
    session.options.background = Self.red
    #expect(calls == 3)
  }

  @Test func knowsWhenTheNextFrameIsDue() throws {
    let root = square()
    let session = try session(root)
    let move = CABasicAnimation(keyPath: "position.x")
    (move.fromValue, move.toValue, move.duration, move.beginTime) = (0.0, 2.0, 1.0, 12.0)
    root.add(move, forKey: nil)
    try session.render(at: 10)
    #expect(try session.nextFrameTime(after: 10) == 12)
    try session.render(at: 12.5)
    #expect(try session.nextFrameTime(after: 12.5) == 12.5)
    // The animation has ended, and its last image was not shown.
    #expect(try session.nextFrameTime(after: 20) == 20)
    try session.render(at: 20)
    #expect(try session.nextFrameTime(after: 20) == .infinity)
  }

  // MARK: Owners

  @Test func rendererKeepsNoLayersAlive() throws {
    let renderer = try Renderer(.cpu)
    weak var layer: CALayer?
    for _ in 0..<3 {
      let root = square()
      layer = root
      _ = try RenderSession(root, renderer: renderer).image(at: 0)
    }
    #expect(layer == nil)
  }

  /// Runs `body` on a new thread with a name, and returns its error.
  private func error(on name: String, _ body: @escaping () throws -> Void) -> GlazeError? {
    nonisolated(unsafe) var found: GlazeError?
    nonisolated(unsafe) let body = body
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      if let file = fopen("/proc/thread-self/comm", "w") {
        fputs(name, file)
        fclose(file)
      }
      do { try body() } catch { found = error as? GlazeError }
      done.signal()
    }
    thread.start()
    done.wait()
    return found
  }

  @Test func refusesOtherThreads() throws {
    let session = try session(square())
    let image = try session.image(at: 0)
    let uses: [() throws -> Void] = [
      { try session.render(at: 0) }, { try session.commit() }, { _ = try session.hasChanges },
      { _ = try session.nextFrameTime() }, { try session.renderer.handOver() },
      { _ = try RenderSession(CALayer(), renderer: session.renderer) },
    ]
    for use in uses {
      let error = error(on: "stranger", use)
      #expect(error?.code == .wrongThread)
      // Both threads are named.
      #expect(error?.message.contains("stranger") == true)
      #expect(error?.message.split(separator: "thread").count ?? 0 > 2)
    }
    try session.renderer.handOver()
    var seen: CGImage?
    let failure = error(on: "heir") { seen = try session.image(at: 0) }
    #expect(failure == nil && seen == image)
    #expect(throws: GlazeError.self) { try session.image(at: 0) }
  }

  /// Returns the reports of a change that only the owner may make.
  private func misuses(
    on name: String, of layer: CALayer, _ change: @escaping (CALayer) -> Void
  )
    -> [ModelMisuse]
  {
    nonisolated(unsafe) let (layer, change) = (layer, change)
    let found = Mutex<[ModelMisuse]>([])
    _ = error(on: name) {
      ModelMisuse.withHandler({ misuse in found.withLock { $0.append(misuse) } }) { change(layer) }
    }
    return found.withLock(\.self)
  }

  @Test func layersRefuseOtherThreads() throws {
    let root = square()
    let inner = CALayer()
    inner.frame = CGRect(x: 1, y: 1, width: 2, height: 2)
    inner.backgroundColor = .white
    root.addSublayer(inner)
    let session = try session(root)
    let before = try session.image(at: 0)
    let changes: [(CALayer) -> Void] = [
      { $0.position.x = 3 }, { $0.bounds.size.width = 3 }, { $0.opacity = 0 }, { $0.name = "x" },
      { $0.speed = 0 }, { $0.setValue(1, forKey: "mine") }, { $0.addSublayer(CALayer()) },
      { $0.sublayers = [CALayer()] }, { $0.mask = CALayer() }, { $0.removeFromSuperlayer() },
      { CALayer().addSublayer($0) }, { $0.add(CABasicAnimation(keyPath: "opacity"), forKey: "a") },
      { $0.setNeedsLayout() }, { $0.setNeedsDisplay() }, { $0.constraints = [] },
    ]
    for change in changes {
      let told = misuses(on: "stranger", of: inner, change)
      guard case .wrongThread(_, _, _, let caller)? = told.first, told.count == 1 else {
        Issue.record("\(told)")
        continue
      }
      #expect(caller.contains("stranger"))
    }
    #expect(try !session.hasChanges && session.image(at: 1) == before)
    try session.renderer.handOver()
    #expect(misuses(on: "heir", of: inner) { $0.isHidden = true }.isEmpty && inner.isHidden)
  }

  @Test(arguments: Backends.usable)
  func refusesToDrawWithinASequence(backend: Renderer.Backend) throws {
    let session = try session(square(), backend)
    var codes: [GlazeError.Code?] = []
    let recorder = SequenceTests.Recorder()
    try session.renderSequence(
      FrameTimes(from: 0, to: 0.2, rate: .sixty), into: recorder
    ) { _ in
      do throws(GlazeError) {
        try session.render(at: 0)
        codes.append(nil)
      } catch {
        codes.append(error.code)
      }
      return true
    }
    #expect(codes.count >= 12 && codes.allSatisfy { $0 == .wrongThread })
    #expect(try session.image(at: 0).width == 4)
  }

  /// An actor runs on different threads; the compiler ensures that its renderer stays inside.
  private actor Painter {
    private var session: RenderSession?

    func draw() throws -> Int {
      if session == nil {
        let root = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: 5, height: 5)
        session = try RenderSession(root, renderer: Renderer(.cpu))
      }
      return try session?.image(at: 0).width ?? 0
    }
  }

  @Test func actorsMayOwnSessions() async throws {
    let painter = Painter()
    for _ in 0..<20 {
      await Task.yield()
      #expect(try await painter.draw() == 5)
    }
  }
}

import Foundation
import GLFaults
import Glaze
@testable import GlazeCore
import GlazeEGL
import GlazeGeometry
import GlazeLayers
import GlazePlan
import Synchronization
import Testing

/// OpenGL calls that fail: the frame is an error, and the next one is right.
@Suite(.needsGL) struct GLFaultTests {
  /// The outcome of the frame, in the words of the table of Docs/explanation/threat-model.md.
  enum Outcome {
    case error
    /// Everything is made again, and the frame is right.
    case again
    /// An error, or a right frame: errors from before a frame are not its own.
    case errorOrRight
  }

  static let faults: [(gl_fault, Outcome)] = [
    (GL_FAULT_MEMORY, .error), (GL_FAULT_FRAMEBUFFER, .error), (GL_FAULT_LINK, .error),
    (GL_FAULT_COMPILE, .error), (GL_FAULT_MAP, .error), (GL_FAULT_LOSS, .again),
    (GL_FAULT_ERROR, .errorOrRight),
  ]

  /// A scene that needs memory of all kinds: images, masks of paths, tables of shadows, groups.
  private static func page() -> CALayer {
    let page = CALayer()
    page.bounds = CGRect(x: 0, y: 0, width: 64, height: 64)
    let (image, shape, group, card) = (CALayer(), CAShapeLayer(), CALayer(), CALayer())
    let texels = [UInt8](repeating: 255, count: 256)
    image.contents = CGImage(width: 8, height: 8, premultipliedRGBA: texels)
    image.frame = CGRect(x: 2, y: 2, width: 20, height: 20)
    shape.path = CGPath(ellipseIn: CGRect(x: 30, y: 4, width: 25, height: 18), transform: nil)
    card.frame = CGRect(x: 5, y: 30, width: 20, height: 20)
    card.backgroundColor = .white
    (card.shadowOpacity, card.shadowRadius, card.cornerRadius) = (1, 4, 5)
    group.frame = CGRect(x: 30, y: 30, width: 30, height: 30)
    group.opacity = 0.5
    for step in 0..<3 {
      let part = CALayer()
      part.frame = CGRect(x: step * 8, y: step * 8, width: 14, height: 14)
      part.backgroundColor = CGColor(srgbRed: CGFloat(step) / 2, green: 0.5, blue: 0, alpha: 1)
      part.transform = CATransform3DMakeRotation(0.3, 0, 0, 1)
      group.addSublayer(part)
    }
    page.sublayers = [image, shape, card, group]
    return page
  }

  @Test(arguments: faults) func areErrorsAndNoMore(fault: gl_fault, outcome: Outcome) throws {
    let expected = try RenderSession(Self.page(), renderer: Renderer(.openGL)).image(at: 0)
    var count = 0
    for number in [1, 2, 3, 5, 8, 13, 21] {
      let session = try RenderSession(Self.page(), renderer: Renderer(.openGL))
      gl_fault_arm(fault, Int32(number))
      let result = Result { try session.image(at: 0) }
      let happened = gl_fault_happened()
      gl_fault_arm(GL_FAULT_NONE, 0)
      if happened { count += 1 }
      switch result {
      case .success(let image):
        #expect(image == expected && (!happened || outcome != .error), "number \(number)")
      case .failure(let error):
        #expect(happened && outcome != .again && error is GlazeError, "number \(number): \(error)")
      }
      #expect(try session.image(at: 0) == expected, "the frame after number \(number)")
    }
    #expect(count > 0)
  }

  /// The error names the shader program, the device and its limits.
  @Test(arguments: [GL_FAULT_LINK, GL_FAULT_COMPILE])
  func shaderErrorsNameTheDevice(fault: gl_fault) throws {
    let renderer = try Renderer(.openGL)
    let session = try RenderSession(Self.page(), renderer: renderer)
    gl_fault_arm(fault, 1)
    defer { gl_fault_arm(GL_FAULT_NONE, 0) }
    let error = try #require(throws: GlazeError.self) { try session.image(at: 0) }
    let message = error.description
    #expect(message.contains("the shader program ") && message.contains(" CLIPS "), "\(message)")
    let name = try #require(renderer.choice?.device.renderer)
    #expect(message.contains(name), "\(message)")
    #expect(
      message.contains(/limits: \d+ components between shaders, \d+ attributes, \d+ textures/),
      "\(message)")
  }

  /// A renderer whose device the CPU may replace, on OpenGL also where that is no GPU.
  private static func automatic() throws -> Renderer {
    try Renderer(backend: .auto, selection: DeviceSelection(.auto), optimizations: .all)
  }

  /// Without a GPU the CPU draws, and the description says why.
  @Test func withoutAGPUTheCPUDraws() throws {
    let renderer = try Renderer()
    #expect(!renderer.isRasteriser)
    guard renderer.backend == .software else { return }
    #expect(renderer.device == .cpu && renderer.deviceDescription.hasPrefix("software backend"))
  }

  /// After an automatic choice the CPU draws what the driver cannot, and a notice says so once.
  @Test(arguments: [GL_FAULT_LINK, GL_FAULT_COMPILE])
  func theCPUTakesOver(fault: gl_fault) throws {
    let expected = try RenderSession(Self.page(), renderer: Renderer(.cpu)).image(at: 0)
    let renderer = try Self.automatic()
    let session = try RenderSession(Self.page(), renderer: renderer)
    let other = try RenderSession(Self.page(), renderer: renderer)
    try #require(renderer.backend == .gl)
    gl_fault_arm(fault, 3)
    defer { gl_fault_arm(GL_FAULT_NONE, 0) }
    let frame = try session.frame(at: 0)
    #expect(gl_fault_happened())
    #expect(frame.image == expected)
    #expect(renderer.backend == .software && renderer.device == .cpu)
    #expect(frame.notices.count == 1)
    let notice = try #require(frame.notices.first).description
    #expect(notice.contains("the CPU draws") && notice.contains("the shader program "), "\(notice)")
    #expect(renderer.deviceDescription.contains("the shader program "))
    for session in [session, other] {
      let next = try session.frame(at: 0)
      #expect(next.image == expected && next.notices.isEmpty)
    }
  }

  /// Frames of a sequence that are written stay, and the CPU draws the rest.
  @Test func theCPUEndsASequence() throws {
    func frames(_ renderer: Renderer, failsAt failing: Int?) throws -> SequenceTests.Recorder.Record
    {
      let walk = SequenceTests.Walk()
      let recorder = SequenceTests.Recorder()
      var count = 0
      let statistics = try RenderSession(walk.root, renderer: renderer).renderSequence(
        FrameTimes(from: 0, to: 1, framesPerSecond: 10), into: recorder,
        options: SequenceTests.options(overlaps: false)
      ) { progress in
        #expect(progress.finishedCount <= count)
        if count == 5 {
          // Needs another shader program.
          walk.root.sublayers?.first?.shadowOpacity = 1
          if failing == 5 { gl_fault_arm(GL_FAULT_LINK, 1) }
        }
        count += 1
        return walk.next()
      }
      #expect(statistics.frameCount == 10)
      #expect(statistics.notices.count == (failing == nil ? 0 : 1))
      return recorder.record.withLock { $0 }
    }
    let (renderer, onCPU) = (try Self.automatic(), try frames(Renderer(.cpu), failsAt: nil))
    defer { gl_fault_arm(GL_FAULT_NONE, 0) }
    let record = try frames(renderer, failsAt: 5)
    #expect(gl_fault_happened() && renderer.backend == .software)
    #expect(record.written == Array(0..<10) && record.ends == ["finish"])
    #expect(Set(record.encoded.values).count == 10)
    #expect(onCPU.written == record.written)
  }
}

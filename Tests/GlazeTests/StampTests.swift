import Foundation
import Glaze
import GlazeLayers
import GlazePlan
import Synchronization
import Testing

/// Paths that are kept in their colours and copied, on drivers where that is faster.
@Suite(.needsGL) struct StampTests {
  /// Paths at any place, partly outside of the picture, over a background.
  private final class Page {
    let root = CALayer()
    var random: Chance
    var paths: [CAShapeLayer] = []

    init(seed: UInt64, count: Int = 30) {
      random = Chance(state: seed)
      root.bounds = CGRect(x: 0, y: 0, width: 299, height: 221)
      root.backgroundColor = CGColor(red: 0.9, green: 0.95, blue: 0.8, alpha: 1)
      for index in 0..<count {
        let layer = CAShapeLayer()
        layer.path = random.path(within: random.number(10, 150))
        layer.fillColor = index % 3 == 0 ? nil : random.color()
        layer.strokeColor = index % 3 == 1 ? nil : random.color()
        layer.lineWidth = random.number(0.5, 9)
        layer.position = CGPoint(x: random.number(-40, 290), y: random.number(-40, 210))
        // Both at one opacity would be a group.
        if index % 3 != 2 { layer.opacity = Float(random.number(0.3, 1)) }
        paths.append(layer)
        root.addSublayer(layer)
      }
      // A rectangle of whole pixels between them.
      let card = CALayer()
      card.frame = CGRect(x: 40, y: 30, width: 120, height: 70)
      card.backgroundColor = CGColor(red: 0.1, green: 0.4, blue: 0.8, alpha: 0.35)
      root.insertSublayer(card, at: UInt32(count / 2))
    }

    /// Moves everything by whole pixels, each path elsewhere.
    func move() {
      for path in paths {
        path.position.x += random.number(-20, 20).rounded()
        path.position.y += random.number(-20, 20).rounded()
      }
    }
  }

  private func renderer(stamps: Bool) throws -> Renderer {
    let renderer = try Renderer(backend: .gl)
    // So that they are made however small the picture is.
    renderer.optimizations.remove(.sharePrograms)
    if !stamps { renderer.optimizations.remove(.stamps) }
    return renderer
  }

  private func frame(_ renderer: Renderer, _ page: Page) throws -> [UInt8] {
    try renderer.frame(of: page.root, fit: .scale(1), background: nil, isGeometryFlipped: true)
      .pixels.bytes
  }

  /// Whether the driver of this machine is one that has use for them, as llvmpipe is.
  private func isUsed() throws -> Bool {
    let page = Page(seed: 1)
    let renderer = try renderer(stamps: true)
    for _ in 0..<2 {
      _ = try frame(renderer, page)
      CATransaction.withoutActions { page.move() }
    }
    _ = try frame(renderer, page)
    let isLLVMpipe = renderer.deviceDescription.contains("llvmpipe")
    #expect(!isLLVMpipe || renderer.stampCount > 0)
    return renderer.stampCount > 0
  }

  @Test(arguments: 0..<8)
  func thePictureIsTheSame(seed: UInt64) throws {
    let page = Page(seed: seed)
    let (with, without) = (try renderer(stamps: true), try renderer(stamps: false))
    let isUsed = try isUsed()
    for step in 0..<5 {
      let picture = try frame(with, page)
      #expect(try picture == frame(without, page), "step \(step)")
      #expect(picture.contains { $0 < 100 })
      // The first frame has nothing that an earlier one drew.
      #expect((with.stampCount > 0) == (isUsed && step > 0), "step \(step)")
      #expect(without.stampCount == 0)
      CATransaction.withoutActions { page.move() }
    }
  }

  @Test("single layers move, change, come and go")
  func changes() throws {
    let page = Page(seed: 77)
    let (with, without) = (try renderer(stamps: true), try renderer(stamps: false))
    let steps: [@Sendable (Page) -> Void] = [
      { $0.move() }, { $0.move() },
      { $0.paths[3].position.x += 11 },
      { $0.paths[4].fillColor = .black },
      { $0.paths[5].path = $0.paths[6].path },
      { $0.paths[6].isHidden = true },
      { $0.root.backgroundColor = .white },
      { $0.paths[7].position.x += 0.4 },
      // What is no stamp: a rounded box, which then goes again.
      { $0.root.cornerRadius = 30 },
      { $0.paths[8].position.y -= 6 },
      { $0.root.cornerRadius = 0 },
      { $0.move() }, { $0.move() },
      { $0.paths[8].opacity = 0.5 },
      { $0.paths[8].opacity = 1 },
      { $0.root.sublayers = [] },
    ]
    var stamped = 0
    for (index, step) in steps.enumerated() {
      #expect(try frame(with, page) == frame(without, page), "before step \(index)")
      if with.stampCount > 0 { stamped += 1 }
      CATransaction.withoutActions { step(page) }
    }
    #expect(try (stamped > 8) == isUsed(), "\(stamped)")
    #expect(try frame(with, page) == frame(without, page))
  }

  @Test("each level of coverage is rounded as the shader does", arguments: 0..<6)
  func levels(part: Int) throws {
    let page = Page(seed: UInt64(200 + part), count: 0)
    for index in 0..<60 {
      let layer = CAShapeLayer()
      // A wedge, whose edge has every level.
      let path = CGMutablePath()
      path.move(to: .zero)
      path.addLine(to: CGPoint(x: 256, y: 0))
      path.addLine(to: CGPoint(x: 0, y: 1))
      layer.path = path
      layer.fillColor = page.random.color()
      layer.position = CGPoint(x: index % 2, y: 3 * index)
      page.paths.append(layer)
      page.root.addSublayer(layer)
    }
    let (with, without) = (try renderer(stamps: true), try renderer(stamps: false))
    for _ in 0..<3 {
      #expect(try frame(with, page) == frame(without, page))
      CATransaction.withoutActions { page.move() }
    }
    #expect(try (with.stampCount > 0) == isUsed())
  }

  @Test("more than may be kept is drawn without")
  func budget() throws {
    let page = Page(seed: 5)
    let with = try renderer(stamps: true)
    let without = try renderer(stamps: false)
    for budget in [256 << 20, 1 << 20, 0, 256 << 20] {
      with.memoryBudget = budget
      for _ in 0..<4 {
        #expect(try frame(with, page) == frame(without, page), "\(budget)")
        CATransaction.withoutActions { page.move() }
      }
      #expect(try (with.stampCount > 0) == (budget > 2 << 20 && isUsed()), "\(budget)")
    }
  }

  @Test("all stamps of a frame are few calls of the driver")
  func calls() throws {
    let page = Page(seed: 9)
    let with = try renderer(stamps: true)
    _ = try frame(with, page)
    let before = with.drawCallCount
    CATransaction.withoutActions { page.move() }
    _ = try frame(with, page)
    guard with.stampCount > 0 else { return }
    #expect(before >= 3)
    #expect(with.drawCallCount <= with.stampCount / 160 + 1)
  }

  /// Keeps the pixels of each frame.
  private final class Film: FrameSink {
    let frames = Mutex<[Int: [UInt8]]>([:])

    func encode(_ frame: SequenceFrame) throws -> [UInt8] { frame.pixels }
    func write(_ bytes: [UInt8], frame: Int) throws { frames.withLock { $0[frame] = bytes } }
    func finish() throws {}
  }

  private func film(_ renderer: Renderer, overlaps: Bool) throws -> [Int: [UInt8]] {
    let page = Page(seed: 12)
    let film = Film()
    _ = try renderer.render(
      page.root, times: try FrameTimes(from: 0, to: 1, framesPerSecond: 8), into: film,
      options: SequenceTests.options(overlaps: overlaps, jobs: 2)
    ) { _ in
      CATransaction.withoutActions { page.move() }
      return true
    }
    return film.frames.withLock { $0 }
  }

  @Test("frames of a sequence are read back alike", arguments: [false, true])
  func sequence(overlaps: Bool) throws {
    let (with, without) = (try renderer(stamps: true), try renderer(stamps: false))
    let frames = try film(with, overlaps: overlaps)
    #expect(Set(frames.values).count == 8)
    #expect(try frames == film(without, overlaps: overlaps))
    #expect(try (with.stampCount > 0) == isUsed())
  }
}

extension Chance {
  fileprivate mutating func color() -> CGColor {
    CGColor(
      red: number(-0.1, 1.2), green: number(0, 1), blue: number(0, 1),
      alpha: min(number(0.1, 1.3), 1))
  }

  fileprivate mutating func path(within size: Double) -> CGPath {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: number(0, size), y: number(0, size)))
    for _ in 0..<6 {
      path.addQuadCurve(
        to: CGPoint(x: number(0, size), y: number(0, size)),
        control: CGPoint(x: number(0, size), y: number(0, size)))
    }
    return path
  }
}

import Foundation
import Glaze
import GlazeGeometry
import GlazeLayers
import GlazePlan
import Testing

/// The memory that a renderer retains.
@Suite struct MemoryTests {
  /// A small scene with all kinds of cached objects, all of which change.
  private struct Page {
    let root = CALayer()
    private let photo = CALayer()
    private let path = CAShapeLayer()
    private let text = CATextLayer()
    private let rasterized = CALayer()
    private let group = CALayer()

    init() {
      root.bounds = CGRect(x: 0, y: 0, width: 120, height: 90)
      photo.frame = CGRect(x: 10, y: 10, width: 32, height: 32)
      photo.minificationFilter = .trilinear
      path.frame = CGRect(x: 50, y: 10, width: 40, height: 40)
      path.fillColor = CGColor(red: 0.8, green: 0.1, blue: 0.1, alpha: 1)
      text.frame = CGRect(x: 5, y: 60, width: 60, height: 20)
      text.fontSize = 12
      text.foregroundColor = .black
      rasterized.frame = CGRect(x: 80, y: 50, width: 30, height: 30)
      rasterized.backgroundColor = CGColor(red: 0.1, green: 0.2, blue: 0.7, alpha: 1)
      rasterized.shouldRasterize = true
      group.frame = CGRect(x: 30, y: 40, width: 30, height: 20)
      group.opacity = 0.5
      for x in [0.0, 10] {
        let box = CALayer()
        box.frame = CGRect(x: x, y: 0, width: 20, height: 20)
        box.backgroundColor = CGColor(red: x / 10, green: 0.5, blue: 0, alpha: 1)
        group.addSublayer(box)
      }
      root.sublayers = [photo, path, text, rasterized, group]
    }

    func change(_ index: Int) {
      // The period is that of the caches' search for old objects.
      let step = index % 60
      photo.contents = CGImage(width: 32, height: 32, premultipliedRGBA: Self.pixels[step])
      photo.bounds.size.width = 24 + CGFloat(step % 7)
      let shape = CGMutablePath()
      shape.move(to: CGPoint(x: 0, y: 0))
      shape.addLine(to: CGPoint(x: 40, y: CGFloat(step)))
      shape.addLine(to: CGPoint(x: CGFloat(step) / 2, y: 40))
      path.path = shape
      path.position.x = 70 + CGFloat(step % 5)
      text.string = "frame \(step)"
      rasterized.cornerRadius = CGFloat(step % 13)
      group.position.y = 50 + CGFloat(step % 3)
    }

    private static let pixels: [[UInt8]] = (0..<60).map { step in
      (0..<32 * 32).flatMap { [UInt8(step), UInt8($0 % 256), 0, 255] }
    }

    func frame(_ renderer: RootRenderer) throws -> RenderedFrame {
      try renderer.frame(of: root, background: .white, isGeometryFlipped: true)
    }
  }

  private func renderer(_ backend: Renderer.Backend, budget: Int? = nil) throws -> RootRenderer {
    let renderer = try RootRenderer(backend: backend)
    renderer.animatesChanges = false
    if let budget { renderer.memoryBudget = budget }
    return renderer
  }

  @Test("frames in which everything changes keep the memory flat", arguments: Backends.usable)
  func memoryIsFlat(backend: Renderer.Backend) throws {
    let renderer = try renderer(backend)
    let page = Page()
    var most = (bytes: 0, cached: 0, framebuffers: 0)
    for index in 0..<1000 {
      page.change(index)
      let statistics = try page.frame(renderer).statistics
      let bytes = statistics.cachedBytes
      let held = (
        cached: statistics.cacheUsage.total.count, framebuffers: renderer.framebufferCount ?? 0
      )
      if index < 240 {
        most = (
          max(most.bytes, bytes), max(most.cached, held.cached),
          max(most.framebuffers, held.framebuffers)
        )
      } else {
        #expect(bytes <= most.bytes, "frame \(index)")
        #expect(held.cached <= most.cached && held.framebuffers <= most.framebuffers)
      }
    }
    #expect(most.bytes > 0)
  }

  /// No memory of a frame may remain: hundreds of frames in which all cached objects change, in a process of their
  /// own, because memory of other tests comes and goes.
  @Test func manyFramesLeaveNoMemoryBehind() async {
    await #expect(processExitsWith: .success) {
      let renderer = try MemoryTests().renderer(.software)
      let page = Page()
      func draw(_ frames: Range<Int>) throws -> Int {
        var most = 0
        for index in frames {
          page.change(index)
          most = max(most, try page.frame(renderer).statistics.cachedBytes)
        }
        return most
      }
      // Everything repeats after 60 frames.
      let most = try draw(0..<300)
      #expect(most > 0)
      // A leaked image would be 6 MB for each 10 KB of it. A leak grows in every round; what allocators keep does not.
      let stays = try (0..<16).contains { round in
        let before = try MemoryTests.residentBytes()
        #expect(try draw(300 + 600 * round..<900 + 600 * round) == most)
        return try MemoryTests.residentBytes() < before + 8 << 20
      }
      #expect(stays)
    }
  }

  private static func residentBytes() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    let pages = try #require(text.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  @Test("all caches together obey the budget", arguments: Backends.usable)
  func theBudgetIsObeyed(backend: Renderer.Backend) throws {
    let budget = 512 << 10
    let renderer = try renderer(backend, budget: budget)
    let free = try self.renderer(backend)
    let pages = (0..<3).map { _ in Page() }
    var (evictions, most) = (0, 0)
    for index in 0..<180 {
      // One scene after the other, each with images that return.
      let page = pages[index / 4 % 3]
      page.change(index)
      let statistics = try page.frame(renderer).statistics
      #expect(statistics.cachedBytes <= budget, "frame \(index)")
      evictions += statistics.evictions
      most = max(most, try page.frame(free).statistics.cachedBytes)
    }
    // Otherwise the budget limited nothing.
    #expect(most > budget && evictions > 50)
  }

  @Test("no budget changes a pixel", arguments: Backends.usable, [0, 64 << 10, 1 << 40])
  func imagesAreTheSame(backend: Renderer.Backend, budget: Int) throws {
    let limited = try renderer(backend, budget: budget)
    let standard = try renderer(backend)
    let pages = [Page(), Page()]
    for index in 0..<60 {
      let page = pages[index / 3 % 2]
      // Some frames equal the previous one.
      if index % 4 != 3 { page.change(index) }
      let pixels = try page.frame(limited).pixels
      #expect(try page.frame(standard).pixels == pixels, "frame \(index)")
    }
  }

  @Test("without a budget every frame is drawn whole", arguments: Backends.usable)
  func nothingIsCached(backend: Renderer.Backend) throws {
    let renderer = try renderer(backend, budget: 0)
    let page = Page()
    page.change(0)
    for _ in 0..<3 {
      let frame = try page.frame(renderer)
      #expect(frame.statistics.damagedPixels == 120 * 90)
      #expect(frame.statistics.bitmapBytes == 0)
    }
  }

  @Test func budgetsAreBytes() throws {
    let renderer = try renderer(.software)
    #expect(renderer.memoryBudget == 256 << 20)
    renderer.memoryBudget = -1
    #expect(renderer.memoryBudget == 0)
    renderer.memoryBudget = .max
    #expect(renderer.memoryBudget == .max)
  }

  @Test("a budget that shrinks frees memory beyond it", arguments: Backends.usable)
  func budgetsShrink(backend: Renderer.Backend) throws {
    let renderer = try renderer(backend)
    let page = Page()
    for index in 0..<40 {
      page.change(index)
      _ = try page.frame(renderer)
    }
    renderer.memoryBudget = 512 << 10
    page.change(41)
    #expect(try page.frame(renderer).statistics.cachedBytes <= 512 << 10)
  }
}

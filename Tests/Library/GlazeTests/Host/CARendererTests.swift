import COpenGL
import Foundation
import Glaze
@testable import GlazeCore
import GlazeGeometry
import GlazeLayers
import GlazeText
import Testing

/// Layers in a host's framebuffer, region by region.
@Suite(.serialized, .needsHost) struct CARendererTests {
  private static let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
  private static let blue = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)

  /// A red layer of 20 x 10 at (30, 40), measured from the lower left corner, on a clear
  /// background.
  private struct Page {
    let root = CALayer()
    let box = CALayer()

    init() {
      root.frame = CGRect(x: 0, y: 0, width: 96, height: 96)
      box.frame = CGRect(x: 30, y: 40, width: 20, height: 10)
      box.backgroundColor = CARendererTests.red
      root.addSublayer(box)
    }
  }

  private func renderer(_ page: Page, clearColor: CGColor? = nil) throws -> CARenderer {
    let renderer = try CARenderer(clearColor: clearColor)
    renderer.layer = page.root
    renderer.bounds = CGRect(x: 8, y: 4, width: 80, height: 70)
    return renderer
  }

  /// Returns the box around the pixels of a color, from the lower left corner; nil for none.
  private func box(of color: [UInt8], in host: TestHost) -> CGRect? {
    let pixels = host.pixels()
    let side = TestHost.size
    let places = (0..<side * side).filter { Array(pixels[$0 * 4..<$0 * 4 + 4]) == color }
    guard let left = places.map({ $0 % side }).min(), let right = places.map({ $0 % side }).max(),
      let top = places.map({ $0 / side }).min(), let bottom = places.map({ $0 / side }).max()
    else { return nil }
    let size = (right - left + 1, bottom - top + 1)
    // Only a completely filled area counts as a box.
    guard places.count == size.0 * size.1 else { return .infinite }
    return CGRect(x: left, y: side - 1 - bottom, width: size.0, height: size.1)
  }

  @Test func coordinatesArePixelsFromTheLowerLeft() throws {
    let host = try TestHost()
    host.openWindow()
    host.clear([0, 1, 0, 1])
    let renderer = try renderer(Page())
    renderer.beginFrame(atTime: 0)
    #expect(renderer.updateBounds() == renderer.bounds)
    try renderer.render()
    renderer.endFrame()
    #expect(box(of: [255, 0, 0, 255], in: host) == CGRect(x: 30, y: 40, width: 20, height: 10))
  }

  @Test func boundsClip() throws {
    let host = try TestHost()
    host.openWindow()
    let page = Page()
    page.box.frame = CGRect(x: -10, y: -10, width: 200, height: 200)
    let renderer = try renderer(page)
    renderer.beginFrame(atTime: 0)
    try renderer.render()
    renderer.endFrame()
    #expect(box(of: [255, 0, 0, 255], in: host) == renderer.bounds)
  }

  /// Unchanged parts are not drawn: the host's own pixels stay there, whatever it drew meanwhile.
  @Test(arguments: [nil, CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)])
  func onlyTheUpdateRegionIsDrawn(clearColor: CGColor?) throws {
    let host = try TestHost()
    host.openWindow()
    let page = Page()
    let renderer = try renderer(page, clearColor: clearColor)
    renderer.beginFrame(atTime: 0)
    try renderer.render()
    renderer.endFrame()
    host.clear([0, 1, 0, 1])
    // Nothing changed.
    renderer.beginFrame(atTime: 1)
    #expect(renderer.updateBounds().isEmpty)
    try renderer.render()
    renderer.endFrame()
    #expect(box(of: [0, 255, 0, 255], in: host) == CGRect(x: 0, y: 0, width: 96, height: 96))
    // A layer changed without animation.
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    page.box.backgroundColor = Self.blue
    CATransaction.commit()
    renderer.beginFrame(atTime: 2)
    let update = renderer.updateBounds()
    #expect(update.contains(page.box.frame) && update.width < 40)
    try renderer.render()
    renderer.endFrame()
    #expect(box(of: [0, 0, 255, 255], in: host) == page.box.frame)
    if clearColor != nil {
      let rest = host.pixels()
      let white = stride(from: 0, to: rest.count, by: 4).count {
        Array(rest[$0..<$0 + 4]) == [255, 255, 255, 255]
      }
      #expect(white == Int(clamping: update.width * update.height) - 200)
    }
    let green = host.pixels()
    let side = TestHost.size
    for y in 0..<side {
      for x in 0..<side
      where !update.contains(CGPoint(x: Double(x) + 0.5, y: Double(side - y) - 0.5)) {
        let pixel = (y * side + x) * 4
        guard Array(green[pixel..<pixel + 4]) == [0, 255, 0, 255] else {
          Issue.record("drawn at \(x), \(side - 1 - y), outside of \(update)")
          return
        }
      }
    }
  }

  @Test func addedRegionsAreDrawnOnce() throws {
    let host = try TestHost()
    host.openWindow()
    let page = Page()
    page.root.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 0.5)
    page.box.isHidden = true
    let renderer = try renderer(page)
    renderer.beginFrame(atTime: 0)
    try renderer.render()
    renderer.endFrame()
    host.clear()
    renderer.beginFrame(atTime: 1)
    renderer.addUpdate(CGRect(x: 20, y: 20, width: 20, height: 20))
    renderer.addUpdate(CGRect(x: 30, y: 30, width: 20, height: 20))
    renderer.addUpdate(CGRect(x: 0, y: 0, width: 10, height: 10))
    #expect(renderer.updateBounds() == CGRect(x: 8, y: 4, width: 42, height: 46))
    try renderer.render()
    renderer.endFrame()
    let pixels = host.pixels()
    let drawn = stride(from: 0, to: pixels.count, by: 4).map { Array(pixels[$0..<$0 + 4]) }
      .filter { $0 != [0, 0, 0, 0] }
    #expect(drawn.count == 700 + 12)
    // Half of 255 lies between two levels, and drivers take either.
    #expect(Set(drawn) == [[128, 0, 0, 128]] || Set(drawn) == [[127, 0, 0, 127]])
  }

  /// No number that a program passes causes a trap.
  @Test func rectanglesOfAllNumbersAreTaken() throws {
    let host = try TestHost()
    host.openWindow()
    let renderer = try renderer(Page())
    renderer.beginFrame(atTime: 0)
    try renderer.render()
    renderer.endFrame()
    renderer.beginFrame(atTime: 1)
    for rect in [
      CGRect(x: CGFloat.nan, y: 0, width: 9, height: 9), .null, .zero,
      CGRect(x: 1e300, y: -1e300, width: 1e300, height: 1),
      CGRect(x: -9, y: -9, width: 5, height: 5),
    ] {
      renderer.addUpdate(rect)
      #expect(renderer.updateBounds().isNull)
    }
    renderer.addUpdate(.infinite)
    #expect(renderer.updateBounds() == renderer.bounds)
    renderer.endFrame()
    renderer.bounds.origin.x = 1e19
    renderer.beginFrame(atTime: 2)
    #expect(renderer.updateBounds().isNull)
    try renderer.render()
    renderer.endFrame()
  }

  @Test func framesThatAreNotRenderedAreDrawnWholeLater() throws {
    let host = try TestHost()
    host.openWindow()
    let renderer = try renderer(Page())
    renderer.beginFrame(atTime: 0)
    renderer.endFrame()
    renderer.beginFrame(atTime: 1)
    #expect(renderer.updateBounds() == renderer.bounds)
    try renderer.render()
    renderer.endFrame()
    #expect(box(of: [255, 0, 0, 255], in: host) == CGRect(x: 30, y: 40, width: 20, height: 10))
  }

  @Test func tellsWhenTheNextFrameIsDue() throws {
    let host = try TestHost()
    host.openWindow()
    let page = Page()
    let renderer = try renderer(page)
    func next(_ time: Double) throws -> Double {
      renderer.beginFrame(atTime: time)
      defer { renderer.endFrame() }
      try renderer.render()
      return renderer.nextFrameTime()
    }
    #expect(try next(0) == .infinity)
    let animation = CABasicAnimation(keyPath: "opacity")
    (animation.fromValue, animation.toValue) = (0, 1)
    (animation.beginTime, animation.duration) = (5, 1)
    page.box.add(animation, forKey: "fade")
    #expect(try next(1) == 5)
    #expect(try next(5.5) == 5.5)
    #expect(try next(6.5) == .infinity)
  }

  @Test func lostContextsShowInNoFrame() throws {
    let host = try TestHost()
    host.openWindow()
    let page = Page()
    page.box.shouldRasterize = true
    let renderer = try renderer(page)
    renderer.beginFrame(atTime: 0)
    try renderer.render()
    renderer.endFrame()
    var resets = [UInt32(GL_GUILTY_CONTEXT_RESET)]
    renderer.backend.resetStatus = { resets.popLast() ?? 0 }
    host.clear()
    renderer.beginFrame(atTime: 1)
    renderer.addUpdate(renderer.bounds)
    try renderer.render()
    renderer.endFrame()
    #expect(resets.isEmpty)
    #expect(box(of: [255, 0, 0, 255], in: host) == CGRect(x: 30, y: 40, width: 20, height: 10))
  }

  /// Layers that a session would not draw are not drawn here either.
  @Test func limitsAreErrorsOfRender() throws {
    let host = try TestHost()
    host.openWindow()
    let page = Page()
    let text = CATextLayer()
    text.frame = page.root.bounds
    text.string = String(repeating: "a", count: RenderLimits()[.text] + 1)
    page.root.addSublayer(text)
    let renderer = try renderer(page)
    renderer.beginFrame(atTime: 0)
    #expect(renderer.updateBounds() == renderer.bounds)
    let error = #expect(throws: GlazeError.self) { try renderer.render() }
    #expect(error?.code == .limit)
    renderer.endFrame()
    text.string = "a"
    renderer.beginFrame(atTime: 1)
    try renderer.render()
    renderer.endFrame()
    withExtendedLifetime(host) {}
  }
}

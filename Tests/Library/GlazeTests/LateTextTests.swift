import Foundation
import Glaze
import GlazeDrawing
import GlazeGeometry
import GlazeLayers
import Testing

/// Texts that are drawn when a frame shows them first.
struct LateTextTests {
  /// A class of a program, which draws at the commit.
  private final class Label: CATextLayer {}

  private func text(
    _ string: Any?, at frame: CGRect, in layer: CATextLayer = CATextLayer()
  )
    -> CATextLayer
  {
    layer.frame = frame
    (layer.string, layer.fontSize) = (string, 14)
    layer.foregroundColor = CGColor(srgbRed: 0.1, green: 0.2, blue: 0.7, alpha: 1)
    return layer
  }

  /// Whether a frame has shown the layer.
  private func isDrawn(_ layer: CALayer) -> Bool {
    (layer.contents as? CGImage)?.undrawn == nil
  }

  /// A list of texts that scrolls.
  private func list(count: Int) -> (root: CALayer, list: CAScrollLayer, rows: [CATextLayer]) {
    let (root, list) = (CALayer(), CAScrollLayer())
    root.bounds = CGRect(x: 0, y: 0, width: 100, height: 60)
    root.isGeometryFlipped = true
    list.frame = root.bounds
    list.masksToBounds = true
    root.addSublayer(list)
    let rows = (0..<count).map { row in
      text("Row \(row)", at: CGRect(x: 0, y: 20 * row, width: 100, height: 20))
    }
    list.sublayers = rows
    return (root, list, rows)
  }

  @Test(arguments: Backends.usable) func onlyVisibleTextsAreDrawn(backend: Renderer.Backend) throws
  {
    let (root, list, rows) = list(count: 500)
    var options = RenderOptions()
    // More than the visible ones need, and much less than all.
    options.limits[.text] = 100
    options.limits[.memory] = 100 * 20 * 16 * 10
    options.animatesChanges = false
    let session = try RenderSession(root, renderer: Renderer(backend.device), options: options)
    for (time, offset) in [0, 13, 4000, 3000].enumerated() {
      list.bounds.origin.y = CGFloat(offset)
      _ = try session.image(at: Double(time))
      for (index, row) in rows.enumerated() where !isDrawn(row) {
        #expect(!(offset..<(offset + 60)).overlaps((20 * index)..<(20 * index + 20)))
      }
    }
    #expect(rows.count(where: isDrawn) <= 20)
  }

  @Test("A list that was scrolled through holds the textures of its last rows only")
  func pixelsAreDroppedAndDrawnAgain() throws {
    for backend in Backends.usable {
      for budget in [0, 1 << 20, 64 << 20] {
        let (root, list, rows) = list(count: 200)
        var options = RenderOptions()
        options.animatesChanges = false
        let renderer = try Renderer(backend.device)
        renderer.memoryBudget = budget
        let session = try RenderSession(root, renderer: renderer, options: options)
        let first = try session.image(at: 0)
        for step in 1...90 {
          list.bounds.origin.y = CGFloat(40 * step)
          _ = try session.image(at: Double(step))
        }
        #expect(rows.count(where: isDrawn) > 150)
        #expect(rows.allSatisfy { ($0.contents as? CGImage)?.holdsPixels == false })
        list.bounds.origin.y = 0
        #expect(try session.image(at: 100) == first)
      }
    }
  }

  @Test(arguments: Backends.usable) func lateTextsLookLikeThoseOfTheCommit(
    backend: Renderer.Backend
  ) throws {
    for seed in 0..<12 {
      func image(_ make: () -> CATextLayer) throws -> CGImage {
        let root = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: 120, height: 50)
        root.backgroundColor = CGColor(srgbRed: 1, green: 0.9, blue: 0.5, alpha: 1)
        root.isGeometryFlipped = seed % 2 == 0
        let layer = text(
          "Glaze \(seed)\nand text", at: CGRect(x: 7.5, y: 4, width: 100.5, height: 41), in: make())
        layer.contentsScale = seed % 3 == 0 ? 2 : 1
        layer.isOpaque = seed % 5 == 0
        if seed % 4 == 1 { layer.contentsFormat = .gray8Uint }
        if seed % 4 == 2 { layer.contentsFormat = .RGBA16Float }
        layer.bounds.origin = CGPoint(x: seed, y: 3)
        root.addSublayer(layer)
        return try RenderSession(root, renderer: Renderer(backend.device)).image(at: 0)
      }
      let late = try image { CATextLayer() }
      #expect(try late.pixels == image { Label() }.pixels)
      #expect(Set(late.pixels).count > 20)
    }
  }

  @Test func whatChangesAfterTheCommitIsNotInTheImage() throws {
    let frame = CGRect(x: 0, y: 0, width: 80, height: 20)
    let string = NSMutableAttributedString(string: "Before")
    let early = text(string, at: frame, in: Label())
    early.display()
    let late = text(string, at: frame)
    late.display()
    #expect(!isDrawn(late))
    string.mutableString.setString("After and more")
    late.fontSize = 30
    let contents = try #require(late.contents as? CGImage)
    #expect(try contents.pixels == #require(early.contents as? CGImage).pixels)
    #expect(isDrawn(late))
  }

  @Test func aHiddenTextIsReportedLikeAVisibleOne() throws {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 40, height: 20)
    let outside = text("Away", at: CGRect(x: 100, y: 100, width: 40, height: 20))
    outside.font = "No Such Font Is Installed"
    root.addSublayer(outside)
    let session = try RenderSession(root, renderer: Renderer(.cpu))
    let notices = try session.frame(at: 0).notices
    #expect(!isDrawn(outside))
    #expect(notices.contains { "\($0)".contains("No Such Font Is Installed") })
  }
}

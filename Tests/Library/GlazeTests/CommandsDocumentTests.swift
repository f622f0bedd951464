import Foundation
import Glaze
import GlazeLowering
import GlazePlan
import GlazeScene
import GlazeSoftware
import Testing

/// The commands in `Docs/explanation/commands.md`.
@Suite struct CommandsDocumentTests {
  /// To update them, run `glaze plan Examples/Showcase.ca --commands --backend gl >
  /// Docs/explanation/showcase-commands.txt`.
  @Test func areThoseOfTheShowcase() throws {
    let root = URL(fileURLWithPath: SceneLibrary.folder)
      .deletingLastPathComponent().deletingLastPathComponent()
    let document = try SceneLibrary.document("../../Examples/Showcase.ca")
    let plan = try Renderer.plan(
      of: document.rootLayer, options: document.renderOptions, optimizations: .all)
    var residency = Residency()
    let list = try plan.lowered(for: .llvmpipe, &residency)
    let text = try String(
      contentsOf: root.appendingPathComponent("Docs/explanation/showcase-commands.txt"),
      encoding: .utf8)
    #expect(text.split(separator: "\n") == list.description.split(separator: "\n"))
  }

  /// A group is drawn in the bands of the frame that it is composited into; a blurred one is not.
  @Test func theCPUsCommandsTellWhatWaits() throws {
    func commands(blurred: Bool) throws -> [Substring] {
      let root = CALayer()
      root.bounds = CGRect(x: 0, y: 0, width: 1200, height: 900)
      let group = CALayer()
      group.frame = CGRect(x: 10, y: 42, width: 60, height: 50)
      group.opacity = 0.5
      if blurred {
        let blur = CAFilter(type: "gaussianBlur")
        blur.setValue(4, forKey: "inputRadius")
        group.filters = [blur]
      }
      for x in [0.0, 10] {
        let box = CALayer()
        box.frame = CGRect(x: x, y: 0, width: 30, height: 30)
        box.backgroundColor = CGColor(red: 1, green: x / 10, blue: 0, alpha: 1)
        group.addSublayer(box)
      }
      root.addSublayer(group)
      let plan = try Renderer.plan(
        of: root, options: RenderOptions(), optimizations: .all)
      return SoftwareRenderer(threads: 2).commands(for: plan).split(separator: "\n")
    }
    #expect(
      try commands(blurred: false) == [
        "2 workers", "draw pass 1 into target 0, 15 bands of 64 rows",
        "  with pass 0, 2 bands of 64 rows, the first of 22",
      ])
    #expect(try commands(blurred: true).contains { $0.hasPrefix("take target ") })
    #expect(try commands(blurred: true).contains { $0.hasPrefix("give target ") })
  }

  @Test func aFrameThatFillsLittleIsDrawnByOneWorker() throws {
    func isDrawnByOne(side: Double, layers: Int, of size: Double = 300) throws -> Bool {
      let root = CALayer()
      root.bounds = CGRect(x: 0, y: 0, width: side, height: side)
      for index in 0..<layers {
        let layer = CALayer()
        layer.frame = CGRect(x: 10, y: Double(index), width: size, height: size)
        layer.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 0.5)
        layer.cornerRadius = 1
        root.addSublayer(layer)
      }
      let plan = try Renderer.plan(of: root, options: RenderOptions(), optimizations: .all)
      return SoftwareRenderer(threads: 2).commands(for: plan).contains("by one worker")
    }
    #expect(try isDrawnByOne(side: 512, layers: 2))
    #expect(try !isDrawnByOne(side: 512, layers: 8))
    #expect(try !isDrawnByOne(side: 1100, layers: 2))
    #expect(try isDrawnByOne(side: 512, layers: 400, of: 4))
    #expect(try !isDrawnByOne(side: 512, layers: 600, of: 4))
  }
}

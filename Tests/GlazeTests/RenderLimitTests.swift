import Foundation
import Glaze
import Testing

/// Limits as programs meet them.
@Suite struct RenderLimitTests {
  @Test func areThoseOfTheDocs() throws {
    let docs = URL(fileURLWithPath: SceneLibrary.folder)
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Docs/LIBRARY.md")
    let lines = try String(contentsOf: docs, encoding: .utf8).split(separator: "\n")
    for name in RenderLimits.Name.allCases {
      let line = try #require(lines.first { $0.hasPrefix("| `\(name.rawValue)` |") })
      let number = line.split(separator: "|").last?.filter(\.isNumber)
      #expect(number.flatMap { Int($0) } == RenderLimits()[name])
    }
  }

  @Test(arguments: Backends.usable) func framesAfterAnExcessAreRight(
    backend: Renderer.Backend
  ) throws {
    let (root, copies, box) = (CALayer(), CAReplicatorLayer(), CALayer())
    root.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
    box.frame = CGRect(x: 4, y: 4, width: 8, height: 8)
    box.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    box.shadowOpacity = 1
    copies.frame = root.bounds
    copies.instanceTransform = CATransform3DMakeTranslation(3, 5, 0)
    copies.instanceCount = 4
    copies.name = "copies"
    copies.addSublayer(box)
    root.addSublayer(copies)
    var options = RenderOptions()
    options.limits[.layers] = 100
    options.animatesChanges = false
    let session = try RenderSession(root, renderer: Renderer(backend.device), options: options)
    let before = try session.image(at: 0).pixels
    copies.instanceCount = 1000
    let error = #expect(throws: GlazeError.self) { try session.image(at: 1) }
    #expect(error?.code == .limit)
    #expect(error?.message.hasPrefix("layer \"copies\" asks for more than 100 layers") == true)
    copies.instanceCount = 4
    #expect(try session.image(at: 2).pixels == before)
  }
}

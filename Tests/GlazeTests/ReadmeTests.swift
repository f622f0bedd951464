import Foundation
// Nothing else of Glaze: the door brings what its users need.
import Glaze
import Testing

@Suite struct ReadmeTests {
  private func card() -> CALayer {
    // The README's example, line by line.
    let card = CALayer()
    card.bounds = CGRect(x: 0, y: 0, width: 200, height: 200)
    card.backgroundColor = CGColor(red: 0.3, green: 0.5, blue: 1, alpha: 1)
    card.cornerRadius = 40
    card.cornerCurve = .continuous
    card.transform.m34 = -1 / 500
    card.transform = CATransform3DRotate(card.transform, 0.6, 1, 1, 0)
    return card
  }

  @Test func theExampleIsTheOneOfTheReadme() throws {
    let here = URL(fileURLWithPath: #filePath)
    let root = here.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let readme = try String(
      contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
    let source = try String(contentsOf: here, encoding: .utf8)
    let block = try #require(readme.firstMatch(of: /```swift\n((?s).*?)```/)).1
    let lines = block.split(separator: "\n").filter { $0.hasPrefix("let ") || $0.hasPrefix("card") }
    #expect(lines.count == 7)
    for line in lines { #expect(source.contains("    \(line)\n"), "\(line)") }
  }

  /// The page and the program that `Scripts/check-packages` builds and runs.
  @Test func theTourIsWhatIsBuilt() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(
      contentsOf: root.appendingPathComponent("Docs/reference/swift.md"), encoding: .utf8)
    let program = try String(
      contentsOf: root.appendingPathComponent("Tests/Packages/Sources/Tour/main.swift"),
      encoding: .utf8)
    #expect(page.contains("```swift\n\(program)```"))
  }

  /// The code of the tutorials is that of the examples, which are built and drawn.
  @Test func theTutorialsAreTheExamples() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    func texts(_ folder: String, _ ending: String) throws -> [String] {
      try FileManager.default.contentsOfDirectory(
        at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil
      ).filter { $0.pathExtension == ending }.map { try String(contentsOf: $0, encoding: .utf8) }
    }
    let listings = try texts("Examples/Listings", "swift")
    let blocks = try texts("Docs/Glaze.docc", "md").flatMap { page in
      page.matches(of: /```swift\n((?s).*?)```/).map { String($0.1) }
    }
    #expect(blocks.count == 5)
    for block in blocks { #expect(listings.contains { $0.contains(block) }, "\(block)") }
  }

  @Test(arguments: Backends.usable) func theExampleIsDrawn(backend: Renderer.Backend) throws {
    let path = NSTemporaryDirectory() + "glaze-readme-\(UUID().uuidString).png"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Snapshot.png(of: card(), to: path, options: RenderOptions(scale: 2), device: backend.device)
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0 > 1000)
    let image = try Snapshot.image(
      of: card(), options: RenderOptions(scale: 2), device: backend.device)
    #expect((image.width, image.height) == (400, 400))
    let bytes = try #require(image.dataProvider?.data)
    let pixel = { (x: Int, y: Int) in Array(bytes[((y * 400 + x) * 4)...].prefix(4)) }
    // 0.3 lies between 76 and 77, and either may be next to it.
    #expect([76, 77].contains(pixel(200, 200)[0]))
    #expect(pixel(200, 200).dropFirst() == [128, 255, 255])
    #expect(pixel(2, 2) == [0, 0, 0, 0])
    // It leans: not its own mirror image.
    #expect((0..<400).contains { pixel($0, 100) != pixel(399 - $0, 100) })
  }
}

import Foundation
// Nothing else of Glaze: the module brings everything that its users need.
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
      .deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(
      contentsOf: root.appendingPathComponent("Docs/reference/swift.md"), encoding: .utf8)
    let program = try String(
      contentsOf: root.appendingPathComponent("Tests/Packages/Sources/Tour/main.swift"),
      encoding: .utf8)
    #expect(page.contains("```swift\n\(program)```"))
  }

  /// The tutorials are whole programs, which `Scripts/check-packages` builds and runs.
  ///
  /// Their functions are those of the examples, which are compared with images.
  @Test func theTutorialsAreTheExamples() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    func text(_ path: String) throws -> String {
      try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }
    func programs(_ path: String) throws -> [String] {
      try text(path).matches(of: /```swift\n((?s).*?)```/).map { String($0.1) }
    }
    // The lines without comments and imports, and without `public`, which programs do not need.
    func code(_ text: String) -> String {
      text.split(separator: "\n").filter {
        !$0.drop { $0 == " " }.hasPrefix("//") && !$0.contains("import ")
      }.map { $0.replacing("public ", with: "") }.joined(separator: "\n")
    }
    let readme = try programs("README.md")
    #expect(try programs("Docs/Glaze.docc/FirstImage.md").first == readme.first)
    #expect(try programs("Docs/Glaze.docc/FirstAnimation.md").count == 1)
    let listings = [
      "Button": "Button", "Ring": "ProgressRing", "Cube": "TurningCube", "Tick": "DrawnTick",
      "ThumbnailService": "Thumbnails",
    ]
    for (page, listing) in listings {
      let blocks = try programs("Docs/Glaze.docc/\(page).md")
      #expect(blocks.count == 1, "\(page)")
      let example = try code(text("Examples/Listings/\(listing).swift"))
      for block in blocks { #expect(code(block).contains(example), "\(page)") }
    }
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

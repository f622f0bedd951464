import Foundation
import Glaze
import Testing

/// Documents as programs open them.
@Suite struct DocumentTests {
  private func scene(_ members: String) -> Data {
    Data("{\"width\": 8, \"height\": 6, \"root\": {\(members)}}".utf8)
  }

  @Test func opensWhatIsInMemory() throws {
    let document = try Document(data: scene("\"backgroundColor\": [1, 0, 0], \"nonsense\": 1"))
    #expect(document.size == CGSize(width: 8, height: 6))
    #expect(document.rootLayer.bounds.size == document.size)
    #expect(document.duration == 0 && document.states.isEmpty)
    let warning = try #require(document.diagnostics.first)
    #expect(document.diagnostics.count == 1 && warning.severity == .warning)
    #expect(warning.message.contains("nonsense") && warning.line == 1)
    let session = try RenderSession(
      document.rootLayer, renderer: Renderer(.cpu), options: document.renderOptions)
    let image = try session.image(at: 0)
    #expect((image.width, image.height) == (8, 6))
    #expect(Array(image.pixels.prefix(4)) == [255, 0, 0, 255])
  }

  @Test func tellsWhereAnErrorIs() throws {
    let data = Data("{\n  \"size\": oops }".utf8)
    let error = #expect(throws: GlazeError.self) { try Document(data: data, name: "a.json") }
    #expect(error?.code == .document)
    #expect(error?.message.hasPrefix("a.json:2:") == true)
    let place = try #require(error?.underlying as? Document.Diagnostic)
    #expect(place.severity == .error && place.file == "a.json" && place.line == 2)
    let missing = #expect(throws: GlazeError.self) {
      try Document(contentsOf: URL(fileURLWithPath: "/nowhere/a.ca"))
    }
    #expect(missing?.code == .document)
  }

  @Test func withoutAFolderThereAreNoFiles() throws {
    let members = "\"contents\": \"/etc/hostname\""
    let document = try Document(data: scene(members))
    #expect(document.diagnostics.contains { $0.message.contains("without a folder") })
  }

  @Test func knowsHowLongItMoves() throws {
    let animation = """
      "beginTime": 0, "animations": [{"class": "CABasicAnimation", "keyPath": "opacity",
        "fromValue": 0, "toValue": 1, "duration": 2.5, "repeatCount": 2}]
      """
    let document = try Document(data: scene(animation))
    #expect(document.duration == 5)
    // The query has not begun the animation: it begins with the commit.
    let session = try RenderSession(document.rootLayer, renderer: Renderer(.cpu))
    try session.render(at: 100)
    #expect(try session.nextFrameTime(after: 101) == 101)
  }

  @Test func refusesStatesThatItDoesNotHave() throws {
    let document = try Document(data: scene(""))
    let error = #expect(throws: GlazeError.self) { try document.setState("Locked") }
    #expect(error?.code == .unknownName && document.state == nil)
  }
}

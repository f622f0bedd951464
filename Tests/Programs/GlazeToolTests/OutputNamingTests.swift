import Foundation
import GlazeDrawing
import Testing

@testable import GlazeTool

@Suite struct OutputNamingTests {
  private func outputs(
    _ option: String?, _ inputs: [String], folders: Set<String> = []
  ) throws -> [String] {
    let naming = try OutputNaming(
      option: option, inputCount: inputs.count, isFolder: { folders.contains($0) },
      isTerminal: false)
    return try naming.outputs(for: inputs.map(Input.init)).map(\.description)
  }

  @Test func defaultsToTheCurrentFolder() throws {
    #expect(try outputs(nil, ["a/Clock.ca/", "b/x.y.json"]) == ["Clock.png", "x.y.png"])
    #expect(try outputs(nil, ["-"]) == ["stdin.png"])
    #expect(try outputs(nil, ["/"]) == ["glaze.png"])
  }

  /// Names that are parsed without URLs equal those that URLs would give.
  @Test(arguments: [
    "a.json", "a", "dir/a.json", "/x/.hidden", ".hidden.ca", "a.", "a.b.c", "a.b c", "a..",
    "../b.caml",
    "a/..", "a/.", ".", "x.y/", "", "/", "ä.json", "a.jsön", "a%20.json",
  ])
  func namesAreThoseOfURLs(path: String) {
    let url = URL(fileURLWithPath: path).standardizedFileURL
    let stem = url.deletingPathExtension().lastPathComponent
    #expect(Input(path).baseName == (stem.isEmpty || stem == "/" ? "glaze" : stem))
  }

  @Test func writesToOneFile() throws {
    #expect(try outputs("out.png", ["a.json"]) == ["out.png"])
    #expect(try outputs("-", ["a.json"]) == ["standard output"])
  }

  @Test(arguments: [("o.mp5", "mp4"), ("o.pngg", "png"), ("x/o.JPEQ", "jpeg"), ("%s.wepm", "webm")])
  func refusesMisspelledEndings(name: String, near: String) throws {
    let path = name.replacing("%s", with: "a")
    #expect(throws: OutputNamingError.misspelledEnding(path, near)) {
      try outputs(name, ["a.json"])
    }
  }

  @Test(arguments: ["o", "o.", "o.001", "x.y/o", "/dev/null", "o.PNG", "o.v2", "o.final"])
  func takesNamesWithoutAnEnding(name: String) throws {
    #expect(try outputs(name, ["a.json"]) == [name])
  }

  @Test func namesTheMissingFolder() throws {
    let folder = NSTemporaryDirectory() + "glaze-missing-" + UUID().uuidString
    let error = OutputError(folder + "/x/o.png", ENOENT)
    #expect(error.description.contains("the folder \(folder) does not exist"))
    #expect(OutputError("/o.png", EACCES).description == "cannot write /o.png: Permission denied")
  }

  @Test func writesIntoFolders() throws {
    #expect(try outputs("new/", ["a.json", "b.caml"]) == ["new/a.png", "new/b.png"])
    #expect(try outputs("old", ["a.json"], folders: ["old"]) == ["old/a.png"])
  }

  @Test func fillsPatterns() throws {
    #expect(try outputs("%s@2x.png", ["a.json", "b.ca"]) == ["a@2x.png", "b@2x.png"])
    #expect(try outputs("%d.png", ["x/a.json", "y/a.json"]) == ["1.png", "2.png"])
    #expect(try outputs("100%%-%03d-%s.png", ["a.json"]) == ["100%-001-a.png"])
    #expect(try outputs("100%%.png", ["a.json"]) == ["100%.png"])
  }

  @Test(arguments: ["%", "%x.png", "a%", "%-3d", "%1234d", "%3s"])
  func refusesUnknownPlaces(pattern: String) {
    #expect(throws: OutputNamingError.unknownPlace(pattern)) {
      try outputs(pattern, ["a.json"])
    }
  }

  @Test func refusesSeveralInputsForOneOutput() {
    #expect(throws: OutputNamingError.severalToOneFile("o.png")) {
      try outputs("o.png", ["a.json", "b.json"])
    }
    #expect(throws: OutputNamingError.severalToOneFile("100%%.png")) {
      try outputs("100%%.png", ["a.json", "b.json"])
    }
    #expect(throws: OutputNamingError.severalToStandardOutput) {
      try outputs("-", ["a.json", "b.json"])
    }
    #expect(throws: OutputNamingError.emptyName) { try outputs("", ["a.json"]) }
  }

  @Test func sparesTheTerminal() {
    #expect(throws: OutputNamingError.terminal) {
      try OutputNaming(option: "-", inputCount: 1, isTerminal: true)
    }
  }

  @Test func refusesCollisions() {
    #expect(
      throws: OutputNamingError.collision(
        first: .file("x/a.json"), second: .file("y/a.ca"), output: .file("out/a.png"))
    ) {
      try outputs("out/", ["x/a.json", "y/a.ca"])
    }
  }

  @Test func refusesToOverwriteItsInput() {
    #expect(throws: OutputNamingError.overwritesInput("./a.json")) {
      try outputs("a.json", ["./a.json"])
    }
  }
}

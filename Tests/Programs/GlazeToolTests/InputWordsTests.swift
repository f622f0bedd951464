import ArgumentParser
import Testing

@testable import GlazeTool

/// Long lists of inputs are passed through ArgumentParser as one word.
@Suite struct InputWordsTests {
  private static let names = (0..<300).map { "\($0).json" }

  @Test func longListsAreOneWord() throws {
    let words = InputWords.join(
      ["render", "a b.json"] + Self.names + ["-o", "out/"] + Self.names + ["-", "c.json", "-q"])
    #expect(words.count == 8)
    #expect(words[0] == "render" && words[2...3] == ["-o", "out/"])
    #expect(words[5...] == ["-", "c.json", "-q"])
    let inputs = words[1...].flatMap { InputWords(argument: $0).inputs }
    #expect(
      inputs == ["a b.json"] + Self.names + ["-o", "out/"] + Self.names + ["-", "c.json", "-q"])
  }

  @Test func shortListsStay() {
    for line in [[], ["render"], ["render", "a", "-o", "b", "c", "d", "--", "-e"], ["--version"]] {
      #expect(InputWords.join(line) == line)
    }
  }

  @Test func commandsGetAllInputs() throws {
    var command = try GlazeTool.parseAsRoot(
      InputWords.join(["render"] + Self.names + ["-o", "out/", "", "x.ca"]))
    let render = try #require(command as? RenderCommand)
    #expect(render.inputs == Self.names + ["", "x.ca"] && render.output == "out/")
    command = try GlazeTool.parseAsRoot(InputWords.join(["check"] + Self.names))
    #expect((command as? CheckCommand)?.inputs == Self.names)
  }

  @Test func messagesNameInputsInTheirOrder() throws {
    try withScratchFolder { folder in
      let result = try Tool(folder: folder).run(
        ["render"] + Self.names + ["-o", "out/", "--backend", "software"])
      #expect(result.status == 1 && result.messages.count == 301)
      #expect(result.messages.last == "glaze: 0 of 300 drawn")
      for (message, name) in zip(result.messages, Self.names) {
        #expect(message.hasPrefix("\(name):"))
      }
      let refused = try Tool(folder: folder).run(["tree"] + Self.names)
      #expect(refused.status == 2)
    }
  }
}

import Foundation
import Testing

/// Bad input causes one clear line with its position and status 1, and nothing is written.
@Suite struct BadInputTests {
  /// Runs `render` on a document, and returns the single line that it prints.
  private func line(
    _ name: String, _ text: String, _ options: String...,
    prepare: (String) throws -> Void = { _ in }
  ) throws -> String {
    try withScratchFolder { folder in
      try prepare(folder)
      if !text.isEmpty { try Documents.write(text, to: folder + "/" + name) }
      let before = try OutputFolder.names(folder)
      let result = try Tool(folder: folder).run(
        ["render", name, "--backend", "software"] + options)
      #expect(result.status == 1)
      #expect(result.output.isEmpty)
      #expect(result.messages.count == 1, "\(result.messages)")
      #expect(try OutputFolder.names(folder) == before)
      return result.messages.first ?? ""
    }
  }

  @Test func syntax() throws {
    #expect(try line("a.json", #"{"root":{"bounds":[0,0,4"#).hasPrefix("a.json:1:25: "))
    #expect(try line("a.json", "hello").hasPrefix("a.json: "))
    #expect(try line("a.caml", "<caml></caml>").hasPrefix("a.caml:1:1: "))
    #expect(try line("none.ca", "").hasPrefix("none.ca: "))
  }

  @Test func foldersThatAreNoBundles() throws {
    let message = try line("a.ca", "") { folder in
      try FileManager.default.createDirectory(
        atPath: folder + "/a.ca", withIntermediateDirectories: true)
    }
    #expect(message.hasPrefix("a.ca: "))
    #expect(message.contains("main.caml"))
  }

  @Test func numbersThatAreNotFinite() throws {
    #expect(
      try line("a.json", Documents.scene(#""bounds":[0,0,NaN,3]"#)).hasPrefix("a.json:1:45: "))
    let infinite = try line("a.json", Documents.scene(#""bounds":[0,0,1e999,3]"#))
    #expect(infinite.hasPrefix("a.json:1:45: "))
    #expect(infinite.hasSuffix("(at root.bounds[2])"))
    let caml = #"<caml><CALayer bounds="0 0 inf 3"/></caml>"#
    #expect(try line("a.caml", caml).hasPrefix("a.caml:1:"))
  }

  @Test func hugeImages() throws {
    let scene = #"{"width":100000,"height":100000,"root":{"bounds":[0,0,100000,100000]}}"#
    #expect(
      try line("a.json", scene)
        == "a.json: an image of 100000 x 100000 pixels is too large; "
        + "the limit is 32768 pixels on a side")
    #expect(
      try line("a.json", Documents.red, "--size", "30000x30000")
        == "a.json: an image of 30000 x 30000 pixels is too large; "
        + "the limit is 256 megapixels (268435456)")
    #expect(try line("a.json", Documents.red, "--scale", "1e300").contains("is too large"))
  }

  @Test func cyclicReferences() throws {
    let caml = """
      <caml><CALayer id="#1" bounds="0 0 4 3"><sublayers>
        <o object="#1"/>
      </sublayers></CALayer></caml>
      """
    #expect(try line("a.caml", caml).hasPrefix("a.caml:2:"))
  }

  @Test func missingAssetsAreWarningsUnlessStrict() throws {
    let scene = Documents.scene(#""bounds":[0,0,4,3],"contents":"none.png","borderWidth":1"#)
    try withScratchFolder { folder in
      try Documents.write(scene, to: folder + "/a.json")
      let result = try Tool(folder: folder).run("render", "a.json", "--backend", "software")
      #expect(result.status == 0)
      #expect(result.messages.count == 1)
      #expect(result.messages.first?.hasPrefix("a.json:1:61: warning: ") == true)
      #expect(try OutputFolder.names(folder) == ["a.json", "a.png"])
    }
    let strict = try line("a.json", scene, "--strict")
    #expect(strict.hasPrefix("a.json:1:61: "))
    #expect(!strict.contains("warning"))
  }

  private static let several = Documents.scene(
    #""bounds":[0,0,4,3],"borderWidth":1,"sublayers":[{"a":1,"contents":"n.png"},{"a":2}]"#
  )

  @Test func warningsAreCountedAndSortedByWhatTheyDo() throws {
    try withScratchFolder { folder in
      try Documents.write(Self.several, to: folder + "/a.json")
      let result = try Tool(folder: folder).run("render", "a.json", "--backend", "software")
      #expect(result.status == 0 && result.messages.count == 4)
      func ends(_ index: Int, _ text: String) -> Bool { result.messages[index].contains(text) }
      #expect(ends(0, "a.json: this changes the image:") && ends(1, "\"n.png\" cannot be read"))
      #expect(ends(2, "a.json: this may change the image:") && ends(3, "(in 2 places)"))
    }
  }

  @Test func strictlyAllProblemsAreErrors() throws {
    try withScratchFolder { folder in
      try Documents.write(Self.several, to: folder + "/a.json")
      let tool = Tool(folder: folder)
      let result = try tool.run("render", "a.json", "--backend", "software", "--strict")
      #expect(result.status != 0 && result.messages.count == 4)
      #expect(result.messages.filter { $0.contains("no property \"a\"") }.count == 2)
      #expect(result.messages.last == "a.json: 3 problems, which strict reading makes errors")
    }
  }

  @Test func messagesShowLittleOfTheInput() throws {
    let name = "\u{1B}[31m" + String(repeating: "x", count: 5000)
    let scene = Documents.scene(#""bounds":[0,0,4,3],"contents":"\#(name).png""#)
    try withScratchFolder { folder in
      try Documents.write(
        scene.replacingOccurrences(of: "\u{1B}", with: #"\u001b"#), to: folder + "/a.json")
      let result = try Tool(folder: folder).run("render", "a.json", "--backend", "software")
      let message = try #require(result.messages.first)
      #expect(message.contains("\"\\u{1B}[31mxxx") && !message.contains("\u{1B}"))
      #expect(message.count < 400)
    }
  }

  @Test func truncatedImages() throws {
    let scene = Documents.scene(#""bounds":[0,0,4,3],"contents":"t.png""#)
    let message = try line("a.json", scene, "--strict") { folder in
      let tool = Tool(folder: folder)
      let png = try tool.run(
        ["render", "-", "--backend", "software", "-o", "-"], input: Documents.red
      ).output
      try png.prefix(png.count - 20).write(to: URL(fileURLWithPath: folder + "/t.png"))
    }
    #expect(message.hasPrefix("a.json:1:61: t.png: "))
  }

  @Test func pathsThatLeadOut() throws {
    let scene = Documents.scene(#""bounds":[0,0,4,3],"contents":"../a.png""#)
    #expect(try line("a.json", scene, "--asset-root", ".").contains("\"../a.png\" leads out"))
    let caml = """
      <caml><CALayer bounds="0 0 4 3">
        <contents type="CGImage" src="../a.png"/>
      </CALayer></caml>
      """
    let message = try line("a.ca", "") { folder in
      try FileManager.default.createDirectory(
        atPath: folder + "/a.ca", withIntermediateDirectories: true)
      try Documents.write(caml, to: folder + "/a.ca/main.caml")
    }
    #expect(message.hasPrefix("a.ca/main.caml:2:"))
  }

  @Test func deepNestingIsDrawn() throws {
    try withScratchFolder { folder in
      let depth = 10_000
      let layer = #"{"bounds":[0,0,4,3],"sublayers":["#
      let scene =
        #"{"width":4,"height":3,"root":"# + String(repeating: layer, count: depth) + "{}"
        + String(repeating: "]}", count: depth) + "}"
      try Documents.write(scene, to: folder + "/a.json")
      let tool = Tool(folder: folder)
      #expect(try tool.run("render", "a.json", "--backend", "software").status == 0)
      #expect(try tool.run("tree", "a.json").status == 0)
    }
  }
}

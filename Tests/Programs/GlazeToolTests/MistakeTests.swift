import Foundation
@testable import GlazeDrawing
import GlazeGeometry
import Testing

@testable import GlazeTool

/// The messages of the command about typical mistakes, and the files that it writes.
@Suite struct MistakeTests {
  // MARK: Names

  @Test(arguments: [
    ("backgroundColour", "backgroundColor"), ("cornerRadis", "cornerRadius"),
    ("Opacity", "opacity"), ("boudns", "bounds"), ("CAShapeLyer", "CAShapeLayer"),
  ])
  func similarNamesAreFound(name: String, wanted: String) {
    let names = ["backgroundColor", "cornerRadius", "opacity", "bounds", "CAShapeLayer", "mask"]
    #expect(NearestName.of(name, among: names) == wanted)
  }

  @Test(arguments: ["", "a", "b", "zebra", String(repeating: "a", count: 10_000)])
  func otherNamesAreNot(name: String) {
    #expect(NearestName.of(name, among: ["bounds", "mask", "a", "bb"]) == nil)
  }

  @Test func unknownCommandsNameTheNearest() throws {
    try withScratchFolder { folder in
      let tool = Tool(folder: folder)
      try Documents.write(Documents.red, to: folder + "/red.json")
      for (words, text) in [
        (["rendr", "red.json"], "did you mean render?"), (["red.json"], "is a file"),
        (["zebra"], "glaze --help"), (["farm"], "submit, status or cancel"),
        (["serve"], "--listen"),
      ] {
        let result = try tool.run(words)
        #expect(result.status == 2 && result.messages.contains { $0.contains(text) }, "\(result)")
      }
    }
  }

  @Test func unknownPropertiesNameTheNearest() throws {
    try withScratchFolder { folder in
      try Documents.write(
        Documents.scene(
          #""bounds":[0,0,4,3],"backgroundColour":"red","sublayers":[{"class":"CATextLyer"}]"#),
        to: folder + "/a.json")
      let result = try Tool(folder: folder).run(
        "render", "a.json", "--backend", "software", "-o", "a.png")
      for text in ["(did you mean backgroundColor?)", "(did you mean CATextLayer?)"] {
        #expect(result.messages.contains { $0.contains(text) }, "\(result.messages)")
      }
    }
  }

  @Test(arguments: [
    (["render", "a.json", "--scale", "-1"], "--scale=-1"),
    (["render", "a.json", "--size", "300"], "--size 640x480"),
    (["render", "a.json", "--time", "soon"], "--time 1.5"),
    (["render", "a.json", "--limit", "layer=3"], "did you mean layers?"),
    (["render", "a.json", "--limit", "layers=x"], "--limit layers=1000"),
    (["serve", "--listen", ":8080"], "--listen 8080"),
    (["strip", "a.json", "/"], "run it once for each"),
  ])
  func mistakesHaveHints(words: [String], hint: String) throws {
    try withScratchFolder { folder in
      let result = try Tool(folder: folder).run(words)
      #expect(result.status == 2 && result.messages[0].hasPrefix("Error: "))
      #expect(result.messages[1].hasPrefix("Hint: ") && result.messages[1].contains(hint))
    }
  }

  @Test(arguments: [["render"], ["render", "a", "--scale"], ["render", "a", "--backend", "cuda"]])
  func otherMistakesHaveNone(words: [String]) throws {
    try withScratchFolder { folder in
      let result = try Tool(folder: folder).run(words)
      #expect(result.status == 2 && !result.messages.contains { $0.hasPrefix("Hint:") })
    }
  }

  // MARK: Places

  @Test func aMarkIsBelowThePlace() {
    func lines(_ text: String, _ column: Int, _ width: Int = 80) -> [String] {
      SourceExcerpt.lines(Array(text), column: column, width: width)
    }
    #expect(lines("{\"a\": x}", 7) == ["  {\"a\": x}", "        ^"])
    #expect(lines("", 1) == ["  ", "  ^"] && lines("ab", 9) == [] && lines("ab", 0) == [])
    for column in [1, 50, 500, 1000] {
      let text = (0..<1000).map { "\($0 % 10)" }.joined()
      let shown = lines(text, column, 60)
      #expect(shown[0].count <= 60)
      // The mark is below the character.
      let place = shown[1].count - 1
      #expect(Array(shown[0])[place] == Array(text)[column - 1])
    }
    let hostile = lines("\u{1B}[31m\tx", 7)
    #expect(!hostile[0].contains("\u{1B}"))
  }

  @Test func colorsMarkHowSeriousALineIs() {
    let lines = ["a.json:1:2: warning: no b", "glaze: note: c", "  {", "   ^", "Error: d", "e: f"]
    let colored = Console.colored(lines.joined(separator: "\n"))
    #expect(
      colored.split(separator: "\n") == [
        "a.json:1:2: \u{1B}[33mwarning:\u{1B}[0m no b", "glaze: \u{1B}[36mnote:\u{1B}[0m c", "  {",
        "\u{1B}[32m   ^\u{1B}[0m", "\u{1B}[31mError:\u{1B}[0m d", "e: f",
      ])
  }

  @Test func sizesAndTimesAreShort() {
    let sizes = [0, 999, 1000, 9949, 9950, 21_000_000, 999_600, 3 << 40]
    #expect(
      sizes.map(Statistics.bytes)
        == ["0 B", "999 B", "1.0 kB", "9.9 kB", "10 kB", "21 MB", "1.0 MB", "3.3 TB"])
    #expect(Statistics.time(.milliseconds(20)) == "20 ms")
    #expect(Statistics.time(.milliseconds(7500)) == "7.5 s")
  }

  // MARK: Files

  @Test(arguments: [
    ("a.jpg", [0xFF, 0xD8]), ("a.JPEG", [0xFF, 0xD8]), ("a.webp", [0x52, 0x49]),
    ("a.png", [0x89, 0x50]), ("a.v2", [0x89, 0x50]), ("a", [0x89, 0x50]),
  ])
  func namesDecideTheFormat(name: String, start: [Int]) throws {
    try withScratchFolder { folder in
      try Documents.write(Documents.red, to: folder + "/red.json")
      let tool = Tool(folder: folder)
      for command in ["render", "strip"] {
        let result = try tool.run(command, "red.json", "--backend", "software", "-o", name)
        #expect(result.status == 0, "\(result.messages)")
        let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
        #expect(data.starts(with: start.map { UInt8($0) }))
      }
    }
  }

  @Test(arguments: ["a.bmp", "a.svg", "a.PDF"]) func otherFormatsAreRefused(name: String) throws {
    try withScratchFolder { folder in
      try Documents.write(Documents.red, to: folder + "/red.json")
      let result = try Tool(folder: folder).run("render", "red.json", "-o", name)
      #expect(result.status == 2 && result.messages.contains { $0.contains(".jpg") })
      #expect(try OutputFolder.names(folder) == ["red.json"])
    }
  }

  /// JPEG names other spaces than sRGB, and holds light above white in a gain map.
  @Test func spacesOfJPEG() throws {
    try withScratchFolder { folder in
      try Documents.write(
        #"""
        {"width": 16, "height": 16, "root": {"bounds": [0, 0, 16, 16], "position": [8, 8],
         "backgroundColor": [1.5, 1.5, 1.5, 1], "preferredDynamicRange": "high"}}
        """#, to: folder + "/bright.json")
      func image(_ options: String...) throws -> CGImage {
        let result = try Tool(folder: folder).run(
          ["render", "bright.json", "--backend", "software", "-o", "a.jpg"] + options)
        #expect(result.status == 0, "\(result.messages)")
        let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/a.jpg"))
        return try ImageDecoder.decode(Array(data), name: "a.jpg")
      }
      let light = OutputColor.light(ofSRGB: 1.5)
      for space in ["p3", "srgb", "rec2020"] {
        let bright = try image("--output-space", space, "--depth", "half", "--headroom", "4")
        #expect(abs(Double(bright.contentHeadroom) - light) < 0.05, "\(space)")
        let deep = try #require(bright.brightRendition.deepPixels)
        #expect(abs(Double(deep[0]) - 1.5) < 0.02, "\(space)")
        #expect(try image("--output-space", space).contentHeadroom == 0)
      }
    }
  }

  @Test func aPageMayBeAFile() throws {
    try withScratchFolder { folder in
      try Documents.write(Documents.red, to: folder + "/red.json")
      let tool = Tool(folder: folder)
      #expect(try tool.run("inspect", "red.json", "-o", "page.html").status == 0)
      let text = try String(contentsOfFile: folder + "/page.html", encoding: .utf8)
      #expect(text.hasPrefix("<!"))
      let missing = try tool.run("inspect", "red.json", "-o", "no/page.html")
      #expect(missing.status == 1 && missing.messages.contains { $0.contains("no/page.html") })
    }
  }

  @Test func failuresAreCounted() throws {
    try withScratchFolder { folder in
      try Documents.write(Documents.red, to: folder + "/red.json")
      try Documents.write("{", to: folder + "/bad.json")
      let tool = Tool(folder: folder)
      let result = try tool.run(
        "render", "red.json", "bad.json", "none.json", "--backend", "software", "-o", "out/")
      #expect(result.status == 1 && result.messages.last == "glaze: 1 of 3 drawn")
      let quiet = try tool.run(
        "render", "red.json", "bad.json", "-q", "--backend", "software", "-o", "out/")
      #expect(!quiet.messages.contains { $0.contains("drawn") })
    }
  }

  @Test func devicesAreJSON() throws {
    try withScratchFolder { folder in
      let tool = Tool(folder: folder)
      for command in ["devices", "info"] {
        let result = try tool.run(command, "--json")
        let value = try JSONSerialization.jsonObject(with: Data(result.text.utf8))
        let object = try #require(value as? [String: Any])
        #expect(object[command == "info" ? "glaze" : "auto"] is String)
      }
    }
  }
}

import Foundation
import Testing

@Suite struct CheckCommandTests {
  /// Aliased edges through the centers of pixels: a mirrored layer covers different pixels.
  private static let tie = Documents.scene(
    #""bounds":[0,0,4,3],"sublayers":[{"name":"tie","bounds":[0,0,2,2],"position":[1.5,1.5],"#
      + #""backgroundColor":[1,0,0],"allowsEdgeAntialiasing":false}]"#)

  @Test func saysThatImagesAreEqual() throws {
    try withScratchFolder { folder in
      try Documents.write(Documents.red, to: folder + "/a.json")
      try Documents.write(Documents.greenCAML, to: folder + "/b.caml")
      let result = try Tool(folder: folder).run(
        "check", "a.json", "b.caml", "--backend", "software")
      #expect(result.status == 0)
      let lines = result.text.split(separator: "\n")
      #expect(lines.count == 2)
      #expect(lines.first?.hasPrefix("a.json: ") == true)
      #expect(lines.allSatisfy { $0.contains("images are equal (software)") })
      // The other backend is left out, and what a plain box has no use for.
      #expect(result.messages.count == 4)
      #expect(result.messages.contains("a.json: skipped, there is one backend: backends"))
      let rest = try #require(
        result.messages.first { $0.contains("a.json: skipped, does not apply") })
      #expect(rest.contains("without-fold-masks") && rest.contains("without-damage"))
      #expect(!rest.contains("without-rectangles") && !rest.contains("without-all"))
      #expect(try OutputFolder.names(folder) == ["a.json", "b.caml"])
    }
  }

  @Test func showsImagesThatDiffer() throws {
    try withScratchFolder { folder in
      try Documents.write(Self.tie, to: folder + "/a.json")
      let tool = Tool(folder: folder)
      let arguments = ["check", "a.json", "--backend", "software", "--only", "mirrored,again"]
      let result = try tool.run(arguments + ["--tolerance", "0", "-o", "out/differences"])
      #expect(result.status == 1)
      #expect(result.text == "a.json: 1 of 2 images are equal (software)\n")
      #expect(result.messages.count == 2)
      #expect(result.messages.first?.hasPrefix("a.json: mirrored on software: ") == true)
      #expect(result.messages.first?.contains("CALayer \"tie\", root.sublayers[0]") == true)
      #expect(result.messages.last?.hasSuffix("out/differences/index.html") == true)
      #expect(
        try OutputFolder.names(folder + "/out/differences") == [
          "a.mirrored.software.actual.png", "a.mirrored.software.difference.png",
          "a.mirrored.software.expected.png", "index.html",
        ])
      let page = {
        try String(contentsOfFile: folder + "/out/differences/index.html", encoding: .utf8)
      }
      #expect(try page().contains("\"outcome\":\"differs\""))
      // A named folder gets the page also if tolerances hide all differences, and the page says so.
      #expect(
        try tool.run(arguments + ["--tolerance", "0:100", "-o", "out/differences"]).status == 0)
      #expect(try page().contains("equal within tolerance. "))
      #expect(try !page().contains("\"outcome\":\"differs\""))
      #expect(try tool.run(arguments + ["--tolerance", "0:100"]).status == 0)
      #expect(try !OutputFolder.names(folder).contains("glaze-check"))
    }
  }

  @Test func goesOnAfterABadInput() throws {
    try withScratchFolder { folder in
      try Documents.write("{", to: folder + "/bad.json")
      try Documents.write(Documents.red, to: folder + "/a.json")
      let result = try Tool(folder: folder).run(
        "check", "bad.json", "a.json", "--backend", "software", "--only", "again")
      #expect(result.status == 1)
      #expect(result.messages.count == 1)
      #expect(result.messages.first?.hasPrefix("bad.json:1:2: ") == true)
      #expect(result.text == "a.json: 1 of 1 images are equal (software)\n")
    }
  }

  @Test func saysWhenThereIsNoDevice() throws {
    let result = try withScratchFolder {
      try Tool(folder: $0).run(["check", "-", "--device", "egl:4711"], input: Documents.red)
    }
    #expect(result.status == 3)
    #expect(result.output.isEmpty)
  }
}

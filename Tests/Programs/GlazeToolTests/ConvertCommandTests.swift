import Foundation
import Testing

@Suite struct ConvertCommandTests {
  @Test func writesFormatsThatShowTheSame() throws {
    try withScratchFolder { folder in
      try Documents.write(Documents.greenCAML, to: folder + "/a.caml")
      let tool = Tool(folder: folder)
      for output in ["b.json", "c.ca", "d.caml"] {
        let result = try tool.run("convert", "a.caml", output)
        #expect(result.status == 0 && result.text.isEmpty && result.messages.isEmpty)
        let difference = try tool.run("diff", "a.caml", output, "--backend", "software")
        #expect(difference.status == 0)
        #expect(difference.text == "the images are equal\n")
      }
      let json = try tool.run("tree", "c.ca", "--json")
      #expect(json.text.hasPrefix("{\n  \"name\": \"c\""))
    }
  }

  @Test(
    "A bundle that is converted from a Lottie document shows the same at any time",
    arguments: ["lottie-layers", "lottie-repeats", "lottie-shapes", "lottie-text"])
  func bundlesShowWhatLottieDocumentsShow(name: String) throws {
    let tests = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
      url.deletingLastPathComponent()
    }
    let document = tests.appendingPathComponent("Documents/\(name).json").path
    try withScratchFolder { folder in
      let tool = Tool(folder: folder)
      #expect(try tool.run("convert", document, "a.ca").status == 0)
      // Later times first: a frame does not depend on those before it.
      for time in ["1.3", "0.4", "0"] {
        for (input, output) in [(document, "a.png"), ("a.ca", "b.png")] {
          let result = try tool.run(
            "render", input, "--time", time, "-o", output, "--backend", "software")
          #expect(result.status == 0)
        }
        let images = try ["a.png", "b.png"].map {
          try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0)"))
        }
        #expect(images[0] == images[1], "at \(time)")
      }
    }
  }

  @Test func refusesOtherNames() throws {
    try withScratchFolder { folder in
      try Documents.write(Documents.red, to: folder + "/a.json")
      let tool = Tool(folder: folder)
      let result = try tool.run("convert", "a.json", "a.txt")
      #expect(result.status == 2 && result.messages.contains { $0.contains(".ca, .caml, .json") })
      try FileManager.default.createDirectory(
        atPath: folder + "/full.ca/inner", withIntermediateDirectories: true)
      let full = try tool.run("convert", "a.json", "full.ca")
      #expect(full.status == 1 && full.messages.contains { $0.contains("is not replaced") })
    }
  }

  @Test func diffShowsBothImagesOnAPageThatStandsAlone() throws {
    try withScratchFolder { folder in
      try Documents.write(Documents.red, to: folder + "/a.json")
      try Documents.write(Documents.greenCAML, to: folder + "/b.caml")
      let result = try Tool(folder: folder).run(
        "diff", "a.json", "b.caml", "-o", "page.html", "--backend", "software")
      #expect(result.status == 1)
      #expect(result.text.contains("root backgroundColor: [1, 0, 0] -> "))
      let page = try String(contentsOfFile: folder + "/page.html", encoding: .utf8)
      // Both images and their difference.
      #expect(page.components(separatedBy: "\"data:image/png;base64,").count == 4)
      #expect(page.contains("\"name\":\"backgroundColor\"") && page.contains("\"quads\":[[["))
      // The name of SVG is the only address.
      let outside = page.replacing("http://www.w3.org/2000/svg", with: "")
      #expect(!outside.contains("http:") && !outside.contains("https:"))
    }
  }

  @Test func noMessageOrNameReachesTheTerminalRaw() throws {
    try withScratchFolder { folder in
      let name = "a\\u001b]0;b\\u0007" + String(repeating: "x", count: 100_000)
      try Documents.write(
        Documents.scene(#""name": "\#(name)", "\#(name)": 1"#), to: folder + "/\u{1B}[31m.json")
      let tool = Tool(folder: folder)
      for arguments in [["tree"], ["tree", "--json"], ["tree", "--strict"], ["plan"]] {
        let result = try tool.run(arguments + ["\u{1B}[31m.json"])
        let all = result.text + result.messages.joined(separator: "\n")
        #expect(!all.unicodeScalars.contains("\u{1B}") && !all.unicodeScalars.contains("\u{7}"))
        if !arguments.contains("--json") { #expect(all.count < 20_000) }
      }
    }
  }
}

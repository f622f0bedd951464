import Foundation
import GlazeDrawing
import GlazeGeometry
import Testing

@Suite struct RenderCommandTests {
  private func image(_ path: String) throws -> CGImage {
    try image(Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private func image(_ data: Data) throws -> CGImage {
    try ImageDecoder.decode(data, name: "output")
  }

  private func isFilled(_ image: CGImage, _ pixel: [UInt8], _ width: Int, _ height: Int) -> Bool {
    image.width == width && image.height == height
      && image.pixels == (0..<(width * height)).flatMap { _ in pixel }
  }

  private static let red: [UInt8] = [255, 0, 0, 255]
  private static let green: [UInt8] = [0, 255, 0, 255]

  @Test(arguments: ["gl", "software", "auto"]) func drawsAScene(backend: String) throws {
    try withScratchFolder { folder in
      let tool = Tool(folder: folder)
      // Status 3 means that the tool found no OpenGL here.
      if backend == "gl", try tool.run("info", "--backend", "gl").status == 3 {
        print("OpenGL is not tested: glaze info found no device")
        return
      }
      try Documents.write(Documents.red, to: folder + "/red.json")
      let result = try tool.run("render", "red.json", "--backend", backend, "--scale", "2")
      #expect(result.status == 0)
      #expect(result.output.isEmpty)
      #expect(isFilled(try image(folder + "/red.png"), Self.red, 8, 6))
    }
  }

  /// However many inputs are drawn at once: the same bytes, and messages in the order of the
  /// inputs.
  @Test(arguments: ["gl", "software"]) func drawsManyAtOnce(backend: String) throws {
    try withScratchFolder { folder in
      let tool = Tool(folder: folder)
      // Status 3 means that the tool found no OpenGL here.
      if backend == "gl", try tool.run("info", "--backend", "gl").status == 3 {
        print("OpenGL is not tested: glaze info found no device")
        return
      }
      var inputs: [String] = []
      for number in 0..<24 {
        let name = "\(number).json"
        inputs.append(name)
        // Every sixth file is missing, and some of the others cause messages.
        if number % 6 == 2 { continue }
        let more = number % 4 == 0 ? "\"filters\": [\"unheardOf\"]," : ""
        let scene = """
          {"name": "\(number)", "width": 40, "height": 30, "root": {"bounds": [0, 0, 40, 30], \(more)
           "backgroundColor": [0.\(number), 0.5, 0], "cornerRadius": \(number), "shadowOpacity": 0.5}}
          """
        try Documents.write(scene, to: folder + "/" + name)
      }
      let base = ["render"] + inputs + ["--backend", backend]
      let one = try tool.run(base + ["-o", "one/", "--jobs", "1"])
      let many = try tool.run(base + ["-o", "many/", "--jobs", "5"])
      #expect(one.status == 1)
      #expect(many.status == 1)
      #expect(many.messages == one.messages)
      let failures = many.messages.filter { $0.contains("No such file") }
      #expect(failures.map { $0.prefix { $0 != "." } } == ["2", "8", "14", "20"])
      for number in 0..<24 where number % 6 != 2 {
        let images = try ["one", "many"].map {
          try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0)/\(number).png"))
        }
        #expect(images[0] == images[1], "\(number)")
      }
    }
  }

  @Test func saysWhenParticlesComeLate() throws {
    try withScratchFolder { folder in
      let scene = """
        {"name": "late", "width": 8, "height": 8, "root": {"class": "CAEmitterLayer",
         "bounds": [0, 0, 8, 8], "emitterPosition": [4, 4], "emitterCells": [
          {"birthRate": 2, "lifetime": 9, "contents": "red.png"}]}}
        """
      try Documents.write(scene, to: folder + "/late.json")
      try Documents.write(Documents.red, to: folder + "/red.json")
      let tool = Tool(folder: folder)
      #expect(try tool.run("render", "red.json", "--backend", "software").status == 0)
      let early = try tool.run(
        "render", "late.json", "--backend", "software", "--time", "0.1")
      #expect(early.status == 0)
      #expect(
        early.messages == [
          "late.json: note: an emitter shows nothing before 0.5 s; try --time 1.5"
        ])
      let later = try tool.run(
        "render", "late.json", "--backend", "software", "--time", "1.5")
      #expect(later.messages.isEmpty)
      #expect(try image(folder + "/late.png").pixels.contains { $0 != 0 })
    }
  }

  /// A bundle without its images is an empty image, too.
  @Test func saysWhenThereIsNothingToSee() throws {
    try withScratchFolder { folder in
      try Documents.write(
        #"{"width": 8, "height": 8, "root": {"shadowOpacity": 1}}"#, to: folder + "/empty.json")
      let tool = Tool(folder: folder)
      let empty = try tool.run("render", "empty.json", "--backend", "software")
      #expect(empty.status == 0)
      #expect(empty.messages.count == 1)
      #expect(empty.messages.first?.hasPrefix("empty.json: note: the image is empty; ") == true)
      let white = try tool.run(
        "render", "empty.json", "--backend", "software", "--background", "white")
      #expect(white.messages.isEmpty)
    }
  }

  @Test func drawsSeveralAndGoesOnAfterAFailure() throws {
    try withScratchFolder { folder in
      try Documents.write(Documents.red, to: folder + "/a.json")
      try Documents.write("{", to: folder + "/bad.json")
      try Documents.write(Documents.greenCAML, to: folder + "/c.caml")
      let result = try Tool(folder: folder).run(
        "render", "a.json", "bad.json", "none.json", "c.caml", "--backend", "software",
        "-o", "new/folder/")
      #expect(result.status == 1)
      #expect(result.messages.count == 3)
      #expect(result.messages.first?.hasPrefix("bad.json:1:2: ") == true)
      #expect(result.messages.dropFirst().first?.hasPrefix("none.json: ") == true)
      #expect(result.messages.last == "glaze: 2 of 4 drawn")
      let output = folder + "/new/folder"
      #expect(try OutputFolder.names(output) == ["a.png", "c.png"])
      #expect(isFilled(try image(output + "/a.png"), Self.red, 4, 3))
      #expect(isFilled(try image(output + "/c.png"), Self.green, 4, 3))
    }
  }

  @Test func drawsBundles() throws {
    try withScratchFolder { folder in
      try FileManager.default.createDirectory(
        atPath: folder + "/Green.ca", withIntermediateDirectories: true)
      try Documents.write(Documents.greenCAML, to: folder + "/Green.ca/main.caml")
      let result = try Tool(folder: folder).run("render", "Green.ca/", "--backend", "software")
      #expect(result.status == 0)
      #expect(isFilled(try image(folder + "/Green.png"), Self.green, 4, 3))
    }
  }

  @Test func fillsPatterns() throws {
    try withScratchFolder { folder in
      try Documents.write(Documents.red, to: folder + "/a.json")
      try Documents.write(Documents.greenCAML, to: folder + "/b.caml")
      let result = try Tool(folder: folder).run(
        "render", "a.json", "b.caml", "--backend", "software", "-o", "%02d-%s.png")
      #expect(result.status == 0)
      #expect(
        try OutputFolder.names(folder) == ["01-a.png", "02-b.png", "a.json", "b.caml"])
    }
  }

  @Test func readsAndWritesStandardStreams() throws {
    try withScratchFolder { folder in
      let tool = Tool(folder: folder)
      let arguments = ["render", "-", "--backend", "software", "-o", "-"]
      let json = try tool.run(arguments, input: "\n " + Documents.red)
      #expect(json.status == 0)
      #expect(isFilled(try image(json.output), Self.red, 4, 3))
      let caml = try tool.run(arguments, input: Documents.greenCAML)
      #expect(caml.status == 0)
      #expect(isFilled(try image(caml.output), Self.green, 4, 3))
      let empty = try tool.run(arguments)
      #expect(empty.status == 1)
      #expect(empty.output.isEmpty)
      #expect(empty.messages.first?.hasPrefix("standard input:1:1: ") == true)
      #expect(try OutputFolder.names(folder) == [])
    }
  }

  @Test func fitsAndFillsTheBackground() throws {
    try withScratchFolder { folder in
      try Documents.write(Documents.red, to: folder + "/a.json")
      let result = try Tool(folder: folder).run(
        "render", "a.json", "--backend", "software", "--size", "4x5", "--background", "#00ff00")
      #expect(result.status == 0)
      let frame = try image(folder + "/a.png")
      let row = { (color: [UInt8]) in (0..<4).flatMap { _ in color } }
      let expected = [Self.green, Self.red, Self.red, Self.red, Self.green].flatMap(row)
      #expect(frame.pixels == expected)
    }
  }

  @Test func backgroundsReplaceThatOfTheScene() throws {
    try withScratchFolder { folder in
      let scene = #"{"width":2,"height":1,"background":[1,0,0,1],"root":{"bounds":[0,0,2,1]}}"#
      let arguments = ["render", "-", "--backend", "software", "-o", "-"]
      let tool = Tool(folder: folder)
      #expect(isFilled(try image(tool.run(arguments, input: scene).output), Self.red, 2, 1))
      let none = try tool.run(arguments + ["--background", "none"], input: scene)
      #expect(isFilled(try image(none.output), [0, 0, 0, 0], 2, 1))
    }
  }

  @Test(arguments: ["on the command line", "in the scene"])
  func checkerboardsShowTransparency(place: String) throws {
    try withScratchFolder { folder in
      let isInScene = place == "in the scene"
      let background = isInScene ? #""background":"checkerboard","# : ""
      let scene = "{\(background)" + #""root":{"bounds":[0,0,24,16]}}"#
      let options = isInScene ? [] : ["--background", "checkerboard"]
      let result = try Tool(folder: folder).run(
        ["render", "-", "--backend", "software", "-o", "-"] + options, input: scene)
      let expected: [UInt8] = (0..<16 * 24).flatMap { index -> [UInt8] in
        let (x, y) = (index % 24 / 8, index / 24 / 8)
        return (x + y) % 2 == 0 ? [255, 255, 255, 255] : [221, 221, 221, 255]
      }
      #expect(try image(result.output).pixels == expected)
    }
  }

  @Test func flipsWhenTold() throws {
    try withScratchFolder { folder in
      // y points up: the layer at the bottom is drawn into the last row.
      let caml = """
        <caml><CALayer bounds="0 0 1 2" position="0.5 1"><sublayers>
          <CALayer bounds="0 0 1 1" position="0.5 0.5" backgroundColor="1 0 0"/>
        </sublayers></CALayer></caml>
        """
      let tool = Tool(folder: folder)
      let arguments = ["render", "-", "--backend", "software", "-o", "-"]
      let up = try image(tool.run(arguments, input: caml).output)
      #expect(up.pixels == [0, 0, 0, 0] + Self.red)
      let down = try image(tool.run(arguments + ["--flipped"], input: caml).output)
      #expect(down.pixels == Self.red + [0, 0, 0, 0])
    }
  }

  @Test func tellsStatistics() throws {
    try withScratchFolder { folder in
      try Documents.write(Documents.red, to: folder + "/a.json")
      let result = try Tool(folder: folder).run(
        "render", "a.json", "--backend", "software", "--stats")
      #expect(result.status == 0)
      #expect(result.messages.count == 5)
      let text = result.messages.joined(separator: "\n")
      for part in [
        "a.json: 4 x 3 pixels, 1 draw, 1 pass, 1 instance, 1 target, 0 textures, ", "commit ",
        "plan ", "execute ", "readback 0.00", "encode ",
        "cached bitmaps: 0 hits, 0 misses; 48 bytes cached in all (frames: 1 of 48 bytes), ",
      ] {
        #expect(text.contains(part), "\(part)")
      }
    }
  }

  /// Tables of shadows are made once for all images of a thread.
  @Test func imagesShareTablesOfShadows() throws {
    try withScratchFolder { folder in
      for (name, radius) in [("a", 3), ("b", 6), ("c", 3), ("plain", 0)] {
        let shadow = radius > 0 ? #","shadowOpacity":0.5,"shadowRadius":\#(radius)"# : ""
        try Documents.write(
          """
          {"width":60,"height":40,"root":{"sublayers":[{"position":[30,20],"bounds":[0,0,30,20],
           "cornerRadius":6,"backgroundColor":[1,0,0]\(shadow)}]}}
          """, to: "\(folder)/\(name).json")
      }
      let tool = Tool(folder: folder)
      let result = try tool.run(
        "render", "a.json", "plain.json", "b.json", "c.json", "--backend", "software", "--jobs",
        "1", "--stats")
      #expect(result.status == 0)
      let tables = result.messages.compactMap {
        $0.firstMatch(of: /shadow tables: (\d+) of/)?.1
      }
      #expect(tables == ["1", "1", "2", "2"])
      let alone = try tool.run("render", "c.json", "--backend", "software", "-o", "-")
      let shared = try Data(contentsOf: URL(fileURLWithPath: folder + "/c.png"))
      #expect(alone.output == shared)
    }
  }

  @Test func reportsUnknownOptimizations() throws {
    try withScratchFolder { folder in
      try Documents.write(Documents.red, to: folder + "/a.json")
      let tool = Tool(folder: folder, environment: ["GLAZE_DISABLE": "batch,frobnicate"])
      let result = try tool.run("render", "a.json", "--backend", "software")
      #expect(result.status == 0)
      #expect(result.messages.count == 1)
      #expect(result.messages.first?.contains("frobnicate") == true)
    }
  }

  @Test func writesNothingWhereItMayNot() throws {
    try withScratchFolder { folder in
      try Documents.write(Documents.red, to: folder + "/a.json")
      let result = try Tool(folder: folder).run(
        "render", "a.json", "--backend", "software", "-o", "none/a.png")
      #expect(result.status == 1)
      #expect(
        result.messages == [
          "a.json: cannot write none/a.png: the folder none does not exist; make it, or name another one"
        ])
      #expect(try OutputFolder.names(folder) == ["a.json"])
    }
  }
}

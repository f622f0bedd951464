import Foundation
import Testing

/// `glaze render --shard` and `glaze join`.
@Suite struct ShardCommandTests {
  private static let hasFFmpeg =
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .contains { FileManager.default.isExecutableFile(atPath: "\($0)/ffprobe") }

  /// A box that fades in, 32 x 32 points: all frames differ.
  private static let fade = #"""
    {"width":32,"height":32,"root":{"bounds":[0,0,32,32],"sublayers":[{"frame":[4,4,20,20],
    "backgroundColor":[1,0.5,0.25],"cornerRadius":6,"animations":[
    {"keyPath":"opacity","fromValue":0.125,"toValue":1,"duration":1}]}]}}
    """#

  private func inFolder(_ body: (String, Tool) throws -> Void) throws {
    try withScratchFolder { folder in
      try Documents.write(Self.fade, to: folder + "/fade.json")
      try body(folder, Tool(folder: folder))
    }
  }

  /// Draws ten frames, or a shard of them.
  private func render(
    _ tool: Tool, to output: String, _ more: String...
  ) throws -> Tool.Result {
    try tool.run(
      ["render", "fade.json", "--backend", "software", "--to", "1", "--fps", "10", "-o", output]
        + more)
  }

  private func data(_ path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path))
  }

  @Test func imagesOfShardsAreThoseOfTheWhole() throws {
    try inFolder { folder, tool in
      #expect(try render(tool, to: "a%d.png").status == 0)
      for (shard, frames) in [("3/3", "6 to 9"), ("1/3", "0 to 2"), ("2/3", "3 to 5")] {
        let result = try render(tool, to: "b%d.png", "--shard", shard)
        #expect(result.status == 0)
        #expect(result.messages == ["fade.json: shard \(shard) draws frames \(frames) of 10"])
      }
      for number in 0..<10 {
        #expect(try data(folder + "/a\(number).png") == data(folder + "/b\(number).png"))
      }
      let all = try tool.run("join", "b%d.png", "--frames", "10")
      #expect(all.messages == ["glaze: b%d.png: all 10 frames exist"])
      try FileManager.default.removeItem(atPath: folder + "/b7.png")
      let some = try tool.run("join", "b%d.png", "--frames", "10", "--shards", "3")
      #expect(some.status == 1)
      #expect(some.messages == ["glaze: b7.png is missing, of shard 3/3"])
      let again = try render(tool, to: "b%d.png", "--shard", "3/3", "--resume", "--stats", "-q")
      #expect(again.messages.contains { $0.contains("1 frame") && $0.contains("3 more were") })
      #expect(try tool.run("join", "b%d.png", "--frames", "10", "-q").messages.isEmpty)
      try Data([1, 2]).write(to: URL(fileURLWithPath: folder + "/b2.png"))
      #expect(
        try tool.run("join", "b%d.png", "--frames", "10").messages.first?.contains("b2.png") == true
      )
    }
  }

  @Test func shardsOfSomeFramesAreParts() throws {
    try inFolder { folder, tool in
      let result = try render(tool, to: "%d.png", "--frames", "4-8", "--shard", "2/2", "-q")
      #expect(result.status == 0 && result.messages.isEmpty)
      #expect(try OutputFolder.names(folder) == ["6.png", "7.png", "8.png", "fade.json"])
    }
  }

  @Test func inputsKeepTheirNumbers() throws {
    try inFolder { folder, tool in
      let names = (1...5).map { "d\($0).json" }
      for name in names { try Documents.write(Documents.red, to: folder + "/" + name) }
      let result = try tool.run(
        ["render"] + names + ["--backend", "software", "-o", "out/%d-%s.png", "--shard", "2/2"])
      #expect(result.status == 1)
      try FileManager.default.createDirectory(
        atPath: folder + "/out", withIntermediateDirectories: false)
      for (shard, inputs) in [("2/2", "3 to 5"), ("1/2", "1 to 2")] {
        let result = try tool.run(
          ["render"] + names + ["--backend", "software", "-o", "out/%d-%s.png", "--shard", shard])
        #expect(result.status == 0)
        #expect(result.messages == ["glaze: shard \(shard) draws inputs \(inputs) of 5"])
      }
      let images = (1...5).map { "\($0)-d\($0).png" }
      #expect(try OutputFolder.names(folder + "/out") == images)
    }
  }

  @Test(arguments: ["y4m", "raw"]) func joinsBytes(format: String) throws {
    try inFolder { folder, tool in
      #expect(try render(tool, to: "whole." + format).status == 0)
      for shard in ["2/4", "4/4", "1/4", "3/4"] {
        #expect(try render(tool, to: "a." + format, "--shard", shard).status == 0)
      }
      let parts = (1...4).map { "a.shard-\($0)-of-4.\(format)" }
      let join = ["join", "-o", "a." + format, "--frames", "10"] + parts.reversed()
      let joined = try tool.run(join)
      #expect(joined.messages == ["glaze: a.\(format): 10 frames of 4 parts"])
      #expect(try data(folder + "/a." + format) == data(folder + "/whole." + format))
      // A complete part stays, and one with other frames is rejected.
      let again = try render(tool, to: "a." + format, "--shard", "2/4", "--resume")
      #expect(again.status == 0)
      var bytes = try data(folder + "/" + parts[1])
      bytes[bytes.count - 2] ^= 0x55
      try bytes.write(to: URL(fileURLWithPath: folder + "/" + parts[1]))
      #expect(try render(tool, to: "a." + format, "--shard", "2/4", "--resume").status == 1)
      try bytes.dropLast().write(to: URL(fileURLWithPath: folder + "/" + parts[1]))
      #expect(try tool.run(join).status == 1)
      try FileManager.default.removeItem(atPath: folder + "/" + parts[1])
      let missing = try tool.run("join", ".", "-o", "b." + format, "--frames", "10")
      #expect(missing.status == 1)
      #expect(
        missing.messages
          == ["glaze: a.\(format): shard 2/4 is missing; there is no a.shard-2-of-4.\(format)"])
      #expect(!FileManager.default.fileExists(atPath: folder + "/b." + format))
    }
  }

  @Test func tellsWrongParts() throws {
    try inFolder { folder, tool in
      for shard in ["1/2", "2/2"] {
        #expect(try render(tool, to: "a.y4m", "--shard", shard).status == 0)
      }
      let (first, second) = ("a.shard-1-of-2.y4m", "a.shard-2-of-2.y4m")
      func failure(_ arguments: String...) throws -> String {
        let result = try tool.run(["join", "-o", "video.y4m"] + arguments)
        #expect(result.status == 1 && result.messages.count == 1)
        #expect(!FileManager.default.fileExists(atPath: folder + "/video.y4m"))
        return result.messages.first ?? ""
      }
      #expect(try failure(first, second, "--frames", "12").contains("shard 1/2 of a video of 12"))
      #expect(try failure(first, first).contains("same part"))
      #expect(try failure(first).contains("shard 2/2 is missing"))
      #expect(try failure(first, "a.shard-3-of-3.y4m").contains("shard 3/3 is missing"))
      #expect(try failure("fade.json").contains("does not have the name of a part"))
      try FileManager.default.copyItem(
        atPath: folder + "/" + second, toPath: folder + "/b.shard-2-of-2.y4m")
      #expect(try failure(first, "b.shard-2-of-2.y4m").contains("is a part of"))
      // The same shard of a longer video.
      let other = try tool.run(
        "render", "fade.json", "--backend", "software", "--to", "2", "--fps", "10", "-o", "a.y4m",
        "--shard", "2/2")
      #expect(other.status == 0)
      #expect(try failure(first, second).contains("draw it again"))
      let slow = try tool.run(
        "render", "fade.json", "--backend", "software", "--to", "2", "--fps", "5", "-o", "a.y4m",
        "--shard", "2/2")
      #expect(slow.status == 0)
      #expect(try failure(first, second).contains("another size or rate"))
    }
  }

  @Test(arguments: [
    ["--shard", "0/2"], ["--shard", "3/2"], ["--shard", "1/11", "--to", "1", "--fps", "10"],
    ["--shard", "1/2"], ["--shard", "1/2", "--to", "1", "-o", "a.gif"],
    ["--shard", "1/2", "--to", "1", "-o", "a.apng"],
  ])
  func refusesShards(arguments: [String]) throws {
    try inFolder { folder, tool in
      let result = try tool.run(["render", "fade.json", "--backend", "software"] + arguments)
      #expect(result.status == 2)
      #expect(try OutputFolder.names(folder) == ["fade.json"])
    }
  }

  @Test(arguments: [
    [], ["a.mp4"], ["a.mp4", "-o", "a.gif"], ["%d.png"], ["%d.png", "--frames", "0"],
    ["%d.png", "--frames", "3", "-o", "a.mp4"], ["a.y4m", "-o", "b.y4m", "--start-number", "-1"],
  ])
  func refusesWrongJoins(arguments: [String]) throws {
    try inFolder { _, tool in
      let result = try tool.run(["join"] + arguments)
      #expect(result.status == 2)
    }
  }

  // MARK: With ffmpeg

  /// A description of a decoded frame by ffmpeg.
  private struct DecodedFrame: Equatable {
    var moment: String
    /// The checksum of its pixels.
    var sum: String
  }

  private func frames(_ path: String) throws -> [DecodedFrame] {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let decoder = path.hasSuffix(".webm") ? ["-c:v", "libvpx-vp9"] : []
    process.arguments =
      ["ffmpeg", "-v", "error", "-nostdin"] + decoder + ["-i", path]
      + ["-vsync", "passthrough", "-pix_fmt", "rgba", "-f", "framemd5", "-"]
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
      let columns = $0.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      return DecodedFrame(moment: columns[2], sum: columns[5])
    }
  }

  @Test(.enabled(if: hasFFmpeg, "ffmpeg is not installed"), arguments: ["mp4", "mov", "webm"])
  func joinsVideosWithoutEncoding(format: String) throws {
    try inFolder { folder, tool in
      let video = "it's a video." + format
      #expect(try render(tool, to: "whole." + format).status == 0)
      var parts: [String] = []
      for shard in ["1/3", "2/3", "3/3"] {
        try? FileManager.default.createDirectory(
          atPath: folder + "/parts", withIntermediateDirectories: false)
        let result = try render(tool, to: "parts/" + video, "--shard", shard)
        #expect(result.status == 0, "\(result.messages)")
        parts.append("parts/it's a video.shard-\(shard.prefix(1))-of-3.\(format)")
      }
      let joined = try tool.run("join", "parts", "-o", video, "--frames", "10")
      #expect(joined.messages == ["glaze: \(video): 10 frames of 3 parts"])
      let found = try frames(folder + "/" + video)
      let whole = try frames(folder + "/whole." + format)
      #expect(found.count == 10)
      // The times are those of the whole, and the images those of the parts.
      #expect(found.map(\.moment) == whole.map(\.moment))
      let own = try parts.flatMap { try frames(folder + "/" + $0) }
      #expect(found.map(\.sum) == own.map(\.sum))
      // ProRes encodes each frame separately.
      if format == "mov" { #expect(found == whole) }
      try keepsWholeParts(tool, video, parts, folder)
    }
  }

  private func keepsWholeParts(
    _ tool: Tool, _ video: String, _ parts: [String], _ folder: String
  ) throws {
    let before = try data(folder + "/" + parts[1])
    let again = try render(tool, to: "parts/" + video, "--shard", "2/3", "--resume")
    #expect(again.messages.last == "fade.json: \(parts[1]) exists already")
    #expect(try data(folder + "/" + parts[1]) == before)
    // A part of another size does not fit.
    let small = try render(tool, to: "parts/" + video, "--shard", "2/3", "--size", "16x16")
    #expect(small.status == 0)
    let failed = try tool.run("join", "parts", "-o", "other" + video.suffix(5))
    #expect(failed.status == 1)
    #expect(failed.messages.first?.contains("encoded differently") == true)
    let names = try OutputFolder.names(folder)
    #expect(!names.contains { $0.contains("other") || $0.contains("tmp") })
  }
}

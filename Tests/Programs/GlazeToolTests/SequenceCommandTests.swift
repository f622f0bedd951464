import Foundation
import GlazeDrawing
import GlazeGeometry
import Testing

/// `glaze render --to`.
@Suite struct SequenceCommandTests {
  /// A round red disc on a transparent background: some pixels are translucent.
  private static let disc = Documents.scene(
    #""bounds":[0,0,4,3],"backgroundColor":[1,0,0],"cornerRadius":1.5"#)

  private func inFolder(_ body: (String, Tool) throws -> Void) throws {
    try withScratchFolder { folder in
      try Documents.write(Self.disc, to: folder + "/disc.json")
      try body(folder, Tool(folder: folder))
    }
  }

  private func render(
    _ tool: Tool, _ arguments: String...
  ) throws -> Tool.Result {
    try tool.run(["render", "disc.json", "--backend", "software"] + arguments)
  }

  private func data(_ path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path))
  }

  @Test func numbersFrames() throws {
    try inFolder { folder, tool in
      let plain = try render(tool, "--to", "0.05", "--fps", "60")
      #expect(plain.status == 0)
      #expect(plain.output.isEmpty && plain.messages.isEmpty)
      let names = ["disc.json", "disc_00000.png", "disc_00001.png", "disc_00002.png"]
      #expect(try OutputFolder.names(folder) == names)
      let still = try render(tool, "-o", "still.png")
      #expect(still.status == 0)
      #expect(try data(folder + "/still.png") == data(folder + "/disc_00002.png"))
      let some = try render(
        tool, "--from", "1", "--to", "2", "--fps", "10", "--frames", "8-9", "--start-number", "3",
        "-o", "new/")
      #expect(some.status == 0)
      #expect(try OutputFolder.names(folder + "/new") == ["disc_00011.png", "disc_00012.png"])
      let pattern = try render(tool, "--to", "0.1", "--fps", "10", "-o", "%s%%-%d.png")
      #expect(pattern.status == 0)
      #expect(FileManager.default.fileExists(atPath: folder + "/disc%-0.png"))
    }
  }

  @Test(arguments: ["gl", "software"]) func partsMakeTheWhole(backend: String) throws {
    try inFolder { folder, tool in
      if backend == "gl", try tool.run("info", "--backend", "gl").status == 3 { return }
      let fade = #"{"keyPath":"opacity","fromValue":0.125,"toValue":1,"duration":1}"#
      let scene = Documents.scene(
        #""bounds":[0,0,4,3],"backgroundColor":[1,0,0],"animations":[\#(fade)]"#)
      try Documents.write(scene, to: folder + "/fade.json")
      let times = ["--to", "1", "--fps", "6"]
      let still = ["render", "fade.json", "--backend", backend]
      let base = still + times
      #expect(try tool.run(base + ["-o", "a%d.png"]).status == 0)
      #expect(try tool.run(still + ["-o", "middle.png", "--time", "0.5"]).status == 0)
      #expect(try data(folder + "/middle.png") == data(folder + "/a3.png"))
      #expect(Set(try (0..<6).map { try data(folder + "/a\($0).png") }).count == 6)
      for number in [5, 0, 3, 1, 4, 2] {
        let result = try tool.run(
          base + ["-o", "b%d.png", "--frames", "\(number)", "--no-overlap", "--jobs", "3"])
        #expect(result.status == 0)
      }
      for number in 0..<6 {
        #expect(try data(folder + "/a\(number).png") == data(folder + "/b\(number).png"))
      }
    }
  }

  @Test func goesOnWhereItEnded() throws {
    try inFolder { folder, tool in
      #expect(try render(tool, "--to", "0.5", "--fps", "10", "-o", "%d.png").status == 0)
      try FileManager.default.removeItem(atPath: folder + "/3.png")
      try Data([1]).write(to: URL(fileURLWithPath: folder + "/1.png"))
      let result = try render(
        tool, "--to", "0.5", "--fps", "10", "-o", "%d.png", "--resume", "--stats")
      #expect(result.status == 0)
      #expect(result.messages.contains { $0.contains("2 frames") && $0.contains("3 more were") })
      for number in 1..<5 {
        #expect(try data(folder + "/0.png") == data(folder + "/\(number).png"))
      }
    }
  }

  @Test func streamsToStandardOutput() throws {
    try inFolder { folder, tool in
      let raw = try render(tool, "--to", "1", "--fps", "3", "--format", "raw", "-o", "-")
      #expect(raw.status == 0)
      #expect(raw.output.count == 3 * 4 * 3 * 4)
      let video = try render(tool, "--to", "1", "--fps", "3", "--format", "apng", "-o", "-")
      #expect(video.status == 0)
      #expect(try ImageDecoder.decode(video.output, name: "apng").width == 4)
      #expect(try OutputFolder.names(folder) == ["disc.json"])
    }
  }

  @Test(arguments: [
    ["--to", "0"], ["--to", "1", "--from", "1"], ["--from", "1"], ["--fps", "10"],
    ["--frames", "1"], ["--resume"], ["--format", "raw"], ["--to", "1", "--fps", "0"],
    ["--to", "1", "--fps", "1/0"], ["--to", "1", "--frames", "60"],
    ["--to", "1", "--frames", "2-1"], ["--to", "1", "--jobs", "0"], ["--to", "1", "-o", "a.png"],
    ["--to", "1", "-o", "%d%d.png"], ["--to", "1", "-o", "a.avi"], ["--to", "1", "-o", "%d.gif"],
    ["--to", "1", "-o", ""], ["--to", "1", "-o", "-"], ["--to", "1", "--time", "1"],
    ["--to", "1", "-o", "-", "--format", "mp4"], ["--to", "1", "-o", "a.apng", "--resume"],
    ["--to", "1", "--format", "avi"], ["-o", "a.mp4"], ["--to", "1", "b.json"],
  ])
  func refusesWrongUsage(arguments: [String]) throws {
    try inFolder { folder, tool in
      let result = try tool.run(["render", "disc.json", "--backend", "software"] + arguments)
      #expect(result.status == 2)
      #expect(result.messages.first?.hasPrefix("Error: ") == true)
      #expect(try OutputFolder.names(folder) == ["disc.json"])
    }
  }

  @Test(arguments: ["a.gif", "a.mp4", "a.webm", "a.mov"])
  func saysThatFFmpegIsMissing(name: String) throws {
    try inFolder { folder, tool in
      var tool = tool
      tool.environment["PATH"] = folder
      let result = try render(tool, "--to", "1", "-o", name)
      #expect(result.status == 1)
      #expect(result.messages.count == 1)
      #expect(result.messages.first?.contains("install ffmpeg") == true)
      #expect(try OutputFolder.names(folder) == ["disc.json"])
    }
  }

  /// An ffmpeg that reads everything, succeeds, and writes nothing.
  @Test func anEmptyVideoIsAFailure() throws {
    try inFolder { folder, tool in
      var tool = tool
      try FileManager.default.createDirectory(
        atPath: folder + "/bin", withIntermediateDirectories: false)
      let ffmpeg = folder + "/bin/ffmpeg"
      try Data("#!/bin/sh\n/bin/cat > /dev/null\n".utf8).write(to: URL(fileURLWithPath: ffmpeg))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: ffmpeg)
      tool.environment["PATH"] = folder + "/bin"
      let result = try render(tool, "--to", "0.1", "-o", "a.mp4")
      #expect(result.status == 1)
      let reason = "ffmpeg cannot write a.mp4: it succeeded but wrote nothing"
      #expect(result.messages == ["disc.json: \(reason)"])
      #expect(try OutputFolder.names(folder) == ["bin", "disc.json"])
    }
  }

  /// An ffmpeg that reads a little, prints an error, and fails.
  @Test func tellsWhatFFmpegSays() throws {
    try inFolder { folder, tool in
      var tool = tool
      try FileManager.default.createDirectory(
        atPath: folder + "/bin", withIntermediateDirectories: false)
      let script = "#!/bin/sh\necho something >&2\necho no such encoder >&2\nexit 3\n"
      try Data(script.utf8).write(to: URL(fileURLWithPath: folder + "/bin/ffmpeg"))
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: folder + "/bin/ffmpeg")
      tool.environment["PATH"] = folder + "/bin"
      let result = try render(
        tool, "--to", "100", "--size", "256x256", "-o", "a.mp4")
      #expect(result.status == 1)
      #expect(
        result.messages == ["disc.json: ffmpeg cannot write a.mp4: no such encoder"])
      #expect(try OutputFolder.names(folder) == ["bin", "disc.json"])
    }
  }

  private static let hasFFmpeg =
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .contains { FileManager.default.isExecutableFile(atPath: "\($0)/ffmpeg") }

  /// Decodes a video's frames to raw R, G, B, A bytes.
  private func decode(_ path: String, decoder: [String] = []) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["ffmpeg", "-v", "error", "-nostdin"] + decoder + ["-i", path]
      + ["-f", "rawvideo", "-pix_fmt", "rgba", "-y", path + ".rgba"]
    try process.run()
    process.waitUntilExit()
    defer { try? FileManager.default.removeItem(atPath: path + ".rgba") }
    return try data(path + ".rgba")
  }

  /// Formats with the largest difference of a channel that each may cause, and the alpha that it
  /// keeps.
  @Test(
    .enabled(if: hasFFmpeg, "ffmpeg is not installed"),
    arguments: [("gif", 4, true), ("mov", 4, true), ("webm", 12, true), ("mp4", 12, false)])
  func ffmpegVideosShowTheFrames(format: String, tolerance: Int, hasAlpha: Bool) throws {
    try inFolder { folder, tool in
      // Plain halves, so that compression artifacts at edges do not matter.
      let half = #""bounds":[0,0,32,32],"sublayers":[{"frame":[0,0,32,16],"#
      let scene =
        #"{"width":32,"height":32,"root":{"# + half + #""backgroundColor":[1,0.5,0.25]}]}}"#
      try Documents.write(scene, to: folder + "/half.json")
      let name = "a." + format
      let arguments = [
        "render", "half.json", "--backend", "software", "--to", "0.5", "--fps", "10",
      ]
      let result = try tool.run(arguments + ["-o", name])
      #expect(result.status == 0, "\(result.messages)")
      #expect(try OutputFolder.names(folder) == [name, "disc.json", "half.json"])
      let again = try tool.run(arguments + ["-o", "b." + format, "--no-overlap"])
      #expect(again.status == 0)
      #expect(try data(folder + "/" + name) == data(folder + "/b." + format))
      let decoder = format == "webm" ? ["-c:v", "libvpx-vp9"] : []
      let pixels = Array(try decode(folder + "/" + name, decoder: decoder))
      #expect(pixels.count == 5 * 32 * 32 * 4)
      for frame in 0..<5 {
        let start = frame * 32 * 32 * 4
        let top = start + (5 * 32 + 16) * 4
        let bottom = start + (27 * 32 + 16) * 4
        for (channel, value) in [255, 128, 64, 255].enumerated() {
          #expect(abs(Int(pixels[top + channel]) - value) <= tolerance, "channel \(channel)")
        }
        if hasAlpha {
          #expect(pixels[bottom + 3] <= 4)
        } else {
          #expect(pixels[bottom..<(bottom + 3)].allSatisfy { $0 <= 4 })
        }
      }
    }
  }

  // MARK: Interruptions

  /// Runs the tool until files appear or time passes, sends a signal, and waits.
  private func interrupted(
    _ tool: Tool, _ arguments: [String], signal: Int32, when isReady: () throws -> Bool
  ) throws -> (status: Int32, message: String) {
    let process = Process()
    let executable = try #require(Tool.executable, "glaze is not built")
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: tool.folder)
    process.environment = tool.variables
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let end = Date.now + 60
    while try !isReady() && Date.now < end { usleep(5000) }
    kill(process.processIdentifier, signal)
    let message = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    return (process.terminationStatus, String(decoding: message, as: UTF8.self))
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP], ["gl", "software"])
  func interruptionLeavesWholeFrames(signal: Int32, backend: String) throws {
    try inFolder { folder, tool in
      if backend == "gl", try tool.run("info", "--backend", "gl").status == 3 { return }
      let arguments = [
        "render", "disc.json", "--backend", backend, "--to", "100000", "--size", "64x48",
        "-o", "%d.png",
      ]
      let third = folder + "/3.png"
      let result = try interrupted(tool, arguments, signal: signal) {
        FileManager.default.fileExists(atPath: third)
      }
      #expect(result.status == 130)
      #expect(result.message.hasPrefix("disc.json: interrupted after "))
      #expect(result.message.contains("--resume"))
      let names = try OutputFolder.names(folder)
      // Hidden names would be those of incomplete files.
      #expect(!names.contains { $0.hasPrefix(".") })
      #expect(names.count >= 5)
      let first = try data(folder + "/0.png")
      for name in names where name.hasSuffix(".png") {
        #expect(try data(folder + "/" + name) == first)
      }
    }
  }

  /// An ffmpeg that never reads a frame and never ends: one signal is enough, and no file remains.
  @Test(arguments: [SIGINT, SIGHUP]) func interruptionEndsWhatHangs(signal: Int32) throws {
    try inFolder { folder, tool in
      try FileManager.default.createDirectory(
        atPath: folder + "/bin", withIntermediateDirectories: false)
      let started = folder + "/bin/started"
      try Documents.write(
        "#!/bin/sh\ntrap '' INT TERM HUP\necho $$ > '\(started)'\nexec sleep 1000\n",
        to: folder + "/bin/ffmpeg")
      chmod(folder + "/bin/ffmpeg", 0o755)
      var tool = tool
      tool.environment["PATH"] = folder + "/bin:/usr/bin:/bin"
      tool.environment["TMPDIR"] = folder
      let arguments = [
        "render", "disc.json", "--backend", "software", "--size", "640x480", "--to", "100000",
        "-o", "a.mp4",
      ]
      let result = try interrupted(tool, arguments, signal: signal) {
        (FileManager.default.contents(atPath: started) ?? Data()).last == 0x0A
      }
      #expect(result.status == 130)
      let child = try #require(
        pid_t(
          String(decoding: try data(started), as: UTF8.self).trimmingCharacters(
            in: .whitespacesAndNewlines)))
      #expect(kill(child, 0) != 0)
      #expect(try OutputFolder.names(folder) == ["bin", "disc.json"])
    }
  }

  @Test(arguments: ["a.apng", "a.webp", "a.raw", "a.y4m"] + (hasFFmpeg ? ["a.mp4"] : []))
  func interruptionLeavesNoVideo(name: String) throws {
    try inFolder { folder, tool in
      let arguments = [
        "render", "disc.json", "--backend", "software", "--to", "100000", "-o", name,
      ]
      let result = try interrupted(tool, arguments, signal: SIGINT) {
        try OutputFolder.names(folder).contains { $0.hasSuffix(".tmp") }
      }
      #expect(result.status == 130)
      #expect(result.message.contains("nothing was written"))
      #expect(try OutputFolder.names(folder) == ["disc.json"])
    }
  }
}

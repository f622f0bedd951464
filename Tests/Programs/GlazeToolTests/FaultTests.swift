import Foundation
import GlazeDrawing
import GlazeGeometry
import Testing

/// Faults of the system: full disks, crashing programs, files that cannot be opened, and a killed
/// command.
///
/// No incomplete file has its final name, no temporary file remains, and `--resume` produces the
/// bytes of an undisturbed run. Docs/explanation/threat-model.md lists the faults.
@Suite struct FaultTests {
  /// Whether this build has a sanitizer, which itself needs the resources that `ulimit` limits.
  private static var isSanitized: Bool {
    dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
  }

  /// A scene that moves, and whose images take at most a few kilobytes.
  private static let scene = Documents.scene(
    #""bounds":[0,0,4,3],"backgroundColor":[1,0,0],"cornerRadius":1.5,"animations":["#
      + #"{"keyPath":"transform.rotation.z","fromValue":0,"toValue":3,"duration":1}]"#)

  private static let sequence = [
    "render", "disc.json", "--backend", "software", "--to", "1", "--fps", "8", "--size", "64x48",
  ]

  private func inFolder(_ body: (String, Tool) throws -> Void) throws {
    try withScratchFolder { folder in
      try Documents.write(Self.scene, to: folder + "/disc.json")
      try FileManager.default.createDirectory(
        atPath: folder + "/bin", withIntermediateDirectories: false)
      var tool = Tool(folder: folder)
      tool.environment["PATH"] = folder + "/bin:/usr/bin:/bin"
      tool.environment["TMPDIR"] = folder
      try body(folder, tool)
    }
  }

  /// Replaces ffmpeg, or another program, by a script; `$file` is the path that it writes or reads.
  private func replaceFFmpeg(
    in folder: String, by text: String, name: String = "ffmpeg"
  ) throws {
    let path = folder + "/bin/" + name
    try Documents.write(
      "#!/bin/sh\nfor file; do :; done\nfile=${file#file:}\n\(text)\n", to: path)
    chmod(path, 0o755)
  }

  /// Makes two videos of two frames, where each byte is a frame, and programs that read them so.
  private func makeVideos(in folder: String) throws {
    try Documents.write("ab", to: folder + "/a.shard-1-of-2.mp4")
    try Documents.write("cd", to: folder + "/a.shard-2-of-2.mp4")
    let answer =
      #"{"streams":[{"codec_name":"bytes","nb_read_packets":"%d","r_frame_rate":"25/1"}]}"#
    try replaceFFmpeg(in: folder, by: "printf '\(answer)' $(wc -c <\"$file\")", name: "ffprobe")
  }

  private static let joining = [
    "join", "a.shard-1-of-2.mp4", "a.shard-2-of-2.mp4", "-o", "all.mp4",
  ]

  /// Runs the command with limits of the shell, such as `ulimit -f 1`.
  private func run(_ limit: String, _ tool: Tool, _ arguments: [String]) throws -> (Int32, String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let glaze = try #require(Tool.executable, "glaze is not built").path
    process.arguments = ["-c", "\(limit); exec \"$0\" \"$@\"", glaze] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: tool.folder)
    process.environment = tool.variables
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let message = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit, "\(limit) \(arguments): it was killed")
    return (process.terminationStatus, String(decoding: message, as: UTF8.self))
  }

  // MARK: Full disks

  /// A limit on the size of files simulates a full disk: writing fails in the middle.
  ///
  /// Shells count blocks of 512 bytes.
  @Test(
    .disabled(if: FaultTests.isSanitized),
    arguments: ["%d.png", "a.apng", "a.webp", "a.raw", "a.y4m", "a.mp4"], [0, 1, 2, 40])
  func fullDisksLeaveNothingHalf(name: String, blocks: Int) throws {
    try inFolder { folder, tool in
      try replaceFFmpeg(in: folder, by: "exec cat >\"$file\"")
      let arguments = Self.sequence + ["-o", "whole-" + name]
      #expect(try tool.run(arguments).status == 0)
      let (status, message) = try run(
        "trap '' XFSZ; ulimit -f \(blocks)", tool, Self.sequence + ["-o", name])
      let names = try OutputFolder.names(folder).filter {
        !$0.hasPrefix("whole-") && $0 != "bin" && $0 != "disc.json"
      }
      // Existing files are complete.
      for name in names {
        #expect(
          FileManager.default.contentsEqual(
            atPath: folder + "/" + name, andPath: folder + "/whole-" + name), "\(name)")
      }
      let isWhole = names.count == (name.contains("%") ? 8 : 1)
      #expect(status == (isWhole ? 0 : 1) && message.isEmpty == isWhole, "\(names): \(message)")
    }
  }

  // MARK: ffmpeg

  @Test(arguments: [
    ("exit 0", "it succeeded but wrote nothing"), ("cat >\"$file\"; echo no >&2; exit 3", "no"),
    ("head -c 5000 >\"$file\"; kill -SEGV $$", "status 11"), ("kill -KILL $$", "status 9"),
    ("exec <&-; sleep 0.2; exit 1", "status 1"),
  ])
  func anFFmpegThatDiesLeavesNothing(script: String, reason: String) throws {
    try inFolder { folder, tool in
      try replaceFFmpeg(in: folder, by: script)
      let result = try tool.run(Self.sequence + ["-o", "a.mp4"])
      #expect(result.status == 1 && result.messages.count == 1)
      #expect(result.messages.first?.hasPrefix("disc.json: ffmpeg cannot write a.mp4: ") == true)
      #expect(try OutputFolder.names(folder) == ["bin", "disc.json"], "\(reason)")
    }
  }

  // MARK: Memory

  @Test(.disabled(if: FaultTests.isSanitized)) func tooLittleMemoryIsAnError() throws {
    try inFolder { folder, tool in
      let arguments = ["render", "disc.json", "--backend", "software", "-o", "a.png", "--size"]
      let (status, message) = try run("ulimit -v 500000", tool, arguments + ["8000x8000"])
      #expect(status == 1 && message.contains("this process may allocate"), "\(message)")
      #expect(try OutputFolder.names(folder) == ["bin", "disc.json"])
    }
  }

  /// With any amount of memory, from too little to start to enough.
  @Test(.disabled(if: FaultTests.isSanitized)) func littleMemoryIsAnErrorAtMost() throws {
    try inFolder { folder, tool in
      let arguments = ["render", "disc.json", "--backend", "software", "-o", "a.png", "--size"]
      for limit in stride(from: 100_000, through: 500_000, by: 50_000) {
        let (status, message) = try run("ulimit -v \(limit)", tool, arguments + ["800x600"])
        // 127 if there is not enough memory for the libraries.
        #expect([0, 1, 127].contains(status) && message.isEmpty == (status == 0), "\(limit)")
        let names = try OutputFolder.names(folder)
        #expect(names == (status == 0 ? ["a.png"] : []) + ["bin", "disc.json"], "\(limit)")
        if status == 0 { try FileManager.default.removeItem(atPath: folder + "/a.png") }
      }
    }
  }

  // MARK: Few files

  @Test(.disabled(if: FaultTests.isSanitized), arguments: ["a.mp4", "%d.png"])
  func fewFilesAreAnErrorAtMost(name: String) throws {
    try inFolder { folder, tool in
      try replaceFFmpeg(in: folder, by: "exec cat >\"$file\"")
      var statuses: Set<Int32> = []
      for count in [4, 6, 8, 12, 16, 18, 19, 20, 21, 22, 24, 28, 64] {
        let (status, message) = try run("ulimit -n \(count)", tool, Self.sequence + ["-o", name])
        statuses.insert(status)
        #expect([0, 1].contains(status) && message.isEmpty == (status == 0), "\(count)")
        if count <= 18 { #expect(message.contains("cannot open 16 files"), "\(count)") }
        let names = try OutputFolder.names(folder)
        #expect(!names.contains { $0.hasPrefix(".") || $0.hasPrefix("glaze-") }, "\(count)")
        if status != 0 { #expect(!names.contains("a.mp4"), "\(count)") }
        for made in names where made != "bin" && made != "disc.json" {
          try FileManager.default.removeItem(atPath: folder + "/" + made)
        }
      }
      #expect(statuses.contains(0) && statuses.count > 1)
    }
  }

  @Test(.disabled(if: FaultTests.isSanitized)) func joiningWithFewFilesIsAnErrorAtMost() throws {
    try inFolder { folder, tool in
      try makeVideos(in: folder)
      try replaceFFmpeg(in: folder, by: "printf abcd >\"$file\"")
      let before = try OutputFolder.names(folder)
      var statuses: Set<Int32> = []
      for count in [4, 6, 8, 12, 16, 18, 19, 20, 21, 22, 24, 64] {
        let (status, message) = try run("ulimit -n \(count)", tool, Self.joining + ["-q"])
        statuses.insert(status)
        #expect(
          [0, 1].contains(status) && message.isEmpty == (status == 0), "\(count): \(message)")
        let after = before + (status == 0 ? ["all.mp4"] : [])
        #expect(try OutputFolder.names(folder) == after.sorted(), "\(count)")
        if status == 0 { try FileManager.default.removeItem(atPath: folder + "/all.mp4") }
      }
      #expect(statuses == [0, 1])
    }
  }

  @Test func videosAreNotJoinedIntoPipes() throws {
    try inFolder { folder, tool in
      try makeVideos(in: folder)
      #expect(mkfifo(folder + "/all.mp4", 0o600) == 0)
      let result = try tool.run(Self.joining)
      #expect(result.status == 1)
      #expect(result.messages.first?.contains("all.mp4 is not a plain file") == true)
    }
  }

  // MARK: SIGKILL

  /// The number of processes that are killed, half of them by each test: 24, or the value of
  /// `GLAZE_KILLS`.
  private static let kills =
    ProcessInfo.processInfo.environment["GLAZE_KILLS"].flatMap { Int($0) } ?? 24

  @Test(arguments: ["%d.png", "a.raw"]) func whatIsKilledGoesOn(name: String) throws {
    try inFolder { folder, tool in
      let arguments = Self.sequence.map { $0 == "8" ? "60" : $0 }
      #expect(try tool.run(arguments + ["-o", "whole-" + name]).status == 0)
      let wholes = try OutputFolder.names(folder).filter { $0.hasPrefix("whole-") }
      #expect(wholes.count == (name.contains("%") ? 60 : 1))
      var killed = 0
      // A complete run cannot be killed: the test starts from scratch after every six kills.
      for start in stride(from: 0, to: max(1, Self.kills / 2), by: 6) {
        for _ in start..<min(start + 6, Self.kills / 2) {
          killed += try isKilled(arguments + ["-o", name, "--resume"], folder, tool) ? 1 : 0
        }
        let last = try tool.run(arguments + ["-o", name, "--resume"])
        #expect(last.status == 0, "\(last.messages)")
        for whole in wholes {
          let path = folder + "/" + whole.dropFirst("whole-".count)
          #expect(FileManager.default.contentsEqual(atPath: path, andPath: folder + "/" + whole))
          try FileManager.default.removeItem(atPath: path)
        }
      }
      // The number of runs that finished first depends on the machine, and is only printed.
      print("\(name): killed \(killed) of \(Self.kills / 2) before they ended")
    }
  }

  /// An incomplete file does not have a name that could remain.
  @Test(arguments: ["a.apng", "a.y4m", "a.mp4"])
  func whatIsKilledLeavesNothing(name: String) throws {
    try inFolder { folder, tool in
      try replaceFFmpeg(in: folder, by: "exec cat >\"$file\"")
      // On file systems without unnamed files, a hidden file remains.
      guard let file = UnnamedFile.open(in: folder), close(file) == 0 else { return }
      let arguments = Self.sequence.map { $0 == "8" ? "5000" : $0 }
      for _ in 0..<4 {
        #expect(try isKilled(arguments + ["-o", name], folder, tool), "it was faster")
        #expect(try OutputFolder.names(folder) == ["bin", "disc.json"])
      }
    }
  }

  @Test func joiningThatIsKilledLeavesNothing() throws {
    try inFolder { folder, tool in
      try makeVideos(in: folder)
      try replaceFFmpeg(in: folder, by: "printf ab >\"$file\"; sleep 1; printf cd >>\"$file\"")
      guard let file = UnnamedFile.open(in: folder), close(file) == 0 else { return }
      let before = try OutputFolder.names(folder)
      for _ in 0..<4 {
        #expect(try isKilled(Self.joining, folder, tool), "it was faster")
        #expect(try OutputFolder.names(folder) == before)
      }
    }
  }

  /// Sends SIGKILL at a random time; returns false if the command finished first.
  private func isKilled(_ arguments: [String], _ folder: String, _ tool: Tool) throws -> Bool {
    let executable = try #require(Tool.executable, "glaze is not built")
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = tool.variables
    try process.run()
    usleep(UInt32.random(in: 20_000...400_000))
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal
  }
}

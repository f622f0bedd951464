import Foundation
import Testing

@testable import GlazeTool

/// `glaze farm`, with substitutes for Slurm's programs.
@Suite struct FarmTests {
  /// A substitute that numbers jobs, and records scripts and arguments.
  private static let sbatch = """
    #!/bin/sh
    count=$(cat "$FAKE/count" 2>/dev/null || echo 40)
    count=$((count + 1))
    echo $count > "$FAKE/count"
    for last; do :; done
    cp "$last" "$FAKE/script-$count"
    printf '%s\\n' "$@" > "$FAKE/options-$count"
    echo "$count;cluster"
    """
  private static let squeue = """
    #!/bin/sh
    [ -f "$FAKE/queue" ] || { echo 'slurm_load_jobs error: Invalid job id specified' >&2; exit 1; }
    while [ "$1" != -j ]; do shift; done
    grep "^$2[_ ]" "$FAKE/queue" || true
    """
  private static let sacct = """
    #!/bin/sh
    [ -f "$FAKE/accounting" ] || { echo 'Slurm accounting storage is disabled' >&2; exit 1; }
    cat "$FAKE/accounting"
    """
  private static let scancel = """
    #!/bin/sh
    echo "$@" >> "$FAKE/cancelled"
    """

  private func inFolder(_ body: (String, Tool) throws -> Void) throws {
    try withScratchFolder { folder in
      let programs = [
        "sbatch": Self.sbatch, "squeue": Self.squeue, "sacct": Self.sacct,
        "scancel": Self.scancel,
      ]
      try FileManager.default.createDirectory(
        atPath: folder + "/fake/bin", withIntermediateDirectories: true)
      for (name, text) in programs {
        let path = folder + "/fake/bin/" + name
        try Documents.write(text, to: path)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
      }
      try Documents.write(Documents.red, to: folder + "/it's red.json")
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      try body(
        folder,
        Tool(
          folder: folder,
          environment: ["PATH": folder + "/fake/bin:" + path, "FAKE": folder + "/fake"]))
    }
  }

  private func submit(_ tool: Tool, _ output: String, _ shards: Int) throws -> Tool.Result {
    try tool.run([
      "farm", "submit", "-o", output, "--shards", "\(shards)", "--sbatch=--mem=2G", "--",
      "it's red.json", "--backend", "software", "--to", "1", "--fps", "10",
    ])
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
  }

  /// Runs a submitted script, as Slurm would.
  private func runScript(_ tool: Tool, _ job: Int, task: Int? = nil) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [tool.folder + "/fake/script-\(job)"]
    process.environment = tool.variables.merging(
      task.map { ["SLURM_ARRAY_TASK_ID": "\($0)"] } ?? [:]
    ) { $1 }
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// A folder that others share may hold a file that is not ours: it names no options of Slurm's commands.
  @Test func aPlantedFileNamesNoOptions() throws {
    try inFolder { folder, tool in
      #expect(try submit(tool, "video.y4m", 3).status == 0)
      let path = folder + "/video.y4m.farm/farm.json"
      let own = try text(path)
      for job in ["--user=root", "41 --me", "", "-1"] {
        let planted = own.replacingOccurrences(of: "\"41\"", with: "\"\(job)\"")
        try #require(planted != own)
        try Documents.write(planted, to: path)
        for command in ["cancel", "status"] {
          let result = try tool.run("farm", command, "video.y4m")
          #expect(result.status == 1 && result.messages.first?.contains("farm.json") == true)
        }
      }
      guard geteuid() == 0 else { return }
      try Documents.write(own, to: path)
      chown(path, 65_534, 65_534)
      let result = try tool.run("farm", "cancel", "video.y4m")
      #expect(result.messages.first?.contains("another user") == true)
    }
  }

  @Test func drawsAndJoinsAVideo() throws {
    try inFolder { folder, tool in
      let result = try submit(tool, "video.y4m", 3)
      #expect(result.status == 0, "\(result.messages)")
      let note =
        "glaze: 10 frames in 3 of 3 shards, jobs 41 and 42; see glaze farm status video.y4m"
      #expect(result.messages == [note])
      let farm = folder + "/video.y4m.farm"
      let options = try text(folder + "/fake/options-41").split(separator: "\n")
      for option in ["--parsable", "--array=1-3", "--requeue", "--mem=2G"] {
        #expect(options.contains { $0 == option }, "\(option)")
      }
      let join = try text(folder + "/fake/options-42")
      #expect(join.contains("--dependency=afterok:41\n--kill-on-invalid-dep=yes\n"))
      #expect(try text(folder + "/fake/script-41").contains("'it'\\''s red.json'"))
      try Documents.write(
        "41_1 RUNNING\n41_2 PENDING\n41_3 PENDING\n42 PENDING\n", to: folder + "/fake/queue")
      #expect(try submit(tool, "video.y4m", 3).messages.first?.contains("is being drawn") == true)
      for task in 1...3 { #expect(try runScript(tool, 41, task: task) == 0) }
      #expect(
        try OutputFolder.names(farm)
          == ["done", "farm.json", "join.sh", "logs", "parts", "shard.sh"])
      #expect(
        try tool.run("farm", "status", "video.y4m").text
          == "video.y4m: 3 of 3 shards are drawn, 1 run; the join waits\n")
      #expect(try runScript(tool, 42) == 0)
      #expect(
        try tool.run("farm", "status", "video.y4m").text == "video.y4m: complete, 10 frames\n")
      #expect(try OutputFolder.names(farm) == ["done", "farm.json", "join.sh", "logs", "shard.sh"])
      let whole = try tool.run(
        "render", "it's red.json", "--backend", "software", "--to", "1", "--fps", "10", "-o",
        "whole.y4m")
      #expect(whole.status == 0)
      let video = try Data(contentsOf: URL(fileURLWithPath: folder + "/video.y4m"))
      #expect(try video == Data(contentsOf: URL(fileURLWithPath: folder + "/whole.y4m")))
      #expect(try submit(tool, "video.y4m", 3).messages == ["glaze: video.y4m is complete"])
    }
  }

  @Test(arguments: [true, false]) func goesOnWithWhatFailed(hasAccounting: Bool) throws {
    try inFolder { folder, tool in
      #expect(try submit(tool, "frames/", 4).status == 0)
      #expect(try submit(tool, "frames/", 5).messages.first?.contains("something else") == true)
      for task in [1, 3] { #expect(try runScript(tool, 41, task: task) == 0) }
      if hasAccounting {
        let tasks =
          "41_1|COMPLETED\n41_2|FAILED\n41_3|COMPLETED\n41_4|CANCELLED by 0\n42|CANCELLED\n"
        try Documents.write(tasks, to: folder + "/fake/accounting")
      }
      let status = try tool.run("farm", "status", "frames/", "--wait")
      #expect(status.status == 1)
      let lines = status.text.split(separator: "\n")
      #expect(
        lines.first
          == "frames/: 2 of 4 shards are drawn, 0 run; no job is left, submit again to go on")
      #expect(lines.count == (hasAccounting ? 3 : 1))
      if hasAccounting {
        #expect(
          lines[1].hasPrefix("shard 2: FAILED, see ") && lines[1].hasSuffix("logs/shard-2.log"))
      }
      // The check names a missing image, with its shard.
      #expect(try runScript(tool, 42) == 1)
      #expect(try submit(tool, "frames/", 4).status == 0)
      #expect(try text(folder + "/fake/options-43").contains("--array=2,4\n"))
      for task in [2, 4] { #expect(try runScript(tool, 43, task: task) == 0) }
      #expect(try runScript(tool, 44) == 0)
      #expect(try OutputFolder.names(folder + "/frames").count == 10)
      #expect(try tool.run("farm", "status", "frames").status == 0)
    }
  }

  @Test func cancels() throws {
    try inFolder { folder, tool in
      #expect(try submit(tool, "video.y4m", 2).status == 0)
      #expect(
        try tool.run("farm", "cancel", "video.y4m").messages.first?.contains("no job") == true)
      try Documents.write("41_1 RUNNING\n42 PENDING\n", to: folder + "/fake/queue")
      #expect(try tool.run("farm", "cancel", "video.y4m").status == 0)
      #expect(try text(folder + "/fake/cancelled") == "41 42\n")
      #expect(try tool.run("farm", "cancel", "other.y4m").status == 1)
    }
  }

  @Test func drawsManyDocuments() throws {
    try inFolder { folder, tool in
      let names = (1...5).map { "d\($0).json" }
      for name in names { try Documents.write(Documents.red, to: folder + "/" + name) }
      let result = try tool.run(
        ["farm", "submit", "-o", "thumbs/", "--shards", "2", "--"] + names
          + ["--backend", "software"])
      #expect(result.status == 0, "\(result.messages)")
      for task in 1...2 { #expect(try runScript(tool, 41, task: task) == 0) }
      #expect(try runScript(tool, 42) == 0)
      #expect(try OutputFolder.names(folder + "/thumbs") == (1...5).map { "d\($0).png" })
      #expect(try tool.run("farm", "status", "thumbs/").text == "thumbs/: complete, 5 documents\n")
    }
  }

  @Test func tellsThatThereIsNoSlurm() throws {
    try inFolder { folder, tool in
      var tool = tool
      tool.environment["PATH"] = folder
      let result = try submit(tool, "video.y4m", 2)
      #expect(result.status == 1)
      #expect(result.messages == ["glaze: sbatch is not in PATH; install it"])
    }
  }

  @Test(arguments: [
    [], ["-o", "a.mp4"], ["-o", "a.mp4", "--shards", "2"],
    ["-o", "a.mp4", "--shards", "0", "--", "a.json", "--to", "1"],
    ["-o", "a.mp4", "--shards", "61", "--", "a.json", "--to", "1"],
    ["-o", "a.gif", "--shards", "2", "--", "a.json", "--to", "1"],
    ["-o", "a.png", "--shards", "1", "--", "a.json"],
    ["-o", "f_%05d.png", "--shards", "2", "--", "a.json", "--to", "1"],
    ["-o", "a.mp4", "--shards", "2", "--", "a.json", "--to", "1", "-o", "b.mp4"],
    ["-o", "a.mp4", "--shards", "2", "--", "a.json", "--to", "1", "--shard", "1/2"],
    ["-o", "a.mp4", "--shards", "2", "--", "a.json", "--to", "soon"],
    ["-o", "a.mp4", "--shards", "2", "--", "-", "--to", "1"],
  ])
  func refusesWrongUsage(arguments: [String]) throws {
    try inFolder { folder, tool in
      let result = try tool.run(["farm", "submit"] + arguments)
      #expect(result.status == 2)
      #expect(try OutputFolder.names(folder) == ["fake", "it's red.json"])
    }
  }

  @Test func readsWhatSlurmPrints() {
    let tasks = Slurm.lines(
      of: "12_3|RUNNING\n12_[4-8]|PENDING\n13|CANCELLED by 0\nnonsense\n", separator: "|")
    #expect(
      tasks == [
        .init(job: "12", index: 3, state: "RUNNING"),
        .init(job: "12", index: nil, state: "PENDING"),
        .init(job: "13", index: nil, state: "CANCELLED"),
      ])
  }

  @Test func writesRanges() throws {
    let shards = [1, 2, 3, 5, 8, 9].compactMap { Shard($0, of: 9) }
    #expect(FarmScripts.ranges(shards) == "1-3,5,8-9")
  }
}

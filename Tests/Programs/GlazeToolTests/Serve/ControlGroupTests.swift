import Foundation
import Testing

@testable import GlazeServe

/// The control groups of workers.
@Suite struct ControlGroupTests {
  private static let limits = ControlGroups.Limits(memory: 1 << 30, processes: 100)

  /// Plain files stand for those of the kernel.
  @Test func aGroupHasLimits() throws {
    try withScratchFolder { folder in
      let worker = folder + "/worker-3"
      mkdir(worker, 0o700)
      let files = ["memory.max", "memory.oom.group", "pids.max", "cgroup.procs", "cgroup.kill"]
      for path in files.map({ worker + "/" + $0 }) + [folder + "/cgroup.subtree_control"] {
        try Documents.write("", to: path)
      }
      func text(_ name: String) throws -> String {
        try String(contentsOfFile: worker + "/" + name, encoding: .utf8)
      }
      let groups = ControlGroups(preparing: folder, Self.limits)
      let group = try #require(groups.group(3))
      #expect(try text("memory.max") == "1073741824" && text("memory.oom.group") == "1")
      #expect(try text("pids.max") == "100")
      #expect(group.add(123))
      #expect(try text("cgroup.procs") == "123")
      group.end()
      #expect(try text("cgroup.kill") == "1")
    }
  }

  @Test func aSystemWithoutGroupsHasNone() throws {
    try withScratchFolder { folder in
      let groups = ControlGroups(preparing: folder + "/none", Self.limits)
      #expect(groups.group(1) == nil)
    }
  }

  /// A process that leaves its process group and its session stays in its control group.
  @Test(.enabled(if: geteuid() == 0)) func aGroupEndsAllItsProcesses() throws {
    try withScratchFolder { folder in
      let place = folder + "/groups"
      mkdir(place, 0o700)
      func run(_ words: String...) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
      }
      // Some containers permit no mounts.
      guard try run("mount", "-t", "cgroup2", "none", place) == 0 else { return }
      defer { _ = try? run("umount", place) }
      let own = place + "/glaze-test-\(getpid())"
      try #require(mkdir(own, 0o755) == 0)
      defer { rmdir(own) }
      let group = try #require(ControlGroups(preparing: own, Self.limits).group(1))
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = [
        "python3", "-c",
        """
        import os, sys, time
        sys.stdin.readline()
        for each in range(3):
            if os.fork() == 0:
                os.setsid()
                time.sleep(60)
        print(1, flush=True)
        time.sleep(60)
        """,
      ]
      let (input, output) = (Pipe(), Pipe())
      (process.standardInput, process.standardOutput) = (input, output)
      try process.run()
      #expect(group.add(process.processIdentifier))
      try input.fileHandleForWriting.write(contentsOf: Data("go\n".utf8))
      _ = output.fileHandleForReading.availableData
      let all = try String(contentsOfFile: group.folder + "/cgroup.procs", encoding: .utf8)
      #expect(all.split(separator: "\n").count == 4)
      group.end()
      process.waitUntilExit()
      group.remove()
      #expect(!FileManager.default.fileExists(atPath: group.folder))
    }
  }
}

import Foundation
@testable import GlazeDrawing
import Testing

/// Files that appear complete or not at all, with and without support for unnamed files.
@Suite struct OutputFileTests {
  private func inFolder(_ body: (String) throws -> Void) throws {
    let folder = NSTemporaryDirectory() + "glaze-output-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  private func bytes(_ path: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path).map { [UInt8]($0) }
  }

  @Test(arguments: [false, true], [false, true])
  func filesAppearWhole(mayBeUnnamed: Bool, isThere: Bool) throws {
    try inFolder { folder in
      let path = folder + "/a.png"
      if isThere { try OutputFile.write([9], to: path) }
      let others = isThere ? ["a.png"] : []
      let file = try OutputFile(path, mayBeUnnamed: mayBeUnnamed)
      try file.write([1, 2, 3])
      try file.patch([7], at: 1)
      let isUnnamed = mayBeUnnamed && UnnamedFile.open(in: folder).map { close($0) } == 0
      #expect(try names(folder).filter { !$0.hasPrefix(".glaze-") } == others)
      #expect(try names(folder).count == others.count + (isUnnamed ? 0 : 1))
      #expect(!file.isEmpty)
      try file.commit()
      #expect(try names(folder) == ["a.png"])
      #expect(bytes(path) == [1, 7, 3])
      let mask = umask(0)
      umask(mask)
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o666 & ~Int(mask))
    }
  }

  @Test(arguments: [false, true]) func whatIsDiscardedIsGone(mayBeUnnamed: Bool) throws {
    try inFolder { folder in
      let file = try OutputFile(folder + "/a.png", mayBeUnnamed: mayBeUnnamed)
      #expect(file.isEmpty)
      try file.write([1])
      file.discard()
      #expect(try names(folder).isEmpty)
      #expect(throws: OutputError(folder + "/none/a.png", ENOENT)) {
        try OutputFile(folder + "/none/a.png", mayBeUnnamed: mayBeUnnamed)
      }
    }
  }

  @Test(arguments: [false, true]) func linksStayAndFoldersToo(mayBeUnnamed: Bool) throws {
    try inFolder { folder in
      try OutputFile.write([9], to: folder + "/a.png")
      #expect(symlink("a.png", folder + "/link.png") == 0)
      let file = try OutputFile(folder + "/link.png", mayBeUnnamed: mayBeUnnamed)
      try file.write([1])
      try file.commit()
      #expect(bytes(folder + "/a.png") == [1])
      let link = try FileManager.default.destinationOfSymbolicLink(atPath: folder + "/link.png")
      #expect(link == "a.png")
      #expect(mkdir(folder + "/b.png", 0o777) == 0)
      let other = try OutputFile(folder + "/b.png", mayBeUnnamed: mayBeUnnamed)
      #expect(throws: OutputError(folder + "/b.png", EISDIR)) { try other.commit() }
      #expect(try names(folder) == ["a.png", "b.png", "link.png"])
    }
  }

  /// Another process writes the file that it inherits, which has no name.
  @Test(arguments: [false, true]) func childrenWriteWhatTheyInherit(mayBeUnnamed: Bool) throws {
    try inFolder { folder in
      let file = try OutputFile(folder + "/a.txt", mayBeUnnamed: mayBeUnnamed)
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      file.inherit(&actions)
      let arguments = ["/bin/sh", "-c", "printf glaze >\(file.childPath)"]
      let argv = arguments.map { strdup($0) } + [nil]
      defer { argv.forEach { free($0) } }
      var child: pid_t = 0
      #expect(posix_spawn(&child, "/bin/sh", &actions, nil, argv, environ) == 0)
      var status: Int32 = -1
      #expect(waitpid(child, &status, 0) == child && status == 0)
      try file.commit()
      #expect(bytes(folder + "/a.txt") == [UInt8]("glaze".utf8))
    }
  }
}

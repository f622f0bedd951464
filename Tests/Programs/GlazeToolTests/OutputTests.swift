import Foundation
import Glaze
import GlazeDrawing
import Testing

@testable import GlazeTool

@Suite struct OutputTests {
  @Test func replacesAFileAndLeavesNothingElse() throws {
    try withScratchFolder { folder in
      let path = folder + "/a.png"
      try Output.file(path).write([1, 2, 3])
      try Output.file(path).write([4, 5])
      #expect(FileManager.default.contents(atPath: path) == Data([4, 5]))
      #expect(try names(in: folder) == ["a.png"])
    }
  }

  @Test func writesThroughLinks() throws {
    try withScratchFolder { folder in
      try Output.file(folder + "/a.png").write([1])
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/link.png", withDestinationPath: "a.png")
      try Output.file(folder + "/link.png").write([2])
      #expect(FileManager.default.contents(atPath: folder + "/a.png") == Data([2]))
      #expect(try names(in: folder) == ["a.png", "link.png"])
    }
  }

  @Test func writesToDevicesWithoutReplacingThem() throws {
    try Output.file("/dev/null").write([1, 2, 3])
    let attributes = try FileManager.default.attributesOfItem(atPath: "/dev/null")
    #expect(attributes[.type] as? FileAttributeType == .typeCharacterSpecial)
  }

  @Test func saysWhereItCannotWrite() throws {
    try withScratchFolder { folder in
      let path = folder + "/missing/a.png"
      #expect(throws: OutputError(path, ENOENT)) { try Output.file(path).write([1]) }
      #expect(throws: OutputError(folder, EISDIR)) { try Output.file(folder).write([1]) }
      let left = try names(in: folder)
      #expect(left.isEmpty)
    }
  }

  @Test func makesFolders() throws {
    try withScratchFolder { folder in
      try Output.makeFolder(folder + "/a/b/")
      try Output.makeFolder(folder + "/a/b")
      #expect(OutputNaming.isExistingFolder(folder + "/a/b"))
      try Output.file(folder + "/file").write([1])
      #expect(throws: OutputError.self) { try Output.makeFolder(folder + "/file/c/") }
    }
  }

  @Test func progressBarsFitTheTerminal() {
    let bar = ProgressBar(done: 5, total: 10, name: String(repeating: "n", count: 100))
    #expect(bar.line(columns: 60).hasPrefix("[##########----------] 5/10 nnn"))
    for columns in [1, 10, 20, 60, 200] {
      #expect(bar.line(columns: columns).count < columns)
    }
  }

  /// The parts of a report are counted once each, up to the number of all.
  @Test(arguments: [0, 3, 12]) func partsOfInspectionsAreCounted(sublayers: Int) throws {
    let layers = (0..<sublayers).map {
      #"{"name": "n\#($0)", "bounds": [0, 0, 2, 2], "backgroundColor": [1, 0, 0]}"#
    }
    let scene =
      #"{"width": 8, "height": 8, "root": {"sublayers": [\#(layers.joined(separator: ","))]}}"#
    let document = try Document(data: Data(scene.utf8))
    var parts: [(done: Int, total: Int)] = []
    var names: [String] = []
    _ = try InspectPage.text(
      of: document, title: "a", options: document.renderOptions,
      optimizations: Environment.optimizations(),
      at: 0
    ) { done, total, name in
      parts.append((done, total))
      names.append(name)
    }
    #expect(parts.map(\.done) == Array(0..<parts.count))
    #expect(parts.allSatisfy { $0.total == parts.count })
    #expect(names.contains("n0") == (sublayers > 0) && names.last == "the animations")
  }

  @Test func pipesSeeNoProgressBar() {
    let text = Texts()
    var console = Console { text.append($0) }
    console.report("one")
    if isatty(STDERR_FILENO) == 0 { console.showProgress(done: 1, of: 2, name: "a") }
    console.report("two")
    #expect(text.all == "one\ntwo\n")
  }

  /// Runs a shell script that has the tool as `$0`, and returns its status and standard error.
  private func shell(_ script: String, in folder: String) throws -> (Int32, String) {
    let process = Process()
    let errors = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script, try #require(Tool.executable).path]
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    let text = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: text, as: UTF8.self))
  }

  @Test(arguments: ["--version", "help strip", "tree a.json", "devices"])
  func aFullStandardOutputIsAFailure(arguments: String) throws {
    try withScratchFolder { folder in
      try Documents.write(Documents.red, to: folder + "/a.json")
      let (status, errors) = try shell("\"$0\" \(arguments) > /dev/full", in: folder)
      #expect(status == 1 && errors.contains("No space left on device"), "\(errors)")
    }
  }

  @Test func namesThatAreNotUTF8AreRefused() throws {
    try withScratchFolder { folder in
      let script =
        "cat > \"$(printf 'a\\377.json')\" < /dev/null; "
        + "\"$0\" render \"$(printf 'a\\377.json')\""
      let (status, errors) = try shell(script, in: folder)
      #expect(status == 2 && errors.contains("is not UTF-8"), "\(errors)")
      #expect(try names(in: folder).count == 1)
    }
  }

  private func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  private final class Texts {
    var all = ""
    func append(_ text: String) { all += text }
  }
}

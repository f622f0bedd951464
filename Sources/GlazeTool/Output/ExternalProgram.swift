import Foundation
import GlazeDrawing

/// Runs a program of the system to its end and takes what it prints.
struct ExternalProgram {
  /// As in `PATH`.
  let name: String

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// - Returns: What it wrote to standard output.
  /// - Throws: `Failure` when it is not there, or ends with another status than 0: with its last line on
  ///   standard error.
  @discardableResult
  func run(_ arguments: [String]) throws(Failure) -> String {
    guard let path = ProgramPath.find(name) else {
      throw Failure(description: "there is no \(name) in PATH")
    }
    // One pipe is read; a second one could fill while nobody does.
    let messages = NSTemporaryDirectory() + "glaze-\(name)-\(UUID().uuidString)"
    _ = FileManager.default.createFile(atPath: messages, contents: nil)
    defer { try? FileManager.default.removeItem(atPath: messages) }
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = FileHandle(forWritingAtPath: messages) ?? FileHandle.nullDevice
    let output: Data
    do {
      try process.run()
      output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    } catch {
      throw Failure(description: "\(path) does not start: \(error.localizedDescription)")
    }
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      let text = String(
        decoding: FileManager.default.contents(atPath: messages) ?? Data(), as: UTF8.self)
      let line = text.split(whereSeparator: \.isNewline).last.map(String.init)
      throw Failure(description: "\(name): \(line ?? "status \(process.terminationStatus)")")
    }
    return String(decoding: output, as: UTF8.self)
  }
}

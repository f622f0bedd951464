import Foundation
import GlazeDrawing

/// Runs a program of the system to its end and takes what it prints.
struct ExternalProgram {
  /// As in `PATH`.
  let name: String

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// - Parameter files: those that it may open by their `childPath`.
  /// - Returns: What it wrote to standard output.
  /// - Throws: `Failure` when it is not there, or ends with another status than 0: with its last line on
  ///   standard error.
  @discardableResult
  func run(
    _ arguments: [String], inheriting files: [OutputFile] = []
  ) throws(Failure) -> String {
    guard let path = ProgramPath.find(name) else {
      throw Failure(description: "there is no \(name) in PATH")
    }
    let (program, output): (SystemProgram, [UInt8])
    do throws(SystemProgram.Failure) {
      (program, output) = try Self.start([path] + arguments, inheriting: files)
    } catch {
      throw Failure(description: "\(path) does not start: \(error.reason)")
    }
    let status = program.wait()
    guard status == 0 else {
      let number = SystemProgram.number(of: status)
      throw Failure(description: "\(name): \(program.lastMessage() ?? "status \(number)")")
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Starts a program and takes all that it writes.
  private static func start(
    _ arguments: [String], inheriting files: [OutputFile]
  ) throws(SystemProgram.Failure) -> (SystemProgram, [UInt8]) {
    let output = try SystemProgram.channel()
    defer { close(output.own) }
    let program: SystemProgram
    do {
      // It ends with the program only when nobody else could write.
      defer { close(output.program) }
      program = try SystemProgram(arguments, output: output.program, inheriting: files)
    }
    return (program, all(of: output.own))
  }

  /// Reads to the end.
  private static func all(of pipe: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(pipe, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
    }
  }
}

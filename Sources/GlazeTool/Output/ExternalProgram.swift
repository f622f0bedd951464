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
    let (program, output): (SystemProgram, ProgramOutput)
    do throws(SystemProgram.Failure) {
      output = try ProgramOutput()
      program = try SystemProgram([path] + arguments, output: output, inheriting: files)
    } catch {
      throw Failure(description: "\(path) does not start: \(error.reason)")
    }
    let status = program.wait()
    guard status == 0 else {
      let number = SystemProgram.number(of: status)
      throw Failure(description: "\(name): \(program.lastMessage() ?? "status \(number)")")
    }
    return output.text()
  }
}

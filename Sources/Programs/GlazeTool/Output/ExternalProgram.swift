import Foundation
import GlazeDrawing

/// Runs a program of the system to its end and collects its output.
struct ExternalProgram {
  /// The name of the program, which is searched in `PATH`.
  let name: String

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// - Parameter files: The files that the program may open by their `childPath`.
  /// - Returns: The program's standard output.
  /// - Throws: `Failure` if the program does not exist, or ends with a status other than 0; then with its last line on
  ///   standard error.
  @discardableResult
  func run(
    _ arguments: [String], inheriting files: [OutputFile] = []
  ) throws(Failure) -> String {
    guard let path = ProgramPath.find(name) else {
      throw Failure(description: "\(name) is not in PATH; install it")
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

import Foundation
import GlazeDrawing
import Testing

/// C libraries of `Tests/Faults` that tests preload into the command.
enum FaultLibrary {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Faults")

  /// The C compiler of Swift's toolchain; nil with a sanitizer, which conflicts with these
  /// libraries.
  static let compiler: String? =
    Sanitizer.isThere ? nil : ProgramPath.find("clang") ?? ProgramPath.find("cc")

  /// Compiles a library, and returns its path.
  static func make(_ name: String, in place: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(compiler))
    let path = place + "/\(name).so"
    process.arguments = [
      "-O1", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared", "-o", path,
      folder.appendingPathComponent(name + ".c").path, "-ldl",
    ]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(name).c")
    return path
  }
}

extension Trait where Self == ConditionTrait {
  /// Enables tests where libraries of `Tests/Faults` can be compiled and used.
  static var needsFaultLibraries: Self {
    .enabled(if: FaultLibrary.compiler != nil, "there is no C compiler, or a sanitizer")
  }
}

/// AddressSanitizer or ThreadSanitizer, in these tests and in the command that they run.
enum Sanitizer {
  static let isThere = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
  /// The options of a service for workers that need as much address space.
  static let serviceOptions = isThere ? ["--memory", "100000G"] : []
}

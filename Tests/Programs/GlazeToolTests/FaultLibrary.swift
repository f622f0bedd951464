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
    try compile(folder.appendingPathComponent(name + ".c"), in: place)
  }

  /// Compiles a file of the service's C functions as a library of its own, and returns its path.
  static func makeService(_ name: String, in place: String) throws -> String {
    let service = folder.deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/Programs/CGlazeServe")
    return try compile(
      service.appendingPathComponent(name + ".c"), in: place, ["-I", service.path + "/include"])
  }

  private static func compile(
    _ source: URL, in place: String, _ options: [String] = []
  ) throws -> String {
    let name = source.deletingPathExtension().lastPathComponent
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(compiler))
    let path = place + "/\(name).so"
    process.arguments =
      [
        "-O1", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared", "-o", path, source.path, "-ldl",
      ] + options
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(name).c")
    return path
  }

  /// Runs a program to its end; returns its status, and all that it printed.
  static func run(_ words: [String], in place: String) throws -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.currentDirectoryURL = URL(fileURLWithPath: place)
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
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

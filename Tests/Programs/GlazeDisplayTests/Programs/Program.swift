import Foundation
import Glaze
import GlazeDrawing
import GlazeGeometry
import Testing

/// A process that runs while the test does.
final class Program {
  private let process = Process()
  private let messages: URL

  /// Starts a program from the build folder or from the path.
  ///
  /// - Parameter terminal: The descriptor of a terminal for standard input; nil is that of the tests.
  init(
    _ name: String, _ arguments: [String], in folder: String, environment: [String: String] = [:],
    terminal: Int32? = nil
  ) throws {
    messages = URL(fileURLWithPath: folder + "/messages-" + UUID().uuidString)
    try Data().write(to: messages)
    let program: URL = try #require(Self.find(name), "\(name) is not there")
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = ProcessInfo.processInfo.environment
      .merging(["GLAZE_DISABLE": "program-binaries"]) { $1 }.merging(environment) { $1 }
    process.standardError = try FileHandle(forWritingTo: messages)
    process.standardOutput = process.standardError
    if let terminal { process.standardInput = FileHandle(fileDescriptor: terminal) }
    try process.run()
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  var isRunning: Bool { process.isRunning }

  /// The output of the program so far.
  var said: String {
    (try? Data(contentsOf: messages)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Waits for the end of the process, for at most two minutes, and returns its status.
  func end() throws -> Int32 {
    try #require(waitFor(120) { !process.isRunning }, "it does not end: \(said)")
    return process.terminationReason == .exit ? process.terminationStatus : -1
  }

  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Runs a program until it ends.
  @discardableResult
  static func run(
    _ name: String, _ arguments: String..., in folder: String, environment: [String: String] = [:]
  ) throws -> String {
    let program = try Program(name, arguments, in: folder, environment: environment)
    let status = try program.end()
    try #require(status == 0, "\(name) ended with \(status): \(program.said)")
    return program.said
  }

  /// Returns the location of a program, next to the test bundle or on the path; nil if it is not
  /// installed.
  static func find(_ name: String) -> URL? {
    var folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").components(separatedBy: ":")
    for path in ["/proc/self/exe"] + CommandLine.arguments.filter({ $0.contains("/") }) {
      var folder = URL(fileURLWithPath: path).resolvingSymlinksInPath().deletingLastPathComponent()
      for _ in 0..<4 {
        folders.insert(folder.path, at: 0)
        folder.deleteLastPathComponent()
      }
    }
    for folder in folders {
      let url = URL(fileURLWithPath: folder).appendingPathComponent(name)
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder),
        !isFolder.boolValue, FileManager.default.isExecutableFile(atPath: url.path)
      {
        return url
      }
    }
    return nil
  }

  static func areThere(_ names: String...) -> Bool { names.allSatisfy { find($0) != nil } }
}

/// Waits until a condition holds, for at most half a minute or the given seconds.
func waitFor(_ seconds: Double = 30, _ condition: () throws -> Bool) rethrows -> Bool {
  let end = Date(timeIntervalSinceNow: seconds)
  while Date() < end {
    if try condition() { return true }
    usleep(50_000)
  }
  return try condition()
}

/// A display of Xvfb, whose pixels are in a file.
final class XDisplay {
  private let server: Program
  private let folder: String
  let number: Int
  let width: Int
  let height: Int

  static let isThere = Program.areThere("Xvfb", "xdotool")

  init(width: Int, height: Int, in folder: String) throws {
    (self.width, self.height, self.folder) = (width, height, folder)
    let server = try Program(
      "Xvfb",
      [
        "-displayfd", "1", "-screen", "0", "\(width)x\(height)x24", "-nolisten", "tcp", "-fbdir",
        folder,
      ], in: folder)
    self.server = server
    // Besides the number, the server reports displays that are in use.
    func number() -> Int? { server.said.split(separator: "\n").compactMap { Int($0) }.last }
    _ = waitFor { number() != nil }
    self.number = try #require(number(), "no display: \(server.said)")
  }

  var environment: [String: String] {
    ["DISPLAY": ":\(number)", "SDL_VIDEODRIVER": "x11", "WAYLAND_DISPLAY": ""]
  }

  /// Types keys and moves the pointer, with the arguments of xdotool.
  func act(_ arguments: String...) throws {
    let program = try Program("xdotool", arguments, in: folder, environment: environment)
    try #require(try program.end() == 0, "xdotool \(arguments): \(program.said)")
  }

  /// Returns the contents of the screen, from a dump of the X window system with a header of 25
  /// numbers.
  func image() throws -> CGImage {
    let data = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/Xvfb_screen0")))
    func number(_ index: Int) -> Int {
      data[(index * 4)..<(index * 4 + 4)].reduce(0) { $0 << 8 | Int($1) }
    }
    let (bits, row) = (number(11), number(12))
    let start = number(0) + number(19) * 12
    try #require(bits == 32, "\(bits) bits a pixel")
    var pixels = [UInt8](repeating: 255, count: width * height * 4)
    for y in 0..<height {
      for x in 0..<width {
        let (from, to) = (start + y * row + x * 4, (y * width + x) * 4)
        for i in 0..<3 { pixels[to + i] = data[from + 2 - i] }
      }
    }
    return CGImage(width: width, height: height, premultipliedRGBA: pixels)
  }
}

extension CGImage {
  /// Returns the number of pixels that differ from another image by more than the given levels; all
  /// of them if the sizes differ.
  func differences(from other: CGImage, by levels: Int = 2) -> Int {
    guard width == other.width, height == other.height else { return width * height }
    return stride(from: 0, to: width * height * 4, by: 4).count { at in
      (at..<(at + 3)).contains { abs(Int(pixels[$0]) - Int(other.pixels[$0])) > levels }
    }
  }
}

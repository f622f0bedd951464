import Foundation
import Testing

/// The built `glaze` executable, run as a user runs it.
struct Tool {
  struct Result {
    var status: Int32
    var output: Data
    /// Standard error, split into lines.
    var messages: [String]

    var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// The working directory of the command.
  var folder: String
  var environment: [String: String] = [:]

  /// All environment variables of the command.
  ///
  /// The cache of the user who runs the tests is not changed.
  var variables: [String: String] {
    ProcessInfo.processInfo.environment
      .merging(["GLAZE_DISABLE": "program-binaries"]) { $1 }
      .merging(environment) { $1 }
  }

  func run(_ arguments: String..., input: String = "") throws -> Result {
    try run(arguments, input: input)
  }

  func run(_ arguments: [String], input: String = "") throws -> Result {
    let process = Process()
    let executable = try #require(Self.executable, "glaze is not built")
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = variables
    // Files instead of pipes: nothing needs to read them while the command runs.
    let streams = NSTemporaryDirectory() + "glaze-tool-streams-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: streams, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: streams) }
    let urls = ["in", "out", "err"].map { URL(fileURLWithPath: streams + "/" + $0) }
    try Data(input.utf8).write(to: urls[0])
    try Data().write(to: urls[1])
    try Data().write(to: urls[2])
    process.standardInput = try FileHandle(forReadingFrom: urls[0])
    process.standardOutput = try FileHandle(forWritingTo: urls[1])
    process.standardError = try FileHandle(forWritingTo: urls[2])
    try process.run()
    process.waitUntilExit()
    let messages = String(decoding: try Data(contentsOf: urls[2]), as: UTF8.self)
    // A process that ended by a signal has no status, and no test expects one.
    let status = process.terminationReason == .exit ? process.terminationStatus : -1
    return Result(
      status: status, output: try Data(contentsOf: urls[1]),
      messages: messages.split(separator: "\n").map(String.init))
  }

  /// The executable next to the test bundle, in the build folder.
  static let executable: URL? = {
    let paths = ["/proc/self/exe"] + CommandLine.arguments.filter { $0.contains("/") }
    for path in paths {
      var folder = URL(fileURLWithPath: path).resolvingSymlinksInPath().deletingLastPathComponent()
      for _ in 0..<4 {
        let candidate = folder.appendingPathComponent("glaze")
        if FileManager.default.isExecutableFile(atPath: candidate.path),
          !OutputFolder.exists(candidate.path)
        {
          return candidate
        }
        folder.deleteLastPathComponent()
      }
    }
    return nil
  }()
}

/// Access to the files of a folder.
enum OutputFolder {
  static func exists(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  static func names(_ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}

/// Documents for tests.
enum Documents {
  /// Red, 4 x 3 points.
  static let red = scene(#""bounds":[0,0,4,3],"backgroundColor":[1,0,0]"#)

  static func scene(_ root: String) -> String {
    #"{"width":4,"height":3,"root":{"# + root + "}}"
  }

  /// Green, 4 x 3 points, with a property list that contains only the name of its document.
  static let greenCAML = """
    <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
      <CALayer bounds="0 0 4 3" position="2 1.5" backgroundColor="0 1 0"/>
    </caml>
    """

  static func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }
}

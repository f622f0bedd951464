import Foundation

@testable import GlazeEGL

/// A machine whose files are in a temporary folder, with its own rights and libraries.
final class FakeMachine {
  private let root = NSTemporaryDirectory() + "glaze-machine-" + UUID().uuidString
  /// The environment variables.
  var environment: [String: String] = [:]
  /// The errors of nodes that the process may not use.
  var accessErrors: [String: Int32] = [:]
  /// The libraries that can be loaded.
  var libraries: Set<String> = []

  /// Creates a machine with the libraries' folder of Debian.
  init() throws {
    try FileManager.default.createDirectory(
      atPath: root + "/usr/lib/x86_64-linux-gnu", withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  /// Writes files, with the folders above them; a node is an empty file.
  func add(_ paths: String..., text: String = "") throws {
    for path in paths {
      try makeFolder(above: path)
      try Data(text.utf8).write(to: URL(fileURLWithPath: root + path))
    }
  }

  func link(_ path: String, to target: String) throws {
    try makeFolder(above: path)
    try FileManager.default.createSymbolicLink(
      atPath: root + path, withDestinationPath: target)
  }

  /// Writes the vendor file of a driver.
  func addVendor(_ name: String, _ library: String) throws {
    try add(
      "/usr/share/glvnd/egl_vendor.d/\(name)",
      text: #"{"file_format_version": "1.0.0", "ICD": {"library_path": "\#(library)"}}"#)
  }

  /// Adds Mesa, which works.
  func addMesa() throws {
    try addVendor("50_mesa.json", "libEGL_mesa.so.0")
    libraries.insert("libEGL_mesa.so.0")
  }

  /// Names the group of all files of the machine.
  func nameGroup(_ name: String) throws {
    let id = getegid()
    try add("/etc/group", text: "root:x:\(id + 1):\nothers:x:\(id + 2):a,b\n\(name):x:\(id):\n")
  }

  private func makeFolder(above path: String) throws {
    let folder = URL(fileURLWithPath: root + path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  var files: MachineFiles {
    let (errors, libraries) = (accessErrors, libraries)
    return MachineFiles(
      root: root, accessError: { errors[$0] },
      loadError: {
        libraries.contains($0)
          ? nil : "\($0): cannot open shared object file: No such file or directory"
      })
  }

  var survey: DriverSurvey { DriverSurvey(files, environment: environment) }

  /// The problems, each as the finding and the fix in two lines.
  func problems(_ devices: [Device] = [], rejections: [Rejection] = []) -> [String] {
    survey.problems(devices: devices, rejections: rejections).map { "\($0.finding)\n\($0.fix)" }
  }
}

extension Device {
  /// Returns the device after a context was created on it.
  func drawing(_ renderer: String, vendor: String = "Mesa") -> Device {
    var device = self
    device.learn(
      ContextFacts(
        vendor: vendor, renderer: renderer, version: "4.6", shadingLanguage: "4.60", driver: nil,
        display: "1.5"))
    return device
  }
}

import ArgumentParser
import Foundation
import Glaze
import GlazeEGL

/// `glaze devices`: the devices of this machine.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "List the devices; * marks the one that auto selects.",
    discussion: """
      Starts each driver once, in a child process, and reports why one is unusable. For a
      GPU that is missing in the list, it prints the reason and the line that fixes it.

      EXAMPLES:
        glaze devices
        glaze render Clock.ca --device egl:1
      """)

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws { try Self.list(asJSON: json) }

  /// Prints the table, or the same as JSON.
  static func list(asJSON: Bool = false) throws {
    let devices = DeviceList.discover().inspected()
    let attempt = Result { () throws(ContextError) in
      try Context(DeviceSelection(.gpu)).choice
    }
    let picked = (try? attempt.get())?.device.address
    let rejections =
      switch attempt {
      case .success(let choice): choice.rejections
      case .failure(let error): error.rejections
      }
    let problems = DriverSurvey().problems(devices: devices, rejections: rejections)
    if asJSON {
      return try Program.say(EGLReport.json(devices, picked: picked, problems: problems))
    }
    try Program.say(EGLReport.devices(devices, picked: picked, problems: problems))
    if picked == nil { try Program.say("\nauto selects the CPU backend: no GPU works here") }
  }
}

/// `glaze info`: the version and the device, for bug reports.
struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Print version, device, driver and limits, or what files are.",
    usage: "glaze info [FILE...] [options]",
    discussion: """
      With files, prints a line about each: format, size, depth, and color space.

      Without files, prints the selected device and the reason. The software backend always works:
      the exit status is 3 only if --backend gl or --device requests what is missing.

      EXAMPLES:
        glaze info
        glaze info --device egl:1
        glaze info photo.png
      """)

  @Argument(help: ArgumentHelp("Image files.", valueName: "file"), completion: .file())
  var files: [String] = []

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var devices: DeviceOptions

  func run() throws {
    if !files.isEmpty { return try FileFacts.tell(about: files) }
    if devices.wantsList { return try DevicesCommand.list(asJSON: json) }
    var lines = Self.host
    do throws(GlazeError) {
      let renderer = try devices.renderer(Environment.optimizations())
      lines.append(Self.line("backend", "\(renderer.backend)"))
      lines.append(
        renderer.choice.map(EGLReport.info) ?? Self.line("picked", renderer.deviceDescription))
      lines.append(Self.line("images", "at most \(renderer.limits)"))
      lines += problems(renderer.choice)
    } catch {
      lines.append(Self.line("picked", "nothing"))
      lines += problems(nil)
      try Program.say(text(lines))
      Console.tell("glaze: \(error)\n")
      throw Status.noDevice
    }
    try Program.say(text(lines))
  }

  private func text(_ lines: [String]) -> String {
    let all = lines.joined(separator: "\n")
    return json ? EGLReport.json(facts: all) : all
  }

  /// The problems of the machine, where OpenGL was allowed to draw but no GPU does.
  private func problems(_ choice: DeviceChoice?) -> [String] {
    guard devices.backend != .software, choice?.device.isSoftware ?? true else { return [] }
    let found = DriverSurvey().problems(
      devices: [choice?.device].compactMap(\.self), rejections: choice?.rejections ?? [])
    return EGLReport.lines(found)
  }

  private static var host: [String] {
    let process = ProcessInfo.processInfo
    let variables = [
      "EGL_VISIBLE_DEVICES", "CUDA_VISIBLE_DEVICES", "LIBGL_ALWAYS_SOFTWARE", "GALLIUM_DRIVER",
      "MESA_LOADER_DRIVER_OVERRIDE", "EGL_PLATFORM", "__EGL_VENDOR_LIBRARY_FILENAMES",
      "__EGL_VENDOR_LIBRARY_DIRS", "NVIDIA_VISIBLE_DEVICES", "NVIDIA_DRIVER_CAPABILITIES",
      "GLAZE_API", "GLAZE_DISABLE",
    ].compactMap { name in process.environment[name].map { line("environment", "\(name)=\($0)") } }
    return [
      line("glaze", glazeVersion), line("system", process.operatingSystemVersionString),
      line("processors", "\(process.activeProcessorCount)"),
    ] + variables
  }

  /// A name and a value, aligned with the columns of `EGLReport`.
  private static func line(_ name: String, _ value: String) -> String {
    EGLReport.line(name, value)
  }
}

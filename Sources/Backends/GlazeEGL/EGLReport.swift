import CEGL
import Foundation

/// Text about devices for people: `glaze devices` and `glaze info` print it.
package enum EGLReport {
  static let clientExtensions = [
    "EGL_EXT_device_enumeration", "EGL_EXT_device_query", "EGL_EXT_platform_device",
    "EGL_MESA_platform_surfaceless", "EGL_KHR_platform_gbm",
  ]
  /// Older extensions with the same functions.
  private static let olderExtensions = [
    "EGL_EXT_device_enumeration": "EGL_EXT_device_base",
    "EGL_EXT_device_query": "EGL_EXT_device_base",
    "EGL_KHR_platform_gbm": "EGL_MESA_platform_gbm",
  ]
  private static let displayExtensions = [
    "EGL_KHR_surfaceless_context", "EGL_KHR_no_config_context", "EGL_KHR_create_context_no_error",
    "EGL_EXT_create_context_robustness", "EGL_EXT_image_dma_buf_import",
    "EGL_MESA_image_dma_buf_export", "EGL_ANDROID_native_fence_sync",
  ]

  /// Describes the chosen device, the reason for it, its versions and the EGL features, one fact
  /// for each line.
  package static func info(_ choice: DeviceChoice) -> String {
    let device = choice.device
    var lines = [
      line("device", "\(device.address) (\(choice.reason))"),
      line("renderer", device.summary),
      line("vendor", choice.facts.vendor),
      line("OpenGL", "\(choice.facts.version), GLSL \(choice.facts.shadingLanguage)"),
      line("driver", device.driver ?? "unknown"),
    ]
    if let node = device.renderNode ?? device.primaryNode { lines.append(line("node", node)) }
    if let number = device.cudaIndex { lines.append(line("CUDA device", "\(number)")) }
    lines.append(line("EGL", "\(choice.facts.display); library \(libraryVersion)"))
    lines += presence("client", clientExtensions, in: EGLCalls.clientExtensions)
    lines += presence("display", displayExtensions, in: choice.displayExtensions)
    lines += choice.rejections.map { line("not taken", $0.description) }
    lines += choice.notes.map { line("note", $0) }
    return lines.joined(separator: "\n")
  }

  /// Describes the problems of the machine, in the columns of `info`.
  package static func lines(_ problems: [DriverProblem]) -> [String] {
    problems.flatMap { [line("problem", $0.finding), line("fix", $0.fix)] }
  }

  /// A table of all devices, with the reasons why others cannot be used, and the problems of the
  /// machine.
  ///
  /// The first line names the columns, `*` marks the chosen device. `surfaceless` and `software` are
  /// ways to reach a device, so they have a row only if they reach one.
  package static func devices(
    _ devices: [Device], picked: Device.Address?, problems: [DriverProblem] = []
  ) -> String {
    let header = ["", "DEVICE", "KIND", "OPENGL", "RENDERER", "DRIVER", "NODE", "CUDA"]
    let listed = devices.filter { $0.rejection == nil || !$0.address.isPlatform }
    let rows = listed.map { row($0, isPicked: $0.address == picked) }
    let widths = header.indices.map { column in
      ([header] + rows).map { $0[column].count }.max() ?? 0
    }
    let table = ([header] + rows).map { row in
      zip(row, widths).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }
        .joined(separator: "  ").trimmingTrailingSpaces
    }
    let unusable = devices.compactMap(\.rejection).map {
      entry("\($0)", fix: $0.reason.fix)
    }
    return
      (table + section("not usable:", unusable)
      + section("problems:", problems.map { entry($0.finding, fix: $0.fix) }))
      .joined(separator: "\n")
  }

  private static func section(_ title: String, _ entries: [String]) -> [String] {
    entries.isEmpty ? [] : ["", title] + entries
  }

  private static func entry(_ text: String, fix: String?) -> String {
    "  \(text)" + (fix.map { "\n    fix: \($0)" } ?? "")
  }

  private static func row(_ device: Device, isPicked: Bool) -> [String] {
    let kind =
      switch device.kind {
      case .hardware: "hardware"
      case .software: "software"
      case .unknown: "-"
      }
    return [
      isPicked ? "*" : "", device.id, kind,
      device.version.map { String($0.prefix { $0 != " " }) } ?? "-",
      device.renderer ?? "-", device.driver ?? "-",
      device.renderNode ?? device.primaryNode ?? "-", device.cudaIndex.map { "\($0)" } ?? "-",
    ]
  }

  private static var libraryVersion: String {
    EGLCalls.string(eglQueryString(nil, EGL_VERSION)) ?? "of unknown version"
  }

  private static func line(_ name: String, _ value: String) -> String {
    name.padding(toLength: 15, withPad: " ", startingAt: 0) + value
  }

  /// The lines that name the extensions that are present and those that are missing.
  ///
  /// An older extension is named in place of the newer one that it implements.
  static func presence(
    _ name: String, _ extensions: [String], in present: Set<String>
  ) -> [String] {
    var with: [String] = []
    var without: [String] = []
    for name in extensions {
      let names = [name, olderExtensions[name]].compactMap(\.self)
      if let found = names.first(where: present.contains) {
        if !with.contains(found) { with.append(found) }
      } else {
        without.append(name)
      }
    }
    return [
      with.isEmpty ? nil : line("\(name) has", with.joined(separator: " ")),
      without.isEmpty ? nil : line("\(name) lacks", without.joined(separator: " ")),
    ].compactMap { $0 }
  }
}

extension Device.Address {
  /// Whether the address names a platform or a kind instead of a device.
  fileprivate var isPlatform: Bool { self == .surfaceless || self == .software }
}

extension String {
  fileprivate var trimmingTrailingSpaces: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}

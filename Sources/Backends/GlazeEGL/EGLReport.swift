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

  /// The width of the column of names.
  private static let nameWidth = 15

  /// A name and a value, in the columns of `info`.
  package static func line(_ name: String, _ value: String) -> String {
    name.padding(toLength: nameWidth, withPad: " ", startingAt: 0) + value
  }

  // MARK: JSON

  /// Returns lines that `line` made as an object; names that occur several times have a list.
  package static func json(facts text: String) -> String {
    var facts: [String: [String]] = [:]
    var last = ""
    for line in text.split(separator: "\n") {
      let name = line.prefix(nameWidth).trimmingCharacters(in: .whitespaces)
      // The text of an error may have several lines.
      if line.hasPrefix(" "), let before = facts[last]?.popLast() {
        facts[last, default: []].append(before + "\n" + line.trimmingCharacters(in: .whitespaces))
        continue
      }
      last = name
      facts[name, default: []].append(String(line.dropFirst(nameWidth)))
    }
    return object(facts.mapValues { $0.count == 1 ? $0[0] as Any : $0 })
  }

  /// Returns the table of devices as an object.
  package static func json(
    _ devices: [Device], picked: Device.Address?, problems: [DriverProblem]
  ) -> String {
    let rows = devices.map { device in
      var row: [String: Any] = ["kind": row(device, isPicked: false)[2]]
      row["device"] = device.id
      row["isPicked"] = device.address == picked
      row["version"] = device.version
      row["renderer"] = device.renderer
      row["driver"] = device.driver
      row["node"] = device.renderNode ?? device.primaryNode
      row["cuda"] = device.cudaIndex
      row["rejection"] = device.rejection.map { "\($0)" }
      row["fix"] = device.rejection?.reason.fix
      return row
    }
    let found = problems.map { ["finding": $0.finding, "fix": $0.fix] }
    let auto = devices.first { $0.address == picked }?.id ?? "cpu"
    return object(["auto": auto, "devices": rows, "problems": found])
  }

  private static func object(_ value: [String: Any]) -> String {
    let options: JSONSerialization.WritingOptions = [
      .prettyPrinted, .sortedKeys, .withoutEscapingSlashes,
    ]
    let data = try? JSONSerialization.data(withJSONObject: value, options: options)
    return String(decoding: data ?? Data(), as: UTF8.self)
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

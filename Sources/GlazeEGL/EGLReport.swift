import CEGL
import Foundation

/// Text about devices for people: `glaze devices` and `glaze info` print it.
package enum EGLReport {
  private static let clientExtensions = [
    "EGL_EXT_device_enumeration", "EGL_EXT_device_query", "EGL_EXT_platform_device",
    "EGL_MESA_platform_surfaceless", "EGL_KHR_platform_gbm",
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

  /// A table of all devices; the first line names the columns, `*` marks the chosen one.
  package static func devices(_ devices: [Device], picked: Device.Address?) -> String {
    let header = ["", "DEVICE", "KIND", "OPENGL", "RENDERER", "DRIVER", "NODE", "CUDA"]
    let rows = devices.map { row($0, isPicked: $0.address == picked) }
    let widths = header.indices.map { column in
      ([header] + rows).map { $0[column].count }.max() ?? 0
    }
    let table = ([header] + rows).map { row in
      zip(row, widths).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }
        .joined(separator: "  ").trimmingTrailingSpaces
    }
    let rejections = devices.compactMap(\.rejection).map { "  \($0)" }
    let head = rejections.isEmpty ? [] : ["", "not usable:"]
    return (table + head + rejections).joined(separator: "\n")
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

  private static func presence(
    _ name: String, _ extensions: [String], in present: Set<String>
  ) -> [String] {
    let with = extensions.filter { present.contains($0) }
    let without = extensions.filter { !present.contains($0) }
    return [
      with.isEmpty ? nil : line("\(name) has", with.joined(separator: " ")),
      without.isEmpty ? nil : line("\(name) lacks", without.joined(separator: " ")),
    ].compactMap { $0 }
  }
}

extension String {
  fileprivate var trimmingTrailingSpaces: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}

public import Foundation

/// Which device to draw with: the wish of the user and of the environment.
///
/// The wish wins over `EGL_VISIBLE_DEVICES`, that over `CUDA_VISIBLE_DEVICES`, and all over the
/// automatic order. Source: Glaze's own choice.
public struct DeviceSelection: Sendable, Hashable {
  /// What the user asked for.
  public enum Request: Sendable, Hashable {
    /// The best device that works.
    case auto
    /// Exactly this device.
    case device(Device.Address)
  }

  /// What the user asked for.
  public var request: Request
  /// What the environment says.
  public var environment: DeviceEnvironment

  /// Creates a selection.
  ///
  /// Default: the best device that works, with the environment of the process.
  public init(
    _ request: Request = .auto,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.request = request
    self.environment = DeviceEnvironment(environment)
  }

  /// Reads the value of `--device`: `auto`, `surfaceless`, `software`, `egl:N` or the path of a
  /// DRM node; nil means `auto`.
  ///
  /// Throws: `DeviceSelectionError` for everything else.
  public init(
    parsing option: String?,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(DeviceSelectionError) {
    self.init(try Self.request(option ?? "auto"), environment: environment)
  }

  private static func request(_ option: String) throws(DeviceSelectionError) -> Request {
    switch option {
    case "auto": return .auto
    case "surfaceless": return .device(.surfaceless)
    case "software": return .device(.software)
    case let path where path.hasPrefix("/dev/dri/") && path.count > "/dev/dri/".count:
      return .device(.node(path))
    case let text where text.hasPrefix("egl:"):
      let digits = text.dropFirst("egl:".count)
      guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let index = Int(digits) else {
        throw DeviceSelectionError(option: option)
      }
      return .device(.egl(index))
    default: throw DeviceSelectionError(option: option)
    }
  }
}

/// A value of `--device` that names no device.
public struct DeviceSelectionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The value.
  public let option: String

  /// What was given and what is possible.
  public var description: String {
    "unknown device \"\(option)\"; use auto, surfaceless, software, egl:N (an index of "
      + "`glaze devices`) or a DRM node such as /dev/dri/renderD128"
  }
}

/// The variables of the environment that choose a device.
public struct DeviceEnvironment: Sendable, Hashable {
  /// `EGL_VISIBLE_DEVICES`: indices of EGL devices, best first; nil when not set.
  ///
  /// Only these are used, and after them the software rasterizer. Empty, `void`, `none` or `-1`
  /// leave no device but that; `all` is as if not set. As with CUDA, the list ends at the first
  /// entry that is no index.
  public var visibleEGL: VisibleDevices?
  /// `CUDA_VISIBLE_DEVICES`: indices as CUDA counts, best first; nil when not set.
  ///
  /// NVIDIA devices that are not named are left out, other GPUs stay behind those that are.
  /// Names that begin with `GPU-` or `MIG-` are noted and ignored: EGL has no UUIDs to compare.
  public var visibleCUDA: VisibleDevices?
  /// `LIBGL_ALWAYS_SOFTWARE`: whether only software rasterizers are taken (unless the user names
  /// a device).
  public var alwaysSoftware: Bool { softwareValue != nil }
  /// The value of `LIBGL_ALWAYS_SOFTWARE` as it is, nil when it means no.
  let softwareValue: String?
  /// Mesa's `GALLIUM_DRIVER` or `MESA_LOADER_DRIVER_OVERRIDE`, nil when neither is set.
  public var driverOverride: String?
  /// Whether libglvnd's or Mesa's variables say where drivers lie: these may be any.
  let placesDrivers: Bool

  /// Reads the variables of an environment.
  public init(_ variables: [String: String]) {
    visibleEGL = VisibleDevices(variable: "EGL_VISIBLE_DEVICES", in: variables)
    visibleCUDA = VisibleDevices(variable: "CUDA_VISIBLE_DEVICES", in: variables)
    let truths = ["1", "true", "yes", "y", "t"]
    let software = variables["LIBGL_ALWAYS_SOFTWARE"]
    softwareValue = software.flatMap { truths.contains($0.lowercased()) ? $0 : nil }
    let overrides = [variables["MESA_LOADER_DRIVER_OVERRIDE"], variables["GALLIUM_DRIVER"]]
    driverOverride = overrides.compactMap { $0 }.first { !$0.isEmpty }
    let places = [
      "__EGL_VENDOR_LIBRARY_FILENAMES", "__EGL_VENDOR_LIBRARY_DIRS", "LIBGL_DRIVERS_PATH",
      "GBM_BACKENDS_PATH",
    ]
    placesDrivers = places.contains { variables[$0]?.isEmpty == false }
  }
}

/// A list of device indices out of the environment.
public struct VisibleDevices: Sendable, Hashable {
  /// The name of the variable.
  public let variable: String
  /// Its value, as it is.
  public let value: String
  /// The indices, best first, without duplicates.
  public let indices: [Int]
  /// The first entry that was no index, nil when there was none.
  public let ignored: String?

  /// Reads a variable; nil when it is not set or says `all`.
  public init?(variable: String, in variables: [String: String]) {
    guard let value = variables[variable] else { return nil }
    let trimmed = value.trimmingCharacters(in: .whitespaces)
    if trimmed.lowercased() == "all" { return nil }
    self.variable = variable
    self.value = value
    var indices: [Int] = []
    var ignored: String?
    if !["", "void", "none", "-1", "nodevfiles"].contains(trimmed.lowercased()) {
      for entry in trimmed.split(separator: ",", omittingEmptySubsequences: false) {
        let entry = entry.trimmingCharacters(in: .whitespaces)
        guard let index = Int(entry), index >= 0 else {
          ignored = entry == "-1" ? nil : entry
          break
        }
        if !indices.contains(index) { indices.append(index) }
      }
    }
    self.indices = indices
    self.ignored = ignored
  }

  /// Whether the entry that was no index is a UUID as NVIDIA writes it.
  var namesUUID: Bool {
    ignored.map { $0.hasPrefix("GPU-") || $0.hasPrefix("MIG-") } ?? false
  }
}

public import Foundation

/// The device to draw with, as the user and the environment request it.
///
/// The user's request overrides `EGL_VISIBLE_DEVICES`, which overrides `CUDA_VISIBLE_DEVICES`, and
/// all override the automatic order. Source: Glaze's own choice.
public struct DeviceSelection: Sendable, Hashable {
  /// The user's request.
  public enum Request: Sendable, Hashable {
    /// The best device that works.
    case auto
    /// The best GPU that works: no software rasterizer is accepted.
    case gpu
    /// Exactly this device.
    case device(Device.Address)
  }

  /// The user's request.
  public var request: Request
  /// The API of the context; nil for the environment's, and without one for OpenGL where the device
  /// has it, else OpenGL ES.
  public var api: GraphicsAPI?
  /// The environment's settings.
  public var environment: DeviceEnvironment

  /// Creates a selection.
  ///
  /// Default: the best device that works, either API, with the environment of the process.
  public init(
    _ request: Request = .auto, api: GraphicsAPI? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.request = request
    self.api = api
    self.environment = DeviceEnvironment(environment)
  }

  /// The only API that is tried; nil for both.
  var wantedAPI: GraphicsAPI? { api ?? environment.api }

  /// Parses the value of `--device`: `auto`, `surfaceless`, `software`, `egl:N` or the path of a
  /// DRM node; nil means `auto`.
  ///
  /// Throws: `DeviceSelectionError` for any other value.
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

/// A value of `--device` that does not name a device.
public struct DeviceSelectionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The value.
  public let option: String

  /// The given value and the possible values.
  public var description: String {
    "unknown device \"\(option)\"; use auto, surfaceless, software, egl:N (an index of "
      + "`glaze devices`) or a DRM node such as /dev/dri/renderD128"
  }
}

/// The environment variables that select a device.
public struct DeviceEnvironment: Sendable, Hashable {
  /// `EGL_VISIBLE_DEVICES`: indices of EGL devices, the best first; nil when not set.
  ///
  /// Only these are used, and after them the software rasterizer. Empty, `void`, `none` or `-1`
  /// leave only that; `all` is equivalent to not set. As with CUDA, the list ends at the first
  /// entry that is not an index.
  public var visibleEGL: VisibleDevices?
  /// `CUDA_VISIBLE_DEVICES`: CUDA indices, the best first; nil when not set.
  ///
  /// NVIDIA devices that are not named are omitted; other GPUs follow those that are named. Names
  /// that begin with `GPU-` or `MIG-` cause a note and are ignored, because EGL has no UUIDs to
  /// compare.
  public var visibleCUDA: VisibleDevices?
  /// `LIBGL_ALWAYS_SOFTWARE`: whether only software rasterizers are accepted (unless the user names
  /// a device).
  public var alwaysSoftware: Bool { softwareValue != nil }
  /// The unchanged value of `LIBGL_ALWAYS_SOFTWARE`; nil when it means no.
  let softwareValue: String?
  /// `GLAZE_API`: `gl` or `gles`, the API of contexts for which the program names none; nil when not
  /// set or another value, which causes a note.
  public var api: GraphicsAPI? { apiValue.flatMap(GraphicsAPI.init) }
  /// The unchanged value of `GLAZE_API`; nil when it is not set or empty.
  let apiValue: String?
  /// Mesa's `GALLIUM_DRIVER` or `MESA_LOADER_DRIVER_OVERRIDE`, nil when neither is set.
  public var driverOverride: String?
  /// Whether variables of libglvnd or Mesa set the locations of drivers, so that any driver may be
  /// loaded.
  let placesDrivers: Bool

  /// Whether a driver of Mesa, as these variables name it, is a software rasterizer.
  static func isSoftware(_ driver: String) -> Bool {
    ["llvmpipe", "softpipe", "swrast", "kms_swrast"].contains(driver)
  }

  /// Reads the variables of an environment.
  public init(_ variables: [String: String]) {
    visibleEGL = VisibleDevices(variable: "EGL_VISIBLE_DEVICES", in: variables)
    visibleCUDA = VisibleDevices(variable: "CUDA_VISIBLE_DEVICES", in: variables)
    let api = variables["GLAZE_API"] ?? ""
    apiValue = api.isEmpty ? nil : api
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

/// A list of device indices from the environment.
public struct VisibleDevices: Sendable, Hashable {
  /// The name of the variable.
  public let variable: String
  /// The unchanged value.
  public let value: String
  /// The indices, the best first, without duplicates.
  public let indices: [Int]
  /// The first entry that was not an index; nil when there was none.
  public let ignored: String?

  /// Reads a variable; nil when it is not set or is `all`.
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

  /// Whether the entry that was not an index is a UUID in NVIDIA's format.
  var namesUUID: Bool {
    ignored.map { $0.hasPrefix("GPU-") || $0.hasPrefix("MIG-") } ?? false
  }
}

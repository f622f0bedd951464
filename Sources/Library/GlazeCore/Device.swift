package import GlazeEGL

/// A device that draws: a GPU, OpenGL's software rasterizer, Glaze's own code on the CPU, or the
/// current OpenGL context.
///
/// ```swift
/// for device in Device.all() { print(device.name, device.description) }
/// let renderer = try Renderer(Device(named: "egl:1"))
/// ```
public struct Device: Sendable, Hashable {
  /// The kind of processor that draws; kinds may be added.
  public struct Kind: RawRepresentable, Sendable, Hashable {
    /// The name, which never changes.
    public let rawValue: String
    /// Makes a kind from a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A GPU.
    public static let gpu = Kind(rawValue: "gpu")
    /// OpenGL on the CPU, such as llvmpipe.
    public static let rasteriser = Kind(rawValue: "rasteriser")
    /// Glaze's own code on the CPU.
    public static let cpu = Kind(rawValue: "cpu")
    /// An OpenGL context that belongs to the program.
    public static let context = Kind(rawValue: "context")
    /// A kind that is known only after a renderer was made with the device.
    public static let unknown = Kind(rawValue: "unknown")
  }

  /// An API that Glaze draws with; more may be added.
  public struct API: RawRepresentable, Sendable, Hashable {
    /// The name, which never changes.
    public let rawValue: String
    /// Makes an API from a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// OpenGL 3.3 or later.
    public static let openGL = API(rawValue: "gl")
    /// OpenGL ES 3.0 or later.
    public static let openGLES = API(rawValue: "gles")
  }

  /// How a renderer gets its backend.
  package enum Choice: Sendable, Hashable {
    case automatic
    /// OpenGL or OpenGL ES, on the best device or on a given one; the CPU never replaces it.
    case gl(DeviceSelection.Request)
    case cpu
    case currentContext
  }

  package let choice: Choice
  /// The name that selects the device: the argument of `Device(named:)`.
  public let name: String
  /// The kind of processor that draws, as far as it is known.
  public let kind: Kind
  /// A description of the device, for people.
  public let description: String
  /// The API that Glaze draws with; nil until a renderer was made with the device, and for the CPU.
  public let api: API?
  /// The only API that is tried; nil for both.
  let wantedAPI: API?

  package init(
    _ choice: Choice, name: String, kind: Kind, description: String, api: API? = nil,
    wanted: API? = nil
  ) {
    (self.api, wantedAPI) = (api, wanted)
    self.choice = choice
    self.name = name
    self.kind = kind
    self.description = description
  }

  /// Devices are equal when they are selected in the same way.
  public static func == (a: Device, b: Device) -> Bool {
    a.choice == b.choice && a.wantedAPI == b.wantedAPI
  }
  /// Hashes the way in which the device is selected.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(choice)
    hasher.combine(wantedAPI)
  }

  /// OpenGL on the best GPU, or the CPU where there is none; `auto`.
  public static let automatic = Device(
    .automatic, name: "auto", kind: .unknown, description: "the best GPU, or the CPU")
  /// OpenGL ES 3.0 or later on the best device, without a fallback; `gles`.
  public static let openGLES = Device(
    .gl(.auto), name: "gles", kind: .unknown, description: "the best device of OpenGL ES",
    wanted: .openGLES)
  /// OpenGL 3.3 or later on the best device, or OpenGL ES where a device has nothing else, without a
  /// fallback to the CPU; `gl`.
  public static let openGL = Device(
    .gl(.auto), name: "gl", kind: .unknown, description: "the best device of OpenGL")
  /// Glaze's own code on the CPU, which needs no driver; `cpu`.
  ///
  /// Not to be confused with `software`, which is OpenGL's software rasterizer.
  public static let cpu = Device(
    .cpu, name: "cpu", kind: .cpu, description: "Glaze's own code on the CPU")
  /// The OpenGL context that is current on this thread when the renderer is made, and that must be
  /// current whenever the renderer works; `context`.
  ///
  /// Glaze draws in it and restores its state. Use it in programs that draw with OpenGL themselves.
  public static let currentContext = Device(
    .currentContext, name: "context", kind: .context,
    description: "the OpenGL context that is current")

  /// Makes the device with the given name.
  ///
  /// - Parameter name: `auto`, `gl`, `gles`, `cpu`, `context`, or a name that `glaze devices` lists:
  ///   `surfaceless`, `software` (OpenGL's software rasterizer), `egl:0`, `/dev/dri/renderD128`.
  /// - Throws: `GlazeError.Code.unknownName` for a name that is not valid. Whether the device
  ///   exists is checked when a renderer is made.
  public init(named name: String) throws(GlazeError) {
    let fixed: [Device] = [.automatic, .openGL, .openGLES, .cpu, .currentContext]
    if let device = fixed.first(where: { $0.name == name }) {
      self = device
      return
    }
    do throws(DeviceSelectionError) {
      let request = try DeviceSelection(parsing: name).request
      self.init(.gl(request), name: name, kind: .unknown, description: "\(name), not tried")
    } catch {
      throw .unknownDevice(error)
    }
  }

  /// Returns all devices, best first, and Glaze's own code last.
  ///
  /// No driver is started, so a listed device may still fail.
  public static func all() -> [Device] {
    DeviceList.discover().devices.map { Device($0) } + [.cpu]
  }

  /// Makes a device from the description of EGL or the kernel.
  package init(_ device: GlazeEGL.Device) {
    let kind: Kind =
      switch device.kind {
      case .hardware: .gpu
      case .software: .rasteriser
      case .unknown: .unknown
      }
    self.init(
      .gl(.device(device.address)), name: device.id, kind: kind, description: device.summary,
      api: device.version.map { $0.hasPrefix("OpenGL ES") ? .openGLES : .openGL })
  }
}

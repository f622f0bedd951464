package import GlazeEGL

/// Something that draws: a GPU, OpenGL's software rasteriser, Glaze's own code on the CPU, or whatever
/// OpenGL context is current.
///
/// ```swift
/// for device in Device.all() { print(device.name, device.description) }
/// let renderer = try Renderer(Device(named: "egl:1"))
/// ```
public struct Device: Sendable, Hashable {
  /// What executes the drawing; kinds may be added.
  public struct Kind: RawRepresentable, Sendable, Hashable {
    /// The name, which stays what it is.
    public let rawValue: String
    /// Makes a kind of a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A GPU.
    public static let gpu = Kind(rawValue: "gpu")
    /// OpenGL on the CPU, such as llvmpipe.
    public static let rasteriser = Kind(rawValue: "rasteriser")
    /// Glaze's own code on the CPU.
    public static let cpu = Kind(rawValue: "cpu")
    /// An OpenGL context that belongs to the program.
    public static let context = Kind(rawValue: "context")
    /// Known only when a renderer was made with it.
    public static let unknown = Kind(rawValue: "unknown")
  }

  /// How a renderer comes to its backend.
  package enum Choice: Sendable, Hashable {
    case automatic
    /// OpenGL, on the best device or on a certain one; never replaced by the CPU.
    case gl(DeviceSelection.Request)
    case cpu
    case currentContext
  }

  package let choice: Choice
  /// How the device is asked for by name: what `Device(named:)` takes.
  public let name: String
  /// What executes the drawing, as far as it is known.
  public let kind: Kind
  /// What draws, in words.
  public let description: String

  package init(_ choice: Choice, name: String, kind: Kind, description: String) {
    self.choice = choice
    self.name = name
    self.kind = kind
    self.description = description
  }

  /// Devices are equal when they are asked for in the same way.
  public static func == (a: Device, b: Device) -> Bool { a.choice == b.choice }
  /// By the way in which it is asked for.
  public func hash(into hasher: inout Hasher) { hasher.combine(choice) }

  /// OpenGL on the best device there is, or the CPU where no OpenGL context can be made; `auto`.
  public static let automatic = Device(
    .automatic, name: "auto", kind: .unknown, description: "the best device that works")
  /// OpenGL on the best device there is, and no other way to draw; `gl`.
  public static let openGL = Device(
    .gl(.auto), name: "gl", kind: .unknown, description: "the best device of OpenGL")
  /// Glaze's own code on the CPU, which needs no driver; `cpu`.
  ///
  /// Not to be confused with `software`, which is OpenGL's software rasteriser.
  public static let cpu = Device(
    .cpu, name: "cpu", kind: .cpu, description: "Glaze's own code on the CPU")
  /// The OpenGL context that is current on this thread when the renderer is made, and that must be
  /// current whenever it works; `context`.
  ///
  /// Glaze draws in it and leaves it as it was. This is for programs that draw with OpenGL themselves.
  public static let currentContext = Device(
    .currentContext, name: "context", kind: .context,
    description: "the OpenGL context that is current")

  /// The device of a name.
  ///
  /// - Parameter name: `auto`, `gl`, `cpu`, `context`, or as `glaze devices` lists it: `surfaceless`,
  ///   `software` (OpenGL's software rasteriser), `egl:0`, `/dev/dri/renderD128`.
  /// - Throws: `GlazeError.Code.unknownName` for a name that cannot be read. Whether the device is there
  ///   is known when a renderer is made.
  public init(named name: String) throws(GlazeError) {
    let fixed: [Device] = [.automatic, .openGL, .cpu, .currentContext]
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

  /// The devices that there are, best first, and Glaze's own code last.
  ///
  /// Nothing is started: a driver may still refuse to work.
  public static func all() -> [Device] {
    DeviceList.discover().devices.map { Device($0) } + [.cpu]
  }

  /// A device as EGL or the kernel describes it.
  package init(_ device: GlazeEGL.Device) {
    let kind: Kind =
      switch device.kind {
      case .hardware: .gpu
      case .software: .rasteriser
      case .unknown: .unknown
      }
    self.init(
      .gl(.device(device.address)), name: device.id, kind: kind, description: device.summary)
  }
}

/// Something that can draw without a display, as `glaze devices` lists it.
public struct Device: Sendable, Hashable, Identifiable {
  /// How a device is named on the command line.
  public enum Address: Sendable, Hashable, CustomStringConvertible {
    /// Mesa's platform without a display; Mesa chooses the driver.
    case surfaceless
    /// A device of eglQueryDevicesEXT by its index, from 0, in the order of EGL.
    case egl(Int)
    /// A DRM node, opened through GBM.
    case node(String)
    /// The software rasterizer.
    case software

    /// The form that `--device` accepts.
    public var description: String {
      switch self {
      case .surfaceless: "surfaceless"
      case .egl(let index): "egl:\(index)"
      case .node(let path): path
      case .software: "software"
      }
    }
  }

  /// What executes the drawing.
  public enum Kind: Sendable, Hashable {
    /// A GPU, or at least a driver that is no known software rasterizer.
    case hardware
    /// The CPU; nil when it is known to be software, yet not which.
    case software(SoftwareRasteriser?)
    /// Known only once a context exists.
    case unknown
  }

  /// How the device is named on the command line.
  public let address: Address
  /// What executes the drawing, as far as it is known.
  public var kind: Kind
  /// The vendor that EGL or OpenGL names, nil when unknown.
  public var vendor: String?
  /// The driver that EGL or the kernel names (`iris`, `nvidia`, `swrast`), nil when unknown.
  public var driver: String?
  /// The renderer that OpenGL names, nil until a context was made or EGL_EXT_device_query_name.
  public var renderer: String?
  /// The OpenGL version string, nil until a context was made.
  public var version: String?
  /// The DRM primary node (`/dev/dri/card0`), nil when EGL names none.
  public var primaryNode: String?
  /// The DRM render node (`/dev/dri/renderD128`), nil when there is none.
  public var renderNode: String?
  /// Why the process may not use the node, as errno; nil when it may or there is no node.
  public var nodeError: Int32?
  /// The number that CUDA gives the device, nil for all that is not NVIDIA's own driver.
  public var cudaIndex: Int?
  /// Whether the driver speaks EGL_NV_device_cuda: NVIDIA's own.
  public var hasCUDA: Bool
  /// Why the device was turned down, nil while it was not.
  public var rejection: Rejection?

  /// The address as text.
  public var id: String { address.description }

  /// Creates a description of a device.
  public init(
    address: Address, kind: Kind = .unknown, vendor: String? = nil, driver: String? = nil,
    renderer: String? = nil, primaryNode: String? = nil, renderNode: String? = nil,
    nodeError: Int32? = nil, cudaIndex: Int? = nil, hasCUDA: Bool = false
  ) {
    self.address = address
    self.kind = kind
    self.vendor = vendor
    self.driver = driver
    self.renderer = renderer
    self.primaryNode = primaryNode
    self.renderNode = renderNode
    self.nodeError = nodeError
    self.cudaIndex = cudaIndex
    self.hasCUDA = hasCUDA || cudaIndex != nil
  }

  /// Whether the device is known to draw on the CPU.
  public var isSoftware: Bool {
    if case .software = kind { return true }
    return false
  }

  /// Whether the device is no software rasterizer and its node may be used.
  ///
  /// NVIDIA's own driver goes through nodes of its own.
  var mayBeGPU: Bool { !isSoftware && (nodeError == nil || hasCUDA) }

  /// The software rasterizer by name, nil for hardware and for what is not known yet.
  public var softwareRasteriser: SoftwareRasteriser? {
    if case .software(let rasteriser) = kind { return rasteriser }
    return nil
  }

  /// What draws, in words: a software rasterizer is named as such.
  public var summary: String {
    let name = renderer ?? "\(id), not tried"
    return switch kind {
    case .hardware, .unknown: name
    case .software(let rasteriser?): "\(name), a software rasteriser (\(rasteriser))"
    case .software(nil): "\(name), a software rasteriser"
    }
  }

  /// Takes over what a context on the device says about it.
  package mutating func learn(_ facts: ContextFacts) {
    vendor = facts.vendor
    renderer = facts.renderer
    version = facts.version
    driver = facts.driver ?? driver
    kind = facts.kind
  }
}

/// What a context says about the device it runs on.
package struct ContextFacts: Sendable, Hashable, Codable {
  package var vendor: String
  package var renderer: String
  /// The OpenGL version string.
  package var version: String
  package var shadingLanguage: String
  /// The driver that EGL_MESA_query_driver names.
  package var driver: String?
  /// The EGL version and vendor of the display.
  package var display: String

  package var kind: Device.Kind {
    SoftwareRasteriser(renderer: renderer).map { .software($0) } ?? .hardware
  }
}

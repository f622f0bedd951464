/// A device that can draw without a display, as `glaze devices` lists it.
public struct Device: Sendable, Hashable, Identifiable {
  /// The name of a device on the command line.
  public enum Address: Sendable, Hashable, CustomStringConvertible {
    /// Mesa's platform without a display; Mesa chooses the driver.
    case surfaceless
    /// A device of eglQueryDevicesEXT by its index, from 0, in EGL's order.
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

  /// The kind of processor that draws.
  public enum Kind: Sendable, Hashable {
    /// A GPU, or at least a driver that is not a known software rasterizer.
    case hardware
    /// The CPU; nil when the driver is known to be software, but not which one.
    case software(SoftwareRasteriser?)
    /// The kind is only known once a context exists.
    case unknown
  }

  /// The name of the device on the command line.
  public let address: Address
  /// The kind of processor that draws, as far as it is known.
  public var kind: Kind
  /// The vendor that EGL or OpenGL names, nil when unknown.
  public var vendor: String?
  /// The driver that EGL or the kernel names (`iris`, `nvidia`, `swrast`), nil when unknown.
  public var driver: String?
  /// The renderer that OpenGL names; nil until a context was created, or without
  /// EGL_EXT_device_query_name.
  public var renderer: String?
  /// The OpenGL version string; nil until a context was created.
  public var version: String?
  /// The DRM primary node (`/dev/dri/card0`), nil when EGL names none.
  public var primaryNode: String?
  /// The DRM render node (`/dev/dri/renderD128`), nil when there is none.
  public var renderNode: String?
  /// The reason why the process may not use the node, as errno; nil when it may or there is no
  /// node.
  public var nodeError: Int32?
  /// The CUDA number of the device; nil for all drivers except NVIDIA's own.
  public var cudaIndex: Int?
  /// A Boolean value that indicates whether the driver supports EGL_NV_device_cuda: NVIDIA's own
  /// driver.
  public var hasCUDA: Bool
  /// The reason why the device was rejected; nil if it was not.
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

  /// A Boolean value that indicates whether the device is known to draw on the CPU.
  public var isSoftware: Bool {
    if case .software = kind { return true }
    return false
  }

  /// Whether the device is not a software rasterizer and its node may be used.
  ///
  /// NVIDIA's own driver uses nodes of its own.
  var mayBeGPU: Bool { !isSoftware && (nodeError == nil || hasCUDA) }

  /// The software rasterizer; nil for hardware and for an unknown device.
  public var softwareRasteriser: SoftwareRasteriser? {
    if case .software(let rasteriser) = kind { return rasteriser }
    return nil
  }

  /// A description of the renderer, which identifies software rasterizers.
  public var summary: String {
    let name = renderer ?? "\(id), not tried"
    return switch kind {
    case .hardware, .unknown: name
    case .software(let rasteriser?): "\(name), a software rasterizer (\(rasteriser))"
    case .software(nil): "\(name), a software rasterizer"
    }
  }

  /// Adopts the facts that a context on the device reports.
  package mutating func learn(_ facts: ContextFacts) {
    vendor = facts.vendor
    renderer = facts.renderer
    version = facts.version
    driver = facts.driver ?? driver
    kind = facts.kind
  }
}

/// The facts that a context reports about its device.
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

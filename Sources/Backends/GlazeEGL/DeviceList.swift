import CEGL
import Foundation

/// All devices of this machine that may draw without a display.
public struct DeviceList: Sendable, Hashable {
  /// The EGL devices; the index is the N of `egl:N`.
  public var egl: [Device]
  /// Mesa's surfaceless platform, nil when libEGL has none.
  public var surfaceless: Device?
  /// The DRM render nodes in `/dev/dri`, by name.
  public var nodes: [Device]
  /// The extensions that libEGL offers without a display.
  public var clientExtensions: Set<String>

  /// Creates a list by hand, for tests of the selection.
  package init(
    egl: [Device], surfaceless: Device?, nodes: [Device], clientExtensions: Set<String> = []
  ) {
    self.egl = egl
    self.surfaceless = surfaceless
    self.nodes = nodes
    self.clientExtensions = clientExtensions
  }

  /// Lists the devices without starting a driver: names that only a context provides are nil.
  public static func discover() -> DeviceList {
    let extensions = EGLCalls.clientExtensions
    let egl = eglDevices(extensions)
    let nodes = renderNodes()
    var list = DeviceList(
      egl: egl, surfaceless: nil, nodes: nodes, clientExtensions: extensions)
    if extensions.contains("EGL_MESA_platform_surfaceless") {
      let kind: Device.Kind = list.mayHaveGPU ? .unknown : .software(nil)
      list.surfaceless = Device(address: .surfaceless, kind: kind)
    }
    return list
  }

  /// Whether a GPU driver may be loaded: there is one and the process may use its node.
  package var mayHaveGPU: Bool { (egl + nodes).contains { $0.mayBeGPU } }

  /// Every device as it was found, without trying it.
  package var devices: [Device] {
    let rasteriser = Device(address: .software, kind: .software(nil))
    return egl + nodes + [surfaceless].compactMap(\.self) + [rasteriser]
  }

  /// Every device after trying it, with the names that its context provides, or the reason why
  /// there is none.
  ///
  /// Starts each driver once, in a child process where it may crash and DeviceProbe allows that.
  public func inspected() -> [Device] {
    let addresses =
      egl.map(\.address) + nodes.map(\.address) + [.surfaceless, .software]
    return addresses.map { inspect($0) }
  }

  private func inspect(_ address: Device.Address) -> Device {
    let order = DeviceOrder(DeviceSelection(.device(address)), list: self)
    var device = order.candidates.first?.device ?? Device(address: address)
    device.rejection = order.rejections.first
    // The node represents only itself here: its EGL device has its own line.
    for candidate in order.candidates where candidate.device.address == address {
      do throws(DisplayFailure) {
        device.learn(try Context.inspect(candidate))
        device.rejection = nil
        break
      } catch {
        device.rejection = device.rejection ?? candidate.rejection(error)
      }
    }
    return device
  }

  private static func eglDevices(_ extensions: Set<String>) -> [Device] {
    handles(extensions).enumerated().map { index, handle in
      describe(handle, index: index)
    }
  }

  /// The handles of EGL's devices, in EGL's order; they live as long as the process.
  static func handles(_ extensions: Set<String> = EGLCalls.clientExtensions) -> [EGLDeviceEXT] {
    // EGL_EXT_device_base is the older name of the two extensions that replaced it.
    let canList = ["EGL_EXT_device_enumeration", "EGL_EXT_device_base"]
    guard !extensions.isDisjoint(with: canList), let query = EGLCalls.queryDevices else {
      return []
    }
    var count: EGLint = 0
    guard query(0, nil, &count) == EGL_TRUE, count > 0 else { return [] }
    var handles = [EGLDeviceEXT?](repeating: nil, count: Int(count))
    guard query(count, &handles, &count) == EGL_TRUE else { return [] }
    return handles.prefix(Int(count)).compactMap { $0 }
  }

  private static func describe(_ handle: EGLDeviceEXT, index: Int) -> Device {
    let extensions = EGLCalls.extensions(string(handle, EGL_EXTENSIONS))
    let isSoftware = extensions.contains("EGL_MESA_device_software")
    var device = Device(address: .egl(index), kind: isSoftware ? .software(nil) : .unknown)
    if extensions.contains("EGL_EXT_device_drm") {
      device.primaryNode = EGLCalls.string(string(handle, EGL_DRM_DEVICE_FILE_EXT))
    }
    // Mesa's software device reports this extension but returns NULL.
    if extensions.contains("EGL_EXT_device_drm_render_node") {
      device.renderNode = EGLCalls.string(string(handle, EGL_DRM_RENDER_NODE_FILE_EXT))
    }
    if extensions.contains("EGL_EXT_device_query_name") {
      device.vendor = EGLCalls.string(string(handle, EGL_VENDOR))
      device.renderer = EGLCalls.string(string(handle, EGL_RENDERER_EXT))
    }
    if extensions.contains("EGL_EXT_device_persistent_id") {
      device.driver = EGLCalls.string(string(handle, EGL_DRIVER_NAME_EXT))
    }
    if let node = device.renderNode ?? device.primaryNode {
      device.driver = device.driver ?? kernelDriver(ofNode: node)
      device.nodeError = accessError(ofNode: node)
    }
    if extensions.contains("EGL_NV_device_cuda") {
      device.hasCUDA = true
      var number: EGLAttrib = 0
      if let query = EGLCalls.queryDeviceAttribute,
        query(handle, EGL_CUDA_DEVICE_NV, &number) == EGL_TRUE, number >= 0
      {
        device.cudaIndex = number
      }
    }
    return device
  }

  private static func string(_ handle: EGLDeviceEXT, _ name: Int32) -> UnsafePointer<CChar>? {
    EGLCalls.queryDeviceString?(handle, name)
  }

  private static func renderNodes() -> [Device] {
    let folder = "/dev/dri"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let numbers = names.compactMap { name in
      name.hasPrefix("renderD") ? Int(name.dropFirst("renderD".count)) : nil
    }
    return numbers.sorted().map { number in
      let path = "\(folder)/renderD\(number)"
      return Device(
        address: .node(path), driver: kernelDriver(ofNode: path), renderNode: path,
        nodeError: accessError(ofNode: path))
    }
  }

  private static func accessError(ofNode path: String) -> Int32? {
    access(path, R_OK | W_OK) == 0 ? nil : errno
  }

  /// The kernel's driver of a node, read from sysfs: `i915`, `amdgpu`, `virtio_gpu`; nil when
  /// unknown.
  static func kernelDriver(ofNode path: String) -> String? {
    let name = URL(fileURLWithPath: path).lastPathComponent
    let link = "/sys/class/drm/\(name)/device/driver"
    guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: link) else {
      return nil
    }
    return target.split(separator: "/").last.map(String.init)
  }
}

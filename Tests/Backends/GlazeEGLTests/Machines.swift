@testable import GlazeEGL

/// Simulated machines, with the device lists of their EGL.
enum Machines {
  static let surfaceless = Device(address: .surfaceless)

  static func software(_ index: Int) -> Device {
    Device(address: .egl(index), kind: .software(nil))
  }

  static func nvidia(_ index: Int, cuda: Int?) -> Device {
    Device(
      address: .egl(index), vendor: "NVIDIA", driver: "nvidia",
      renderNode: "/dev/dri/renderD\(128 + index)", cudaIndex: cuda, hasCUDA: true)
  }

  static func node(_ number: Int) -> Device {
    Device(
      address: .node("/dev/dri/renderD\(number)"), renderNode: "/dev/dri/renderD\(number)")
  }

  /// A laptop with Intel and NVIDIA GPUs; libglvnd lists NVIDIA's driver before Mesa.
  static let laptop = DeviceList(
    egl: [
      nvidia(0, cuda: 0),
      Device(
        address: .egl(1), driver: "i915", primaryNode: "/dev/dri/card0",
        renderNode: "/dev/dri/renderD129"),
      software(2),
    ],
    surfaceless: surfaceless, nodes: [node(128), node(129)])

  /// A server with eight NVIDIA GPUs, which CUDA numbers in reverse.
  static let server = DeviceList(
    egl: (0..<8).map { nvidia($0, cuda: 7 - $0) } + [software(8)],
    surfaceless: surfaceless, nodes: (128..<136).map(node))

  /// A container without /dev/dri.
  static let container = DeviceList(
    egl: [software(0)],
    surfaceless: Device(address: .surfaceless, kind: .software(nil)), nodes: [])

  /// libEGL without any driver.
  static let bare = DeviceList(egl: [], surfaceless: nil, nodes: [])

  /// Returns the order for a value of `--device` and an environment.
  static func order(
    _ list: DeviceList, _ device: String? = nil, _ environment: [String: String] = [:]
  ) throws -> DeviceOrder {
    DeviceOrder(try DeviceSelection(parsing: device, environment: environment), list: list)
  }
}

extension DeviceOrder {
  /// The routes that are tried, as text.
  var routes: [String] { candidates.map { $0.route.description } }

  /// The devices that an environment variable hides.
  var hidden: [String] {
    rejections.compactMap {
      if case .hidden = $0.reason { return $0.device.description }
      return nil
    }
  }
}

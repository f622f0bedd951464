/// The devices to try, in order: a pure function of the request, the environment and the list.
///
/// Hardware EGL devices come first, since they behave alike on a laptop and on a server without a
/// display; then surfaceless, where Mesa chooses; then the software device. Where there is a GPU,
/// surfaceless must also find one: for a node that cannot draw, Mesa uses its software rasterizer
/// through that node, and a virtual machine's GPU may be emulated by the host's CPU. The software
/// device is faster than both. A GBM node is only opened when the user names it: in a container the
/// nodes often exist without permission.
package struct DeviceOrder: Sendable, Hashable {
  /// The method of opening a display.
  package enum Route: Sendable, Hashable {
    case surfaceless
    case egl(Int)
    case node(String)
  }

  /// The kind that a device must have to be accepted.
  package enum Wanted: Sendable, Hashable { case any, hardware, software }

  /// One attempt.
  package struct Candidate: Sendable, Hashable {
    package var device: Device
    package var route: Route
    package var wanted: Wanted
    /// Whether the driver may end or hang the process, so that a child process should try it first.
    package var mayCrash: Bool
    /// The reason for its position in the order.
    package var reason: String
  }

  package private(set) var candidates: [Candidate] = []
  package private(set) var rejections: [Rejection] = []
  /// Notes for the user on the environment variables.
  package private(set) var notes: [String] = []

  private let list: DeviceList
  private let environment: DeviceEnvironment

  package init(_ selection: DeviceSelection, list: DeviceList) {
    self.list = list
    environment = selection.environment
    noteAPI()
    switch selection.request {
    case .auto: addAutomatic()
    case .gpu:
      addAutomatic()
      acceptGPUs()
    case .device(let address): addNamed(address)
    }
  }
}

// MARK: - A device by name

extension DeviceOrder {
  private mutating func addNamed(_ address: Device.Address) {
    let reason = "asked for"
    switch address {
    case .surfaceless: addSurfaceless(.any, reason)
    case .software: addSoftware(reason)
    case .egl(let index):
      guard list.egl.indices.contains(index) else {
        rejections.append(Rejection(address, .noSuchDevice(count: list.egl.count)))
        return
      }
      addEGL(list.egl[index], .any, reason)
    case .node(let path):
      var device = list.nodes.first { $0.address == address } ?? Device(address: address)
      device.renderNode = path
      candidates.append(
        Candidate(
          device: device, route: .node(path), wanted: .any, mayCrash: true, reason: reason))
      // NVIDIA's older drivers do not support GBM, but their EGL device reports its node.
      for other in list.egl where other.renderNode == path || other.primaryNode == path {
        addEGL(other, .any, "the EGL device of \(path)")
      }
    }
  }
}

// MARK: - The automatic order

extension DeviceOrder {
  private mutating func addAutomatic() {
    if let value = environment.softwareValue {
      hide(list.egl.filter { !$0.isSoftware }, "LIBGL_ALWAYS_SOFTWARE", value)
      addSoftware("LIBGL_ALWAYS_SOFTWARE is set")
      return
    }
    if let visible = environment.visibleEGL {
      addVisibleEGL(visible)
      // Surfaceless comes last and must be software, since it might choose a hidden device.
      addSoftware("no device of \(visible.variable) works")
      return
    }
    let hidesCUDA = addHardware()
    if hidesCUDA {
      addSoftware("no visible GPU works")
    } else if list.mayHaveGPU {
      addSurfaceless(.hardware, "no EGL device of a GPU works")
      addSoftware("no GPU works")
    } else {
      let hasGPU = list.egl.contains { !$0.isSoftware } || !list.nodes.isEmpty
      addSurfaceless(.any, hasGPU ? "no GPU may be used" : "there is no GPU")
      addSoftware("nothing else works")
    }
  }

  /// Accepts only GPUs, and starts no driver behind which there can be none.
  private mutating func acceptGPUs() {
    candidates = candidates.compactMap { candidate in
      let isHopeless =
        candidate.device.isSoftware || candidate.route == .surfaceless && !list.mayHaveGPU
      // A driver that a variable names may find a GPU by other ways.
      if candidate.wanted == .software || isHopeless && !overrideMayCrash { return nil }
      var candidate = candidate
      candidate.wanted = .hardware
      return candidate
    }
  }

  private mutating func addVisibleEGL(_ visible: VisibleDevices) {
    note(visible)
    for index in visible.indices {
      guard list.egl.indices.contains(index) else {
        rejections.append(Rejection(.egl(index), .noSuchDevice(count: list.egl.count)))
        continue
      }
      addEGL(list.egl[index], .any, "named by \(visible.variable)=\"\(visible.value)\"")
    }
    let others = list.egl.indices.filter { !visible.indices.contains($0) }
    hide(others.map { list.egl[$0] }.filter { !$0.isSoftware }, visible.variable, visible.value)
  }

  /// Adds the GPUs in the order of CUDA_VISIBLE_DEVICES; returns whether it hides any.
  private mutating func addHardware() -> Bool {
    let hardware = list.egl.filter { !$0.isSoftware }
    let cuda = hardware.filter(\.hasCUDA)
    guard let visible = environment.visibleCUDA else {
      hardware.forEach { addEGL($0, .hardware, "a GPU") }
      return false
    }
    note(visible)
    if visible.namesUUID || cuda.isEmpty {
      if cuda.isEmpty {
        notes.append("\(visible.variable) is ignored: no EGL device has a CUDA number")
      }
      hardware.forEach { addEGL($0, .hardware, "a GPU") }
      return false
    }
    let chosen = Self.devices(cuda, in: visible)
    for index in visible.indices where !Self.numbers(cuda, visible).contains(index) {
      notes.append("\(visible.variable) names \(index), but no EGL device has that CUDA number")
    }
    chosen.forEach {
      addEGL($0, .hardware, "named by \(visible.variable)=\"\(visible.value)\"")
    }
    hardware.filter { !$0.hasCUDA }.forEach { addEGL($0, .hardware, "a GPU without CUDA") }
    let hidden = cuda.filter { device in !chosen.contains { $0.address == device.address } }
    hide(hidden, visible.variable, visible.value)
    return !hidden.isEmpty
  }

  /// The devices with CUDA that a variable names, the best first.
  private static func devices(_ cuda: [Device], in visible: VisibleDevices) -> [Device] {
    if isRenumbered(cuda, visible) {
      return cuda.filter { $0.cudaIndex != nil }
        .sorted { ($0.cudaIndex ?? 0) < ($1.cudaIndex ?? 0) }
    }
    return visible.indices.compactMap { index in cuda.first { $0.cudaIndex == index } }
  }

  private static func numbers(_ cuda: [Device], _ visible: VisibleDevices) -> [Int] {
    isRenumbered(cuda, visible) ? visible.indices : cuda.compactMap(\.cudaIndex)
  }

  /// Whether the driver itself has applied the variable.
  ///
  /// It then numbers the visible devices from 0 and gives the others no number, so that applying
  /// the variable again would find the wrong device.
  private static func isRenumbered(_ cuda: [Device], _ visible: VisibleDevices) -> Bool {
    let numbers = cuda.compactMap(\.cudaIndex).sorted()
    return numbers.count < cuda.count && numbers == Array(0..<visible.indices.count)
  }
}

// MARK: - Single attempts

extension DeviceOrder {
  private mutating func addEGL(_ device: Device, _ wanted: Wanted, _ reason: String) {
    guard case .egl(let index) = device.address else { return }
    if let error = device.nodeError, !device.mayBeGPU {
      rejections.append(Rejection(device.address, .cannotOpen(errno: error)))
      return
    }
    let mayCrash = !device.isSoftware || overrideMayCrash
    candidates.append(
      Candidate(
        device: device, route: .egl(index), wanted: wanted, mayCrash: mayCrash, reason: reason))
  }

  private mutating func addSurfaceless(_ wanted: Wanted, _ reason: String) {
    guard let device = list.surfaceless else {
      rejections.append(
        Rejection(.surfaceless, .missingExtension("EGL_MESA_platform_surfaceless")))
      return
    }
    candidates.append(
      Candidate(
        device: device, route: .surfaceless, wanted: wanted, mayCrash: surfacelessMayCrash,
        reason: reason))
  }

  /// Adds EGL's software device, and surfaceless provided that it is software.
  private mutating func addSoftware(_ reason: String) {
    let tried = candidates.filter { $0.wanted != .hardware }.map(\.route)
    let software = list.egl.filter(\.isSoftware)
    for device in software {
      guard case .egl(let index) = device.address, !tried.contains(.egl(index)) else { continue }
      candidates.append(
        Candidate(
          device: Device(address: .software, kind: .software(nil)), route: .egl(index),
          wanted: .software, mayCrash: overrideMayCrash, reason: reason))
    }
    if list.surfaceless != nil, !tried.contains(.surfaceless) {
      candidates.append(
        Candidate(
          device: Device(address: .software, kind: .software(nil)), route: .surfaceless,
          wanted: .software, mayCrash: surfacelessMayCrash, reason: reason))
    }
    if software.isEmpty && list.surfaceless == nil {
      rejections.append(Rejection(.software, .missingExtension("EGL_MESA_device_software")))
    }
  }

  private mutating func hide(_ devices: [Device], _ variable: String, _ value: String) {
    rejections += devices.map {
      Rejection($0.address, .hidden(variable: variable, value: value))
    }
  }

  private mutating func noteAPI() {
    guard let value = environment.apiValue, environment.api == nil else { return }
    notes.append("GLAZE_API=\(value) is ignored: it is neither gl nor gles")
  }

  private mutating func note(_ visible: VisibleDevices) {
    guard let entry = visible.ignored else { return }
    if visible.namesUUID {
      notes.append("\(visible.variable) names \(entry): UUIDs cannot be matched and are ignored")
    } else {
      notes.append("\(visible.variable) is read up to \"\(entry)\", which is not an index")
    }
  }

  private var surfacelessMayCrash: Bool {
    (list.mayHaveGPU && !environment.alwaysSoftware) || overrideMayCrash
  }

  /// Whether Mesa is configured to load a driver that may end the process, as virgl's client does
  /// when its server is missing, or drivers are loaded from custom paths.
  private var overrideMayCrash: Bool {
    if environment.placesDrivers { return true }
    guard let name = environment.driverOverride else { return false }
    return !DeviceEnvironment.isSoftware(name)
  }
}

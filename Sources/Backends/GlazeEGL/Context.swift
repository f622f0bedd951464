import CEGL
public import Foundation

// This module only creates OpenGL contexts where there is no display: it does not use an OpenGL
// header. The steps from the request to the context are:
//
//   --device, environment ── DeviceSelection ──┐
//                                              ├── DeviceOrder (pure) ── candidates in order
//   EGL, /dev/dri ────────── DeviceList ───────┘          │
//                                                         ▼ for each, until one works
//            DeviceProbe (a child tries drivers that may crash) ── Display ── ContextHandle
//                                                         │
//                          Context, or ContextError with the reason of every rejection
//
// Nothing is stored on disk, and a driver is only started on request: listing devices only reads
// the information of EGL and the kernel.

/// An OpenGL or OpenGL ES context without a display.
///
/// It may be used on any thread, on one at a time, and one thread may have one context current.
/// Mesa's llvmpipe can only be used by one thread at a time, in any context. Glaze's renderers take
/// turns there (see DriverLock), but cannot coordinate with a program's own threads.
/// The display under it stays open for the life of the process (see Display).
public final class Context: Sendable {
  /// The device that draws, with its names.
  public let device: Device
  /// How the device was found.
  public let choice: DeviceChoice
  /// The lock that must be held while the driver is used.
  package let driver: DriverLock
  private let handle: ContextHandle

  /// Makes a context on the best device that a selection allows.
  ///
  /// A driver that may crash is first tried in a child process where the program allows that (see
  /// DeviceProbe). No context is made current.
  /// Default: the automatic order and the environment of the process, no debug messages.
  /// Throws: `ContextError` with every device that was tried and the reason why it was rejected.
  public convenience init(
    _ selection: DeviceSelection = DeviceSelection(), debug: Bool = false
  ) throws(ContextError) {
    try self.init(selection, list: .discover(), debug: debug)
  }

  package init(
    _ selection: DeviceSelection, list: DeviceList, debug: Bool = false
  ) throws(ContextError) {
    let order = DeviceOrder(selection, list: list)
    var rejections = order.rejections
    for candidate in order.candidates {
      do {
        if candidate.mayCrash { _ = try DeviceProbe.check(candidate) }
        let (handle, facts) = try Self.open(candidate, selection.wantedAPI, debug: debug)
        self.handle = handle
        driver = DriverLock(renderer: facts.renderer)
        var device = candidate.device
        device.learn(facts)
        self.device = device
        choice = DeviceChoice(
          device: device, facts: facts, reason: candidate.reason, rejections: rejections,
          notes: order.notes, displayExtensions: handle.display.extensions)
        return
      } catch {
        rejections.append(candidate.rejection(error))
      }
    }
    throw ContextError(selection: selection, rejections: rejections, notes: order.notes)
  }

  deinit { driver.whileHeld { handle.destroy() } }

  /// Makes a context on the same device, to replace one that is lost.
  ///
  /// Throws: `ContextError` when the device is also lost.
  package func successor() throws(ContextError) -> Context {
    try Context(DeviceSelection(.device(device.address), api: handle.api))
  }

  private static func open(
    _ candidate: DeviceOrder.Candidate, _ api: GraphicsAPI?, debug: Bool
  ) throws(DisplayFailure) -> (ContextHandle, ContextFacts) {
    let display = try Display.at(candidate.route)
    return try DriverLock.llvmpipe.whileHeld { () throws(DisplayFailure) in
      let handle = try ContextHandle.make(
        display, api, debug: debug || DebugOutput.isWanted)
      do throws(DisplayFailure) {
        let facts = try handle.facts()
        try candidate.accept(facts)
        return (handle, facts)
      } catch {
        handle.destroy()
        throw error
      }
    }
  }

  /// Tries a candidate and returns the facts of its context.
  ///
  /// The candidate is tried in a child process where that is allowed and needed, else here.
  static func inspect(_ candidate: DeviceOrder.Candidate) throws(DisplayFailure) -> ContextFacts {
    if candidate.mayCrash, let facts = try DeviceProbe.check(candidate) { return facts }
    return try facts(of: candidate)
  }

  /// Starts a candidate's driver here and returns the facts of its context.
  static func facts(of candidate: DeviceOrder.Candidate) throws(DisplayFailure) -> ContextFacts {
    let (handle, facts) = try open(candidate, nil, debug: false)
    DriverLock(renderer: facts.renderer).whileHeld { handle.destroy() }
    return facts
  }

  /// Makes the context current on this thread; does nothing when it is.
  ///
  /// Throws: `ContextError` when it is current on another thread or the device was lost.
  public func makeCurrent() throws(ContextError) {
    if handle.isCurrent { return }
    do throws(DisplayFailure) {
      try driver.whileHeld { () throws(DisplayFailure) in try handle.makeCurrent() }
    } catch {
      throw ContextError(
        selection: nil, rejections: [Rejection(device.address, error.reason)], notes: [])
    }
  }

  /// Runs `body` with the context current, and then restores the previous one.
  ///
  /// Throws: `ContextError` when it is current on another thread or the device was lost, and what
  /// `body` throws.
  package func whileCurrent<Result>(_ body: () throws -> Result) throws -> Result {
    if handle.isCurrent { return try body() }
    let saved = CurrentContext()
    try makeCurrent()
    defer { driver.whileHeld { saved.restore(from: handle.display) } }
    return try body()
  }

  /// A Boolean value that indicates whether the context is current on this thread.
  public var isCurrent: Bool { handle.isCurrent }

  /// Releases the context from this thread if it is current; another thread may then use it.
  public func resignCurrent() {
    guard handle.isCurrent else { return }
    // The recorded commands are submitted to the driver.
    _ = driver.whileHeld { eglMakeCurrent(handle.display.handle, nil, nil, nil) }
  }

  /// The address of an OpenGL or EGL entry point; nil for an unknown name.
  ///
  /// Some drivers return an address for any name: also check the version or the extension.
  public func procAddress(_ name: String) -> UnsafeMutableRawPointer? { EGLCalls.address(name) }
}

/// The error that a context could not be made, or made current.
public struct ContextError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
  /// The requested selection; nil when an existing context could not be made current.
  public let selection: DeviceSelection?
  /// Every device that was considered and the reason why it was rejected, in order.
  public let rejections: [Rejection]
  /// Notes on the environment variables.
  public let notes: [String]

  /// Whether a GPU was requested and nothing was found that could be one.
  package var hasNoGPU: Bool {
    selection?.request == .gpu
      && rejections.allSatisfy {
        if case .notHardware = $0.reason { return true }
        return $0.reason.isMissingDriver
      }
  }

  /// Several lines: the missing feature, each device with its reason, and the remedy.
  public var description: String {
    guard let selection else {
      return rejections.map(\.description).joined(separator: "\n")
    }
    let wish =
      switch selection.request {
      case .auto: "any device"
      case .gpu: "any GPU"
      case .device(let address): "\(address)"
      }
    let apis = selection.wantedAPI.map { [$0] } ?? GraphicsAPI.allCases
    let requirement = apis.map(\.requirement).joined(separator: " or ")
    var lines = ["no \(requirement) context on \(wish)"]
    lines += rejections.map { "  \($0)" }
    lines += notes.map { "  note: \($0)" }
    if let driver = selection.environment.driverOverride {
      lines.append(
        "  note: the driver \(driver) is selected "
          + "by MESA_LOADER_DRIVER_OVERRIDE or GALLIUM_DRIVER")
    }
    if rejections.allSatisfy({ $0.reason.isMissingDriver }) {
      lines.append("  libEGL found no driver: install libegl-mesa0 or your GPU's driver;")
      lines.append("  `glaze devices` reports what is missing")
    } else {
      lines.append("  `glaze devices` lists the devices and reports what is missing")
    }
    return lines.joined(separator: "\n")
  }

  /// The same text, for programs that show `localizedDescription`.
  public var errorDescription: String? { description }
}

extension Rejection.Reason {
  fileprivate var isMissingDriver: Bool {
    switch self {
    case .missingExtension: true
    case .noSuchDevice(let count): count == 0
    default: false
    }
  }
}

extension DeviceOrder.Candidate {
  func rejection(_ failure: DisplayFailure) -> Rejection {
    Rejection(device.address, through: route.address, failure.reason)
  }

  /// Throws when the device is not the wanted one.
  func accept(_ facts: ContextFacts) throws(DisplayFailure) {
    let isSoftware = SoftwareRasteriser(renderer: facts.renderer) != nil
    if wanted == .hardware && isSoftware {
      throw DisplayFailure(.notHardware(renderer: facts.renderer))
    }
    if wanted == .software && !isSoftware {
      throw DisplayFailure(.notSoftware(renderer: facts.renderer))
    }
  }
}

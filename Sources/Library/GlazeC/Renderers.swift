// glaze.h documents the public functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CGlaze
import Foundation
import Glaze
import GlazeCore

// Devices and renderers.

/// The list of devices of a thread: the result of the last `glaze_device_count`.
private enum DeviceLists {
  private static let key = "glaze.devices"

  static var current: [Device] {
    get { Thread.current.threadDictionary[key] as? [Device] ?? [] }
    set { Thread.current.threadDictionary[key] = newValue }
  }
}

extension glaze_device {
  fileprivate init(_ device: Device) {
    self.init()
    name = ConstantText.pointer(to: device.name)
    kind = ConstantText.pointer(to: device.kind.rawValue)
    description = ConstantText.pointer(to: device.description)
  }
}

@c @implementation
public func glaze_device_count() -> Int {
  let devices = Device.all()
  DeviceLists.current = devices
  return devices.count
}

@c @implementation
public func glaze_device_get(
  _ index: Int, _ device: UnsafeMutablePointer<glaze_device>!
) -> glaze_code {
  attempt {
    let devices = DeviceLists.current
    guard devices.indices.contains(index) else {
      throw Failure.argument(
        "there is no device \(index); glaze_device_count() found \(devices.count) on this thread")
    }
    try glaze_device(devices[index]).write(to: device, "device")
  }
}

func renderer(_ handle: OpaquePointer?) throws(Failure) -> Renderer {
  try HandleTable.shared.object(handle, .renderer, "renderer")
}

extension OpenGLLibrary {
  /// The library of a host; nil when EGL and GLX are meant.
  fileprivate init?(_ options: glaze_renderer_options) throws(Failure) {
    guard let find = options.get_proc_address else {
      if options.get_current_context == nil { return nil }
      throw .argument("get_current_context is set without get_proc_address")
    }
    // Unsafe only for the compiler: the program answers for its pointer.
    nonisolated(unsafe) let library = options.library
    self.init { name in find(library, name) }
    if let current = options.get_current_context {
      currentContext = { current(library) }
    }
  }
}

@c @implementation
public func glaze_renderer_create(
  _ device: UnsafePointer<CChar>!, _ options: UnsafePointer<glaze_renderer_options>!
) -> OpaquePointer! {
  attempt(or: nil) {
    let options = try glaze_renderer_options(options)
    let device = try optionalText(device, "device").map { name throws(GlazeError) in
      try Device(named: name)
    }
    let folder = try optionalText(options.program_cache, "program_cache")
    let renderer = try Renderer(
      device ?? .automatic, programCache: folder.map { URL(fileURLWithPath: $0) },
      library: OpenGLLibrary(options))
    if options.memory_budget > 0 {
      renderer.memoryBudget = Int(clamping: options.memory_budget)
    }
    return HandleTable.shared.handle(of: renderer, .renderer)
  }
}

@c @implementation
public func glaze_renderer_release(_ renderer: OpaquePointer!) {
  HandleTable.shared.release(renderer) { $0 == .renderer }
}

@c @implementation
public func glaze_renderer_get_device(
  _ renderer: OpaquePointer!, _ device: UnsafeMutablePointer<glaze_device>!
) -> glaze_code {
  attempt { try glaze_device(GlazeC.renderer(renderer).device).write(to: device, "device") }
}

@c @implementation
public func glaze_renderer_set_memory_budget(
  _ renderer: OpaquePointer!, _ bytes: UInt64
) -> glaze_code {
  attempt {
    let renderer = try GlazeC.renderer(renderer)
    try renderer.checkThread()
    renderer.memoryBudget = Int(clamping: bytes)
  }
}

@c @implementation
public func glaze_renderer_hand_over(_ renderer: OpaquePointer!) -> glaze_code {
  attempt { try GlazeC.renderer(renderer).handOver() }
}

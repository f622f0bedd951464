import Dispatch
import Foundation
import Testing

@testable import GlazeEGL

@Suite("Contexts on this machine")
struct ContextTests {
  /// Returns a selection for an environment in which no variable selects a device.
  static func selection(_ request: DeviceSelection.Request = .auto) -> DeviceSelection {
    DeviceSelection(request, environment: [:])
  }

  @Test("A context executes its drawing commands", arguments: ["auto", "surfaceless", "software"])
  func draws(device: String) throws {
    let context = try Context(DeviceSelection(parsing: device, environment: [:]))
    try context.makeCurrent()
    let pixel = try Drawing(context).clearedPixel(red: 0.2, green: 0.4, blue: 0.6, alpha: 1)
    #expect(pixel == [51, 102, 153, 255])
    #expect(context.device.renderer?.isEmpty == false)
    #expect(context.device.version?.hasPrefix("4.") == true)
  }

  @Test("Two contexts on two threads draw at the same time")
  func threads() async throws {
    let colors: [Float] = [0.2, 0.8]
    let pixels = try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for color in colors {
        group.addTask {
          try Self.onOwnThread {
            let context = try Context(Self.selection())
            try context.makeCurrent()
            var pixel: [UInt8] = []
            for _ in 0..<50 {
              pixel = try Drawing(context)
                .clearedPixel(red: color, green: 0, blue: 0, alpha: 1)
            }
            context.resignCurrent()
            return pixel
          }
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(pixels == [[51, 0, 0, 255], [204, 0, 0, 255]])
  }

  @Test(
    "A display without the newer extensions gets a configuration, or a pbuffer too",
    arguments: ["EGL_KHR_no_config_context", "EGL_KHR_surfaceless_context"])
  func olderDisplays(missing: String) throws {
    var display = try Display.at(.surfaceless)
    display.extensions.remove(missing)
    let handle = try ContextHandle.make(display, .openGL, debug: true)
    defer { handle.destroy() }
    #expect((handle.surface != nil) == (missing == "EGL_KHR_surfaceless_context"))
    #expect(try handle.facts().version.hasPrefix("4."))
    #expect(!handle.isCurrent)
  }

  @Test("Making a context does not change the current one")
  func restores() throws {
    let first = try Context(Self.selection())
    try first.makeCurrent()
    let second = try Context(Self.selection())
    let pixel = try Drawing(first).clearedPixel(red: 1, green: 0, blue: 0, alpha: 1)
    #expect(pixel == [255, 0, 0, 255])
    #expect(throws: Never.self) { try Self.onOwnThread { try second.makeCurrent() } }
  }

  @Test("A context that is current on another thread cannot be made current")
  func currentElsewhere() throws {
    let context = try Context(Self.selection())
    try context.makeCurrent()
    #expect(throws: ContextError.self) {
      try Self.onOwnThread { try context.makeCurrent() }
    }
    context.resignCurrent()
    try Self.onOwnThread {
      try context.makeCurrent()
      context.resignCurrent()
    }
  }

  @Test("The error names a device that EGL does not list")
  func missingDevice() throws {
    let error = #expect(throws: ContextError.self) {
      try Context(Self.selection(.device(.egl(99))))
    }
    #expect(error?.rejections.first?.device == .egl(99))
    #expect(error?.description.contains("egl:99") == true)
  }

  @Test("The error names a missing node with the system's reason")
  func missingNode() throws {
    let path = "/dev/dri/renderD999"
    let error = #expect(throws: ContextError.self) {
      try Context(Self.selection(.device(.node(path))))
    }
    #expect(error?.rejections == [Rejection(.node(path), .cannotOpen(errno: ENOENT))])
  }

  /// Runs the body on a separate thread, because a context belongs to a thread, not to a task.
  static func onOwnThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) throws -> Value {
    let result = Delivery<Value>()
    let thread = Thread { result.finish(Result { try body() }) }
    thread.start()
    return try result.wait()
  }
}

/// A result that another thread delivers.
private final class Delivery<Value: Sendable>: @unchecked Sendable {
  // Unchecked: the semaphore orders the one write before the one read.
  private var result: Result<Value, any Error>?
  private let done = DispatchSemaphore(value: 0)

  func finish(_ result: Result<Value, any Error>) {
    self.result = result
    done.signal()
  }

  func wait() throws -> Value {
    done.wait()
    return try #require(result).get()
  }
}

import CGlazeLazy
package import Foundation
package import Glaze
import GlazeGeometry

/// An SDL window, on X11, Wayland, or another platform of SDL.
package final class WindowDisplay: Display {
  package let renderer: Renderer
  private let window: UnsafeMutableRawPointer
  /// The window's OpenGL context; nil if the CPU draws into its surface.
  private let context: UnsafeMutableRawPointer?
  private let isVSynced: Bool
  private var isPressed = false
  private var isOpen = true

  /// Opens a window.
  ///
  /// - Parameters:
  ///   - size: The size of the content, in points.
  ///   - fitsScreen: Whether the size is reduced to fit the screen.
  ///   - device: `automatic` tries OpenGL on a GPU, then the CPU.
  package init(
    title: String, size: CGSize, device: Device, isVSynced: Bool, fitsScreen: Bool = false
  ) throws(GlazeError) {
    self.isVSynced = isVSynced
    guard glaze_lazy_is_there(GLAZE_LAZY_SDL) else {
      throw GlazeError(
        .noDevice, "a window needs SDL 2.0.18 or later: install libSDL2-2.0.so.0 (libsdl2-2.0-0)")
    }
    guard SDL_InitSubSystem(UInt32(GLAZE_SDL_VIDEO)) == 0 else {
      throw .noWindow("SDL found no display: \(Self.reason)")
    }
    if Self.isInvisible {
      SDL_QuitSubSystem(UInt32(GLAZE_SDL_VIDEO))
      throw .noWindow("there is no X11 or Wayland display; set DISPLAY or WAYLAND_DISPLAY")
    }
    let size = fitsScreen ? Self.fitting(size) : size
    (window, context, renderer) = try Self.open(title, size, device, isVSynced)
  }

  /// Returns a size that leaves room for bars and frames on the first screen.
  private static func fitting(_ size: CGSize) -> CGSize {
    var mode = glaze_sdl_mode()
    guard SDL_GetCurrentDisplayMode(0, &mode) == 0, mode.w > 0, mode.h > 0 else { return size }
    let (width, height) = (CGFloat(mode.w) * 0.9, CGFloat(mode.h) * 0.85)
    let factor = min(1, width / max(1, size.width), height / max(1, size.height))
    return CGSize(
      width: (size.width * factor).rounded(), height: (size.height * factor).rounded())
  }

  private typealias Parts = (UnsafeMutableRawPointer, UnsafeMutableRawPointer?, Renderer)

  private static func open(
    _ title: String, _ size: CGSize, _ device: Device, _ isVSynced: Bool
  ) throws(GlazeError) -> Parts {
    if device != .cpu {
      do throws(GlazeError) {
        if let parts = try openGL(title, size, isVSynced, onlyGPU: device == .automatic) {
          return parts
        }
      } catch {
        guard device == .automatic else { throw error }
      }
    }
    return (try open(title, size, 0), nil, try Renderer(.cpu))
  }

  /// Opens a window with a context of OpenGL, or else of OpenGL ES.
  private static func openWithContext(
    _ title: String, _ size: CGSize
  ) throws(GlazeError) -> (window: UnsafeMutableRawPointer, context: UnsafeMutableRawPointer) {
    var obstacle = ""
    for (profile, minor) in [(GLAZE_SDL_GL_CORE, 3), (GLAZE_SDL_GL_ES, 0)] {
      SDL_GL_SetAttribute(Int32(GLAZE_SDL_GL_MAJOR_VERSION), 3)
      SDL_GL_SetAttribute(Int32(GLAZE_SDL_GL_MINOR_VERSION), Int32(minor))
      SDL_GL_SetAttribute(Int32(GLAZE_SDL_GL_PROFILE), Int32(profile))
      // The profile belongs to the window's format.
      let window = try open(title, size, UInt32(GLAZE_SDL_OPENGL))
      if let context = SDL_GL_CreateContext(window) { return (window, context) }
      if obstacle.isEmpty { obstacle = reason }
      SDL_DestroyWindow(window)
    }
    throw .noWindow("neither OpenGL 3.3 nor OpenGL ES 3.0 is available: \(obstacle)")
  }

  /// - Returns: nil if OpenGL draws on the CPU although a GPU is required.
  private static func openGL(
    _ title: String, _ size: CGSize, _ isVSynced: Bool, onlyGPU: Bool
  ) throws(GlazeError) -> Parts? {
    let (window, context) = try openWithContext(title, size)
    // Drivers without vertical sync show frames at once.
    SDL_GL_SetSwapInterval(isVSynced ? 1 : 0)
    do throws(GlazeError) {
      let renderer = try Renderer(.currentContext, programCache: Renderer.standardProgramCache)
      if !(onlyGPU && renderer.isRasteriser) { return (window, context, renderer) }
    } catch {
      SDL_GL_DeleteContext(context)
      SDL_DestroyWindow(window)
      throw error
    }
    // The renderer is gone, which needed the context.
    SDL_GL_DeleteContext(context)
    SDL_DestroyWindow(window)
    return nil
  }

  private static func open(
    _ title: String, _ size: CGSize, _ flags: UInt32
  ) throws(GlazeError) -> UnsafeMutableRawPointer {
    // A document may be larger than any screen.
    func side(_ length: CGFloat) -> Int32 {
      Int32(clamping: Int(clamping: max(1, min(length, 16384))))
    }
    let flags = flags | UInt32(GLAZE_SDL_RESIZABLE) | UInt32(GLAZE_SDL_HIGH_DPI)
    let center = Int32(GLAZE_SDL_CENTERED)
    guard
      let window = SDL_CreateWindow(
        title, center, center, side(size.width), side(size.height), flags)
    else { throw .noWindow(reason) }
    return window
  }

  /// A Boolean value that indicates whether SDL chose an invisible driver without a request.
  private static var isInvisible: Bool {
    guard let driver = SDL_GetCurrentVideoDriver() else { return true }
    let isAskedFor = ProcessInfo.processInfo.environment["SDL_VIDEODRIVER"]?.isEmpty == false
    return !isAskedFor && ["offscreen", "dummy", "evdev"].contains(String(cString: driver))
  }

  private static var reason: String {
    let text = SDL_GetError().map { String(cString: $0) } ?? ""
    return text.isEmpty ? "SDL gives no reason" : text
  }

  // MARK: Properties

  package var pixelSize: CGSize {
    var (width, height): (Int32, Int32) = (0, 0)
    if context != nil {
      SDL_GL_GetDrawableSize(window, &width, &height)
    } else if let surface = SDL_GetWindowSurface(window) {
      (width, height) = (surface.pointee.w, surface.pointee.h)
    }
    return CGSize(width: Int(max(1, width)), height: Int(max(1, height)))
  }

  package var scale: CGFloat {
    var (width, height): (Int32, Int32) = (0, 0)
    SDL_GetWindowSize(window, &width, &height)
    return width > 0 ? pixelSize.width / CGFloat(width) : 1
  }

  package var refreshRate: Double {
    var mode = glaze_sdl_mode()
    let index = SDL_GetWindowDisplayIndex(window)
    guard SDL_GetCurrentDisplayMode(index, &mode) == 0, mode.refresh_rate > 0 else { return 60 }
    return Double(mode.refresh_rate)
  }

  /// Half a frame: the driver may wait for the screen during the other half.
  package var shortestFrame: Double { isVSynced ? 0.5 / refreshRate : 0 }

  package var name: String {
    let driver = SDL_GetCurrentVideoDriver().map { String(cString: $0) } ?? "SDL"
    return "window (\(driver))"
  }

  package func setTitle(_ title: String) { SDL_SetWindowTitle(window, title) }

  // MARK: Frames

  package func show(
    _ draw: (RenderTarget) throws(GlazeError) -> RenderedFrame
  ) throws(GlazeError) -> Bool {
    if let context {
      SDL_GL_MakeCurrent(window, context)
      let size = pixelSize
      _ = try draw(
        .framebuffer(0, width: Int(clamping: size.width), height: Int(clamping: size.height)))
      SDL_GL_SwapWindow(window)
      return true
    }
    guard let surface = SDL_GetWindowSurface(window)?.pointee, let pixels = surface.pixels else {
      throw .noWindow("the window has no pixels: \(Self.reason)")
    }
    let memory = UnsafeMutableRawBufferPointer(
      start: pixels, count: Int(surface.pitch) * Int(surface.h))
    _ = try draw(
      .memory(memory, bytesPerRow: Int(surface.pitch), format: .bgra8Premultiplied))
    SDL_UpdateWindowSurface(window)
    return true
  }

  package func close() {
    guard isOpen else { return }
    isOpen = false
    if let context {
      SDL_GL_MakeCurrent(window, context)
      // The resources of the context end with it.
      try? renderer.contextWasLost()
      SDL_GL_DeleteContext(context)
    }
    SDL_DestroyWindow(window)
    SDL_QuitSubSystem(UInt32(GLAZE_SDL_VIDEO))
  }

  // MARK: Events

  package func events(waiting seconds: Double) throws(GlazeError) -> [WindowEvent] {
    var event = glaze_sdl_event()
    let milliseconds = Int32(clamping: Int(clamping: max(0, min(seconds, 60)) * 1000))
    var hasEvent =
      milliseconds > 0
      ? SDL_WaitEventTimeout(&event, milliseconds) != 0 : SDL_PollEvent(&event) != 0
    var events: [WindowEvent] = []
    while hasEvent {
      if let known = known(event) { events.append(known) }
      hasEvent = SDL_PollEvent(&event) != 0
    }
    return events
  }

  private func known(_ event: glaze_sdl_event) -> WindowEvent? {
    switch Int(event.type) {
    case GLAZE_SDL_QUIT: return WindowEvent(.closed)
    case GLAZE_SDL_WINDOW:
      let kind = Int(event.window.event)
      // Exposed parts must be drawn again, as after a change of size.
      guard kind == GLAZE_SDL_SIZE_CHANGED || kind == GLAZE_SDL_EXPOSED else { return nil }
      return WindowEvent(.resized)
    case GLAZE_SDL_KEY_DOWN:
      return Self.key(event.key.symbol).map {
        WindowEvent(key: $0, isShifted: event.key.modifiers & 3 != 0)
      }
    case GLAZE_SDL_MOTION:
      return pointer(.pointerMoved, event.motion.x, event.motion.y)
    case GLAZE_SDL_BUTTON_DOWN where event.button.button == 1:
      isPressed = true
      return pointer(.pointerDown, event.button.x, event.button.y)
    case GLAZE_SDL_BUTTON_UP where event.button.button == 1:
      isPressed = false
      return pointer(.pointerUp, event.button.x, event.button.y)
    case GLAZE_SDL_WHEEL:
      var known = WindowEvent(.scrolled)
      known.scroll = CGSize(
        width: -CGFloat(event.wheel.precise_x), height: CGFloat(event.wheel.precise_y))
      return known
    default: return nil
    }
  }

  private func pointer(_ kind: WindowEvent.Kind, _ x: Int32, _ y: Int32) -> WindowEvent {
    WindowEvent(kind, at: CGPoint(x: Int(x), y: Int(y)), isPressed: isPressed)
  }

  /// Keys without a character, by the scancode in SDL's symbols.
  private static let names: [Int32: WindowEvent.Key] = [
    74: .home, 77: .end, 79: .right, 80: .left, 81: .down, 82: .up,
  ]

  private static func key(_ symbol: Int32) -> WindowEvent.Key? {
    switch symbol {
    case 9: return .tab
    case 13: return .enter
    case 27: return .escape
    case 32: return .space
    case 33..<0x40000000:
      return Unicode.Scalar(UInt32(bitPattern: symbol)).map {
        WindowEvent.Key(rawValue: String(Character($0)))
      }
    default:
      let scancode = symbol & 0x3fff_ffff
      return 58...69 ~= scancode ? .function(Int(scancode) - 57) : names[scancode]
    }
  }
}

extension GlazeError {
  /// The error if no window can be opened.
  static func noWindow(_ reason: String) -> Self {
    Self(.noDevice, "cannot open a window: \(reason)")
  }
}

import CGlazeLazy
package import Foundation
package import Glaze
import GlazeGeometry

/// A screen without a window system: Glaze draws into buffers of the card, which flips between them.
///
/// Keys are those of the terminal that the process was started in, or of keyboards where it has none; pointers
/// are read from their devices. The console comes back at the end, after
/// crashes, and while another console is looked at.
package final class KMSDisplay: Display {
  package let renderer: Renderer
  private let screen: KMSScreen
  private let pages: [KMSPage]
  private let old: UnsafeMutablePointer<glaze_drm_crtc>?
  private let console: KMSConsole
  private let terminal: RawTerminal?
  private var keys = TerminalKeys()
  private let input: KMSInput
  private let ending = EndSignals()
  private let flips = Flips()
  private var back = 0
  /// Whether the screen shows a page of this display's.
  private var isShown = false
  private var isOpen = true

  /// A flip that the card has not done yet.
  private final class Flips {
    var isPending = false
  }

  /// Takes a screen.
  ///
  /// - Parameters:
  ///   - card: such as `/dev/dri/card0`; nil is the first with a screen.
  ///   - connector: such as `HDMI-A-1`; nil is the first with a screen.
  ///   - mode: `1920x1080` or `1920x1080@60`; nil is the one that the screen prefers.
  package init(
    card: String? = nil, connector: String? = nil, mode: String? = nil, device: Device = .automatic
  ) throws(GlazeError) {
    guard glaze_lazy_is_there(GLAZE_LAZY_DRM) else {
      throw .noScreen("this needs libdrm.so.2: install libdrm2")
    }
    screen = try KMSScreen(card: card, connector: connector, mode: mode)
    renderer = try Renderer(device, programCache: Renderer.standardProgramCache)
    let isLinear = renderer.device == .cpu
    let memory = try KMSMemory(screen.card, path: screen.path)
    pages = [try memory.page(screen, isLinear), try memory.page(screen, isLinear)]
    old = drmModeGetCrtc(screen.card, screen.crtc)
    let terminal = RawTerminal()
    self.terminal = terminal
    input = KMSInput(
      size: CGSize(width: Int(screen.mode.hdisplay), height: Int(screen.mode.vdisplay)),
      hasKeys: terminal == nil)
    console = KMSConsole(terminal?.descriptor)
  }

  package var pixelSize: CGSize {
    CGSize(width: Int(screen.mode.hdisplay), height: Int(screen.mode.vdisplay))
  }
  package var scale: CGFloat { 1 }
  package var refreshRate: Double { screen.mode.vrefresh > 0 ? Double(screen.mode.vrefresh) : 60 }
  /// Flips wait for the screen.
  package var shortestFrame: Double { 0.5 / refreshRate }
  /// Nobody else draws one.
  package var drawsPointer: Bool { input.hasPointer }
  package var name: String { "\(screen.path) \(screen.name) \(screen.modeName)" }

  // MARK: Frames

  package func show(
    _ draw: (RenderTarget) throws(GlazeError) -> RenderedFrame
  ) throws(GlazeError) -> Bool {
    guard console.isVisible else { return false }
    // The page that is drawn into must not be on its way to the screen, nor on it.
    waitForFlip()
    let page = pages[back]
    let frame = try draw(.dmaBuffer(page.buffer))
    _ = frame.fence?.wait()
    if isShown {
      let user = Unmanaged.passUnretained(flips).toOpaque()
      flips.isPending =
        drmModePageFlip(
          screen.card, screen.crtc, page.framebuffer, UInt32(GLAZE_DRM_FLIP_EVENT), user) == 0
      guard flips.isPending else { throw .noScreen("\(name) does not flip: \(lastError())") }
    } else {
      try setMode(page.framebuffer)
    }
    back = 1 - back
    return true
  }

  private func setMode(_ framebuffer: UInt32) throws(GlazeError) {
    var (connector, mode) = (screen.connector, screen.mode)
    guard drmModeSetCrtc(screen.card, screen.crtc, framebuffer, 0, 0, &connector, 1, &mode) == 0
    else { throw .noScreen("\(name) cannot be set: \(lastError())") }
    isShown = true
  }

  private func waitForFlip() {
    var events = glaze_drm_events()
    events.version = 2
    events.page_flip = { _, _, _, _, user in
      guard let user else { return }
      Unmanaged<Flips>.fromOpaque(user).takeUnretainedValue().isPending = false
    }
    var wanted = pollfd(fd: screen.card, events: Int16(POLLIN), revents: 0)
    // A card that never answers is left after a second: the next flip tells why.
    while flips.isPending, poll(&wanted, 1, 1000) == 1 { drmHandleEvent(screen.card, &events) }
    flips.isPending = false
  }

  // MARK: Events

  package func events(waiting seconds: Double) throws(GlazeError) -> [WindowEvent] {
    if ending.isRequested { return [WindowEvent(.closed)] }
    switch console.takeChange() {
    case .left:
      waitForFlip()
      drmDropMaster(screen.card)
      console.release()
      isShown = false
    case .entered:
      console.acquire()
      drmSetMaster(screen.card)
      // The other console has another picture on the screen.
      try setMode(pages[1 - back].framebuffer)
    case nil: break
    }
    input.wait(seconds, or: terminal?.descriptor)
    let pointer = input.read()
    // What is done on another console is not for this one.
    let seen = console.isVisible ? pointer : []
    guard let terminal else { return seen }
    guard let bytes = terminal.read(waiting: 0) else { return [WindowEvent(.closed)] }
    return seen + keys.events(in: bytes)
  }

  package func close() {
    guard isOpen else { return }
    isOpen = false
    waitForFlip()
    if let old {
      var connector = screen.connector
      if old.pointee.mode_valid != 0 {
        drmModeSetCrtc(
          screen.card, screen.crtc, old.pointee.buffer_id, old.pointee.x, old.pointee.y, &connector,
          1, &old.pointee.mode)
      }
      drmModeFreeCrtc(old)
    }
    input.close()
    console.close()
    terminal?.restore()
  }
}

extension GlazeError {
  /// There is no screen to be had.
  static func noScreen(_ reason: String) -> Self {
    Self(.noDevice, "a screen cannot be used: \(reason)")
  }
}

/// What errno says.
func lastError() -> String { String(cString: strerror(errno)) }

import CGlazeLazy
package import Foundation
package import Glaze
import GlazeGeometry

/// A screen without a window system: Glaze draws into buffers of the card and flips between them.
///
/// Keys come from the terminal of the process, or else from keyboards; pointers
/// are read from their devices. The console returns at the end, after
/// crashes, and while another console is active.
package final class KMSDisplay: Display {
  package let renderer: Renderer
  package let output: OutputColor
  private let state: KMSConnectorState
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
  /// A Boolean value that indicates whether the screen shows a buffer of this display.
  private var isShown = false
  private var isOpen = true

  /// A flip that the card has not finished.
  private final class Flips {
    var isPending = false
  }

  /// Acquires a screen.
  ///
  /// - Parameters:
  ///   - card: The card, such as `/dev/dri/card0`; nil is the first with a screen.
  ///   - connector: The connector, such as `HDMI-A-1`; nil is the first with a screen.
  ///   - mode: `1920x1080` or `1920x1080@60`; nil is the screen's preferred mode.
  ///   - output: The encoding of frames, which the properties of the connector announce to the screen.
  package init(
    card: String? = nil, connector: String? = nil, mode: String? = nil,
    device: Device = .automatic, output: OutputColor = .standard
  ) throws(GlazeError) {
    guard glaze_lazy_is_there(GLAZE_LAZY_DRM) else {
      throw .noScreen("libdrm.so.2 is missing: install libdrm2")
    }
    let format = try Self.format(of: output)
    self.output = output
    screen = try KMSScreen(card: card, connector: connector, mode: mode)
    renderer = try Renderer(device, programCache: Renderer.standardProgramCache)
    let isLinear = renderer.device == .cpu
    let memory = try KMSMemory(screen.card, path: screen.path)
    pages = [
      try memory.page(screen, isLinear, format), try memory.page(screen, isLinear, format),
    ]
    state = KMSConnectorState(screen, output)
    old = drmModeGetCrtc(screen.card, screen.crtc)
    let terminal = RawTerminal()
    self.terminal = terminal
    input = KMSInput(
      size: CGSize(width: Int(screen.mode.hdisplay), height: Int(screen.mode.vdisplay)),
      hasKeys: terminal == nil)
    console = KMSConsole(terminal?.descriptor)
  }

  /// The format of the buffers for an encoding.
  private static func format(of output: OutputColor) throws(GlazeError) -> DMABuffer.Format {
    if output.transfer == .linear || output.compositing == .linear {
      throw .noScreen("it shows encoded colors; use --output-space without -linear")
    }
    switch output.depth {
    case .bits8: return .xrgb8888
    case .bits10: return .xrgb2101010
    case .half: return .abgr16161616f
    case .bits16, .float: throw .noScreen("it shows --depth 8, 10 or half, not \(output.depth)")
    }
  }

  /// The properties that the encoding needs and the screen's connector lacks.
  package var missingProperties: [String] { state.missing }

  package var pixelSize: CGSize {
    CGSize(width: Int(screen.mode.hdisplay), height: Int(screen.mode.vdisplay))
  }
  package var scale: CGFloat { 1 }
  package var refreshRate: Double { screen.mode.vrefresh > 0 ? Double(screen.mode.vrefresh) : 60 }
  /// Flips wait for the screen.
  package var shortestFrame: Double { 0.5 / refreshRate }
  /// No window system draws the pointer.
  package var drawsPointer: Bool { input.hasPointer }
  package var name: String { "\(screen.path) \(screen.name) \(screen.modeName)" }

  // MARK: Frames

  package func show(
    _ draw: (RenderTarget) throws(GlazeError) -> RenderedFrame
  ) throws(GlazeError) -> Bool {
    guard console.isVisible else { return false }
    // The buffer that is drawn into must not be shown or queued.
    waitForFlip()
    let page = pages[back]
    let frame = try draw(.dmaBuffer(page.buffer))
    _ = frame.fence?.wait()
    if isShown {
      let user = Unmanaged.passUnretained(flips).toOpaque()
      flips.isPending =
        drmModePageFlip(
          screen.card, screen.crtc, page.framebuffer, UInt32(GLAZE_DRM_FLIP_EVENT), user) == 0
      guard flips.isPending else { throw .noScreen("\(name) cannot flip: \(lastError())") }
    } else {
      try setMode(page.framebuffer)
    }
    back = 1 - back
    return true
  }

  private func setMode(_ framebuffer: UInt32) throws(GlazeError) {
    try state.apply()
    var (connector, mode) = (screen.connector, screen.mode)
    guard drmModeSetCrtc(screen.card, screen.crtc, framebuffer, 0, 0, &connector, 1, &mode) == 0
    else { throw .noScreen("cannot set the mode of \(name): \(lastError())") }
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
    // Gives up on a card that does not answer within a second: the next flip reports the reason.
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
      state.restore()
      console.release()
      isShown = false
    case .entered:
      console.acquire()
      drmSetMaster(screen.card)
      // The other console shows another image.
      try setMode(pages[1 - back].framebuffer)
    case nil: break
    }
    input.wait(seconds, or: terminal?.descriptor)
    let pointer = input.read()
    // Input on another console is not for this one.
    let seen = console.isVisible ? pointer : []
    guard let terminal else { return seen }
    guard let bytes = terminal.read(waiting: 0) else { return [WindowEvent(.closed)] }
    return seen + keys.events(in: bytes)
  }

  package func close() {
    guard isOpen else { return }
    isOpen = false
    waitForFlip()
    state.restore()
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
  /// The error if no screen can be used.
  static func noScreen(_ reason: String) -> Self {
    Self(.noDevice, "cannot use a screen: \(reason)")
  }
}

/// Returns the message of errno.
func lastError() -> String { String(cString: strerror(errno)) }

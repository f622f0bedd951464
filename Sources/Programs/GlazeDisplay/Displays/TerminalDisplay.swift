package import Foundation
package import Glaze
import GlazeGeometry
import GlazeLayers

/// A terminal that shows images, also over SSH.
package final class TerminalDisplay: Display {
  package let renderer: Renderer
  package let images: TerminalImages
  private let terminal: RawTerminal
  private var keys = TerminalKeys()
  private var grid: TerminalGrid
  private let ending: EndSignals
  private var text: [CellText] = []
  private var isOpen = true

  /// Acquires a terminal; its content is restored at the end.
  ///
  /// - Parameters:
  ///   - images: The protocol for images; nil queries the terminal.
  ///   - descriptor: The terminal's descriptor; nil is the terminal of the process.
  package init(
    _ images: TerminalImages? = nil, device: Device = .automatic, descriptor: Int32? = nil
  ) throws(GlazeError) {
    let ending = EndSignals()
    self.ending = ending
    guard let terminal = RawTerminal(descriptor, isEnding: { ending.isRequested }) else {
      throw GlazeError(.noDevice, "this process has no terminal; use another display")
    }
    self.terminal = terminal
    do throws(GlazeError) {
      renderer = try Renderer(device, programCache: Renderer.standardProgramCache)
    } catch {
      terminal.restore()
      throw error
    }
    // The title is kept for the end; then the alternate screen, no cursor, and pointer motion in cells.
    terminal.write("\u{1b}[22;0t\u{1b}[?1049h\u{1b}[?25l\u{1b}[?1003h\u{1b}[?1006h\u{1b}[2J")
    self.images = images ?? Self.ask(terminal)
    grid = TerminalGrid(terminal.descriptor, self.images)
  }

  package var pixelSize: CGSize { grid.pixelSize }
  package var scale: CGFloat { grid.scale }
  /// Images are large: more of them would only be queued.
  package var refreshRate: Double { 30 }
  package var name: String { "terminal (\(images.rawValue), \(grid.columns) x \(grid.rows))" }

  package func setTitle(_ title: String) {
    let shown = title.unicodeScalars.filter { $0.value >= 32 && $0.value != 127 }
    terminal.write("\u{1b}]2;\(String(String.UnicodeScalarView(shown)))\u{7}")
  }

  package func show(
    _ draw: (RenderTarget) throws(GlazeError) -> RenderedFrame
  ) throws(GlazeError) -> Bool {
    guard let image = try draw(.image).image else { return false }
    let bytes: [UInt8]
    do {
      bytes = try images.encode(image, columns: grid.columns, rows: grid.rows)
    } catch {
      throw GlazeError(.drawing, "cannot send an image to the terminal: \(error)")
    }
    // A synchronized update, if the terminal supports it.
    terminal.write(
      Array("\u{1b}[?2026h\u{1b}[H".utf8) + bytes
        + Array((text.map(\.sequence).joined() + "\u{1b}[?2026l").utf8))
    return true
  }

  package var cell: CGSize? {
    images == .blocks ? CGSize(width: 1 / scale, height: 2 / scale) : nil
  }

  package func setText(_ text: [CellText]) { self.text = text }

  package func close() {
    guard isOpen else { return }
    isOpen = false
    terminal.restore(
      (images == .kitty ? "\u{1b}_Ga=d,q=2\u{1b}\\" : "")
        + "\u{1b}[23;0t\u{1b}[?1006l\u{1b}[?1003l\u{1b}[0m\u{1b}[?25h\u{1b}[?1049l")
  }

  // MARK: Events

  package func events(waiting seconds: Double) throws(GlazeError) -> [WindowEvent] {
    if ending.isRequested { return [WindowEvent(.closed)] }
    var events: [WindowEvent] = []
    let now = TerminalGrid(terminal.descriptor, images)
    if now != grid {
      grid = now
      terminal.write("\u{1b}[2J")
      events.append(WindowEvent(.resized))
    }
    let bytes = terminal.read(waiting: events.isEmpty ? seconds : 0)
    if bytes == nil { return [WindowEvent(.closed)] }
    events += keys.events(in: bytes ?? []).map(placed)
    return events
  }

  /// Returns the event with the pointer in points, at the center of its cell.
  private func placed(_ event: WindowEvent) -> WindowEvent {
    var event = event
    let size = grid.pixelSize
    if event.key == "" {
      event.location = CGPoint(
        x: (event.location.x + 0.5) * size.width / CGFloat(grid.columns) / scale,
        y: (event.location.y + 0.5) * size.height / CGFloat(grid.rows) / scale)
    }
    return event
  }

  /// Queries the protocols of a terminal; a terminal that does not answer shows half blocks.
  private static func ask(_ terminal: RawTerminal) -> TerminalImages {
    let environment = ProcessInfo.processInfo.environment
    let program = environment["LC_TERMINAL"] ?? environment["TERM_PROGRAM"] ?? ""
    // An image of one pixel for kitty, then a query that every terminal answers.
    terminal.write("\u{1b}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1b}\\\u{1b}[c")
    var answer: [UInt8] = []
    for _ in 0..<20 {
      guard let bytes = terminal.read(waiting: 0.1) else { break }
      answer += bytes
      if TerminalImages.isComplete(answer) { break }
    }
    return TerminalImages(answer: answer, program: program)
  }
}

/// The numbers of cells and pixels of a terminal.
struct TerminalGrid: Equatable {
  private(set) var columns = 80
  private(set) var rows = 24
  private(set) var pixelSize: CGSize
  private(set) var scale: CGFloat = 1

  /// The size of a cell in pixels, if the terminal does not report it.
  private static let cell = CGSize(width: 8, height: 16)
  /// The number of pixels per point with blocks, which are two pixels high.
  private static let blockScale: CGFloat = 0.25

  init(_ file: Int32, _ images: TerminalImages) {
    var size = winsize()
    if ioctl(file, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 {
      (columns, rows) = (Int(size.ws_col), Int(size.ws_row))
    }
    if images == .blocks {
      pixelSize = CGSize(width: columns, height: 2 * rows)
      scale = Self.blockScale
    } else if size.ws_xpixel > 0, size.ws_ypixel > 0 {
      pixelSize = CGSize(width: Int(size.ws_xpixel), height: Int(size.ws_ypixel))
    } else {
      pixelSize = CGSize(
        width: CGFloat(columns) * Self.cell.width, height: CGFloat(rows) * Self.cell.height)
    }
    // Cells grow with the font, and controls with the cells.
    if images != .blocks {
      scale = max(1, (2 * pixelSize.height / CGFloat(rows) / Self.cell.height).rounded() / 2)
    }
    // Sixels in the last row would scroll the screen.
    if images == .sixel { pixelSize.height *= CGFloat(max(1, rows - 1)) / CGFloat(rows) }
    pixelSize = CGSize(
      width: pixelSize.width.rounded(.down), height: pixelSize.height.rounded(.down))
  }
}

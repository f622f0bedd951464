import Foundation
import Glaze
import GlazeGeometry
import GlazeLayers
import GlazePlan

/// The numbers of a frame, drawn in its corner: `--hud`.
struct Panel {
  /// The height of a line and the margin around the lines, in points.
  private static let lineHeight = 18.0
  private static let margin = 8.0
  private static let width = 216.0

  let root: CALayer
  let size: CGSize

  init(lines: [String]) {
    let height = Double(lines.count) * Self.lineHeight + 2 * Self.margin
    size = CGSize(width: Self.width, height: height)
    root = CALayer()
    root.bounds = CGRect(origin: .zero, size: size)
    root.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 0.7)
    root.cornerRadius = 6
    for (index, line) in lines.enumerated() {
      let text = CATextLayer()
      text.anchorPoint = .zero
      text.bounds = CGRect(x: 0, y: 0, width: Self.width - 2 * Self.margin, height: Self.lineHeight)
      text.position = CGPoint(x: Self.margin, y: Self.margin + Double(index) * Self.lineHeight)
      text.font = "DejaVu Sans Mono"
      text.fontSize = 13
      text.foregroundColor = .white
      text.string = line
      root.addSublayer(text)
    }
  }

  /// The lines of the panel.
  init(_ s: FrameStatistics, backend: Renderer.Backend, frameTime: Double) {
    func line(_ name: String, _ value: String) -> String {
      name + String(repeating: " ", count: max(1, 23 - name.count - value.count)) + value
    }
    func time(_ name: String, _ duration: Duration) -> String {
      line(name, BenchResult.text(duration.milliseconds) + " ms")
    }
    self.init(lines: [
      line("backend", backend.rawValue), line("frame", BenchResult.text(frameTime) + " ms"),
      time("commit", s.commit), time("plan", s.plan), time("execute", s.execute),
      line("passes", "\(s.passes)"), line("draws", "\(s.draws)"),
      line("instances", "\(s.instances)"), line("cached bitmaps", "\(s.bitmapHits)"),
    ])
  }

  /// Draws the panel into the top left corner of an image.
  func draw(over pixels: inout PixelBuffer, with renderer: Renderer) throws {
    let panel = try RenderSession(root, renderer: renderer).frame(at: 0).pixels
    let inset = 8
    for y in 0..<min(panel.height, max(0, pixels.height - inset)) {
      for x in 0..<min(panel.width, max(0, pixels.width - inset)) {
        let from = (y * panel.width + x) * 4
        let to = ((y + inset) * pixels.width + x + inset) * 4
        let rest = 255 - Int(panel.bytes[from + 3])
        for part in 0..<4 {
          let under = (Int(pixels.bytes[to + part]) * rest + 127) / 255
          pixels.bytes[to + part] = UInt8(min(255, Int(panel.bytes[from + part]) + under))
        }
      }
    }
  }
}

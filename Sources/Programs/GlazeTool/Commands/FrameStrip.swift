import Foundation
import Glaze
import GlazeGeometry

/// A tree of layers with rows of frames and captions, which Glaze itself draws.
struct FrameStrip {
  struct Frame {
    var image: CGImage
    /// The time, in seconds.
    var time: Double
  }

  /// The longest side of a frame unless the options set another size, in pixels.
  static let frameSide: CGFloat = 256

  private static let gap: CGFloat = 8
  private static let textHeight: CGFloat = 18

  private let showsCaptions: Bool
  private let root = CALayer()
  private var size = CGSize(width: FrameStrip.gap, height: FrameStrip.gap)

  init(showsCaptions: Bool) {
    self.showsCaptions = showsCaptions
    root.backgroundColor = CGColor(srgbRed: 0.11, green: 0.11, blue: 0.12, alpha: 1)
  }

  /// Adds a row below the others.
  mutating func addRow(_ frames: [Frame], title: String?) {
    if let title, showsCaptions {
      root.addSublayer(
        text(title, CGRect(x: Self.gap, y: size.height, width: 1024, height: Self.textHeight)))
      size.height += Self.textHeight
    }
    var x = Self.gap
    for frame in frames {
      let layer = CALayer()
      layer.contents = frame.image
      layer.frame = CGRect(
        x: x, y: size.height, width: CGFloat(frame.image.width),
        height: CGFloat(frame.image.height))
      root.addSublayer(layer)
      if showsCaptions {
        let place = CGRect(
          x: x, y: layer.frame.maxY, width: max(64, layer.frame.width), height: Self.textHeight)
        root.addSublayer(text(Self.caption(frame.time), place))
      }
      x += max(showsCaptions ? 64 : 0, layer.frame.width) + Self.gap
    }
    size.width = max(size.width, x)
    let height = frames.map { CGFloat($0.image.height) }.max() ?? 0
    size.height += height + (showsCaptions ? Self.textHeight : 0) + Self.gap
  }

  private func text(_ text: String, _ frame: CGRect) -> CATextLayer {
    let layer = CATextLayer()
    layer.string = text
    layer.fontSize = 12
    layer.foregroundColor = CGColor(srgbRed: 0.9, green: 0.9, blue: 0.92, alpha: 1)
    layer.truncationMode = .end
    layer.frame = frame
    return layer
  }

  /// The time with as few decimals as it needs, three at most: `0.5 s`.
  static func caption(_ time: Double) -> String {
    var text = String(format: "%.3f", time)
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text + " s"
  }

  /// All rows as one image.
  func image(_ renderer: Renderer) throws -> CGImage {
    root.frame = CGRect(origin: .zero, size: size)
    var options = RenderOptions(background: nil, isGeometryFlipped: true)
    options.extent = size
    let session = try RenderSession(root, renderer: renderer, options: options)
    try session.commit(at: 0)
    return try session.frame(at: 0).pixels.image
  }
}

import Foundation
import Glaze
import GlazeGeometry

/// A dark plate with text, which the controls consist of.
final class Panel {
  let layer = CALayer()
  private let label = CATextLayer()
  private var text = ""
  /// The space for other layers above the text, in points.
  private var room = CGSize.zero

  private static let margin: CGFloat = 8
  private static let fontSize: CGFloat = 12
  private static let lineHeight: CGFloat = 14
  /// The approximate width of a digit, so that panels keep their width while numbers change.
  private static let digitWidth: CGFloat = 7.25

  init(isError: Bool = false) {
    layer.backgroundColor =
      isError
      ? CGColor(srgbRed: 0.45, green: 0.05, blue: 0.05, alpha: 0.92)
      : CGColor(srgbRed: 0.08, green: 0.08, blue: 0.1, alpha: 0.85)
    layer.cornerRadius = 6
    layer.isHidden = true
    label.font = "Liberation Mono"
    label.fontSize = Self.fontSize
    label.foregroundColor = CGColor(srgbRed: 0.95, green: 0.95, blue: 0.97, alpha: 1)
    layer.addSublayer(label)
  }

  /// Shows text, or nothing, at the position that `place` returns for its size.
  func show(
    _ text: String?, room: CGSize = .zero, width: CGFloat? = nil, scale: CGFloat,
    at place: (CGSize) -> CGPoint
  ) {
    layer.isHidden = text == nil
    guard let text else { return }
    if text != self.text || label.contentsScale != scale || room != self.room {
      (self.text, self.room) = (text, room)
      label.contentsScale = scale
      label.string = text
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let columns = CGFloat(lines.map(\.count).max() ?? 0)
      let size = CGSize(
        width: width ?? max(room.width, (columns * Self.digitWidth).rounded(.up)),
        height: CGFloat(lines.count) * Self.lineHeight)
      label.isWrapped = width != nil
      label.frame = CGRect(
        x: Self.margin, y: Self.margin + room.height, width: size.width, height: size.height)
      layer.bounds.size = CGSize(
        width: size.width + 2 * Self.margin, height: size.height + room.height + 2 * Self.margin)
    }
    let origin = place(layer.bounds.size)
    layer.frame = CGRect(origin: origin, size: layer.bounds.size)
  }
}

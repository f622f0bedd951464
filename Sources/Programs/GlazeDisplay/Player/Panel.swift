import Foundation
import Glaze
import GlazeGeometry

/// A dark plate with text, which the controls consist of.
final class Panel {
  let layer = CALayer()
  private let label = CATextLayer()
  private var shown: Shown?

  private struct Shown: Equatable {
    var text: String
    var room: CGSize
    var width: CGFloat?
    var scale: CGFloat
    var enlargement: CGFloat
    var limit: CGSize?
  }

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

  /// Returns the number of letters of a line that fits without shrinking.
  static func columns(in room: CGSize, size enlargement: CGFloat) -> Int {
    Int(
      clamping: ((room.width - 2 * margin * enlargement) / (digitWidth * enlargement)).rounded(
        .down))
  }

  /// Shows text, or nothing, at the position that `place` returns for its size.
  ///
  /// - Parameters:
  ///   - room: The space for other layers above the text, in points.
  ///   - width: The width at which lines break; nil breaks none.
  ///   - scale: Pixels per point.
  ///   - size: The enlargement of the text.
  ///   - limit: The largest size of the panel, for which the text shrinks; nil keeps its size.
  func show(
    _ text: String?, room: CGSize = .zero, width: CGFloat? = nil, scale: CGFloat,
    size enlargement: CGFloat = 1, within limit: CGSize? = nil, at place: (CGSize) -> CGPoint
  ) {
    layer.isHidden = text == nil
    guard let text else { return }
    let shown = Shown(
      text: text, room: room, width: width, scale: scale, enlargement: enlargement, limit: limit)
    if shown != self.shown {
      self.shown = shown
      layOut(shown)
    }
    let origin = place(layer.bounds.size)
    layer.frame = CGRect(origin: origin, size: layer.bounds.size)
  }

  private func layOut(_ shown: Shown) {
    let lines = shown.text.split(separator: "\n", omittingEmptySubsequences: false)
    let columns = CGFloat(lines.map(\.count).max() ?? 0)
    var size = CGSize(
      width: (columns * Self.digitWidth).rounded(.up),
      height: CGFloat(lines.count) * Self.lineHeight)
    var factor = shown.enlargement
    if let limit = shown.limit {
      factor = min(
        factor, limit.width / (size.width + 2 * Self.margin),
        limit.height / (size.height + 2 * Self.margin))
    }
    let margin = Self.margin * factor
    if let width = shown.width {
      size.width = width
      // Long lines wrap.
      let perLine = max(1, (width / (Self.digitWidth * factor)).rounded(.down))
      let count = lines.map { max(1, (CGFloat($0.count) / perLine).rounded(.up)) }.reduce(0, +)
      size.height = count * Self.lineHeight * factor
    } else {
      size = CGSize(
        width: max(shown.room.width, (size.width * factor).rounded(.up)),
        height: (size.height * factor).rounded(.up))
    }
    label.contentsScale = shown.scale
    label.fontSize = Self.fontSize * factor
    label.string = shown.text
    label.isWrapped = shown.width != nil
    label.frame = CGRect(
      x: margin, y: margin + shown.room.height, width: size.width, height: size.height)
    layer.cornerRadius = 6 * factor
    layer.bounds.size = CGSize(
      width: size.width + 2 * margin, height: size.height + shown.room.height + 2 * margin)
  }
}

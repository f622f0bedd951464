import Foundation
import Glaze
import GlazeGeometry
import GlazeLayers

/// The magnified pixels around the pointer, with the color of the center pixel and the layer there.
final class Loupe {
  let panel = Panel()
  private let lens = CALayer()
  private let mark = CALayer()

  /// The number of pixels on a side; odd, so that there is a center pixel.
  private static let side = 15
  /// The size of the magnified image, in points.
  private static let size: CGFloat = 150

  init() {
    lens.magnificationFilter = .nearest
    mark.borderColor = CGColor(srgbRed: 1, green: 0.25, blue: 0.25, alpha: 1)
    mark.borderWidth = 1
    panel.layer.addSublayer(lens)
    panel.layer.addSublayer(mark)
  }

  func hide() { panel.show(nil, scale: 1) { _ in .zero } }

  /// - Parameters:
  ///   - image: An image of the display, without controls.
  ///   - pointer: The pointer, in points.
  ///   - layer: The layer under the pointer.
  ///   - point: The pointer in the document's coordinates.
  func show(
    _ image: CGImage, at pointer: CGPoint, of layer: CALayer?, point: CGPoint, view: PlayerView
  ) {
    let part = Self.part(of: image, at: pointer, scale: view.scale)
    lens.contents = part
    let factor = view.controlSize
    place(factor)
    let lines = Self.lines(part, layer, point)
    let side = Self.size * factor
    let room = CGSize(width: side, height: side + 4 * factor)
    panel.show(
      lines.joined(separator: "\n"), room: room, scale: view.scale, size: factor
    ) { size in
      // Next to the pointer, on the side with more room.
      let isLeft = pointer.x > view.size.width / 2
      let isAbove = pointer.y > view.size.height / 2
      return CGPoint(
        x: isLeft ? pointer.x - size.width - 20 : pointer.x + 20,
        y: isAbove ? max(0, pointer.y - size.height - 20) : pointer.y + 20)
    }
  }

  private func place(_ factor: CGFloat) {
    let (side, margin) = (Self.size * factor, 8 * factor)
    lens.frame = CGRect(x: margin, y: margin, width: side, height: side)
    let pixel = side / CGFloat(Self.side)
    let corner = margin + pixel * CGFloat(Self.side / 2)
    mark.frame = CGRect(x: corner - 1, y: corner - 1, width: pixel + 2, height: pixel + 2)
  }

  /// The color of the center pixel, the point, and the layer there.
  static func lines(_ part: CGImage, _ layer: CALayer?, _ point: CGPoint) -> [String] {
    [
      color(of: part), String(format: "%.1f, %.1f", point.x, point.y),
      layer.map(name) ?? "no layer",
    ]
  }

  /// Returns the names of a layer and its superlayers, `card > title`, or its class.
  static func name(of layer: CALayer) -> String {
    let own = layer.name ?? "\(type(of: layer))"
    var above = layer.superlayer
    while let next = above, next.name == nil { above = next.superlayer }
    return above.flatMap(\.name).map { "\($0) > \(own)" } ?? own
  }

  /// Returns the color of the center pixel, `#rrggbb`.
  private static func color(of part: CGImage) -> String {
    let middle = (side * side / 2) * 4
    let bytes = part.pixels[middle..<(middle + 3)]
    return "#" + bytes.map { String(format: "%02x", $0) }.joined()
  }

  /// The pixels around a point of an image.
  static func part(of image: CGImage, at point: CGPoint, scale: CGFloat) -> CGImage {
    let x = Int(clamping: (point.x * scale).rounded(.down))
    let y = Int(clamping: (point.y * scale).rounded(.down))
    var pixels = [UInt8](repeating: 0, count: side * side * 4)
    for row in 0..<side {
      for column in 0..<side {
        let (sx, sy) = (x + column - side / 2, y + row - side / 2)
        guard 0..<image.width ~= sx, 0..<image.height ~= sy else { continue }
        let (from, to) = ((sy * image.width + sx) * 4, (row * side + column) * 4)
        for i in 0..<4 { pixels[to + i] = image.pixels[from + i] }
      }
    }
    return CGImage(width: side, height: side, premultipliedRGBA: pixels, isOpaque: false)
  }
}

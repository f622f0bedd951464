import Foundation
import Glaze

/// The images of the examples, drawn by code.
enum Drawings {
  /// Draws in pixels, y up, into a transparent bitmap.
  private static func drawing(
    _ width: Int, _ height: Int, _ draw: (CGContext) -> Void
  ) -> CGImage? {
    let context = CGContext(
      data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
    guard let context else { return nil }
    draw(context)
    return context.makeImage()
  }

  private static func color(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat) -> CGColor {
    CGColor(red: red, green: green, blue: blue, alpha: 1)
  }

  /// A landscape of 160 x 200 pixels: a sky, a sun at the upper right, hills.
  static let landscape = drawing(160, 200) { context in
    let sky = CGGradient(
      colorsSpace: nil, colors: [color(0.98, 0.85, 0.6), color(0.25, 0.5, 0.85)], locations: nil)
    if let sky {
      context.drawLinearGradient(
        sky, start: CGPoint(x: 0, y: 60), end: CGPoint(x: 0, y: 200), options: [])
    }
    context.setFillColor(color(1, 0.95, 0.5))
    context.fillEllipse(in: CGRect(x: 105, y: 140, width: 36, height: 36))
    for (i, top) in [CGFloat(110), 80, 50].enumerated() {
      let light = CGFloat(i) * 0.14
      context.setFillColor(color(0.15 + light / 2, 0.3 + light, 0.2 + light / 3))
      context.move(to: .zero)
      context.addLine(to: CGPoint(x: 0, y: top - 20))
      context.addQuadCurve(
        to: CGPoint(x: 160, y: top - 35), control: CGPoint(x: 30 + 50 * CGFloat(i), y: top + 45))
      context.addLine(to: CGPoint(x: 160, y: 0))
      context.fillPath()
    }
  }

  /// A cone of 128 x 128 pixels on a transparent background, for a mask, which uses only its alpha.
  static let cone = drawing(128, 128) { context in
    context.setFillColor(color(0.9, 0.2, 0.1))
    context.move(to: CGPoint(x: 64, y: 120))
    context.addLine(to: CGPoint(x: 104, y: 28))
    context.addLine(to: CGPoint(x: 24, y: 28))
    context.fillPath()
    context.setFillColor(.black)
    context.fillEllipse(in: CGRect(x: 14, y: 14, width: 100, height: 28))
  }

  /// The digits 0...9 in a row, 6 x 10 pixels each, in seven segments.
  static let digits = drawing(60, 10) { context in
    // The segments: top, upper left, upper right, middle, lower left, lower right, bottom.
    let bars = [0x77, 0x24, 0x5D, 0x6D, 0x2E, 0x6B, 0x7B, 0x25, 0x7F, 0x6F]
    let places: [CGRect] = [
      CGRect(x: 1, y: 8, width: 4, height: 1), CGRect(x: 1, y: 5, width: 1, height: 4),
      CGRect(x: 4, y: 5, width: 1, height: 4), CGRect(x: 1, y: 5, width: 4, height: 1),
      CGRect(x: 1, y: 1, width: 1, height: 5), CGRect(x: 4, y: 1, width: 1, height: 5),
      CGRect(x: 1, y: 1, width: 4, height: 1),
    ]
    context.setFillColor(color(0.1, 0.15, 0.1))
    for (digit, set) in bars.enumerated() {
      for (i, place) in places.enumerated() where set >> i & 1 == 1 {
        context.fill(place.offsetBy(dx: CGFloat(digit * 6), dy: 0))
      }
    }
  }

  /// A figure of 64 x 96 pixels on a transparent background, which gives shadows their shape.
  static let figure = drawing(64, 96) { context in
    context.setFillColor(color(0.95, 0.95, 1))
    context.fillEllipse(in: CGRect(x: 4, y: 2, width: 56, height: 52))
    context.fillEllipse(in: CGRect(x: 14, y: 42, width: 36, height: 36))
    context.setFillColor(color(0.2, 0.2, 0.3))
    context.fill(CGRect(x: 14, y: 72, width: 36, height: 5))
    context.fill(CGRect(x: 22, y: 76, width: 20, height: 16))
    context.fillEllipse(in: CGRect(x: 24, y: 60, width: 5, height: 5))
    context.fillEllipse(in: CGRect(x: 35, y: 60, width: 5, height: 5))
  }
}

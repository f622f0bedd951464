import CoreGraphics
import ImageIO
import QuartzCore

/// A delegate that draws for a layer.
final class GradientArtist: NSObject, CALayerDelegate {
  func draw(_ layer: CALayer, in context: CGContext) {
    let colors = [
      CGColor(red: 1, green: 0, blue: 0, alpha: 1), CGColor(red: 0, green: 0, blue: 1, alpha: 1),
    ]
    guard
      let gradient = CGGradient(
        colorsSpace: CGColorSpaceCreateDeviceRGB(), colors: colors as CFArray, locations: [0, 1])
    else { return }
    context.saveGState()
    context.addPath(
      CGPath(roundedRect: layer.bounds, cornerWidth: 6, cornerHeight: 6, transform: nil))
    context.clip()
    context.drawLinearGradient(
      gradient, start: .zero, end: CGPoint(x: layer.bounds.maxX, y: 0), options: [])
    context.restoreGState()
    context.setBlendMode(kCGBlendModeMultiply)
    context.setShadow(offset: CGSize(width: 1, height: 1), blur: 2, color: .black)
    context.setFillColor(CGColor(gray: 1, alpha: 0.5))
    context.fillEllipse(in: layer.bounds.insetBy(dx: 4, dy: 4))
    context.drawRadialGradient(
      gradient, startCenter: CGPoint(x: layer.bounds.midX, y: layer.bounds.midY), startRadius: 0,
      endCenter: CGPoint(x: layer.bounds.midX, y: layer.bounds.midY), endRadius: 5,
      options: [.drawsBeforeStartLocation])
  }

  func action(for layer: CALayer, forKey event: String) -> CAAction? { NSNull() }
}

enum Pixels {
  /// Makes an image from bytes, row by row.
  static func checkerboard(_ size: Int) -> CGImage? {
    var bytes = [UInt8]()
    for y in 0..<size {
      for x in 0..<size {
        let value: UInt8 = (x + y) % 2 == 0 ? 255 : 0
        bytes += [value, value, value, 255]
      }
    }
    guard let provider = CGDataProvider(data: Data(bytes) as CFData) else { return nil }
    return CGImage(
      width: size, height: size, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4 * size,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue),
      provider: provider, decode: nil, shouldInterpolate: false, intent: .defaultIntent)
  }

  /// Returns the end points of a path's elements.
  static func points(of path: CGPath) -> [CGPoint] {
    var points = [CGPoint]()
    path.applyWithBlock { element in
      switch element.pointee.type {
      case .moveToPoint, .addLineToPoint: points.append(element.pointee.points[0])
      case .addQuadCurveToPoint: points.append(element.pointee.points[1])
      case .addCurveToPoint: points.append(element.pointee.points[2])
      case .closeSubpath: break
      @unknown default: break
      }
    }
    return points
  }

  /// Makes the outline of a speech bubble with a tail.
  static func bubble() -> CGPath {
    var move = CGAffineTransform(translationX: 2, y: 3)
    let path = CGMutablePath()
    path.addRoundedRect(
      in: CGRect(x: 0, y: 0, width: 30, height: 20), cornerWidth: 5, cornerHeight: 5)
    path.move(to: CGPoint(x: 10, y: 20))
    path.addLine(to: CGPoint(x: 12, y: 26))
    path.addQuadCurve(to: CGPoint(x: 18, y: 20), control: CGPoint(x: 14, y: 22))
    path.closeSubpath()
    return path.copy(using: &move)?
      .copy(strokingWithWidth: 2, lineCap: .round, lineJoin: .miter, miterLimit: 10) ?? path
  }
}

extension CGPoint {
  static func + (a: CGPoint, b: CGVector) -> CGPoint { CGPoint(x: a.x + b.dx, y: a.y + b.dy) }
}

extension CGAffineTransform {
  /// A description of the transform.
  var summary: String {
    let parts = decomposed()
    return "\(parts.scale.width) \(parts.rotation) \(parts.translation.dx)"
  }
}

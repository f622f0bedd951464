import Foundation
import Glaze
import GlazeGeometry
import GlazeLayers

/// A page that is drawn in a moment, with one of each thing that renderers keep; all of them change.
struct SmallPage {
  let root = CALayer()
  private let photo = CALayer()
  private let path = CAShapeLayer()
  private let text = CATextLayer()
  private let rasterized = CALayer()

  init() {
    root.bounds = CGRect(x: 0, y: 0, width: 64, height: 48)
    photo.frame = CGRect(x: 2, y: 2, width: 24, height: 24)
    photo.minificationFilter = .trilinear
    path.frame = CGRect(x: 30, y: 2, width: 30, height: 24)
    path.fillColor = CGColor(red: 0.8, green: 0.1, blue: 0.1, alpha: 1)
    text.frame = CGRect(x: 2, y: 30, width: 30, height: 16)
    text.fontSize = 10
    text.foregroundColor = .black
    rasterized.frame = CGRect(x: 36, y: 28, width: 20, height: 18)
    rasterized.backgroundColor = CGColor(red: 0.1, green: 0.2, blue: 0.7, alpha: 1)
    rasterized.shouldRasterize = true
    root.sublayers = [photo, path, text, rasterized]
  }

  /// The same every 60 frames, which is how often caches look for what is old.
  func change(_ index: Int) {
    let step = index % 60
    photo.contents = CGImage(
      width: 32, height: 32,
      premultipliedRGBA: [UInt8](repeating: UInt8(step), count: 3 * 32 * 32)
        + [UInt8](repeating: 255, count: 32 * 32))
    let shape = CGMutablePath()
    shape.move(to: CGPoint(x: 0, y: 0))
    shape.addLine(to: CGPoint(x: 30, y: CGFloat(step) / 3))
    shape.addLine(to: CGPoint(x: CGFloat(step) / 2, y: 24))
    path.path = shape
    path.position.x = 45 + CGFloat(step % 5)
    text.string = "\(step)"
    rasterized.cornerRadius = CGFloat(step % 9)
  }
}

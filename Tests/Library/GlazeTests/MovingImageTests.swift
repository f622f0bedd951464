import Foundation
import Glaze
import GlazeDrawing
import GlazeGeometry
import GlazePlan
import Testing

/// Frames of an animated image, which an animation of `contents` shows in sequence.
@Suite struct MovingImageTests {
  private static let colors: [[UInt8]] = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255]]

  private func image() throws -> ImageFile {
    let pages = Self.colors.enumerated().map { index, color in
      ImageWriter.Page(
        image: CGImage(
          width: 4, height: 4, premultipliedRGBA: (0..<16).flatMap { _ in color }),
        delay: [0.1, 0.2, 0.1][index])
    }
    return try ImageFile(try ImageWriter.encode(pages, as: .png, quality: 1), name: "a")
  }

  @Test func framesAreKeyframes() throws {
    let file = try image()
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
    let animation = CAKeyframeAnimation(keyPath: "contents")
    animation.values = try (0..<file.count).map { try file.image(at: $0) }
    animation.keyTimes = [0, 0.25, 0.75, 1]
    animation.calculationMode = .discrete
    animation.duration = 0.4
    animation.repeatCount = .infinity
    layer.add(animation, forKey: nil)
    let session = try RenderSession(layer, renderer: try Renderer(.cpu), options: RenderOptions())
    try session.commit(at: 0)
    for (time, color) in [(0.05, 0), (0.15, 1), (0.25, 1), (0.35, 2), (0.45, 0), (0.55, 1)] {
      let pixels = try session.frame(at: time).pixels.bytes
      #expect(Array(pixels.prefix(4)) == Self.colors[color], "at \(time)")
    }
  }
}

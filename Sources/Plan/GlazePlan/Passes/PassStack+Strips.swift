import CGlazeShaders
import GlazeGeometry
import GlazeTree

// Pixels at the edge of the frame's content, which belong to no layer.

extension PassStack {
  /// Draws a premultiplied color over whole pixels of the frame.
  mutating func cover(_ pixels: PixelRect, with color: SIMD4<Float>) {
    plan.rectangles.append(RectangleInstance(pixels, color))
    record(.rectangle, end: plan.rectangles.count, clips: 0, pixels, isNoted: true)
  }

  /// Removes a part of what is drawn on whole pixels of the frame.
  mutating func erase(_ pixels: PixelRect, by part: Float) {
    let image = addTarget(pixels, .unorm8)
    let size = SIMD2(pixels.maxX - pixels.minX, pixels.maxY - pixels.minY)
    plan.rectangles.append(
      RectangleInstance(
        PixelRect(minX: 0, minY: 0, maxX: size.x, maxY: size.y), SIMD4(0, 0, 0, part)))
    addPass(.rectangle, plan.rectangles.count, image)
    var instance = CompositeInstance()
    let quad = Quad(pixels)
    (instance.quad01, instance.quad23) = (quad.first, quad.second)
    instance.source = SIMD4(image.origin.x, image.origin.y, 1, 0)
    plan.composites.append(instance)
    record(
      .composite(target: image.target, mask: nil), end: plan.composites.count, clips: 0, pixels,
      .destinationOut, isNoted: true)
  }
}

extension RectangleInstance {
  fileprivate init(_ pixels: PixelRect, _ color: SIMD4<Float>) {
    self.init()
    edges = SIMD4(
      Float(pixels.minX), Float(pixels.minY), Float(pixels.maxX), Float(pixels.maxY))
    self.color = color
  }
}

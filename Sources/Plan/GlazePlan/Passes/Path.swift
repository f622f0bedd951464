import CGlazeShaders
import Foundation
import GlazeGeometry
import GlazeTree

// A layer's path: masks of its coverage at the final scale, drawn in colors.

extension Flattener {
  mutating func drawPath(_ shape: LayerShape, _ context: PlaneContext) {
    let path = shape.path.elements
    if let fill = shape.fill {
      drawPath(path, .fill(shape.fillRule), fill, context)
    }
    if let stroke = shape.stroke {
      drawPath(path, .stroke(shape.strokeStyle), stroke, context)
    }
  }

  mutating func drawPath(
    _ path: PathElements, _ style: PathStyle, _ color: SIMD4<Float>, _ context: PlaneContext
  ) {
    // Passes grow with their content, so the coverage outside of the frame is not needed.
    let seen = context.bounds.intersection(passes.limit)
    let rasterizer = rasterizer
    guard color.w > 0, !path.isEmpty, !seen.isEmpty,
      let found = masksOfPaths.mask(
        of: path, style, map: context.homography, bounds: seen, room: passes.roomForMasks,
        rasterizer: rasterizer)
    else { return }
    guard let mask = found.mask else { return passes.add(workOfMask: found.work) }
    drawCoverage(mask, x: found.x, y: found.y, color.premultiplied(in: context), context)
  }

  /// Draws a premultiplied color through a mask whose first pixel is at (x, y).
  mutating func drawCoverage(
    _ mask: FramePlan.Mask, x: Int, y: Int, _ color: SIMD4<Float>, _ context: PlaneContext
  ) {
    let whole = PixelRect(
      minX: Double(x), minY: Double(y), maxX: Double(x + mask.width), maxY: Double(y + mask.height))
    let bounds = whole.intersection(context.bounds).intersection(passes.limit)
    guard !bounds.isEmpty else { return passes.add(workOfMask: mask.work) }
    let quad = Quad(bounds)
    let folds = optimizations.contains(.foldClips)
    let run = passes.clips(of: context, in: clips) { !(folds && $0.surelyCovers(quad)) }
    var instance = CoverageInstance()
    instance.quad01 = quad.first
    instance.quad23 = quad.second
    instance.source = SIMD4(Float(x), Float(y), 0, 0)
    instance.color = color
    instance.params = SIMD4(0, Float(run.first), Float(run.count), 0)
    passes.add(instance, mask: passes.add(mask: mask), bounds: bounds)
  }
}

extension SIMD4<Float> {
  /// A color as an item of a plane shows it: tinted, faded and multiplied by its alpha.
  func premultiplied(in context: PlaneContext) -> SIMD4<Float> {
    (self * context.tint).premultiplied * context.opacity
  }
}

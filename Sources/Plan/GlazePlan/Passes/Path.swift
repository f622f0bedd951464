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
    guard color.w > 0, let found = coverage(of: path, style, context) else { return }
    drawCoverage(found.mask, x: found.x, y: found.y, color.premultiplied(in: context), context)
  }

  /// Returns the mask of a path, whose first pixel is at (x, y); nil where nothing is seen.
  mutating func coverage(
    of path: PathElements, _ style: PathStyle, _ context: PlaneContext
  ) -> (mask: FramePlan.Mask, x: Int, y: Int)? {
    // Passes grow with their content, so the coverage outside of the frame is not needed.
    let seen = context.bounds.intersection(passes.limit)
    guard !path.isEmpty, !seen.isEmpty,
      let found = masksOfPaths.mask(
        of: path, style, map: context.homography, bounds: seen, room: passes.roomForMasks)
    else { return nil }
    guard let mask = found.mask else {
      passes.add(workOfMask: found.work)
      return nil
    }
    return (mask, found.x, found.y)
  }

  /// Draws a premultiplied color through a mask whose first pixel is at (x, y).
  mutating func drawCoverage(
    _ mask: FramePlan.Mask, x: Int, y: Int, _ color: SIMD4<Float>, _ context: PlaneContext
  ) {
    guard let place = place(mask, x: x, y: y, context) else { return }
    let quad = Quad(place.bounds)
    var instance = CoverageInstance()
    instance.quad01 = quad.first
    instance.quad23 = quad.second
    instance.source = SIMD4(Float(x), Float(y), 0, 0)
    instance.color = color
    instance.params = SIMD4(0, Float(place.clips.first), Float(place.clips.count), 0)
    passes.add(instance, mask: passes.add(mask: mask), bounds: place.bounds)
  }

  /// Returns the pixels of a mask that are seen, and the clips to evaluate; nil where none are.
  mutating func place(
    _ mask: FramePlan.Mask, x: Int, y: Int, _ context: PlaneContext
  ) -> (bounds: PixelRect, clips: (first: Int, count: Int))? {
    let bounds = PixelRect(of: mask, x: x, y: y).intersection(context.bounds).intersection(
      passes.limit)
    guard !bounds.isEmpty else {
      passes.add(workOfMask: mask.work)
      return nil
    }
    let quad = Quad(bounds)
    let folds = optimizations.contains(.foldClips)
    let run = passes.clips(of: context, in: clips) { !(folds && $0.surelyCovers(quad)) }
    return (bounds, run)
  }
}

extension PixelRect {
  /// The pixels of a mask whose first pixel is at (x, y).
  init(of mask: FramePlan.Mask, x: Int, y: Int) {
    self.init(
      minX: Double(x), minY: Double(y), maxX: Double(x + mask.width), maxY: Double(y + mask.height))
  }
}

extension SIMD4<Float> {
  /// A color as an item of a plane shows it: tinted, faded and multiplied by its alpha.
  func premultiplied(in context: PlaneContext) -> SIMD4<Float> {
    (self * context.tint).premultiplied * context.opacity
  }
}

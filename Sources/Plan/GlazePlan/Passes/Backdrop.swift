import CGlazeShaders
import Foundation
import GlazeGeometry
import GlazeTree

// Backdrops: the content behind a layer, filtered, inside of the layer's rounded bounds.

/// A filtered part of the content that was drawn before a layer.
private struct Backdrop {
  var image: PassStack.PlacedTarget
  /// The bounds in the pixels of the frame from which the image was made.
  var bounds: PixelRect
  /// The number of times that the image was halved.
  var halvings: Int
}

extension Flattener {
  /// The largest standard deviation, in pixels, of a blur that does not use a smaller image.
  private static let largestBackdropSigma = 8.0
  /// The standard deviation above which an image has one color everywhere.
  private static let widestBackdropSigma = 65_536.0

  /// Draws the content behind a layer, filtered, inside of its rounded bounds.
  ///
  /// This is the content that would be visible if the drawing ended here: groups around the layer
  /// do not hide it, so that a layer looks the same whether a group needs a pass or not. It fades
  /// with the layer. Where an opaque item hides it within one clip, it would show through the clip's edge.
  mutating func drawBackdrop(of layer: inout LayerJob) {
    let filters = tree.backgroundFilters(of: layer.node)
    guard !filters.isEmpty, !layer.isMask, layer.context.silhouettes == 0,
      tree.nodes[layer.node].parent >= 0, layer.first == .shadow
    else { return }
    makeRoomForClip(&layer.context, node: Int32(layer.node))
    guard let backdrop = backdrop(of: layer, filters) else { return }
    draw(backdrop, behind: layer)
  }

  /// Reads the content behind a layer, and filters it; nil when nothing would be visible.
  private mutating func backdrop(of layer: LayerJob, _ filters: [LayerFilter]) -> Backdrop? {
    let bounds = tree.nodes[layer.node].bounds
    guard let inverse = layer.context.homography.inverse,
      raster.cover(
        bounds, reach: .zero, context: layer.context, inverse: inverse,
        limits: clips.limits[Int(layer.context.limits)])
    else { return nil }
    var seen = PixelRect.null
    for quad in raster.quads { seen.formUnion(quad.bounds) }
    let scale = layer.context.homography.largestScale(at: bounds.center)
    var variance = 0.0
    for case .gaussianBlur(let radius) in filters { variance += radius * radius * scale * scale }
    var sigma = min(variance.squareRoot(), Self.widestBackdropSigma)
    let area = seen.outset(by: 3 * sigma + 1).intersection(passes.backdropLimit).outset(by: 0)
    guard !area.isEmpty else { return nil }
    if passes.seesFrame { passes.items?.addBackdrop(area, of: Int32(layer.node)) }
    guard var image = passes.backdrop(area) else { return nil }
    var halvings = 0
    while sigma > Self.largestBackdropSigma {
      sigma /= 2
      halvings += 1
      image = passes.halve(image)
    }
    // One blur serves for all: Gaussians add up, and the position of color matrices among them does
    // not matter.
    let grid = halvings == 0 ? PixelGrid.aligned : .free(perPixel: exp2(Double(-halvings)))
    if sigma > 0 { image = passes.blur(image, sigma: grid.kernel(for: sigma)) }
    for case .colorMatrix(let matrix) in filters { image = passes.map(image, by: matrix) }
    return Backdrop(image: image, bounds: area, halvings: halvings)
  }

  /// Draws a layer's backdrop inside of its rounded bounds.
  private mutating func draw(_ backdrop: Backdrop, behind layer: LayerJob) {
    var context = layer.context
    if !layer.isClipped { clip(&context, to: tree.nodes[layer.node]) }
    context.homography = .identity
    (context.limits, context.openEdges) = (0, 0)
    let factor = Double(1 << backdrop.halvings)
    let image = backdrop.image.bounds
    let size = SIMD2(image.maxX - image.minX, image.maxY - image.minY)
    let area = backdrop.bounds.intersection(context.bounds)
    guard !area.isEmpty else { return }
    let rect = CGRect(
      x: area.minX, y: area.minY, width: area.maxX - area.minX, height: area.maxY - area.minY)
    // Halved images begin at 0; blurs extend them to negative pixels.
    let start = backdrop.halvings == 0 ? .zero : SIMD2(backdrop.bounds.minX, backdrop.bounds.minY)
    let texel = (SIMD2(rect.midX.native, rect.midY.native) - start) / factor
    let middle = (texel - SIMD2(image.minX, image.minY)) / size
    var instance = ImageInstance()
    instance.mapping = SIMD4<Float>(SIMD4(lowHalf: 1 / (factor * size), highHalf: middle))
    let far = Float.greatestFiniteMagnitude
    instance.clamping = SIMD4(-far, -far, far, far)
    instance.color = SIMD4(repeating: context.opacity)
    instance.texture = SIMD4(Float(size.x), Float(size.y), Float(TRANSPARENT_OUTSIDE), 0)
    draw(Shape(rect: rect, softEdges: 0), context) { passes, quad, box, clips in
      instance.quad01 = quad.first
      instance.quad23 = quad.second
      instance.shape = box
      instance.params = SIMD4(0, Float(clips.first), Float(clips.count), 0)
      passes.add(instance, bitmap: backdrop.image.target, bounds: quad.bounds)
    }
  }
}

import CGlazeShaders
import Foundation
import GlazeGeometry
import GlazeTree

// A layer's contents: textures mapped onto boxes.

extension LayerContents {
  /// Whether `center` cuts the image into nine, or into more where it is repeated.
  var isSliced: Bool {
    gravity.scales && (repeats || center != CGRect(x: 0, y: 0, width: 1, height: 1))
  }

  /// The size of the shown part, in points.
  var size: CGSize {
    CGSize(
      width: CGFloat(image.width) * rect.size.width / CGFloat(scale),
      height: CGFloat(image.height) * rect.size.height / CGFloat(scale))
  }

  /// A part of the shown part, in units of the image.
  func part(_ units: CGRect) -> CGRect {
    CGRect(
      x: rect.minX + units.minX * rect.width, y: rect.minY + units.minY * rect.height,
      width: units.width * rect.width, height: units.height * rect.height)
  }

  /// A box around the shown content in a layer with the given bounds.
  func coveredBox(in bounds: CGRect) -> CGRect {
    let destination = destination(in: bounds)
    guard let transform else { return destination }
    return transform.boundingBox(of: destination) ?? destination
  }

  /// The rectangle of the shown part in a layer with the given bounds, before `transform`.
  func destination(in bounds: CGRect) -> CGRect {
    if let box { return box }
    let size = self.size
    switch gravity {
    case .resize: return bounds
    case .resizeAspect:
      return bounds.placing(
        size.scaled(
          by: min(bounds.size.width / size.width, bounds.size.height / size.height)), 0.5, 0.5)
    case .resizeAspectFill:
      return bounds.placing(
        size.scaled(
          by: max(bounds.size.width / size.width, bounds.size.height / size.height)), 0.5, 0.5)
    case .center: return bounds.placing(size, 0.5, 0.5)
    case .left: return bounds.placing(size, 0, 0.5)
    case .right: return bounds.placing(size, 1, 0.5)
    case .bottom: return bounds.placing(size, 0.5, 0)
    case .top: return bounds.placing(size, 0.5, 1)
    case .bottomLeft: return bounds.placing(size, 0, 0)
    case .bottomRight: return bounds.placing(size, 1, 0)
    case .topLeft: return bounds.placing(size, 0, 1)
    case .topRight: return bounds.placing(size, 1, 1)
    }
  }
}

extension ContentsGravity {
  fileprivate var scales: Bool {
    self == .resize || self == .resizeAspect || self == .resizeAspectFill
  }
}

extension CGSize {
  fileprivate func scaled(by factor: CGFloat) -> CGSize {
    CGSize(width: width * factor, height: height * factor)
  }
}

extension CGRect {
  /// A rectangle of the given size, with its free space divided: 0 to the minimum, 1 to the
  /// maximum.
  fileprivate func placing(_ size: CGSize, _ x: CGFloat, _ y: CGFloat) -> CGRect {
    CGRect(
      x: minX + (width - size.width) * x, y: minY + (height - size.height) * y,
      width: size.width, height: size.height)
  }
}

/// A part of one axis of an image that is cut into nine.
private struct Slice {
  /// The ends, in points of the layer.
  var start, end: Double
  /// The ends, in units of the shown part.
  var unitStart, unitEnd: Double
  /// Whether it has the first or the last edge of the image.
  var isFirst = false
  var isLast = false

  /// The most repetitions of a middle part; beyond them it is stretched.
  private static let mostCopies = 256.0

  /// The parts, from minimum to maximum.
  ///
  /// - Parameters:
  ///   - start: The minimum of the destination, in points.
  ///   - length: The length of the destination, in points.
  ///   - center: The start and the length of the middle part, in units.
  ///   - points: The length of the shown part at its own size.
  ///   - pixels: The same length in pixels of the image.
  ///   - repeats: Whether the middle part keeps its own size.
  static func slices(
    start: Double, length: Double, center: (start: Double, length: Double), points: Double,
    pixels: Double, repeats: Bool
  ) -> [Slice] {
    var (low, high) = (center.start, center.start + center.length)
    if center.length <= 0 {
      // The middle is a single pixel, as Apple documents.
      (low, high) = (low - 0.5 / pixels, low + 0.5 / pixels)
    }
    low = min(max(low, 0), 1)
    high = min(max(high, low), 1)
    var (before, after) = (low * points, (1 - high) * points)
    if before + after > length {
      let factor = length / (before + after)
      before *= factor
      after = length - before
    }
    let middle = start + before
    let last = max(start + length - after, middle)
    var slices = [Slice(start: start, end: middle, unitStart: 0, unitEnd: low)]
    let step = (high - low) * points
    if repeats, step > 0, (last - middle) / step <= mostCopies {
      slices += stride(from: middle, to: last, by: step).map { from in
        let part = min((last - from) / step, 1)
        return Slice(
          start: from, end: min(from + step, last), unitStart: low,
          unitEnd: low + (high - low) * part)
      }
    } else {
      slices.append(Slice(start: middle, end: last, unitStart: low, unitEnd: high))
    }
    slices.append(Slice(start: last, end: start + length, unitStart: high, unitEnd: 1))
    slices.removeAll { $0.end <= $0.start }
    if !slices.isEmpty {
      slices[0].isFirst = true
      slices[slices.count - 1].isLast = true
    }
    return slices
  }
}

/// The parameters with which a plane samples a part of an image, apart from clamping.
struct ImageSampling {
  /// Texture coordinate = point of the plane * xy + zw.
  var mapping: SIMD4<Float>
  /// The width, the height, the bias of the mip level, and 0.
  var texels: SIMD4<Float>
  /// The index of the texture in the plan.
  var texture: Int
}

extension Flattener {
  /// - Parameters:
  ///   - own: The layer's context.
  ///   - clipped: The context inside of the layer's own clip, when it has one.
  ///   - bleeds: Whether that clip is already in force, and ends the drawing.
  mutating func drawContents(
    _ contents: LayerContents, _ node: LayerNode, own: PlaneContext, clipped: PlaneContext,
    bleeds: Bool
  ) {
    let destination = contents.destination(in: node.bounds)
    guard destination.width > 0, destination.height > 0, contents.rect.width > 0,
      contents.rect.height > 0
    else { return }
    var clipped = clipped
    if let transform = contents.transform {
      clipped.homography = clipped.homography * transform
      if clipped.limits != 0 { clipped.limits = clips.pullBack(clipped.limits, through: transform) }
    }
    if contents.isSliced { return drawSlices(contents, node, destination, clipped) }
    let whole = ImagePart(contents: contents, destination: destination)
    // Where the image fills the rounded bounds, a clip would fade its edges a second time.
    let fills =
      node.flags.contains(.masksToBounds) && destination.contains(node.bounds)
      && contents.transform == nil
    let softEdges = fills ? 0 : node.softEdges
    if drawLargeTexels(of: whole, node, softEdges: softEdges, clipped) { return }
    if fills {
      // The contents take the shape of the bounds instead.
      var cut = own
      cut.bounds = clipped.bounds
      let outline = bleeds ? outline(node, own, bleeds: true) : Shape(node)
      drawImage(whole, node, outline, cut)
    } else {
      drawImage(whole, node, Shape(rect: destination, softEdges: softEdges), clipped)
    }
  }

  private mutating func drawSlices(
    _ contents: LayerContents, _ node: LayerNode, _ destination: CGRect, _ context: PlaneContext
  ) {
    let size = contents.size
    let center = contents.center
    let columns = Slice.slices(
      start: destination.minX.native, length: destination.width.native,
      center: (center.origin.x.native, center.size.width.native), points: size.width.native,
      pixels: Double(contents.image.width) * contents.rect.width.native,
      repeats: contents.repeats)
    let rows = Slice.slices(
      start: destination.minY.native, length: destination.height.native,
      center: (center.origin.y.native, center.size.height.native), points: size.height.native,
      pixels: Double(contents.image.height) * contents.rect.height.native,
      repeats: contents.repeats)
    for row in rows {
      for column in columns {
        let rect = CGRect(
          x: column.start, y: row.start, width: column.end - column.start,
          height: row.end - row.start)
        // Inner edges are aliased, so that neighbors meet without a seam.
        let outer: UInt8 =
          (column.isFirst ? 1 : 0) | (column.isLast ? 2 : 0) | (row.isFirst ? 4 : 0)
          | (row.isLast ? 8 : 0)
        let units = CGRect(
          x: column.unitStart, y: row.unitStart, width: column.unitEnd - column.unitStart,
          height: row.unitEnd - row.unitStart)
        let part = ImagePart(contents: contents, destination: rect, units: units)
        let softEdges = node.softEdges & outer
        if drawLargeTexels(of: part, node, softEdges: softEdges, context) { continue }
        drawImage(part, node, Shape(rect: rect, softEdges: softEdges), context, isSlice: true)
      }
    }
  }

  /// Draws a part of the shown part of an image.
  ///
  /// - Parameters:
  ///   - shape: The covered part of the layer.
  ///   - isSlice: Whether the part is sampled without any texels outside of it.
  mutating func drawImage(
    _ part: ImagePart, _ node: LayerNode, _ shape: Shape, _ context: PlaneContext,
    isSlice: Bool = false
  ) {
    // The texture of an image that is not visible would be uploaded.
    guard let covered = cover(shape, context) else { return }
    var instance = ImageInstance()
    // The value is not infinity: GLSL does not guarantee it, and backends reject instances that are
    // not finite.
    let far = Float.greatestFiniteMagnitude
    var clamping = SIMD4<Float>(-far, -far, far, far)
    if isSlice {
      clamping = Self.texels(
        of: part.contents.part(part.units), part.contents.image, isFlipped: context.isFlipped)
    }
    let slot = Int(tree.slots(of: node).contents)
    let sampling = sampling(ofSlot: slot, part, shape, context)
    instance.mapping = sampling.mapping
    instance.clamping = clamping
    instance.color = part.contents.color.premultiplied(in: context)
    instance.texture = sampling.texels
    draw(covered, context) { passes, quad, box, clips in
      instance.quad01 = quad.first
      instance.quad23 = quad.second
      instance.shape = box
      instance.params = SIMD4(0, Float(clips.first), Float(clips.count), 0)
      passes.add(instance, texture: sampling.texture, bounds: quad.bounds)
    }
  }

  /// Returns how the plane of a shape samples a part of the shown part of an image.
  ///
  /// - Parameters:
  ///   - slot: The slot of the contents.
  ///   - shape: The shape; points of the plane are relative to its center.
  mutating func sampling(
    ofSlot slot: Int, _ part: ImagePart, _ shape: Shape, _ context: PlaneContext
  ) -> ImageSampling {
    let contents = part.contents
    let size = SIMD2(Double(contents.image.width), Double(contents.image.height))
    let per = part.texelsPerPoint / size
    let center = part.texel(at: SIMD2(shape.rect.midX.native, shape.rect.midY.native)) / size
    // Images stand upright: their top is at min y where y points down, else at max y.
    var mapping: SIMD4<Float> =
      context.isFlipped == contents.image.isTopDown
      ? SIMD4(Float(per.x), Float(per.y), Float(center.x), Float(center.y))
      : SIMD4(Float(per.x), Float(-per.y), Float(center.x), Float(1 - center.y))
    if contents.magnification == .nearest || contents.minification == .nearest {
      // Where a pixel's center lies between two texels, the second one is used.
      let tie = pointwiseMin(
        1 / (64 * part.texelSize(context.homography)), SIMD2(repeating: 1 / 1024))
      mapping.z += Float(tie.x / size.x)
      mapping.w += Float(tie.y / size.y)
    }
    let reduction =
      contents.minification == .linear
      ? Reduction(mapping, contents.image, context.homography, over: shape.rect) : nil
    let bias =
      contents.minification == .trilinear ? contents.minificationBias : reduction?.bias ?? 0
    return ImageSampling(
      mapping: mapping,
      texels: SIMD4(Float(contents.image.width), Float(contents.image.height), bias, 0),
      texture: texture(ofSlot: slot, reduction))
  }

  /// The texture coordinates of the centers of a part's outermost texels.
  private static func texels(of units: CGRect, _ image: CGImage, isFlipped: Bool) -> SIMD4<Float> {
    let halfX = min(0.5 / Double(image.width), units.width.native / 2)
    let halfY = min(0.5 / Double(image.height), units.height.native / 2)
    let top = isFlipped == image.isTopDown ? units.minY.native : 1 - units.maxY.native
    return SIMD4(
      Float(units.minX.native + halfX), Float(top + halfY), Float(units.maxX.native - halfX),
      Float(top + units.height.native - halfY))
  }

  /// Returns the plan's texture for a contents slot; slots that sample one image identically share
  /// it.
  private mutating func texture(ofSlot slot: Int, _ reduction: Reduction?) -> Int {
    if reduction == nil, textures[slot] >= 0 { return Int(textures[slot]) }
    let contents = tree.contents[slot]
    var texture = FramePlan.Texture(
      image: contents.image, minification: contents.minification,
      magnification: contents.magnification)
    texture.brightness = contents.brightness
    switch reduction {
    case nil: break
    case .level(let level):
      texture.magnification = .linear
      texture.level = level
    case .mixed: texture.minification = .trilinear
    }
    let index = passes.add(texture: texture)
    if reduction == nil { textures[slot] = Int32(index) }
    return index
  }
}

/// The way in which the linear filter reduces an image to less than half its size.
///
/// Apple's renderer does not skip texels in that case: pixels that it drew match a linear filter on
/// the last mip level that is no smaller than the drawn image.
private enum Reduction {
  /// All pixels are sampled from one level.
  case level(Int)
  /// In perspective, parts of the image need different levels.
  case mixed

  /// The bias of the level where that differs from pixel to pixel: the middle between it and the
  /// last.
  var bias: Float { if case .mixed = self { -0.5 } else { 0 } }

  /// - Returns: nil for an image that is not that small.
  init?(
    _ mapping: SIMD4<Float>, _ image: CGImage, _ homography: Homography, over rect: CGRect
  ) {
    let perUnit = SIMD2(
      Double(mapping.x) * Double(image.width), Double(mapping.y) * Double(image.height))
    /// The texels that a pixel spans in its longer direction; nil for pixels that are not visible.
    func texels(at point: CGPoint) -> Double? {
      guard let steps = homography.steps(at: point) else { return nil }
      let (right, down) = (steps.right * perUnit, steps.down * perUnit)
      let texels = max((right * right).sum(), (down * down).sum()).squareRoot()
      return texels.isFinite ? texels : nil
    }
    guard let middle = texels(at: rect.center), middle >= 2 else { return nil }
    let smallest =
      max(image.width, image.height).bitWidth - 1
      - max(image.width, image.height).leadingZeroBitCount
    let level = min(Int(clamping: log2(middle)), smallest)
    if !homography.isAffine {
      // A level is used for up to half a level beyond its own size.
      let scale = exp2(Double(level))
      for corner in rect.corners {
        guard homography.apply(corner).w > Homography.nearPlane, let texels = texels(at: corner),
          texels >= scale * 0.7, texels <= scale * 2.83
        else {
          self = .mixed
          return
        }
      }
    }
    self = .level(level)
  }
}

import CGlazeShaders
import Foundation
@testable import GlazePlan
import GlazeTree

typealias Color = SIMD4<Double>

/// Executes plans without images in double precision, pixel by pixel.
struct ReferencePlan {
  struct Image {
    var width: Int
    var height: Int
    var isBytes: Bool
    var texels: [Color]

    subscript(x: Int, y: Int) -> Color {
      x >= 0 && y >= 0 && x < width && y < height ? texels[y * width + x] : .zero
    }
  }

  let plan: FramePlan
  private(set) var images: [Image]

  init(_ plan: FramePlan) {
    self.plan = plan
    images = plan.targets.map {
      Image(
        width: $0.width, height: $0.height, isBytes: $0.format == .unorm8,
        texels: Array(repeating: .zero, count: $0.width * $0.height))
    }
    for pass in plan.passes {
      if let color = pass.clearColor {
        for index in images[pass.target].texels.indices {
          store(Color(color), at: index, of: pass.target)
        }
      }
      for draw in plan.draws[pass.draws] {
        for instance in draw.instances { run(draw, instance, pass.target) }
      }
    }
  }

  var buffer: PixelBuffer {
    let bytes = images[0].texels.flatMap { texel in
      (0..<4).map { UInt8((texel[$0] * 255).rounded()) }
    }
    return PixelBuffer(width: images[0].width, height: images[0].height, bytes: bytes)
  }

  private mutating func store(_ color: Color, at index: Int, of target: Int) {
    images[target].texels[index] =
      images[target].isBytes
      ? (color.clamped(lowerBound: .zero, upperBound: .one) * 255)
        .rounded(.toNearestOrAwayFromZero) / 255
      : color
  }

  private mutating func run(_ draw: FramePlan.Draw, _ instance: Int, _ target: Int) {
    let quad = plan.polygon(draw.kind, instance)
    let columns = Reference.pixels(quad.0.x, quad.0.z, quad.1.x, quad.1.z, images[target].width)
    let rows = Reference.pixels(quad.0.y, quad.0.w, quad.1.y, quad.1.w, images[target].height)
    for y in rows {
      for x in columns {
        let (cx, cy) = (Double(x) + 0.5, Double(y) + 0.5)
        if !Reference.covers(quad.0, quad.1, cx, cy) { continue }
        let index = y * images[target].width + x
        let backdrop = images[target].texels[index]
        store(result(draw, instance, x, y, backdrop), at: index, of: target)
      }
    }
  }

  private func result(
    _ draw: FramePlan.Draw, _ instance: Int, _ x: Int, _ y: Int, _ backdrop: Color
  ) -> Color {
    let (cx, cy) = (Double(x) + 0.5, Double(y) + 0.5)
    var source = Color.zero
    var params = SIMD4<Float>.zero
    switch draw.kind {
    case .rectangle: return over(rectangle(plan.rectangles[instance], cx, cy), backdrop)
    case .box: return over(Reference.color(plan.boxes[instance], plan, cx, cy), backdrop)
    case .bitmap(let target): return over(bitmap(plan.images[instance], target, cx, cy), backdrop)
    case .composite(let target, let mask):
      let composite = plan.composites[instance]
      params = composite.params
      source =
        texel(target, x, y, composite.source) * Double(composite.source.z)
      if let mask { source *= texel(mask, x, y, composite.mask).w }
    case .colorMatrix(let target):
      params = plan.colorMatrices[instance].params
      source = matrix(plan.colorMatrices[instance], target, x, y)
    case .blur(let target): return blur(plan.blurs[instance], target, x, y)
    case .shadow:
      let shadow = plan.shadows[instance]
      params = shadow.params
      let point = Reference.Point(shadow.shape, cx, cy).position
      source =
        Color(shadow.color)
        * Gaussian.box(shadow.shape, point, SIMD2(Double(params.x), Double(params.w)))
    case .coverage(let mask):
      let coverage = plan.coverages[instance]
      params = coverage.params
      source = Color(coverage.color) * share(mask, x, y, coverage.source)
    case .gradient:
      return over(gradient(plan.gradients[instance], x, y), backdrop)
    case .maskedGradient(let mask):
      let masked = plan.maskedGradients[instance]
      return over(
        gradient(masked.gradient, x, y, share: share(mask, x, y, masked.source)), backdrop)
    default: fatalError("the reference does not support \(draw.kind)")
    }
    let clip = Reference.clips(params, plan, cx, cy)
    if case .shadow = draw.kind, plan.shadows[instance].shape.extent.w > 0 {
      return over(Self.faded(source * clip, x, y), backdrop)
    }
    let blended = Blending.blend(draw.blendMode, source, backdrop)
    return backdrop * (1 - clip) + blended * clip
  }

  /// Returns the area of the pixel inside the rectangle.
  private func rectangle(_ rectangle: RectangleInstance, _ cx: Double, _ cy: Double) -> Color {
    let edges = SIMD4<Double>(rectangle.edges)
    let width = min(edges.z, cx + 0.5) - max(edges.x, cx - 0.5)
    let height = min(edges.w, cy + 0.5) - max(edges.y, cy - 0.5)
    return Color(rectangle.color) * (max(width, 0) * max(height, 0))
  }

  /// Returns the coverage of a pixel by a mask.
  private func share(_ mask: Int, _ x: Int, _ y: Int, _ origin: SIMD4<Float>) -> Double {
    let mask = plan.masks[mask]
    let (column, row) = (x - Int(origin.x), y - Int(origin.y))
    guard 0..<mask.width ~= column, 0..<mask.height ~= row else { return 0 }
    return Double(mask.bytes[row * mask.width + column]) / 255
  }

  private func over(_ source: Color, _ backdrop: Color) -> Color {
    source + backdrop * (1 - source.w)
  }

  private func texel(_ target: Int, _ x: Int, _ y: Int, _ origin: SIMD4<Float>) -> Color {
    images[target][x - Int(origin.x), y - Int(origin.y)]
  }

  private func matrix(_ m: ColorMatrixInstance, _ target: Int, _ x: Int, _ y: Int) -> Color {
    let texel = texel(target, x, y, m.source)
    var plain = texel.w > 0 ? texel / texel.w : .zero
    plain.w = texel.w
    let rows = [m.red, m.green, m.blue, m.alpha]
    var mapped = Color.zero
    for i in 0..<4 { mapped[i] = (Color(rows[i]) * plain).sum() + Double(m.bias[i]) }
    mapped.clamp(lowerBound: .zero, upperBound: .one)
    return Color(mapped.x * mapped.w, mapped.y * mapped.w, mapped.z * mapped.w, mapped.w)
      * Double(m.source.z)
  }

  private func blur(_ blur: BlurInstance, _ target: Int, _ x: Int, _ y: Int) -> Color {
    var sum = Color.zero
    var total = 0.0
    let taps = Int(blur.params.w)
    for i in -taps...taps {
      let weight = exp(-0.5 * Double(i * i) / pow(Double(blur.params.x), 2))
      sum +=
        weight
        * texel(target, x + i * Int(blur.source.z), y + i * Int(blur.source.w), blur.source)
      total += weight
    }
    return sum / total
  }

  private func bitmap(_ image: ImageInstance, _ target: Int, _ x: Double, _ y: Double) -> Color {
    let point = Reference.Point(image.shape, x, y)
    let place =
      SIMD2<Double>(image.mapping.lowHalf) * point.position + SIMD2<Double>(image.mapping.highHalf)
    let limited = place.clamped(
      lowerBound: SIMD2<Double>(image.clamping.lowHalf),
      upperBound: SIMD2<Double>(image.clamping.highHalf))
    let source = images[target]
    let u = limited.x * Double(source.width) - 0.5
    let v = limited.y * Double(source.height) - 0.5
    let (i, j) = (Int(u.rounded(.down)), Int(v.rounded(.down)))
    let (a, b) = (u - u.rounded(.down), v - v.rounded(.down))
    let above = source[i, j] * (1 - a) + source[i + 1, j] * a
    let below = source[i, j + 1] * (1 - a) + source[i + 1, j + 1] * a
    var texel = above * (1 - b) + below * b
    if image.texture.w > 0 { texel = Color(repeating: texel.w) }
    texel *=
      Color(image.color)
      * (Reference.shape(image.shape, point) * Reference.clips(image.params, plan, x, y))
    return image.texture.w > 1 ? Self.faded(texel, Int(x), Int(y)) : texel
  }

  private func gradient(
    _ g: GradientInstance, _ x: Int, _ y: Int, share: Double = 1
  ) -> Color {
    let (cx, cy) = (Double(x) + 0.5, Double(y) + 0.5)
    let point = Reference.Point(g.shape, cx, cy)
    let line = Color(g.line)
    let p = Reference.samplePoint(g.shape, point)
    let t: Double
    switch g.stops.z {
    case 0: t = p.x * line.x + p.y * line.y + line.z
    case 1: t = Reference.length(p * line.lowHalf + line.highHalf)
    default:
      let turns = atan2(p.y - line.w, p.x - line.z) / (2 * .pi) - line.x
      t = turns - turns.rounded(.down)
    }
    let plain = color(g, at: t)
    let coverage =
      Double(g.stops.w) * share * Reference.shape(g.shape, point)
      * Reference.clips(g.params, plan, cx, cy)
    var color = Color(plain.x * plain.w, plain.y * plain.w, plain.z * plain.w, plain.w) * coverage
    if g.params.x > 0 {
      let noise = Self.dither(x, y) / 255
      for i in 0..<3 { color[i] = min(max(color[i] + noise, 0), color.w) }
    }
    return color
  }

  private func color(_ g: GradientInstance, at t: Double) -> Color {
    let stops = plan.stops[Int(g.stops.x)..<Int(g.stops.x + g.stops.y)]
    var before = stops[stops.startIndex]
    if t <= Double(before.place.x) { return Color(before.color) }
    for after in stops.dropFirst() {
      let (start, end) = (Double(before.place.x), Double(after.place.x))
      if t < end {
        let way = (t - start) / (end - start)
        return Color(before.color) * (1 - way) + Color(after.color) * way
      }
      before = after
    }
    return Color(before.color)
  }

  /// Returns a color with dithered alpha, and its components in proportion.
  static func faded(_ color: Color, _ x: Int, _ y: Int) -> Color {
    guard color.w > 0, color.w < 1 else { return color }
    return color * (min(max(color.w + dither(x, y) / 255, 0), 1) / color.w)
  }

  /// Returns the 8 x 8 Bayer matrix, in -0.5...0.5.
  static func dither(_ x: Int, _ y: Int) -> Double {
    var value = 0
    for bit in 0..<3 {
      value = value * 2 + ((x ^ y) >> bit & 1)
      value = value * 2 + (y >> bit & 1)
    }
    return (Double(value) - 31.5) / 64
  }
}

import CGlazeShaders
import Foundation
import GlazeGeometry
@testable import GlazePlan
import GlazeSoftware
import GlazeTree
import Testing

/// A 3 x 3 matrix in rows, from a plane to pixels or back.
struct Matrix {
  var m: [Double]

  static func affine(
    _ a: Double, _ b: Double, _ c: Double, _ d: Double, _ x: Double, _ y: Double
  )
    -> Matrix
  {
    Matrix(m: [a, c, x, b, d, y, 0, 0, 1])
  }

  static func rotation(_ angle: Double, at x: Double, _ y: Double) -> Matrix {
    affine(cos(angle), sin(angle), -sin(angle), cos(angle), x, y)
  }

  var inverse: Matrix {
    let (a, b, c, d, e, f, g, h, i) = (m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8])
    let determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    return Matrix(
      m: [
        e * i - f * h, c * h - b * i, b * f - c * e, f * g - d * i, a * i - c * g, c * d - a * f,
        d * h - e * g, b * g - a * h, a * e - b * d,
      ].map { $0 / determinant })
  }

  func apply(_ x: Double, _ y: Double) -> SIMD2<Double> {
    let w = m[6] * x + m[7] * y + m[8]
    return SIMD2((m[0] * x + m[1] * y + m[2]) / w, (m[3] * x + m[4] * y + m[5]) / w)
  }
}

/// A rounded rectangle in a plane, as tests describe it.
struct Shape {
  var matrix = Matrix.affine(1, 0, 0, 1, 0, 0)
  var half = SIMD2<Double>(10, 10)
  var corners = SIMD4<Float>.zero
  var exponent: Float = 2
  var softEdges: Float = 15

  /// Makes an upright rectangle.
  static func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Shape {
    Shape(
      matrix: .affine(1, 0, 0, 1, x + width / 2, y + height / 2),
      half: SIMD2(width / 2, height / 2))
  }

  var box: RoundedBox {
    let origin = matrix.apply(0, 0)
    let (x, y) = (Float(origin.x), Float(origin.y))
    let inverse = matrix.inverse.m
    func row(_ index: Int, _ w: Float) -> SIMD4<Float> {
      let (a, b, c) = (inverse[3 * index], inverse[3 * index + 1], inverse[3 * index + 2])
      return SIMD4(Float(a), Float(b), Float(a * Double(x) + b * Double(y) + c), w)
    }
    return RoundedBox(
      rowX: row(0, x), rowY: row(1, y), rowW: row(2, exponent),
      extent: SIMD4(Float(half.x), Float(half.y), softEdges, 0), corners: corners)
  }

  /// Returns the corners of the rectangle, grown by `outset` units of the plane, in pixels.
  func quad(outset: Double = 1) -> (SIMD4<Float>, SIMD4<Float>) {
    let (x, y) = (half.x + outset, half.y + outset)
    let points = [(-x, -y), (x, -y), (x, y), (-x, y)].map { matrix.apply($0.0, $0.1) }
    return (
      SIMD4(SIMD4(points[0].x, points[0].y, points[1].x, points[1].y)),
      SIMD4(SIMD4(points[2].x, points[2].y, points[3].x, points[3].y))
    )
  }
}

extension BoxInstance {
  init(
    _ shape: Shape, fill: SIMD4<Float>, border: SIMD4<Float> = .zero, width: Float = 0,
    opacity: Float = 1, clips: Range<Int> = 0..<0, outset: Double = 1
  ) {
    let quad = shape.quad(outset: outset)
    self.init(
      quad01: quad.0, quad23: quad.1, shape: shape.box, fill: fill, border: border,
      params: SIMD4(width, Float(clips.lowerBound), Float(clips.count), opacity))
  }
}

extension ImageInstance {
  /// Makes an instance of the whole image on the whole rectangle.
  init(
    _ shape: Shape, image: CGImage, color: SIMD4<Float> = .one, bias: Float = 0,
    clamping: SIMD4<Float> = SIMD4(0, 0, 1, 1), clips: Range<Int> = 0..<0, outset: Double = 1
  ) {
    let quad = shape.quad(outset: outset)
    self.init(
      quad01: quad.0, quad23: quad.1, shape: shape.box,
      mapping: SIMD4(Float(0.5 / shape.half.x), Float(0.5 / shape.half.y), 0.5, 0.5),
      clamping: clamping, color: color,
      texture: SIMD4(Float(image.width), Float(image.height), bias, 0),
      params: SIMD4(0, Float(clips.lowerBound), Float(clips.count), 0))
  }
}

extension MaskedImageInstance {
  /// Makes an instance of the whole image on the whole rectangle; the caller sets the mask.
  init(
    _ shape: Shape, image: CGImage, color: SIMD4<Float> = .one, isTwice: Bool = false,
    clips: Range<Int> = 0..<0
  ) {
    let quad = shape.quad(outset: 1)
    self.init(
      quad01: quad.0, quad23: quad.1, shape: shape.box,
      mapping: SIMD4(Float(0.5 / shape.half.x), Float(0.5 / shape.half.y), 0.5, 0.5),
      color: color,
      texture: SIMD4(Float(image.width), Float(image.height), 0, isTwice ? 1 : 0),
      maskX: .zero, maskY: .zero, mask: .zero, places: .zero,
      params: SIMD4(0, Float(clips.lowerBound), Float(clips.count), 0))
  }
}

extension SIMD4<Float> {
  static let one = SIMD4<Float>(repeating: 1)
  static let white = one
  static let black = SIMD4<Float>(0, 0, 0, 1)
}

extension FramePlan {
  /// Makes a plan with one pass into one target.
  init(width: Int, height: Int, clear: SIMD4<Float> = .zero) {
    self.init()
    targets = [Target(width: width, height: height, firstPass: 0, lastPass: 0)]
    passes = [
      Pass(target: 0, clearColor: clear, draws: 0..<0, origin: .zero, node: 0)
    ]
  }

  mutating func add(_ box: BoxInstance) {
    boxes.append(box)
    add(.box, instance: boxes.count - 1, clips: box.params.z)
  }

  mutating func add(_ image: ImageInstance, texture: Texture) {
    let index = textures.firstIndex(of: texture) ?? textures.count
    if index == textures.count { textures.append(texture) }
    images.append(image)
    add(.image(texture: index), instance: images.count - 1, clips: image.params.z)
  }

  /// - Parameter mask: nil for a gradient.
  mutating func add(_ image: MaskedImageInstance, texture: Texture, mask: Texture?) {
    func number(_ texture: Texture) -> Int {
      if let index = textures.firstIndex(of: texture) { return index }
      textures.append(texture)
      return textures.count - 1
    }
    maskedImages.append(image)
    add(
      .maskedImage(texture: number(texture), mask: mask.map(number)),
      instance: maskedImages.count - 1, clips: image.params.z)
  }

  mutating func add(_ composite: CompositeInstance, target: Int) {
    composites.append(composite)
    add(
      .composite(target: target, mask: nil), instance: composites.count - 1,
      clips: composite.params.z)
  }

  mutating func add(_ kind: Kind, instance: Int, clips: Float, mode: BlendMode = .sourceOver) {
    draws.append(
      Draw(
        kind: kind, blendMode: mode, instances: instance..<instance + 1,
        clipCount: Int(clamping: clips)))
    passes[passes.count - 1].draws = passes[passes.count - 1].draws.lowerBound..<draws.count
  }

  /// Redirects the passes so far into a transient target, and starts the pass of the frame.
  mutating func startFrame(width: Int, height: Int, clear: SIMD4<Float> = .zero) {
    for index in passes.indices { passes[index].target += 1 }
    targets.insert(
      Target(width: width, height: height, firstPass: passes.count, lastPass: passes.count), at: 0)
    for index in 1..<targets.count { targets[index].lastPass = passes.count }
    passes.append(
      Pass(
        target: 0, clearColor: clear, draws: draws.count..<draws.count, origin: .zero, node: 0))
  }
}

extension PixelBuffer {
  func pixel(_ x: Int, _ y: Int) -> SIMD4<UInt8> {
    let i = (y * width + x) * 4
    return SIMD4(bytes[i], bytes[i + 1], bytes[i + 2], bytes[i + 3])
  }

  func alpha(_ x: Int, _ y: Int) -> Int { Int(pixel(x, y).w) }

  /// The sum of alpha over all pixels, in pixels.
  var area: Double {
    stride(from: 3, to: bytes.count, by: 4).reduce(0.0) { $0 + Double(bytes[$1]) } / 255
  }

  /// Returns the greatest difference of a component, and its position.
  func difference(from other: PixelBuffer) -> (worst: Int, x: Int, y: Int) {
    guard bytes.count == other.bytes.count else { return (256, 0, 0) }
    var result = (worst: 0, x: 0, y: 0)
    for index in bytes.indices {
      let difference = abs(Int(bytes[index]) - Int(other.bytes[index]))
      if difference > result.worst {
        result = (difference, index / 4 % width, index / 4 / width)
      }
    }
    return result
  }
}

/// Draws a plan; by default with short cuts, on one thread.
func render(
  _ plan: FramePlan, shortCuts: Bool = true, processor: Processor = .newest, threads: Int = 1
) throws -> PixelBuffer {
  let renderer = SoftwareRenderer(threads: threads)
  renderer.takesShortCuts = shortCuts
  renderer.processor = processor
  var plan = plan
  plan.makeShadowTables()
  return try renderer.execute(plan)
}

/// Draws a plan with the instructions of the oldest processors, and checks that newer ones, except the newest, draw
/// the same.
func renderBaseline(_ plan: FramePlan) throws -> PixelBuffer {
  let image = try render(plan, processor: .baseline)
  #expect(try render(plan, processor: .avx2) == image)
  return image
}

/// Makes an image of which every texel is `color(x, y)`.
func makeImage(_ width: Int, _ height: Int, _ color: (Int, Int) -> SIMD4<UInt8>) -> CGImage {
  var pixels: [UInt8] = []
  for y in 0..<height {
    for x in 0..<width {
      let c = color(x, y)
      pixels += [c.x, c.y, c.z, c.w]
    }
  }
  return CGImage(width: width, height: height, premultipliedRGBA: pixels)
}

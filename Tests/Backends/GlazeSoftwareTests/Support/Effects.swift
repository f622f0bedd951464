import CGlazeShaders
@testable import GlazePlan
import GlazeTree

/// A quadrilateral with integer corners.
typealias Quadrilateral = (SIMD4<Float>, SIMD4<Float>)

/// Returns the corners of an upright rectangle.
func rectangle(_ x: Float, _ y: Float, _ width: Float, _ height: Float) -> Quadrilateral {
  (SIMD4(x, y, x + width, y), SIMD4(x + width, y + height, x, y + height))
}

extension FramePlan {
  /// Starts a pass into a new target, or into an existing one; all targets live until the end.
  @discardableResult
  mutating func start(
    _ width: Int, _ height: Int, format: PixelFormat = .unorm8, clear: SIMD4<Float>? = .zero,
    target: Int? = nil
  ) -> Int {
    let index = target ?? targets.count
    if target == nil {
      targets.append(
        Target(
          width: width, height: height, format: format, firstPass: passes.count, lastPass: 0))
    }
    passes.append(
      Pass(
        target: index, clearColor: clear, draws: draws.count..<draws.count, origin: .zero, node: 0))
    for index in targets.indices { targets[index].lastPass = passes.count - 1 }
    return index
  }

  private func params(_ x: Float, _ clips: Range<Int>, _ w: Float) -> SIMD4<Float> {
    SIMD4(x, Float(clips.lowerBound), Float(clips.count), w)
  }

  mutating func addComposite(
    _ target: Int, mask: Int? = nil, quad: Quadrilateral, at place: SIMD2<Float> = .zero,
    maskAt: SIMD2<Float> = .zero, opacity: Float = 1, mode: BlendMode = .sourceOver,
    clips: Range<Int> = 0..<0
  ) {
    composites.append(
      CompositeInstance(
        quad01: quad.0, quad23: quad.1, source: SIMD4(place.x, place.y, opacity, 0),
        mask: SIMD4(maskAt.x, maskAt.y, mask == nil ? 0 : 1, 0), params: params(0, clips, 0)))
    add(
      .composite(target: target, mask: mask), instance: composites.count - 1,
      clips: Float(clips.count), mode: mode)
  }

  mutating func addMatrix(
    _ target: Int, _ matrix: ColorMatrix, quad: Quadrilateral, at place: SIMD2<Float> = .zero,
    opacity: Float = 1, clips: Range<Int> = 0..<0
  ) {
    colorMatrices.append(
      ColorMatrixInstance(
        quad01: quad.0, quad23: quad.1, source: SIMD4(place.x, place.y, opacity, 0),
        red: matrix.rows.0, green: matrix.rows.1, blue: matrix.rows.2, alpha: matrix.rows.3,
        bias: matrix.bias, params: params(0, clips, 0)))
    add(
      .colorMatrix(target: target), instance: colorMatrices.count - 1, clips: Float(clips.count))
  }

  mutating func addBlur(
    _ target: Int, across: Bool, sigma: Float, taps: Int, quad: Quadrilateral,
    at place: SIMD2<Float> = .zero, isAlphaOnly: Bool = false
  ) {
    blurs.append(
      BlurInstance(
        quad01: quad.0, quad23: quad.1,
        source: SIMD4(place.x, place.y, across ? 1 : 0, across ? 0 : 1),
        params: SIMD4(sigma, isAlphaOnly ? 1 : 0, 0, Float(taps))))
    add(.blur(target: target), instance: blurs.count - 1, clips: 0)
  }

  mutating func addShadow(
    _ shape: Shape, sigma: Float, down: Float? = nil, color: SIMD4<Float> = .white,
    quad: Quadrilateral? = nil, clips: Range<Int> = 0..<0
  ) {
    let down = down ?? sigma
    let quad = quad ?? shape.quad(outset: Double(max(sigma, down)) * 4 + 1)
    shadows.append(
      ShadowInstance(
        quad01: quad.0, quad23: quad.1, shape: shape.box, color: color, tables: .zero,
        params: params(sigma, clips, down)))
    add(.shadow, instance: shadows.count - 1, clips: Float(clips.count))
  }

  mutating func addGradient(
    _ shape: Shape, kind: LayerGradient.Kind, line: SIMD4<Float>,
    stops colors: [(Float, SIMD4<Float>)], opacity: Float = 1, isDithered: Bool = false,
    clips: Range<Int> = 0..<0
  ) {
    let quad = shape.quad(outset: 1)
    gradients.append(
      GradientInstance(
        quad01: quad.0, quad23: quad.1, shape: shape.box, line: line,
        stops: SIMD4(Float(stops.count), Float(colors.count), Float(kind.rawValue), opacity),
        params: params(isDithered ? 1 : 0, clips, 0)))
    stops += colors.map { GradientStop(color: $0.1, place: SIMD4($0.0, 0, 0, 0)) }
    add(.gradient, instance: gradients.count - 1, clips: Float(clips.count))
  }

  /// Adds a whole target on a rectangle.
  mutating func addImage(
    _ target: Int, _ shape: Shape, color: SIMD4<Float> = .one, isAlphaOnly: Bool = false,
    clamping: SIMD4<Float> = SIMD4(-2, -2, 3, 3), clips: Range<Int> = 0..<0
  ) {
    let quad = shape.quad(outset: 1)
    let size = (Float(targets[target].width), Float(targets[target].height))
    images.append(
      ImageInstance(
        quad01: quad.0, quad23: quad.1, shape: shape.box,
        mapping: SIMD4(Float(0.5 / shape.half.x), Float(0.5 / shape.half.y), 0.5, 0.5),
        clamping: clamping, color: color,
        texture: SIMD4(size.0, size.1, 0, isAlphaOnly ? 1 : 0), params: params(0, clips, 0)))
    add(.bitmap(target: target), instance: images.count - 1, clips: Float(clips.count))
  }
}

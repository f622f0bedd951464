import Foundation
import GlazeGeometry

/// The colors of a gradient at points of the raster, in floating point.
struct DeepGradient {
  enum Shape {
    case linear(start: CGPoint, end: CGPoint)
    case radial(start: CGPoint, startRadius: Double, end: CGPoint, endRadius: Double)
    case conic(center: CGPoint, angle: Double)
  }

  let shape: Shape
  private let options: CGGradientDrawingOptions
  private let alpha: Float
  private let toUser: CGAffineTransform
  /// The stops in order, not premultiplied.
  private let stops: [(location: Double, color: SIMD4<Float>)]

  init(
    _ gradient: CGGradient, _ shape: Shape, _ options: CGGradientDrawingOptions, alpha: CGFloat,
    toUser: CGAffineTransform
  ) {
    self.shape = shape
    self.options = options
    self.alpha = Float(min(max(alpha.native, 0), 1))
    self.toUser = toUser
    stops = gradient.stops.map { ($0.location, $0.color.extendedSRGB) }
  }

  /// Returns the premultiplied color of a pixel.
  func color(x: Int, y: Int) -> SIMD4<Float> {
    let p = CGPoint(x: CGFloat(x) + 0.5, y: CGFloat(y) + 0.5).applying(toUser)
    guard let t = parameter(p), let first = stops.first else { return .zero }
    if t < 0 && !options.contains(.drawsBeforeStartLocation) { return .zero }
    if t > 1 && !options.contains(.drawsAfterEndLocation) { return .zero }
    var color = first.color
    if t > first.location {
      var before = first
      color = stops[stops.count - 1].color
      for stop in stops.dropFirst() {
        if t < stop.location {
          let way = Float((t - before.location) / (stop.location - before.location))
          color = before.color + (stop.color - before.color) * way
          break
        }
        before = stop
      }
    }
    let a = min(max(color.w, 0), 1) * alpha
    return SIMD4(color.x * a, color.y * a, color.z * a, a)
  }

  /// Returns the location along the gradient of a point of user space; nil where no circle reaches.
  private func parameter(_ p: CGPoint) -> Double? {
    switch shape {
    case .linear(let start, let end):
      let d = SIMD2((end.x - start.x).native, (end.y - start.y).native)
      let v = SIMD2((p.x - start.x).native, (p.y - start.y).native)
      return (v * d).sum() / (d * d).sum()
    case .conic(let center, let angle):
      let turn = (atan2((p.y - center.y).native, (p.x - center.x).native) - angle) / (2 * .pi)
      return turn - turn.rounded(.down)
    case .radial(let start, let r0, let end, let r1):
      return Self.circle(
        SIMD2((p.x - start.x).native, (p.y - start.y).native),
        SIMD2((end.x - start.x).native, (end.y - start.y).native), r0, r1 - r0
      ) { t in
        (t >= 0 || options.contains(.drawsBeforeStartLocation))
          && (t <= 1 || options.contains(.drawsAfterEndLocation))
      }
    }
  }

  /// Returns the last circle through a point: |p - t d| = r + t dr, with a radius that is not
  /// negative.
  private static func circle(
    _ p: SIMD2<Double>, _ d: SIMD2<Double>, _ r: Double, _ dr: Double,
    isDrawn: (Double) -> Bool
  ) -> Double? {
    let a = (d * d).sum() - dr * dr
    let b = (p * d).sum() + r * dr
    let c = (p * p).sum() - r * r
    var candidates: [Double]
    if abs(a) < 1e-12 {
      candidates = b == 0 ? [] : [c / (2 * b)]
    } else {
      let square = b * b - a * c
      guard square >= 0 else { return nil }
      let root = square.squareRoot()
      candidates = [(b + root) / a, (b - root) / a]
    }
    return candidates.sorted(by: >).first { r + $0 * dr >= 0 && isDrawn($0) }
  }
}

/// A deep image at points of the raster.
struct DeepImage {
  private let deep: [Float16]
  private let width: Int
  private let height: Int
  private let toPixels: CGAffineTransform
  private let alpha: Float
  private let isTiled: Bool
  private let isNearest: Bool
  /// The samples for a pixel in each direction, so that reduced images are averaged.
  private let samples: Int

  /// - Parameter toPixels: the transform from the raster to the image's pixels.
  /// - Returns: nil for an image of 8 bits.
  init?(
    _ image: CGImage, toPixels: CGAffineTransform, alpha: CGFloat, isTiled: Bool, isNearest: Bool
  ) {
    guard let deep = image.deepPixels else { return nil }
    self.deep = deep
    (width, height) = (image.width, image.height)
    self.toPixels = toPixels
    self.alpha = Float(min(max(alpha.native, 0), 1))
    self.isTiled = isTiled
    self.isNearest = isNearest
    let step = max(
      hypot(toPixels.a.native, toPixels.b.native), hypot(toPixels.c.native, toPixels.d.native))
    samples = isNearest || !(step > 1) ? 1 : Int(clamping: min(step.rounded(.up), 16))
  }

  /// Returns the premultiplied color of a pixel.
  func color(x: Int, y: Int) -> SIMD4<Float> {
    var sum = SIMD4<Float>.zero
    for j in 0..<samples {
      for i in 0..<samples {
        let p = CGPoint(
          x: CGFloat(x) + (CGFloat(i) + 0.5) / CGFloat(samples),
          y: CGFloat(y) + (CGFloat(j) + 0.5) / CGFloat(samples)
        ).applying(toPixels)
        sum += sample(p.x.native, p.y.native)
      }
    }
    return sum * (alpha / Float(samples * samples))
  }

  private func sample(_ x: Double, _ y: Double) -> SIMD4<Float> {
    guard abs(x) < 1e9, abs(y) < 1e9 else { return .zero }
    if isNearest { return texel(Int(clamping: x.rounded(.down)), Int(clamping: y.rounded(.down))) }
    let (u, v) = (x - 0.5, y - 0.5)
    let (left, top) = (u.rounded(.down), v.rounded(.down))
    let (right, down) = (Float(u - left), Float(v - top))
    let (i, j) = (Int(clamping: left), Int(clamping: top))
    let above = texel(i, j) * (1 - right) + texel(i + 1, j) * right
    let below = texel(i, j + 1) * (1 - right) + texel(i + 1, j + 1) * right
    return above * (1 - down) + below * down
  }

  private func texel(_ x: Int, _ y: Int) -> SIMD4<Float> {
    let column = isTiled ? ((x % width) + width) % width : min(max(x, 0), width - 1)
    let row = isTiled ? ((y % height) + height) % height : min(max(y, 0), height - 1)
    let i = (row * width + column) * 4
    return SIMD4(Float(deep[i]), Float(deep[i + 1]), Float(deep[i + 2]), Float(deep[i + 3]))
  }
}

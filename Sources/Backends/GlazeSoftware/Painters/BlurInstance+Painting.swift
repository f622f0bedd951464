import CGlazeKernels
import CGlazeShaders
import Foundation
import GlazeGeometry
import GlazePlan

extension BlurInstance: PaintedInstance {
  static func paint(
    _ blur: UnsafePointer<Self>, of draw: FramePlan.Draw, rows: Pixels, by painter: Painter
  ) {
    guard case .surroundings(let target) = draw.kind.reads else { return }
    let (blur, source, surface) = (blur.pointee, painter.surfaces[target], painter.surface)
    let polygon = ScanPolygon(blur.quad01, blur.quad23, surface)
    let touched = polygon.rows.intersection(rows)
    if touched.isEmpty { return }
    let isAcross = blur.isAcross
    // No texel is farther from any pixel, even from one far outside of a small source.
    let limit = isAcross ? max(surface.width, source.width) : max(surface.height, source.height)
    let weights = Self.weights(blur, limit: limit)
    let runs = (touched.start..<touched.end).map { painter.run(row: $0, polygon.pixels(row: $0)) }
    let taps = weights.count - 1
    let block = Int(GlazeBlurBlock)
    let size =
      isAcross
      ? surface.width + 2 * taps + 2 * block
      : (runs.count + 2 * taps) * Int(GlazeBlurColumns) + runs.count * block
    let scratch = UnsafeMutablePointer<Float>.allocate(capacity: 4 * size)
    defer { scratch.deallocate() }
    weights.withUnsafeBufferPointer { weights in
      var prepared = GlazeBlur(
        source: GlazeLayer(source, at: blur.source), weights: weights.baseAddress,
        taps: Int32(taps), isAlphaOnly: surface.planeCount == 1)
      if isAcross {
        for var run in runs where run.start < run.end {
          painter.kernels.pointee.blurAcross(&run, &prepared, scratch)
        }
      } else {
        painter.kernels.pointee.blurDown(runs, Int32(runs.count), &prepared, scratch)
      }
    }
  }

  /// The weights of the center and of each tap on one side; together with the other side they add
  /// up to 1.
  private static func weights(_ blur: Self, limit: Int) -> [Float] {
    let falloff = -0.5 / (blur.sigma * blur.sigma)
    var weights: [Float] = [1]
    var total: Float = 1
    for tap in 1..<Int(clamping: blur.params.w) + 1 {
      let weight = exp(falloff * Float(tap * tap))
      // The tap is beyond 13 standard deviations.
      if !(weight > 1e-37) { break }
      total += 2 * weight
      if tap < limit { weights.append(weight) }
    }
    return weights.map { $0 / total }
  }
}

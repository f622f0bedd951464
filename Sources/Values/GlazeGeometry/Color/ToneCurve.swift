/// The curve that compresses bright light: the EETF of ITU-R BT.2390, without a change of black.
///
/// Numbers of PQ up to a knee stay the same; from there, a Hermite spline leads from the peak to the
/// limit.
package struct ToneCurve: Sendable {
  /// The brightest light before and after, in multiples of white.
  private let peak: Double
  private let limit: Double
  private let scale: OutputColor
  private let top: Double
  private let most: Double
  private let knee: Double

  /// - Parameter white: The luminance of white, in cd/m².
  package init(peak: Double, limit: Double, white: Double) {
    (self.peak, self.limit) = (peak, limit)
    var scale = OutputColor(transfer: .pq)
    scale.whiteLuminance = white
    self.scale = scale
    top = scale.encode(peak)
    most = scale.encode(limit) / top
    knee = 1.5 * most - 0.5
  }

  /// The number of PQ for the peak, that for the limit as a part of it, and the knee, for shaders.
  package var numbers: SIMD3<Double> { SIMD3(top, most, knee) }

  /// Returns the light that becomes of an amount of light.
  package func map(_ light: Double) -> Double {
    let number = scale.encode(light) / top
    if number <= knee { return light }
    if number >= 1 { return limit }
    let t = (number - knee) / (1 - knee)
    let (t2, t3) = (t * t, t * t * t)
    let from: Double = (2 * t3 - 3 * t2 + 1) * knee
    let slope: Double = (t3 - 2 * t2 + t) * (1 - knee)
    let to: Double = (3 * t2 - 2 * t3) * most
    return scale.decode((from + slope + to) * top)
  }
}

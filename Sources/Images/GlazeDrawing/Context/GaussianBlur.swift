import Foundation
import GlazeGeometry

/// Blurs coverage: a Gaussian for the shadows of a context.
///
/// Up to a sigma of 4 pixels the kernel is sampled as far as three sigmas. Above, three boxes of
/// equal variance approximate it, whose cost does not grow with sigma (largest deviation of their
/// edge profile from the Gaussian's: 3%).
struct GaussianBlur {
  let sigma: Double

  private static let widestKernel: Double = 4
  /// The largest sigma; above it, all of the largest bitmap has one value.
  private static let widest: Double = 65_536

  init(sigma: Double) { self.sigma = min(sigma, Self.widest) }

  /// The reach of the blur, in pixels.
  var reach: Int {
    guard sigma > 0 else { return 0 }
    return sigma <= Self.widestKernel
      ? Int(clamping: (3 * sigma).rounded(.up)) : boxRadii.reduce(0, +)
  }

  /// Blurs an alpha-only surface in place; pixels outside it count as clear.
  func apply(to surface: Surface) {
    guard sigma > 0 else { return }
    let (width, height, stride) = (surface.width, surface.height, surface.stride)
    surface.withBytes { bytes in
      var line = [Float](repeating: 0, count: max(width, height))
      for y in 0..<height {
        blur(bytes, from: y * stride, step: 1, count: width, line: &line)
      }
      for x in 0..<width {
        blur(bytes, from: x, step: stride, count: height, line: &line)
      }
    }
  }

  private func blur(
    _ bytes: UnsafeMutableRawBufferPointer, from start: Int, step: Int, count: Int,
    line: inout [Float]
  ) {
    var isClear = true
    for i in 0..<count {
      let v = bytes[start + i * step]
      isClear = isClear && v == 0
      line[i] = Float(v)
    }
    if isClear { return }
    if sigma <= Self.widestKernel {
      convolve(&line, count: count)
    } else {
      for radius in boxRadii { box(&line, count: count, radius: radius) }
    }
    for i in 0..<count { bytes[start + i * step] = UInt8(clamping: min(line[i] + 0.5, 255)) }
  }

  private func convolve(_ line: inout [Float], count: Int) {
    let reach = self.reach
    let weights = kernel
    let source = line
    for i in 0..<count {
      var sum: Float = 0
      for k in max(-reach, -i)...min(reach, count - 1 - i) {
        sum += source[i + k] * weights[k + reach]
      }
      line[i] = sum
    }
  }

  private var kernel: [Float] {
    let reach = self.reach
    let raw = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    let sum = raw.reduce(0, +)
    return raw.map { Float($0 / sum) }
  }

  /// Returns three radii whose boxes together have nearly the variance of the Gaussian.
  private var boxRadii: [Int] {
    // A box of 2 r + 1 pixels has the variance ((2 r + 1)^2 - 1) / 12.
    let ideal: Double = (4 * sigma * sigma + 1).squareRoot()
    let small = Int(clamping: (ideal - 1) / 2)
    func variance(_ radius: Int) -> Double {
      let width = Double(2 * radius + 1)
      return (width * width - 1) / 12
    }
    let wanted: Double = sigma * sigma
    let (narrow, wide) = (variance(small), variance(small + 1))
    var best = 0
    var least = Double.infinity
    for count in 0...3 {
      let sum: Double = Double(count) * wide + Double(3 - count) * narrow
      let error: Double = abs(sum - wanted)
      if error < least { (best, least) = (count, error) }
    }
    return (0..<3).map { $0 < best ? small + 1 : small }
  }

  private func box(_ line: inout [Float], count: Int, radius: Int) {
    let source = line
    let scale: Float = 1 / Float(2 * radius + 1)
    var sum: Float = 0
    for i in 0..<min(radius, count) { sum += source[i] }
    for i in 0..<count {
      if i + radius < count { sum += source[i + radius] }
      line[i] = max(sum, 0) * scale
      if i >= radius { sum -= source[i - radius] }
    }
  }
}

import GlazePlan

/// The difference between an image and a reference that another program drew.
///
/// Pixels that the reference's mask trusts are compared strictly. The others, on antialiased edges
/// and in resampled images, must lie in the range of the reference's 3 by 3 neighborhood, within a
/// tolerance. The number of bad pixels is relative to the pixels where the reference is not empty,
/// so that a small object is not lost in a large background.
struct ReferenceMeasure {
  /// Trusted pixels that deviate, for each active pixel.
  var trustedBad = 0.0
  /// Trusted pixels that deviate by more than 48 levels, for each active pixel.
  var gross = 0.0
  /// The mean deviation of the channels of trusted pixels, in levels.
  var trustedMean = 0.0
  /// Ambiguous pixels outside their neighborhood's range, for each active pixel.
  var ambiguousBad = 0.0
  /// The mean deviation of ambiguous pixels, in levels; the worst channel counts.
  var ambiguousMean = 0.0
  /// The largest mean of a channel's signed error in any window of 8 by 8 pixels, where the noise
  /// of edges averages out, but a missing hairline does not.
  var window = 0.0
  /// The most pixels in a window of 16 by 16 that are more than 40 levels outside their range,
  /// which indicates a missing part.
  var cluster = 0

  /// The limits for a kind of scene.
  struct Limits {
    var trustedTolerance: Int
    var trustedBad: Double
    var ambiguousTolerance: Int
    var ambiguousBad: Double
    var ambiguousMean: Double
    var trustedMean: Double
    var gross: Double
    var window: Double
    var cluster: Int

    /// Makes the limits of a scene's `tolerance`; nil for an unknown name.
    init?(_ name: String) {
      switch name {
      // Upright boxes on integer coordinates, where no differences are expected.
      case "exact": self.init(2, 0.002, 16, 0.01, 30, 0.25, 0.001, 4, 10)
      // The reference is box-filtered from 4 by 4 samples; coverage here is analytic.
      case "edges": self.init(4, 0.015, 20, 0.03, 30, 0.80, 0.004, 18, 10)
      // Texels are sampled at other positions, at worst half a pixel apart.
      case "image": self.init(8, 0.020, 24, 0.05, 30, 1.50, 0.004, 14, 10)
      // Colors between stops are rounded, and stops lie between pixels.
      case "gradient": self.init(4, 0.010, 16, 0.03, 30, 1.20, 0.002, 14, 10)
      // The reference approximates the Gaussian by three boxes.
      case "blur": self.init(6, 0.060, 20, 0.05, 30, 1.00, 0.004, 14, 10)
      // Each renderer chooses its own filter for minification.
      case "minify": self.init(24, 0.060, 40, 0.10, 48, 3.00, 0.020, 42, 60)
      default: return nil
      }
    }

    init(
      _ trustedTolerance: Int, _ trustedBad: Double, _ ambiguousTolerance: Int,
      _ ambiguousBad: Double, _ ambiguousMean: Double, _ trustedMean: Double, _ gross: Double,
      _ window: Double, _ cluster: Int
    ) {
      (self.trustedTolerance, self.trustedBad) = (trustedTolerance, trustedBad)
      (self.ambiguousTolerance, self.ambiguousBad) = (ambiguousTolerance, ambiguousBad)
      (self.ambiguousMean, self.trustedMean) = (ambiguousMean, trustedMean)
      (self.gross, self.window, self.cluster) = (gross, window, cluster)
    }
  }

  /// Returns the exceeded limits as text; empty when there are none.
  func violations(of limits: Limits) -> [String] {
    let values: [(String, Double, Double)] = [
      ("trusted pixels off", trustedBad, limits.trustedBad),
      ("trusted pixels far off", gross, limits.gross),
      ("mean of trusted pixels", trustedMean, limits.trustedMean),
      ("ambiguous pixels off", ambiguousBad, limits.ambiguousBad),
      ("mean of ambiguous pixels", ambiguousMean, limits.ambiguousMean),
      ("window", window, limits.window), ("cluster", Double(cluster), Double(limits.cluster)),
    ]
    return values.filter { $0.1 > $0.2 }.map { name, value, limit in
      "\(name): \((value * 1000).rounded() / 1000), at most \(limit)"
    }
  }
}

extension ReferenceMeasure {
  /// Measures an image; all three have the same size.
  ///
  /// - Parameter mask: white where the reference is trusted.
  init(reference: PixelBuffer, image: PixelBuffer, mask: PixelBuffer, _ limits: Limits) {
    reference.bytes.withUnsafeBufferPointer { a in
      image.bytes.withUnsafeBufferPointer { b in
        mask.bytes.withUnsafeBufferPointer { mask in
          var scan = ReferenceScan(
            width: reference.width, height: reference.height, reference: a, image: b,
            mask: mask, limits: limits)
          self = scan.run()
        }
      }
    }
  }
}

/// The loops of the measure.
///
/// They use manual counters, because ranges are slow without optimization.
private struct ReferenceScan {
  let width: Int
  let height: Int
  let reference: UnsafeBufferPointer<UInt8>
  let image: UnsafeBufferPointer<UInt8>
  let mask: UnsafeBufferPointer<UInt8>
  let limits: ReferenceMeasure.Limits

  private var active = 0
  private var trusted = 0
  private var ambiguous = 0
  private var far: [(x: Int, y: Int)] = []
  private var result = ReferenceMeasure()

  init(
    width: Int, height: Int, reference: UnsafeBufferPointer<UInt8>,
    image: UnsafeBufferPointer<UInt8>, mask: UnsafeBufferPointer<UInt8>,
    limits: ReferenceMeasure.Limits
  ) {
    (self.width, self.height) = (width, height)
    (self.reference, self.image, self.mask) = (reference, image, mask)
    self.limits = limits
  }

  mutating func run() -> ReferenceMeasure {
    var y = 0
    while y < height {
      var x = 0
      while x < width {
        measure(x, y)
        x += 1
      }
      y += 1
    }
    let scale = Double(max(active, 64))
    result.trustedBad /= scale
    result.gross /= scale
    result.ambiguousBad /= scale
    result.trustedMean /= Double(max(trusted, 1) * 3)
    result.ambiguousMean /= Double(max(ambiguous, 1))
    result.window = largestWindow()
    result.cluster = largestCluster()
    return result
  }

  private mutating func measure(_ x: Int, _ y: Int) {
    let index = (y * width + x) * 4
    let isTrusted = mask[index] > 127
    let isFlat = isSurroundedByItself(x, y)
    // Most of an image equals the reference, and adds to nothing else.
    if isFlat, pixel(image, at: index) == pixel(reference, at: index) {
      if isTrusted { trusted += 1 } else { ambiguous += 1 }
      return
    }
    var sum = 0
    var deviation = 0
    var channel = index
    while channel < index + 3 {
      let difference = abs(Int(reference[channel]) - Int(image[channel]))
      sum += difference
      deviation = max(deviation, difference)
      channel += 1
    }
    var outside = deviation
    if !isFlat {
      let range = range(x, y)
      if range.spread > 2 { active += 1 }
      if deviation > 0 { outside = range.distance }
    }
    if outside > 40 { far.append((x, y)) }
    if isTrusted {
      trusted += 1
      result.trustedMean += Double(sum)
      if deviation > limits.trustedTolerance { result.trustedBad += 1 }
      if deviation > 48 { result.gross += 1 }
    } else {
      ambiguous += 1
      result.ambiguousMean += Double(deviation)
      if outside > limits.ambiguousTolerance { result.ambiguousBad += 1 }
    }
  }

  private func pixel(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt32 {
    UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: index, as: UInt32.self)
  }

  /// Returns whether the reference has one color around a pixel, as in most of an image.
  private func isSurroundedByItself(_ x: Int, _ y: Int) -> Bool {
    let bytes = UnsafeRawBufferPointer(reference)
    let row = width * 4
    let (above, below) = (y > 0 ? -row : 0, y < height - 1 ? row : 0)
    let (left, right) = (x > 0 ? -4 : 0, x < width - 1 ? 4 : 0)
    let here = y * row + x * 4
    let pixel = bytes.loadUnaligned(fromByteOffset: here, as: UInt32.self)
    func same(_ offset: Int) -> Bool {
      bytes.loadUnaligned(fromByteOffset: here + offset, as: UInt32.self) == pixel
    }
    return same(left) && same(right) && same(above) && same(below) && same(above + left)
      && same(above + right) && same(below + left) && same(below + right)
  }

  /// Returns the distance of the image's pixel from the reference's range around it, and the
  /// range's width.
  private func range(_ x: Int, _ y: Int) -> (distance: Int, spread: Int) {
    var (distance, spread) = (0, 0)
    var channel = 0
    while channel < 3 {
      var (low, high) = (255, 0)
      var j = max(y - 1, 0)
      while j <= min(y + 1, height - 1) {
        var i = max(x - 1, 0)
        while i <= min(x + 1, width - 1) {
          let value = Int(reference[(j * width + i) * 4 + channel])
          low = min(low, value)
          high = max(high, value)
          i += 1
        }
        j += 1
      }
      let value = Int(image[(y * width + x) * 4 + channel])
      distance = max(distance, max(low - value, value - high))
      spread = max(spread, high - low)
      channel += 1
    }
    return (distance, spread)
  }

  private func largestWindow() -> Double {
    var largest = 0
    var channel = 0
    while channel < 3 {
      let sums = summed { x, y in
        let index = (y * width + x) * 4 + channel
        return Int(image[index]) - Int(reference[index])
      }
      largest = max(largest, largestSum(sums, side: 8))
      channel += 1
    }
    return Double(largest) / 64
  }

  private func largestCluster() -> Int {
    // If there are fewer than the limit of one window, there cannot be too many.
    guard far.count > limits.cluster else { return far.count }
    let places = Set(far.map { $0.y * width + $0.x })
    return largestSum(summed { x, y in places.contains(y * width + x) ? 1 : 0 }, side: 16)
  }

  /// Returns the sums over all rectangles from the top left corner, with a row and a column of
  /// zeros.
  private func summed(_ value: (Int, Int) -> Int) -> [Int] {
    let stride = width + 1
    return [Int](unsafeUninitializedCapacity: stride * (height + 1)) { buffer, count in
      buffer.initialize(repeating: 0)
      guard let sums = buffer.baseAddress else { return }
      var y = 0
      while y < height {
        var row = 0
        var x = 0
        while x < width {
          row += value(x, y)
          sums[(y + 1) * stride + x + 1] = sums[y * stride + x + 1] + row
          x += 1
        }
        y += 1
      }
      count = buffer.count
    }
  }

  /// Returns the largest absolute sum of any square; squares that are partly outside count with
  /// their inside.
  private func largestSum(_ sums: [Int], side: Int) -> Int {
    sums.withUnsafeBufferPointer { sums in
      sums.baseAddress.map { largestSum($0, side: side) } ?? 0
    }
  }

  private func largestSum(_ sums: UnsafePointer<Int>, side: Int) -> Int {
    let stride = width + 1
    var largest = 0
    var y = side / 2
    while y < height + side / 2 {
      let (top, bottom) = (max(y - side, 0) * stride, min(y, height) * stride)
      var x = side / 2
      while x < width + side / 2 {
        let (left, right) = (max(x - side, 0), min(x, width))
        let sum = sums[bottom + right] - sums[top + right] - sums[bottom + left] + sums[top + left]
        if sum > largest || -sum > largest { largest = sum < 0 ? -sum : sum }
        x += 1
      }
      y += 1
    }
    return largest
  }
}

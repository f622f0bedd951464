/// At most 256 colors that represent those of an image: its own if there are no more, otherwise the
/// means of boxes into which its colors are divided.
struct Palette {
  /// Red, green and blue of `1 << bits` colors.
  private(set) var table: [UInt8] = []
  private(set) var bits = 1
  /// The index of the transparent color.
  private(set) var transparent: UInt8?
  /// The index for each of 32 steps of red, green and blue, when colors are divided into boxes.
  private var boxes: [UInt8] = []
  /// The index of each color, when the colors are the image's own.
  private var places: [UInt32: UInt8] = [:]

  /// - Parameters:
  ///   - pixels: premultiplied RGBA.
  ///   - rowLength: the length of a row, in pixels.
  init(_ pixels: [UInt8], _ area: PixelArea, rowLength: Int) {
    var colors: [SIMD3<UInt8>] = []
    var hasHoles = false
    var isExact = true
    Self.forEach(pixels, area, rowLength) { color in
      guard let color else {
        hasHoles = true
        return
      }
      guard isExact, places[Self.key(color)] == nil else { return }
      isExact = colors.count < 255
      if isExact {
        places[Self.key(color)] = UInt8(colors.count)
        colors.append(color)
      }
    }
    if !isExact {
      places = [:]
      (colors, boxes) = ColorBoxes(pixels, area, rowLength: rowLength).cut(into: 255)
    }
    if hasHoles {
      transparent = UInt8(colors.count)
      colors.append(.zero)
    }
    while 1 << bits < colors.count { bits += 1 }
    table = colors.flatMap { [$0.x, $0.y, $0.z] }
    table += [UInt8](repeating: 0, count: 3 * (1 << bits) - table.count)
  }

  /// Returns the indices of the colors of an area, row by row.
  func indices(_ pixels: [UInt8], _ area: PixelArea, rowLength: Int) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(area.width * area.height)
    Self.forEach(pixels, area, rowLength) { color in
      guard let color else {
        result.append(transparent ?? 0)
        return
      }
      result.append(
        boxes.isEmpty ? places[Self.key(color)] ?? 0 : boxes[ColorBoxes.bin(color)])
    }
    return result
  }

  private static func key(_ color: SIMD3<UInt8>) -> UInt32 {
    UInt32(color.x) << 16 | UInt32(color.y) << 8 | UInt32(color.z)
  }

  /// Calls `body` with the straight color of each pixel; nil for one that is less than half opaque.
  static func forEach(
    _ pixels: [UInt8], _ area: PixelArea, _ rowLength: Int, _ body: (SIMD3<UInt8>?) -> Void
  ) {
    for y in area.y..<(area.y + area.height) {
      for x in area.x..<(area.x + area.width) {
        let place = (y * rowLength + x) * 4
        let alpha = Int(pixels[place + 3])
        guard alpha >= 128 else {
          body(nil)
          continue
        }
        var color = SIMD3(pixels[place], pixels[place + 1], pixels[place + 2])
        if alpha < 255 {
          for k in 0..<3 { color[k] = UInt8(min(255, (Int(color[k]) * 255 + alpha / 2) / alpha)) }
        }
        body(color)
      }
    }
  }
}

/// The frequencies of colors, in 32 steps a channel, and boxes of colors.
///
/// Source: the median cut (Heckbert, 1982).
private struct ColorBoxes {
  private var counts = [Int](repeating: 0, count: 1 << 15)
  private var sums = [SIMD3<Int>](repeating: .zero, count: 1 << 15)
  private var used: [Int] = []

  static func bin(_ color: SIMD3<UInt8>) -> Int {
    Int(color.x >> 3) << 10 | Int(color.y >> 3) << 5 | Int(color.z >> 3)
  }

  private static func step(_ bin: Int, _ channel: Int) -> Int { bin >> (10 - 5 * channel) & 31 }

  init(_ pixels: [UInt8], _ area: PixelArea, rowLength: Int) {
    var (counts, sums) = (counts, sums)
    Palette.forEach(pixels, area, rowLength) { color in
      guard let color else { return }
      counts[Self.bin(color)] += 1
      sums[Self.bin(color)] &+= SIMD3<Int>(truncatingIfNeeded: color)
    }
    (self.counts, self.sums) = (counts, sums)
    used = counts.indices.filter { counts[$0] > 0 }
  }

  /// Divides the box with the largest product of pixels and longest side, until there are enough
  /// boxes.
  ///
  /// - Returns: The mean of each box, and the index of the box for each bin.
  func cut(into limit: Int) -> ([SIMD3<UInt8>], [UInt8]) {
    var boxes = [used]
    var weights = [weight(used)]
    while boxes.count < limit {
      guard let index = weights.indices.max(by: { weights[$0] < weights[$1] }), weights[index] > 0
      else { break }
      let (low, high) = halves(boxes[index])
      boxes[index] = low
      weights[index] = weight(low)
      boxes.append(high)
      weights.append(weight(high))
    }
    var places = [UInt8](repeating: 0, count: 1 << 15)
    var colors: [SIMD3<UInt8>] = []
    for (number, box) in boxes.enumerated() {
      let count = max(1, box.reduce(0) { $0 + counts[$1] })
      let sum = box.reduce(SIMD3<Int>.zero) { $0 &+ sums[$1] }
      colors.append(
        SIMD3<UInt8>(truncatingIfNeeded: (sum &+ SIMD3(repeating: count / 2)) / count))
      for bin in box { places[bin] = UInt8(number) }
    }
    return (colors, places)
  }

  private func longest(_ box: [Int]) -> (channel: Int, length: Int) {
    (0..<3).map { channel in
      let steps = box.map { Self.step($0, channel) }
      return (channel, (steps.max() ?? 0) - (steps.min() ?? 0))
    }.max { $0.1 < $1.1 } ?? (0, 0)
  }

  /// Returns 0 for a box that cannot be divided.
  private func weight(_ box: [Int]) -> Int {
    longest(box).length * box.reduce(0) { $0 + counts[$1] }
  }

  private func halves(_ box: [Int]) -> ([Int], [Int]) {
    let channel = longest(box).channel
    let sorted = box.sorted { Self.step($0, channel) < Self.step($1, channel) }
    let half = box.reduce(0) { $0 + counts[$1] } / 2
    var (sum, end) = (0, 0)
    while end < sorted.count - 1, end == 0 || sum + counts[sorted[end]] <= half {
      sum += counts[sorted[end]]
      end += 1
    }
    return (Array(sorted[..<end]), Array(sorted[end...]))
  }
}

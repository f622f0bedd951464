import CGlazeKernels
import Testing

/// Rows of floating-point targets in the formats of frames.
@Suite struct StoredRowTests {
  /// Four pixels at a time are stored as one by one, whatever their bits.
  @Test(arguments: [GlazeUnorm8, GlazeFloat16, GlazeUnorm10, GlazeUnorm16])
  func rowsEqualPixels(format: Int) {
    var state: UInt64 = 5
    for (round, count) in [1, 3, 4, 7, 64, 101, 256, 256].enumerated() {
      let planes = (0..<count * 4).map { _ -> Float in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let bits = UInt32(truncatingIfNeeded: state >> 32)
        // All bit patterns, and numbers around 0...1.
        return round % 2 == 0 ? Float(bitPattern: bits) : Float(bits) / 0x1p32 * 1.2 - 0.1
      }
      let pixels = (0..<count).flatMap { x in (0..<4).map { planes[$0 * count + x] } }
      var (row, single) = (
        [UInt8](repeating: 0, count: count * 8), [UInt8](repeating: 0, count: count * 8)
      )
      glaze_store_planes(planes, count, count, Int32(format), &row)
      glaze_store_floats(pixels, count, Int32(format), &single)
      #expect(row == single)
    }
  }
}

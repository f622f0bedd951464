/// Pseudorandom numbers that are the same in every run.
struct Chance {
  var state: UInt64

  mutating func number(_ low: Double, _ high: Double) -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return low + (high - low) * Double(state >> 40) / Double(1 << 24)
  }
}

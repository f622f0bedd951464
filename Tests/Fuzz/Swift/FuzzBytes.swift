/// A fuzzer's bytes, read as an endless sequence of numbers; after the last byte all are 0.
struct FuzzBytes {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  var isEmpty: Bool { bytes.isEmpty }

  mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

  /// Returns an index into a list of the given length.
  mutating func index(_ count: Int) -> Int { count > 0 ? Int(byte()) % count : 0 }

  /// Returns an element of a list; nil when the list is empty.
  mutating func one<Element>(of list: [Element]) -> Element? {
    list.isEmpty ? nil : list[index(list.count)]
  }

  /// Returns true for one of the given number of byte values.
  mutating func oneIn(_ count: UInt8) -> Bool { byte() % count == 1 }

  private mutating func bits(_ count: Int) -> UInt64 {
    (0..<count).reduce(0) { sum, _ in sum << 8 | UInt64(byte()) }
  }

  /// Numbers that often expose errors.
  private static let edges: [Double] = [
    0, 1, -1, 0.5, 2, 3, 4, 15, 255, 65_535, 65_536, 1e-300, 1e-30, 1e9, -1e9, 0x1p24, 0x1p31,
    0x1p53,
    1e19, -1e19, 1e30, -1e38, 1e155, 1e300, -1e300, .infinity, -.infinity, .nan, -0.0, .pi,
  ]

  /// Returns any number; most are small, with a few decimal places.
  mutating func number() -> Double {
    switch byte() % 8 {
    case 0: Self.edges[index(Self.edges.count)]
    case 1: Double(bitPattern: bits(8))
    case 2: Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits(4))))
    case 3, 4: Double(byte()) / 255
    case 5: Double(Int16(truncatingIfNeeded: bits(2))) / 16
    default: Double(Int8(truncatingIfNeeded: bits(1)))
    }
  }

  mutating func float() -> Float { Float(number()) }

  /// Writes one number anywhere into a list of values that consist only of floats.
  mutating func change<Element>(_ list: inout [Element]) {
    let value = float()
    let (item, word) = (index(list.count), byte())
    list.withUnsafeMutableBytes { raw in
      let floats = raw.bindMemory(to: Float.self)
      let each = MemoryLayout<Element>.stride / MemoryLayout<Float>.stride
      if !floats.isEmpty { floats[item * each + Int(word) % each] = value }
    }
  }
}

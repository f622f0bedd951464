import GlazeGeometry

/// Reads numbers of few digits, which nearly all numbers of documents are.
enum DecimalNumber {
  /// The powers of ten that a double represents exactly.
  private static let powers: [Double] = (0...22).reduce(into: []) { list, _ in
    list.append((list.last ?? 0.1) * 10)
  }

  /// Returns the number of at most 15 digits without an exponent, to the last bit: the quotient of two exact numbers
  /// is rounded once; nil for all other texts.
  static func short(_ text: some Collection<UInt8>) -> Double? {
    var (mantissa, count, decimals, hasPoint): (Int64, Int, Int, Bool) = (0, 0, 0, false)
    let isNegative = text.first == UInt8(ascii: "-")
    for byte in text.dropFirst(isNegative ? 1 : 0) {
      if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
        continue
      }
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte, count < 15 else { return nil }
      mantissa = mantissa * 10 + Int64(byte - UInt8(ascii: "0"))
      count += 1
      decimals += hasPoint ? 1 : 0
    }
    guard count > 0 else { return nil }
    let value = powers.withUnsafeBufferPointer { Double(mantissa) / $0[decimals] }
    return isNegative ? -value : value
  }
}

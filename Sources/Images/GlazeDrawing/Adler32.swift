/// The checksum of zlib streams (RFC 1950, section 8.2).
enum Adler32 {
  private static let modulus = 65_521

  /// Returns the checksum of two consecutive byte sequences from their checksums.
  ///
  /// The low half is 1 + the sum of all bytes, the high half the sum of all low halves: over the
  /// second sequence, each of its low halves grows by the first sequence's sum.
  static func combine(_ first: UInt32, _ second: UInt32, secondByteCount: Int) -> UInt32 {
    let firstSum = Int(first & 0xFFFF) + modulus - 1
    let low = (firstSum + Int(second & 0xFFFF)) % modulus
    let high =
      (Int(first >> 16) + Int(second >> 16) + secondByteCount % modulus * (firstSum % modulus))
      % modulus
    return UInt32(high << 16 | low)
  }
}

public import CGlazeNumbers
public import Foundation

extension FixedWidthInteger {
  /// The integer toward zero; the nearest representable integer for numbers out of range, and 0 for
  /// NaN.
  ///
  /// Glaze uses only this conversion: Swift's own stops the program at numbers out of range, which
  /// documents may contain. 64-bit types are limited to 2^53, so that sums and differences of a few
  /// such numbers do not overflow.
  @inlinable @inline(__always)
  package init(clamping number: Double) {
    guard number.magnitude < 0x1p51 else {
      self = Self(clampingLarge: number)
      return
    }
    // C's conversion is one instruction. Swift's checks take several times as long, its generic
    // ones twenty times.
    var whole = glaze_truncate(number)
    if Self.bitWidth < 64 {
      let most: Int64 = 1 << Int64(Self.bitWidth - (Self.isSigned ? 1 : 0)) - 1
      whole = Swift.min(Swift.max(whole, Self.isSigned ? -most - 1 : 0), most)
    } else if !Self.isSigned {
      whole = Swift.max(whole, 0)
    }
    self.init(truncatingIfNeeded: whole)
  }

  @inlinable @inline(__always)
  package init(clamping number: Float) { self.init(clamping: Double(number)) }

  @inlinable @inline(__always)
  package init(clamping number: CGFloat) { self.init(clamping: number.native) }

  /// Converts numbers of at least 2^51, and NaN.
  @inlinable
  init(clampingLarge number: Double) {
    guard !number.isNaN, Self.isSigned || number > 0 else {
      self = 0
      return
    }
    guard Self.bitWidth >= 64 else {
      self = number < 0 ? Self.min : Self.max
      return
    }
    let magnitude = number.magnitude
    var whole: Int64 = 1 << 53
    if magnitude < 0x1p53 {
      // The last bit of a number is worth 1 from 2^52 on, and half of that before.
      let digits = Int64(bitPattern: magnitude.bitPattern) & (1 << 52 - 1) | 1 << 52
      whole = magnitude < 0x1p52 ? digits >> 1 : digits
    }
    self.init(truncatingIfNeeded: number < 0 ? -whole : whole)
  }
}

// These hide Swift's own conversions: the compiler reports their use.

extension Int {
  @available(*, deprecated, message: "stops the program at large numbers; use Int(clamping:)")
  package init(_ number: Double) { self.init(clamping: number) }
  @available(*, deprecated, message: "stops the program at large numbers; use Int(clamping:)")
  package init(_ number: Float) { self.init(clamping: number) }
  @available(*, deprecated, message: "stops the program at large numbers; use Int(clamping:)")
  package init(_ number: CGFloat) { self.init(clamping: number) }
}

extension Int64 {
  @available(*, deprecated, message: "stops the program at large numbers; use Int64(clamping:)")
  package init(_ number: Double) { self.init(clamping: number) }
  @available(*, deprecated, message: "stops the program at large numbers; use Int64(clamping:)")
  package init(_ number: Float) { self.init(clamping: number) }
}

extension Int32 {
  @available(*, deprecated, message: "stops the program at large numbers; use Int32(clamping:)")
  package init(_ number: Double) { self.init(clamping: number) }
  @available(*, deprecated, message: "stops the program at large numbers; use Int32(clamping:)")
  package init(_ number: Float) { self.init(clamping: number) }
  @available(*, deprecated, message: "stops the program at large numbers; use Int32(clamping:)")
  package init(_ number: CGFloat) { self.init(clamping: number) }
}

extension UInt32 {
  @available(*, deprecated, message: "stops the program at large numbers; use UInt32(clamping:)")
  package init(_ number: Double) { self.init(clamping: number) }
  @available(*, deprecated, message: "stops the program at large numbers; use UInt32(clamping:)")
  package init(_ number: Float) { self.init(clamping: number) }
}

extension UInt16 {
  @available(*, deprecated, message: "stops the program at large numbers; use UInt16(clamping:)")
  package init(_ number: Double) { self.init(clamping: number) }
  @available(*, deprecated, message: "stops the program at large numbers; use UInt16(clamping:)")
  package init(_ number: Float) { self.init(clamping: number) }
}

extension UInt8 {
  @available(*, deprecated, message: "stops the program at large numbers; use UInt8(clamping:)")
  package init(_ number: Double) { self.init(clamping: number) }
  @available(*, deprecated, message: "stops the program at large numbers; use UInt8(clamping:)")
  package init(_ number: Float) { self.init(clamping: number) }
}

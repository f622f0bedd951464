public import Foundation

extension FixedWidthInteger {
  /// The whole number towards zero; the nearest that there is for numbers beyond, and 0 for NaN.
  ///
  /// The only conversion in Glaze: Swift's own stops the program at numbers beyond, which documents may hold.
  /// Types of 64 bits end at 2^53, so that sums and differences of a few such numbers are numbers too.
  @inlinable @inline(__always)
  package init(clamping number: Double) {
    let magnitude = number.magnitude
    guard magnitude < 0x1p51 else {
      self = Self(clampingLarge: number)
      return
    }
    // 2^52 more has the whole part, rounded, in its last bits. Generic conversions take twenty times as long.
    var whole = Int64(bitPattern: (magnitude + 0x1p52).bitPattern) & (1 << 52 - 1)
    if Double(whole) > magnitude { whole -= 1 }
    if number < 0 { whole = -whole }
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

  /// For what is larger than 2^51, or NaN.
  @usableFromInline
  init(clampingLarge number: Double) {
    guard !number.isNaN, Self.isSigned || number > 0 else {
      self = 0
      return
    }
    guard Self.bitWidth >= 64 else {
      self = number < 0 ? Self.min : Self.max
      return
    }
    let most = 0x1p53
    self = Self(Swift.min(Swift.max(number, -most), most))
  }
}

// Swift's own conversions, hidden behind these: whoever writes one is told by the compiler.

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

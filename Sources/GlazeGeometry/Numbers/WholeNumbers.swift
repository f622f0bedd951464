package import Foundation

extension FixedWidthInteger {
  /// The whole number towards zero; the nearest that there is for numbers beyond, and 0 for NaN.
  ///
  /// The only conversion in Glaze: Swift's own stops the program at numbers beyond, which documents may hold.
  /// Types of 64 bits end at 2^53, so that sums and differences of a few such numbers are numbers too.
  @inlinable
  package init<Number: BinaryFloatingPoint>(clamping number: Number) {
    let isWide = Self.bitWidth > 53
    let most = isWide ? Number(1 << 53 as Int64) : Number(Self.max)
    let least = Self.isSigned ? (isWide ? -most : Number(Self.min)) : 0
    if number >= most {
      self = isWide ? 1 << 53 : Self.max
    } else if number > least {
      self = Self(number)
    } else {
      self = number.isNaN || !Self.isSigned ? 0 : (isWide ? 0 - 1 << 53 : Self.min)
    }
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

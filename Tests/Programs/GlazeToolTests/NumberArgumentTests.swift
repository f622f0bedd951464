import Testing

@testable import GlazeTool

@Suite struct NumberArgumentTests {
  @Test func sizesAreTwoPositiveIntegers() {
    #expect(PixelSize(argument: "400x300") == PixelSize(width: 400, height: 300))
    #expect(PixelSize(argument: "1X1") == PixelSize(width: 1, height: 1))
  }

  @Test(arguments: [
    "", "400", "x", "400x", "x300", "0x10", "-4x4", "+4x4", "4x4x4", "4.5x4", "4 x 4",
    "99999999999999999999x1",
  ])
  func refusesOtherSizes(text: String) {
    #expect(PixelSize(argument: text) == nil)
  }

  @Test func scalesAreFiniteAndPositive() {
    #expect(PositiveNumber(argument: "0.5")?.value == 0.5)
    for text in ["0", "-1", "nan", "inf", "1e999", "two", ""] {
      #expect(PositiveNumber(argument: text) == nil, "\(text)")
    }
  }

  @Test func timesAreFiniteAndNotNegative() {
    #expect(FiniteNumber(argument: "0")?.value == 0)
    #expect(FiniteNumber(argument: "1.25")?.value == 1.25)
    for text in ["-0.1", "nan", "inf", "now"] {
      #expect(FiniteNumber(argument: text) == nil, "\(text)")
    }
  }

  @Test func amountsOfMemoryAreBytes() {
    #expect(ByteCount(argument: "0")?.bytes == 0)
    #expect(ByteCount(argument: "1000")?.bytes == 1000)
    #expect(ByteCount(argument: "64k")?.bytes == 64 << 10)
    #expect(ByteCount(argument: "256M")?.bytes == 256 << 20)
    #expect(ByteCount(argument: "2G")?.bytes == 2 << 30)
    for text in ["", "M", "-1", "+1", "1.5G", "256MB", "1T", "9999999999G", " 1", "many"] {
      #expect(ByteCount(argument: text) == nil, "\(text)")
    }
  }
}

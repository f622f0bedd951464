import Foundation
import GlazeGeometry
import Testing

/// The conversion to integers, which accepts every number.
@Suite struct WholeNumberTests {
  @Test func takesEveryNumber() {
    let large: [Double] = [1e19, 1e300, .greatestFiniteMagnitude, .infinity]
    for number in large {
      #expect(Int(clamping: number) == 1 << 53 && Int(clamping: -number) == -1 << 53)
      #expect(Int32(clamping: number) == .max && Int32(clamping: -number) == .min)
      #expect(UInt8(clamping: number) == 255 && UInt8(clamping: -number) == 0)
      #expect(UInt64(clamping: Float(number)) == 1 << 53)
    }
    #expect(Int(clamping: Double.nan) == 0 && UInt32(clamping: -Float.nan) == 0)
    #expect(UInt32(clamping: CGFloat(4_294_967_295.5)) == .max)
  }

  @Test func cutsTowardsZero() {
    let large = [0x1p51 + 0.5, -0x1p51 - 1.5, 0x1p52 - 0.5, 0x1p52 + 3, -0x1p53 + 1]
    for number in [-3.99, -1, -0.5, 0, 0.99, 254.5, 1e15] + large {
      #expect(Int(clamping: number) == Int(exactly: number.rounded(.towardZero)))
    }
    #expect(Int8(clamping: -127.9) == -127 && Int8(clamping: -128.5) == -128)
    #expect(UInt8(clamping: -0.9) == 0 && UInt8(clamping: Float(0.9)) == 0)
  }

  @Test func sumsOfTheLargestAreNumbers() {
    let (least, most) = (Int(clamping: -Double.infinity), Int(clamping: Double.infinity))
    #expect(most - least > most && most + most > 0)
  }

  // MARK: Rectangles

  static let odd: [CGRect] = [
    .null, .infinite, CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1),
    CGRect(x: -CGFloat.infinity, y: 0, width: .infinity, height: 1),
    CGRect(x: 1e308, y: 0, width: 1e308, height: 1), CGRect(x: 0, y: 0, width: -1.7e308, height: 3),
  ]

  @Test func rectanglesThatAreNoNumbersMeetNothing() {
    let plain = CGRect(x: 0, y: 0, width: 4, height: 4)
    for rect in Self.odd {
      for other in Self.odd + [plain] { _ = (rect.clipped(to: other), rect.meets(other)) }
    }
    #expect(Self.odd[2].clipped(to: plain).isNull && plain.clipped(to: Self.odd[2]).isNull)
    #expect(plain.clipped(to: .null).isNull && plain.clipped(to: .infinite) == plain)
  }

  @Test func otherwiseAsFoundationHasIt() {
    let plain = CGRect(x: 0, y: 0, width: 4, height: 4)
    #expect(
      plain.clipped(to: CGRect(x: 3, y: 2, width: 9, height: 9))
        == CGRect(x: 3, y: 2, width: 1, height: 2))
    #expect(plain.clipped(to: CGRect(x: 4, y: 0, width: 1, height: 1)).width == 0)
    #expect(plain.clipped(to: CGRect(x: 5, y: 0, width: 1, height: 1)).isNull)
    // A rectangle that is given from its opposite corner.
    #expect(
      plain.clipped(to: CGRect(x: 3, y: 3, width: -2, height: -2))
        == CGRect(x: 1, y: 1, width: 2, height: 2))
  }
}

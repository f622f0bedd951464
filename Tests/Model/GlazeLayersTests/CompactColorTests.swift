import Foundation
import GlazeGeometry
import Testing

@testable import GlazeLayers

/// Colors of layers are returned unchanged.
struct CompactColorTests {
  private func isFraction(_ color: CompactColor) -> Bool {
    if case .object = color { return false }
    return true
  }

  private func bits(_ color: CGColor?) -> [UInt64]? {
    color?.components.map { $0.map(\.native.bitPattern) }
  }

  private func bits(_ color: SIMD4<Float>) -> [UInt32] { (0..<4).map { color[$0].bitPattern } }

  /// Checks that a color is stored without loss.
  private func check(_ color: CGColor, isFraction expected: Bool) {
    let compact = CompactColor(color)
    #expect(isFraction(compact) == expected)
    #expect(bits(compact.color) == bits(color))
    #expect(compact.color?.colorSpace == color.colorSpace)
    #expect(compact.color?.pattern === color.pattern)
    #expect(bits(compact.shown) == bits(color.shown))
  }

  @Test func bytesAndDecimalsAreFractions() throws {
    for byte in 0...255 {
      let value = CGFloat(byte) / 255
      check(CGColor(srgbRed: value, green: 1, blue: 0, alpha: 1), isFraction: true)
    }
    for number in stride(from: 0, through: 10_000, by: 7) {
      let text = "0." + String(10_000 + number).dropFirst()
      let value = try #require(Double(text))
      check(CGColor(srgbRed: 1, green: CGFloat(value), blue: 0.5, alpha: 0.25), isFraction: true)
    }
    // Components above 1, and an alpha above 1.
    check(CGColor(srgbRed: 1.5, green: 6.5535, blue: 3, alpha: 2), isFraction: true)
  }

  @Test func allOthersAreRetained() {
    let odd: [CGFloat] = [
      0.12345, 1 / 3, CGFloat(Float(0.1)), -0.5, -0.0, 7, 1e30, .infinity, -.infinity, .nan,
      .leastNonzeroMagnitude, CGFloat(0.1).nextUp,
    ]
    for value in odd {
      check(CGColor(srgbRed: value, green: 0.5, blue: 0, alpha: 1), isFraction: false)
      check(CGColor(srgbRed: 1, green: 0.5, blue: 0, alpha: value), isFraction: false)
    }
    // One component in bytes and one in decimals.
    check(CGColor(srgbRed: 1 / 255, green: 0.1234, blue: 0, alpha: 1), isFraction: false)
  }

  @Test func otherSpacesAreRetained() throws {
    check(.white, isFraction: false)
    check(CGColor(gray: 0.5, alpha: 1), isFraction: false)
    let space = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let color = try #require(CGColor(colorSpace: space, components: [1, 0.5, 0, 1]))
    check(color, isFraction: false)
    #expect(CompactColor(color).color === color)
    #expect(CompactColor(nil).color == nil)
    #expect(CompactColor(nil).shown == .zero)
  }

  @Test func layersTellTheirColours() {
    let layer = CALayer()
    #expect(layer.backgroundColor == nil)
    let color = CGColor(srgbRed: 0.1, green: 0.2, blue: 0.3, alpha: 0.4)
    layer.backgroundColor = color
    #expect(layer.backgroundColor == color)
    #expect(layer.value(forKey: "backgroundColor") as? CGColor == color)
    #expect(isFraction(layer.objects.background))
    layer.backgroundColor = nil
    #expect(layer.backgroundColor == nil)
  }
}

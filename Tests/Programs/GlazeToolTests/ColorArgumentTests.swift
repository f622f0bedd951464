import Foundation
import GlazeGeometry
import Testing

@testable import GlazeTool

@Suite struct ColorArgumentTests {
  @Test(arguments: [
    ("#123", SIMD4<UInt8>(0x11, 0x22, 0x33, 255)), ("#1234", SIMD4(0x11, 0x22, 0x33, 0x44)),
    ("#Ff8000", SIMD4(255, 128, 0, 255)), ("#ff800040", SIMD4(255, 128, 0, 64)),
    ("none", .zero), ("transparent", .zero), ("Navy", SIMD4(0, 0, 128, 255)),
    ("white", SIMD4(255, 255, 255, 255)), ("grey", SIMD4(128, 128, 128, 255)),
  ])
  func reads(text: String, expected: SIMD4<UInt8>) {
    #expect(ColorArgument(argument: text)?.components == expected)
  }

  @Test(arguments: ["", "#", "#12", "#12345", "#1234567", "#12345g", "#١٢٣", "123456", "blurple"])
  func refuses(text: String) {
    #expect(ColorArgument(argument: text) == nil)
  }

  @Test func givesTheModelsColor() throws {
    let color = try #require(ColorArgument(argument: "#ff000080")).color
    #expect(color.components == [1, 0, 0, 128.0 / 255])
  }
}

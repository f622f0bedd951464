import Foundation
import GlazeGeometry
import Testing

@Suite struct NamedColorSpaceTests {
  private static let names = [
    CGColorSpace.genericRGBLinear, CGColorSpace.dcip3, CGColorSpace.itur_709,
    CGColorSpace.itur_2020, CGColorSpace.linearITUR_2020, CGColorSpace.rommrgb,
    CGColorSpace.acescgLinear,
  ]

  private func inSRGB(_ components: [CGFloat], _ name: String) throws -> [CGFloat] {
    let space = try #require(CGColorSpace(name: name))
    let color = try #require(CGColor(colorSpace: space, components: components + [1]))
    let extended = try #require(CGColorSpace(name: CGColorSpace.extendedSRGB))
    let converted = color.converted(to: extended, intent: .defaultIntent, options: nil)
    return try #require(converted?.components).dropLast()
  }

  @Test(arguments: names) func whiteIsWhite(name: String) throws {
    for component in try inSRGB([1, 1, 1], name) { #expect(abs(component - 1) < 1e-4) }
  }

  @Test(arguments: names) func coloursComeBack(name: String) throws {
    let space = try #require(CGColorSpace(name: name))
    let color = CGColor(srgbRed: 0.25, green: 0.5, blue: 0.75, alpha: 1)
    let there = try #require(
      color.converted(to: space, intent: .defaultIntent, options: nil)?.components)
    let back = try inSRGB(Array(there.dropLast()), name)
    for (a, b) in zip(back, [0.25, 0.5, 0.75] as [CGFloat]) { #expect(abs(a - b) < 1e-4) }
  }

  /// Values from the standards: the luminance of red in BT.2020, and the white of D50 in XYZ.
  @Test func knownColours() throws {
    let red = try inSRGB([1, 0, 0], CGColorSpace.linearITUR_2020)
    // 1.6605 in linear light.
    #expect(abs(red[0] - 1.2482) < 1e-3 && red[1] < 0 && red[2] < 0)
    for component in try inSRGB([0.9642, 1, 0.8249], CGColorSpace.genericXYZ) {
      #expect(abs(component - 1) < 1e-3)
    }
    #expect(CGColorSpace(name: CGColorSpace.genericXYZ)?.model == .XYZ)
    // Half of the light is 0.7055 in BT.709.
    #expect(abs(try inSRGB([0.7055, 0.7055, 0.7055], CGColorSpace.itur_709)[0] - 0.7354) < 1e-3)
  }
}

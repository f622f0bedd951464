import Foundation
import GlazeGeometry
import Testing

@Suite("CGColor") struct CGColorTests {
  private func color(_ name: String, _ components: [CGFloat]) throws -> CGColor {
    let space = try #require(CGColorSpace(name: name))
    return try #require(CGColor(colorSpace: space, components: components))
  }

  private func expect(
    _ c: CGColor, _ expected: SIMD4<Float>, tolerance: Float = 2e-4,
    at location: SourceLocation = #_sourceLocation
  ) {
    let d = c.extendedSRGB - expected
    let worst = max(max(abs(d.x), abs(d.y)), max(abs(d.z), abs(d.w)))
    #expect(worst <= tolerance, "\(c.extendedSRGB)", sourceLocation: location)
  }

  @Test("an RGB color is sRGB, unpremultiplied") func rgb() {
    let c = CGColor(red: 0.25, green: 0.5, blue: 1, alpha: 0.5)
    #expect(c.components == [0.25, 0.5, 1, 0.5])
    #expect(c.numberOfComponents == 4)
    #expect(c.alpha == 0.5)
    #expect(c.colorSpace?.name == CGColorSpace.sRGB)
    #expect(c.extendedSRGB == SIMD4(0.25, 0.5, 1, 0.5))
    #expect(c == CGColor(srgbRed: 0.25, green: 0.5, blue: 1, alpha: 0.5))
  }

  @Test("components beyond 0...1 are retained, unless no texture can hold them") func extended() {
    let c = CGColor(red: 1.5, green: -0.25, blue: .nan, alpha: 2)
    #expect(c.extendedSRGB == SIMD4(1.5, -0.25, 0, 1))
    let far = CGColor(red: .infinity, green: -1e300, blue: 0, alpha: .nan)
    #expect(far.extendedSRGB == SIMD4(65504, -65504, 0, 0))
  }

  @Test("gray") func gray() {
    let c = CGColor(gray: 0.5, alpha: 0.25)
    #expect(c.components == [0.5, 0.25])
    #expect(c.numberOfComponents == 2)
    #expect(c.extendedSRGB == SIMD4(0.5, 0.5, 0.5, 0.25))
    // 0.5^2.2 = 0.217638 of light, which sRGB stores as 0.5039.
    expect(CGColor(genericGrayGamma2_2Gray: 0.5, alpha: 1), SIMD4(0.5039, 0.5039, 0.5039, 1))
    #expect(CGColor.black.extendedSRGB == SIMD4(0, 0, 0, 1))
    #expect(CGColor.white.extendedSRGB == SIMD4(1, 1, 1, 1))
    #expect(CGColor.clear.extendedSRGB == SIMD4(0, 0, 0, 0))
  }

  @Test("CMYK uses the simple conversion") func cmyk() {
    let c = CGColor(genericCMYKCyan: 1, magenta: 0.5, yellow: 0, black: 0.5, alpha: 1)
    #expect(c.extendedSRGB == SIMD4(0, 0.25, 0.5, 1))
    #expect(c.numberOfComponents == 5)
  }

  @Test("wide and linear spaces, against published conversions") func spaces() throws {
    // CSS Color 4: color(display-p3 1 0 0) is color(srgb 1.0930 -0.2267 -0.1501).
    expect(try color(CGColorSpace.displayP3, [1, 0, 0, 1]), SIMD4(1.0930, -0.2267, -0.1501, 1))
    expect(try color(CGColorSpace.displayP3, [0, 1, 0, 1]), SIMD4(-0.5116, 1.0183, -0.3107, 1))
    expect(try color(CGColorSpace.displayP3, [1, 1, 1, 0.5]), SIMD4(1, 1, 1, 0.5), tolerance: 1e-6)
    expect(try color(CGColorSpace.linearSRGB, [0.5, 0, 2, 1]), SIMD4(0.7354, 0, 1.3533, 1))
    expect(
      try color(CGColorSpace.extendedLinearSRGB, [-0.5, 0, 0, 1]), SIMD4(-0.7354, 0, 0, 1))
    // Adobe RGB's green: linear sRGB (-0.39836, 1, -0.04293).
    expect(try color(CGColorSpace.adobeRGB1998, [0, 1, 0, 1]), SIMD4(-0.6640, 1, -0.2292, 1))
    expect(try color(CGColorSpace.linearGray, [0.5, 1]), SIMD4(0.7354, 0.7354, 0.7354, 1))
  }

  @Test("every named space converts to sRGB and back") func roundTrips() throws {
    let names = [
      CGColorSpace.sRGB, CGColorSpace.extendedSRGB, CGColorSpace.linearSRGB,
      CGColorSpace.extendedLinearSRGB, CGColorSpace.displayP3, CGColorSpace.extendedDisplayP3,
      CGColorSpace.linearDisplayP3, CGColorSpace.extendedLinearDisplayP3,
      CGColorSpace.adobeRGB1998, CGColorSpace.genericRGB, CGColorSpace.genericCMYK,
    ]
    let extended = try #require(CGColorSpace(name: CGColorSpace.extendedSRGB))
    for name in names {
      let space = try #require(CGColorSpace(name: name))
      #expect(space.name == name)
      let c = CGColor(srgbRed: 0.25, green: 0.5, blue: 0.75, alpha: 0.5)
      let there = try #require(c.converted(to: space, intent: .defaultIntent, options: nil))
      #expect(there.colorSpace == space)
      #expect(there.numberOfComponents == space.numberOfComponents + 1)
      let back = try #require(there.converted(to: extended, intent: .defaultIntent, options: nil))
      let components = try #require(back.components)
      for (a, b) in zip(components, [0.25, 0.5, 0.75, 0.5]) { #expect(near(a, b, 1e-9)) }
    }
    #expect(CGColorSpace(name: "kCGColorSpaceNoSuch") == nil)
  }

  @Test("a conversion to a space that is not extended clips") func clipping() throws {
    let red = try color(CGColorSpace.displayP3, [1, 0, 0, 1])
    let small = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    let clipped = red.converted(to: small, intent: .relativeColorimetric, options: nil)
    #expect(clipped?.components == [1, 0, 0, 1])
    let wide = try color(CGColorSpace.extendedSRGB, [1.5, 0.5, -1, 1])
    #expect(
      wide.converted(to: small, intent: .defaultIntent, options: nil)?.components
        == [1, 0.5, 0, 1])
    let gray = try #require(CGColorSpace(name: CGColorSpace.linearGray))
    let lum = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1)
      .converted(to: gray, intent: .defaultIntent, options: nil)
    #expect(near(try #require(lum?.components?.first), 0.7152))
  }

  @Test("wrong counts of components give nil") func counts() {
    let space = CGColorSpaceCreateDeviceRGB()
    #expect(CGColor(colorSpace: space, components: [1, 0, 0]) == nil)
    #expect(CGColor(colorSpace: space, components: [1, 0, 0, 1, 1]) == nil)
    #expect(CGColor(colorSpace: CGColorSpaceCreateDeviceGray(), components: [1, 1]) != nil)
    #expect(CGColor(colorSpace: CGColorSpaceCreateDeviceCMYK(), components: [1, 1]) == nil)
  }

  @Test("equality compares space and components") func equality() {
    let a = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    #expect(a == a.copy(alpha: 1))
    #expect(a.hashValue == a.copy(alpha: 1)?.hashValue)
    #expect(a != a.copy(alpha: 0.5))
    #expect(a.copy(alpha: 0.5)?.extendedSRGB == SIMD4(1, 0, 0, 0.5))
    #expect(CGColor(gray: 0, alpha: 1) != CGColor.black)
    #expect(Set([a, CGColor(red: 1, green: 0, blue: 0, alpha: 1)]).count == 1)
  }

  @Test("patterns are retained, with their mean as the color") func patterns() throws {
    let cell = CGImage(
      width: 2, height: 1, premultipliedRGBA: [255, 0, 0, 255, 0, 0, 0, 0])
    let pattern = try #require(
      CGPattern(
        image: cell, bounds: CGRect(x: 0, y: 0, width: 2, height: 1), xStep: 2, yStep: 1))
    let colored = CGColorSpace(patternBaseSpace: nil)
    #expect(colored.model == .pattern)
    let c = try #require(CGColor(patternSpace: colored, pattern: pattern, components: [0.5]))
    #expect(c.pattern === pattern)
    #expect(c.extendedSRGB == SIMD4(1, 0, 0, 0.25))
    #expect(CGColor(patternSpace: colored, pattern: pattern, components: [1, 1]) == nil)
    #expect(CGColor(colorSpace: colored, components: [1]) == nil)

    let stencil = try #require(
      CGPattern(
        image: cell, bounds: CGRect(x: 0, y: 0, width: 2, height: 1), xStep: 2, yStep: 1,
        isColored: false))
    let base = CGColorSpace(patternBaseSpace: CGColorSpaceCreateDeviceRGB())
    let painted = try #require(
      CGColor(patternSpace: base, pattern: stencil, components: [0, 1, 0, 1]))
    #expect(painted.extendedSRGB == SIMD4(0, 1, 0, 0.5))
    #expect(CGPattern(image: cell, bounds: .zero, xStep: 0, yStep: 1) == nil)
  }
}

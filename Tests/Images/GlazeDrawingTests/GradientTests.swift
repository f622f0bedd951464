import Foundation
import GlazeDrawing
import GlazeGeometry
import Testing

@Suite struct GradientTests {
  private func gradient(
    _ colors: [CGColor] = [.red, .blue], _ locations: [CGFloat]? = nil
  ) throws -> CGGradient {
    try #require(
      CGGradient(
        colorsSpace: CGColorSpaceCreateDeviceRGB(), colors: colors, locations: locations))
  }

  /// Returns the colors along a gradient from 0 to 1000, at the centers of columns.
  private func colors(
    _ space: CGColorSpace?, _ stops: [CGColor], at columns: [Int]
  ) throws -> [[Int]] {
    let c = try DrawnImage.context(1000, 1)
    c.drawLinearGradient(
      try #require(CGGradient(colorsSpace: space, colors: stops, locations: nil)),
      start: .zero, end: CGPoint(x: 1000, y: 0), options: [])
    let drawn = try DrawnImage(c)
    return columns.map { drawn[$0, 0] }
  }

  /// The expected values are those of a gradient layer that Apple's `render(in:)` drew.
  @Test func withoutASpaceColoursAreMixedInGenericRGB() throws {
    let stops: [SIMD3<Double>] = [[1, 0.988, 0], [0.5, 0.994, 0.024], [0, 1, 0.047]]
    let found = try colors(
      nil,
      stops.map {
        CGColor(srgbRed: CGFloat($0.x), green: CGFloat($0.y), blue: CGFloat($0.z), alpha: 1)
      },
      at: [50, 250, 400, 500, 600, 750, 900, 950])
    let expected = [
      [244, 251, 1, 255], [195, 251, 4, 255], [156, 250, 6, 255], [128, 249, 6, 255],
      [110, 249, 7, 255], [82, 249, 9, 255], [47, 249, 11, 255], [31, 249, 12, 255],
    ]
    for (a, b) in zip(found, expected) { #expect(near(a, b, 2), "\(a), not \(b)") }
  }

  @Test func coloursAreMixedInTheSpace() throws {
    let linear = try #require(CGColorSpace(name: CGColorSpace.linearSRGB))
    let half = try colors(linear, [.red, .green], at: [0, 250, 500, 999])
    #expect(near(half[0], [255, 1, 0, 255], 7) && near(half[3], [1, 255, 0, 255], 7))
    #expect(near(half[1], [225, 137, 0, 255], 1) && near(half[2], [188, 188, 0, 255], 1))
    let gray = try colors(CGColorSpaceCreateDeviceGray(), [.red, .red], at: [500])
    #expect(gray[0][0] == gray[0][1] && gray[0][0] == gray[0][2] && gray[0][0] > 100)
    let pattern = CGColorSpace(patternBaseSpace: nil)
    #expect(CGGradient(colorsSpace: pattern, colors: [.red], locations: nil) == nil)
  }

  @Test(arguments: [0, 1, 2, 3], [false, true])
  func linearEndsWhereItShould(options: Int, isBGRA: Bool) throws {
    let c =
      isBGRA
      ? try DrawnImage.context(40, 2, .premultipliedFirst, .byteOrder32Little)
      : try DrawnImage.context(40, 2)
    let options = CGGradientDrawingOptions(rawValue: UInt32(options))
    c.drawLinearGradient(
      try gradient(), start: CGPoint(x: 10, y: 0), end: CGPoint(x: 30, y: 0), options: options)
    let drawn = try DrawnImage(c)
    let before = options.contains(.drawsBeforeStartLocation)
    let after = options.contains(.drawsAfterEndLocation)
    #expect(drawn[5, 1] == (before ? [255, 0, 0, 255] : [0, 0, 0, 0]))
    #expect(drawn[9, 1] == (before ? [255, 0, 0, 255] : [0, 0, 0, 0]))
    #expect(near(drawn[10, 1], [249, 0, 6, 255], 2))
    #expect(near(drawn[20, 0], [121, 0, 134, 255], 2))
    #expect(near(drawn[29, 1], [6, 0, 249, 255], 2))
    #expect(drawn[30, 1] == (after ? [0, 0, 255, 255] : [0, 0, 0, 0]))
    #expect(drawn[38, 1] == (after ? [0, 0, 255, 255] : [0, 0, 0, 0]))
  }

  @Test func mixesUnpremultiplied() throws {
    let c = try DrawnImage.context(2, 1)
    c.drawLinearGradient(
      try gradient([.red, CGColor(red: 0, green: 1, blue: 0, alpha: 0)]),
      start: CGPoint(x: -1, y: 0), end: CGPoint(x: 2, y: 0), options: [])
    // Halfway: half of each color, at half the alpha.
    #expect(near(try DrawnImage(c)[0, 0], [64, 64, 0, 128], 2))
  }

  @Test func unsortedAndEqualLocationsStep() throws {
    let c = try DrawnImage.context(10, 1)
    c.drawLinearGradient(
      try gradient([.blue, .red, .green], [0.5, 0.5, 0]), start: .zero,
      end: CGPoint(x: 10, y: 0), options: [])
    let drawn = try DrawnImage(c)
    #expect(near(drawn[0, 0], [0, 230, 26, 255], 2))
    #expect(drawn[6, 0] == [255, 0, 0, 255])
  }

  @Test(arguments: [0, 1, 2, 3])
  func radialEndsWhereItShould(options: Int) throws {
    let c = try DrawnImage.context(41, 41)
    let options = CGGradientDrawingOptions(rawValue: UInt32(options))
    let middle = CGPoint(x: 20.5, y: 20.5)
    c.drawRadialGradient(
      try gradient(), startCenter: middle, startRadius: 5, endCenter: middle, endRadius: 15,
      options: options)
    let drawn = try DrawnImage(c)
    let before = options.contains(.drawsBeforeStartLocation)
    let after = options.contains(.drawsAfterEndLocation)
    #expect(drawn[20, 20] == (before ? [255, 0, 0, 255] : [0, 0, 0, 0]))
    #expect(near(drawn[30, 20], [128, 0, 128, 255], 3))
    #expect(drawn[30, 20] == drawn[20, 10])
    #expect(drawn[0, 0] == (after ? [0, 0, 255, 255] : [0, 0, 0, 0]))
  }

  @Test func alphaClipAndModeApply() throws {
    let c = try DrawnImage.context(4, 2)
    c.setFillColor(.white)
    c.fill(CGRect(x: 0, y: 0, width: 4, height: 2))
    c.clip(to: CGRect(x: 0, y: 0, width: 2, height: 2))
    c.setAlpha(0.5)
    c.setBlendMode(.copy)
    c.drawLinearGradient(
      try gradient([.red, .red]), start: .zero, end: CGPoint(x: 1, y: 0),
      options: [.drawsAfterEndLocation])
    let drawn = try DrawnImage(c)
    #expect(near(drawn[1, 0], [128, 0, 0, 128]))
    #expect(drawn[2, 0] == [255, 255, 255, 255])
  }

  @Test func componentsNeedTheirCount() {
    let space = CGColorSpaceCreateDeviceRGB()
    #expect(CGGradient(colorsSpace: nil, colors: [], locations: nil) == nil)
    #expect(CGGradient(colorsSpace: nil, colors: [.red, .blue], locations: [0]) == nil)
    #expect(
      CGGradient(
        colorSpace: space, colorComponents: [1, 0, 0, 1, 0, 1, 0], locations: nil, count: 2)
        == nil)
    #expect(
      CGGradient(
        colorSpace: space, colorComponents: [1, 0, 0, 1, 0, 1, 0, 1], locations: [0, 1], count: 2)
        != nil)
  }
}

import Foundation
import GlazeDrawing
import GlazeGeometry
import Testing

@Suite struct ContextImageTests {
  /// Red and green above blue and half-transparent white.
  static let quarters = CGImage(
    width: 2, height: 2,
    premultipliedRGBA: [
      255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 128, 128, 128, 128,
    ])

  @Test(arguments: [false, true])
  func topRowLiesAtGreatestY(isBGRA: Bool) throws {
    let c =
      isBGRA
      ? try DrawnImage.context(4, 4, .premultipliedFirst, .byteOrder32Little)
      : try DrawnImage.context(4, 4)
    c.draw(Self.quarters, in: CGRect(x: 1, y: 1, width: 2, height: 2))
    let drawn = try DrawnImage(c)
    #expect(drawn[1, 1] == [255, 0, 0, 255])
    #expect(drawn[2, 1] == [0, 255, 0, 255])
    #expect(drawn[1, 2] == [0, 0, 255, 255])
    #expect(drawn[2, 2] == [128, 128, 128, 128])
    #expect(abs(drawn.area - (3 + 128.0 / 255)) < 1e-9)
  }

  @Test func enlargedWithoutSmoothingKeepsItsPixels() throws {
    let c = try DrawnImage.context(8, 8)
    c.interpolationQuality = .none
    c.draw(Self.quarters, in: CGRect(x: 0, y: 0, width: 8, height: 8))
    let drawn = try DrawnImage(c)
    #expect(drawn[3, 3] == [255, 0, 0, 255])
    #expect(drawn[4, 3] == [0, 255, 0, 255])
    #expect(drawn[0, 4] == [0, 0, 255, 255])
  }

  @Test func enlargedWithSmoothingDoesNotFadeAtItsEdges() throws {
    let c = try DrawnImage.context(16, 16)
    c.draw(Self.quarters, in: CGRect(x: 0, y: 0, width: 16, height: 16))
    let drawn = try DrawnImage(c)
    #expect(drawn[0, 0] == [255, 0, 0, 255])
    #expect(near(drawn[8, 0], [64, 191, 0, 255], 2))
  }

  /// Images with more than 8 bits, as those with wide profiles have, are enlarged like their bytes.
  @Test func enlargedWideImages() throws {
    let quarters = Self.quarters.pixels
    var halves = quarters.map { Float16(Float($0) / 255) }
    // Greener than the target's green, which is limited before pixels are mixed.
    halves[5] = 1.5
    let wide = CGImage(width: 2, height: 2, deepPixels: halves)
    #expect(wide.pixels == quarters)
    let area = CGRect(x: 0, y: 0, width: 16, height: 16)
    let (c, other) = (try DrawnImage.context(16, 16), try DrawnImage.context(16, 16))
    c.draw(wide, in: area)
    other.draw(Self.quarters, in: area)
    let (drawn, expected) = (try DrawnImage(c), try DrawnImage(other))
    for y in 0..<16 {
      for x in 0..<16 { #expect(drawn[x, y] == expected[x, y], "\(x) \(y)") }
    }
  }

  /// The weights are those of Apple's images: sharper than linear interpolation.
  @Test(arguments: [(2, [32, 223]), (4, [16, 64, 191, 239])])
  func enlargedPixelsAreMixedAsByCoreGraphics(scale: Int, expected: [Int]) throws {
    let image = CGImage(width: 2, height: 1, premultipliedRGBA: [0, 0, 0, 255, 255, 255, 255, 255])
    let c = try DrawnImage.context(2 * scale, 1)
    c.draw(image, in: CGRect(x: 0, y: 0, width: 2 * scale, height: 1))
    let drawn = try DrawnImage(c)
    let mixed = (scale / 2..<scale / 2 + scale).map { drawn[$0, 0][0] }
    #expect(zip(mixed, expected).allSatisfy { abs($0 - $1) <= 1 }, "\(mixed)")
    // A rotated image is interpolated along its own axes.
    let turned = try DrawnImage.context(1, 2 * scale)
    turned.rotate(by: .pi / 2)
    turned.draw(image, in: CGRect(x: 0, y: -1, width: 2 * scale, height: 1))
    let column = try DrawnImage(turned)
    #expect(
      (0..<2 * scale).map { column[0, 2 * scale - 1 - $0] } == (0..<2 * scale).map { drawn[$0, 0] })
  }

  @Test func reducedImagesAreAveraged() throws {
    var pixels: [UInt8] = []
    for i in 0..<(64 * 64) {
      let v: UInt8 = (i % 64 + i / 64) % 2 == 0 ? 255 : 0
      pixels += [v, v, v, 255]
    }
    let c = try DrawnImage.context(4, 4)
    c.draw(
      CGImage(width: 64, height: 64, premultipliedRGBA: pixels),
      in: CGRect(x: 0, y: 0, width: 4, height: 4))
    #expect(near(try DrawnImage(c)[2, 2], [128, 128, 128, 255], 6))
  }

  @Test func tilesRepeatOverTheClip() throws {
    let c = try DrawnImage.context(6, 6)
    c.draw(Self.quarters, in: CGRect(x: 1, y: 1, width: 2, height: 2), byTiling: true)
    let drawn = try DrawnImage(c)
    #expect(drawn[1, 3] == [255, 0, 0, 255])
    #expect(drawn[3, 1] == [255, 0, 0, 255])
    #expect(drawn[0, 0] == [128, 128, 128, 128])
  }

  @Test func alphaAndClipApply() throws {
    let c = try DrawnImage.context(2, 2)
    c.setAlpha(0.5)
    c.clip(to: CGRect(x: 0, y: 0, width: 1, height: 2))
    c.draw(Self.quarters, in: CGRect(x: 0, y: 0, width: 2, height: 2))
    let drawn = try DrawnImage(c)
    #expect(near(drawn[0, 0], [128, 0, 0, 128]))
    #expect(drawn[1, 0] == [0, 0, 0, 0])
  }

  @Test func imageMasksPaintTheFillColor() throws {
    let bytes = try #require(CGDataProvider(data: Data([0, 255, 128, 255])))
    let mask = try #require(
      CGImage(
        maskWidth: 2, height: 2, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: 2,
        provider: bytes, decode: nil, shouldInterpolate: false))
    let c = try DrawnImage.context(2, 2)
    c.setFillColor(.green)
    c.draw(mask, in: CGRect(x: 0, y: 0, width: 2, height: 2))
    let drawn = try DrawnImage(c)
    #expect(drawn[0, 0] == [0, 255, 0, 255])
    #expect(drawn[1, 0] == [0, 0, 0, 0])
    #expect(near(drawn[0, 1], [0, 127, 0, 127]))
  }

  @Test func lumaOfAnImageClips() throws {
    let image = CGImage(
      width: 2, height: 1, premultipliedRGBA: [255, 255, 255, 255, 128, 128, 128, 255])
    let c = try DrawnImage.context(6, 2)
    c.saveGState()
    c.interpolationQuality = .none
    c.clip(to: CGRect(x: 1, y: 0, width: 4, height: 1), mask: image)
    #expect(c.boundingBoxOfClipPath == CGRect(x: 1, y: 0, width: 4, height: 1))
    c.setFillColor(.red)
    c.fill(CGRect(x: 0, y: 0, width: 6, height: 2))
    c.restoreGState()
    let drawn = try DrawnImage(c)
    #expect(drawn.inkBox == CGRect(x: 1, y: 1, width: 4, height: 1))
    #expect(drawn[1, 1] == [255, 0, 0, 255])
    #expect(near(drawn[4, 1], [128, 0, 0, 128]))
    c.fill(CGRect(x: 0, y: 0, width: 1, height: 2))
    #expect(try DrawnImage(c)[0, 0] == [0, 0, 0, 255])
  }

  @Test func masksMultiply() throws {
    let half = CGImage(width: 1, height: 1, premultipliedRGBA: [128, 128, 128, 255])
    let c = try DrawnImage.context(2, 2)
    let all = CGRect(x: 0, y: 0, width: 2, height: 2)
    c.clip(to: all, mask: half)
    c.clip(to: all, mask: half)
    c.setBlendMode(.copy)
    c.fill(all)
    #expect(near(try DrawnImage(c)[1, 1], [0, 0, 0, 64]))
  }

  @Test func turnedImagesKeepTheirArea() throws {
    let white = CGImage(
      width: 2, height: 2, premultipliedRGBA: [UInt8](repeating: 255, count: 16))
    let c = try DrawnImage.context(60, 60)
    c.translateBy(x: 30, y: 30)
    c.rotate(by: 0.5)
    c.draw(white, in: CGRect(x: -15, y: -10, width: 30, height: 20))
    #expect(abs(try DrawnImage(c).area - 600) < 2)
  }
}

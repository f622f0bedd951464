import Foundation
import GlazeDrawing
import GlazeGeometry
import Testing

@Suite struct ToneMappingTests {
  /// An image of one pixel of gray light.
  private func image(_ light: Double, headroom: Float) throws -> CGImage {
    let number = Float16(OutputColor.sRGB(ofLight: light))
    return try #require(
      CGImage(width: 1, height: 1, deepPixels: [number, number, number, 1])
        .copy(contentHeadroom: headroom))
  }

  private func context() throws -> CGContext {
    try #require(
      CGContext(
        data: nil, width: 1, height: 1, bitsPerComponent: 16, bytesPerRow: 8,
        space: CGColorSpace(name: CGColorSpace.extendedSRGB),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
          | CGBitmapInfo.floatComponents.rawValue | CGBitmapInfo.byteOrder16Little.rawValue))
  }

  private func light(_ context: CGContext) throws -> Double {
    let image = try #require(context.makeImage())
    let number = image.deepPixels.map { Double($0[0]) } ?? Double(image.pixels[0]) / 255
    return OutputColor.light(ofSRGB: number)
  }

  private static let rect = CGRect(x: 0, y: 0, width: 1, height: 1)

  @Test(arguments: [Float(1), 2, 4])
  func methodsKeepTheOrderAndTheLimit(target: Float) throws {
    for method in [CGToneMapping.default, .referenceWhiteBased, .ituRecommended] {
      var last = -1.0
      for bright in [0.05, 0.4, 0.9, 1.5, 2.5, 4.9] {
        let context = try context()
        #expect(context.setEDRTargetHeadroom(target))
        #expect(context.draw(try image(bright, headroom: 4.9261084), in: Self.rect, by: method))
        let seen = try light(context)
        #expect(seen > last && seen <= Double(target) * 1.003 && seen <= bright * 1.003)
        last = seen
      }
      #expect(abs(last - Double(min(target, 4.9261084))) < 0.05)
    }
  }

  @Test func withoutToneMappingLightIsClipped() throws {
    let context = try context()
    context.setEDRTargetHeadroom(4)
    #expect(context.draw(try image(3, headroom: 4), in: Self.rect, by: .none))
    #expect(abs(try light(context) - 1) < 0.005)
  }

  @Test func unsupportedMethodsDrawNothing() throws {
    for method in [CGToneMapping.exrGamma, .imageSpecificLumaScaling] {
      let context = try context()
      #expect(!context.draw(try image(1, headroom: 4), in: Self.rect, by: method))
      #expect(try light(context) == 0)
    }
  }

  /// Images are drawn as they are unless the target's headroom is known.
  @Test func contextsCompressOnlyForTheirTarget() throws {
    for (target, expected) in [(Float(0), 3.0), (8, 3.0), (2, 2.0)] {
      let context = try context()
      #expect(context.setEDRTargetHeadroom(target))
      #expect(CGContextGetEDRTargetHeadroom(context) == target)
      context.draw(try image(3, headroom: 3), in: Self.rect)
      #expect(abs(try light(context) - expected) < 0.02)
    }
    let context = try context()
    #expect(!context.setEDRTargetHeadroom(0.5) && !context.setEDRTargetHeadroom(.nan))
    context.setEDRTargetHeadroom(3)
    context.saveGState()
    context.setEDRTargetHeadroom(2)
    context.restoreGState()
    #expect(context.edrTargetHeadroom == 3)
  }

  @Test func colorsHaveAHeadroom() throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.extendedSRGB))
    let color = try #require(CGColorCreateWithContentHeadroom(4, space, 1.5, 1, 0.5, 1))
    #expect(color.contentHeadroom == 4 && color.copy(alpha: 0.5)?.contentHeadroom == 4)
    #expect(CGColorGetContentHeadroom(CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)) == 0)
    #expect(color != CGColor(colorSpace: space, components: [1.5, 1, 0.5, 1]))
    #expect(CGColorCreateWithContentHeadroom(0.5, space, 1, 1, 1, 1) == nil)
    #expect(CGColorCreateWithContentHeadroom(2, CGColorSpaceCreateDeviceGray(), 1, 1, 1, 1) == nil)
  }

  @Test func imagesToToneMap() throws {
    #expect(CGImageShouldToneMap(try image(1, headroom: 2)))
    #expect(!CGImageShouldToneMap(try image(1, headroom: 0)))
    #expect(!CGImageContainsImageSpecificToneMappingMetadata(try image(1, headroom: 2)))
  }

  /// Apple's Generic RGB has a gamma of 1.8.
  @Test func genericRGB() throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.genericRGB))
    let gray = try #require(CGColor(colorSpace: space, components: [0.5, 0.5, 0.5, 1]))
    let wanted = OutputColor.sRGB(ofLight: 0.28717)
    #expect(abs(Double(gray.extendedSRGB.x) - wanted) < 2e-3)
    #expect(abs(gray.extendedSRGB.x - gray.extendedSRGB.z) < 1e-3)
  }
}

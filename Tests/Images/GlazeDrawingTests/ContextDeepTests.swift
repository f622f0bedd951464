import Foundation
import GlazeDrawing
import GlazeGeometry
import GlazeText
import Testing

/// Contexts whose colors may be outside 0...1.
@Suite struct ContextDeepTests {
  private static let bright = CGColor(srgbRed: 1.6, green: -0.2, blue: 0.1, alpha: 1)

  private func deep(_ width: Int, _ height: Int, isOpaque: Bool = false) throws -> CGContext {
    let context = try CGContext(
      layerBacking: CGRect(x: 0, y: 0, width: width, height: height), scale: 1,
      isFlipped: false, isOpaque: isOpaque, isDeep: true)
    return try #require(context)
  }

  private func pixel(_ context: CGContext, _ x: Int, _ y: Int) throws -> SIMD4<Float> {
    let image = try #require(context.makeImage())
    let deep = try #require(image.deepPixels)
    let i = (y * image.width + x) * 4
    return SIMD4(Float(deep[i]), Float(deep[i + 1]), Float(deep[i + 2]), Float(deep[i + 3]))
  }

  private func expect(
    _ a: SIMD4<Float>, _ b: SIMD4<Float>, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let worst = (a - b).max() - min((a - b).min(), 0)
    #expect(worst < 0.01, "\(a) \(b)", sourceLocation: sourceLocation)
  }

  @Test func coloursOutsideTheUnitStay() throws {
    let context = try deep(8, 8)
    context.setFillColor(Self.bright)
    context.fill(CGRect(x: 0, y: 0, width: 8, height: 4))
    expect(try pixel(context, 3, 6), SIMD4(1.6, -0.2, 0.1, 1))
    expect(try pixel(context, 3, 1), .zero)
    context.setAlpha(0.5)
    context.fill(CGRect(x: 0, y: 4, width: 8, height: 4))
    expect(try pixel(context, 3, 1), SIMD4(0.8, -0.1, 0.05, 0.5))
    // Half a pixel is covered, and the other half does not change.
    context.setAlpha(1)
    context.setFillColor(CGColor(srgbRed: 0, green: 0, blue: 2, alpha: 1))
    context.fill(CGRect(x: 2.5, y: 0, width: 2, height: 4))
    expect(try pixel(context, 2, 6), SIMD4(0.8, -0.1, 1.05, 1))
  }

  @Test func blendModesSeeThem() throws {
    let context = try deep(2, 2)
    let all = CGRect(x: 0, y: 0, width: 2, height: 2)
    context.setFillColor(CGColor(srgbRed: 1.6, green: 2, blue: -1, alpha: 1))
    context.fill(all)
    context.setBlendMode(.multiply)
    context.setFillColor(CGColor(srgbRed: 0.5, green: 0.25, blue: 0.5, alpha: 1))
    context.fill(all)
    expect(try pixel(context, 0, 0), SIMD4(0.8, 0.5, -0.5, 1))
    context.setBlendMode(.plusLighter)
    context.fill(all)
    expect(try pixel(context, 0, 0), SIMD4(1.3, 0.75, 0, 1))
  }

  @Test func gradientsAndImagesAreFloatingPoint() throws {
    let context = try deep(10, 2)
    let gradient = try #require(
      CGGradient(
        colorsSpace: CGColorSpace(name: CGColorSpace.extendedSRGB),
        colors: [.black, CGColor(srgbRed: 4, green: -2, blue: 0, alpha: 1)],
        locations: nil))
    context.drawLinearGradient(
      gradient, start: .zero, end: CGPoint(x: 10, y: 0), options: [])
    expect(try pixel(context, 7, 0), SIMD4(3, -1.5, 0, 1))
    let image = try #require(context.makeImage())
    let other = try deep(10, 2)
    other.draw(image, in: CGRect(x: 0, y: 0, width: 10, height: 2))
    #expect(other.makeImage() == image)
    other.draw(image, in: CGRect(x: 0, y: 0, width: 5, height: 2))
    expect(try pixel(other, 3, 0), SIMD4(2.8, -1.4, 0, 1))
  }

  @Test func groupsFadeAsOne() throws {
    let context = try deep(4, 4)
    context.setAlpha(0.5)
    context.beginTransparencyLayer(auxiliaryInfo: nil)
    context.setFillColor(CGColor(srgbRed: 2, green: 0, blue: 0, alpha: 1))
    context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
    context.setFillColor(CGColor(srgbRed: 0, green: 2, blue: 0, alpha: 1))
    context.fill(CGRect(x: 0, y: 0, width: 2, height: 4))
    context.endTransparencyLayer()
    expect(try pixel(context, 0, 0), SIMD4(0, 1, 0, 0.5))
    expect(try pixel(context, 3, 0), SIMD4(1, 0, 0, 0.5))
  }

  @Test func memoryShowsWhatIsDrawn() throws {
    for (bits, order) in [(16, CGBitmapInfo.byteOrder16Little), (32, .byteOrder32Little)] {
      let info = CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue)
        .union([.floatComponents, order])
      let memory = UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 16)
      defer { memory.deallocate() }
      memory.initializeMemory(as: UInt8.self, repeating: 0, count: 256)
      let context = try #require(
        CGContext(
          data: memory, width: 3, height: 2, bitsPerComponent: bits, bytesPerRow: 64,
          space: CGColorSpace(name: CGColorSpace.extendedSRGB), bitmapInfo: info.rawValue))
      #expect((context.bitsPerComponent, context.bitsPerPixel) == (bits, bits * 4))
      context.setFillColor(Self.bright)
      context.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
      let first = memory + 64 + bits / 8 * 4
      let red: Float =
        bits == 16
        ? Float(Float16(bitPattern: first.load(as: UInt16.self))) : first.load(as: Float.self)
      #expect(abs(red - 1.6) < 0.001)
      let again = try #require(
        CGContext(
          data: memory, width: 3, height: 2, bitsPerComponent: bits, bytesPerRow: 64,
          space: CGColorSpace(name: CGColorSpace.extendedSRGB), bitmapInfo: info.rawValue))
      expect(try pixel(again, 1, 1), SIMD4(1.6, -0.2, 0.1, 1))
    }
  }

  /// Drawings that both kinds of contexts can show look the same in both.
  @Test(arguments: [false, true]) func ordinaryDrawingsAreAsInBytes(isOpaque: Bool) throws {
    let box = CGRect(x: 0, y: 0, width: 80, height: 60)
    func draw(isDeep: Bool) throws -> CGImage {
      let made = try CGContext(
        layerBacking: box, scale: 1, isFlipped: false, isOpaque: isOpaque, isDeep: isDeep)
      let context = try #require(made)
      paintEverything(context)
      return try #require(context.makeImage())
    }
    let bytes = try draw(isDeep: false)
    let deep = try draw(isDeep: true)
    #expect(bytes.deepPixels == nil && deep.deepPixels != nil)
    #expect(deep.isOpaque == isOpaque)
    var worst = (0, 0)
    for (i, (a, b)) in zip(bytes.pixels, deep.pixels).enumerated() {
      if abs(Int(a) - Int(b)) > worst.0 { worst = (abs(Int(a) - Int(b)), i / 4) }
    }
    // Where colorBurn divides by small values, the 8 bits between two drawings matter.
    #expect(worst.0 <= 4, "at \(worst.1 % 80), \(worst.1 / 80)")
  }

  private func paintEverything(_ context: CGContext) {
    context.setFillColor(CGColor(srgbRed: 0.9, green: 0.8, blue: 0.3, alpha: 0.8))
    context.fillEllipse(in: CGRect(x: 5, y: 5, width: 50, height: 40))
    context.saveGState()
    context.setShadow(
      offset: CGSize(width: 3, height: -3), blur: 6,
      color: CGColor(srgbRed: 0, green: 0, blue: 0.4, alpha: 0.7))
    context.rotate(by: 0.2)
    context.setStrokeColor(CGColor(srgbRed: 0.7, green: 0, blue: 0.2, alpha: 0.9))
    context.setLineWidth(5)
    context.setLineDash(phase: 2, lengths: [9, 4])
    context.stroke(CGRect(x: 20, y: 8, width: 40, height: 25))
    context.restoreGState()
    context.setFontSize(20)
    context.setFillColor(CGColor(srgbRed: 0, green: 0.2, blue: 0.6, alpha: 1))
    context.showText("Glaze", at: CGPoint(x: 10, y: 30))
    context.saveGState()
    context.addEllipse(in: CGRect(x: 40, y: 20, width: 38, height: 38))
    context.clip()
    context.beginTransparencyLayer(auxiliaryInfo: nil)
    context.setAlpha(0.6)
    if let gradient = CGGradient(
      colorsSpace: nil, colors: [.white, CGColor(srgbRed: 0, green: 0.5, blue: 0, alpha: 0.2)],
      locations: nil)
    {
      context.drawRadialGradient(
        gradient, startCenter: CGPoint(x: 55, y: 40), startRadius: 2,
        endCenter: CGPoint(x: 60, y: 38), endRadius: 20, options: [.drawsAfterEndLocation])
    }
    context.endTransparencyLayer()
    context.restoreGState()
    for (i, mode) in CGBlendMode.allCases.enumerated() where mode != .clear {
      context.setBlendMode(mode)
      context.setFillColor(CGColor(srgbRed: 0.3, green: 0.7, blue: 0.9, alpha: 0.6))
      context.fill(CGRect(x: CGFloat(i % 14) * 5.5, y: CGFloat(i / 14) * 28, width: 5, height: 26))
    }
  }
}

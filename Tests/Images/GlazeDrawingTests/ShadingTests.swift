import Foundation
import GlazeDrawing
import GlazeGeometry
import Testing

/// Fills other than a single color: conic gradients, functions, patterns, layers.
@Suite struct ShadingTests {
  @Test func conicGradientsTurnAboutTheirCentre() throws {
    let c = try DrawnImage.context(20, 20)
    let stripes = try #require(
      CGGradient(
        colorsSpace: CGColorSpaceCreateDeviceRGB(),
        colors: [.red, .red, .green, .green, .blue, .blue],
        locations: [0, 0.25, 0.25, 0.5, 0.5, 1]))
    c.clip(to: CGRect(x: 0, y: 0, width: 20, height: 16))
    c.drawConicGradient(stripes, center: CGPoint(x: 10, y: 10), angle: 0)
    let drawn = try DrawnImage(c)
    // Angles go from +x to +y, which is up; row 0 is at the top, where nothing is drawn.
    #expect(drawn[15, 6] == [255, 0, 0, 255])
    #expect(drawn[5, 6] == [0, 255, 0, 255])
    #expect(drawn[5, 15] == [0, 0, 255, 255] && drawn[15, 15] == [0, 0, 255, 255])
    #expect(drawn[15, 2] == [0, 0, 0, 0])
    let turned = try DrawnImage.context(20, 20)
    turned.setAlpha(0.5)
    turned.drawConicGradient(stripes, center: CGPoint(x: 10, y: 10), angle: .pi / 2)
    #expect(near(try DrawnImage(turned)[5, 5], [128, 0, 0, 128], 1))
  }

  @Test func functionsGiveColours() throws {
    var callbacks = CGFunctionCallbacks(
      version: 0,
      evaluate: { _, input, output in
        (output[0], output[1], output[2], output[3]) = (input[0] < 0.5 ? 1 : 0, 0, input[0], 1)
      }, releaseInfo: nil)
    let function = try #require(
      CGFunction(
        info: nil, domainDimension: 1, domain: [0, 1], rangeDimension: 4, range: nil,
        callbacks: &callbacks))
    let shading = try #require(
      CGShading(
        axialSpace: CGColorSpaceCreateDeviceRGB(), start: CGPoint(x: 0, y: 0),
        end: CGPoint(x: 20, y: 0), function: function, extendStart: false, extendEnd: false))
    let c = try DrawnImage.context(24, 1)
    c.drawShading(shading)
    let drawn = try DrawnImage(c)
    #expect(near(drawn[5, 0], [255, 0, 70, 255], 2) && near(drawn[15, 0], [0, 0, 198, 255], 2))
    #expect(drawn[22, 0] == [0, 0, 0, 0])
    let gray = CGColorSpaceCreateDeviceGray()
    #expect(
      CGShading(
        axialSpace: gray, start: .zero, end: .zero, function: function, extendStart: true,
        extendEnd: true) == nil)
  }

  /// Makes a cell of four points whose lower left quarter is drawn.
  private func pattern(isColored: Bool, step: CGFloat = 4) -> CGPattern? {
    var callbacks = CGPatternCallbacks(
      version: 0,
      drawPattern: { _, context in
        context.setFillColor(.red)
        context.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
      }, releaseInfo: nil)
    return CGPattern(
      info: nil, bounds: CGRect(x: 0, y: 0, width: 4, height: 4), matrix: .identity, xStep: step,
      yStep: step, tiling: .constantSpacing, isColored: isColored, callbacks: &callbacks)
  }

  @Test func patternsAreRepeated() throws {
    let c = try DrawnImage.context(16, 16)
    c.setFillPattern(try #require(pattern(isColored: true)), colorComponents: [1])
    // Patterns do not move with the transform.
    c.translateBy(x: 1, y: 1)
    c.fill(CGRect(x: -1, y: -1, width: 12, height: 16))
    let drawn = try DrawnImage(c)
    for (x, y) in [(0, 0), (5, 4), (8, 9)] {
      #expect(near(drawn[x, 15 - y], [255, 0, 0, 255], 2), "\(x), \(y)")
    }
    for (x, y) in [(2, 0), (3, 5), (0, 2), (13, 0)] {
      #expect(drawn[x, 15 - y] == [0, 0, 0, 0], "\(x), \(y)")
    }
  }

  @Test func patternsHaveStepsPhasesAndTints() throws {
    let c = try DrawnImage.context(16, 16)
    c.setFillColorSpace(CGColorSpace(patternBaseSpace: CGColorSpaceCreateDeviceRGB()))
    c.setFillPattern(
      try #require(pattern(isColored: false, step: 8)), colorComponents: [0, 0, 1, 0.5])
    c.setPatternPhase(CGSize(width: 1, height: 0))
    c.fill(CGRect(x: 0, y: 0, width: 16, height: 16))
    let drawn = try DrawnImage(c)
    #expect(near(drawn[1, 15], [0, 0, 128, 128], 1) && near(drawn[10, 14], [0, 0, 128, 128], 1))
    #expect(drawn[0, 15] == [0, 0, 0, 0] && drawn[5, 15] == [0, 0, 0, 0])
  }

  @Test func linesHavePatterns() throws {
    let c = try DrawnImage.context(16, 4)
    c.setStrokePattern(try #require(pattern(isColored: true)), colorComponents: [1])
    c.setLineWidth(2)
    c.strokeLineSegments(between: [CGPoint(x: 0, y: 1), CGPoint(x: 16, y: 1)])
    let drawn = try DrawnImage(c)
    #expect(near(drawn[1, 3], [255, 0, 0, 255], 2) && drawn[3, 3] == [0, 0, 0, 0])
    #expect(abs(drawn.area - 16) < 0.1)
  }

  @Test func layersAreShownWhereTheyAreWanted() throws {
    let c = try DrawnImage.context(16, 16)
    c.scaleBy(x: 2, y: 2)
    let layer = try #require(CGLayer(c, size: CGSize(width: 2, height: 2), auxiliaryInfo: nil))
    let inner = try #require(layer.context)
    #expect(inner.width == 4 && layer.size == CGSize(width: 2, height: 2))
    inner.setFillColor(.red)
    inner.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    c.draw(layer, at: CGPoint(x: 1, y: 1))
    c.draw(layer, in: CGRect(x: 4, y: 4, width: 4, height: 4))
    let drawn = try DrawnImage(c)
    #expect(drawn[2, 13] == [255, 0, 0, 255] && drawn[3, 12] == [255, 0, 0, 255])
    #expect(drawn[4, 13] == [0, 0, 0, 0] && drawn[9, 6] == [255, 0, 0, 255])
  }
}

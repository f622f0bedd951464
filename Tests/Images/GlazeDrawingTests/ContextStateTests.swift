import Foundation
import GlazeDrawing
import GlazeGeometry
import GlazeText
import Testing

@Suite struct ContextStateTests {
  @Test func transformsApplyLastFirst() throws {
    let c = try DrawnImage.context(100, 50)
    c.translateBy(x: 10, y: 20)
    c.scaleBy(x: 2, y: 3)
    c.rotate(by: .pi / 2)
    let p = c.convertToDeviceSpace(CGPoint(x: 1, y: 0))
    #expect(abs(p.x - 10) < 1e-9 && abs(p.y - 23) < 1e-9)
    let back = c.convertToUserSpace(p)
    #expect(abs(back.x - 1) < 1e-9 && abs(back.y) < 1e-9)
    #expect(c.userSpaceToDeviceSpaceTransform == c.ctm)
  }

  @Test func restoringBringsBackEverything() throws {
    let c = try DrawnImage.context(20, 20)
    let before = c.ctm
    c.saveGState()
    c.translateBy(x: 5, y: 5)
    c.setFillColor(.red)
    c.setAlpha(0.2)
    c.setBlendMode(.xor)
    c.setShadow(offset: CGSize(width: 3, height: 3), blur: 2)
    c.clip(to: CGRect(x: 0, y: 0, width: 1, height: 1))
    c.restoreGState()
    #expect(c.ctm == before)
    c.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
    let drawn = try DrawnImage(c)
    #expect(drawn.area == 100)
    #expect(drawn[0, 19] == [0, 0, 0, 255])
  }

  @Test func restoringTooOftenDoesNothing() throws {
    let c = try DrawnImage.context(4, 4)
    c.restoreGState()
    c.endTransparencyLayer()
    c.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
    #expect(try DrawnImage(c).area == 16)
  }

  @Test func thePathKeepsItsPlaceWhenTheTransformChanges() throws {
    let c = try DrawnImage.context(20, 20)
    c.addRect(CGRect(x: 2, y: 3, width: 4, height: 5))
    c.saveGState()
    c.translateBy(x: 1, y: 1)
    c.scaleBy(x: 2, y: 2)
    c.restoreGState()
    c.translateBy(x: 1, y: 1)
    #expect(c.path?.boundingBox == CGRect(x: 1, y: 2, width: 4, height: 5))
    #expect(c.currentPointOfPath == CGPoint(x: 1, y: 2))
    #expect(c.pathContains(CGPoint(x: 2, y: 3), mode: .fill))
    c.fillPath()
    #expect(try DrawnImage(c).inkBox == CGRect(x: 2, y: 12, width: 4, height: 5))
  }

  @Test func clipBoxesIntersectInUserSpace() throws {
    let c = try DrawnImage.context(100, 50)
    #expect(c.boundingBoxOfClipPath == CGRect(x: 0, y: 0, width: 100, height: 50))
    c.scaleBy(x: 2, y: 2)
    c.clip(to: CGRect(x: 5, y: 5, width: 100, height: 10.25))
    #expect(c.boundingBoxOfClipPath == CGRect(x: 5, y: 5, width: 45, height: 10.25))
    c.clip(to: CGRect(x: 60, y: 0, width: 4, height: 4))
    #expect(c.boundingBoxOfClipPath.isNull)
    c.fill(CGRect(x: 0, y: 0, width: 100, height: 100))
    #expect(try DrawnImage(c).area == 0)
    c.resetClip()
    #expect(c.boundingBoxOfClipPath == CGRect(x: 0, y: 0, width: 50, height: 25))
  }

  @Test func clipsToPathsAndTheirRule() throws {
    let c = try DrawnImage.context(20, 20)
    c.addRect(CGRect(x: 0, y: 0, width: 20, height: 20))
    c.addRect(CGRect(x: 5, y: 5, width: 10, height: 10))
    c.clip(using: .evenOdd)
    c.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
    #expect(try DrawnImage(c).area == 300)
  }

  @Test func emptyPathClipsEverything() throws {
    let c = try DrawnImage.context(4, 4)
    c.clip()
    c.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
    #expect(try DrawnImage(c).area == 0)
  }

  @Test(arguments: [
    CGAffineTransform(scaleX: 0, y: 1), CGAffineTransform(scaleX: .nan, y: 1),
    CGAffineTransform(translationX: .infinity, y: 0), CGAffineTransform(scaleX: 1e300, y: 1e300),
  ])
  func hopelessTransformsDoNoHarm(transform: CGAffineTransform) throws {
    let c = try DrawnImage.context(8, 8)
    let image = try #require(c.makeImage())
    let gradient = try #require(
      CGGradient(colorsSpace: nil, colors: [.red, .blue], locations: nil))
    c.saveGState()
    c.concatenate(transform)
    c.setLineWidth(3)
    c.stroke(CGRect(x: 1, y: 1, width: 2, height: 2))
    c.draw(image, in: CGRect(x: 0, y: 0, width: 4, height: 4))
    c.drawLinearGradient(
      gradient, start: .zero, end: CGPoint(x: 4, y: 4), options: [.drawsAfterEndLocation])
    c.showText("x", at: .zero)
    c.clip(to: CGRect(x: 0, y: 0, width: 1, height: 1), mask: image)
    c.restoreGState()
    c.fill(CGRect(x: 0, y: 0, width: 8, height: 8))
    #expect(try DrawnImage(c)[4, 4][3] == 255)
  }

  @Test func hopelessNumbersDoNoHarm() throws {
    let c = try DrawnImage.context(8, 8)
    c.move(to: CGPoint(x: CGFloat.nan, y: 0))
    c.addLine(to: CGPoint(x: 5, y: 5))
    c.addLine(to: CGPoint(x: 5, y: CGFloat.infinity))
    c.drawPath(using: .fillStroke)
    c.setLineWidth(.nan)
    c.stroke(CGRect(x: 1, y: 1, width: 4, height: 4))
    c.setLineWidth(1)
    c.setMiterLimit(.nan)
    c.setLineDash(phase: .nan, lengths: [.nan, 1])
    c.setShadow(offset: CGSize(width: CGFloat.nan, height: 0), blur: .infinity, color: .black)
    c.setAlpha(.nan)
    c.setFontSize(.nan)
    c.showText("x")
    c.clear(CGRect(x: 0, y: 0, width: 8, height: 8))
    c.fill(CGRect(x: -1e30, y: -1e30, width: 2e30, height: 2e30))
    #expect(try DrawnImage(c).area == 64)
  }

  @Test func componentsFollowTheSpace() throws {
    let c = try DrawnImage.context(2, 1)
    c.setFillColorSpace(CGColorSpaceCreateDeviceRGB())
    c.setFillColor([0, 1, 0, 1])
    c.setFillColor([1, 1])
    c.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    c.setFillColor(cyan: 1, magenta: 0, yellow: 0, black: 0, alpha: 1)
    c.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
    let drawn = try DrawnImage(c)
    #expect(drawn[0, 0] == [0, 255, 0, 255])
    #expect(drawn[1, 0] == [0, 255, 255, 255])
  }
}

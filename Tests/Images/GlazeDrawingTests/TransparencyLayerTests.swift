import Foundation
import GlazeDrawing
import GlazeGeometry
import Testing

@Suite struct TransparencyLayerTests {
  @Test func groupTakesAlphaOnce() throws {
    let c = try DrawnImage.context(12, 6)
    c.setAlpha(0.5)
    c.beginTransparencyLayer(auxiliaryInfo: nil)
    c.setFillColor(.red)
    c.fill(CGRect(x: 0, y: 0, width: 8, height: 6))
    c.setFillColor(.blue)
    c.fill(CGRect(x: 4, y: 0, width: 8, height: 6))
    c.endTransparencyLayer()
    let drawn = try DrawnImage(c)
    #expect(near(drawn[1, 1], [128, 0, 0, 128]))
    #expect(near(drawn[6, 1], [0, 0, 128, 128]))
    c.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    // The alpha of the context is what it was before the group.
    #expect(near(try DrawnImage(c)[0, 5], [64, 0, 0, 191], 2))
  }

  @Test func groupCastsOneShadowFromOutsideTheClip() throws {
    let c = try DrawnImage.context(20, 6)
    c.clip(to: CGRect(x: 10, y: 0, width: 10, height: 6))
    c.setShadow(offset: CGSize(width: 10, height: 0), blur: 0, color: CGColor(gray: 0, alpha: 0.5))
    c.beginTransparencyLayer(auxiliaryInfo: nil)
    c.fill(CGRect(x: 0, y: 0, width: 4, height: 6))
    c.fill(CGRect(x: 2, y: 0, width: 4, height: 6))
    c.endTransparencyLayer()
    let drawn = try DrawnImage(c)
    #expect(drawn.inkBox == CGRect(x: 10, y: 0, width: 6, height: 6))
    #expect(near(drawn[13, 3], [0, 0, 0, 128]))
  }

  @Test func rectangleLimitsTheGroup() throws {
    let c = try DrawnImage.context(10, 10)
    c.beginTransparencyLayer(in: CGRect(x: 2, y: 2, width: 3, height: 4), auxiliaryInfo: nil)
    c.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
    c.endTransparencyLayer()
    #expect(try DrawnImage(c).inkBox == CGRect(x: 2, y: 4, width: 3, height: 4))
  }

  @Test func groupsNestAndDropUnrestoredStates() throws {
    let c = try DrawnImage.context(4, 4)
    let all = CGRect(x: 0, y: 0, width: 4, height: 4)
    c.setAlpha(0.5)
    c.beginTransparencyLayer(auxiliaryInfo: nil)
    c.setAlpha(0.5)
    c.beginTransparencyLayer(auxiliaryInfo: nil)
    c.saveGState()
    c.clip(to: CGRect(x: 0, y: 0, width: 2, height: 4))
    c.restoreGState()
    c.restoreGState()
    c.saveGState()
    c.translateBy(x: 100, y: 0)
    c.endTransparencyLayer()
    c.endTransparencyLayer()
    #expect(c.ctm == .identity)
    c.setAlpha(1)
    c.fill(all)
    #expect(try DrawnImage(c).area == 16)
  }

  @Test func emptyClipStillNests() throws {
    let c = try DrawnImage.context(4, 4)
    c.saveGState()
    c.clip(to: CGRect(x: 9, y: 9, width: 1, height: 1))
    c.beginTransparencyLayer(auxiliaryInfo: nil)
    c.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
    c.endTransparencyLayer()
    c.restoreGState()
    #expect(try DrawnImage(c).area == 0)
    c.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(try DrawnImage(c).area == 1)
  }

  @Test func groupIsMixedByTheModeOutside() throws {
    let c = try DrawnImage.context(4, 1)
    c.setFillColor(red: 1, green: 0.5, blue: 0, alpha: 1)
    c.fill(CGRect(x: 0, y: 0, width: 4, height: 1))
    c.setBlendMode(.multiply)
    c.beginTransparencyLayer(auxiliaryInfo: nil)
    c.setFillColor(red: 0.5, green: 0.5, blue: 0.5, alpha: 1)
    c.fill(CGRect(x: 0, y: 0, width: 2, height: 1))
    c.endTransparencyLayer()
    let drawn = try DrawnImage(c)
    #expect(near(drawn[0, 0], [128, 64, 0, 255]))
    #expect(near(drawn[3, 0], [255, 128, 0, 255]))
  }
}

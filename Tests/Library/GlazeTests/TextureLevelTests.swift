import Foundation
import Glaze
import GlazePlan
import Testing

/// A mip level that replaces an image is a separate texture, unless another layer needs all levels.
@Suite(.needsGL) struct TextureLevelTests {
  private static let image = CGImage(
    width: 67, height: 48,
    premultipliedRGBA: (0..<67 * 48).flatMap { texel in
      let value = UInt8(texel * 37 % 200)
      return [value, UInt8(texel % 67 * 3), 200 - value, 230]
    })

  /// A scene with the image on the left at less than half and less than a quarter of its size,
  /// rotated and in perspective; with another filter on the right.
  private func page(isTrilinear: Bool) -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 120, height: 60)
    for (index, width) in [28.0, 13, 30].enumerated() {
      let card = CALayer()
      card.bounds = CGRect(x: 0, y: 0, width: width, height: width * 48 / 67)
      card.position = CGPoint(x: 20.3 + Double(index) * 14, y: 14.6 + Double(index) * 12)
      card.transform = CATransform3DMakeRotation(0.3 * Double(index), 0, 0, 1)
      if index == 2 {
        card.transform.m34 = -0.004
        card.transform = CATransform3DRotate(card.transform, 0.7, 0, 1, 0)
      }
      card.contents = Self.image
      root.addSublayer(card)
    }
    if isTrilinear {
      let other = CALayer()
      other.frame = CGRect(x: 80, y: 10, width: 30, height: 20)
      other.contents = Self.image
      other.minificationFilter = .trilinear
      root.addSublayer(other)
    }
    return root
  }

  private func left(_ image: CGImage) -> [UInt8] {
    (0..<image.height).flatMap { (y: Int) -> ArraySlice<UInt8> in
      let start = y * image.width * 4
      return image.pixels[start..<start + 280]
    }
  }

  @Test func theLevelAloneIsSampledAsAmongAll() throws {
    let alone = try RootRenderer(backend: .gl).render(page(isTrilinear: false), at: 0)
    let among = try RootRenderer(backend: .gl).render(page(isTrilinear: true), at: 0)
    #expect(left(alone) == left(among))
    #expect(alone.pixels != among.pixels)
    // One after the other, with the same renderer.
    let renderer = try RootRenderer(backend: .gl)
    for isTrilinear in [true, false, true] {
      let image = try renderer.render(page(isTrilinear: isTrilinear), at: 0)
      #expect(image.pixels == (isTrilinear ? among : alone).pixels)
    }
  }

  @Test func levelsTakeWhatTheyAre() {
    let image = Self.image
    let all = MipChain(image: image)
    for (index, level) in all.levels.enumerated() {
      let one = MipChain(image: image, level: index)
      #expect(one.levels == [level])
      #expect(MipChain.byteCount(of: image, level: index) == one.byteCount)
    }
    #expect(MipChain.byteCount(of: image, level: nil) == all.byteCount)
    #expect(MipChain(image: image, level: 99).levels == [all.levels[all.levels.count - 1]])
    #expect(MipChain.byteCount(of: image, level: 99) == 4)
  }
}

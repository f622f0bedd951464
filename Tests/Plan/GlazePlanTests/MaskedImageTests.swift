import CGlazeShaders
import Foundation
import GlazeGeometry
import GlazePlan
import GlazeTree
import Testing

/// Images and boxes that are drawn with their masks in one instance, and those that are not.
struct MaskedImageTests {
  private let image = CGImage(
    width: 20, height: 10, premultipliedRGBA: [UInt8](repeating: 255, count: 800))

  private func imageLayer(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Layer {
    box(x, y, width, height, fill: clear).with { $0.contents = LayerContents(image: image) }
  }

  private func gradient(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ places: [Float] = [0, 1],
    kind: LayerGradient.Kind = .axial
  ) -> Layer {
    box(x, y, width, height, fill: clear).with {
      $0.gradient = LayerGradient(
        kind: kind,
        stops: places.map { LayerGradient.Stop(location: $0, color: SIMD4(0, 0, 0, 1 - $0)) },
        start: CGPoint(x: 0, y: 0.5), end: CGPoint(x: 1, y: 0.5))
    }
  }

  private func masked(_ layer: Layer, _ mask: Layer) -> Layer { layer.with { $0.mask = [mask] } }

  private func page(_ layers: Layer...) -> Layer {
    box(0, 0, 400, 300, fill: clear).with { $0.sublayers = layers }
  }

  @Test func imageAndMaskAreOneInstance() throws {
    let layer = masked(imageLayer(50, 50, 100, 80), imageLayer(0, 0, 100, 80)).rotated(0.3)
    let plan = plan(page(layer))
    #expect(plan.passes.count == 1)
    #expect(plan.draws.map(\.kind) == [.maskedImage(texture: 0, mask: 0)])
    let instance = try #require(plan.maskedImages.first)
    #expect(instance.texture.w == 1 && instance.params.z == 0)
    #expect(instance.maskX == SIMD4(0.01, 0, 0.5, 0))
    #expect(instance.mask == SIMD4(20, 10, 0, 0))
    #expect(self.plan(without: .foldMasks, page(layer)).passes.count == 3)
  }

  @Test func masksWithoutAnEndOfTheirOwnShareADraw() {
    let layers = (0..<5).map { index in
      masked(imageLayer(20 + 60 * Double(index), 50, 50, 40), gradient(0, 0, 50, 40)).rotated(0.2)
    }
    let plan = plan(box(0, 0, 400, 300, fill: clear).with { $0.sublayers = layers })
    #expect(plan.draws.map(\.kind) == [.maskedImage(texture: 0, mask: nil)])
    #expect(plan.draws[0].instances.count == 5)
  }

  @Test func anOtherEndBecomesAClip() {
    let layer = masked(imageLayer(50, 50, 100, 80), imageLayer(10, 10, 50, 50)).rotated(0.3)
    let plan = plan(page(layer))
    #expect(plan.passes.count == 1)
    #expect(plan.maskedImages[0].texture.w == 0)
    #expect(plan.draws[0].clipCount == 1)
    #expect(plan.maskedImages[0].maskX == SIMD4(0.02, 0, 0.8, 0))
    // The mask contains the whole layer, so it cuts nothing.
    let wide = masked(imageLayer(50, 50, 100, 80), imageLayer(-10, -10, 120, 100)).rotated(0.3)
    #expect(self.plan(page(wide)).draws[0].clipCount == 0)
  }

  @Test func gradientsCarryTheirAlpha() {
    let three = gradient(0, 0, 100, 80, [0, 0.25, 0.5])
    var plan = plan(page(masked(imageLayer(50, 50, 100, 80), three)))
    #expect(plan.stops.isEmpty)
    #expect(plan.maskedImages[0].params.x == 1 && plan.maskedImages[0].params.w == 3)
    #expect(plan.maskedImages[0].maskX == SIMD4(0.01, 0, 0.5 + Float(LayerGradient.excess), 0))
    #expect(plan.maskedImages[0].mask == SIMD4(1, 0.75, 0.5, 0.5))
    #expect(plan.maskedImages[0].places == SIMD4(0, 0.25, 0.5, 1.5))
    for (kind, number) in [(.radial, 2), (.conic, 3)] as [(LayerGradient.Kind, Float)] {
      let mask = gradient(0, 0, 100, 80, kind: kind).with {
        $0.gradient?.end = CGPoint(x: 1, y: 1)
      }
      plan = self.plan(page(masked(imageLayer(50, 50, 100, 80), mask)))
      #expect(plan.maskedImages.first?.params.x == number)
    }
    // A gradient without a length has the last color everywhere.
    let flat = gradient(0, 0, 100, 80).with { $0.gradient?.end = CGPoint(x: 0, y: 0.5) }
    plan = self.plan(page(masked(imageLayer(50, 50, 100, 80), flat)))
    #expect(plan.maskedImages.first?.mask == .zero)
  }

  @Test func boxesAreImagesOfOneTexel() {
    let plan = plan(page(masked(box(50, 50, 100, 80), gradient(0, 0, 100, 80))))
    #expect(plan.passes.count == 1)
    #expect(plan.textures.map(\.image.width) == [1])
    #expect(plan.maskedImages.first?.color == SIMD4(1, 0, 0, 1))
  }

  @Test func opacitiesMultiply() {
    let layer = masked(
      imageLayer(50, 50, 100, 80).with { $0.node.opacity = 0.5 },
      imageLayer(0, 0, 100, 80).with { $0.node.opacity = 0.5 })
    let plan = plan(page(layer))
    #expect(plan.passes.count == 1)
    #expect(plan.maskedImages.first?.color == SIMD4(repeating: 0.25))
  }

  @Test func planesInPerspectiveFold() {
    let layer = masked(imageLayer(50, 50, 100, 80), gradient(0, 0, 100, 80))
    var camera = CATransform3DIdentity
    camera.m34 = -1 / 300
    let page = page(layer.rotated(0.6, y: 1)).with {
      $0.transforms = LayerTransforms(transform: CATransform3DIdentity)
      $0.transforms?.sublayerTransform = camera
    }
    let plan = plan(page)
    #expect(plan.passes.count == 1 && plan.maskedImages.count == 1)
    #expect(plan.maskedImages[0].shape.rowW.x != 0)
  }

  // MARK: Masks that require passes

  @Test func moreThanAnImageTakesPasses() {
    let mask = imageLayer(0, 0, 100, 80)
    let layers = [
      imageLayer(50, 50, 100, 80).with { $0.sublayers = [box(0, 0, 9, 9)] },
      imageLayer(50, 50, 100, 80).with { $0.node.backgroundColor = black },
      imageLayer(50, 50, 100, 80).with { $0.border = LayerBorder(width: 2, color: black) },
      imageLayer(50, 50, 100, 80).with {
        $0.contents?.center = CGRect(x: 0.4, y: 0.4, width: 0.2, height: 0.2)
      },
      imageLayer(50, 50, 100, 80).with { $0.effects = LayerEffects() },
      imageLayer(50, 50, 100, 80).with {
        $0.contents?.gravity = .center
        $0.node.flags.insert(.masksToBounds)
      },
      gradient(50, 50, 100, 80),
    ]
    for layer in layers {
      let plan = plan(page(masked(layer, mask)))
      #expect(plan.maskedImages.isEmpty && plan.passes.count == 3)
    }
  }

  @Test func masksThatAreMoreThanAlphaTakePasses() {
    let stop = LayerGradient.Stop(location: 1, color: SIMD4(0, 0, 0, 1.5))
    let masks = [
      imageLayer(0, 0, 100, 80).with { $0.sublayers = [box(0, 0, 9, 9)] },
      imageLayer(0, 0, 100, 80).with { $0.node.backgroundColor = SIMD4(0, 0, 0, 0.5) },
      masked(imageLayer(0, 0, 100, 80), imageLayer(0, 0, 100, 80)),
      gradient(0, 0, 100, 80, [0, 0.2, 0.4, 0.6, 0.8]),
      gradient(0, 0, 100, 80, [0, 0.5, 0.5, 1]),
      gradient(0, 0, 100, 80).with { $0.gradient?.stops[1] = stop },
      gradient(0, 0, 100, 80).rotated(0.4, y: 1).with {
        $0.transforms?.transform.m34 = -0.01
        $0.transforms?.transform.m14 = 0.001
      },
    ]
    for mask in masks {
      let plan = plan(page(masked(imageLayer(50, 50, 100, 80), mask)))
      #expect(plan.composites.contains { $0.mask.z == 1 })
    }
  }

  @Test func aFourthClipTakesPasses() {
    for depth in 0...4 {
      var layer = masked(imageLayer(0, 0, 60, 60), imageLayer(10, 10, 30, 30)).rotated(0.1)
      for level in 0..<depth {
        layer = box(5, 5, 70 + 10 * Double(level), 70, fill: clear, layer).with {
          $0.node.flags.insert(.masksToBounds)
        }.rotated(0.1)
      }
      let plan = plan(without: .foldClips, page(layer))
      #expect(plan.maskedImages.isEmpty == (depth > 2))
      #expect(plan.passes.count == (depth > 2 ? 3 : 1))
      #expect(plan.draws.last?.clipCount == (depth > 2 ? depth : depth + 1))
    }
  }

  private func plan(without option: Optimizations, _ root: Layer) -> FramePlan {
    plan(root, Optimizations.all.subtracting(option))
  }

  private func plan(
    _ root: Layer, _ optimizations: Optimizations = .all
  ) -> FramePlan {
    var planner = FramePlanner(optimizations: optimizations)
    return planner.plan(tree(root), viewport: Viewport(width: 400, height: 300))
  }
}

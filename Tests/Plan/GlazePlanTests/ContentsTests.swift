import Foundation
import GlazeGeometry
import CGlazeShaders
import GlazePlan
import GlazeTree
import Testing

/// The position and the orientation of contents.
struct ContentsTests {
  private let image = CGImage(
    width: 20, height: 10, premultipliedRGBA: [UInt8](repeating: 255, count: 800))

  private func layer(_ change: (inout LayerContents) -> Void) -> Layer {
    var contents = LayerContents(image: image)
    change(&contents)
    return box(100, 100, 60, 40, fill: clear).with {
      $0.contents = contents
      $0.node.softEdges = 0
    }
  }

  private func covered(_ instance: (SIMD4<Float>, SIMD4<Float>)) -> [Float] {
    [instance.0.x, instance.0.y, instance.1.x, instance.1.y].map { $0.rounded() }
  }

  @Test(
    arguments: [
      (ContentsGravity.resize, [100, 100, 160, 140]), (.resizeAspect, [100, 105, 160, 135]),
      (.resizeAspectFill, [90, 100, 170, 140]), (.center, [120, 115, 140, 125]),
      (.left, [100, 115, 120, 125]), (.right, [140, 115, 160, 125]),
      (.bottom, [120, 100, 140, 110]), (.top, [120, 130, 140, 140]),
      (.bottomLeft, [100, 100, 120, 110]), (.bottomRight, [140, 100, 160, 110]),
      (.topLeft, [100, 130, 120, 140]), (.topRight, [140, 130, 160, 140]),
    ] as [(ContentsGravity, [Float])])
  func gravityPlacesTheImage(_ gravity: ContentsGravity, _ expected: [Float]) {
    let plan = plan(box(0, 0, 400, 300, fill: clear, layer { $0.gravity = gravity }))
    #expect(covered((plan.images[0].quad01, plan.images[0].quad23)) == expected)
  }

  @Test func contentsScaleShrinksTheImage() {
    let root = layer {
      $0.gravity = .center
      $0.scale = 2
    }
    let plan = plan(box(0, 0, 400, 300, fill: clear, root))
    #expect(covered((plan.images[0].quad01, plan.images[0].quad23)) == [125, 118, 135, 123])
  }

  @Test("pitfall 43: flipped geometry keeps images upright", arguments: [true, false])
  func imagesStandUpright(_ isFlipped: Bool) {
    var upright = tree(box(0, 0, 400, 300, fill: clear, layer { _ in }))
    upright.isGeometryFlipped = isFlipped
    let instance = plan(upright).images[0]
    // v grows with y of the layer if y points down, and against it if y points up.
    #expect(instance.mapping.y == (isFlipped ? Float(1) : -1) / 40)
  }

  @Test func nineSlicesMeetWithoutSeams() {
    let root = layer {
      $0.center = CGRect(x: 0.25, y: 0.2, width: 0.5, height: 0.6)
    }.with { $0.node.softEdges = 15 }
    let plan = plan(box(0, 0, 400, 300, fill: clear, root))
    #expect(plan.images.count == 9)
    #expect(plan.draws.count == 1)
    #expect(plan.images.map(\.shape.extent.z) == [5, 4, 6, 1, 0, 2, 9, 8, 10])
    #expect(plan.images[0].quad23.x == plan.images[1].quad01.x)
    #expect(plan.images[4].shape.extent.x * 2 == 50)
  }

  @Test func slicesShrinkInASmallLayer() {
    let root = layer {
      $0.center = CGRect(x: 0.4, y: 0.4, width: 0.2, height: 0.2)
    }.with { $0.node.bounds = CGRect(x: 0, y: 0, width: 8, height: 4) }
    let plan = plan(box(0, 0, 400, 300, fill: clear, root))
    #expect(plan.images.count == 4)
    #expect(plan.images.allSatisfy { $0.shape.extent.x == 2 && $0.shape.extent.y == 1 })
  }

  @Test func layersThatShareAnImageShareADraw() {
    let plan = plan(box(0, 0, 400, 300, fill: clear, layer { _ in }, layer { $0.scale = 2 }))
    #expect(plan.textures.count == 1)
    #expect(plan.draws.count == 1)
  }

  /// Plans an image of 256 texels a side in a layer of `size` points, rotated about y by an angle.
  private func reduced(to size: Double, turned angle: CGFloat, eye: CGFloat) -> FramePlan {
    let large = CGImage(
      width: 256, height: 256,
      premultipliedRGBA: [UInt8](repeating: 255, count: 256 * 256 * 4))
    var transform = CATransform3DIdentity
    transform.m34 = -1 / eye
    transform = CATransform3DRotate(transform, angle, 0, 1, 0)
    return plan(
      box(
        0, 0, 400, 300, fill: clear,
        box(100, 50, size, size, fill: clear).with {
          $0.contents = LayerContents(image: large)
          $0.transforms = LayerTransforms(transform: transform)
        }))
  }

  @Test func reducedImagesAreSampledFromOneLevel() {
    for (size, angle, level) in [
      (256.0, 0.0, 0), (129, 0, 0), (128, 0, 1), (65, 0, 1), (64, 0, 2), (1, 0, 8), (0.25, 0, 8),
      (90, 0.5, 1), (50, 0.5, 2),
    ] {
      let plan = reduced(to: size, turned: CGFloat(angle), eye: 500)
      #expect(plan.textures[0].level == level, "\(size) points, turned by \(angle)")
      #expect(plan.textures[0].minification == .linear)
      #expect(plan.images[0].texture.z == 0)
    }
  }

  @Test func deepImagesMixLevels() {
    let plan = reduced(to: 90, turned: 1.3, eye: 80)
    #expect(plan.textures[0].level == 0)
    #expect(plan.textures[0].minification == .trilinear)
    #expect(plan.images[0].texture.z == -0.5)
  }

  @Test func emptyContentsRectsDrawNothing() {
    let plan = plan(
      box(0, 0, 400, 300, fill: clear, layer { $0.rect = CGRect(x: 0, y: 0, width: 0, height: 1) }))
    #expect(plan.images.isEmpty)
  }
}

import Foundation
import GlazeGeometry
import CGlazeShaders
import GlazePlan
import GlazeTree
import Testing

/// Clips ride in the instances, or vanish, or become passes.
struct ClipTests {
  private func clipping(_ layer: Layer, radius: Float = 0) -> Layer {
    layer.with {
      $0.node.flags.insert(.masksToBounds)
      $0.node.cornerRadius = radius
    }
  }

  @Test func aClipOnWholePixelsCutsThePolygon() {
    let plan = plan(clipping(box(10, 10, 50, 50, fill: clear, box(20, 20, 100, 100))))
    #expect(plan.clips.isEmpty)
    #expect(plan.boxes[0].quad23.x.rounded() == 60)
    #expect(plan.boxes[0].quad23.y.rounded() == 60)
  }

  @Test func aRoundedClipRidesInTheInstance() {
    let plan = plan(clipping(box(10, 10, 50, 50, fill: clear, box(20, 20, 100, 100)), radius: 10))
    #expect(plan.passes.count == 1)
    #expect(plan.clips.count == 1)
    #expect(plan.boxes[0].params == SIMD4(0, 0, 1, 1))
  }

  @Test func aClipThatHoldsTheInstanceIsDropped() {
    let root = clipping(box(0, 0, 100, 100, fill: clear, box(20, 20, 50, 50)), radius: 10)
    #expect(plan(root).boxes[0].params.z == 0)
    #expect(plan(root, [.cull]).boxes[0].params.z == 1)
  }

  @Test func whatLiesOutsideOfAClipIsCulled() {
    let root = clipping(box(0, 0, 100, 100, fill: clear, box(200, 20, 50, 50)), radius: 10)
    #expect(plan(root).boxes.isEmpty)
  }

  @Test func siblingsShareTheirClips() {
    let root = clipping(
      box(0, 0, 100, 100, fill: clear, box(0, 0, 99, 99), box(1, 1, 99, 99)), radius: 10)
    let plan = plan(root)
    #expect(plan.clips.count == 1)
    #expect(plan.draws.count == 1)
  }

  @Test func fourClipsRideAndAFifthTakesAPass() {
    func nest(_ depth: Int) -> Layer {
      depth == 0
        ? box(-10, -10, 200, 200)
        : clipping(box(1, 1, 100, 100, fill: clear, nest(depth - 1)).rotated(0.1), radius: 10)
    }
    let four = plan(nest(4))
    #expect(four.passes.count == 1)
    #expect(four.boxes[0].params.z == 4)
    let five = plan(nest(5))
    #expect(five.passes.count == 2)
    #expect(five.boxes[0].params.z == 1)
    #expect(five.composites[0].params.z == 4)
  }

  @Test func contentsThatFillTheirBoundsTakeTheShapeOfTheClip() {
    let image = CGImage(width: 2, height: 2, premultipliedRGBA: [UInt8](repeating: 255, count: 16))
    let root = clipping(
      box(0, 0, 50, 50, fill: clear).with { $0.contents = LayerContents(image: image) },
      radius: 10)
    let plan = plan(root)
    #expect(plan.clips.isEmpty)
    #expect(plan.images[0].shape.corners == SIMD4(repeating: 10))
  }

  @Test func anEmptyClipHidesEverything() {
    let root = clipping(box(10, 10, 0, 50, fill: clear, box(0, 0, 100, 100)))
    #expect(plan(box(0, 0, 100, 100, root)).boxes.count == 1)
  }

  @Test func underAnOpaqueBorderTheClipEndsInTheMiddleOfTheLine() {
    let root = clipping(box(0, 0, 100, 100, box(-10, -10, 200, 200)), radius: 20).with {
      $0.border = LayerBorder(width: 10, color: black)
    }
    let plan = plan(root)
    #expect(plan.clips[0].extent.x == 45)
    #expect(plan.clips[0].corners == SIMD4(repeating: 15))
  }
}

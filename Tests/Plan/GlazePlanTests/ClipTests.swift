import Foundation
import GlazeGeometry
import CGlazeShaders
import GlazePlan
import GlazeTree
import Testing

/// Clips, which are part of instances, are removed, or become passes.
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
      box(0, 0, 100, 100, fill: clear, box(0, 0, 99, 40), box(1, 50, 99, 50)), radius: 10)
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

  // MARK: Clips of groups

  @Test func itemsThatMeetAtTheEdgeAreOneImageThere() {
    let header = box(0, 0, 100, 40, fill: black)
    let plan = plan(clipping(box(10, 10, 100, 100, header), radius: 20))
    #expect(plan.passes.count == 2)
    #expect(plan.composites[0].params.z == 1)
    #expect(plan.boxes.allSatisfy { $0.params.z == 0 })
  }

  @Test func itemsThatKeepOffTheCornersNeedNoImage() {
    let row = box(0, 40, 100, 20, fill: black)
    let badge = box(30, 0, 40, 20, fill: black)
    let plan = plan(clipping(box(10, 10, 100, 100, row, badge), radius: 20))
    #expect(plan.passes.count == 1)
  }

  /// A clip around the whole frame is none, whatever meets at its edge.
  @Test func edgesOutsideOfTheFrameDoNotCount() {
    let rows = [box(-500, 0, 2000, 400, fill: black), box(-500, 100, 2000, 900, fill: black)]
    func page(_ side: Double) -> Layer {
      clipping(box(200 - side / 2, 150 - side / 2, side, side, rows[0], rows[1]), radius: 20)
        .rotated(0.3)
    }
    let around = plan(page(900))
    #expect(around.passes.count == 1 && around.clips.isEmpty)
    #expect(plan(page(300)).passes.count == 2)
  }

  @Test func edgesBetweenPixelsCountLikeCorners() {
    let row = box(0, 40, 100, 20, fill: black)
    #expect(plan(clipping(box(10.5, 10, 100, 100, row), radius: 20)).passes.count == 2)
    func held(_ layer: Layer) -> Layer { box(0, 0, 200, 200, fill: clear, layer) }
    #expect(plan(held(clipping(box(10.5, 10, 100, 100, row)))).passes.count == 2)
    #expect(plan(clipping(box(10, 10, 100, 100, row))).passes.count == 1)
  }

  @Test func anOpaqueSublayerThatFillsTheClipHidesTheBackground() {
    let cover = box(-1, -1, 102, 102, fill: black)
    let plan = plan(clipping(box(10.5, 10.5, 100, 100, cover), radius: 20))
    #expect(plan.passes.count == 1)
    #expect(plan.boxes.count == 1)
  }

  @Test func aTranslucentOneDoesNot() {
    let cover = box(-1, -1, 102, 102, fill: SIMD4(0, 0, 0, 0.5))
    #expect(plan(clipping(box(10.5, 10.5, 100, 100, cover), radius: 20)).passes.count == 2)
  }

  @Test func aMaskThatActsAsAClipIsNoOtherThanAClip() {
    let masked = box(10, 10, 100, 100, box(0, 0, 100, 40, fill: black)).with {
      $0.mask = [box(0, 0, 100, 100).with { $0.node.cornerRadius = 20 }]
    }
    let plan = plan(masked)
    #expect(plan.passes.count == 2)
    #expect(plan.composites[0].params.z == 1)
  }

  @Test func theShadowOfWhatIsHiddenInAClipIsNotDrawn() {
    let card = clipping(box(10, 10, 100, 100), radius: 20).with {
      $0.shadow = LayerShadow(color: black, offset: .zero, radius: 8, path: nil)
    }
    #expect(plan(card).shadows.isEmpty)
  }

  @Test func aThinBorderIsDrawnWithTheBackgroundWhereNothingLiesBetween() {
    func card(_ x: Double) -> Layer {
      box(10, 10, 100, 100, box(x, 40, 20, 20, fill: black)).with {
        $0.border = LayerBorder(width: 1, color: black)
        $0.node.cornerRadius = 20
      }
    }
    #expect(plan(card(40)).boxes.first?.borderWidth == 1)
    #expect(plan(card(-10)).boxes.first?.isUnderBorder == true)
  }
}

import CGlazeShaders
import GlazePlan
import GlazeTree
import Testing

/// Layers that require a pass, and layers that do not.
struct PassTests {
  @Test func plainLayersTakeOnePassAndOneDraw() {
    let squares = (0..<100).map { box(Double($0 % 10) * 20, Double($0 / 10) * 20, 10, 10) }
    let plan = plan(box(0, 0, 400, 300, fill: clear).with { $0.sublayers = squares })
    #expect(plan.passes.count == 1)
    #expect(plan.draws.count == 1)
    #expect(plan.boxes.count == 100)
  }

  @Test func withoutBatchesEveryInstanceIsADraw() {
    let plan = plan(box(0, 0, 400, 300, box(0, 0, 10, 10), box(20, 0, 10, 10)), [.cull])
    #expect(plan.draws.count == 3)
  }

  @Test func groupOpacityOnALeafCostsNoPass() {
    let plan = plan(box(0, 0, 400, 300, box(0, 0, 10, 10).with { $0.node.opacity = 0.5 }))
    #expect(plan.passes.count == 1)
    #expect(plan.boxes[1].params.w == 0.5)
  }

  @Test func groupOpacityOnSeveralItemsCostsOnePassOfTheirSize() {
    let group = box(10, 20, 100, 50, box(0, 0, 20, 20)).with { $0.node.opacity = 0.5 }
    let plan = plan(box(0, 0, 400, 300, group))
    #expect(plan.passes.map(\.target) == [1, 0])
    #expect(plan.composites.count == 1)
    #expect(plan.composites[0].source == SIMD4(9, 19, 0.5, 0))
    #expect(plan.targets[1].width == 102)
    #expect(plan.targets[1].height == 52)
  }

  @Test func groupsWhoseItemsKeepApartTakeNoPass() {
    func group(_ x: Double) -> Layer {
      box(10, 10, 100, 50, fill: clear, box(0, 0, 20, 20), box(x, 0, 20, 20)).with {
        $0.node.opacity = 0.5
      }
    }
    let apart = plan(box(0, 0, 400, 300, group(40)))
    #expect(apart.passes.count == 1)
    #expect(apart.boxes.map(\.params.w) == [1, 0.5, 0.5])
    #expect(plan(box(0, 0, 400, 300, group(20.5))).passes.count == 2)
  }

  @Test func groupOpacityWithoutGroupsFadesEachItem() {
    let group = box(0, 0, 100, 50, box(0, 0, 20, 20)).with {
      $0.node.opacity = 0.5
      $0.node.flags.remove(.allowsGroupOpacity)
    }
    let plan = plan(box(0, 0, 400, 300, group))
    #expect(plan.passes.count == 1)
    #expect(plan.boxes.map(\.params.w) == [1, 0.5, 0.5])
  }

  @Test func anEmptyGroupDrawsNothing() {
    let group = box(500, 0, 100, 50, box(0, 0, 20, 20)).with { $0.node.opacity = 0.5 }
    let plan = plan(box(0, 0, 400, 300, group))
    #expect(plan.passes.count == 1)
    #expect(plan.composites.isEmpty)
  }

  @Test func groupsNest() {
    let inner = box(0, 0, 50, 50, box(0, 0, 20, 20)).with { $0.node.opacity = 0.5 }
    let outer = box(10, 10, 100, 100, inner).with { $0.node.opacity = 0.5 }
    let plan = plan(box(0, 0, 400, 300, outer))
    #expect(plan.passes.map(\.target) == [1, 2, 0])
    #expect(plan.passes[0].origin == SIMD2(9, 9))
    #expect(plan.composites[0].source.x == plan.composites[0].quad01.x)
    #expect(plan.targets[1].lastPass == 1)
  }

  @Test func aFadedBorderedBoxIsOneItem() {
    let bordered = box(0, 0, 50, 50).with {
      $0.border = LayerBorder(width: 4, color: black)
      $0.node.opacity = 0.5
    }
    #expect(plan(box(0, 0, 400, 300, bordered)).passes.count == 1)
    #expect(plan(box(0, 0, 400, 300, bordered), []).passes.count == 2)
  }

  @Test func aBorderedBoxInAFadedGroupIsOneItem() {
    let bordered = box(0, 0, 50, 50).with { $0.border = LayerBorder(width: 4, color: black) }
    let group = box(0, 0, 100, 100, fill: clear, bordered).with { $0.node.opacity = 0.5 }
    let folded = plan(box(0, 0, 400, 300, fill: clear, group))
    #expect(folded.passes.count == 1)
    // In one instance: the background does not show through the border.
    #expect(folded.boxes.map(\.params.x) == [4])
    #expect(folded.boxes.map(\.params.w) == [0.5])
  }

  @Test func itemsThatFadeOnTheirOwnAreNoSingleItem() {
    let separate = box(0, 0, 50, 50).with {
      $0.border = LayerBorder(width: 4, color: black)
      $0.node.opacity = 0.8
      $0.node.flags.remove(.allowsGroupOpacity)
    }
    let group = box(0, 0, 100, 100, fill: clear, separate).with { $0.node.opacity = 0.5 }
    let plan = plan(box(0, 0, 400, 300, fill: clear, group))
    #expect(plan.passes.count == 2)
    #expect(plan.boxes.map(\.params.w) == [0.8, 0.8])
  }

  @Test func extendedColoursAreRetained() {
    let plan = plan(box(0, 0, 10, 10, fill: SIMD4(1.2, -0.1, 0.5, 0.5)))
    #expect(plan.boxes[0].fill == SIMD4(0.6, -0.05, 0.25, 0.5))
    let opaque = GlazePlanTests.plan(box(0, 0, 10, 10, fill: SIMD4(1.2, -0.1, 0.5, 1)))
    #expect(opaque.boxes[0].fill == SIMD4(1.2, -0.1, 0.5, 1))
  }

  @Test func theBorderLiesOverTheSublayers() {
    let bordered = box(0, 0, 50, 50, box(0, 0, 20, 20)).with {
      $0.border = LayerBorder(width: 4, color: black)
    }
    let plan = plan(bordered)
    #expect(plan.boxes.map(\.params.x) == [0, 0, 4])
  }

  @Test func hiddenAndTransparentLayersAreNotPlanned() {
    let hidden = box(0, 0, 10, 10, box(0, 0, 5, 5)).with { $0.node.flags.insert(.isHidden) }
    let transparent = box(0, 0, 10, 10, box(0, 0, 5, 5)).with { $0.node.opacity = 0 }
    #expect(plan(box(0, 0, 400, 300, hidden, transparent)).boxes.count == 1)
  }

  @Test func whatLiesOutsideIsCulled() {
    let root = box(0, 0, 400, 300, box(450, 0, 10, 10), box(-50, 0, 10, 10))
    #expect(plan(root).boxes.count == 1)
    #expect(plan(root, [.batch]).boxes.count == 3)
  }

  @Test func deepTreesDoNotRecurse() {
    var tree = LayerTree()
    for index in 0..<10_000 {
      var node = box(0, 0, 10, 10).node
      node.parent = Int32(index) - 1
      node.subtreeEnd = 10_000
      tree.nodes.append(node)
    }
    #expect(tree.firstViolatedInvariant() == nil)
    #expect(plan(tree).boxes.count == 10_000)
  }

  @Test func plansPrintWithNames() {
    let group = box(10, 20, 100, 50, box(0, 0, 20, 20)).with {
      $0.node.opacity = 0.5
      $0.name = "card"
    }
    let tree = tree(box(0, 0, 400, 300, group))
    #expect(
      plan(tree).text(name: { tree.name(of: $0) }) == """
        pass 0 -> target 1 102x52 at 9,19 for node 1 "card" clear (0 0 0 0)
          box x2
            0.49,0.49 101.51,51.51 100x50 fill (1 0 0 1)
            0.49,0.49 21.51,21.51 20x20 fill (1 0 0 1)
        pass 1 -> target 0 400x300 clear (0 0 0 0)
          box x1
            0,0 400,300 400x300 fill (1 0 0 1)
          composite target 1
            9,19 111,71 opacity 0.5
        """)
  }

  // MARK: Masks

  /// Two boxes that touch each other.
  private func pair(_ x: Double, _ y: Double, _ size: Double) -> Layer {
    box(x, y, 0, 0, fill: clear, box(0, 0, size, size), box(size / 2, size / 2, size, size))
  }

  private func masked(_ layer: Layer, by mask: Layer) -> Layer {
    box(10, 10, 0, 0, fill: clear, layer).with { $0.mask = [mask] }
  }

  @Test func aMaskIsNoLargerThanItsContent() {
    let plan = plan(box(0, 0, 400, 300, masked(pair(5, 0, 20), by: pair(0, 0, 150))))
    #expect(plan.targets.dropFirst().map(\.width).allSatisfy { $0 <= 40 })
    #expect(plan.targets.dropFirst().map(\.height).allSatisfy { $0 <= 40 })
  }

  @Test func contentIsNoLargerThanItsMask() {
    let plan = plan(box(0, 0, 400, 300, masked(pair(0, 0, 150), by: pair(20, 30, 20))))
    #expect(plan.targets.count == 3)
    #expect(plan.targets.dropFirst().map(\.width).allSatisfy { $0 <= 36 })
  }

  @Test func aBlurOfTheBackdropReadsWhatAMaskHides() {
    var effects = LayerEffects()
    effects.backgroundFilters = [.gaussianBlur(radius: 9)]
    let reader = box(0, 0, 100, 100, fill: clear).with { $0.effects = effects }
    let content = box(0, 0, 0, 0, fill: clear, pair(0, 0, 150), reader)
    let plan = plan(box(0, 0, 400, 300, masked(content, by: pair(20, 30, 20))))
    #expect(plan.targets.contains { $0.width > 200 })
  }

  @Test func aBoxInPlainLayersMasksAsAClip() {
    func holder(_ layer: Layer) -> Layer { box(5, 5, 0, 0, fill: clear, layer) }
    func plan(_ holder: Layer) -> FramePlan {
      GlazePlanTests.plan(box(0, 0, 400, 300, masked(box(0, 0, 40, 40), by: holder)))
    }
    let nested = plan(holder(holder(box(0, 0, 20, 20))))
    #expect(nested.passes.count == 1)
    // The clip is where the nested layers place it.
    let alone = plan(box(10, 10, 20, 20))
    #expect(nested.boxes == alone.boxes && nested.clips == alone.clips)
    // Layers that fade or clip the box do more than to place it.
    let faded = holder(box(0, 0, 20, 20)).with { $0.node.opacity = 0.5 }
    #expect(plan(faded).passes.count > 1)
    let clipped = holder(box(0, 0, 20, 20)).with { $0.node.flags.insert(.masksToBounds) }
    #expect(plan(clipped).draws.count == 1)
    let hidden = holder(box(0, 0, 20, 20).with { $0.node.flags.insert(.isHidden) })
    #expect(plan(hidden).draws.count == 1)
  }

  // MARK: Passes that are drawn in place

  @Test func imagesThatAreDrawnAsTheyAreNeedNoTarget() throws {
    var effects = LayerEffects()
    effects.isIsolated = true
    let group = box(20, 20, 50.5, 50, fill: clear, pair(0, 0, 30), pair(10, 10, 20)).with {
      $0.effects = effects
    }
    let page = box(0, 0, 400, 300, fill: clear, box(0, 0, 60, 60), group, box(30, 30, 9, 9))
    let inPlace = plan(page)
    let apart = plan(page, Optimizations.all.subtracting(.foldGroups))
    #expect(inPlace.passes.count == 1 && apart.passes.count == 2)
    #expect(inPlace.rectangles.count + inPlace.boxes.count == 6)
    // A group that fades, or that something inside reads, remains an image.
    var faded = page
    faded.sublayers[1].node.opacity = 0.5
    #expect(plan(faded).passes.count == 2)
    var read = page
    var blending = LayerEffects()
    blending.blendMode = .multiply
    read.sublayers[1].sublayers[1].effects = blending
    #expect(plan(read).passes.count > 1)
  }
}

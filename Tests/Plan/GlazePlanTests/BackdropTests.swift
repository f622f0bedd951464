import CGlazeShaders
import Foundation
import GlazeGeometry
import GlazePlan
import GlazeTree
import Testing

/// Layers that read the backdrop, in groups that would not need a pass otherwise.
struct BackdropTests {
  private func page(_ layers: Layer...) -> Layer {
    box(0, 0, 400, 300).with {
      $0.sublayers = layers
      $0.node.flags.remove(.allowsGroupBlending)
    }
  }

  private func blending(_ layer: Layer, _ mode: BlendMode = .multiply) -> Layer {
    layer.with {
      $0.effects = LayerEffects()
      $0.effects?.blendMode = mode
    }
  }

  private func inverting(_ layer: Layer) -> Layer {
    layer.with {
      $0.effects = LayerEffects()
      $0.effects?.backgroundFilters = [.colorMatrix(.identity)]
    }
  }

  private func group(opacity: Float = 1, _ layers: Layer...) -> Layer {
    box(0, 0, 100, 100, fill: clear).with {
      $0.node.opacity = opacity
      $0.sublayers = layers
      $0.node.flags.remove(.allowsGroupBlending)
    }
  }

  @Test func blendModesStayInTheNearestGroupThatAllowsThem() {
    let item = blending(box(10, 10, 20, 20), .destinationIn)
    let allowing = group(item).with { $0.node.flags.insert(.allowsGroupBlending) }
    #expect(blendsIntoTheFrame(plan(page(allowing))) == [.sourceOver])
    #expect(blendsIntoTheFrame(plan(page(group(item)))) == [.destinationIn])
    // One pass for the group and one for the item: the surrounding layer contains no blend mode
    // now.
    let around = group(allowing).with { $0.node.flags.insert(.allowsGroupBlending) }
    #expect(plan(page(around)).targets.count == 3)
    // A transform layer has no image that could hold it.
    let scene = group(item).with {
      $0.node.flags.insert([.allowsGroupBlending, .isTransformLayer])
    }
    #expect(blendsIntoTheFrame(plan(page(scene))) == [.destinationIn])
  }

  @Test func noBackdropShowsThroughTheEdgeOfAClipWithAnOpaqueBackground() {
    func images(fill: SIMD4<Float>) -> Int {
      let layer = inverting(box(10.5, 10.5, 20, 20, fill: fill)).with {
        $0.node.flags.insert(.masksToBounds)
      }
      return plan(page(layer)).images.count
    }
    #expect(images(fill: black) == 0)
    #expect(images(fill: black / 2) == 1)
  }

  /// All that they read is the image of the mask, so that nothing around the masked layer goes on from its backdrop.
  @Test func readersInAMaskReadTheMaskAlone() {
    let hole = blending(box(10, 10, 20, 20), .destinationOut)
    let mask = group(box(0, 0, 90, 90), hole).with {
      $0.node.flags.insert(.allowsGroupBlending)
    }
    let masked = group(box(0, 0, 60, 60), box(20, 20, 60, 60)).with { $0.mask = [mask] }
    let clip = group(masked, box(30, 30, 90, 90)).with {
      $0.node.flags.insert(.masksToBounds)
      $0.node.cornerRadius = 30
    }
    let plan = plan(page(box(0, 0, 50, 50), clip))
    #expect(plan.draws.contains { $0.blendMode == .destinationOut })
    #expect(!plan.draws.contains { $0.blendMode == .copy })
    // The mask's box and what is removed from it, the content, the clip, and the frame.
    #expect(plan.passes.count == 5)
  }

  @Test func theRootIsNoGroupWhereItHidesWhatLiesBehind() {
    let item = blending(box(10, 10, 20, 20))
    let frame = box(0, 0, 400, 300).with { $0.sublayers = [item] }
    #expect(blendsIntoTheFrame(plan(frame)) == [.multiply])
    #expect(blendsIntoTheFrame(plan(frame, .all.subtracting(.foldGroups))) == [.sourceOver])
    let open = tree(frame.with { $0.node.backgroundColor = .zero })
    var planner = FramePlanner()
    var viewport = Viewport(width: 400, height: 300)
    #expect(blendsIntoTheFrame(planner.plan(open, viewport: viewport)) == [.multiply])
    viewport.background = .one
    #expect(blendsIntoTheFrame(planner.plan(open, viewport: viewport)) == [.sourceOver])
  }

  /// Returns the composites into the frame itself.
  private func blendsIntoTheFrame(_ plan: FramePlan) -> [BlendMode] {
    plan.passes.filter { $0.target == 0 }.flatMap { plan.draws[$0.draws] }
      .filter { if case .composite = $0.kind { true } else { false } }.map(\.blendMode)
  }

  @Test func fadingGroupsIsolate() {
    let item = box(10, 10, 20, 20)
    #expect(plan(page(group(opacity: 0.5, item))).passes.count == 1)
    let isolated = plan(page(group(opacity: 0.5, group(blending(item)))))
    #expect(blendsIntoTheFrame(isolated) == [.sourceOver])
    // Blending passes through groups with full opacity.
    #expect(blendsIntoTheFrame(plan(page(group(blending(item))))) == [.multiply])
    // It also passes through a layer that does not form a group.
    let loose = group(opacity: 0.5, blending(item)).with {
      $0.node.flags.remove(.allowsGroupOpacity)
    }
    #expect(blendsIntoTheFrame(plan(page(loose))) == [.multiply])
  }

  @Test func masksIsolate() {
    func masked(_ layer: Layer) -> Layer { layer.with { $0.mask = [box(0, 0, 30, 30)] } }
    let item = box(10, 10, 20, 20)
    #expect(plan(page(masked(group(item)))).passes.count == 1)
    #expect(blendsIntoTheFrame(plan(page(masked(group(blending(item)))))) == [.sourceOver])
    // Its own mode acts outside.
    #expect(blendsIntoTheFrame(plan(page(blending(masked(group(item)))))) == [.multiply])
  }

  @Test("a masked group fades as one image")
  func maskedItemsFadeAsOne() {
    let pair = group(box(0, 0, 20, 20), box(10, 10, 20, 20)).with { $0.mask = [box(0, 0, 30, 30)] }
    let plan = plan(page(group(opacity: 0.5, pair)))
    #expect(plan.composites.map(\.source.z) == [0.5])
    #expect(GlazePlanTests.plan(page(group(pair))).passes.count == 1)
  }

  @Test func addedParticlesStayInTheirMask() {
    func emitter(_ mode: BlendMode) -> Layer {
      box(0, 0, 100, 100, fill: clear).with {
        $0.emitter = .of { emitter, _ in emitter.blendMode = mode }
        $0.mask = [box(0, 0, 50, 50)]
      }
    }
    #expect(plan(page(emitter(.sourceOver))).passes.count == 1)
    #expect(plan(page(emitter(.plusLighter))).passes.count == 2)
  }

  @Test func backdropsFadeWithTheirLayers() {
    let layer = inverting(box(10, 10, 20, 20, fill: clear)).with { $0.node.opacity = 0.25 }
    #expect(plan(page(layer)).images.map(\.color) == [SIMD4(repeating: 0.25)])
    let withItems = layer.with { $0.node.backgroundColor = SIMD4(1, 0, 0, 0.5) }
    let plan = plan(page(withItems))
    #expect(plan.images.map(\.color) == [.one])
    #expect(plan.composites.last?.source.z == 0.25)
  }

  @Test func backdropsSeeThroughGroups() {
    let inner = group(opacity: 0.5, box(0, 0, 20, 20), inverting(box(10, 10, 20, 20)))
    let plan = plan(page(group(opacity: 0.5, box(0, 0, 15, 15), inner)))
    // Three targets exist so far: the frame and both groups.
    let seen = plan.passes.filter { pass in
      plan.draws[pass.draws].contains { $0.kind == .composite(target: 0, mask: nil) }
    }
    let target = seen.first?.target
    #expect(seen.count == 1 && plan.passes.filter { $0.target == target }.count == 3)
  }

  @Test func theFifthClipHidesNoBackdrop() {
    func nest(isGroup: Bool) -> Layer {
      var layer = blending(box(10, 10, 20, 20))
      for _ in 0..<6 {
        layer = box(1, 1, 60, 60, fill: clear, layer).rotated(0.1).with {
          $0.node.flags.insert(.masksToBounds)
          $0.node.cornerRadius = 9
          if !isGroup { $0.node.flags.remove(.allowsGroupBlending) }
        }
      }
      return layer
    }
    // Within a group, nothing reads the backdrop.
    #expect(blendsIntoTheFrame(plan(page(nest(isGroup: true)))) == [.sourceOver])
    let plan = plan(page(nest(isGroup: false)))
    #expect(blendsIntoTheFrame(plan) == [.copy])
    // It begins with a copy of the backdrop.
    #expect(plan.draws.contains { $0.kind == .composite(target: 0, mask: nil) })
  }

  @Test func whatIsCutOutCastsNoShadow() {
    func card(_ mode: BlendMode) -> Layer {
      box(10, 10, 60, 60, blending(box(10, 10, 20, 20), mode)).with {
        $0.shadow = LayerShadow(color: black, offset: .zero, radius: 3)
      }
    }
    #expect(plan(page(card(.destinationOut))).shadows.isEmpty)
    #expect(
      !plan(
        page(
          box(10, 10, 60, 60, box(10, 10, 20, 20)).with {
            $0.shadow = LayerShadow(color: black, offset: .zero, radius: 3)
          })
      ).shadows.isEmpty)
  }
}

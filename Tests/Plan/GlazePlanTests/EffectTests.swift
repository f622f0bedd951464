import CGlazeShaders
import Foundation
import GlazeGeometry
import GlazePlan
import GlazeTree
import Testing

/// The cost of shadows, masks, filters and blend modes.
struct EffectTests {
  private func shadowed(_ layer: Layer, radius: Double = 10, path: CGPath? = nil) -> Layer {
    layer.with {
      $0.shadow = LayerShadow(
        color: SIMD4(0, 0, 0, 0.5), offset: CGSize(width: 3, height: 4), radius: radius, path: path)
    }
  }

  private func filtered(_ layer: Layer, _ filters: [LayerFilter]) -> Layer {
    layer.with {
      var effects = LayerEffects()
      effects.filters = filters
      $0.effects = effects
    }
  }

  private func page(_ layers: Layer...) -> Layer {
    box(0, 0, 400, 300, fill: clear).with { $0.sublayers = layers }
  }

  // MARK: Shadows

  @Test func theShadowOfARoundedBoxTakesNoPass() {
    let card = shadowed(box(50, 50, 100, 80).with { $0.node.cornerRadius = 12 })
    let plan = plan(page(card))
    #expect(plan.passes.count == 1)
    // The pieces around the area that the card hides.
    #expect(plan.shadows.count == 4)
    // Measured on Apple's renderer: 0.945 of the radius.
    #expect(abs(plan.shadows[0].params.x - 9.454) < 0.01)
    #expect(plan.shadows[0].shape.corners == SIMD4(repeating: 12))
    #expect(plan.shadows[0].color == SIMD4(0, 0, 0, 0.5))
    #expect(plan.draws.map(\.kind) == [.shadow, .box])
  }

  @Test func aShadowLeavesOutWhatItsLayerHides() {
    let card = shadowed(box(50, 50, 100, 80))
    let whole = plan(page(card), Optimizations.boxes.subtracting(.occlude))
    let hollow = plan(page(card))
    #expect(whole.shadows.count == 1)
    #expect(hollow.shadows.count == 4)
    #expect(hollow.touchedPixels < whole.touchedPixels - 7000)
    #expect(hollow.touchedPixels > whole.touchedPixels - 8000)
    let translucent = shadowed(box(50, 50, 100, 80, fill: SIMD4(1, 0, 0, 0.5)))
    #expect(plan(page(translucent)).shadows.count == 1)
  }

  @Test func aShadowLeavesOutWhatAnotherLayerHides() {
    let card = shadowed(box(50, 50, 100, 80))
    let cover = box(0, 0, 400, 90, fill: SIMD4(0, 1, 0, 1))
    let (alone, covered) = (plan(page(card)), plan(page(card, cover)))
    // The part above the card is hidden, and so are the upper halves at its sides.
    #expect(covered.shadows.count == 3)
    #expect(covered.shadows.allSatisfy { $0.quad01.y >= 88 })
    #expect(covered.shadows.allSatisfy { $0.shape == alone.shadows[0].shape })
    // Nothing is skipped that shows through a translucent cover.
    let veil = box(0, 0, 400, 90, fill: SIMD4(0, 0.9, 0, 0.9))
    #expect(plan(page(card, veil)).shadows.count == 4)
  }

  /// Returns the number of boxes that are drawn.
  private func boxes(of plan: FramePlan) -> Int {
    plan.draws.filter { $0.kind == .box }.reduce(0) { $0 + $1.instances.count }
  }

  @Test func opaqueGradientsHideWhatLiesBehind() {
    func count(_ alpha: Float, fading: Float = 1) -> Int {
      let stops = [SIMD4<Float>(1, 0, 0, 1), SIMD4(0, 0, 1, alpha)]
      let cover = box(0, 0, 200, 200, fill: clear).with {
        $0.gradient = LayerGradient(
          kind: .axial, stops: stops.enumerated().map { .init(location: Float($0), color: $1) },
          start: .zero, end: CGPoint(x: 1, y: 1))
        $0.node.opacity = fading
      }
      return boxes(of: plan(page(box(20, 20, 100, 80), cover)))
    }
    #expect(count(1) == 0)
    #expect(count(0.99) == 1)
    #expect(count(1, fading: 0.5) == 1)
  }

  @Test func anOpaqueLayerHidesNoMoreThanItsClipsShow() {
    func count(_ size: Double) -> Int {
      let cover = box(0, 0, 300, 300, fill: SIMD4(0, 1, 0, 1))
      let clip = box(0, 0, size, size, fill: clear, cover).with {
        $0.node.cornerRadius = 30
        $0.node.flags.insert(.masksToBounds)
      }
      return boxes(of: plan(page(box(30, 30, 100, 80), clip)))
    }
    // The clip contains all of the layer behind it, or not.
    #expect(count(200) == 1)
    #expect(count(120) == 2)
  }

  @Test("pitfall 10: a translucent background casts a weaker shadow")
  func translucentBackgroundsCastWeakerShadows() {
    let plan = plan(page(shadowed(box(50, 50, 100, 80, fill: SIMD4(1, 0, 0, 0.5)))))
    #expect(plan.shadows[0].color.w == 0.25)
  }

  @Test("pitfall 6: the shadow comes from the composite")
  func otherShadowsAreBlurredAtALowScale() {
    let card = shadowed(box(50, 50, 100, 80, fill: clear, box(10, 10, 30, 30), box(60, 10, 30, 30)))
    let plan = plan(page(card))
    // The silhouette, its horizontal and vertical blurs, and the frame.
    #expect(plan.passes.count == 4)
    #expect(plan.blurs.count == 2 && plan.blurs.allSatisfy { $0.isAlphaOnly })
    #expect(plan.targets[1].width < 60)
    #expect(plan.targets[2].format == .alpha16)
    #expect(plan.images[0].texture.w == 1)
    #expect(plan.draws.last?.kind == .box)
  }

  @Test("pitfall 9: a shadow path casts a shadow when nothing is painted")
  func shadowPathsCastByThemselves() {
    let path = CGPath(
      roundedRect: CGRect(x: 0, y: 0, width: 60, height: 40), cornerWidth: 8, cornerHeight: 8,
      transform: nil)
    let plan = plan(page(shadowed(box(50, 50, 100, 80, fill: clear), path: path)))
    #expect(plan.passes.count == 1)
    #expect(plan.shadows[0].shape.extent.x == 30)
    #expect(plan.shadows[0].shape.corners == SIMD4(repeating: 8))
  }

  @Test func theShadowOfAnEllipseIsThatOfAStretchedCircle() {
    let path = CGPath(ellipseIn: CGRect(x: 10, y: 5, width: 80, height: 40), transform: nil)
    let plan = plan(page(shadowed(box(50, 50, 100, 80, fill: clear), path: path)))
    #expect(plan.passes.count == 1)
    #expect(plan.shadows[0].shape.extent.x == 40 && plan.shadows[0].shape.extent.y == 40)
    #expect(abs(plan.shadows[0].params.w - 2 * plan.shadows[0].params.x) < 0.01)
    // 60 + 3 ... 140 + 3 horizontally, 55 + 4 ... 95 + 4 vertically, and three standard deviations
    // around it.
    #expect(abs(plan.shadows[0].quad01.x - (63 - 28.4)) < 1)
    #expect(abs(plan.shadows[0].quad01.y - (59 - 28.4)) < 1)
  }

  @Test(arguments: [
    ("M0 0H60V40H0Z", true), ("M60 40H0V0H60Z", true),
    ("M8 0H52A8 8 0 0 1 60 8V32A8 8 0 0 1 52 40H8A8 8 0 0 1 0 32V8A8 8 0 0 1 8 0Z", true),
    ("M0 20A30 20 0 0 1 60 20A30 20 0 0 1 0 20Z", true),
    ("M0 0L60 0L30 40Z", false), ("M0 20A30 20 0 0 1 60 20Z", false),
    ("M0 0H60V40H0ZM10 10H20V20H10Z", false),
  ])
  func shadowPathsAreKnownByTheirShape(_ path: String, _ isKnown: Bool) throws {
    let layer = shadowed(box(50, 50, 100, 80, fill: clear), path: try CGPath(svgPath: path))
    #expect(plan(page(layer)).shadows.count == (isKnown ? 1 : 0))
  }

  @Test("pitfall 5: the layer's own clip cuts its shadow")
  func masksToBoundsCutsTheShadow() {
    let card = shadowed(
      box(50, 50, 100, 80, box(0, 0, 10, 10)).with { $0.node.flags.insert(.masksToBounds) })
    let plan = plan(page(card))
    #expect(plan.shadows[0].quad01.x.rounded() == 50)
  }

  @Test("pitfall 11: shadow and layer fade together")
  func shadowsFadeInTheGroup() {
    let plan = plan(page(shadowed(box(50, 50, 100, 80)).with { $0.node.opacity = 0.5 }))
    #expect(plan.passes.count == 2)
    #expect(plan.composites[0].source.z == 0.5)
    #expect(plan.shadows[0].color.w == 0.5)
  }

  @Test func aShadowWithoutBlurIsABox() {
    let plan = plan(page(shadowed(box(50, 50, 100, 80), radius: 0)))
    #expect(plan.shadows.isEmpty)
    #expect(plan.boxes.count == 2)
  }

  @Test func shadowsOfShadowsEndSomewhere() {
    var layer = shadowed(box(0, 0, 20, 20, fill: clear, box(0, 0, 9, 9), box(9, 9, 9, 9)))
    for _ in 0..<12 { layer = shadowed(box(1, 1, 60, 60, fill: clear, layer, box(2, 2, 3, 3))) }
    #expect(plan(page(layer)).passes.count < 2000)
  }

  @Test func aHugeShadowIsSmallInMemory() {
    let card = shadowed(
      box(0, 0, 300, 300, fill: clear, box(0, 0, 9, 9), box(9, 9, 9, 9)), radius: 500)
    let plan = plan(page(card))
    #expect(plan.targets.dropFirst().allSatisfy { $0.width < 100 && $0.height < 100 })
  }

  // MARK: Masks

  @Test func aMaskIsDrawnBesideTheLayer() {
    let layer = box(50, 50, 100, 80, box(0, 0, 10, 10)).with {
      $0.mask = [box(0, 0, 50, 50, box(60, 0, 20, 20))]
    }
    let plan = plan(page(layer))
    #expect(plan.passes.count == 3)
    #expect(plan.draws.last?.kind == .composite(target: 2, mask: 1))
    #expect(plan.composites[0].mask.z == 1)
  }

  @Test func aMaskThatIsABoxBecomesAClip() {
    let layer = box(50, 50, 100, 80).with {
      $0.mask = [box(10, 10, 50, 50).with { $0.node.cornerRadius = 10 }]
    }
    let plan = plan(page(layer))
    #expect(plan.passes.count == 1)
    #expect(plan.clips.count == 1)
    #expect(GlazePlanTests.plan(page(layer), [.batch, .cull]).passes.count == 3)
  }

  @Test("images end at the surrounding image even without culling")
  func passesAreNoLargerThanTheirSurroundings() {
    let wide = box(0, 0, 1e6, 1e6, box(0, 0, 1e6, 1e6)).with { $0.node.opacity = 0.5 }
    let plan = plan(page(wide), Optimizations.boxes.subtracting([.cull, .foldGroups]))
    #expect(plan.targets.map(\.width) == [400, 400])
    #expect(plan.targets.map(\.height) == [300, 300])
  }

  @Test("pitfall 14 and 16: empty and hidden masks hide everything")
  func emptyMasksHideEverything() {
    let empty = box(50, 50, 100, 80).with { $0.mask = [box(0, 0, 50, 50, fill: clear)] }
    let hidden = box(50, 50, 100, 80).with {
      $0.mask = [box(0, 0, 50, 50).with { $0.node.flags.insert(.isHidden) }]
    }
    let outside = box(50, 50, 100, 80).with { $0.mask = [box(500, 0, 50, 50)] }
    for layer in [empty, hidden, outside] {
      let plan = plan(page(layer))
      #expect(
        plan.composites.isEmpty && plan.boxes.isEmpty || plan.passes.last?.draws.isEmpty == true)
    }
  }

  @Test func masksNest() {
    func masked(_ layer: Layer) -> Layer {
      layer.with { $0.mask = [box(0, 0, 50, 50, box(60, 0, 20, 20))] }
    }
    let layer = masked(box(50, 50, 100, 80, masked(box(0, 0, 40, 40, box(0, 0, 9, 9)))))
    let plan = plan(page(layer))
    #expect(plan.passes.count == 5)
    #expect(plan.composites.allSatisfy { $0.mask.z == 1 })
  }

  // MARK: Filters and blend modes

  @Test func aBlurDrawsTheLayerAtALowScale() {
    let plan = plan(page(filtered(box(50, 50, 100, 80), [.gaussianBlur(radius: 20)])))
    #expect(plan.passes.count == 4)
    #expect(plan.targets[1].width < 30)
    #expect(plan.draws.last?.kind == .bitmap(target: 3))
  }

  @Test func colourMatricesFollowEachOther() {
    let layer = filtered(
      box(50, 50, 100, 80), [.colorMatrix(.identity), .colorMatrix(.identity)])
    let plan = plan(page(layer))
    #expect(plan.colorMatrices.count == 2)
    #expect(plan.draws.last?.kind == .composite(target: 3, mask: nil))
  }

  @Test func blendModesReadTheirBackdrop() {
    let layer = box(50, 50, 100, 80).with {
      var effects = LayerEffects()
      effects.blendMode = .multiply
      $0.effects = effects
    }
    let plan = plan(page(layer))
    #expect(plan.passes.count == 2)
    #expect(plan.draws.last?.blendMode == .multiply)
  }

  @Test func backdropsReadWhatWasDrawnBefore() {
    let glass = box(100, 50, 100, 80, fill: clear).with {
      var effects = LayerEffects()
      effects.backgroundFilters = [.gaussianBlur(radius: 4)]
      $0.effects = effects
      $0.node.cornerRadius = 10
    }
    let plan = plan(page(box(50, 50, 100, 80), glass))
    // The backdrop, its copy, two blurs, and the rest of the frame.
    #expect(plan.passes.map(\.target) == [0, 1, 2, 3, 0])
    #expect(plan.passes[0].clearColor != nil && plan.passes[4].clearColor == nil)
    #expect(plan.targets[0].lastPass == 4)
    #expect(plan.draws.last?.kind == .bitmap(target: 3))
    #expect(plan.draws.last?.clipCount == 1)
  }

  @Test func wideBackdropsAreHalvedFirst() {
    let glass = box(100, 50, 100, 80, fill: clear).with {
      var effects = LayerEffects()
      effects.backgroundFilters = [.gaussianBlur(radius: 30)]
      $0.effects = effects
    }
    let plan = plan(page(box(50, 50, 100, 80), glass))
    #expect(plan.blurs.allSatisfy { $0.params.x <= 8 })
    #expect(plan.passes.count == 7)
  }

  @Test func rasterizedLayersAreDrawnThroughABitmapOfTheirScale() {
    let layer = box(50, 50, 100, 80).rotated(0.3).with {
      var effects = LayerEffects()
      effects.rasterizationScale = 0.5
      $0.effects = effects
    }
    let plan = plan(page(layer))
    #expect(plan.targets[1].width == 52)
    #expect(plan.draws.last?.kind == .bitmap(target: 1))
  }

  // MARK: Gradients

  @Test func gradientsTakeNoPass() {
    let stops = [
      LayerGradient.Stop(location: 0, color: SIMD4(1, 0, 0, 1)),
      LayerGradient.Stop(location: 1, color: SIMD4(0, 0, 1, 1)),
    ]
    let layer = box(50, 50, 100, 80).with {
      $0.gradient = LayerGradient(
        kind: .axial, stops: stops, start: CGPoint(x: 0, y: 0.5), end: CGPoint(x: 1, y: 0.5))
      $0.node.cornerRadius = 9
    }
    var plan = plan(page(layer, layer))
    #expect(plan.passes.count == 1)
    #expect(plan.gradients.count == 2)
    #expect(plan.stops.count == 4)
    #expect(plan.gradients[1].stops.x == 2)
    #expect(plan.gradients[0].line == SIMD4(0.01, 0, 0.5 + Float(LayerGradient.excess), 0))
    #expect(plan.gradients[0].shape.corners == SIMD4(repeating: 9))
    #expect(throws: Never.self) { try plan.validate() }
    for kind: Float in [3, -1, .infinity, .nan] {
      plan.gradients[0].stops.z = kind
      #expect(throws: FramePlanError.self) { try plan.validate() }
    }
  }
}

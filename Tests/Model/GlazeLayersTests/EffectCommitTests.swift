import Foundation
import GlazeCommit
import GlazeGeometry
import GlazeLayers
import GlazeTree
import Testing

/// The values that shadows, masks and gradients are committed to.
@Suite struct EffectCommitTests {
  private func node(_ layer: CALayer) throws -> ResolvedNode {
    let tree = stillCommitter(root: layer, isGeometryFlipped: true).commit()
    #expect(tree.firstViolatedInvariant() == nil)
    return try #require(tree.resolvedNodes.first)
  }

  // MARK: Shadows

  @Test func pitfall8_noOpacityNoShadow() throws {
    let layer = makeLayer(10, 10)
    layer.shadowRadius = 3
    #expect(try node(layer).shadow == nil)
    for opacity in [-1, 0, Float.nan] {
      layer.shadowOpacity = opacity
      #expect(try node(layer).shadow == nil)
    }
  }

  @Test func defaultsAreApples() throws {
    let layer = makeLayer(10, 10)
    layer.shadowOpacity = 1
    #expect(
      try node(layer).shadow
        == LayerShadow(
          color: SIMD4(0, 0, 0, 1), offset: CGSize(width: 0, height: -3), radius: 3))
  }

  @Test func opacityAndAlphaOfTheColourMultiply() throws {
    let layer = makeLayer(10, 10)
    layer.shadowColor = CGColor(srgbRed: 2, green: -0.5, blue: 0.25, alpha: 0.5)
    layer.shadowOpacity = 0.5
    #expect(try node(layer).shadow?.color == SIMD4(2, -0.5, 0.25, 0.25))
    layer.shadowOpacity = 7
    #expect(try node(layer).shadow?.color.w == 0.5)
    layer.shadowColor = .clear
    #expect(try node(layer).shadow == nil)
    layer.shadowColor = nil
    #expect(try node(layer).shadow == nil)
  }

  @Test func shadowsThatCannotBePlacedAreNotThere() throws {
    let spoilers: [(CALayer) -> Void] = [
      { $0.shadowRadius = .nan }, { $0.shadowRadius = .infinity },
      { $0.shadowOffset.width = .nan }, { $0.shadowOffset.height = .infinity },
      {
        let path = CGMutablePath()
        path.move(to: .zero)
        path.addLine(to: CGPoint(x: CGFloat.nan, y: 1))
        $0.shadowPath = path
      },
    ]
    for spoil in spoilers {
      let layer = makeLayer(10, 10)
      layer.shadowOpacity = 1
      spoil(layer)
      #expect(try node(layer).shadow == nil)
    }
    let layer = makeLayer(10, 10)
    layer.shadowOpacity = 1
    layer.shadowRadius = -4
    #expect(try node(layer).shadow?.radius == 0)
  }

  @Test func pathsAreCopied() throws {
    let layer = makeLayer(10, 10)
    layer.shadowOpacity = 1
    let path = CGMutablePath()
    path.addRect(CGRect(x: 1, y: 2, width: 3, height: 4))
    layer.shadowPath = path
    path.addRect(CGRect(x: 100, y: 0, width: 1, height: 1))
    #expect(
      try node(layer).shadow?.path
        == CGPath(rect: CGRect(x: 1, y: 2, width: 3, height: 4), transform: nil))
  }

  @Test func boundsAsPathFollowTheBounds() throws {
    let layer = makeLayer(100, 40)
    layer.shadowOpacity = 1
    layer.setValue(true, forKey: "shadowPathIsBounds")
    let committer = stillCommitter(root: layer, isGeometryFlipped: true)
    func path() -> CGPath? { committer.commit().shadows.first?.path }
    #expect(path() == CGPath(rect: layer.bounds, transform: nil))
    layer.bounds = CGRect(x: 5, y: 5, width: 50, height: 20)
    layer.cornerRadius = 80
    #expect(
      path()
        == CGPath(roundedRect: layer.bounds, cornerWidth: 10, cornerHeight: 10, transform: nil))
    layer.maskedCorners = .layerMaxXMaxYCorner
    let outline = try #require(path())
    #expect(outline.boundingBoxOfPath == layer.bounds)
    #expect(outline.contains(CGPoint(x: 5.5, y: 5.5)))
    #expect(
      outline.contains(CGPoint(x: 54.5, y: 5.5)) && outline.contains(CGPoint(x: 5.5, y: 24.5)))
    #expect(!outline.contains(CGPoint(x: 54.5, y: 24.5)))
    layer.shadowPath = CGPath(rect: .zero, transform: nil)
    #expect(path() == layer.shadowPath)
  }

  // MARK: Masks

  @Test func masksAreTheFirstChildren() {
    let root = makeLayer(1, 1, name: "r")
    root.sublayers = [makeLayer(1, 1, name: "a"), makeLayer(1, 1, name: "b")]
    let mask = makeLayer(1, 1, name: "m")
    mask.sublayers = [makeLayer(1, 1, name: "m1")]
    root.mask = mask
    let inner = makeLayer(1, 1, name: "am")
    root.sublayers?[0].mask = inner
    let committer = stillCommitter(root: root, isGeometryFlipped: false)
    var tree = committer.commit()
    #expect(tree.firstViolatedInvariant() == nil)
    #expect(tree.nodes.indices.map { tree.name(of: $0) } == ["r", "m", "m1", "a", "am", "b"])
    #expect(tree.nodes.map(\.parent) == [-1, 0, 1, 0, 3, 0])
    #expect(
      tree.nodes.map { $0.flags.contains(.hasMask) } == [true, false, false, true, false, false])
    mask.removeFromSuperlayer()
    root.sublayers?[0].opacity = 0.5
    tree = committer.commit()
    #expect(tree.nodes.indices.map { tree.name(of: $0) } == ["r", "a", "am", "b"])
    #expect(tree.nodes.map { $0.flags.contains(.hasMask) } == [false, true, false, false])
  }

  @Test func masksKeepTheirFlagWhenTheirLayersArePatched() {
    let root = makeLayer(1, 1)
    root.mask = CALayer()
    let committer = stillCommitter(root: root, isGeometryFlipped: false)
    _ = committer.commit()
    root.opacity = 0.5
    root.mask?.backgroundColor = .white
    let tree = committer.commit()
    #expect(tree.nodes[0].flags.contains(.hasMask) && tree.nodes[0].opacity == 0.5)
    #expect(tree.nodes[1].backgroundColor.w == 1)
  }

  @Test func masksAreLaidOut() {
    final class Counter: CALayer {
      var count = 0
      override func layoutSublayers() { count += 1 }
    }
    let root = CALayer()
    let mask = Counter()
    root.mask = mask
    let committer = stillCommitter(root: root, isGeometryFlipped: true)
    mask.setNeedsLayout()
    _ = committer.commit()
    #expect(mask.count == 1)
  }

  @Test func masksOfMasksAreReportedOnceAndIgnored() {
    let root = makeLayer(1, 1)
    for _ in 0..<2 {
      let child = CALayer()
      child.mask = makeLayer(1, 1, name: "outer")
      child.mask?.mask = makeLayer(1, 1, name: "inner")
      // The mask of a layer inside the mask counts.
      child.mask?.addSublayer(CALayer())
      child.mask?.sublayers?[0].mask = CALayer()
      root.addSublayer(child)
    }
    let committer = stillCommitter(root: root, isGeometryFlipped: true)
    for _ in 0..<2 {
      let tree = committer.commit()
      #expect(tree.nodes.count == 9 && !tree.names.contains("inner"))
      #expect(tree.nodes.filter { $0.flags.contains(.hasMask) }.count == 4)
      root.sublayers?[0].mask?.opacity = 0.5
    }
    #expect(committer.notices == [CommitNotice(feature: .maskOfMask, layerName: "outer")])
    #expect(committer.notices.first?.description.hasPrefix("in \"outer\": a mask's own") == true)
  }

  @Test func backdropLayersFilterWhatIsBehind() {
    let root = makeLayer(1, 1)
    let layer = CABackdropLayer()
    layer.filters = [CAFilter(type: "colorInvert")]
    root.addSublayer(layer)
    let effects = stillCommitter(root: root, isGeometryFlipped: true).commit().effects
    #expect(effects.first?.filters.isEmpty == true)
    #expect(effects.first?.backgroundFilters.count == 1)
  }

  @Test func aMaskDoesNotMeetWhatIsBehindIt() {
    let root = makeLayer(1, 1)
    let layer = CALayer()
    layer.compositingFilter = "multiplyBlendMode"
    layer.backgroundFilters = [CAFilter(type: "colorInvert")]
    layer.filters = [CAFilter(type: "luminanceToAlpha")]
    root.addSublayer(layer)
    let committer = stillCommitter(root: root, isGeometryFlipped: true)
    let before = committer.commit().effects
    #expect(before.first?.blendMode == .multiply && before.first?.backgroundFilters.count == 1)
    root.mask = layer
    let asMask = committer.commit().effects
    #expect(asMask.first?.blendMode == .sourceOver && asMask.first?.filters.count == 1)
    #expect(asMask.first?.backgroundFilters.isEmpty == true)
    root.mask = nil
    root.addSublayer(layer)
    #expect(committer.commit().effects == before)
  }

  @Test func pitfall29_transformLayersHaveNeither() {
    let group = CATransformLayer()
    let plain = CAReplicatorLayer()
    for layer in [group, plain] {
      layer.mask = CALayer()
      layer.shadowOpacity = 1
      layer.filters = [CAFilter(type: "colorInvert")]
      layer.shouldRasterize = true
    }
    let empty = stillCommitter(root: group, isGeometryFlipped: true).commit()
    #expect(empty.nodes.count == 1 && !empty.nodes[0].flags.contains(.hasMask))
    #expect(empty.shadows.isEmpty && empty.effects.isEmpty)
    let committer = stillCommitter(root: plain, isGeometryFlipped: true)
    let full = committer.commit()
    #expect(full.nodes.count == 2 && full.shadows.count == 1 && full.effects.count == 1)
    plain.preservesDepth = true
    let less = committer.commit()
    #expect(less.nodes.count == 1 && less.shadows.isEmpty && less.effects.isEmpty)
    plain.preservesDepth = false
    #expect(committer.commit().resolvedNodes == full.resolvedNodes)
  }

  // MARK: Gradients

  private func gradient(_ change: (CAGradientLayer) -> Void) throws -> LayerGradient? {
    let layer = CAGradientLayer()
    layer.colors = [CGColor.white, CGColor.black, CGColor.white]
    change(layer)
    return try node(layer).gradient
  }

  @Test func gradientsSpreadEvenlyUnlessToldOtherwise() throws {
    let even = try #require(try gradient { _ in })
    #expect(even.kind == .axial && even.stops.map(\.location) == [0, 0.5, 1])
    #expect(even.start == CGPoint(x: 0.5, y: 0) && even.end == CGPoint(x: 0.5, y: 1))
    #expect(even.stops[1].color == SIMD4(0, 0, 0, 1))
    #expect(try gradient { $0.locations = [0, 1] }?.stops.map(\.location) == [0, 0.5, 1])
    #expect(
      try gradient { $0.locations = [0.1, 0.2, 0.8] }?.stops.map(\.location) == [0.1, 0.2, 0.8])
  }

  @Test(
    arguments: [
      ([-1, 0.5, 2], [0, 0.5, 1]), ([0.6, 0.2, 0.7], [0.6, 0.6, 0.7]),
      ([0.5, Double.nan, 0.5], [0.5, 0.5, 0.5]), ([.infinity, 0, -.infinity], [1, 1, 1]),
    ] as [([Double], [Float])])
  func locationsRiseFromZeroToOne(_ given: [Double], _ shown: [Float]) throws {
    let found = try gradient { $0.locations = given.map { NSNumber(value: $0) } }
    #expect(found?.stops.map(\.location) == shown)
  }

  /// A path with a clear fill is one item, as one without a fill, so that it needs no pass to fade or to be masked.
  @Test func clearColorsOfPathsAreNone() throws {
    let layer = CAShapeLayer()
    layer.path = CGPath(rect: CGRect(x: 0, y: 0, width: 9, height: 9), transform: nil)
    layer.fillColor = CGColor(red: 1, green: 0, blue: 0, alpha: 0)
    #expect(try node(layer).shape == nil)
    layer.strokeColor = .black
    let shape = try #require(try node(layer).shape)
    #expect(shape.fill == nil && shape.stroke == SIMD4(0, 0, 0, 1))
  }

  @Test func gradientsWithoutColoursAreNone() throws {
    #expect(try gradient { $0.colors = nil } == nil)
    #expect(try gradient { $0.colors = [] } == nil)
    #expect(try gradient { $0.colors = ["red"] } == nil)
    #expect(
      try gradient { $0.colors = [CGColor.white] }?.stops
        == [LayerGradient.Stop(location: 0, color: .one)])
    #expect(try gradient { $0.endPoint.y = .nan } == nil)
  }

  @Test func pitfall66_radialGradientsNeedBothAxes() throws {
    #expect(try gradient { $0.type = .radial } == nil)
    let round = try gradient {
      $0.type = .radial
      $0.endPoint = CGPoint(x: 1, y: 1)
    }
    #expect(round?.kind == .radial)
    #expect(try gradient { $0.type = .conic }?.kind == .conic)
    #expect(try gradient { $0.type = CAGradientLayerType(rawValue: "odd") }?.kind == .axial)
  }

  @Test func coloursAreConvertedAndMayLeaveTheirRange() throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let p3 = try #require(CGColor(colorSpace: space, components: [1, 0, 0, 1]))
    let stops = try #require(
      try gradient {
        $0.colors = [p3, CGColor(srgbRed: 1.5, green: -0.25, blue: 0, alpha: 2)]
      }?.stops)
    #expect(stops[0].color.x > 1.09 && stops[0].color.y < -0.2)
    #expect(stops[1].color == SIMD4(1.5, -0.25, 0, 1))
  }
}

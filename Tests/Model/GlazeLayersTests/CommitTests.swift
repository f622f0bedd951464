import Foundation
import GlazeCommit
import GlazeGeometry
import GlazeLayers
import GlazeTree
import Testing

/// The values that layers are committed to.
@Suite struct CommitTests {
  private func node(_ layer: CALayer) throws -> ResolvedNode {
    let tree = stillCommitter(root: layer, isGeometryFlipped: true).commit()
    #expect(tree.firstViolatedInvariant() == nil)
    return try #require(tree.resolvedNodes.first)
  }

  @Test func aPlainLayerIsAPlainNode() throws {
    let resolved = try node(CALayer())
    var expected = LayerNode()
    expected.subtreeEnd = 1
    #expect(resolved == ResolvedNode(node: expected))
  }

  @Test func treesStandInPreorder() {
    let root = makeLayer(1, 1, name: "r")
    let a = makeLayer(1, 1, name: "a")
    let b = makeLayer(1, 1, name: "b")
    root.sublayers = [a, b]
    a.sublayers = [makeLayer(1, 1, name: "a1"), makeLayer(1, 1, name: "a2")]
    let tree = stillCommitter(root: root, isGeometryFlipped: false).commit()
    #expect(tree.firstViolatedInvariant() == nil)
    #expect(tree.nodes.indices.map { tree.name(of: $0) } == ["r", "a", "a1", "a2", "b"])
    #expect(tree.nodes.map(\.subtreeEnd) == [5, 4, 3, 4, 5])
    #expect(tree.nodes.map(\.parent) == [-1, 0, 1, 1, 0])
    #expect(!tree.isGeometryFlipped)
  }

  @Test func otherContentsAreNone() {
    let root = CALayer()
    root.contents = root
    let tree = stillCommitter(root: root, isGeometryFlipped: true).commit()
    #expect(tree.nodes.count == 1)
    #expect(tree.contents.isEmpty)
    root.contents = nil
  }

  @Test func opacityIsClamped() throws {
    let layer = CALayer()
    for (given, shown) in [(-1, 0), (0.5, 0.5), (7, 1), (Float.nan, 0), (.infinity, 1)] {
      layer.opacity = Float(given)
      #expect(try node(layer).node.opacity == Float(shown))
    }
  }

  @Test func softEdgesNeedPermission() throws {
    let layer = CALayer()
    layer.edgeAntialiasingMask = [.layerLeftEdge, .layerTopEdge]
    #expect(try node(layer).node.softEdges == 9)
    layer.allowsEdgeAntialiasing = false
    #expect(try node(layer).node.softEdges == 0)
  }

  @Test func geometryThatIsNotFiniteHides() throws {
    let spoilers: [(CALayer) -> Void] = [
      { $0.bounds.size.width = .infinity }, { $0.bounds.origin.y = .infinity },
      { $0.bounds.size.height = 2e30 }, { $0.bounds.origin.x = -1e226 },
      { $0.bounds.origin.y = 4.8e20 }, { $0.bounds.origin.x = -2e12 },
      { $0.position.x = .infinity }, { $0.position.y = -.infinity }, { $0.zPosition = .nan },
      { $0.anchorPoint.x = .infinity }, { $0.anchorPointZ = .nan }, { $0.transform.m22 = .nan },
      { $0.transform.m44 = .infinity }, { $0.sublayerTransform.m34 = .nan },
    ]
    for spoil in spoilers {
      let layer = makeLayer(10, 10)
      layer.name = "lost"
      let committer = stillCommitter(root: layer, isGeometryFlipped: true)
      _ = committer.commit()
      spoil(layer)
      _ = committer.commit()
      let notices = committer.notices.map(\.description)
      #expect(notices.count == 1 && notices[0].hasPrefix("in \"lost\": bounds, position"))
      let resolved = try node(layer)
      #expect(resolved.node.flags.contains(.isHidden))
      #expect(!resolved.node.bounds.width.isInfinite && !resolved.node.position.x.isNaN)
      #expect(resolved.transforms == nil)
    }
    let far = makeLayer(10, 10)
    far.bounds.origin = CGPoint(x: 1e12, y: -1e12)
    #expect(!(try node(far).node.flags.contains(.isHidden)))
  }

  @Test func coloursStayNumbers() throws {
    let layer = CALayer()
    layer.backgroundColor = CGColor(srgbRed: 0.25, green: 0.5, blue: 0.75, alpha: 0.5)
    #expect(try node(layer).node.backgroundColor == SIMD4(0.25, 0.5, 0.75, 0.5))
    layer.backgroundColor = nil
    #expect(try node(layer).node.backgroundColor.w == 0)
  }

  @Test func bordersNeedWidthAndColour() throws {
    let layer = CALayer()
    layer.borderWidth = 2
    #expect(try node(layer).border == LayerBorder(width: 2, color: SIMD4(0, 0, 0, 1)))
    layer.borderColor = nil
    #expect(try node(layer).border == nil)
    layer.borderColor = .white
    for width in [0, -1, CGFloat.nan, .infinity] {
      layer.borderWidth = width
      #expect(try node(layer).border == nil)
    }
  }

  @Test func contentsTellHowTheyAreShown() throws {
    let layer = CALayer()
    let image = try makeImage()
    layer.contents = image
    layer.contentsGravity = .bottomLeft
    layer.contentsScale = 2
    layer.contentsRect = CGRect(x: 0.5, y: 0, width: 0.5, height: 1)
    layer.minificationFilter = .trilinear
    layer.magnificationFilter = .nearest
    let contents = try #require(try node(layer).contents)
    #expect(contents.image === image)
    #expect(contents.gravity == .bottomLeft && contents.scale == 2)
    #expect(contents.rect.origin.x == 0.5)
    #expect(contents.minification == .trilinear && contents.magnification == .nearest)
    for scale in [0, -1, CGFloat.nan, .infinity] {
      layer.contentsScale = scale
      #expect(try node(layer).contents?.scale == 1)
    }
    layer.contentsRect.size.width = .nan
    #expect(try node(layer).contents == nil)
    layer.contents = "no image"
    layer.contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
    #expect(try node(layer).contents == nil)
  }

  @Test func pitfalls27And29_transformLayersOnlyPlace() throws {
    let group = CATransformLayer()
    group.backgroundColor = .white
    group.borderWidth = 2
    group.contents = try makeImage()
    group.masksToBounds = true
    group.isDoubleSided = false
    group.opacity = 0.5
    group.transform = CATransform3DMakeScale(2, 2, 2)
    let resolved = try node(group)
    #expect(resolved.node.flags.contains([.isTransformLayer, .isDoubleSided]))
    #expect(!resolved.node.flags.contains(.masksToBounds))
    #expect(resolved.node.backgroundColor == .zero && resolved.node.opacity == 0.5)
    #expect(resolved.border == nil && resolved.contents == nil && resolved.transforms != nil)
    let replicator = CAReplicatorLayer()
    replicator.borderWidth = 3
    let committer = stillCommitter(root: replicator, isGeometryFlipped: true)
    #expect(committer.commit().borders.count == 1)
    replicator.preservesDepth = true
    let tree = committer.commit()
    #expect(tree.borders.isEmpty && tree.nodes[0].flags.contains(.isTransformLayer))
  }

  @Test func theContainersFlipCountsOnceCommitted() {
    let root = CALayer()
    let child = CALayer()
    root.addSublayer(child)
    #expect(!child.contentsAreFlipped())
    let committer = stillCommitter(root: root, isGeometryFlipped: true)
    _ = committer.commit()
    #expect(child.contentsAreFlipped())
    root.isGeometryFlipped = true
    #expect(!child.contentsAreFlipped())
    withExtendedLifetime(committer) {}
  }

  @Test func layersOutliveTheirCommitter() {
    let root = makeLayer(10, 10)
    do {
      let committer = stillCommitter(root: root, isGeometryFlipped: true)
      _ = committer.commit()
    }
    root.opacity = 0.5
    root.addSublayer(CALayer())
    let tree = stillCommitter(root: root, isGeometryFlipped: true).commit()
    #expect(tree.nodes.count == 2 && tree.nodes[0].opacity == 0.5)
  }

  @Test func twoCommittersOfTheSameLayersBothStayRight() {
    let root = CALayer()
    let child = CALayer()
    root.addSublayer(child)
    let whole = stillCommitter(root: root, isGeometryFlipped: true)
    let part = stillCommitter(root: child, isGeometryFlipped: true)
    for step in 1...4 {
      child.zPosition = CGFloat(step)
      #expect(whole.commit().nodes[1].zPosition == Double(step))
      #expect(part.commit().nodes[0].zPosition == Double(step))
      child.zPosition = CGFloat(-step)
      #expect(part.commit().nodes[0].zPosition == Double(-step))
      #expect(whole.commit().nodes[1].zPosition == Double(-step))
    }
  }

  @Test func removedLayersAreLetGo() {
    let root = CALayer()
    weak var gone: CALayer?
    let committer = stillCommitter(root: root, isGeometryFlipped: true)
    do {
      let child = CALayer()
      root.addSublayer(child)
      gone = child
      _ = committer.commit()
      child.removeFromSuperlayer()
      child.opacity = 0.5
    }
    #expect(committer.commit().nodes.count == 1)
    #expect(gone == nil)
  }
}

func makeImage() throws -> CGImage {
  let provider = try #require(CGDataProvider(data: Data([1, 2, 3, 255])))
  return try #require(
    CGImage(
      width: 1, height: 1, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue),
      provider: provider, decode: nil,
      shouldInterpolate: true, intent: .defaultIntent))
}

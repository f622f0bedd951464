import Foundation
import GlazeCommit
import GlazeGeometry
import GlazeLayers
import GlazeText
import GlazeTree
import Testing

/// A tree that is patched by every commit equals a tree that is built at once.
@Suite struct PatchTests {
  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func randomEditsPatchToWhatABuildGives(seed: UInt64) throws {
    var editor = try RandomEditor(seed: seed)
    let committer = stillCommitter(root: editor.root, isGeometryFlipped: true)
    _ = committer.commit()
    for round in 0..<80 {
      // Long runs without structural edits patch in place repeatedly.
      for _ in 0..<Int.random(in: 0...30, using: &editor.generator) {
        editor.edit(structure: round % 10 == 0)
      }
      let patched = committer.commit()
      #expect(patched.firstViolatedInvariant() == nil)
      #expect(patched.slotCount == patched.usedSlotCount)
      let nodes = patched.resolvedNodes
      let built = stillCommitter(root: editor.copyOfRoot(), isGeometryFlipped: true).commit()
      #expect(nodes == built.resolvedNodes, "seed \(seed), round \(round)")
    }
  }

  @Test func aCommitWithoutChangesChangesNothing() {
    let root = makeLayer(10, 10, name: "root")
    root.addSublayer(makeLayer(5, 5))
    let committer = stillCommitter(root: root, isGeometryFlipped: true)
    let first = committer.commit()
    #expect(committer.commit() == first)
  }

  @Test func eachKindOfChangeArrives() throws {
    let root = makeLayer(10, 10)
    let committer = stillCommitter(root: root, isGeometryFlipped: true)
    _ = committer.commit()
    let image = try makeImage()
    let changes: [(CALayer) -> Void] = [
      { $0.bounds.size.width = 3 }, { $0.position.x = 3 }, { $0.zPosition = 3 },
      { $0.anchorPoint.x = 3 }, { $0.anchorPointZ = 3 }, { $0.transform.m11 = 3 },
      { $0.sublayerTransform.m34 = 3 }, { $0.isHidden = true }, { $0.isDoubleSided = false },
      { $0.isGeometryFlipped = true }, { $0.masksToBounds = true }, { $0.contents = image },
      { $0.contentsRect.origin.x = 0.5 }, { $0.contentsCenter.origin.x = 0.5 },
      { $0.contentsGravity = .top }, { $0.contentsScale = 3 },
      { $0.minificationFilter = .nearest }, { $0.magnificationFilter = .nearest },
      { $0.minificationFilterBias = 3 }, { $0.backgroundColor = .white },
      { $0.cornerRadius = 3 }, { $0.maskedCorners = .layerMinXMinYCorner },
      { $0.cornerCurve = .continuous }, { $0.borderWidth = 3 }, { $0.borderColor = .white },
      { $0.opacity = 0.3 }, { $0.allowsGroupOpacity = false },
      { $0.edgeAntialiasingMask = .layerLeftEdge }, { $0.allowsEdgeAntialiasing = false },
      { $0.name = "three" }, { $0.shadowOpacity = 0.5 }, { $0.shadowRadius = 9 },
      { $0.shadowOffset.width = 9 }, { $0.shadowColor = .white }, { $0.shadowPathIsBounds = true },
      { $0.cornerRadius = 1 }, { $0.bounds.size.height = 9 },
      { $0.shadowPath = CGPath(rect: CGRect(x: 0, y: 0, width: 3, height: 3), transform: nil) },
      { $0.filters = [CAFilter(type: "colorInvert")] }, { $0.compositingFilter = "multiply" },
      { $0.backgroundFilters = [CAFilter(type: "colorInvert")] }, { $0.shouldRasterize = true },
      { $0.rasterizationScale = 2 }, { $0.mask = CALayer() }, { $0.mask?.opacity = 0.5 },
      { $0.mask = nil },
    ]
    for (index, change) in changes.enumerated() {
      let before = committer.commit().resolvedNodes
      change(root)
      #expect(committer.commit().resolvedNodes != before, "change \(index)")
    }
  }
}

/// Edits a tree at random, and makes copies of it.
private struct RandomEditor {
  let root = makeLayer(100, 100, name: "root")
  var generator: SeededGenerator
  private var layers: [CALayer]
  private var detached: [CALayer] = []
  private let image: CGImage

  init(seed: UInt64) throws {
    generator = SeededGenerator(seed: seed)
    image = try makeImage()
    layers = [root]
    for _ in 0..<30 { editStructure() }
  }

  mutating func edit(structure: Bool) {
    if structure, Int.random(in: 0..<3, using: &generator) == 0 {
      editStructure()
    } else {
      editProperty()
    }
  }

  private mutating func pick() -> CALayer {
    layers[Int.random(in: 0..<layers.count, using: &generator)]
  }

  private mutating func number() -> CGFloat { CGFloat.random(in: -50...50, using: &generator) }

  private mutating func newLayer() -> CALayer {
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: CATransformLayer()
    case 1: CAGradientLayer()
    case 2: CAReplicatorLayer()
    case 3: CAShapeLayer()
    default: CALayer()
    }
  }

  private mutating func editStructure() {
    switch Int.random(in: 0..<8, using: &generator) {
    case 0, 1, 2:
      let layer = newLayer()
      layer.name = Bool.random(using: &generator) ? "n\(layers.count)" : nil
      let parent = pick()
      let count = parent.sublayers?.count ?? 0
      parent.insertSublayer(layer, at: UInt32.random(in: 0...UInt32(count), using: &generator))
      layers.append(layer)
    case 3:
      let layer = pick()
      if layer !== root {
        layer.removeFromSuperlayer()
        detached.append(layer)
      }
    case 4:
      // A removed layer returns elsewhere; it may contain a layer that was removed from it before.
      guard let layer = detached.popLast() else { return }
      let parent = pick()
      if !isInside(parent, layer) { parent.addSublayer(layer) }
    case 5:
      // A new layer, or one that is somewhere else in the tree.
      let parent = pick()
      let layer = Bool.random(using: &generator) ? newLayer() : pick()
      if !isInside(parent, layer) {
        if let old = parent.mask { detached.append(old) }
        parent.mask = layer
        if !layers.contains(where: { $0 === layer }) { layers.append(layer) }
      }
    case 6:
      let layer = pick()
      if let mask = layer.mask {
        layer.mask = nil
        detached.append(mask)
      }
    default:
      let parent = pick()
      parent.sublayers = parent.sublayers?.reversed()
    }
  }

  private func isInside(_ layer: CALayer, _ ancestor: CALayer) -> Bool {
    var next: CALayer? = layer
    while let current = next {
      if current === ancestor { return true }
      next = current.superlayer
    }
    return false
  }

  private mutating func editProperty() {
    let layer = pick()
    switch Int.random(in: 0..<24, using: &generator) {
    case 16...21: return editEffects(of: layer)
    case 22: return editKind(of: layer)
    case 23: return editKind(of: layer)
    case 0: layer.position = CGPoint(x: number(), y: number())
    case 1: layer.bounds = CGRect(x: number(), y: number(), width: number(), height: number())
    case 2: layer.transform = CATransform3DMakeRotation(number(), 0, 1, 0)
    case 3: layer.transform = CATransform3DIdentity
    case 4: layer.sublayerTransform.m34 = Bool.random(using: &generator) ? -0.002 : 0
    case 5: layer.contents = image
    case 6: layer.contents = nil
    case 7: layer.borderWidth = max(0, number())
    case 8: layer.name = Bool.random(using: &generator) ? nil : "x\(Int(clamping: number()))"
    case 9: layer.opacity = Float(number()) / 25
    case 10: layer.isHidden.toggle()
    case 11: layer.contentsGravity = Bool.random(using: &generator) ? .center : .resize
    case 12: layer.backgroundColor = Bool.random(using: &generator) ? .white : nil
    case 13: layer.position.x = .infinity
    case 14: layer.anchorPointZ = Bool.random(using: &generator) ? 0 : number()
    default: layer.cornerRadius = number()
    }
  }

  private mutating func editKind(of layer: CALayer) {
    switch layer {
    case let gradient as CAGradientLayer:
      gradient.colors = Bool.random(using: &generator) ? nil : [CGColor.white, CGColor.black]
      gradient.startPoint.x = number()
    case let shape as CAShapeLayer:
      shape.path = Bool.random(using: &generator) ? nil : CGPath(rect: layer.bounds, transform: nil)
      shape.lineWidth = number()
    case let replicator as CAReplicatorLayer:
      replicator.preservesDepth.toggle()
      replicator.instanceCount = Bool.random(using: &generator) ? 1 : 3
    default: break
    }
  }

  private mutating func editEffects(of layer: CALayer) {
    switch Int.random(in: 0..<10, using: &generator) {
    case 0: layer.shadowOpacity = Float(number()) / 25
    case 1: layer.shadowRadius = number()
    case 2: layer.shadowPathIsBounds.toggle()
    case 3:
      let square = CGRect(x: 0, y: 0, width: 1, height: number())
      layer.shadowPath =
        Bool.random(using: &generator) ? nil : CGPath(rect: square, transform: nil)
    case 4: layer.shouldRasterize.toggle()
    case 5: layer.rasterizationScale = number()
    case 6:
      let blur = CAFilter(type: "gaussianBlur")
      blur.setValue(number(), forKey: "inputRadius")
      layer.filters = Bool.random(using: &generator) ? nil : [blur]
    case 7: layer.setValue(number(), forKeyPath: "filters.gaussianBlur.inputRadius")
    case 8: layer.compositingFilter = Bool.random(using: &generator) ? nil : "screenBlendMode"
    default:
      layer.backgroundFilters =
        Bool.random(using: &generator) ? nil : [CAFilter(type: "colorInvert")]
    }
  }

  /// Copies the tree into new layers, which no committer has seen.
  func copyOfRoot() -> CALayer { copy(of: root) }

  private func copy(of layer: CALayer) -> CALayer {
    let result = CALayer.make(className: layer.properties.className) ?? CALayer()
    for property in layer.properties.properties where property.name != "frame" {
      if property.isValue { property.write(property.read(layer), to: result) }
    }
    result.contents = layer.contents
    result.filters = layer.filters
    result.backgroundFilters = layer.backgroundFilters
    result.compositingFilter = layer.compositingFilter
    if let gradient = layer as? CAGradientLayer, let copy = result as? CAGradientLayer {
      copy.colors = gradient.colors
    }
    result.mask = layer.mask.map(copy)
    result.sublayers = layer.sublayers?.map(copy)
    return result
  }
}

import Foundation
import GlazeGeometry
import GlazeTree
import Testing

@testable import GlazeCommit
@testable import GlazeLayers

/// Implicit animations, which are values until a program asks for their objects.
@Suite struct ImplicitAnimationTests {
  private static let keys = [
    "position", "bounds", "opacity", "backgroundColor", "cornerRadius", "transform", "zPosition",
    "shadowOpacity", "contentsRect", "shadowOffset",
  ]

  private struct Scene {
    let root = makeLayer(100, 100)
    let layers: [CALayer]
    let committer: LayerCommitter

    init() {
      layers = (0..<4).map { _ in
        let layer = makeLayer(10, 10)
        layer.backgroundColor = .white
        return layer
      }
      root.sublayers = layers
      committer = LayerCommitter(root: root, isGeometryFlipped: true)
      _ = committer.commit(at: 0)
    }
  }

  private func change(_ layer: CALayer, _ key: String, _ n: Double) {
    switch key {
    case "position": layer.position = CGPoint(x: n * 50, y: n)
    case "bounds": layer.bounds = CGRect(x: 0, y: 0, width: 10 + n, height: 10)
    case "opacity": layer.opacity = Float(n)
    case "backgroundColor":
      layer.backgroundColor = CGColor(srgbRed: CGFloat(n), green: 0, blue: 1, alpha: 1)
    case "cornerRadius": layer.cornerRadius = n * 4
    case "transform": layer.transform = CATransform3DMakeRotation(n, 0, 0, 1)
    case "zPosition": layer.zPosition = n
    case "shadowOpacity": layer.shadowOpacity = Float(n)
    case "contentsRect": layer.contentsRect = CGRect(x: 0, y: 0, width: 1, height: n)
    default: layer.shadowOffset = CGSize(width: n, height: 3)
    }
  }

  /// One of two programs asks for each animation, the other for none; one renderer patches, the other
  /// builds its tree each time.
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func askingForObjectsAndBuildingAnewChangeNoFrame(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let (quiet, asking, fresh) = (Scene(), Scene(), Scene())
    var time = 0.0
    for _ in 0..<40 {
      for _ in 0..<Int.random(in: 0...4, using: &generator) {
        let index = Int.random(in: 0..<4, using: &generator)
        let key = Self.keys.randomElement(using: &generator) ?? "position"
        let n = Double.random(in: 0.1...1, using: &generator)
        let isStill = Int.random(in: 0..<5, using: &generator) == 0
        for scene in [quiet, asking, fresh] {
          CATransaction.begin()
          if isStill { CATransaction.setDisableActions(true) }
          change(scene.layers[index], key, n)
          CATransaction.commit()
        }
        let object = asking.layers[index].animation(forKey: key)
        #expect(object === asking.layers[index].animation(forKey: key))
        #expect(quiet.layers[index].animationKeys() == asking.layers[index].animationKeys())
      }
      time += Double.random(in: 0...0.2, using: &generator)
      // A change of structure makes the committer build its tree.
      fresh.root.sublayers = fresh.layers
      fresh.root.removeAllAnimations()
      let shown = quiet.committer.commit(at: time).resolvedNodes
      #expect(shown == asking.committer.commit(at: time).resolvedNodes, "seed \(seed) at \(time)")
      #expect(shown == fresh.committer.commit(at: time).resolvedNodes, "seed \(seed) at \(time)")
      #expect(quiet.committer.nextChange(after: time) == fresh.committer.nextChange(after: time))
      #expect(quiet.committer.lastChange == fresh.committer.lastChange)
      for (layer, other) in zip(quiet.layers, fresh.layers) {
        let (values, expected) = (layer.presentation(), other.presentation())
        for key in Self.keys {
          let property = try #require(PropertyTable.layer[key])
          let pair = try [#require(values), #require(expected)].map { property.read($0) }
          // Colors are objects.
          let numbers = pair.map { SIMD4<Double>($0) }
          #expect(
            numbers[0] == numbers[1] && (numbers[0] != nil || pair[0] == pair[1]), "\(key)")
        }
      }
    }
    CATransaction.flush()
  }

  @Test func presentationsShowTheLastCommitWhileAnAnimatedLayerChanges() throws {
    let scene = Scene()
    let layer = scene.layers[0]
    layer.position = CGPoint(x: 40, y: 0)
    _ = scene.committer.commit(at: 1)
    _ = scene.committer.commit(at: 1.25)
    layer.position = CGPoint(x: 80, y: 0)
    layer.zPosition = 5
    #expect(layer.presentation()?.position == CGPoint(x: 40, y: 0))
    #expect(layer.presentation()?.zPosition == 0)
    _ = scene.committer.commit(at: 1.25)
    _ = scene.committer.commit(at: 1.375)
    let between = try #require(layer.presentation()?.position.x)
    #expect(between > 41 && between < 79)
    CATransaction.flush()
  }

  @Test("Layers that animate again and again take no more memory of the sampler")
  func repeatedChangesReplaceTheirValues() {
    let scene = Scene()
    for step in 1...300 {
      for layer in scene.layers {
        layer.position.x += 1
        layer.opacity = step % 2 == 0 ? 1 : 0.5
      }
      _ = scene.committer.commit(at: Double(step) / 100)
    }
    #expect(scene.committer.sampler.entries.count == 4)
    #expect(scene.committer.sampler.numberSteps.count == 8)
    // Their number tracks have all of their animations.
    let areOfNumbers = scene.committer.sampler.entries.allSatisfy { $0.animations == nil }
    #expect(areOfNumbers)
    CATransaction.flush()
  }

  @Test("A field of nodes has the value that the row of its property reads")
  func fieldsAreThoseOfRows() {
    let layer = makeLayer(10, 20)
    layer.position = CGPoint(x: 3, y: -4)
    layer.anchorPoint = CGPoint(x: 0.25, y: 2)
    layer.opacity = 0.3
    layer.cornerRadius = 7
    layer.zPosition = -2
    for color in [nil, CGColor(srgbRed: 0.1, green: 0.2, blue: 0.3, alpha: 0.4)] {
      layer.backgroundColor = color
      for property in PropertyTable.layer.properties {
        guard let field = property.nodeField else { continue }
        #expect(field.property === property)
        let (own, row) = (field.numbers(of: layer), SIMD4<Double>(property.read(layer)))
        // NaN is a missing color.
        #expect(own.map { "\($0)" } == row.map { "\($0)" }, "\(property.name)")
      }
    }
  }

  @Test func aSecondChangeBeforeTheCommitStillBeginsAtTheShownValue() throws {
    let scene = Scene()
    let layer = scene.layers[0]
    layer.opacity = 0.75
    layer.opacity = 0.5
    let animation = try #require(layer.animation(forKey: "opacity") as? CABasicAnimation)
    #expect(animation.fromValue as? Double == 1)
    CATransaction.flush()
  }

  @Test func completionBlocksWaitForImplicitAnimations() {
    let scene = Scene()
    var ended = 0
    CATransaction.begin()
    CATransaction.setCompletionBlock { ended += 1 }
    CATransaction.setAnimationDuration(1)
    scene.layers[0].position.x = 20
    CATransaction.commit()
    _ = scene.committer.commit(at: 0)
    _ = scene.committer.commit(at: 0.5)
    CATransaction.flush()
    #expect(ended == 0)
    _ = scene.committer.commit(at: 1.1)
    CATransaction.flush()
    #expect(ended == 1)
    #expect(scene.layers[0].animationKeys() == nil)
  }

  @Test func parametersAreThoseOfTheInnermostTransaction() throws {
    let scene = Scene()
    func duration(of layer: CALayer, _ key: String) -> Double? {
      layer.animation(forKey: key)?.duration
    }
    CATransaction.begin()
    CATransaction.setAnimationDuration(2)
    scene.layers[0].opacity = 0.5
    CATransaction.begin()
    scene.layers[1].opacity = 0.5
    CATransaction.setAnimationDuration(3)
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
    scene.layers[2].opacity = 0.5
    CATransaction.commit()
    scene.layers[3].opacity = 0.5
    CATransaction.commit()
    #expect(scene.layers.map { duration(of: $0, "opacity") } == [2, 2, 3, 2])
    let functions = scene.layers.map { $0.animation(forKey: "opacity")?.timingFunction }
    #expect(functions[2] === CAMediaTimingFunction(name: .linear))
    #expect(functions[3] === CAMediaTimingFunction(name: .default))
    scene.layers[0].cornerRadius = 2
    #expect(duration(of: scene.layers[0], "cornerRadius") == 0.25)
    CATransaction.flush()
  }
}

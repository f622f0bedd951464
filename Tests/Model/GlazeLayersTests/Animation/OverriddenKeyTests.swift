import Foundation
import GlazeGeometry
import GlazeText
import GlazeTree
import Testing

@_spi(LayerClasses) @testable import GlazeLayers
@testable import GlazeCommit

/// Subclasses that answer for their keys themselves, as on a Mac.
@Suite struct OverriddenKeyTests {
  /// A layer whose opacity, by key, is half of what is set.
  private final class Halving: CALayer {
    var keys: [String] = []

    override init() { super.init() }
    override init(layer: Any) { super.init(layer: layer) }
    required init?(coder: NSCoder) { nil }

    override func value(forKey key: String) -> Any? {
      let value = super.value(forKey: key)
      return key == "opacity" ? (value as? Double).map { $0 / 2 } : value
    }

    override func setValue(_ value: Any?, forKey key: String) {
      keys.append(key)
      super.setValue(key == "opacity" ? (value as? Double).map { $0 / 2 } : value, forKey: key)
    }
  }

  private func committed(_ layer: CALayer, _ animation: CABasicAnimation) -> LayerCommitter {
    let root = CALayer()
    root.addSublayer(layer)
    animation.duration = 10
    layer.add(animation, forKey: "a")
    let committer = stillCommitter(root: root, isGeometryFlipped: true)
    _ = committer.commit(at: 0)
    return committer
  }

  @Test func animationsStartAtTheValueOfTheKey() throws {
    let layer = Halving()
    layer.opacity = 0.8
    let animation = CABasicAnimation(keyPath: "opacity")
    animation.toValue = 0.6
    let committer = committed(layer, animation)
    let tree = committer.sample(at: 5)
    // From 0.4, halfway to 0.6.
    #expect(abs(tree.nodes[Int(layer.nodeIndex)].opacity - 0.5) < 1e-6)
  }

  @Test func presentationLayersReceiveAnimatedValuesByKey() throws {
    let layer = Halving()
    let animation = CABasicAnimation(keyPath: "opacity")
    (animation.fromValue, animation.toValue) = (0.8, 0.8)
    let committer = committed(layer, animation)
    let shown = try #require(layer.presentation(at: 5) as? Halving)
    #expect(shown.keys == ["opacity"])
    #expect(shown.opacity == 0.4)
    withExtendedLifetime(committer) {}
  }

  @Test("Paths without paths in between are reported, and the first stays")
  func unequalPathsAreReported() throws {
    let square = CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10), transform: nil)
    let triangle = try CGPath(svgPath: "M0 0 L10 0 L5 10 Z")
    for (path, isContinuous) in [(triangle, false), (try CGPath(svgPath: "M1 1 H9 V9 H1 Z"), true)]
    {
      let layer = CAShapeLayer()
      let animation = CABasicAnimation(keyPath: "path")
      (animation.fromValue, animation.toValue) = (square, path)
      let committer = committed(layer, animation)
      #expect(committer.notices.isEmpty == isContinuous)
      let tree = committer.sample(at: 5)
      let shown = try #require(tree.shapes.first?.path)
      #expect((shown.boundingBoxOfPath == square.boundingBoxOfPath) == !isContinuous)
    }
  }

  @Test("The defaults of a class are the values of new layers")
  func defaultsAreThoseOfNewLayers() throws {
    for table in CALayer.tables {
      let layer = try #require(table.makeObject() as? CALayer)
      for property in table.properties where property.isValue {
        let value = type(of: layer).defaultValue(forKey: property.name)
        if value == nil { continue }
        #expect(isSame(value, layer.value(forKey: property.name)), "\(property.name)")
      }
    }
    #expect((CAShapeLayer.defaultValue(forKey: "lineWidth") as? Double) == 1)
    #expect(CALayer.defaultValue(forKey: "unknown") == nil)
  }
}

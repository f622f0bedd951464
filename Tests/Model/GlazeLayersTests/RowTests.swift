import Foundation
import GlazeDrawing
import GlazeGeometry
import GlazeText
import GlazeTree
import Testing

@_spi(LayerClasses) @testable import GlazeLayers
@testable import GlazeCommit

/// What holds for every row of every table: a value gives the same node however it comes to it.
@Suite struct RowTests {
  /// A property of a class, with a value.
  struct Case: CustomTestStringConvertible, Sendable {
    let className: String
    let name: String
    let value: PropertyValue

    var testDescription: String { "\(className).\(name) = \(value)" }
    var property: LayerProperty? { Self.table(className)?[name] }

    static func table(_ className: String) -> PropertyTable? {
      CALayer.make(className: className)?.properties
    }
  }

  static let classNames = [
    "CALayer", "CAShapeLayer", "CAGradientLayer", "CAReplicatorLayer", "CAEmitterLayer",
  ]

  static let animated: [Case] = classNames.flatMap { className in
    (Case.table(className)?.properties ?? []).filter(\.isAnimatable).flatMap { property in
      values(of: property).map { Case(className: className, name: property.name, value: $0) }
    }
  }

  private static func values(of property: LayerProperty) -> [PropertyValue] {
    let color = CGColor(srgbRed: 0.25, green: 0.5, blue: 0.75, alpha: 0.5)
    return switch property.kind {
    case .bool: [.bool(true), .bool(false)]
    case .int: [.number(3), .number(0)]
    // In single precision, 1e39 is infinite: such values are never animated.
    case .float: [.number(0.375), .number(2.5), .number(-1), .number(1e38)]
    case .double: [.number(0.375), .number(2.5), .number(-1), .number(1e39)]
    case .point: [.point(CGPoint(x: 3, y: 4)), .point(CGPoint(x: -0.5, y: 0.25))]
    case .size: [.size(CGSize(width: 5, height: 6))]
    case .rect:
      [
        .rect(CGRect(x: 1, y: 2, width: 7, height: 8)),
        .rect(CGRect(x: 0.25, y: 0, width: -0.5, height: 1)),
      ]
    case .transform: [.transform(CATransform3DMakeRotation(0.5, 0, 0, 1)), .transform(.identity)]
    case .color: [.color(color), .color(.white)]
    case .path: [.path(CGPath(rect: CGRect(x: 1, y: 1, width: 5, height: 2), transform: nil))]
    case .image: [(try? makeImage()).map(PropertyValue.image) ?? .none]
    case .array(.color): [.array([.color(color), .color(.white)])]
    case .array: [.array([.number(0.25), .number(0.5)])]
    default: []
    }
  }

  /// A layer in which every property has something to show.
  private func layer(_ className: String) throws -> CALayer {
    let layer = try #require(CALayer.make(className: className))
    layer.bounds = CGRect(x: 0, y: 0, width: 20, height: 10)
    layer.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    layer.borderWidth = 1
    layer.shadowOpacity = 0.5
    layer.contents = try makeImage()
    switch layer {
    case let shape as CAShapeLayer:
      shape.path = CGPath(rect: layer.bounds, transform: nil)
      shape.strokeColor = .white
    case let gradient as CAGradientLayer:
      gradient.colors = [CGColor.white, CGColor.black]
    case let replicator as CAReplicatorLayer:
      replicator.instanceCount = 2
    case let emitter as CAEmitterLayer:
      let cell = CAEmitterCell()
      cell.name = "spark"
      cell.birthRate = 2
      cell.lifetime = 1
      cell.contents = try makeImage()
      emitter.emitterCells = [cell]
    default: break
    }
    return layer
  }

  /// Returns the tree of a layer in a root, whose emitters have no history.
  private func tree(
    _ layer: CALayer, at time: CFTimeInterval = 0
  ) -> (nodes: [ResolvedNode], emitters: [LayerEmitter]) {
    let root = CALayer()
    root.addSublayer(layer)
    let committer = stillCommitter(root: root, isGeometryFlipped: true)
    _ = committer.commit(at: 0)
    let tree = committer.sample(at: time)
    let emitters = tree.emitters.map { emitter in
      var plain = emitter
      (plain.time, plain.history) = (0, nil)
      return plain
    }
    let nodes = tree.resolvedNodes.map { node in
      var plain = node
      // A node keeps the slot of an animated matrix, whatever the matrix is.
      if plain.transforms == LayerTransforms() { plain.transforms = nil }
      return plain
    }
    return (nodes, emitters)
  }

  private func animate(_ layer: CALayer, _ keyPath: String, at value: Any?) {
    let animation = CABasicAnimation(keyPath: keyPath)
    (animation.fromValue, animation.toValue) = (value, value)
    animation.duration = 100
    layer.add(animation, forKey: keyPath)
  }

  @Test("An animated value gives the node that the value gives", arguments: animated)
  func animatedValuesAreThoseThatAreSet(item: Case) throws {
    let property = try #require(item.property)
    let boxed = item.value.boxed(as: property.kind)
    let own = try layer(item.className)
    property.writeObject(boxed, to: own)
    let expected = tree(own, at: 1)

    let alone = try layer(item.className)
    animate(alone, item.name, at: boxed)
    #expect(tree(alone, at: 1) == expected)

    // Beside animations of everything else that show what the layer has.
    let together = try layer(item.className)
    for other in together.properties.properties
    where other.isAnimatable && other.name != item.name {
      guard let value = other.readObject(together) else { continue }
      animate(together, other.name, at: value)
    }
    animate(together, item.name, at: boxed)
    #expect(tree(together, at: 1) == expected)
  }

  @Test("Animations that frames show are not reported, also where the layer has no own value")
  func animationsFromNothingAreDrawn() throws {
    let color = CGColor(srgbRed: 0.25, green: 0.5, blue: 0.75, alpha: 0.5)
    let path = CGPath(rect: CGRect(x: 0, y: 0, width: 5, height: 5), transform: nil)
    for (layer, keyPath, value) in [
      (CAGradientLayer(), "colors", [color, color]),
      (CALayer(), "shadowPath", path), (CAShapeLayer(), "path", path),
      (CAShapeLayer(), "lineDashPattern", [NSNumber(value: 2), NSNumber(value: 3)]),
    ] as [(CALayer, String, Any)] {
      let root = CALayer()
      root.addSublayer(layer)
      animate(layer, keyPath, at: value)
      let committer = stillCommitter(root: root, isGeometryFlipped: true)
      _ = committer.commit(at: 0)
      #expect(committer.notices.isEmpty, "\(keyPath)")
    }
  }

  @Test("A presentation layer has the values of the last commit, then those of the next")
  func presentationLayersHaveCommittedValues() throws {
    for className in Self.classNames + [
      "CATextLayer", "CAScrollLayer", "CATiledLayer", "CABackdropLayer",
    ] {
      let layer = try layer(className)
      let root = CALayer()
      root.addSublayer(layer)
      let committer = stillCommitter(root: root, isGeometryFlipped: true)
      _ = committer.commit(at: 0)
      // In one commit, so that some properties change after others.
      let before = layer.properties.properties.map { $0.readObject(layer) }
      for property in layer.properties.properties where property.name != "frame" {
        for value in Self.values(of: property).suffix(1) {
          property.writeObject(value.boxed(as: property.kind), to: layer)
        }
      }
      let shown = try #require(layer.presentation())
      for (property, before) in zip(layer.properties.properties, before)
      where Self.isCompared(property) {
        #expect(isSame(property.readObject(shown), before), "\(className).\(property.name)")
      }
      _ = committer.commit(at: 0)
      let next = try #require(layer.presentation())
      for property in layer.properties.properties where Self.isCompared(property) {
        #expect(
          isSame(property.readObject(next), property.readObject(layer)),
          "\(className).\(property.name)")
      }
    }
  }

  /// Presentation layers have others in place of their sublayers and masks.
  private static func isCompared(_ property: LayerProperty) -> Bool {
    !["sublayers", "mask", "delegate", "actions", "layoutManager", "frame"].contains(property.name)
      && property.change != .timing
  }

  @Test("A presentation layer refuses every property")
  func presentationLayersRefuseAll() throws {
    for className in Self.classNames {
      let layer = try layer(className)
      let committer = stillCommitter(root: layer, isGeometryFlipped: true)
      _ = committer.commit(at: 0)
      let shown = try #require(layer.presentation())
      for property in layer.properties.properties where property.name != "frame" {
        for value in Self.values(of: property) {
          let before = property.readObject(shown)
          property.writeObject(value.boxed(as: property.kind), to: shown)
          #expect(isSame(property.readObject(shown), before), "\(className).\(property.name)")
        }
      }
    }
  }

  // MARK: Text

  @Test("Text is drawn with the values that its animations show")
  func animatedTextIsDrawn() throws {
    let color = CGColor(srgbRed: 0.25, green: 0.5, blue: 0.75, alpha: 1)
    func image(_ change: (CATextLayer) -> Void) throws -> CGImage {
      let layer = CATextLayer()
      layer.bounds = CGRect(x: 0, y: 0, width: 60, height: 30)
      layer.string = "Ab"
      layer.fontSize = 12
      change(layer)
      let root = CALayer()
      root.addSublayer(layer)
      let committer = stillCommitter(root: root, isGeometryFlipped: true)
      _ = committer.commit(at: 0)
      let contents = committer.sample(at: 1).contents
      #expect(committer.notices.isEmpty)
      return try #require(contents.first?.image)
    }
    let plain = try image { _ in }
    for (keyPath, value) in [("fontSize", 20.0), ("foregroundColor", color)] as [(String, Any)] {
      let own = try image { $0.setValue(value, forKey: keyPath) }
      let shown = try image { animate($0, keyPath, at: value) }
      #expect(shown == own, "\(keyPath)")
      #expect(shown != plain, "\(keyPath)")
    }
  }

  // MARK: Cells

  static let ofCells: [Case] = PropertyTable.emitterCell.properties.filter(\.isAnimatable).flatMap {
    property in
    values(of: property).map {
      Case(className: "CAEmitterLayer", name: property.name, value: $0)
    }
  }

  @Test("An animated value of a cell gives what the value gives, clamped once", arguments: ofCells)
  func animatedValuesOfCells(item: Case) throws {
    let keyPath = "emitterCells.spark.\(item.name)"
    let property = try #require(PropertyTable.emitterCell[item.name])
    let boxed = item.value.boxed(as: property.kind)
    for isEnabled in [true, false] {
      let own = try layer("CAEmitterLayer")
      own.setValue(isEnabled, forKeyPath: "emitterCells.spark.enabled")
      own.setValue(boxed, forKeyPath: keyPath)
      let alone = try layer("CAEmitterLayer")
      alone.setValue(isEnabled, forKeyPath: "emitterCells.spark.enabled")
      animate(alone, keyPath, at: boxed)
      #expect(tree(alone, at: 1) == tree(own, at: 1))
    }
  }
}

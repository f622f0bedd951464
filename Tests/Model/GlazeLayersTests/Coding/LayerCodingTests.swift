import Foundation
import GlazeGeometry
@_spi(LayerClasses) import GlazeLayers
import GlazeText
import Testing

@testable import GlazeLayers

/// Layers that are archived and read back unchanged.
@Suite struct LayerCodingTests {
  private static let image = CGImage(
    width: 2, height: 1, premultipliedRGBA: [255, 0, 0, 255, 0, 128, 0, 128])

  private static let path: CGPath = {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 1, y: 2))
    path.addLine(to: CGPoint(x: 30, y: 2))
    path.addQuadCurve(to: CGPoint(x: 5, y: 6), control: CGPoint(x: 7, y: 8))
    path.addCurve(
      to: CGPoint(x: 1, y: 1), control1: CGPoint(x: 2, y: 2), control2: CGPoint(x: 3, y: 3))
    path.closeSubpath()
    return path.copy() ?? path
  }()

  /// Returns a value that is not the default of any property of the kind.
  private func value(_ kind: PropertyKind, _ name: String) -> Any? {
    switch kind {
    case .bool: NSNumber(value: true)
    case .int, .bits: 3
    case .float, .double: NSNumber(value: 0.625)
    case .point: CGPoint(x: 3, y: -4.5)
    case .size: CGSize(width: 5, height: 6.25)
    case .rect: CGRect(x: 0.125, y: 0.25, width: 0.5, height: 0.625)
    case .transform: CATransform3DMakeRotation(0.5, 1, 2, 3)
    case .color: CGColor(srgbRed: 0.1, green: 0.2, blue: 0.3, alpha: 0.4)
    case .image: Self.image
    case .path: Self.path
    case .string: "Größe"
    case .name(let names): names.last
    case .array(let inner): [value(inner, name), value(inner, name)].compactMap(\.self)
    case .layer: named("mask")
    case .layers: [named("a"), named("b")]
    case .cells: [cell()]
    case .filter: CAFilter(type: "multiplyBlendMode")
    case .filters: [blur()]
    case .font: "Courier"
    case .timingFunction: CAMediaTimingFunction(name: .easeIn)
    case .valueFunction: CAValueFunction(name: .rotateZ)
    case .animations: [CABasicAnimation(keyPath: "opacity")]
    case .affine, .colorMatrix, .object: object(name)
    }
  }

  private func object(_ name: String) -> Any? {
    switch name {
    case "string": "text"
    case "actions": ["opacity": CABasicAnimation(keyPath: "opacity"), "hidden": NSNull()]
    case "style": ["kept": NSNumber(value: 7)] as [AnyHashable: Any]
    case "emitterBehaviors": [behavior()]
    case "layoutManager": CAConstraintLayoutManager()
    case "fromValue", "toValue", "byValue": NSNumber(value: 0.75)
    default: nil
    }
  }

  private func named(_ name: String) -> CALayer {
    let layer = CALayer()
    layer.name = name
    return layer
  }

  private func cell() -> CAEmitterCell {
    let cell = CAEmitterCell()
    cell.name = "spark"
    return cell
  }

  private func blur() -> CAFilter {
    let filter = CAFilter(type: "gaussianBlur")
    filter.name = "b"
    filter.setValue(3, forKey: "inputRadius")
    return filter
  }

  private func behavior() -> CAEmitterBehavior {
    let behavior = CAEmitterBehavior(type: "wave")
    behavior.inputs = [
      "force": .numbers([1, 2, 3]), "frequency": .numbers([4]), "values": .list([[1], [2, 3]]),
    ]
    return behavior
  }

  /// Sets all properties of an object that are in the table.
  private func fill(_ object: NSObject, _ table: PropertyTable) {
    for property in table.properties where !["frame", "delegate"].contains(property.name) {
      guard let value = value(property.kind, property.name) else { continue }
      property.writeObject(value, to: object)
    }
  }

  /// Returns the properties whose values differ between two objects.
  private func difference(_ a: NSObject, _ b: NSObject, _ table: PropertyTable) -> [String] {
    let (first, second) = (describe(a, table), describe(b, table))
    return first.keys.filter { first[$0] != second[$0] }.sorted().map {
      "\($0): \(first[$0] ?? "") instead of \(second[$0] ?? "")"
    }
  }

  /// Returns an object's properties as text; contained objects are described by their classes and
  /// names.
  private func describe(_ object: NSObject, _ table: PropertyTable) -> [String: String] {
    var result: [String: String] = [:]
    for property in table.properties where property.name != "delegate" {
      result[property.name] =
        property.isValue
        ? "\(property.read(object))"
        : property.readObject(object).map { describe($0) } ?? "none"
    }
    return result
  }

  private func describe(_ value: Any) -> String {
    switch value {
    case let value as CALayer: "\(type(of: value)) \(value.name ?? "")"
    case let value as CAEmitterCell: "cell \(value.name ?? "")"
    case let value as CAPropertyAnimation: "\(type(of: value)) \(value.keyPath ?? "")"
    case let value as CAFilter:
      "\(value.type) \(value.name ?? "") \(value.inputKeys.map { describe(value.value(forKey: $0) ?? 0) })"
    case let value as CAEmitterBehavior:
      "\(value.type) \(value.inputs.sorted { $0.key < $1.key })"
    case let value as CAMediaTimingFunction: "\(value.points) \(value.name?.rawValue ?? "")"
    case let value as CAValueFunction: value.name.rawValue
    case let value as CGColor: "\(value.extendedSRGB)"
    case let value as CGImage: "\(value.width) \(value.pixels)"
    case let value as [Any]: "\(value.map { describe($0) })"
    case let value as [AnyHashable: Any]:
      "\(value.map { "\($0.key): \(describe($0.value))" }.sorted())"
    case is CAConstraintLayoutManager: "constraints"
    default: "\(value)"
    }
  }

  @Test(arguments: ["ours", "Foundation's"]) func layersOfAllClassesReturn(coder: String) throws {
    for name in CALayer.classNames {
      let layer = try #require(CALayer.make(className: name))
      fill(layer, layer.properties)
      layer.setValue("kept", forKey: "own")
      layer.constraints = [
        CAConstraint(attribute: .midX, relativeTo: "superlayer", attribute: .maxX, offset: 3)
      ]
      layer.add(CABasicAnimation(keyPath: "position"), forKey: "move")
      let copy = try roundTrip(layer, coder)
      #expect(type(of: copy) == type(of: layer))
      #expect(difference(copy, layer, layer.properties) == [], "\(name)")
      #expect(copy.value(forKey: "own") as? String == "kept")
      #expect(copy.animationKeys() == ["move"])
      #expect((copy.animation(forKey: "move") as? CABasicAnimation)?.keyPath == "position")
      #expect(copy.constraints?.map(\.offset) == [3])
    }
  }

  @Test(arguments: ["ours", "Foundation's"]) func defaultsReturn(coder: String) throws {
    for name in CALayer.classNames {
      let layer = try #require(CALayer.make(className: name))
      let copy = try roundTrip(layer, coder)
      #expect(difference(copy, layer, layer.properties) == [], "\(name)")
    }
  }

  @Test(arguments: ["ours", "Foundation's"]) func animationsOfAllClassesReturn(
    coder: String
  ) throws {
    for type in CAAnimation.knownClasses {
      let animation = type.init()
      fill(animation, animation.properties)
      animation.setValue(CGPoint(x: 1, y: 2), forKey: "own")
      let copy = try roundTrip(animation, coder)
      #expect(difference(copy, animation, animation.properties) == [], "\(type)")
      #expect(copy.value(forKey: "own") as? CGPoint == CGPoint(x: 1, y: 2))
    }
  }

  @Test(arguments: ["ours", "Foundation's"]) func cellsAndFunctionsReturn(coder: String) throws {
    let cell = CAEmitterCell()
    fill(cell, cell.properties)
    let copy = try roundTrip(cell, coder)
    #expect(difference(copy, cell, cell.properties) == [])
    let curve = CAMediaTimingFunction(controlPoints: 0.1, 0.2, 0.3, 0.4)
    #expect(try roundTrip(curve, coder).points == curve.points)
    let turn = try #require(CAValueFunction(name: .rotateX))
    #expect(try roundTrip(turn, coder).name == .rotateX)
    let blur = blur()
    blur.isEnabled = false
    let matrix = CAFilter(type: "colorMatrix")
    matrix.setValue(CAColorMatrix.identity, forKey: "inputColorMatrix")
    #expect(try roundTrip(blur, coder).isEnabled == false)
    #expect(
      try roundTrip(matrix, coder).value(forKey: "inputColorMatrix") as? CAColorMatrix
        == .identity)
  }

  /// Archives and reads one object: with the functions that know its type, or with Foundation's.
  private func roundTrip<Object: NSObject & LayerArchivable>(
    _ object: Object, _ coder: String
  ) throws -> Object {
    if coder == "ours" {
      let data = try NSKeyedArchiver.archivedData(
        withRootObject: object, requiringSecureCoding: true)
      return try #require(
        try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: data))
    }
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: [object] as Any, requiringSecureCoding: true)
    let list = try NSKeyedUnarchiver.unarchivedObject(
      ofClasses: [NSArray.self, Object.self], from: data)
    return try #require((list as? [Object])?.first)
  }

  // MARK: Classes

  private final class Hidden: CAShapeLayer {
    var count = 0
    override func shouldArchiveValue(forKey key: String) -> Bool {
      key != "helper" && super.shouldArchiveValue(forKey: key)
    }
  }

  /// A nested class does not have a name that archives can use.
  @Test func classesWithoutANameAreWhatTheyInheritFrom() throws {
    let layer = Hidden()
    layer.lineWidth = 7
    for coder in ["ours", "Foundation's"] {
      let data =
        coder == "ours"
        ? try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
        : try NSKeyedArchiver.archivedData(
          withRootObject: [layer] as Any, requiringSecureCoding: true)
      let read: Any? =
        coder == "ours"
        ? try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data)
        : (try NSKeyedUnarchiver.unarchivedObject(
          ofClasses: [NSArray.self, CALayer.self], from: data) as? [Any])?.first
      #expect((read as? CAShapeLayer)?.lineWidth == 7, "\(coder)")
    }
  }

  @Test func aProgramsOwnClassReturns() throws {
    let gauge = ArchivedGauge()
    gauge.level = 0.75
    gauge.setValue(5, forKey: "kept")
    let data = try NSKeyedArchiver.archivedData(withRootObject: gauge, requiringSecureCoding: true)
    let copy = try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data)
    #expect((copy as? ArchivedGauge)?.level == 0.75)
    #expect(copy?.value(forKey: "kept") as? Int == 5)
    // If the class is not known, its superclass replaces it.
    let archive = try KeyedArchive(Array(data))
    let root = try #require(try archive.root())
    let classes = try archive.classes(of: try archive.fields(of: root))
    #expect(classes == ["GlazeLayersTests.ArchivedGauge", "CAShapeLayer", "CALayer", "NSObject"])
  }

  @Test func classesHaveApplesNames() throws {
    let layer = CAGradientLayer()
    layer.colors = [CGColor.black]
    layer.startPoint = CGPoint(x: 1, y: 1)
    let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
    let archive = try KeyedArchive(Array(data))
    let root = try #require(try archive.root())
    let fields = try archive.fields(of: root)
    #expect(try archive.classes(of: fields) == ["CAGradientLayer", "CALayer", "NSObject"])
    let classes = try archive.someClasses(limit: 9)
    #expect(
      Set(classes) == [
        "CAGradientLayer", "LKNSArrayCodingProxy", "LKCGColorCodingProxy", "LKNSValueCodingProxy",
      ])
    #expect(Set(fields.map(\.name)) == ["$class", "__CACodingContents", "colors", "startPoint"])
  }

  // MARK: Objects that cannot be archived

  @Test func whatHasNoFormIsAnError() throws {
    let layer = CALayer()
    layer.setValue(ProcessInfo.processInfo, forKey: "helper")
    let expected = LayerCodingError.notArchivable(
      type: "ProcessInfo", key: "helper", owner: "CALayer")
    #expect(throws: expected) {
      try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
    }
    #expect(throws: expected) {
      try NSKeyedArchiver.archivedData(withRootObject: [layer] as Any, requiringSecureCoding: true)
    }
    let hidden = Hidden()
    hidden.setValue(ProcessInfo.processInfo, forKey: "helper")
    #expect(throws: Never.self) {
      try NSKeyedArchiver.archivedData(withRootObject: hidden, requiringSecureCoding: true)
    }
  }

  @Test func deepTreesAreWritten() throws {
    let root = CALayer()
    var layer = root
    for _ in 0..<5000 {
      let next = CALayer()
      layer.addSublayer(next)
      layer = next
    }
    let data = try NSKeyedArchiver.archivedData(withRootObject: root, requiringSecureCoding: true)
    #expect(throws: LayerCodingError.self) {
      try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data)
    }
    #expect(throws: LayerCodingError.self) {
      try NSKeyedArchiver.archivedData(withRootObject: [root] as Any, requiringSecureCoding: true)
    }
  }

  @Test func whatLiesInItselfIsAnError() throws {
    let cell = CAEmitterCell()
    cell.emitterCells = [cell]
    let data = try NSKeyedArchiver.archivedData(withRootObject: cell, requiringSecureCoding: true)
    let error = #expect(throws: LayerCodingError.self) {
      try NSKeyedUnarchiver.unarchivedObject(ofClass: CAEmitterCell.self, from: data)
    }
    #expect("\(error as Any)".contains("lies in itself"))
    cell.emitterCells = nil
  }

  /// Truncated archives, and archives with any byte changed, are read or are errors.
  @Test func damagedArchivesAreErrors() throws {
    let layer = CAEmitterLayer()
    fill(layer, layer.properties)
    layer.add(CASpringAnimation(keyPath: "position"), forKey: "go")
    let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
    for cut in 0..<64 {
      let part = data.prefix(data.count * cut / 64)
      #expect(throws: LayerCodingError.self) {
        try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: part)
      }
    }
    var errors = 0
    var generator = SystemRandomNumberGenerator()
    for index in stride(from: 8, to: data.count, by: max(1, data.count / 1000)) {
      var changed = data
      changed[index] = UInt8.random(in: 0...255, using: &generator)
      do {
        _ = try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: changed)
      } catch {
        #expect(error is LayerCodingError)
        errors += 1
      }
    }
    #expect(errors > 50)
  }

  @Test func anotherClassIsAnError() throws {
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: CAEmitterCell(), requiringSecureCoding: true)
    #expect(throws: LayerCodingError.notLayers("objects of CAEmitterCell")) {
      try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data)
    }
  }
}

/// A class at the top level of a module, which archives can name.
final class ArchivedGauge: CAShapeLayer {
  @Animatable var level: CGFloat = 0
}

/// Values of a kind that a property does not accept.
@Suite struct ForeignValueTests {
  @Test func geometryOfAnotherKindIsRefused() {
    let layer = CALayer()
    layer.setValue(CGRect(x: 1, y: 2, width: 3, height: 4), forKey: "position")
    layer.setValue(NSValue(cgRect: CGRect(x: 1, y: 2, width: 3, height: 4)), forKey: "position")
    layer.setValue(CATransform3DMakeScale(2, 2, 2), forKey: "bounds")
    #expect(layer.position == .zero && layer.bounds == .zero)
  }
}

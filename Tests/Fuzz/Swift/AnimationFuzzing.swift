import Foundation
import Glaze
import GlazeCore
import GlazeGeometry
@_spi(LayerClasses) import GlazeLayers
import GlazeScene

/// Layers and animations with arbitrary values for the properties of the property tables.
enum AnimationFuzzing {
  /// Draws them at arbitrary times; the image at a time must not depend on the order of drawing.
  static func sample(_ bytes: [UInt8]) {
    DocumentFuzzing.checkRelease { sampled(bytes) }
  }

  private static func sampled(_ bytes: [UInt8]) -> CALayer? {
    var maker = AnimationMaker(FuzzBytes(bytes))
    let root = maker.root()
    guard let session = DocumentFuzzing.session(root, RenderOptions()) else { return root }
    let times = [0, maker.bytes.number(), abs(maker.bytes.number()), 0.3]
    try? session.commit(at: 0)
    let images = times.map { try? session.image(at: $0) }
    if let first = images[0], let again = try? session.image(at: 0), first.pixels != again.pixels {
      // Once more from the bytes, because the first tree has lost its completed animations.
      var again = AnimationMaker(FuzzBytes(bytes))
      let fresh = again.root()
      let scene = DocumentContents(
        root: fresh, size: fresh.bounds.size, isGeometryFlipped: true, name: "fuzz")
      let text = DocumentWriter(scene).text(as: .json).text
      FuzzTarget.fail("the image at 0 s differs after images at \(times), of this scene:\n\(text)")
    }
    guard let layer = root.sublayers?.first, let shown = layer.presentation() else { return root }
    _ = shown.hitTest(CGPoint(x: 3, y: 4))
    for key in layer.animationKeys() ?? [] { layer.removeAnimation(forKey: key) }
    _ = try? session.image(at: times[2])
    return root
  }
}

/// Makes layers and animations from bytes.
private struct AnimationMaker {
  var bytes: FuzzBytes

  init(_ bytes: FuzzBytes) { self.bytes = bytes }

  mutating func root() -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 48, height: 32)
    for _ in 0...bytes.index(3) {
      guard let layer = bytes.one(of: LayerClass.withoutText)?.make() else { continue }
      layer.frame = CGRect(x: 4, y: 4, width: 30, height: 20)
      layer.backgroundColor = CGColor(red: 1, green: 0.5, blue: 0, alpha: 1)
      let isInside = bytes.oneIn(3)
      (isInside ? root.sublayers?.last ?? root : root).addSublayer(layer)
      for _ in 0..<bytes.index(5) { change(layer, type(of: layer).layerClass.properties) }
      if let emitter = layer as? CAEmitterLayer { emitter.emitterCells = [cell()] }
      for number in 0..<bytes.index(4) {
        layer.add(animation(of: layer, nesting: 0), forKey: bytes.oneIn(3) ? nil : "\(number)")
      }
    }
    return root
  }

  private mutating func cell() -> CAEmitterCell {
    let cell = CAEmitterCell()
    (cell.birthRate, cell.lifetime, cell.contents) = (20, 1, Self.image)
    cell.name = "cell"
    for _ in 0..<bytes.index(5) { change(cell, .emitterCell) }
    return cell
  }

  /// Sets one property to an arbitrary value of its kind.
  private mutating func change(_ object: NSObject, _ table: PropertyTable) {
    guard let property = bytes.one(of: table.properties), property.isValue else { return }
    property.write(value(of: property.kind), to: object)
  }

  // MARK: Animations

  private mutating func animation(of layer: CALayer, nesting: Int) -> CAAnimation {
    let animation: CAAnimation
    switch bytes.index(7) {
    case 0:
      let group = CAAnimationGroup()
      let count = nesting < 3 ? bytes.index(4) : 0
      group.animations = (0..<count).map { _ in self.animation(of: layer, nesting: nesting + 1) }
      change(group, .animationGroup)
      animation = group
    case 1:
      animation = CATransition()
      change(animation, .transition)
    case 2: animation = matchMove(layer)
    case 3, 4: animation = keyframes(layer)
    case 5:
      let spring = CASpringAnimation()
      set(spring, of: layer)
      for _ in 0..<bytes.index(4) { change(spring, .springAnimation) }
      animation = spring
    default:
      let basic = CABasicAnimation()
      set(basic, of: layer)
      animation = basic
    }
    if bytes.oneIn(2) { animation.duration = 1 }
    for _ in 0..<bytes.index(5) { change(animation, .animation) }
    if bytes.oneIn(4) { animation.timingFunction = timingFunction() }
    return animation
  }

  private mutating func timingFunction() -> CAMediaTimingFunction {
    CAMediaTimingFunction(
      controlPoints: bytes.float(), bytes.float(), bytes.float(), bytes.float())
  }

  private mutating func matchMove(_ layer: CALayer) -> CAMatchMoveAnimation {
    let animation = CAMatchMoveAnimation()
    animation.sourceLayer = bytes.oneIn(2) ? layer.superlayer : layer.superlayer?.sublayers?.first
    change(animation, .matchMoveAnimation)
    animation.sourcePoints = (0..<bytes.index(6)).map { _ in NSValue(cgPoint: point()) }
    return animation
  }

  private static let components = [
    "x", "y", "width", "height", "origin", "size", "origin.x", "size.width", "rotation",
    "rotation.x",
    "rotation.y", "scale", "scale.x", "scale.xy", "shear.x", "translation", "translation.z",
  ]

  /// Returns the key path of an animatable property, and the kind of its values.
  private mutating func keyPath(of layer: CALayer) -> (path: String, kind: PropertyKind) {
    if layer is CAEmitterLayer, bytes.oneIn(2),
      let property = bytes.one(of: PropertyTable.emitterCell.properties)
    {
      return ("emitterCells.cell.\(property.name)", property.kind)
    }
    let table = type(of: layer).layerClass.properties
    guard let property = bytes.one(of: table.properties) else { return ("opacity", .float) }
    if bytes.oneIn(2), let component = bytes.one(of: Self.components) {
      return ("\(property.name).\(component)", .double)
    }
    return (property.name, property.kind)
  }

  private mutating func set(_ animation: CABasicAnimation, of layer: CALayer) {
    let (path, kind) = keyPath(of: layer)
    animation.keyPath = path
    if bytes.oneIn(2) { animation.fromValue = object(of: kind) }
    if bytes.oneIn(2) { animation.toValue = object(of: kind) }
    if bytes.oneIn(3) { animation.byValue = object(of: kind) }
    setFunction(animation)
  }

  private mutating func setFunction(_ animation: CAPropertyAnimation) {
    (animation.isAdditive, animation.isCumulative) = (bytes.oneIn(4), bytes.oneIn(4))
    let names: [CAValueFunctionName] = [
      .rotateX, .rotateZ, .scale, .scaleX, .translate, .translateY,
    ]
    if bytes.oneIn(4), let name = bytes.one(of: names) {
      animation.valueFunction = CAValueFunction(name: name)
    }
  }

  private mutating func keyframes(_ layer: CALayer) -> CAKeyframeAnimation {
    let animation = CAKeyframeAnimation()
    let (path, kind) = keyPath(of: layer)
    animation.keyPath = path
    animation.values = (0..<bytes.index(6)).map { _ in object(of: kind) ?? NSNull() }
    if bytes.oneIn(3) { animation.keyTimes = numbers() }
    if bytes.oneIn(3) {
      animation.timingFunctions = (0..<bytes.index(4)).map { _ in timingFunction() }
    }
    if bytes.oneIn(4) {
      (animation.tensionValues, animation.continuityValues) = (numbers(), numbers())
      animation.biasValues = numbers()
    }
    if bytes.oneIn(4) { animation.path = self.path() }
    for _ in 0..<bytes.index(3) { change(animation, .keyframeAnimation) }
    setFunction(animation)
    return animation
  }

  // MARK: Values

  /// Returns a value of a kind, sometimes of another.
  private mutating func object(of kind: PropertyKind) -> Any? {
    let others: [PropertyKind] = [.double, .point, .transform, .color, .string, .array(.double)]
    let other = bytes.oneIn(8) ? bytes.one(of: others) : nil
    return value(of: other ?? kind).boxed(as: other ?? kind)
  }

  private mutating func numbers() -> [NSNumber] {
    (0..<bytes.index(6)).map { _ in NSNumber(value: bytes.number()) }
  }

  private mutating func point() -> CGPoint { CGPoint(x: bytes.number(), y: bytes.number()) }

  private mutating func path() -> CGPath {
    let path = CGMutablePath()
    path.move(to: point())
    for _ in 0..<bytes.index(6) {
      switch bytes.index(4) {
      case 0: path.addLine(to: point())
      case 1: path.addCurve(to: point(), control1: point(), control2: point())
      case 2: path.addQuadCurve(to: point(), control: point())
      default: path.closeSubpath()
      }
    }
    return path
  }

  private mutating func matrix() -> CATransform3D {
    switch bytes.index(3) {
    case 0:
      return CATransform3DMakeRotation(
        bytes.number(), bytes.number(), bytes.number(), bytes.number())
    case 1: return CATransform3DMakeScale(bytes.number(), bytes.number(), bytes.number())
    default:
      var matrix = CATransform3DMakeTranslation(bytes.number(), bytes.number(), bytes.number())
      (matrix.m34, matrix.m44, matrix.m21) = (bytes.number(), bytes.number(), bytes.number())
      return matrix
    }
  }

  private mutating func value(of kind: PropertyKind) -> PropertyValue {
    switch kind {
    case .bool: .bool(bytes.oneIn(2))
    case .int, .float, .double, .bits: .number(bytes.number())
    case .point: .point(point())
    case .size: .size(CGSize(width: bytes.number(), height: bytes.number()))
    case .rect:
      .rect(CGRect(origin: point(), size: CGSize(width: bytes.number(), height: bytes.number())))
    case .transform: .transform(matrix())
    case .color:
      .color(
        CGColor(
          red: bytes.number(), green: bytes.number(), blue: bytes.number(), alpha: bytes.number()))
    case .image: .image(Self.image)
    case .path: .path(path())
    case .string: .string("name")
    case .name(let names): bytes.one(of: names).map { .string($0) } ?? .none
    case .array(let element): .array((0..<bytes.index(6)).map { _ in value(of: element) })
    default: .none
    }
  }

  private static let image = CGImage(
    width: 2, height: 2,
    premultipliedRGBA: [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 128, 128, 0, 0, 0, 0])
}

/// Makes scenes of layers of all classes with all that acts on images, as chance has it.
struct RandomScene {
  static let side = 64.0
  private var chance: Chance
  /// Whether some layers have colors above white, and show them.
  private let isBright: Bool

  init(seed: Int, isBright: Bool = false) {
    self.isBright = isBright
    chance = Chance(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 77)
    for _ in 0..<4 { _ = chance.number(0, 1) }
  }

  /// A whole scene.
  mutating func scene() -> SceneValue {
    var members = common(within: Self.side)
    // Layers around the root are part of some ways to draw: nothing may lie behind it that shows.
    let leftOut = [
      "bounds", "position", "transform", "mask", "hidden", "backgroundFilters", "compositingFilter",
    ]
    members.removeAll { leftOut.contains($0.name) }
    members.append(.init("bounds", .numbers(0, 0, Self.side, Self.side)))
    members.append(.init("position", .numbers(Self.side / 2, Self.side / 2)))
    members.append(.init("sublayers", layers(depth: 0)))
    return .object([
      .init("width", .number(Self.side)), .init("height", .number(Self.side)),
      .init("background", .numbers(1, 1, 1, 1)), .init("root", .object(members)),
    ])
  }

  /// Layers that clip what they hold to a cell of their own each, none of which overlap.
  mutating func cells() -> [SceneValue] {
    let half = Self.side / 2
    return (0..<4).map { number in
      .object([
        .init("bounds", .numbers(0, 0, half, half)),
        .init(
          "position",
          .numbers(half * (0.5 + Double(number % 2)), half * (0.5 + Double(number / 2)))),
        .init("masksToBounds", .truth(true)), .init("sublayers", layers(depth: 0)),
      ])
    }
  }

  /// A scene whose root holds some layers.
  static func scene(of layers: [SceneValue]) -> SceneValue {
    .object([
      .init("width", .number(side)), .init("height", .number(side)),
      .init("background", .numbers(1, 1, 1, 1)),
      .init(
        "root",
        .object([
          .init("bounds", .numbers(0, 0, side, side)),
          .init("position", .numbers(side / 2, side / 2)), .init("sublayers", .list(layers)),
        ])),
    ])
  }

  // MARK: Chance

  private mutating func happens(_ probability: Double) -> Bool { chance.number(0, 1) < probability }

  private mutating func number(_ low: Double, _ high: Double) -> SceneValue {
    .number((chance.number(low, high) * 4).rounded() / 4)
  }

  private mutating func one<Value>(_ values: Value...) -> Value {
    values[min(Int(chance.number(0, Double(values.count))), values.count - 1)]
  }

  private mutating func color() -> SceneValue {
    let alpha = happens(0.6) ? 1 : chance.number(0.2, 1)
    let most = isBright && happens(0.3) ? 2.0 : 1
    return .numbers(
      (chance.number(0, most) * 16).rounded() / 16, (chance.number(0, most) * 16).rounded() / 16,
      (chance.number(0, most) * 16).rounded() / 16, (alpha * 16).rounded() / 16)
  }

  // MARK: Layers

  private mutating func layers(depth: Int) -> SceneValue {
    let count = Int(chance.number(depth == 0 ? 1 : 0, 4 - Double(depth)))
    return .list((0..<max(count, 0)).map { _ in layer(depth: depth) })
  }

  private mutating func layer(depth: Int) -> SceneValue {
    let size = chance.number(8, 56).rounded()
    var members = common(within: size)
    switch Int(chance.number(0, 16)) {
    case 0: members += shape(size)
    case 1: members += gradient()
    case 2: members += [.init("class", .text("CATransformLayer"))]
    case 3: members += replicator()
    case 4: members += text()
    case 5: members += emitter(size)
    case 6: members += image()
    case 7:
      members += [.init("class", .text(one("CAScrollLayer", "CATiledLayer", "CABackdropLayer")))]
    default: break
    }
    if depth < 3, happens(0.6) { members.append(.init("sublayers", layers(depth: depth + 1))) }
    return .object(members)
  }

  private mutating func common(within size: Double) -> [SceneValue.Member] {
    var members: [SceneValue.Member] = [
      .init("bounds", .list([.number(0), .number(0), .number(size), number(6, 56)])),
      .init("position", .list([number(4, 60), number(4, 60)])),
    ]
    func add(_ name: String, _ value: SceneValue) { members.append(.init(name, value)) }
    if isBright {
      add("preferredDynamicRange", .text(one("standard", "constrainedHigh", "high")))
    }
    if happens(0.8) { add("backgroundColor", color()) }
    if happens(0.3) { add("cornerRadius", number(1, 20)) }
    if happens(0.1) { add("maskedCorners", .number(chance.number(0, 15).rounded())) }
    if happens(0.2) {
      add("borderWidth", number(0.5, 6))
      add("borderColor", color())
    }
    if happens(0.25) { add("opacity", number(0.25, 1)) }
    if happens(0.3) { add("masksToBounds", .truth(true)) }
    if happens(0.03) { add("hidden", .truth(true)) }
    if happens(0.05) { add("geometryFlipped", .truth(true)) }
    if happens(0.1) { add("doubleSided", .truth(false)) }
    if happens(0.1) { add("allowsGroupOpacity", .truth(false)) }
    if happens(0.1) { add("edgeAntialiasingMask", .number(chance.number(0, 15).rounded())) }
    if happens(0.2) { add("anchorPoint", .list([number(-0.5, 1.5), number(0, 1)])) }
    if happens(0.2) { add("zPosition", number(-40, 40)) }
    if happens(0.6) { add("transform", transform()) }
    if happens(0.15) { add("sublayerTransform", perspective()) }
    members += effects()
    if happens(0.1) {
      add("mask", .object(maskMembers()))
    }
    if happens(0.2) { add("animations", animations()) }
    return members
  }

  private mutating func maskMembers() -> [SceneValue.Member] {
    [
      .init("bounds", .list([.number(0), .number(0), number(8, 48), number(8, 48)])),
      .init("position", .list([number(8, 48), number(8, 48)])),
      .init("backgroundColor", color()), .init("cornerRadius", number(0, 16)),
    ]
  }

  private mutating func effects() -> [SceneValue.Member] {
    var members: [SceneValue.Member] = []
    if happens(0.2) {
      members.append(.init("shadowOpacity", number(0.25, 1)))
      members.append(.init("shadowRadius", number(0, 8)))
      members.append(.init("shadowOffset", .list([number(-6, 6), number(-6, 6)])))
      if happens(0.3) { members.append(.init("shadowPath", .text("M2 2H30V20L14 36Z"))) }
    }
    if happens(0.1) { members.append(.init("filters", .list([filter(), filter()]))) }
    if happens(0.08) { members.append(.init("backgroundFilters", .list([filter()]))) }
    if happens(0.12) {
      let mode = one(
        "multiply", "screen", "overlay", "darken", "lighten", "difference", "plusL", "destOut",
        "sourceAtop", "xor", "hueBlendMode", "luminosityBlendMode")
      members.append(.init("compositingFilter", .text(mode)))
    }
    if happens(0.08) {
      members.append(.init("shouldRasterize", .truth(true)))
      members.append(.init("rasterizationScale", one(.number(1), .number(2), .number(0.5))))
    }
    return members
  }

  private mutating func filter() -> SceneValue {
    switch Int(chance.number(0, 4)) {
    case 0: .object([.init("type", .text("gaussianBlur")), .init("inputRadius", number(0, 6))])
    case 1: .object([.init("type", .text("colorSaturate")), .init("inputAmount", number(0, 2))])
    case 2: .object([.init("type", .text("colorInvert"))])
    default:
      .object([.init("type", .text("colorBrightness")), .init("inputAmount", number(-0.5, 0.5))])
    }
  }

  private mutating func shape(_ size: Double) -> [SceneValue.Member] {
    func point() -> String {
      "\(chance.number(-4, size + 4).rounded()) \(chance.number(-4, 50).rounded())"
    }
    let path = "M\(point())L\(point())Q\(point()) \(point())C\(point()) \(point()) \(point())Z"
    return [
      .init("class", .text("CAShapeLayer")), .init("path", .text(path)),
      .init("fillColor", color()), .init("strokeColor", color()),
      .init("lineWidth", number(0, 8)),
      .init("lineJoin", .text(one("miter", "round", "bevel"))),
      .init("lineCap", .text(one("butt", "round", "square"))),
      .init("fillRule", .text(one("non-zero", "even-odd"))),
    ]
  }

  private mutating func gradient() -> [SceneValue.Member] {
    [
      .init("class", .text("CAGradientLayer")),
      .init("type", .text(one("axial", "radial", "conic"))),
      .init("colors", .list([color(), color(), color()])),
      .init("locations", .list([.number(0), number(0.25, 0.75), .number(1)])),
      .init("startPoint", .list([number(0, 0.5), number(0, 0.5)])),
      .init("endPoint", .list([number(0.5, 1), number(0.75, 1)])),
    ]
  }

  private mutating func replicator() -> [SceneValue.Member] {
    [
      .init("class", .text("CAReplicatorLayer")),
      .init("instanceCount", .number(chance.number(1, 5).rounded())),
      .init("instanceTransform", transform()),
      .init("instanceRedOffset", number(-0.5, 0)),
      .init("instanceAlphaOffset", one(.number(0), .number(-0.25))),
    ]
  }

  private mutating func text() -> [SceneValue.Member] {
    [
      .init("class", .text("CATextLayer")),
      .init("string", .text(one("Glaze", "two words", "o\u{308}\u{301}\u{323}e", "אב 12 cd"))),
      .init("fontSize", number(5, 24)), .init("foregroundColor", color()),
      .init("wrapped", .truth(happens(0.5))),
      .init("alignmentMode", .text(one("left", "center", "right", "justified", "natural"))),
      .init("truncationMode", .text(one("none", "start", "middle", "end"))),
    ]
  }

  private mutating func emitter(_ size: Double) -> [SceneValue.Member] {
    let cell: [SceneValue.Member] = [
      .init("contents", .text(Self.images[1])), .init("birthRate", number(2, 40)),
      .init("lifetime", number(0.5, 3)), .init("velocity", number(0, 40)),
      .init("velocityRange", number(0, 20)), .init("emissionRange", number(0, 6)),
      .init("emissionLatitude", number(0, 1)), .init("scale", number(0.25, 2)),
      .init("spin", number(-4, 4)), .init("color", color()), .init("alphaSpeed", number(-1, 0)),
      .init("yAcceleration", number(-20, 20)),
    ]
    return [
      .init("class", .text("CAEmitterLayer")), .init("emitterCells", .list([.object(cell)])),
      .init("emitterPosition", .list([.number(size / 2), number(0, 40)])),
      .init("emitterSize", .list([number(0, 30), number(0, 30)])),
      .init("emitterShape", .text(one("point", "line", "rectangle", "circle"))),
      .init("emitterMode", .text(one("points", "outline", "surface", "volume"))),
      .init("renderMode", .text(one("unordered", "oldestFirst", "backToFront", "additive"))),
      .init("seed", .number(chance.number(1, 1000).rounded())),
      .init("preservesDepth", .truth(happens(0.3))),
    ]
  }

  private mutating func image() -> [SceneValue.Member] {
    [
      .init("contents", .text(one(Self.images[0], Self.images[1]))),
      .init(
        "contentsGravity",
        .text(one("resize", "resizeAspect", "resizeAspectFill", "center", "topLeft", "bottom"))),
      .init("contentsScale", one(.number(1), .number(2), .number(0.5))),
      .init("contentsRect", one(.numbers(0, 0, 1, 1), .numbers(0.25, 0.25, 0.5, 0.75))),
      .init("contentsCenter", one(.numbers(0, 0, 1, 1), .numbers(0.25, 0.25, 0.5, 0.5))),
      .init("magnificationFilter", .text(one("linear", "nearest", "trilinear"))),
      .init("minificationFilter", .text(one("linear", "nearest", "trilinear"))),
    ]
  }

  /// A few texels, and an arrow with soft edges.
  private static let images = [
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAANUlEQVR42gXBIQEAAAgDMEI8BJo4aDSZrp8J/Rxskca4aZ4dKY9A9YmRy1lzcduR1VNk+QoPsWIYsVh9q7kAAAAASUVORK5CYII=",
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAYAAAAf8/9hAAAAR0lEQVR42q3MywkAIBAD0ZSz5ViO3Y8geBH8sNnD3JInWsjpZ0QFQAVABUAFwA6QzAYmouhgZAFawKvjOQvIAeQAcgA5wLUBY8TiuDhreE8AAAAASUVORK5CYII=",
  ]

  // MARK: Transforms

  private mutating func transform() -> SceneValue {
    switch Int(chance.number(0, 4)) {
    case 0: matrix { $0[12] = $1.number(-20, 20).rounded() }
    case 1:
      matrix {
        $0[0] = $1.number(0.3, 2); $0[5] = $1.number(-2, 2)
      }
    case 2:
      matrix { m, chance in
        let (x, y) = (chance.number(-1, 1), chance.number(0.2, 1))
        let length = (x * x + y * y).squareRoot()
        (m[0], m[1], m[4], m[5]) = (y / length, x / length, -x / length, y / length)
      }
    default:
      // About an axis in the plane, with a perspective of its own now and then.
      matrix { m, chance in
        let (x, y) = (chance.number(-1, 1), chance.number(0.1, 1))
        let length = (x * x + y * y).squareRoot()
        (m[0], m[2], m[8], m[10]) = (y / length, x / length, -x / length, y / length)
        if chance.number(0, 1) < 0.3 { m[11] = chance.number(-0.01, 0.004) }
        if chance.number(0, 1) < 0.3 { m[3] = chance.number(-0.02, 0.02) }
        if chance.number(0, 1) < 0.2 { m[3] = chance.number(-3, 3) }
      }
    }
  }

  private mutating func perspective() -> SceneValue {
    matrix { $0[11] = -1 / $1.number(40, 400) }
  }

  private mutating func matrix(_ change: (inout [Double], inout Chance) -> Void) -> SceneValue {
    var numbers: [Double] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    change(&numbers, &chance)
    return .list(numbers.map { .number(($0 * 4096).rounded() / 4096) })
  }

  // MARK: Animations

  private mutating func animations() -> SceneValue {
    let (path, from, to): (String, SceneValue, SceneValue) =
      switch Int(chance.number(0, 6)) {
      case 0: ("opacity", number(0, 1), number(0, 1))
      case 1: ("position.x", number(0, 64), number(0, 64))
      case 2: ("transform.rotation.z", number(-3, 3), number(-3, 3))
      case 3: ("transform.rotation.y", number(-3, 3), number(-3, 3))
      case 4: ("backgroundColor", color(), color())
      default: ("cornerRadius", number(0, 20), number(0, 20))
      }
    var members: [SceneValue.Member] = [
      .init("key", .text("a")), .init("beginTime", number(0, 0.5)),
      .init("duration", number(0.25, 2)), .init("autoreverses", .truth(happens(0.3))),
      .init("fillMode", .text(one("removed", "forwards", "backwards", "both"))),
      .init("removedOnCompletion", .truth(false)),
    ]
    let ends: [SceneValue.Member] = [.init("fromValue", from), .init("toValue", to)]
    let keyPath = SceneValue.Member("keyPath", .text(path))
    // A frame of 8 bits limits colors to 0...1 with each item, an image of a group when it is complete. Where no layer
    // is to be brighter than white, no animation leads there.
    let overshoots = isBright || path != "backgroundColor"
    switch Int(chance.number(0, 6)) {
    case 0:
      members += [
        .init("class", .text("CAKeyframeAnimation")), keyPath,
        .init("values", .list([from, to, from])),
        .init(
          "calculationMode",
          .text(one("linear", "discrete", "paced", overshoots ? "cubic" : "linear"))),
      ]
    case 1 where overshoots:
      members += [.init("class", .text("CASpringAnimation")), keyPath] + ends
      members += [.init("damping", number(1, 20)), .init("stiffness", number(20, 200))]
    case 2:
      let inner = [
        .init("class", .text("CABasicAnimation")), keyPath, .init("duration", number(0.25, 1)),
      ]
      members += [
        .init("class", .text("CAAnimationGroup")),
        .init("animations", .list([.object(inner + ends)])),
      ]
    default:
      members += [.init("class", .text("CABasicAnimation")), keyPath] + ends
      let isAdditive = happens(0.1) && overshoots
      members += [.init("additive", .truth(isAdditive)), .init("repeatCount", number(0, 3))]
    }
    return .list([.object(members)])
  }
}

/// Trees of layers that clip, twice: as they are, and with each clip as a group that a mask of its outline cuts.
///
/// Backgrounds and borders of a group reach beyond the outline: the mask alone ends them, as the clip does.
/// Siblings have one `zPosition`. With several they are a scene, where a plain layer is measured and a group is not.
struct RandomClips {
  static let side = 96.0
  private var chance: Chance

  init(seed: Int) {
    chance = Chance(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 177)
    for _ in 0..<4 { _ = chance.number(0, 1) }
  }

  /// A layer with its sublayers, which becomes either form.
  struct Layer {
    /// The members of both forms.
    var members: [SceneValue.Member] = []
    var width = 0.0
    var height = 0.0
    var radius = 0.0
    var curve: SceneValue.Member?
    var background: SceneValue?
    var border: (width: Double, color: SceneValue)?
    var clips = false
    var sublayers: [Layer] = []
  }

  mutating func scene() -> Layer {
    var root = Layer()
    (root.width, root.height) = (Self.side, Self.side)
    root.members = [.init("position", .numbers(Self.side / 2, Self.side / 2))]
    root.sublayers = (0..<2).map { _ in layer(depth: 0) }
    return root
  }

  static func json(_ root: Layer, isMasked: Bool) -> String {
    SceneValue.object([
      .init("width", .number(side)), .init("height", .number(side)),
      .init("background", .numbers(1, 1, 1, 1)), .init("root", root.value(isMasked: isMasked)),
    ]).json
  }

  /// The smallest tree that still fails, as far as some tries lead.
  static func cutDown(_ root: Layer, tries: Int, fails: (Layer) -> Bool) -> Layer {
    var best = root
    var left = tries
    search: while left > 0 {
      for candidate in best.smaller {
        guard left > 0 else { break }
        left -= 1
        if fails(candidate) {
          best = candidate
          continue search
        }
      }
      break
    }
    return best
  }

  // MARK: Chance

  private mutating func happens(_ probability: Double) -> Bool { chance.number(0, 1) < probability }

  private mutating func quarter(_ low: Double, _ high: Double) -> Double {
    (chance.number(low, high) * 4).rounded() / 4
  }

  private mutating func color() -> SceneValue {
    let alpha = happens(0.7) ? 1 : (chance.number(0.25, 1) * 8).rounded() / 8
    let parts = (0..<3).map { _ in chance.number(0, 1) < 0.5 ? 0.0 : 1.0 }
    return .numbers(parts[0], parts[1], parts[2], alpha)
  }

  private mutating func layer(depth: Int) -> Layer {
    var layer = Layer()
    layer.width = chance.number(20, 80).rounded()
    layer.height = chance.number(20, 80).rounded()
    layer.members.append(
      .init("position", .numbers(quarter(20, 76), quarter(20, 76))))
    let isTilted = happens(0.1)
    if isTilted {
      layer.members.append(.init("transform", Self.tilt))
    } else if happens(0.3) {
      layer.members.append(.init("transform", transform()))
    }
    layer.clips = depth < 3 && happens(0.7)
    if happens(0.6) { layer.radius = quarter(1, 24) }
    if happens(0.7) { layer.background = color() }
    if happens(0.25) {
      layer.border = (quarter(0.5, 5), color())
    } else if happens(0.2) {
      layer.curve = .init("cornerCurve", .text("continuous"))
    }
    if happens(0.15) { layer.members.append(.init("opacity", .number(quarter(0.25, 1)))) }
    if !layer.clips { decorate(&layer) }
    if depth < 3 {
      let count = Int(chance.number(layer.clips ? 1 : 0, 3.5))
      layer.sublayers = (0..<count).map { _ in self.layer(depth: depth + 1) }
    }
    return isTilted ? Self.alone(layer) : layer
  }

  private static var tilt: SceneValue {
    .numbers(0.8, 0, -0.6, 0.002, 0, 1, 0, 0, 0.6, 0, 0.8, 0, 0, 0, 0, 1)
  }

  /// A layer in space as the only one of its scene: the layers of a scene are measured together, by their kinds.
  private static func alone(_ layer: Layer) -> Layer {
    var frame = Layer()
    (frame.width, frame.height) = (layer.width, layer.height)
    frame.members = layer.members.filter { $0.name == "position" }
    var inner = layer
    inner.members.removeAll { $0.name == "position" }
    inner.members.append(
      .init("position", .numbers(layer.width / 2, layer.height / 2)))
    frame.sublayers = [inner]
    return frame
  }

  /// Of layers that do not clip.
  private mutating func decorate(_ layer: inout Layer) {
    switch Int(chance.number(0, 7)) {
    case 0:
      layer.background = nil
      layer.members += [
        .init("class", .text("CAGradientLayer")),
        .init("colors", .list([color(), color()])),
      ]
    case 1:
      layer.members += [
        .init("class", .text("CAShapeLayer")),
        .init("path", .text("M-8 -8L\(layer.width) 10L30 \(layer.height + 10)Z")),
        .init("fillColor", color()),
      ]
    case 2:
      layer.members += [
        .init("shadowOpacity", .number(1)), .init("shadowRadius", .number(quarter(0, 4))),
        .init("shadowOffset", .numbers(quarter(-6, 6), quarter(-6, 6))),
      ]
    default: break
    }
  }

  private mutating func transform() -> SceneValue {
    var rows: [Double] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    switch Int(chance.number(0, 3)) {
    case 0: (rows[0], rows[1], rows[4], rows[5]) = (0.6, 0.8, -0.8, 0.6)
    case 1: (rows[0], rows[5]) = (quarter(0.5, 2), quarter(0.5, 2))
    default: (rows[0], rows[1], rows[4], rows[5]) = (0, 1, -1, 0)
    }
    return .list(rows.map(SceneValue.number))
  }
}

extension RandomClips.Layer {
  private static let beyond = 6.0

  /// Trees with one part less.
  fileprivate var smaller: [Self] {
    var result: [Self] = []
    func add(_ change: (inout Self) -> Void) {
      var copy = self
      change(&copy)
      result.append(copy)
    }
    for index in sublayers.indices {
      add { $0.sublayers.remove(at: index) }
      for inner in sublayers[index].smaller { add { $0.sublayers[index] = inner } }
    }
    for index in members.indices where members[index].name != "position" {
      add { $0.members.remove(at: index) }
    }
    if clips { add { $0.clips = false } }
    if radius > 0 { add { $0.radius = 0 } }
    if background != nil { add { $0.background = nil } }
    if border != nil { add { $0.border = nil } }
    if curve != nil { add { $0.curve = nil } }
    return result
  }

  fileprivate func value(isMasked: Bool) -> SceneValue {
    var all = members + [.init("bounds", .numbers(0, 0, width, height))]
    var inner = sublayers.map { $0.value(isMasked: isMasked) }
    guard clips, isMasked else {
      all += outline
      if let background { all.append(.init("backgroundColor", background)) }
      if let border { all += Self.members(of: border) }
      if clips { all.append(.init("masksToBounds", .truth(true))) }
      if !inner.isEmpty { all.append(.init("sublayers", .list(inner))) }
      return .object(all)
    }
    // Apart from the background and the border, over and under which its depth does not reach.
    inner = [.object(place + [.init("sublayers", .list(inner))])]
    if let background { inner.insert(around([.init("backgroundColor", background)]), at: 0) }
    if let border {
      var wide = border
      wide.width += Self.beyond
      let radius: [SceneValue.Member] =
        radius > 0 ? [.init("cornerRadius", .number(limitedRadius + Self.beyond))] : []
      inner.append(around(Self.members(of: wide) + radius))
    }
    all.append(.init("sublayers", .list(inner)))
    all.append(.init("mask", mask))
    return .object(all)
  }

  /// Where something lies that has the bounds of the layer.
  private var place: [SceneValue.Member] {
    [
      .init("bounds", .numbers(0, 0, width, height)),
      .init("position", .numbers(width / 2, height / 2)),
    ]
  }

  private var limitedRadius: Double { min(radius, width / 2, height / 2) }

  private var outline: [SceneValue.Member] {
    radius > 0 ? [.init("cornerRadius", .number(radius))] + (curve.map { [$0] } ?? []) : []
  }

  private static func members(of border: (width: Double, color: SceneValue)) -> [SceneValue.Member]
  {
    [.init("borderWidth", .number(border.width)), .init("borderColor", border.color)]
  }

  /// A layer that reaches beyond the bounds.
  private func around(_ members: [SceneValue.Member]) -> SceneValue {
    .object(
      members + [
        .init(
          "bounds", .numbers(0, 0, width + 2 * Self.beyond, height + 2 * Self.beyond)),
        .init("position", .numbers(width / 2, height / 2)),
      ])
  }

  /// The outline as a layer inside of another, which no clip stands for.
  private var mask: SceneValue {
    let box = SceneValue.object(
      place + outline + [.init("backgroundColor", .numbers(0, 0, 0, 1))])
    return .object(place + [.init("sublayers", .list([box]))])
  }
}

import Foundation
import GlazeGeometry
import GlazeLayers
import GlazeScene

/// A fill or a stroke, with a color or a gradient.
struct ShapeStyle {
  enum Paint {
    case color(Track<RGBA>)
    case gradient(LottieGradient)
  }

  struct Stroke {
    var width: Track<Double>
    var cap: CAShapeLayerLineCap
    var join: CAShapeLayerLineJoin
    var miterLimit: Track<Double>
    var dashes: Dashes
  }

  var paint: Paint
  var opacity: Track<Double>
  /// nil for a fill.
  var stroke: Stroke?
  var isEvenOdd: Bool
  var blend: Int

  /// Reads a style; nil for items of other types.
  init?(_ node: LottieNode, type: String, _ reader: PropertyReader) {
    guard ["fl", "st", "gf", "gs"].contains(type) else { return nil }
    let isGradient = type.hasPrefix("g")
    paint =
      isGradient
      ? .gradient(LottieGradient(node, reader))
      : .color(reader.track(node["c"], RGBA(0, 0, 0, 1)))
    opacity = reader.track(node["o"], 100.0).map { min(max($0 / 100, 0), 1) }
    isEvenOdd = node.integer("r", 1) == 2
    blend = BlendModes.read(node, reader)
    if type.hasSuffix("s") || type == "st" { stroke = Self.stroke(node, reader) }
  }

  /// Makes a style of a text.
  init(color: Track<RGBA>, opacity: Track<Double>, stroke: Stroke? = nil) {
    paint = .color(color)
    (self.opacity, self.stroke) = (opacity, stroke)
    isEvenOdd = false
    blend = 0
  }

  private static func stroke(_ node: LottieNode, _ reader: PropertyReader) -> Stroke {
    let caps: [CAShapeLayerLineCap] = [.butt, .round, .square]
    let joins: [CAShapeLayerLineJoin] = [.miter, .round, .bevel]
    func choice(_ key: String) -> Int { min(max(node.integer(key, 2) - 1, 0), 2) }
    return Stroke(
      width: reader.track(node["w"], 1.0), cap: caps[choice("lc")], join: joins[choice("lj")],
      miterLimit: reader.track(node["ml2"], max(node.number("ml", 4), 1)),
      dashes: Dashes(node.elements("d"), reader))
  }
}

/// A gradient: its colors, their alpha, and its ends.
struct LottieGradient {
  var isRadial: Bool
  var start: Track<Vector>
  var end: Track<Vector>
  var colorCount: Int
  var numbers: Track<NumberList>
  /// The point of the first color, if it is not the start.
  private(set) var highlight: Vector?

  init(_ node: LottieNode, _ reader: PropertyReader) {
    isRadial = node.integer("t", 1) == 2
    start = reader.track(node["s"], Vector.zero)
    end = reader.track(node["e"], Vector.zero)
    let g = node["g"].map(reader.resolved)
    numbers = reader.track(g?["k"] ?? g, NumberList(numbers: []))
    colorCount = max(g?.integer("p", 0) ?? 0, 0)
    if isRadial { readHighlight(node, reader) }
  }

  private mutating func readHighlight(_ node: LottieNode, _ reader: PropertyReader) {
    let length = reader.track(node["h"], 0.0)
    guard length.keys.contains(where: { $0.value != 0 }) else { return }
    let angle = reader.track(node["a"], 0.0)
    let isMoving =
      length.isAnimated || angle.isAnimated || start.isAnimated || end.isAnimated
      || numbers.isAnimated
    // The circles of the colors have different centers. Those of a gradient layer have one, and no transform of
    // the layer moves them apart: an image replaces it, which does not change.
    guard !isMoving else { return reader.report.unsupported(.gradientHighlight, at: node) }
    let way = end.first - start.first
    let turn = atan2(way.y, way.x) + angle.first * .pi / 180
    // On the last circle, all circles would meet.
    let share = min(max(length.first / 100, -0.99), 0.99)
    highlight = start.first + Vector(cos(turn), sin(turn), 0) * (way.length * share)
  }

  struct Stop: Equatable {
    var location: Double
    var color: RGBA
  }

  /// The stops as five numbers each, which are in order at every frame.
  var stops: Motion<NumberList> {
    Motion(of: [numbers.timing].compactMap(\.self), tolerance: Animator.Tolerance.colors) { frame in
      let stops = self.stops(self.numbers.value(at: frame).numbers)
      return NumberList(
        numbers: stops.flatMap { [$0.location, $0.color.x, $0.color.y, $0.color.z, $0.color.w] })
    }
  }

  /// Returns the stops of a list that `stops` has.
  static func stops(_ list: NumberList) -> [Stop] {
    stride(from: 0, to: list.numbers.count, by: 5).map { index in
      let n = list.numbers[index..<index + 5].map(\.self)
      return Stop(location: n[0], color: RGBA(n[1], n[2], n[3], n[4]))
    }
  }

  /// Returns the stops of both lists together: a color where alpha has a stop, and the other way
  /// round.
  func stops(_ list: [Double]) -> [Stop] {
    let count = min(colorCount > 0 ? colorCount : list.count / 4, list.count / 4)
    guard count > 0 else { return [] }
    var colors: [Stop] = []
    for i in 0..<count {
      let n = Array(list[(i * 4)..<(i * 4 + 4)])
      colors.append(Stop(location: n[0], color: RGBA(n[1], n[2], n[3], 1)))
    }
    colors.sort { $0.location < $1.location }
    let rest = Array(list.dropFirst(count * 4))
    var alphas: [Stop] = []
    for i in 0..<(rest.count / 2) {
      alphas.append(Stop(location: rest[i * 2], color: RGBA(repeating: rest[i * 2 + 1])))
    }
    alphas.sort { $0.location < $1.location }
    guard !alphas.isEmpty else { return colors.map(Self.clamped) }
    return Self.merged(colors, alphas).map(Self.clamped)
  }

  /// Returns stops of colors and of alpha in order.
  ///
  /// Where both have one, that of alpha is the first, with the color before it, and that of the color
  /// the last, with the alpha after it: two stops at one place remain an edge.
  private static func merged(_ colors: [Stop], _ alphas: [Stop]) -> [Stop] {
    var result: [Stop] = []
    var rest = colors[...]
    func addColors(before end: Double) {
      while let next = rest.first, next.location < end {
        var stop = next
        stop.color.w = color(of: alphas, at: stop.location).w
        result.append(stop)
        rest.removeFirst()
      }
    }
    for alpha in alphas {
      addColors(before: alpha.location)
      var stop = Stop(
        location: alpha.location, color: color(of: colors, at: alpha.location, isBefore: true))
      stop.color.w = alpha.color.w
      result.append(stop)
    }
    addColors(before: .infinity)
    return result
  }

  private static func clamped(_ stop: Stop) -> Stop {
    Stop(
      location: min(max(stop.location, 0), 1),
      color: stop.color.clamped(lowerBound: .zero, upperBound: .one))
  }

  /// Returns the color at a location; at an edge, that after it or that before it.
  private static func color(
    of stops: [Stop], at location: Double, isBefore: Bool = false
  ) -> RGBA {
    var (next, end) = (0, stops.count)
    while next < end {
      let middle = (next + end) / 2
      let isNext =
        isBefore
        ? stops[middle].location >= location : stops[middle].location > location
      if isNext { end = middle } else { next = middle + 1 }
    }
    guard next < stops.count else { return stops[stops.count - 1].color }
    guard next > 0 else { return stops[0].color }
    let (a, b) = (stops[next - 1], stops[next])
    let length = b.location - a.location
    return a.color.mixed(
      with: b.color, at: SIMD4(repeating: length > 0 ? (location - a.location) / length : 0))
  }
}

import Foundation
import GlazeGeometry
import GlazeLayers
import GlazeTree

/// A drawn filter of a transition: an edge that passes over the layer and reveals the new content.
///
/// It defines two masks, whose sum is complete everywhere, and the color on the edge.
struct TransitionFilter {
  private let type: Type
  /// The direction of the edge, in radians from +x to +y of the layer.
  private let angle: Double
  /// The width of the edge or of a bar, in points.
  private let width: Double
  /// The delay of a bar after the one before, in points of its path.
  private let barOffset: Double
  /// The color of the edge; unpremultiplied, sRGB encoded.
  private let color: SIMD4<Float>
  /// The opacity of that color; above 1 its middle is a plateau.
  private let opacity: Double

  private enum `Type`: String {
    case swipe = "CISwipeTransition"
    case barsSwipe = "CIBarsSwipeTransition"
    case copyMachine = "CICopyMachineTransition"
  }

  /// Creates the filter; nil for one that fades: `CIDissolveTransition`, and every unknown one.
  init?(_ filter: CAFilter) {
    guard let type = Type(rawValue: filter.type),
      let described = FilterType.ofTransitions.first(where: { $0.name == filter.type })
    else { return nil }
    let inputs = FilterInputs(FilterValues(filter))
    func number(_ key: String) -> Double {
      described.inputs.first { $0.key == key }.map(inputs.number) ?? 0
    }
    self.type = type
    angle = number("inputAngle")
    width = min(max(number("inputWidth"), 0), Self.far)
    barOffset = min(max(number("inputBarOffset"), -Self.far), Self.far)
    color = described.inputs.first { $0.key == "inputColor" }.map(inputs.color) ?? .one
    opacity = max(number("inputOpacity"), 0)
  }

  /// Returns whether a type of filter is drawn as specified.
  static func isKnown(_ type: String) -> Bool {
    type == "CIDissolveTransition" || Type(rawValue: type) != nil
  }

  /// A distance, in points, that exceeds every visible path across a layer.
  private static let far: Double = 1e6
  private static let mostBars = 512

  /// The content of a mask, in a square around the middle of the layer's bounds.
  struct Mask {
    let square: CGRect
    var gradient: LayerGradient?
    var shape: LayerShape?
  }

  /// Returns the masks of the old and of the new content.
  ///
  /// - Parameter progress: The progress of the transition, in 0...1.
  func masks(of bounds: CGRect, progress: Double) -> (old: Mask, new: Mask) {
    let way = TransitionWay(angle: angle, bounds: bounds)
    switch type {
    case .swipe: return ramps(way, way.front(progress, width: width), width: width)
    case .copyMachine: return ramps(way, way.front(progress, width: width) - width / 2, width: 0)
    case .barsSwipe:
      let fronts = bars(way, progress)
      func mask(isNew: Bool) -> Mask {
        let path = way.staircase(fronts, isBehind: isNew)
        return Mask(square: way.square, shape: LayerShape(path: path, fill: SIMD4(0, 0, 0, 1)))
      }
      return (mask(isNew: false), mask(isNew: true))
    }
  }

  /// Returns the overlay of both; nil for none.
  func glow(of bounds: CGRect, progress: Double) -> Mask? {
    guard type != .barsSwipe, opacity > 0, color.w > 0, width > 0 else { return nil }
    let way = TransitionWay(angle: angle, bounds: bounds)
    let front = way.front(progress, width: width)
    // A peak of `opacity`, cut off at 1.
    let plateau = opacity > 1 ? width / 2 * (1 - 1 / opacity) : 0
    let middle = front - width / 2
    let stops: [(Double, Double)] = [
      (front - width, 0), (middle - plateau, 1), (middle + plateau, 1), (front, 0),
    ]
    return Mask(
      square: way.square,
      gradient: way.gradient(
        stops.map { at, share in
          (at, color.withAlpha(color.w * Float(share * min(opacity, 1))))
        }))
  }

  private func ramps(_ way: TransitionWay, _ front: Double, width: Double) -> (old: Mask, new: Mask)
  {
    func mask(_ behind: Float) -> Mask {
      Mask(
        square: way.square,
        gradient: way.gradient([
          (front - width, SIMD4(0, 0, 0, behind)), (front, SIMD4(0, 0, 0, 1 - behind)),
        ]))
    }
    return (mask(0), mask(1))
  }

  /// Returns the progress of each bar, in the order across the direction.
  private func bars(_ way: TransitionWay, _ progress: Double) -> [Double] {
    let count = min(
      max(Int(clamping: (way.breadth / max(width, 1e-3)).rounded(.up)), 1), Self.mostBars)
    let last = Double(count - 1) * barOffset
    let reach = way.length + abs(last)
    return (0..<count).map { index in
      way.start + reach * progress - Double(index) * barOffset + min(last, 0)
    }
  }
}

/// The path of an edge over a layer's bounds, as numbers along it and across it.
private struct TransitionWay {
  private let along: SIMD2<Double>
  private let middle: SIMD2<Double>
  /// The start of the bounds along the path, from their middle; their end has the same distance.
  let start: Double
  /// The length of the bounds across the path.
  let breadth: Double
  /// A size so large that it contains what sublayers show outside the bounds.
  let square: CGRect

  init(angle: Double, bounds: CGRect) {
    along = SIMD2(cos(angle), sin(angle))
    middle = SIMD2(Double(bounds.midX), Double(bounds.midY))
    let (width, height) = (Double(bounds.width), Double(bounds.height))
    start = -(abs(along.x) * width + abs(along.y) * height) / 2
    breadth = abs(along.y) * width + abs(along.x) * height
    let reach = 8 * (width + height + 1)
    square = CGRect(
      x: middle.x - reach, y: middle.y - reach, width: 2 * reach, height: 2 * reach)
  }

  var length: Double { -2 * start }

  /// Returns the position of an edge that enters with its front and leaves with its back.
  func front(_ progress: Double, width: Double) -> Double {
    start + (length + width) * progress
  }

  /// Returns colors at positions along the path, in order.
  func gradient(_ stops: [(Double, SIMD4<Float>)]) -> LayerGradient {
    let reach = Double(square.width) / 2
    let end = SIMD2(0.5, 0.5) + along / 2
    return LayerGradient(
      kind: .axial,
      stops: stops.map { at, color in
        .init(location: Float(min(max((at + reach) / (2 * reach), 0), 1)), color: color)
      }, start: CGPoint(x: 1 - end.x, y: 1 - end.y), end: CGPoint(x: end.x, y: end.y))
  }

  /// Returns the area behind the fronts of bars, or before them.
  ///
  /// If a bar has not entered, or has passed, that is all or nothing of it.
  func staircase(_ fronts: [Double], isBehind: Bool) -> CGPath {
    let far = Double(square.width) / 2
    let across = SIMD2(-along.y, along.x)
    func point(_ at: Double, _ side: Double) -> CGPoint {
      let p = middle + along * at + across * side
      return CGPoint(x: p.x, y: p.y)
    }
    let step = breadth / Double(fronts.count)
    let path = CGMutablePath()
    let side = isBehind ? -far : far
    path.move(to: point(side, -far))
    for (index, front) in fronts.enumerated() {
      let reached = front <= start ? -far : front >= -start ? far : front
      let (left, right) = (
        Double(index) * step - breadth / 2, Double(index + 1) * step - breadth / 2
      )
      path.addLine(to: point(reached, index == 0 ? -far : left))
      path.addLine(to: point(reached, index == fronts.count - 1 ? far : right))
    }
    path.addLine(to: point(side, far))
    path.closeSubpath()
    return path
  }
}

extension SIMD4<Float> {
  fileprivate func withAlpha(_ alpha: Float) -> SIMD4<Float> { SIMD4(x, y, z, alpha) }
}

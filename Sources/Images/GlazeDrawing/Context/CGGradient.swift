public import Foundation
public import GlazeGeometry

/// Colors along a line.
///
/// Between two locations, components are mixed in the gradient's space, not premultiplied. Without
/// a space, that is Generic RGB: colors outside it, such as a pure green of sRGB, become slightly
/// paler.
///
/// Observed: Apple header CGGradient.h. Images of gradients from Apple's `CALayer.render(in:)`
/// show, within one level, that Generic RGB has a gamma of 1.8 and clips colors. Alpha is mixed
/// separately, as in cairo and on the web.
public final class CGGradient: Sendable {
  /// A color and its location, 0 at the start and 1 at the end.
  struct Stop: Sendable {
    let location: Double
    let color: CGColor
  }

  /// The stops in the order of their locations, close enough that mixing in sRGB's encoding between
  /// them is nearly the same as mixing in the gradient's space.
  let stops: [Stop]

  /// Makes a gradient of colors; nil when there is none.
  ///
  /// - Parameters:
  ///   - space: the space in which colors are mixed, and to which they are clipped unless it is an
  ///     extended one; nil is Generic RGB. A space of patterns returns nil.
  ///   - colors: at least one.
  ///   - locations: one for each color, clamped to 0...1; nil spreads the colors evenly. Too few
  ///     return nil.
  public init?(colorsSpace space: CGColorSpace?, colors: [CGColor], locations: [CGFloat]?) {
    let space: CGColorSpace = space ?? .generic
    guard !colors.isEmpty, locations.map({ $0.count >= colors.count }) ?? true,
      space.model != .pattern
    else { return nil }
    let last = max(colors.count - 1, 1)
    let given = colors.enumerated().map { i, color in
      let location: CGFloat = locations?[i] ?? CGFloat(i) / CGFloat(last)
      return Stop(
        location: location.isNaN ? 0 : min(max(location.native, 0), 1), color: color)
    }
    let sorted = given.enumerated()
      .sorted { ($0.element.location, $0.offset) < ($1.element.location, $1.offset) }
    stops = GradientMixing(space: space).stops(sorted.map(\.element))
  }

  /// Makes a gradient of components; nil when there are too few or none.
  ///
  /// - Parameters:
  ///   - space: the space of the components.
  ///   - components: for each color, the space's components, then alpha.
  ///   - locations: one for each color, in 0...1; nil spreads the colors evenly.
  ///   - count: the number of colors.
  public convenience init?(
    colorSpace space: CGColorSpace, colorComponents components: [CGFloat],
    locations: [CGFloat]?, count: Int
  ) {
    let size = space.numberOfComponents + 1
    guard count > 0, components.count / size >= count else { return nil }
    let colors = (0..<count).compactMap { i in
      CGColor(colorSpace: space, components: Array(components[(i * size)..<((i + 1) * size)]))
    }
    guard colors.count == count else { return nil }
    self.init(colorsSpace: space, colors: colors, locations: locations)
  }
}

/// Approximates mixing in a space by mixing in sRGB's encoding with more stops.
private struct GradientMixing {
  let space: CGColorSpace
  /// The tolerated error of mixing in sRGB: less than a level of 8 bits.
  private static let tolerance: Float = 0.5 / 255
  /// The shortest part of a gradient that is given its own stop, which limits their number.
  private static let shortest: Double = 1.0 / 1024

  /// A color in the space, alpha last.
  private struct Point {
    let location: Double
    let components: [CGFloat]
    let color: CGColor
  }

  /// Adds stops between the given ones, in order, where mixing in sRGB would be visible.
  func stops(_ given: [CGGradient.Stop]) -> [CGGradient.Stop] {
    let points = given.map { stop in
      let color = stop.color.shown.converted(to: space, intent: .defaultIntent, options: nil)
      return point(stop.location, color?.components ?? [])
    }
    var result: [CGGradient.Stop] = []
    for (i, point) in points.enumerated() {
      if i > 0 { refine(points[i - 1], point, into: &result) }
      result.append(.init(location: point.location, color: point.color))
    }
    return result
  }

  private func point(_ location: Double, _ components: [CGFloat]) -> Point {
    Point(
      location: location, components: components,
      color: CGColor(colorSpace: space, components: components) ?? .clear)
  }

  private func mix(_ a: Point, _ b: Point, _ t: Double) -> Point {
    point(
      a.location + (b.location - a.location) * t,
      zip(a.components, b.components).map { $0 + ($1 - $0) * CGFloat(t) })
  }

  private func refine(_ a: Point, _ b: Point, into result: inout [CGGradient.Stop]) {
    guard b.location - a.location > Self.shortest, shows(a, b) else { return }
    let middle = mix(a, b, 0.5)
    refine(a, middle, into: &result)
    result.append(.init(location: middle.location, color: middle.color))
    refine(middle, b, into: &result)
  }

  /// Returns whether mixing in sRGB gives a visibly different color between two points.
  private func shows(_ a: Point, _ b: Point) -> Bool {
    let (from, to) = (a.color.extendedSRGB, b.color.extendedSRGB)
    return [0.25, 0.5, 0.75].contains { t in
      let difference = mix(a, b, t).color.extendedSRGB - (from + (to - from) * Float(t))
      return max(difference.max(), -difference.min()) > Self.tolerance
    }
  }
}

extension CGColor {
  /// The mean color of a pattern, which is in no space; any other color as it is.
  fileprivate var shown: CGColor {
    guard pattern != nil else { return self }
    let mean = extendedSRGB
    return CGColor(
      srgbRed: CGFloat(mean.x), green: CGFloat(mean.y), blue: CGFloat(mean.z),
      alpha: CGFloat(mean.w))
  }
}

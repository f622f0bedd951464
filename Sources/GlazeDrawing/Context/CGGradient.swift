public import Foundation
public import GlazeGeometry

/// Colours along a line.
///
/// Between two locations the components are mixed in sRGB's encoding, not premultiplied.
///
/// Observed: Apple header CGGradient.h. The space of mixing is cairo's and the web's.
public final class CGGradient: Sendable {
  /// A colour and where it is: 0 at the start, 1 at the end.
  struct Stop: Sendable {
    let location: Double
    let color: CGColor
  }

  let stops: [Stop]

  /// Makes a gradient of colours; nil when there is none.
  ///
  /// - Parameters:
  ///   - space: taken for Apple's signature; colours are mixed in sRGB's encoding whatever it is.
  ///   - colors: at least one.
  ///   - locations: one a colour in 0...1, limited to that; nil spreads the colours evenly. Too few
  ///     give nil.
  public init?(colorsSpace space: CGColorSpace?, colors: [CGColor], locations: [CGFloat]?) {
    guard !colors.isEmpty, locations.map({ $0.count >= colors.count }) ?? true else { return nil }
    let last = max(colors.count - 1, 1)
    stops = colors.enumerated().map { i, color in
      let location: CGFloat = locations?[i] ?? CGFloat(i) / CGFloat(last)
      return Stop(
        location: location.isNaN ? 0 : min(max(location.native, 0), 1), color: color)
    }
  }

  /// Makes a gradient of components; nil when they are too few or none.
  ///
  /// - Parameters:
  ///   - space: of the components.
  ///   - components: for each colour the space's components, then alpha.
  ///   - locations: one a colour in 0...1; nil spreads the colours evenly.
  ///   - count: how many colours there are.
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

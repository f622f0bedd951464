import Foundation
import GlazeGeometry
import GlazeTree

// What is done to the picture of a layer, and what fills it, as what is shown.

extension LayerShadow {
  /// nil for a layer that casts no shadow that could be seen.
  ///
  /// - Parameter path: What casts the shadow; nil for all of the layer.
  init?(_ state: LayerState, color: CGColor?, path: CGPath?) {
    guard state.shadowOpacity > 0, var color = color?.shown else { return nil }
    color.w *= min(state.shadowOpacity, 1)
    let offset = state.shadowOffset
    let radius = Double(state.shadowRadius)
    guard color.w > 0, radius.isFinite, offset.width.isFinite, offset.height.isFinite else {
      return nil
    }
    var path = path
    if path == nil, state.flags[.shadowPathIsBounds] {
      guard state.hasFiniteGeometry else { return nil }
      // As circles whatever the curve: behind a blur they look the same.
      var outline = RoundedBounds(state)
      outline.isContinuous = false
      path = outline.path
    }
    if let path, !path.elements.points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) {
      return nil
    }
    self.init(color: color, offset: offset, radius: max(0, radius), path: path)
  }
}

extension LayerEffects {
  /// nil for a layer that is drawn as it is.
  ///
  /// - Parameter isMask: Masks do not meet what is behind them.
  init?(
    _ state: LayerState, filters: [LayerFilter], backgroundFilters: [LayerFilter],
    blendMode: BlendMode, filtersBackdrop: Bool, isMask: @autoclosure () -> Bool
  ) {
    // Nearly all layers.
    if !state.flags[.shouldRasterize], filters.isEmpty, backgroundFilters.isEmpty,
      blendMode == .sourceOver
    {
      return nil
    }
    self.init()
    self.filters = filtersBackdrop ? [] : filters
    if !isMask() {
      self.backgroundFilters = backgroundFilters + (filtersBackdrop ? filters : [])
      self.blendMode = blendMode
    }
    if state.flags[.shouldRasterize] {
      let scale = Double(state.rasterizationScale)
      rasterizationScale = scale > 0 && scale.isFinite ? scale : 1
    }
    if self.filters.isEmpty, self.backgroundFilters.isEmpty, self.blendMode == .sourceOver,
      rasterizationScale == nil
    {
      return nil
    }
  }
}

extension LayerGradient {
  /// nil for a gradient that shows nothing.
  init?(
    colors: [Any]?, locations: [NSNumber]?, start: CGPoint, end: CGPoint,
    type: CAGradientLayerType
  ) {
    let colors = (colors ?? []).compactMap { ($0 as? CGColor)?.shown }
    let kind: Kind =
      switch type {
      case .radial: .radial
      case .conic: .conic
      default: .axial
      }
    guard !colors.isEmpty, start.x.isFinite, start.y.isFinite, end.x.isFinite, end.y.isFinite else {
      return nil
    }
    // An ellipse without a width or a height.
    if kind == .radial, start.x == end.x || start.y == end.y { return nil }
    self.init(
      kind: kind, stops: Self.stops(colors, locations?.map(\.doubleValue)), start: start, end: end)
  }

  private static func stops(_ colors: [SIMD4<Float>], _ locations: [Double]?) -> [Stop] {
    let last = Double(max(colors.count - 1, 1))
    var reached = 0.0
    return colors.enumerated().map { index, color in
      let location =
        if let locations, locations.count == colors.count { locations[index] } else {
          Double(index) / last
        }
      // A NaN compares false: it stays where the stop before is.
      if location > reached { reached = min(location, 1) }
      return Stop(location: Float(reached), color: color)
    }
  }
}

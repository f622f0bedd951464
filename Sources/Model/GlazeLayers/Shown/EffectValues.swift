import Foundation
package import GlazeGeometry
package import GlazeTree

// The effects on a layer's image, and its gradient, as drawn values.

extension LayerShadow {
  /// Creates the values; nil for a layer that casts no visible shadow.
  ///
  /// - Parameter path: The outline that casts the shadow; nil for the whole layer.
  package init?(_ state: LayerState, color: CGColor?, path: CGPath?) {
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
      // Corners are circular whatever the curve: behind a blur they look the same.
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
  /// Creates the values; nil for a layer that is drawn without effects.
  ///
  /// - Parameter isMask: Whether the layer is a mask, which does not blend with the content behind
  ///   it.
  package init?(
    _ state: LayerState, filters: [LayerFilter], backgroundFilters: [LayerFilter],
    blendMode: BlendMode, filtersBackdrop: Bool, isMask: @autoclosure () -> Bool
  ) {
    // This is the case for nearly all layers.
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
  /// Creates the values; nil for a gradient that shows nothing.
  package init?(_ record: borrowing GradientRecord) {
    let colors = (record.colors ?? []).compactMap { ($0 as? CGColor)?.shown }
    let (start, end) = (record.startPoint, record.endPoint)
    let kind: Kind =
      switch record.type {
      case .radial: .radial
      case .conic: .conic
      default: .axial
      }
    guard !colors.isEmpty, start.x.isFinite, start.y.isFinite, end.x.isFinite, end.y.isFinite else {
      return nil
    }
    // The ellipse has no width or no height.
    if kind == .radial, start.x == end.x || start.y == end.y { return nil }
    self.init(
      kind: kind, stops: Self.stops(colors, record.locations?.map(\.doubleValue)), start: start,
      end: end)
  }

  private static func stops(_ colors: [SIMD4<Float>], _ locations: [Double]?) -> [Stop] {
    let last = Double(max(colors.count - 1, 1))
    var reached = 0.0
    return colors.enumerated().map { index, color in
      let location =
        if let locations, locations.count == colors.count { locations[index] } else {
          Double(index) / last
        }
      // A NaN compares as false: it is placed at the stop before.
      if location > reached { reached = min(location, 1) }
      return Stop(location: Float(reached), color: color)
    }
  }
}

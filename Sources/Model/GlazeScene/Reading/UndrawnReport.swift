import Foundation
import GlazeLayers
import GlazeText

/// Reports the features that a document requests but Glaze does not draw yet, each kind once.
///
/// Only the property table defines which properties are drawn.
final class UndrawnReport {
  private let log: DiagnosticLog
  private var pristine = PristineObjects()

  init(log: DiagnosticLog) {
    self.log = log
  }

  /// Reports a layer's class when its special features are not drawn.
  func check(
    classOf layer: CALayer, at location: @autoclosure () -> Location
  ) {
    guard !layer.properties.isClassDrawn else { return }
    log.warn(.notDrawn(layer.properties.className), at: location())
  }

  /// Returns whether a property may be one that is not drawn.
  func suspects(_ property: LayerProperty) -> Bool {
    switch property.kind {
    case .filters, .filter: true
    default: !property.isDrawn
    }
  }

  /// Reports a property that was set, would be visible and is not drawn, and unknown filters.
  func check(
    _ property: LayerProperty, of layer: CALayer, at location: @autoclosure () -> Location
  ) {
    if property.kind == .filters || property.kind == .filter {
      for feature in layer.undrawnFilters { log.warn(.leftOut(feature), at: location()) }
    }
    guard !property.isDrawn, PropertyTable.layer[property.name] != nil,
      differsFromDefault(property, layer)
    else { return }
    log.warn(.notDrawn(property.name), at: location())
  }

  private func differsFromDefault(_ property: LayerProperty, _ layer: CALayer) -> Bool {
    guard property.isValue else {
      if let list = property.readObject(layer) as? [Any] { return !list.isEmpty }
      return property.readObject(layer) != nil
    }
    return property.read(layer) != property.read(pristine[layer.properties])
  }
}

import Foundation
import GlazeLayers
import GlazeText

/// Tells once for each kind what a document asks for and is not drawn yet.
///
/// What is drawn is written in the property table and nowhere else.
final class UndrawnReport {
  private let log: DiagnosticLog
  private var plain: [String: CALayer] = [:]

  init(log: DiagnosticLog) {
    self.log = log
  }

  /// Reports a layer's class when what makes it special is not drawn.
  func check(
    classOf layer: CALayer, at location: @autoclosure () -> Location
  ) {
    guard !layer.properties.isClassDrawn else { return }
    log.warn(.notDrawn(layer.properties.className), at: location())
  }

  /// Reports a property that was set, when it is not drawn and would show, and filters that are not
  /// known.
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
    let name = layer.properties.className
    let fresh = plain[name] ?? CALayer.make(className: name) ?? CALayer()
    plain[name] = fresh
    guard property.isValue else {
      if let list = property.readObject(layer) as? [Any] { return !list.isEmpty }
      return property.readObject(layer) != nil
    }
    return property.read(layer) != property.read(fresh)
  }
}

import Foundation
import GlazeGeometry
import GlazeLayers

extension NodeField {
  /// The property of layers whose values it shows.
  var property: LayerProperty { Self.properties[Int(rawValue)] }

  /// The properties, in the order of the fields; each field has one.
  private static let properties = PropertyTable.layer.properties
    .compactMap { property in property.nodeField.map { (field: $0, property: property) } }
    .sorted { $0.field.rawValue < $1.field.rawValue }
    .map(\.property)

  /// Returns the layer's own value, as the row of the property reads it; nil for a matrix.
  ///
  /// Commits read it for each layer that moves, which a key path would make slow.
  func numbers(of layer: CALayer) -> SIMD4<Double>? {
    switch self {
    case .position: SIMD4(layer.state.position.x.native, layer.state.position.y.native, 0, 0)
    case .bounds: SIMD4(layer.state.bounds)
    case .anchorPoint:
      SIMD4(layer.state.anchorPoint.x.native, layer.state.anchorPoint.y.native, 0, 0)
    case .zPosition: SIMD4(layer.state.zPosition.native, 0, 0, 0)
    case .opacity: SIMD4(Double(layer.state.opacity), 0, 0, 0)
    case .backgroundColor:
      layer.objects.backgroundColor.map { SIMD4($0.extendedSRGB) } ?? .noColor
    case .cornerRadius: SIMD4(layer.state.cornerRadius.native, 0, 0, 0)
    case .transform, .sublayerTransform: nil
    }
  }
}

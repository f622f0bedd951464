import GlazeLayers

/// The kind of an animation's values.
enum AnimatedKind {
  /// Returns the kind of the values of an animation of a key path; nil when the path leads to
  /// nothing that is known.
  ///
  /// - Parameters:
  ///   - valueFunction: the name of the function that converts the values to matrices.
  ///   - table: the properties of the animated layer.
  static func kind(
    ofKeyPath keyPath: String, valueFunction: String?, in table: PropertyTable
  ) -> PropertyKind? {
    switch valueFunction {
    case nil: break
    case "scale", "translate": return .array(.double)
    default: return .double
    }
    switch PropertyPath(keyPath, in: table) {
    case .property(let property): return property.kind
    case .component(_, let component): return component.kind
    case .inside(let property, _, let rest):
      switch property.kind {
      case .filter, .filters: return CAFilter.kind(ofInput: rest)
      case .cells:
        return kind(ofKeyPath: rest, valueFunction: nil, in: .emitterCell)
      default: return nil
      }
    case .unknown: return nil
    }
  }
}

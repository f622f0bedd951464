import GlazeLayers

/// What the values of an animation are made of.
enum AnimatedKind {
  /// The kind of the values that an animation of a key path moves through; nil when the path leads to
  /// nothing that is known.
  ///
  /// - Parameters:
  ///   - valueFunction: the name of the function that makes matrices of the values.
  ///   - table: the properties of the layer that is animated.
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

import GlazeLayers

/// The role of a member of a layer, by its name.
enum MemberRole {
  /// Animations, behaviors, states and transitions.
  case motion
  /// A private property of Apple's with a visible effect.
  case hidden
  case property(LayerProperty)
  /// A property that depends on others and is set after them: `frame`.
  case derived(LayerProperty)
  /// A part of a property.
  case component(LayerProperty, PropertyComponent)
  case unknown

  /// A Boolean value that indicates whether a layer holds what the member says.
  var isHeld: Bool {
    switch self {
    case .motion, .property, .derived, .component: true
    case .hidden, .unknown: false
    }
  }

  init(_ name: String, in properties: PropertyTable, motion: Set<String>) {
    if motion.contains(name) {
      self = .motion
    } else if CAMLVocabulary.privateProperties[name] != nil {
      self = .hidden
    } else {
      self =
        switch PropertyPath(name, in: properties) {
        case .property(let property) where property.name == "frame": .derived(property)
        case .property(let property): .property(property)
        case .component(let property, let component): .component(property, component)
        case .inside, .unknown: .unknown
        }
    }
  }
}

/// The roles of the members of one class of layers.
///
/// A document has few names and many members, so that one search must be enough for each.
final class MemberRoles {
  private let properties: PropertyTable
  private let motion: Set<String>
  private var roles: [String: MemberRole] = [:]

  init(_ properties: PropertyTable, motion: Set<String>) {
    (self.properties, self.motion) = (properties, motion)
  }

  subscript(name: String) -> MemberRole {
    if let role = roles[name] { return role }
    let role = MemberRole(name, in: properties, motion: motion)
    roles[name] = role
    return role
  }
}

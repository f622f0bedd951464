import Foundation
package import GlazeDrawing
import GlazeGeometry
import GlazeTree

/// A feature that a layer requests and that is omitted from the image.
package enum UndrawnFeature: Hashable, Sendable, CustomStringConvertible {
  /// A filter of an unknown type, or an object that is not a `CAFilter`.
  case filter(type: String)
  /// A compositing filter of an unknown type; source over replaces it.
  case compositingFilter(type: String)
  /// An input that a filter of this type ignores, or cannot read.
  case filterInput(String, type: String)
  /// Geometry with a number that is not finite.
  case geometry
  /// A transition with a filter; a fade replaces it.
  case transitionFilter(type: String)
  /// The mask of a mask.
  case maskOfMask
  /// An animation of a property that cannot be animated, or with values that cannot be read.
  case animation(keyPath: String)
  /// A layer that does not follow another one as specified, and the reason.
  case matchMove(String)
  /// A replicator with more animated copies than can be delayed.
  case lateCopies(limit: Int)
  /// A font that is not installed.
  case font(FontSubstitution)
  /// A layer whose backing store could not be made.
  case backing(DrawingError)

  /// A key of an emitter layer that Apple's files contain and no header describes.
  case emitterKey(String)
  /// Emitter cells that emit cells beyond this depth.
  case cellsTooDeep(limit: Int)
  /// An emitter with more cells than this.
  case tooManyCells(limit: Int)
  /// A frame with more particles than this.
  case tooManyParticles(limit: Int)

  /// A Boolean value that indicates whether a layer could not draw itself because a library is not
  /// installed.
  package var isMissingLibrary: Bool {
    guard case .backing(let error) = self, case .missingLibrary = error else { return false }
    return true
  }

  /// A description of the feature and of its replacement, in one line.
  package var description: String { text.description }

  private var text: MessageText {
    switch self {
    case .filter(let type):
      "the filter \"\(type)\" is unknown; it is skipped, and files retain it"
    case .compositingFilter(let type):
      "the compositing filter \"\(type)\" is unknown; source over is used instead"
    case .filterInput(let input, let type):
      "\(input) of the filter \"\(type)\" is not supported; it is ignored"
    case .transitionFilter(let type):
      "the filter \"\(type)\" of a transition is unknown; the transition fades"
    case .font(let substitution): "\(message: substitution)"
    case .backing(let error): "\(message: error)"
    case .animation(let keyPath):
      "the animation of \"\(keyPath)\" is ignored: the property cannot be animated, or not with these values"
    case .matchMove(let reason): "a CAMatchMoveAnimation is not drawn as specified: \(reason)"
    case .lateCopies(let limit):
      "instanceDelay is ignored: its copies have more than \(limit) layers"
    case .emitterKey(let key): "\(key) of emitter layers is not drawn; it is ignored"
    case .cellsTooDeep(let limit):
      "emitter cells nest deeper than \(limit) levels; those below emit nothing"
    case .tooManyCells(let limit): "an emitter has more than \(limit) cells; the rest emit nothing"
    case .tooManyParticles(let limit):
      "a frame has more than \(limit) particles; the oldest are omitted"
    case .geometry:
      "bounds, position, anchor or a transform is not finite, bounds begin beyond 1e12 or exceed 1e30; the layer and its sublayers are not drawn"
    case .maskOfMask: "a mask's own mask is ignored; give it to a sublayer of the mask"
    }
  }
}

// Filters are read when they are set: later changes of the filter objects never show, even if the
// layer is committed again for another reason.
extension CALayer {
  final func setFilters(_ newValue: [Any]?) {
    objects.filters = newValue
    objects.filterSteps = Self.steps(newValue)
    noteChange(.effects)
  }

  final func setBackgroundFilters(_ newValue: [Any]?) {
    objects.backgroundFilters = newValue
    objects.backgroundFilterSteps = Self.steps(newValue)
    noteChange(.effects)
  }

  final func setCompositingFilter(_ newValue: Any?) {
    let value = PropertyValue.unwrapped(newValue)
    objects.compositingFilter = value
    objects.blendMode = Self.compositingType(value).flatMap(BlendMode.init) ?? .sourceOver
    noteChange(.effects)
  }

  private static func steps(_ filters: [Any]?) -> [LayerFilter] {
    (filters ?? []).compactMap { filter in
      (filter as? CAFilter).flatMap { FilterValues($0).step }
    }
  }

  /// Returns the type of an active compositing filter; nil for none, and for a disabled one.
  private static func compositingType(_ value: Any?) -> String? {
    switch value {
    case nil: nil
    case let filter as CAFilter: filter.isEnabled ? filter.type : nil
    case let name as String: name
    case let name as NSString: name.description
    case let other?: "\(Swift.type(of: other))"
    }
  }

  /// The problems of the layer's filters, one for each occurrence.
  package final var undrawnFilters: [UndrawnFeature] {
    if objects.filters == nil, objects.backgroundFilters == nil, objects.compositingFilter == nil {
      return []
    }
    if isTransformOnly { return [] }
    var result: [UndrawnFeature] = []
    for filter in (objects.filters ?? []) + (objects.backgroundFilters ?? []) {
      guard let filter = filter as? CAFilter else {
        result.append(.filter(type: "\(Swift.type(of: filter))"))
        continue
      }
      if filter.isEnabled { result += Self.undrawn(of: filter) }
    }
    if let type = Self.compositingType(objects.compositingFilter),
      BlendMode(filterType: type) == nil
    {
      result.append(.compositingFilter(type: type))
    }
    return result
  }

  private static func undrawn(of filter: CAFilter) -> [UndrawnFeature] {
    guard let type = FilterType.byName[filter.type] else {
      return [.filter(type: filter.type)]
    }
    return filter.inputKeys.compactMap { key in
      if FilterType.silentInputs.contains(key) { return nil }
      let value = filter.value(forKey: key)
      if let input = type.inputs.first(where: { $0.key == key }) {
        let isReadable = PropertyValue(value, as: input.kind) != nil
        return isReadable ? nil : .filterInput(key, type: filter.type)
      }
      // These switches are off.
      if let value, PropertyValue.double(of: value) == 0 { return nil }
      return .filterInput(key, type: filter.type)
    }
  }

  /// A Boolean value that indicates whether the layer masks another one.
  package final var isMask: Bool { owner?.maskLayer === self }

  /// A Boolean value that indicates whether blend modes inside the layer only affect the layer's
  /// own content; default true.
  ///
  /// Observed: Apple's own files contain it; it is in no public header. For UIKit's layers it is
  /// false.
  package final var allowsGroupBlending: Bool {
    get { state.flags[.allowsGroupBlending] }
    set {
      change("allowsGroupBlending", .appearance, allowsGroupBlending != newValue) {
        state.flags[.allowsGroupBlending] = newValue
      }
    }
  }

  /// A Boolean value that indicates whether the rounded bounds cast the shadow if there is no
  /// `shadowPath`; default false.
  package final var shadowPathIsBounds: Bool {
    get { state.flags[.shadowPathIsBounds] }
    set {
      change("shadowPathIsBounds", .shadow, shadowPathIsBounds != newValue) {
        state.flags[.shadowPathIsBounds] = newValue
      }
    }
  }
}

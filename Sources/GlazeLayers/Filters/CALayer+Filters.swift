import Foundation
package import GlazeDrawing
import GlazeGeometry
import GlazeTree

/// Something that a layer asks for and that is left out of the picture.
package enum UndrawnFeature: Hashable, Sendable, CustomStringConvertible {
  /// A filter of a type that is not known, or an object that is no `CAFilter`.
  case filter(type: String)
  /// A compositing filter of a type that is not known; source over stands for it.
  case compositingFilter(type: String)
  /// An input that a filter of this type ignores, or cannot read.
  case filterInput(String, type: String)
  /// Geometry with a number that is not finite.
  case geometry
  /// A transition by a filter; a fade stands for it.
  case transitionFilter(type: String)
  /// The mask of a mask.
  case maskOfMask
  /// An animation of something that cannot be animated, or with values that cannot be read.
  case animation(keyPath: String)
  /// A layer that does not follow another one as it says, and why.
  case matchMove(String)
  /// A replicator with more animated copies than can run late.
  case lateCopies(limit: Int)
  /// A font that is not installed.
  case font(FontSubstitution)
  /// A layer whose backing store could not be made.
  case backing(DrawingError)

  /// A key of an emitter layer that Apple's files have and no header describes.
  case emitterKey(String)
  /// Emitter cells that emit cells, deeper than this.
  case cellsTooDeep(limit: Int)
  /// An emitter with more cells than this.
  case tooManyCells(limit: Int)
  /// A frame with more particles than this.
  case tooManyParticles(limit: Int)

  /// Whether a layer could not draw itself because a library is not installed.
  var isMissingLibrary: Bool {
    guard case .backing(let error) = self, case .missingLibrary = error else { return false }
    return true
  }

  /// What it is and what happens instead, in one line.
  package var description: String { text.description }

  private var text: MessageText {
    switch self {
    case .filter(let type):
      "the filter \"\(type)\" is not known; the others act without it, and files keep it"
    case .compositingFilter(let type):
      "the compositing filter \"\(type)\" is not known; source over stands for it"
    case .filterInput(let input, let type):
      "\(input) of the filter \"\(type)\" is not drawn; it is ignored"
    case .transitionFilter(let type):
      "the filter \"\(type)\" of a transition is not known; it fades"
    case .font(let substitution): "\(message: substitution)"
    case .backing(let error): "\(message: error)"
    case .animation(let keyPath):
      "the animation of \"\(keyPath)\" is ignored: it cannot be animated, or not with these values"
    case .matchMove(let reason): "a CAMatchMoveAnimation is not drawn as it says: \(reason)"
    case .lateCopies(let limit):
      "instanceDelay is ignored: its copies have more than \(limit) layers"
    case .emitterKey(let key): "\(key) of emitter layers is not drawn; it is ignored"
    case .cellsTooDeep(let limit):
      "emitter cells nest deeper than \(limit) levels; those below emit nothing"
    case .tooManyCells(let limit): "an emitter has more than \(limit) cells; the rest emit nothing"
    case .tooManyParticles(let limit):
      "a frame has more than \(limit) particles; some are left out, the oldest first"
    case .geometry:
      "bounds, position, anchor or a transform is not finite, bounds begin beyond 1e12 or exceed 1e30; the layer is not drawn, nor what is in it"
    case .maskOfMask: "a mask's own mask is ignored; give it to a layer inside of the mask"
    }
  }
}

// Filters are read when they are set: what a program does to them afterwards never shows, whatever
// else makes the layer be committed again.
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

  /// The type of a compositing filter that does something; nil for none, and for a disabled one.
  private static func compositingType(_ value: Any?) -> String? {
    switch value {
    case nil: nil
    case let filter as CAFilter: filter.isEnabled ? filter.type : nil
    case let name as String: name
    case let name as NSString: name.description
    case let other?: "\(Swift.type(of: other))"
    }
  }

  /// What the layer's filters ask for and is left out, each once for each time that it is there.
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
    guard let recipe = FilterRecipe.byType[filter.type] else {
      return [.filter(type: filter.type)]
    }
    return filter.inputKeys.compactMap { key in
      if FilterRecipe.silentInputs.contains(key) { return nil }
      let value = filter.value(forKey: key)
      if recipe.inputs.contains(key) {
        let isReadable = PropertyValue(value, as: CAFilter.kind(ofInput: key)) != nil
        return isReadable ? nil : .filterInput(key, type: filter.type)
      }
      // Switches that are off.
      if let value, PropertyValue.double(of: value) == 0 { return nil }
      return .filterInput(key, type: filter.type)
    }
  }

  /// Whether the layer masks another one.
  final var isMask: Bool { owner?.maskLayer === self }

  /// Whether blend modes inside of the layer meet only what the layer itself holds; default true.
  ///
  /// Observed: Apple's own files have it; it is in no public header. UIKit's layers say false.
  package final var allowsGroupBlending: Bool {
    get { state.flags[.allowsGroupBlending] }
    set {
      change("allowsGroupBlending", .appearance, allowsGroupBlending != newValue) {
        state.flags[.allowsGroupBlending] = newValue
      }
    }
  }

  /// Whether the shadow is cast by the rounded bounds, where there is no `shadowPath`; default
  /// false.
  package final var shadowPathIsBounds: Bool {
    get { state.flags[.shadowPathIsBounds] }
    set {
      state.flags[.shadowPathIsBounds] = newValue
      noteChange(.shadow)
    }
  }
}

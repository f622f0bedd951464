import Foundation
import GlazeAnimation
import GlazeGeometry
import GlazeLayers

/// Reads the animations of a layer and groups them by their targets.
struct TrackBuilder {
  private let layer: CALayer
  private(set) var tracks: [AnimationTrack] = []
  private(set) var clocks = AnimationClock.onlyOfLayer
  private(set) var followers: [Follower] = []
  private(set) var problems: [UndrawnFeature] = []
  /// The key paths that have a problem.
  private var noted: Set<String> = []
  /// The track of each animated key path, once there are many.
  private var indices: [String: Int] = [:]

  init(_ layer: CALayer) { self.layer = layer }

  /// Adds the animation of a change by default.
  mutating func add(_ animation: ImplicitAnimation) {
    guard let index = track(of: .property(animation.property)),
      let steps = tracks[index].content.steps(of: animation)
    else { return note(animation.property.name) }
    tracks[index].content = steps
  }

  /// Adds an animation that runs by a clock.
  mutating func add(_ animation: CAAnimation, _ timing: MediaTiming, clock: Int32) {
    switch animation {
    case let group as CAAnimationGroup:
      let own = Int32(clocks.count)
      clocks.append(AnimationClock(parent: clock, mapping: .group(timing, Easing(group))))
      for member in group.animations ?? [] {
        var timing = member.timing
        // This handles NaN, too.
        if !(timing.duration > 0) { timing.duration = group.duration }
        add(member, timing, clock: own)
      }
    case let animation as CAPropertyAnimation: add(animation, timing, clock)
    case let animation as CAMatchMoveAnimation:
      if animation.targetsSuperlayer { problems.append(.matchMove("it targets the superlayer")) }
      guard let follower = Follower(animation, timing, clock: clock, of: layer) else {
        problems.append(.matchMove("its source is no other layer of the tree"))
        return
      }
      followers.append(follower)
    default: break
    }
  }

  private mutating func add(
    _ animation: CAPropertyAnimation, _ timing: MediaTiming, _ clock: Int32
  ) {
    guard let keyPath = animation.keyPath, !keyPath.isEmpty else { return }
    let source = Source(animation, timing)
    guard let (target, component) = target(of: keyPath, source), let index = track(of: target)
    else { return note(keyPath) }
    let isRead =
      switch tracks[index].content.base {
      case .numbers(let base): addNumbers(source, clock, index, base, component?.lanes, target.kind)
      case .transform(let base): addTransform(source, clock, index, base, component)
      case .object(let base): addObject(source, clock, index, base, target.kind)
      }
    if !isRead { note(keyPath) }
  }

  private mutating func note(_ keyPath: String) {
    if noted.insert(keyPath).inserted { problems.append(.animation(keyPath: keyPath)) }
  }

  // MARK: Targets

  /// Returns the target of a key path in the layer; nil if it cannot have a value.
  private func target(
    of keyPath: String, _ source: Source
  ) -> (AnimationTarget, PropertyComponent?)? {
    switch PropertyPath(keyPath, in: layer.properties) {
    case .property(let property): return (.property(property), nil)
    case .component(let property, let component): return (.property(property), component)
    case .inside(let property, let name, let rest):
      guard let kind = kind(of: property, rest, source) else { return nil }
      return (.inside(property, name: name, path: rest, kind: kind), nil)
    case .unknown(let key):
      guard let kind = source.kind ?? PropertyKind(of: layer.value(forKeyPath: key)) else {
        return nil
      }
      return (.custom(key, kind: kind), nil)
    }
  }

  private func kind(
    of property: LayerProperty, _ path: String, _ source: Source
  ) -> PropertyKind? {
    switch property.kind {
    case .filter, .filters:
      let kind = CAFilter.kind(ofInput: path)
      if path == "enabled" { return .bool }
      return kind == .object ? source.kind : kind
    case .cells:
      switch PropertyPath(path, in: .emitterCell) {
      case .property(let inner): return inner.kind
      case .component(_, let component): return component.kind
      case .inside, .unknown: return source.kind
      }
    // Paths into other layers are not animated.
    default: return nil
    }
  }

  /// Returns the track of a target, creating it the first time; nil if there is no initial value.
  private mutating func track(of target: AnimationTarget) -> Int? {
    if let index = index(of: target.keyPath) { return index }
    let content: AnimationTrack.Content
    switch (TrackForm(target.kind), base(of: target)) {
    case (.numbers, let base?):
      guard let numbers = SIMD4(base) else { return nil }
      content = .numbers(base: numbers, [])
    case (.transform, .transform(let matrix)?): content = .transform(base: matrix, [])
    case (.object, let base?):
      guard let object = ObjectValue(base) else { return nil }
      content = .object(base: object, [])
    default: return nil
    }
    tracks.append(AnimationTrack(target: target, content: content))
    return tracks.count - 1
  }

  private mutating func index(of keyPath: String) -> Int? {
    guard tracks.count > 8 else { return tracks.firstIndex { $0.target.keyPath == keyPath } }
    for index in indices.count..<tracks.count { indices[tracks[index].target.keyPath] = index }
    return indices[keyPath]
  }

  /// Returns the layer's own value; a subclass may answer for its keys itself.
  private func base(of target: AnimationTarget) -> PropertyValue? {
    switch target {
    case .property(let property) where layer.isOfForeignClass:
      PropertyValue(layer.value(forKeyPath: property.name), as: property.kind)
    case .property(let property) where property.isValue: property.read(layer)
    case .property(let property): PropertyValue(property.readObject(layer), as: property.kind)
    case .inside, .custom: PropertyValue(layer.value(forKeyPath: target.keyPath), as: target.kind)
    }
  }

  // MARK: Steps

  private mutating func addNumbers(
    _ source: Source, _ clock: Int32, _ index: Int, _ base: SIMD4<Double>, _ lanes: Range<Int>?,
    _ kind: PropertyKind
  ) -> Bool {
    let offset = lanes?.lowerBound ?? 0
    let partKind: PropertyKind =
      lanes.map { $0.count == 1 ? .double : offset == 0 ? .point : .size } ?? kind
    guard
      var animation = source.animation({
        PropertyValue($0, as: partKind).flatMap { SIMD4<Double>($0) }?.moved(by: offset)
      })
    else { return false }
    // The first step applies to the layer's own value, which does not move.
    if tracks[index].content.isEmpty { animation.source = animation.source.resolved(over: base) }
    let bits = (lanes ?? 0..<4).reduce(UInt8(0)) { $0 | 1 << UInt8($1) }
    tracks[index].content.append(NumberStep(clock: clock, lanes: bits, animation: animation))
    addRotation(source, clock)
    return true
  }

  /// An animation along a path may rotate the layer with it.
  private mutating func addRotation(_ source: Source, _ clock: Int32) {
    guard let motion = source.rotatingMotion, let property = layer.properties["transform"],
      let index = track(of: .property(property))
    else { return }
    let animation = ValueAnimation<CATransform3D>(
      timing: source.timing, easing: source.easing, source: .motion(motion), isAdditive: true)
    tracks[index].content.append(TransformStep(clock: clock, action: .matrix(animation)))
  }

  private mutating func addTransform(
    _ source: Source, _ clock: Int32, _ index: Int, _ base: CATransform3D,
    _ component: PropertyComponent?
  ) -> Bool {
    let action: TransformStep.Action
    if let function = source.function {
      guard let animation = source.animation({ Self.arguments(of: function, $0) }) else {
        return false
      }
      action = .function(function, animation)
    } else if let component {
      guard
        var animation = source.animation({
          PropertyValue($0, as: component.kind).flatMap { SIMD4<Double>($0) }
        })
      else { return false }
      if tracks[index].content.isEmpty {
        let parts = TransformComponents(base)
        animation.source = animation.source.resolved(over: parts[component])
      }
      action = .component(component, animation)
    } else {
      guard
        var animation = source.animation({ value -> CATransform3D? in
          guard case .transform(let matrix)? = PropertyValue(value, as: .transform) else {
            return nil
          }
          return matrix
        })
      else { return false }
      if tracks[index].content.isEmpty { animation.source = animation.source.resolved(over: base) }
      action = .matrix(animation)
    }
    tracks[index].content.append(TransformStep(clock: clock, action: action))
    return true
  }

  /// Returns the number, or the array of three, that a value function takes.
  private static func arguments(of function: ValueFunction, _ value: Any) -> SIMD4<Double>? {
    if function.argumentCount == 1 {
      return PropertyValue(value, as: .double).flatMap { SIMD4<Double>($0) }
    }
    guard case .array(let list)? = PropertyValue(value, as: .array(.double)) else { return nil }
    let numbers = list.compactMap(\.double)
    guard numbers.count == function.argumentCount else { return nil }
    return SIMD4(numbers[0], numbers[1], numbers[2], 0)
  }

  private mutating func addObject(
    _ source: Source, _ clock: Int32, _ index: Int, _ base: ObjectValue, _ kind: PropertyKind
  ) -> Bool {
    guard
      var animation = source.animation({
        PropertyValue($0, as: kind).flatMap { ObjectValue($0) }
      })
    else { return false }
    if tracks[index].content.isEmpty { animation.source = animation.source.resolved(over: base) }
    tracks[index].content.append(ObjectStep(clock: clock, animation: animation))
    return animation.source.isContinuous
  }
}

extension TrackBuilder {
  /// The content of an animation before the type of its values is known.
  struct Source {
    let animation: CAPropertyAnimation
    let timing: MediaTiming
    let easing: Easing

    init(_ animation: CAPropertyAnimation, _ timing: MediaTiming) {
      self.animation = animation
      self.timing = timing
      easing = Easing(animation)
    }

    var function: ValueFunction? {
      animation.valueFunction.flatMap { ValueFunction(rawValue: $0.name.rawValue) }
    }

    /// The kind of the first value.
    var kind: PropertyKind? {
      if let basic = animation as? CABasicAnimation {
        return PropertyKind(of: basic.fromValue ?? basic.toValue ?? basic.byValue)
      }
      return PropertyKind(of: (animation as? CAKeyframeAnimation)?.values?.first)
    }

    /// The path, for animations that rotate with it.
    var rotatingMotion: PathMotion? {
      guard let keyframes = animation as? CAKeyframeAnimation,
        keyframes.rotationMode.flatMap(RotationMode.init) != nil
      else { return nil }
      return keyframes.motion
    }

    /// Returns the animation with values of a type; nil if a value is not of that type.
    func animation<Value>(_ read: (Any) -> Value?) -> ValueAnimation<Value>? {
      let source: AnimationSource<Value>?
      switch animation {
      case let basic as CABasicAnimation: source = Self.source(of: basic, read)
      case let keyframes as CAKeyframeAnimation: source = Self.source(of: keyframes, read)
      default: source = .nothing
      }
      guard let source else { return nil }
      return ValueAnimation(
        timing: timing, easing: easing, source: source, isAdditive: animation.isAdditive,
        isCumulative: animation.isCumulative)
    }

    private static func source<Value>(
      of basic: CABasicAnimation, _ read: (Any) -> Value?
    ) -> AnimationSource<Value>? {
      let given = [basic.fromValue, basic.toValue, basic.byValue]
      let values = given.map { $0.flatMap(read) }
      guard zip(given, values).allSatisfy({ ($0 == nil) == ($1 == nil) }) else { return nil }
      return AnimationSource(from: values[0], to: values[1], by: values[2])
    }

    private static func source<Value>(
      of keyframes: CAKeyframeAnimation, _ read: (Any) -> Value?
    ) -> AnimationSource<Value>? {
      // A path overrides values, for properties that can follow a path.
      if Value.self == SIMD4<Double>.self, let motion = keyframes.motion {
        return .motion(motion)
      }
      var values: [Value] = []
      for value in keyframes.values ?? [] {
        guard let value = read(value) else { return nil }
        values.append(value)
      }
      return Keyframes(
        values, mode: CalculationMode(keyframes.calculationMode), keyTimes: keyframes.times,
        functions: keyframes.functions, shapes: keyframes.shapes
      ).map(AnimationSource.keyframes) ?? .nothing
    }
  }
}

extension PropertyKind {
  /// Creates the kind of a value of unknown type; nil if it cannot be animated.
  init?(of value: Any?) {
    guard let value = PropertyValue.unwrapped(value) else { return nil }
    let kinds: [PropertyKind] = [
      .double, .point, .size, .rect, .transform, .color, .path, .image, .colorMatrix,
      .array(.double), .array(.color),
    ]
    guard !(value is String) else { return nil }
    guard let kind = kinds.first(where: { PropertyValue(value, as: $0) != nil }) else { return nil }
    self = kind
  }
}

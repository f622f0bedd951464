import Foundation
import GlazeAnimation
import GlazeGeometry
@_spi(LayerClasses) import GlazeLayers
import GlazeTree

/// The animations of all layers of a tree, stored so that a frame walks through arrays.
///
/// ```
/// commit: layer ──▶ LayerAnimations ──▶ clocks, steps, tracks      typed, read once
/// frame:  t ──▶ clocks ──▶ number tracks, transform tracks ──▶ fields of nodes
///                      └─▶ slow layers: values ──▶ node and slots, as a commit writes them
/// ```
///
/// The most frequently animated properties are written directly into nodes: positions, sizes,
/// opacity, background, corners, matrices. A layer with any other animated property takes the slow
/// path for all of its animations.
///
/// It is never copied, since that would retain each of its arrays.
struct AnimationSampler: ~Copyable {
  /// The clocks of layers and groups, after the clocks that they depend on; the first is media
  /// time.
  var clocks = [AnimationClock(parent: -1, mapping: .late(0))]
  private(set) var times: [Double] = [0]
  private(set) var numbers: [NumberTrack] = []
  private(set) var numberSteps: [NumberStep] = []
  private(set) var transforms: [TransformTrack] = []
  private(set) var transformSteps: [TransformStep] = []
  private(set) var slow: [SlowLayer] = []
  /// The layers that follow other layers.
  var followers: [Follower] = []
  /// The slow layers that draw themselves from animated values.
  private var drawers: [Int] = []
  /// The nodes that are visible for a part of the time.
  private(set) var stays: [Stay] = []
  /// The nodes that have animations, in the order in which they were added.
  private(set) var entries: [Entry] = []
  /// The entries that are replaced.
  private(set) var deadEntries = 0

  /// The animations of one node.
  struct Entry {
    var node: Int32
    var clock: Int32
    var numbers: Range<Int>
    var transforms: Range<Int>
    var slow: Range<Int>
    var followers: Range<Int>
    /// The steps of its number tracks.
    var steps: Range<Int>
    /// The source of the entry; nil where the number tracks have all of it, as after changes that are
    /// animated by default.
    var animations: LayerAnimations?
  }

  /// A node that is visible for a part of the time.
  struct Stay {
    var node: Int32
    /// The clock around the layer.
    var clock: Int32
    var timing: MediaTiming
  }

  /// The nodes that have animations or are visible for a part of the time.
  var animatedNodes: [Int32] {
    entries.map(\.node).filter { $0 >= 0 } + stays.map(\.node)
  }

  /// A Boolean value that indicates whether nothing is animated.
  var isEmpty: Bool { entries.count == deadEntries && stays.isEmpty }

  /// A Boolean value that indicates whether more entries are unused than used.
  var wantsRebuild: Bool { deadEntries > 64 && deadEntries > entries.count / 2 }

  // MARK: Compiling

  /// Adds the animations of a layer at a node.
  ///
  /// - Parameter clock: The clock of the layer.
  /// - Returns: The index of the entry.
  mutating func add(
    _ animations: LayerAnimations, of layer: CALayer, node: Int32, clock: Int32
  ) -> Int32 {
    let base = Int32(clocks.count) - 1
    func global(_ local: Int32) -> Int32 { local == 0 ? clock : base + local }
    for group in animations.clocks.dropFirst() {
      clocks.append(AnimationClock(parent: global(group.parent), mapping: group.mapping))
    }
    let first = (numbers.count, transforms.count, slow.count, followers.count)
    let firstStep = numberSteps.count
    for var follower in animations.followers {
      follower.node = node
      follower.clock = global(follower.clock)
      followers.append(follower)
    }
    if animations.areFast(for: layer) {
      for track in animations.tracks { append(track, node, global) }
    } else {
      slow.append(
        SlowLayer(
          layer, animations, node: node,
          clocks: animations.clocks.indices.map {
            global(Int32($0))
          }))
      if animations.drawsByKeys { drawers.append(slow.count - 1) }
    }
    var entry = Entry(
      node: node, clock: clock, numbers: first.0..<numbers.count,
      transforms: first.1..<transforms.count, slow: first.2..<slow.count,
      followers: first.3..<followers.count, steps: firstStep..<numberSteps.count,
      animations: animations)
    if entry.numbers.count == animations.tracks.count, animations.isOfNumbers {
      entry.animations = nil
    }
    entries.append(entry)
    return Int32(entries.count - 1)
  }

  private mutating func append(
    _ track: AnimationTrack, _ node: Int32, _ global: (Int32) -> Int32
  ) {
    guard let field = track.target.nodeField else { return }
    switch track.content {
    case .numbers(let base, let steps):
      numbers.append(
        NumberTrack(
          base: base, node: node, firstStep: Int32(numberSteps.count),
          stepCount: Int32(steps.count), field: field))
      for var step in steps {
        step.clock = global(step.clock)
        numberSteps.append(step)
      }
    case .transform(let base, let steps):
      transforms.append(
        TransformTrack(
          base: base, parts: TransformComponents(base), node: node,
          firstStep: Int32(transformSteps.count), stepCount: Int32(steps.count),
          isOfSublayers: field == .sublayerTransform))
      for var step in steps {
        step.clock = global(step.clock)
        transformSteps.append(step)
      }
    case .object: break
    }
  }

  /// Replaces the animations of a layer by others of the same fields, in place: a program that changes
  /// the same properties again and again needs no new memory.
  ///
  /// - Returns: false if they differ in more than their numbers; then nothing is changed.
  mutating func replace(
    _ entry: Int32, with animations: LayerAnimations, of layer: CALayer, clock: Int32
  ) -> Bool {
    let index = Int(entry)
    let range = entries[index].numbers
    guard entries[index].animations == nil, entries[index].clock == clock,
      range.count == animations.tracks.count, animations.isOfNumbers,
      animations.areFast(for: layer),
      zip(range, animations.tracks).allSatisfy({ hasShape(of: $1, numbers[$0]) })
    else { return false }
    for (index, track) in zip(range, animations.tracks) {
      guard case .numbers(let base, let steps) = track.content else { continue }
      numbers[index].base = base
      for (place, var step) in zip(Int(numbers[index].firstStep)..., steps) {
        step.clock = clock
        numberSteps[place] = step
      }
    }
    return true
  }

  /// Replaces the animations of a layer by those of changes by default, if each changes a field that had
  /// one such animation before; no values of animations are made for it.
  ///
  /// - Returns: false if other animations are among them; then nothing is changed.
  mutating func replace(
    _ entry: Int32, withChangesOf layer: CALayer, _ attached: [AttachedAnimation], clock: Int32
  ) -> Bool {
    let index = Int(entry)
    guard entries[index].animations == nil, entries[index].clock == clock,
      entries[index].numbers.count == attached.count, entries[index].steps.count == attached.count,
      !layer.isOfForeignClass, layer.hasFastFields,
      !type(of: layer).layerClass.drawsItself,
      attached.allSatisfy({ place(of: $0, in: entry) != nil })
    else { return false }
    for item in attached {
      guard let (track, change) = place(of: item, in: entry),
        let base = numbers[track].field.numbers(of: layer),
        var animation = change.animation(SIMD4.init)
      else { continue }
      animation.source = animation.source.resolved(over: base)
      numbers[track].base = base
      numberSteps[Int(numbers[track].firstStep)] = NumberStep(
        clock: clock, lanes: NumberStep.allLanes, animation: animation)
    }
    return true
  }

  /// Returns the track of an entry whose only step an animation can replace; nil for none.
  private func place(
    of attached: AttachedAnimation, in entry: Int32
  ) -> (track: Int, change: ImplicitAnimation)? {
    guard case .implicit(let change) = attached.content, let field = change.property.nodeField,
      SIMD4(change.formerValue) != nil
    else { return nil }
    for track in entries[Int(entry)].numbers
    where numbers[track].field == field && numbers[track].stepCount == 1 { return (track, change) }
    return nil
  }

  private func hasShape(of track: AnimationTrack, _ old: NumberTrack) -> Bool {
    guard case .numbers(_, let steps) = track.content else { return false }
    return track.target.nodeField == old.field && steps.count == Int(old.stepCount)
  }

  /// Adds the clock of a layer, or of copies of one.
  mutating func addClock(_ mapping: AnimationClock.Mapping, after parent: Int32) -> Int32 {
    clocks.append(AnimationClock(parent: parent, mapping: mapping))
    return Int32(clocks.count - 1)
  }

  /// Adds a layer that has a beginning or an end.
  mutating func addStay(of node: Int32, _ timing: MediaTiming, clock: Int32) {
    guard timing.beginTime != 0 || timing.hasCycles else { return }
    stays.append(Stay(node: node, clock: clock, timing: timing))
  }

  /// Returns the animations of an entry that frames do not show.
  func problems(of entry: Int32) -> [UndrawnFeature] {
    entries[Int(entry)].slow.flatMap { slow[$0].problems }
  }

  /// Removes an entry.
  mutating func remove(_ entry: Int32) {
    let index = Int(entry)
    guard entries.indices.contains(index), entries[index].node >= 0 else { return }
    for track in entries[index].numbers { numbers[track].node = -1 }
    for track in entries[index].transforms { transforms[track].node = -1 }
    for layer in entries[index].slow { slow[layer].node = -1 }
    for follower in entries[index].followers { followers[follower].node = -1 }
    entries[index].node = -1
    entries[index].animations = nil
    deadEntries += 1
  }

  // MARK: A frame

  /// Sets all clocks.
  mutating func setClocks(_ time: Double) {
    if times.count != clocks.count { times = Array(repeating: 0, count: clocks.count) }
    times[0] = time
    for index in clocks.indices.dropFirst() {
      times[index] = clocks[index].time(at: times[Int(clocks[index].parent)])
    }
  }

  /// Returns the layers that draw themselves and whose animated values have changed.
  mutating func redrawn(
    at time: Double
  ) -> [(index: Int, node: Int, values: [(String, PropertyValue)])] {
    guard !drawers.isEmpty else { return [] }
    setClocks(time)
    return drawers.compactMap { index in
      let layer = slow[index]
      guard layer.node >= 0 else { return nil }
      let values = layer.values(at: times)
      guard values != layer.shown else { return nil }
      let shown = zip(layer.tracks, values).compactMap { track, value in
        value.map { (track.target.keyPath, $0) }
      }
      return (index, Int(layer.node), shown)
    }
  }

  /// Records the drawing of a slow layer.
  mutating func setDrawing(_ drawn: AnimatedDrawing?, of index: Int) { slow[index].drawn = drawn }

  /// Sets the values that a slow layer shows to those at the clocks' times; false if they are the
  /// same.
  mutating func updateSlow(_ index: Int) -> Bool { slow[index].update(at: times) }

  // MARK: Queries

  /// Returns the values of all properties that the layer of an entry animates, at a media time.
  func values(of entry: Int32, at time: Double) -> [(AnimationTarget, PropertyValue)] {
    guard entries.indices.contains(Int(entry)) else { return [] }
    let entry = entries[Int(entry)]
    let local = localTime(of: entry.clock, at: time)
    if let animations = entry.animations { return animations.values(at: local) }
    return entry.numbers.map { (.property(numbers[$0].field.property), value(of: $0, at: local)) }
  }

  /// Returns the value of a number track at a time of its layer: the layer's own if no animation has an
  /// effect then.
  private func value(of track: Int, at local: Double) -> PropertyValue {
    let kind = numbers[track].field.property.kind
    var value = numbers[track].base
    var isShown = false
    let first = Int(numbers[track].firstStep)
    for index in first..<first + Int(numbers[track].stepCount) {
      isShown = numberSteps[index].apply(to: &value, at: local) || isShown
    }
    return PropertyValue(
      isShown && value.canBeShown(as: kind) ? value : numbers[track].base, as: kind)
  }

  /// Returns the value of a property that the layer of an entry animates, at a media time; nil if
  /// nothing animates it.
  func value(of property: LayerProperty, in entry: Int32, at time: Double) -> PropertyValue? {
    let index = Int(entry)
    guard entries.indices.contains(index) else { return nil }
    let local = localTime(of: entries[index].clock, at: time)
    if let animations = entries[index].animations {
      return animations.value(of: property, at: local)
    }
    guard let field = property.nodeField,
      let track = entries[index].numbers.first(where: { numbers[$0].field == field })
    else { return nil }
    return value(of: track, at: local)
  }

  /// The number of animations of an entry.
  private func spanCount(of entry: Int) -> Int {
    entries[entry].animations?.spans.count ?? entries[entry].steps.count
  }

  /// Returns the active time of one of an entry's animations.
  private func span(_ number: Int, of entry: Int) -> AnimationSpan {
    if let animations = entries[entry].animations { return animations.spans[number] }
    return AnimationSpan(numberSteps[entries[entry].steps.lowerBound + number].animation.timing)
  }

  /// Returns the layer's own position and z under its animations, as far as they are animated.
  func place(under entry: Int32) -> (position: CGPoint?, z: Double?) {
    var place: (position: CGPoint?, z: Double?) = (nil, nil)
    guard entries.indices.contains(Int(entry)) else { return place }
    for track in entries[Int(entry)].numbers {
      if numbers[track].field == .position { place.position = numbers[track].base.point }
      if numbers[track].field == .zPosition { place.z = numbers[track].base.x }
    }
    return place
  }

  /// Returns whether the node of an entry has no other values than those of number tracks in place of
  /// its own.
  func writesOnlyNumbers(_ entry: Int32) -> Bool {
    guard entries.indices.contains(Int(entry)) else { return true }
    let entry = entries[Int(entry)]
    return entry.slow.isEmpty && entry.followers.isEmpty
  }

  /// Returns the time of a layer's clock at a media time.
  func localTime(of clock: Int32, at time: Double) -> Double {
    if clock == 0 { return time }
    var chain: [Int] = []
    var index = Int(clock)
    while index > 0 {
      chain.append(index)
      index = Int(clocks[index].parent)
    }
    return chain.reversed().reduce(time) { clocks[$1].time(at: $0) }
  }

  /// Returns the first media time from `time` on at which something moves: `time` itself while an
  /// animation runs, infinity if nothing will move.
  func nextChange(after time: Double) -> Double {
    var next = Double.infinity
    for index in entries.indices where entries[index].node >= 0 {
      let clock = entries[index].clock
      let start = nextRun(of: clock, at: time)
      if start > time {
        // The state at that time is queried when it is reached.
        next = min(next, start)
        continue
      }
      if hasCycles(clock), spanCount(of: index) > 0 { return time }
      let local = localTime(of: clock, at: time)
      let comesBack = runsBack(clock)
      for number in 0..<spanCount(of: index) {
        let span = span(number, of: index)
        if comesBack ? local < span.begin : local > span.lastChange { continue }
        if local >= span.begin { return time }
        next = min(next, mediaTime(span.begin, of: clock))
      }
    }
    for stay in stays {
      let local = localTime(of: stay.clock, at: time)
      for turn in [stay.timing.comes, stay.timing.goes] where turn > local && turn.isFinite {
        if runsBack(stay.clock) || hasCycles(stay.clock) { return time }
        next = min(next, mediaTime(turn, of: stay.clock))
      }
    }
    return max(next, time)
  }

  /// Returns the first media time from `time` on at which a clock changes: a later time before its
  /// layer begins, infinity if it has stopped for good.
  func nextRun(of clock: Int32, at time: Double) -> Double {
    var next = time
    var index = Int(clock)
    while index > 0 {
      let parent = clocks[index].parent
      if case .layer(let timing) = clocks[index].mapping, !timing.isIdentity {
        if localTime(of: parent, at: time) < timing.beginTime {
          next = max(next, mediaTime(timing.beginTime, of: parent))
        } else if timing.speed == 0
          || (timing.hasCycles && localTime(of: parent, at: time) > timing.endTime)
        {
          return .infinity
        }
      }
      index = Int(parent)
    }
    return next
  }

  /// Returns the first media time after `time` at which an animation begins or ends; `time` itself
  /// if time runs backwards, as the next change is unknown.
  func nextEvent(after time: Double) -> Double {
    var next = Double.infinity
    // Entries are not copied, which would retain what they refer to.
    for index in entries.indices where entries[index].node >= 0 {
      let clock = entries[index].clock
      let local = localTime(of: clock, at: time)
      for number in 0..<spanCount(of: index) {
        let span = span(number, of: index)
        for edge in 0..<2 {
          let event = edge == 0 ? span.begin : span.end
          guard event > local, event.isFinite else { continue }
          if runsBack(clock) || hasCycles(clock) { return time }
          next = min(next, mediaTime(event, of: clock))
        }
      }
    }
    return next
  }

  private func runsBack(_ clock: Int32) -> Bool { someTiming(of: clock) { $0.speed < 0 } }

  /// Returns whether time reaches the same values repeatedly.
  private func hasCycles(_ clock: Int32) -> Bool { someTiming(of: clock, \.hasCycles) }

  private func someTiming(of clock: Int32, _ isWanted: (MediaTiming) -> Bool) -> Bool {
    var index = Int(clock)
    while index > 0 {
      if case .layer(let timing) = clocks[index].mapping, isWanted(timing) { return true }
      index = Int(clocks[index].parent)
    }
    return false
  }

  /// The last media time at which something moves; infinity if something never ends, and minus
  /// infinity if nothing is animated.
  var lastChange: Double {
    var last = -Double.infinity
    for index in entries.indices where entries[index].node >= 0 {
      for number in 0..<spanCount(of: index) {
        last = max(last, mediaTime(span(number, of: index).lastChange, of: entries[index].clock))
      }
    }
    for stay in stays {
      for turn in [stay.timing.comes, stay.timing.goes] where turn.isFinite {
        last = max(last, mediaTime(turn, of: stay.clock))
      }
    }
    return last
  }

  /// Returns the media time at which a clock reaches a time; infinity if it never does.
  private func mediaTime(_ local: Double, of clock: Int32) -> Double {
    var time = local
    var index = Int(clock)
    while index > 0, time.isFinite {
      switch clocks[index].mapping {
      case .layer(let timing):
        guard timing.speed > 0 else { return .infinity }
        time = timing.hasCycles ? timing.endTime : timing.parentTime(at: time)
      case .late(let delay): time += delay
      case .group: return .infinity
      }
      index = Int(clocks[index].parent)
    }
    return time
  }
}

/// The animated numbers of a node.
struct NumberTrack {
  /// The layer's own values.
  var base: SIMD4<Double>
  /// The index of the node; -1 if the track is unused.
  var node: Int32
  let firstStep: Int32
  let stepCount: Int32
  let field: NodeField
}

/// An animated matrix of a node.
struct TransformTrack {
  /// The layer's own matrix, also decomposed.
  let base: CATransform3D
  let parts: TransformComponents
  /// The index of the node; -1 if the track is unused.
  var node: Int32
  let firstStep: Int32
  let stepCount: Int32
  /// A Boolean value that indicates whether it is the sublayerTransform.
  let isOfSublayers: Bool
}

/// A layer with animations that are not written directly into its node.
struct SlowLayer {
  /// The index of the node; -1 if it is unused.
  var node: Int32
  let values: AnimatedLayer
  let tracks: [AnimationTrack]
  /// The kind of each track's property, apart from its target, which has names.
  private let kinds: [PropertyKind]
  /// The sampler's clock for each clock of the animations.
  let clocks: [Int32]
  /// The parts of the node that must be written.
  let changes: LayerChanges
  /// A Boolean value that indicates whether animations hide the layer, or show it.
  let hides: Bool
  /// The values that were written last, by track; initially empty.
  private(set) var shown: [PropertyValue?] = []
  /// For each clock the times between which these values stay; empty if they change.
  private var steady: [ClosedRange<Double>] = []
  /// A Boolean value that indicates whether the layer draws itself again when its values change.
  let drawsByKeys: Bool
  /// The last drawing; nil while the layer shows its drawing without animations.
  var drawn: AnimatedDrawing?
  /// The animations that frames do not show.
  let problems: [UndrawnFeature]

  init(_ layer: CALayer, _ animations: LayerAnimations, node: Int32, clocks: [Int32]) {
    self.node = node
    values = AnimatedLayer(layer)
    tracks = animations.tracks
    kinds = tracks.map(\.target.kind)
    self.clocks = clocks
    var changes: LayerChanges = []
    for track in tracks {
      switch track.target {
      case .property(let property), .inside(let property, _, _, _): changes.insert(property.change)
      case .custom: break
      }
    }
    hides = tracks.contains { $0.target.keyPath == "hidden" }
    drawsByKeys = animations.drawsByKeys
    if drawsByKeys { changes.insert(.contents) }
    self.changes = changes
    var probe = values
    problems = tracks.compactMap { track in
      if case .custom = track.target { return nil }
      return probe.show(track.base, of: track.target)
        ? nil : .animation(keyPath: track.target.keyPath)
    }
  }

  /// The layer with the values that are shown.
  var animated: AnimatedLayer {
    var layer = values
    for index in tracks.indices {
      if let value = shown[index] { layer.show(value, of: tracks[index].target) }
    }
    if let drawn { layer.show(drawn) }
    return layer
  }

  /// Returns the values of the tracks at the clocks' times; nil if no animation has an effect.
  func values(at times: [Double]) -> [PropertyValue?] {
    tracks.indices.map { value(of: $0, at: times) }
  }

  private func value(of track: Int, at times: [Double]) -> PropertyValue? {
    tracks[track].content.value(as: kinds[track]) { times[Int(clocks[Int($0)])] }
  }

  /// Sets the values that are shown to those at the clocks' times; false if they are the same.
  mutating func update(at times: [Double]) -> Bool {
    if isSteady(at: times) { return false }
    var isSame = true
    if shown.isEmpty {
      shown = values(at: times)
      isSame = tracks.isEmpty
    } else {
      for index in tracks.indices {
        let value = value(of: index, at: times)
        if shown[index] == value { continue }
        shown[index] = value
        isSame = false
      }
    }
    // Values that have just changed will probably change again.
    if isSame { steady = steadyTimes(around: times) } else if !steady.isEmpty { steady = [] }
    return !isSame
  }

  private func isSteady(at times: [Double]) -> Bool {
    guard !steady.isEmpty else { return false }
    return clocks.indices.allSatisfy { steady[$0].contains(times[Int(clocks[$0])]) }
  }

  private func steadyTimes(around times: [Double]) -> [ClosedRange<Double>] {
    let own = clocks.map { times[Int($0)] }
    var steady = clocks.map { _ in -Double.infinity...Double.infinity }
    let isSteady = tracks.allSatisfy { track in
      track.forEachSteadyStep(at: own) { steady[$0] = steady[$0].clamped(to: $1) }
    }
    return isSteady ? steady : []
  }
}

extension LayerAnimations {
  /// Returns whether frames can write all of the animations directly into the layer's node.
  fileprivate func areFast(for layer: CALayer) -> Bool {
    layer.hasFastFields && !drawsByKeys && tracks.allSatisfy { $0.target.nodeField != nil }
  }

  /// Whether steps of numbers by the layer's clock say all of the animations.
  fileprivate var isOfNumbers: Bool {
    guard clocks.count == 1, followers.isEmpty else { return false }
    var steps = 0
    for track in tracks {
      guard case .numbers(_, let own) = track.content else { return false }
      steps += own.count
    }
    return steps == spans.count
  }
}

extension CALayer {
  /// Whether the fields of the layer's node are its values, and nothing follows from them.
  fileprivate final var hasFastFields: Bool {
    !isTransformOnly && !state.flags[.shadowPathIsBounds] && state.hasFiniteGeometry
  }
}

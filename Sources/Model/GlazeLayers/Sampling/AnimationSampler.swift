import Foundation
import GlazeAnimation
import GlazeGeometry
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
struct AnimationSampler {
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
    /// The source of the entry, for queries of a layer's current values.
    var animations: LayerAnimations?

    var spans: [AnimationSpan] { animations?.spans ?? [] }

    /// Whether the entry has number tracks only.
    func isOfNumbers(count: Int, clock: Int32) -> Bool {
      self.clock == clock && numbers.count == count && transforms.isEmpty && slow.isEmpty
        && followers.isEmpty
    }
  }

  /// A node that is visible for a part of the time.
  struct Stay {
    var node: Int32
    /// The clock around the layer.
    var clock: Int32
    var timing: MediaTiming
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
    entries.append(
      Entry(
        node: node, clock: clock, numbers: first.0..<numbers.count,
        transforms: first.1..<transforms.count, slow: first.2..<slow.count,
        followers: first.3..<followers.count, animations: animations))
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
    guard animations.followers.isEmpty, animations.clocks.count == 1,
      entries[Int(entry)].isOfNumbers(count: animations.tracks.count, clock: clock),
      animations.areFast(for: layer)
    else { return false }
    let range = entries[Int(entry)].numbers
    guard zip(range, animations.tracks).allSatisfy({ hasShape(of: $1, numbers[$0]) }) else {
      return false
    }
    for (index, track) in zip(range, animations.tracks) {
      guard case .numbers(let base, let steps) = track.content else { continue }
      numbers[index].base = base
      for (place, var step) in zip(Int(numbers[index].firstStep)..., steps) {
        step.clock = clock
        numberSteps[place] = step
      }
    }
    entries[Int(entry)].animations = animations
    return true
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

  /// Records the values that the slow layers showed.
  mutating func setSlow(_ shown: [PropertyValue?], of index: Int) { slow[index].shown = shown }

  // MARK: Queries

  /// Returns the values of all properties that the layer of an entry animates, at a media time.
  func values(of entry: Int32, at time: Double) -> [(AnimationTarget, PropertyValue)] {
    guard entries.indices.contains(Int(entry)) else { return [] }
    let entry = entries[Int(entry)]
    return entry.animations?.values(at: localTime(of: entry.clock, at: time)) ?? []
  }

  /// Returns the value of a property that the layer of an entry animates, at a media time; nil if
  /// nothing animates it.
  func value(of property: LayerProperty, in entry: Int32, at time: Double) -> PropertyValue? {
    let index = Int(entry)
    guard entries.indices.contains(index) else { return nil }
    let local = localTime(of: entries[index].clock, at: time)
    return entries[index].animations?.value(of: property, at: local)
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
    for entry in entries where entry.node >= 0 {
      let start = nextRun(of: entry.clock, at: time)
      if start > time {
        // The state at that time is queried when it is reached.
        next = min(next, start)
        continue
      }
      if hasCycles(entry.clock), !entry.spans.isEmpty { return time }
      let local = localTime(of: entry.clock, at: time)
      let comesBack = runsBack(entry.clock)
      for span in entry.spans {
        if comesBack ? local < span.begin : local > span.lastChange { continue }
        if local >= span.begin { return time }
        next = min(next, mediaTime(span.begin, of: entry.clock))
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
      for span in entries[index].spans {
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
    for entry in entries where entry.node >= 0 {
      for span in entry.spans { last = max(last, mediaTime(span.lastChange, of: entry.clock)) }
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

/// A field of a node into which frames write animated values.
enum NodeField: UInt8 {
  case position, bounds, anchorPoint, zPosition, opacity, backgroundColor, cornerRadius
  case transform, sublayerTransform
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
  /// The sampler's clock for each clock of the animations.
  let clocks: [Int32]
  /// The parts of the node that must be written.
  let changes: LayerChanges
  /// The values that were written last, by track; initially empty.
  var shown: [PropertyValue?] = []
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
    self.clocks = clocks
    var changes: LayerChanges = []
    for track in tracks {
      switch track.target {
      case .property(let property), .inside(let property, _, _, _): changes.insert(property.change)
      case .custom: break
      }
    }
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

  /// Returns the values of the tracks at the clocks' times; nil if no animation has an effect.
  func values(at times: [Double]) -> [PropertyValue?] {
    let own = clocks.map { times[Int($0)] }
    return tracks.map { $0.value(at: own) }
  }
}

/// The layer's own drawing for one time of its animations.
struct AnimatedDrawing {
  let image: CGImage?
  let drawing: LayerDrawing?
}

extension LayerAnimations {
  /// Returns whether frames can write all of the animations directly into the layer's node.
  fileprivate func areFast(for layer: CALayer) -> Bool {
    let state = layer.state
    return !layer.isTransformOnly && !state.flags[.shadowPathIsBounds] && state.hasFiniteGeometry
      && !drawsByKeys && tracks.allSatisfy { $0.target.nodeField != nil }
  }
}

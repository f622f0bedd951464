import Foundation
package import GlazeAnimation

extension CALayer: CAMediaTiming {
  /// The time at which the layer's time begins, in seconds of the superlayer's time; default 0.
  ///
  /// Until then the layer is not shown, unless `fillMode` requires it.
  public final var beginTime: CFTimeInterval {
    get { timing.beginTime }
    set { setTiming(\.beginTime, newValue, "beginTime") }
  }

  /// The duration of a cycle of the layer's time, in seconds; default infinity: time never ends.
  ///
  /// After the last cycle, time stops at the end of the cycle, and `fillMode` decides whether the
  /// layer is still shown.
  public final var duration: CFTimeInterval {
    get { timing.duration }
    set { setTiming(\.duration, newValue, "duration") }
  }

  /// The speed relative to the superlayer's time; 0 stops all animations of the subtree; default 1.
  public final var speed: Float {
    get { timing.speed }
    set { setTiming(\.speed, newValue, "speed") }
  }

  /// The offset that is added to the layer's time, in seconds; default 0.
  public final var timeOffset: CFTimeInterval {
    get { timing.timeOffset }
    set { setTiming(\.timeOffset, newValue, "timeOffset") }
  }

  /// The number of cycles, if `duration` is finite; default 0, which is one.
  public final var repeatCount: Float {
    get { timing.repeatCount }
    set { setTiming(\.repeatCount, newValue, "repeatCount") }
  }

  /// The total time of the cycles, in seconds; default 0, for which `repeatCount` applies.
  public final var repeatDuration: CFTimeInterval {
    get { timing.repeatDuration }
    set { setTiming(\.repeatDuration, newValue, "repeatDuration") }
  }

  /// A Boolean value that indicates whether each cycle runs forwards and then backwards; default
  /// false.
  public final var autoreverses: Bool {
    get { timing.autoreverses }
    set { setTiming(\.autoreverses, newValue, "autoreverses") }
  }

  /// A value that decides whether the layer is shown before its time begins and after its last
  /// cycle; default `removed`: neither.
  ///
  /// Our choice: at the end itself, the layer is already hidden.
  public final var fillMode: CAMediaTimingFillMode {
    get { CAMediaTimingFillMode(timing.fillMode) }
    set { setTiming(\.fillMode, FillMode(newValue), "fillMode") }
  }

  /// The timing as one value.
  package final var timing: MediaTiming { timeline?.timing ?? .ofLayers }

  private func setTiming<Value: Equatable>(
    _ path: WritableKeyPath<MediaTiming, Value>, _ value: Value, _ key: StaticString
  ) {
    // Layers without timing or animations have no timeline.
    guard timing[keyPath: path] != value else { return }
    if refusesChange(key.text) { return }
    let action = actionIfEnabled(forKey: key.text)
    timelineForUse.timing[keyPath: path] = value
    noteChange(.timing, key)
    action?.run(forKey: key.text, object: self, arguments: nil)
  }

  final var timelineForUse: LayerTimeline {
    if let timeline { return timeline }
    let fresh = LayerTimeline()
    timeline = fresh
    return fresh
  }
}

// MARK: Conversion

extension CALayer {
  /// Converts a time of another layer to this layer's time, in seconds.
  ///
  /// Before a layer begins, its time is 0. The time of a layer whose speed is 0 stays at its
  /// `timeOffset`.
  ///
  /// - Parameters:
  ///   - t: A time of `l`.
  ///   - l: The other layer; nil means media time, as of `CACurrentMediaTime()`.
  /// - Complexity: O(depth).
  public final func convertTime(_ t: CFTimeInterval, from l: CALayer?) -> CFTimeInterval {
    guard let l else { return localTime(at: t, under: nil) }
    return l.convertTime(t, to: self)
  }

  /// Converts a time of this layer to another layer's time, in seconds.
  ///
  /// A layer whose speed is 0 passes 0 on to its superlayer.
  ///
  /// - Parameters:
  ///   - t: A time of this layer.
  ///   - l: The other layer; nil means media time, as of `CACurrentMediaTime()`.
  /// - Complexity: O(depth).
  public final func convertTime(_ t: CFTimeInterval, to l: CALayer?) -> CFTimeInterval {
    let top = l.flatMap { commonAncestor(with: $0) }
    var time = t
    var next: CALayer? = self
    while let layer = next, layer !== top {
      if let timeline = layer.timeline { time = timeline.timing.parentTime(at: time) }
      next = layer.owner
    }
    return l?.localTime(at: time, below: top) ?? time
  }

  /// Returns the layer's time at a media time.
  ///
  /// - Parameter root: The topmost layer whose timing applies; nil is the root of the tree.
  final func localTime(at time: CFTimeInterval, under root: CALayer?) -> CFTimeInterval {
    localTime(at: time, below: root?.owner)
  }

  /// Returns the layer's time at a time of a layer above it; nil means media time.
  private func localTime(at time: CFTimeInterval, below ancestor: CALayer?) -> CFTimeInterval {
    var chain: [MediaTiming] = []
    var next: CALayer? = self
    while let layer = next, layer !== ancestor {
      if let timeline = layer.timeline { chain.append(timeline.timing) }
      next = layer.owner
    }
    return chain.reversed().reduce(time) { $1.localTime(at: $0) }
  }
}

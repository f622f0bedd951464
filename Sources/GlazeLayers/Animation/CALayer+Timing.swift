import Foundation

extension CALayer: CAMediaTiming {
  /// When the layer's time begins, in seconds of the superlayer's time; default 0.
  public final var beginTime: CFTimeInterval {
    get { timing.beginTime }
    set { setTiming(\.beginTime, newValue, "beginTime") }
  }

  /// How long the layer lasts, in seconds; stored, layers are shown for ever; default infinity.
  public final var duration: CFTimeInterval {
    get { timing.duration }
    set { setTiming(\.duration, newValue, "duration") }
  }

  /// Seconds of the layer per second of the superlayer; 0 holds all animations below; default 1.
  public final var speed: Float {
    get { timing.speed }
    set { setTiming(\.speed, newValue, "speed") }
  }

  /// Added to the layer's time, in seconds; default 0.
  public final var timeOffset: CFTimeInterval {
    get { timing.timeOffset }
    set { setTiming(\.timeOffset, newValue, "timeOffset") }
  }

  /// Stored; layers do not repeat; default 0.
  public final var repeatCount: Float {
    get { timing.repeatCount }
    set { setTiming(\.repeatCount, newValue, "repeatCount") }
  }

  /// Stored; layers do not repeat; default 0.
  public final var repeatDuration: CFTimeInterval {
    get { timing.repeatDuration }
    set { setTiming(\.repeatDuration, newValue, "repeatDuration") }
  }

  /// Stored; layers do not reverse; default false.
  public final var autoreverses: Bool {
    get { timing.autoreverses }
    set { setTiming(\.autoreverses, newValue, "autoreverses") }
  }

  /// Stored; layers are shown for ever; default `removed`.
  public final var fillMode: CAMediaTimingFillMode {
    get { timing.fillMode }
    set { setTiming(\.fillMode, newValue, "fillMode") }
  }

  /// All of it, as one value.
  package final var timing: TimingValues { timeline?.timing ?? .ofLayers }

  private func setTiming<Value: Equatable>(
    _ path: WritableKeyPath<TimingValues, Value>, _ value: Value, _ key: StaticString
  ) {
    // Layers that nobody told anything about time have no timeline.
    guard timing[keyPath: path] != value else { return }
    timelineForUse.timing[keyPath: path] = value
    noteChange(.timing, key)
  }

  final var timelineForUse: LayerTimeline {
    if let timeline { return timeline }
    let fresh = LayerTimeline()
    timeline = fresh
    return fresh
  }
}

extension TimingValues {
  /// Local time at a parent's time: 0 before it begins.
  package func localTime(at parentTime: CFTimeInterval) -> CFTimeInterval {
    if parentTime < beginTime { return 0 }
    return (parentTime - beginTime) * CFTimeInterval(speed) + timeOffset
  }
}

extension CALayer {
  /// The layer's time at a media time.
  ///
  /// - Parameter root: the last layer whose timing counts; nil is the topmost one.
  final func localTime(at time: CFTimeInterval, under root: CALayer?) -> CFTimeInterval {
    var chain: [TimingValues] = []
    var next: CALayer? = self
    while let layer = next {
      if let timeline = layer.timeline { chain.append(timeline.timing) }
      next = layer === root ? nil : layer.owner
    }
    return chain.reversed().reduce(time) { $1.localTime(at: $0) }
  }
}

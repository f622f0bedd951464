import Foundation
import GlazeAnimation
import GlazeGeometry

/// All animations of one layer as values: key paths are read, values have their types, and what shows
/// under the animations is known.
///
/// This is the one place where animations are evaluated: pictures and `presentation()` both come from
/// here.
package struct LayerAnimations: Sendable {
  /// By the property that they change, in the order in which they were added.
  package internal(set) var tracks: [AnimationTrack] = []
  /// The time of the layer, and of groups, which stand behind what they depend on.
  var clocks: [AnimationClock] = [AnimationClock(parent: -1, mapping: .layer(MediaTiming()))]
  /// When the animations run, in the layer's time.
  package internal(set) var spans: [AnimationSpan] = []
  /// Those that follow other layers.
  var followers: [Follower] = []
  /// Whether the layer draws itself anew for every moment.
  var drawsByKeys = false
  /// What could not be read.
  package internal(set) var problems: [UndrawnFeature] = []

  /// Makes the values of a layer's animations, over what the layer says now.
  package init(_ layer: CALayer) {
    var builder = TrackBuilder(layer)
    for attached in layer.attachedAnimations {
      let timing = MediaTiming(attached: attached.animation)
      spans.append(
        AnimationSpan(
          begin: timing.beginTime, end: timing.endTime, standsStill: timing.speed == 0))
      builder.add(attached.animation, timing, clock: 0)
    }
    tracks = builder.tracks
    clocks = builder.clocks
    followers = builder.followers
    problems = builder.problems
    drawsByKeys =
      layer.watch.contains(.foreignClass)
      && tracks.contains { type(of: layer).needsDisplay(forKey: $0.target.keyPath) }
  }

  /// What the properties show at a time of the layer: what the layer says where no animation has an
  /// effect then.
  package func values(at layerTime: Double) -> [(target: AnimationTarget, value: PropertyValue)] {
    var times = [layerTime]
    for clock in clocks.dropFirst() { times.append(clock.time(in: times)) }
    return tracks.map { ($0.target, $0.value(at: times) ?? $0.base) }
  }
}

/// When an animation is active, in its layer's time.
package struct AnimationSpan: Sendable, Equatable {
  package var begin: Double
  /// Infinite when it never ends.
  package var end: Double
  /// Whether it shows the same all the time, as one of speed 0 does.
  package var standsStill = false

  /// The last time at which it shows something new.
  var lastChange: Double { standsStill ? begin : end }
}

/// Something that has a time of its own.
struct AnimationClock: Sendable {
  /// The clock of the time that this one depends on; -1 is media time.
  var parent: Int32
  var mapping: Mapping

  enum Mapping: Sendable {
    case layer(MediaTiming)
    /// Runs late by some seconds, as copies of a replicator do.
    case late(Double)
    /// A group of animations: outside of its active time it has no time, which is NaN.
    case group(MediaTiming, Easing)
  }

  /// What the clock says when those before it are set.
  func time(in times: [Double], media: Double = 0) -> Double {
    time(at: parent < 0 ? media : times[Int(parent)])
  }

  /// What the clock says at a time of its parent.
  func time(at outer: Double) -> Double {
    switch mapping {
    case .layer(let timing): return timing.localTime(at: outer)
    case .late(let delay): return outer - delay
    case .group(let timing, let easing):
      guard let moment = timing.moment(at: outer) else { return .nan }
      if case .linear = easing { return moment.time }
      return easing.progress(at: moment, duration: timing.duration) * timing.duration
    }
  }
}

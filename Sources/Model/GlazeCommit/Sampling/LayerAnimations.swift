import Foundation
import GlazeAnimation
import GlazeGeometry
@_spi(LayerClasses) package import GlazeLayers

/// All animations of one layer as values, with parsed key paths, typed values, and the values below
/// the animations.
///
/// Animations are evaluated only here: both frames and `presentation()` use it.
package struct LayerAnimations: Sendable {
  /// The tracks, by the property that they change, in the order in which they were added.
  package internal(set) var tracks: [AnimationTrack] = []
  /// The clocks of the layer and of groups, after those that they depend on.
  var clocks = AnimationClock.onlyOfLayer
  /// The active times of the animations, in the layer's time.
  package internal(set) var spans: [AnimationSpan] = []
  /// The animations that follow other layers.
  var followers: [Follower] = []
  /// A Boolean value that indicates whether the layer draws itself for each time.
  var drawsByKeys = false
  /// The animations that could not be read.
  package internal(set) var problems: [UndrawnFeature] = []

  /// Creates the values of a layer's animations, over the layer's current values.
  package init(_ layer: CALayer) {
    var builder = TrackBuilder(layer)
    for attached in layer.attachedAnimations {
      let timing = attached.timing
      spans.append(AnimationSpan(timing))
      switch attached.content {
      case .object(let animation): builder.add(animation, timing, clock: 0)
      case .implicit(let animation): builder.add(animation)
      }
    }
    tracks = builder.tracks
    clocks = builder.clocks
    followers = builder.followers
    problems = builder.problems
    drawsByKeys =
      (layer.isOfForeignClass || type(of: layer).layerClass.drawsItself)
      && tracks.contains { type(of: layer).needsDisplay(forKey: $0.target.keyPath) }
  }

  /// Returns the value of a property at a time of the layer; nil if nothing animates it.
  func value(of property: LayerProperty, at layerTime: Double) -> PropertyValue? {
    let index = tracks.firstIndex { track in
      if case .property(let animated) = track.target { animated === property } else { false }
    }
    guard let index else { return nil }
    return tracks[index].value(at: times(at: layerTime)) ?? tracks[index].base
  }

  /// Returns the times of the clocks at a time of the layer.
  private func times(at layerTime: Double) -> [Double] {
    var times = [layerTime]
    for clock in clocks.dropFirst() { times.append(clock.time(in: times)) }
    return times
  }

  /// Returns the values of the properties at a time of the layer: the layer's own if no animation
  /// has an effect then.
  package func values(at layerTime: Double) -> [(target: AnimationTarget, value: PropertyValue)] {
    let times = times(at: layerTime)
    return tracks.map { ($0.target, $0.value(at: times) ?? $0.base) }
  }
}

/// The active time of an animation, in its layer's time.
package struct AnimationSpan: Sendable, Equatable {
  package var begin: Double
  /// The end; infinite if it never ends.
  package var end: Double
  /// A Boolean value that indicates whether the value is constant, as with a speed of 0.
  package var standsStill = false

  init(_ timing: MediaTiming) {
    begin = timing.beginTime
    end = timing.endTime
    standsStill = timing.speed == 0
  }

  /// The last time at which the value changes.
  var lastChange: Double { standsStill ? begin : end }
}

/// A clock of a layer or a group.
struct AnimationClock: Sendable {
  /// The clock that this one depends on; -1 is media time.
  var parent: Int32
  var mapping: Mapping

  /// The clocks of a layer whose animations are in no group.
  static let onlyOfLayer = [AnimationClock(parent: -1, mapping: .layer(MediaTiming()))]

  enum Mapping: Sendable {
    case layer(MediaTiming)
    /// A delay in seconds, as for copies of a replicator.
    case late(Double)
    /// A group of animations: outside its active time, its time is NaN.
    case group(MediaTiming, Easing)
  }

  /// Returns the time of the clock, after those before it were set.
  func time(in times: [Double], media: Double = 0) -> Double {
    time(at: parent < 0 ? media : times[Int(parent)])
  }

  /// Returns the time of the clock at a time of its parent.
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

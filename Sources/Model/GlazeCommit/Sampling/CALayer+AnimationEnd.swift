import Foundation
import GlazeAnimation
package import GlazeLayers

extension CALayer {
  /// The time after a commit until which anything in the subtree moves, in seconds: 0 if nothing is
  /// animated, and infinity if something never ends.
  ///
  /// Unlike a commit, this does not start the animations that wait for one.
  ///
  /// - Complexity: O(layers).
  package final var animationEnd: CFTimeInterval {
    var end: CFTimeInterval = 0
    /// The layer with the timings of its ancestors, the outermost first.
    var pending: [(layer: CALayer, times: [MediaTiming])] = [(self, [])]
    while let (layer, outer) = pending.popLast() {
      if layer is CAEmitterLayer { return .infinity }
      let timing = layer.timeline?.timing ?? MediaTiming()
      let times = timing.isIdentity ? outer : outer + [timing]
      if let timeline = layer.timeline, !timeline.animations.isEmpty {
        for attached in timeline.animations {
          end = max(end, Self.end(of: AnimationSpan(attached.timing), in: times))
        }
      }
      for below in layer.sublayerList { pending.append((below, times)) }
      if let mask = layer.maskLayer { pending.append((mask, times)) }
    }
    return end
  }

  /// Returns the end of a span, in seconds after the commit.
  private static func end(of span: AnimationSpan, in times: [MediaTiming]) -> CFTimeInterval {
    var end = span.end
    // An animation without a begin time begins with the commit, whatever its layer's time is then.
    if span.begin == 0 { end += times.reduce(0) { $1.localTime(at: $0) } }
    for timing in times.reversed() {
      if timing.speed == 0 { return 0 }
      end = timing.hasCycles ? timing.endTime : timing.parentTime(at: end)
    }
    return end
  }
}

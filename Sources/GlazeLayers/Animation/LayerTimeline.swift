/// What a layer has to do with time: its own timing, and its animations.
///
/// Only layers that were told something about time have one.
package final class LayerTimeline {
  package var timing = TimingValues.ofLayers
  /// In the order in which they apply, each key once.
  package internal(set) var animations: [AttachedAnimation] = []

  package init() {}

  /// The animation of a key.
  package subscript(key: String) -> AttachedAnimation? {
    animations.first { $0.key == key }
  }
}

/// An animation that a layer has.
package struct AttachedAnimation {
  /// What it is asked for by; nil for those that nobody can ask for.
  package let key: String?
  /// The frozen copy.
  package let animation: CAAnimation
  /// No two attached animations have the same.
  package let identity: UInt64
  /// Whether it begins with the next commit, which then sets the copy's `beginTime`.
  package internal(set) var awaitsCommit: Bool
}

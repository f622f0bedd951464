import UIKitLite

/// The part of a button that the sources use: whether it is selected.
///
/// Nothing touches it here.
class UIButton: UIView {
  struct Event { static let touchUpInside = Event() }

  var isSelected = false

  func addTarget<Target>(
    _ target: Target, action: (Target) -> () -> Void, for event: Event
  ) {}
}

/// A view with text; the sources use only its layer.
open class UILabel: UIView {}

/// Sounds are not played.
public final class AVAudioPlayer {
  @discardableResult func prepareToPlay() -> Bool { false }
  @discardableResult func play() -> Bool { false }
}

/// A shadow of text.
final class NSShadow {
  var shadowBlurRadius: CGFloat = 0
  var shadowOffset = CGSize.zero
  var shadowColor: Any?
}

let NSEC_PER_SEC: UInt64 = 1_000_000_000

public import Foundation

// What views ask of a system that is not there: answers that never change, and values that are kept.

/// How a system wants views to look: always the same here.
///
/// Observed: Apple documentation of UITraitCollection.
public final class UITraitCollection: NSObject, Sendable {
  /// The only one.
  public static let current = UITraitCollection()

  /// Pixels a point.
  public var displayScale: CGFloat { UIScreen.main.scale }

  /// false: colors never change.
  public func hasDifferentColorAppearance(comparedTo other: UITraitCollection?) -> Bool { false }
}

/// What a view is to those who do not see it: stored.
///
/// Observed: Apple documentation of UIAccessibilityTraits.
public struct UIAccessibilityTraits: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt64
  /// Makes a set of bits.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Nothing.
  public static let none: UIAccessibilityTraits = []
  /// It can be pressed.
  public static let button = UIAccessibilityTraits(rawValue: 1)
  /// It shows a picture.
  public static let image = UIAccessibilityTraits(rawValue: 4)
  /// It changes again and again.
  public static let updatesFrequently = UIAccessibilityTraits(rawValue: 512)
}

extension UIView {
  /// How the system wants it to look.
  public var traitCollection: UITraitCollection { .current }
}

extension UIWindow {
  /// The only screen.
  public var screen: UIScreen { .main }
}

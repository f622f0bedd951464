public import Foundation

// Substitutes for a system that does not exist: constant answers, and values that are only stored.

/// The appearance that a system requests of views, which is constant here.
///
/// Observed: Apple documentation of UITraitCollection.
public final class UITraitCollection: NSObject, Sendable {
  /// The only trait collection.
  public static let current = UITraitCollection()

  /// The number of pixels in a point.
  public var displayScale: CGFloat { UIScreen.main.scale }

  /// Returns false, since colors never change.
  public func hasDifferentColorAppearance(comparedTo other: UITraitCollection?) -> Bool { false }
}

/// The accessibility traits of a view, which are only stored.
///
/// Observed: Apple documentation of UIAccessibilityTraits.
public struct UIAccessibilityTraits: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt64
  /// Makes a set of bits.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// No traits.
  public static let none: UIAccessibilityTraits = []
  /// The view can be pressed.
  public static let button = UIAccessibilityTraits(rawValue: 1)
  /// The view shows an image.
  public static let image = UIAccessibilityTraits(rawValue: 4)
  /// The view changes repeatedly.
  public static let updatesFrequently = UIAccessibilityTraits(rawValue: 512)
}

extension UIView {
  /// The traits of the system.
  public var traitCollection: UITraitCollection { .current }
}

extension UIWindow {
  /// The only screen.
  public var screen: UIScreen { .main }
}

import Foundation

/// The way in which a transition replaces the old content of a layer.
///
/// Observed: Apple header CAAnimation.h.
public struct CATransitionType: RawRepresentable, Hashable, Sendable {
  /// The name in files and in key-value coding.
  public let rawValue: String
  /// Creates a type from any name; an unknown one acts like `fade`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The old content dissolves into the new; the default.
  public static let fade = CATransitionType(rawValue: "fade")
  /// The new content slides over the old.
  public static let moveIn = CATransitionType(rawValue: "moveIn")
  /// The new content slides in and pushes the old out.
  public static let push = CATransitionType(rawValue: "push")
  /// The old content slides away and reveals the new.
  public static let reveal = CATransitionType(rawValue: "reveal")
}

/// The direction from which a transition comes.
///
/// Observed: Apple header CAAnimation.h.
public struct CATransitionSubtype: RawRepresentable, Hashable, Sendable {
  /// The name in files and in key-value coding.
  public let rawValue: String
  /// Creates a subtype from any name; an unknown one acts like `fromLeft`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// From max x.
  public static let fromRight = CATransitionSubtype(rawValue: "fromRight")
  /// From min x.
  public static let fromLeft = CATransitionSubtype(rawValue: "fromLeft")
  /// From max y in the layer's coordinates, which is below if y points down.
  public static let fromTop = CATransitionSubtype(rawValue: "fromTop")
  /// From min y in the layer's coordinates.
  public static let fromBottom = CATransitionSubtype(rawValue: "fromBottom")
}

/// An animation from the former appearance of a layer and its sublayers to the new one.
///
/// The old content is the last committed content. A layer has one transition at a time; its key is
/// always `kCATransition`.
///
/// Our choice where Apple's is unknown: without a subtype the transition comes from the left, and
/// only `fade` fades.
///
/// Observed: Apple header CAAnimation.h.
open class CATransition: CAAnimation {
  private final var storage = Storage()

  private struct Storage {
    var type: CATransitionType = .fade
    var subtype: CATransitionSubtype?
    var startProgress: Float = 0
    var endProgress: Float = 1
    var filter: Any?
  }

  /// The type of the transition; default `fade`.
  open var type: CATransitionType {
    get { storage.type }
    set { if mayChange("type") { storage.type = newValue } }
  }

  /// The direction from which the transition comes; default nil.
  open var subtype: CATransitionSubtype? {
    get { storage.subtype }
    set { if mayChange("subtype") { storage.subtype = newValue } }
  }

  /// The progress at the start, in 0...1; default 0.
  open var startProgress: Float {
    get { storage.startProgress }
    set { if mayChange("startProgress") { storage.startProgress = newValue } }
  }

  /// The progress at the end, in 0...1; default 1.
  open var endProgress: Float {
    get { storage.endProgress }
    set { if mayChange("endProgress") { storage.endProgress = newValue } }
  }

  /// The filter that draws the transition in place of `type`: a `CAFilter`, or the name of its
  /// type; default nil.
  ///
  /// Glaze has no Core Image. It draws these filters, by their Core Image names, over the bounds of
  /// the layer:
  ///
  /// | type | effect | inputs and their defaults |
  /// |---|---|---|
  /// | `CIDissolveTransition` | fades | none |
  /// | `CISwipeTransition` | an edge passes, in which both images are mixed | `inputAngle` 0, `inputWidth` 300, `inputColor` white, `inputOpacity` 0 of that color in the middle of the edge |
  /// | `CIBarsSwipeTransition` | bars grow over the old content | `inputAngle` π, `inputWidth` 30 of a bar, `inputBarOffset` 10 by which each bar lies behind the one before |
  /// | `CICopyMachineTransition` | a bar of light passes and reveals the new content | `inputAngle` 0, `inputWidth` 200, `inputColor` (0.6, 1, 0.8), `inputOpacity` 1.3 |
  ///
  /// Lengths are points of the layer; angles are radians from its +x to its +y. All other filters
  /// fade, and the frame reports them as diagnostics. Inputs are read when the transition is
  /// committed.
  ///
  /// Observed: names, inputs and defaults from Apple's Core Image Filter Reference. Our choice, as
  /// Apple's kernels are not described: the edge enters and leaves completely, mixes linearly, and
  /// moves in the direction of the angle; bars are parallel to that direction.
  open var filter: Any? {
    get { storage.filter }
    set { if mayChange("filter") { storage.filter = newValue } }
  }

  /// The filter, also if only its type was given.
  package final var coreFilter: CAFilter? {
    storage.filter as? CAFilter ?? (storage.filter as? String).map { CAFilter(type: $0) }
  }

  package override func takeValues(of other: CAAnimation) {
    super.takeValues(of: other)
    if let other = other as? CATransition { storage = other.storage }
  }

  package override class var propertyTable: PropertyTable { .transition }
}

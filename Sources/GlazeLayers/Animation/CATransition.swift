import Foundation

/// How a transition goes from the old content of a layer to the new.
///
/// Observed: Apple header CAAnimation.h.
public struct CATransitionType: RawRepresentable, Hashable, Sendable {
  /// The name in files and in key-value coding.
  public let rawValue: String
  /// Makes a type from a name, known or not; an unknown one acts like `fade`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The old content dissolves into the new; the default.
  public static let fade = CATransitionType(rawValue: "fade")
  /// The new content slides over the old.
  public static let moveIn = CATransitionType(rawValue: "moveIn")
  /// The new content slides in and pushes the old out.
  public static let push = CATransitionType(rawValue: "push")
  /// The old content slides away from over the new.
  public static let reveal = CATransitionType(rawValue: "reveal")
}

/// Where a transition comes from.
///
/// Observed: Apple header CAAnimation.h.
public struct CATransitionSubtype: RawRepresentable, Hashable, Sendable {
  /// The name in files and in key-value coding.
  public let rawValue: String
  /// Makes a subtype from a name, known or not; an unknown one acts like `fromLeft`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// From max x.
  public static let fromRight = CATransitionSubtype(rawValue: "fromRight")
  /// From min x.
  public static let fromLeft = CATransitionSubtype(rawValue: "fromLeft")
  /// From max y of the layer's coordinates, which is below where y points down.
  public static let fromTop = CATransitionSubtype(rawValue: "fromTop")
  /// From min y of the layer's coordinates.
  public static let fromBottom = CATransitionSubtype(rawValue: "fromBottom")
}

/// An animation from what a layer showed, with its sublayers, to what it shows now.
///
/// The old content is what was committed last. A layer has one transition at a time, under the key
/// `kCATransition` whatever key it is added for.
///
/// Our choice where Apple's is unknown: without a subtype it comes from the left; nothing fades but
/// in `fade`.
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

  /// How it goes; default `fade`.
  open var type: CATransitionType {
    get { storage.type }
    set { if mayChange("type") { storage.type = newValue } }
  }

  /// Where it comes from; default nil.
  open var subtype: CATransitionSubtype? {
    get { storage.subtype }
    set { if mayChange("subtype") { storage.subtype = newValue } }
  }

  /// Where it begins, in 0...1 of the way; default 0.
  open var startProgress: Float {
    get { storage.startProgress }
    set { if mayChange("startProgress") { storage.startProgress = newValue } }
  }

  /// Where it ends, in 0...1 of the way; default 1.
  open var endProgress: Float {
    get { storage.endProgress }
    set { if mayChange("endProgress") { storage.endProgress = newValue } }
  }

  /// A filter that makes the transition instead of `type`: a `CAFilter`, or the name of its type; default nil.
  ///
  /// There is no Core Image here. Drawn are these, by their Core Image names, over the bounds of the layer:
  ///
  /// | type | what it does | inputs and their defaults |
  /// |---|---|---|
  /// | `CIDissolveTransition` | fades | none |
  /// | `CISwipeTransition` | an edge passes, within which both are mixed | `inputAngle` 0, `inputWidth` 300, `inputColor` white, `inputOpacity` 0 of that colour in the middle of the edge |
  /// | `CIBarsSwipeTransition` | bars grow over the old content | `inputAngle` π, `inputWidth` 30 of a bar, `inputBarOffset` 10 that a bar lies behind the one before |
  /// | `CICopyMachineTransition` | a bar of light passes, behind which all is new | `inputAngle` 0, `inputWidth` 200, `inputColor` (0.6, 1, 0.8), `inputOpacity` 1.3 |
  ///
  /// Lengths are points of the layer, angles radians from its +x to its +y. All others fade, and frames tell of
  /// them in their notices. Inputs are read when the transition is committed.
  ///
  /// Observed: names, inputs and defaults from Apple's Core Image Filter Reference. Our choice, as Apple's kernels
  /// are not described: the edge enters and leaves wholly, mixes linearly, and goes where the angle points; bars lie
  /// along the way.
  open var filter: Any? {
    get { storage.filter }
    set { if mayChange("filter") { storage.filter = newValue } }
  }

  /// The filter, also where only its type was given.
  final var coreFilter: CAFilter? {
    storage.filter as? CAFilter ?? (storage.filter as? String).map { CAFilter(type: $0) }
  }

  package override func takeValues(of other: CAAnimation) {
    super.takeValues(of: other)
    if let other = other as? CATransition { storage = other.storage }
  }

  package override class var propertyTable: PropertyTable { .transition }
}

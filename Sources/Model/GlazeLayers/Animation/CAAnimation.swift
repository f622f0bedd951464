public import Foundation
package import GlazeAnimation

/// The base class of all animations, which change the appearance of a layer for a while.
///
/// `CALayer.add(_:forKey:)` adds a frozen copy of an animation to a layer; the copy refuses
/// changes, see `ModelMisuse`. The original can be changed and added again.
///
/// Observed: Apple header CAAnimation.h; that added animations are frozen copies is measured.
open class CAAnimation: NSObject, NSCopying, LayerArchivable, CAMediaTiming, CAAction {
  package final var timing = MediaTiming()
  private final var storage = Storage()
  /// The values of keys that are not properties.
  final var customValues: [String: Any]?
  /// The attributes that a document gives to the animation in addition to its properties.
  package final var keepsake: Keepsake?
  /// A Boolean value that indicates whether this is a layer's copy, which never changes again.
  package private(set) final var isFrozen = false

  private struct Storage {
    var timingFunction: CAMediaTimingFunction?
    var delegate: (any CAAnimationDelegate)?
    var isRemovedOnCompletion = true
    var preferredFrameRateRange = CAFrameRateRange.default
  }

  /// Creates an animation whose properties have their defaults.
  public required override init() { super.init() }

  /// Reads an animation from an archive.
  ///
  /// - Returns: nil if the archive is malformed; the coder receives the error.
  public required init?(coder: NSCoder) {
    super.init()
    guard CodingDepth.deeper(coder, { PropertyCoding.decode(self, from: coder) }) != nil else {
      return nil
    }
  }

  // MARK: Properties

  /// The timing function of the animation; nil is linear; default nil.
  open var timingFunction: CAMediaTimingFunction? {
    get { storage.timingFunction }
    set { if mayChange("timingFunction") { storage.timingFunction = newValue } }
  }

  /// The object that is informed of the animation's start and end; retained; ignored in a group;
  /// default nil.
  open var delegate: (any CAAnimationDelegate)? {
    get { storage.delegate }
    set { if mayChange("delegate") { storage.delegate = newValue } }
  }

  /// A Boolean value that indicates whether the layer removes the animation after its end; ignored
  /// in a group; default true.
  open var isRemovedOnCompletion: Bool {
    get { storage.isRemovedOnCompletion }
    set { if mayChange("removedOnCompletion") { storage.isRemovedOnCompletion = newValue } }
  }

  /// The preferred frame rates of the animation; a hint without effect on frames; default
  /// `default`.
  open var preferredFrameRateRange: CAFrameRateRange {
    get { storage.preferredFrameRateRange }
    set { if mayChange("preferredFrameRateRange") { storage.preferredFrameRateRange = newValue } }
  }

  /// The begin time, in seconds of the layer's time, or of the group's; default 0.
  ///
  /// For an animation of a layer, 0 means the time of its commit; the layer's copy then stores that
  /// time. Use 1e-100 for the beginning of the layer's time.
  open var beginTime: CFTimeInterval {
    get { timing.beginTime }
    set { if mayChange("beginTime") { timing.beginTime = newValue } }
  }

  /// The duration, in seconds; default 0, which is that of the transaction or of the group.
  open var duration: CFTimeInterval {
    get { timing.duration }
    set { if mayChange("duration") { timing.duration = newValue } }
  }

  /// The speed relative to the layer or group; a negative speed runs backwards; default 1.
  open var speed: Float {
    get { timing.speed }
    set { if mayChange("speed") { timing.speed = newValue } }
  }

  /// The shift of the animation's time, in seconds; a part cut off at one end appears at the other;
  /// default 0.
  open var timeOffset: CFTimeInterval {
    get { timing.timeOffset }
    set { if mayChange("timeOffset") { timing.timeOffset = newValue } }
  }

  /// The number of repetitions, which may be fractional; default 0, once.
  open var repeatCount: Float {
    get { timing.repeatCount }
    set { if mayChange("repeatCount") { timing.repeatCount = newValue } }
  }

  /// The total time of the repetitions, in seconds; default 0; overrides `repeatCount`.
  open var repeatDuration: CFTimeInterval {
    get { timing.repeatDuration }
    set { if mayChange("repeatDuration") { timing.repeatDuration = newValue } }
  }

  /// A Boolean value that indicates whether each run is followed by a run backwards; default false.
  open var autoreverses: Bool {
    get { timing.autoreverses }
    set { if mayChange("autoreverses") { timing.autoreverses = newValue } }
  }

  /// The values that show outside the active time; default `removed`.
  open var fillMode: CAMediaTimingFillMode {
    get { CAMediaTimingFillMode(timing.fillMode) }
    set { if mayChange("fillMode") { timing.fillMode = FillMode(newValue) } }
  }

  // MARK: Copies

  /// Returns an animation of the same class with the same properties, which may be changed.
  ///
  /// Subclasses with properties of their own copy those in an override.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = type(of: self).init()
    copy.takeValues(of: self)
    return copy
  }

  /// Copies the properties of this class and its superclasses; `other` is of the same class.
  package func takeValues(of other: CAAnimation) {
    timing = other.timing
    storage = other.storage
    customValues = other.customValues
    keepsake = other.keepsake
  }

  /// Returns the frozen copy that a layer stores for an animation.
  ///
  /// - Parameter duration: The duration that replaces 0 seconds.
  package final func frozenCopy(duration: CFTimeInterval) -> CAAnimation {
    let result = (copy() as? CAAnimation) ?? self
    // This handles NaN, too.
    if !(result.timing.duration > 0) { result.timing.duration = duration }
    result.freeze()
    return result
  }

  /// Refuses changes from now on, in this animation and in its parts.
  package func freeze() { isFrozen = true }

  /// Sets the begin time of an animation that begins with its commit.
  package final func resolveBeginTime(_ time: CFTimeInterval) { timing.beginTime = time }

  /// Returns whether a property may be set, and reports a refusal.
  final func mayChange(_ property: StaticString) -> Bool {
    if isFrozen { refuseChange("\(property)") }
    return !isFrozen
  }

  private func refuseChange(_ property: String) {
    ModelMisuse.frozenAnimation(className: "\(type(of: self))", property: property).report()
  }

  // MARK: Keys

  /// Returns the value of a property that nothing sets; nil for zeros and for unknown keys.
  open class func defaultValue(forKey key: String) -> Any? {
    switch key {
    case "speed": NSNumber(value: 1)
    case "removedOnCompletion": NSNumber(value: true)
    case "fillMode": CAMediaTimingFillMode.removed.rawValue
    default: nil
    }
  }

  /// Returns whether an archive stores the value of a key: true if the value differs from its
  /// default.
  open func shouldArchiveValue(forKey key: String) -> Bool {
    PropertyCoding.isChanged(key, of: self)
  }

  /// A Boolean value that indicates whether secure archives may hold animations: true.
  open class var supportsSecureCoding: Bool { true }

  /// Writes the animation without its `delegate`.
  open func encode(with coder: NSCoder) {
    _ = CodingDepth.deeper(coder) { PropertyCoding.encode(self, to: coder) }
  }

  /// The class that Foundation's archiver writes: this one, or the nearest superclass that has an
  /// Apple name.
  open override var classForKeyedArchiver: AnyClass? { ArchivedClass.nameable(type(of: self)) }

  /// Returns the Apple names of the class and its superclasses, which replace the class where it is
  /// unknown.
  open override class func classFallbacksForKeyedArchiver() -> [String] {
    ArchivedClass.fallbacks(of: self)
  }

  /// Returns the value of a property, or the value that was set for any other key.
  open func value(forKey key: String) -> Any? {
    PropertyAccess.value(of: self, forKey: key)
  }

  /// Sets a property, or stores a value for any other key; see `CALayer.setValue(_:forKey:)`.
  open func setValue(_ value: Any?, forKey key: String) {
    PropertyAccess.set(value, of: self, forKey: key)
  }

  /// Returns the value at a path.
  open func value(forKeyPath keyPath: String) -> Any? {
    PropertyAccess.value(of: self, forKeyPath: keyPath)
  }

  /// Sets the value at a path.
  open func setValue(_ value: Any?, forKeyPath keyPath: String) {
    PropertyAccess.set(value, of: self, forKeyPath: keyPath)
  }

  // MARK: Action

  /// Adds the animation to a layer, under the event's name.
  open func run(
    forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?
  ) {
    (anObject as? CALayer)?.add(self, forKey: event)
  }

  /// The properties of the class, by name.
  package class var propertyTable: PropertyTable { .animation }
}

extension CAAnimation: PropertyHolder {
  /// The properties of this animation's class.
  package final var properties: PropertyTable { type(of: self).propertyTable }

  final func customValue(forKey key: String) -> Any? {
    customValues?[key] ?? type(of: self).defaultValue(forKey: key)
  }

  /// The keys that were set and are not properties, in no order.
  package final var customKeys: [String] { Array((customValues ?? [:]).keys) }

  /// A new animation of Glaze's class.
  final var pristine: NSObject {
    CAAnimation.make(className: properties.className) ?? CAAnimation()
  }

  final func setCustomValue(_ value: Any?, forKey key: String) {
    guard !isFrozen else { return refuseChange(key) }
    customValues = customValues ?? [:]
    customValues?[key] = value
  }
}

public import Foundation
package import GlazeAnimation

/// Something that changes what a layer shows for a while: the base of all animations.
///
/// An animation is added to a layer with `CALayer.add(_:forKey:)`, which keeps a frozen copy: from
/// then on the copy refuses changes, see `ModelMisuse`. The one that was added stays as it is, and may
/// be changed and added again.
///
/// Observed: Apple header CAAnimation.h; that added animations are frozen copies is measured.
open class CAAnimation: NSObject, NSCopying, LayerArchivable, CAMediaTiming, CAAction {
  package final var timing = MediaTiming()
  private final var storage = Storage()
  /// Values of keys that are no properties.
  final var customValues: [String: Any]?
  /// What a document says of it besides its properties.
  package final var keepsake: Keepsake?
  /// Whether a layer has this copy, which then never changes again.
  package private(set) final var isFrozen = false

  private struct Storage {
    var timingFunction: CAMediaTimingFunction?
    var delegate: (any CAAnimationDelegate)?
    var isRemovedOnCompletion = true
    var preferredFrameRateRange = CAFrameRateRange.default
  }

  /// Makes an animation with the defaults of all properties.
  public required override init() { super.init() }

  /// Reads an animation from an archive.
  ///
  /// - Returns: nil when the archive is not what it says; the coder is told why.
  public required init?(coder: NSCoder) {
    super.init()
    guard CodingDepth.deeper(coder, { PropertyCoding.decode(self, from: coder) }) != nil else {
      return nil
    }
  }

  // MARK: Properties

  /// The pace of the animation; nil is linear; default nil.
  open var timingFunction: CAMediaTimingFunction? {
    get { storage.timingFunction }
    set { if mayChange("timingFunction") { storage.timingFunction = newValue } }
  }

  /// Who is told of beginning and end; held strongly; ignored in a group; default nil.
  open var delegate: (any CAAnimationDelegate)? {
    get { storage.delegate }
    set { if mayChange("delegate") { storage.delegate = newValue } }
  }

  /// Whether the layer drops the animation once it ended; ignored in a group; default true.
  open var isRemovedOnCompletion: Bool {
    get { storage.isRemovedOnCompletion }
    set { if mayChange("removedOnCompletion") { storage.isRemovedOnCompletion = newValue } }
  }

  /// The frame rates that suit the animation; a hint that changes no frame; default `default`.
  open var preferredFrameRateRange: CAFrameRateRange {
    get { storage.preferredFrameRateRange }
    set { if mayChange("preferredFrameRateRange") { storage.preferredFrameRateRange = newValue } }
  }

  /// When it begins, in seconds of the layer's time, or of the group's; default 0.
  ///
  /// For an animation of a layer 0 means the moment at which it is committed; the copy then says
  /// which that was. Use 1e-100 for the beginning of the layer's time.
  open var beginTime: CFTimeInterval {
    get { timing.beginTime }
    set { if mayChange("beginTime") { timing.beginTime = newValue } }
  }

  /// How long it takes, in seconds; default 0: as the transaction says, or as long as the group.
  open var duration: CFTimeInterval {
    get { timing.duration }
    set { if mayChange("duration") { timing.duration = newValue } }
  }

  /// Its seconds per second of the layer or group; negative runs backwards; default 1.
  open var speed: Float {
    get { timing.speed }
    set { if mayChange("speed") { timing.speed = newValue } }
  }

  /// Shifts its phase, in seconds; what is cut off at one end comes at the other; default 0.
  open var timeOffset: CFTimeInterval {
    get { timing.timeOffset }
    set { if mayChange("timeOffset") { timing.timeOffset = newValue } }
  }

  /// How many times it runs, also a part of a time; default 0, once.
  open var repeatCount: Float {
    get { timing.repeatCount }
    set { if mayChange("repeatCount") { timing.repeatCount = newValue } }
  }

  /// For how long it runs again and again, in seconds; default 0; goes before `repeatCount`.
  open var repeatDuration: CFTimeInterval {
    get { timing.repeatDuration }
    set { if mayChange("repeatDuration") { timing.repeatDuration = newValue } }
  }

  /// Whether it runs backwards after each time that it ran forwards; default false.
  open var autoreverses: Bool {
    get { timing.autoreverses }
    set { if mayChange("autoreverses") { timing.autoreverses = newValue } }
  }

  /// What shows outside of its active time; default `removed`.
  open var fillMode: CAMediaTimingFillMode {
    get { CAMediaTimingFillMode(timing.fillMode) }
    set { if mayChange("fillMode") { timing.fillMode = FillMode(newValue) } }
  }

  // MARK: Copies

  /// Returns an animation of the same class and properties that may be changed.
  ///
  /// Subclasses with properties of their own copy those in an override.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = type(of: self).init()
    copy.takeValues(of: self)
    return copy
  }

  /// Copies what this class and its superclasses store; `other` is of the same class.
  package func takeValues(of other: CAAnimation) {
    timing = other.timing
    storage = other.storage
    customValues = other.customValues
    keepsake = other.keepsake
  }

  /// What a layer keeps of an animation that is added to it.
  ///
  /// - Parameter duration: what 0 seconds are.
  package final func frozenCopy(duration: CFTimeInterval) -> CAAnimation {
    let result = (copy() as? CAAnimation) ?? self
    // Also for NaN.
    if !(result.timing.duration > 0) { result.timing.duration = duration }
    result.freeze()
    return result
  }

  /// Refuses changes from now on, here and in what it consists of.
  package func freeze() { isFrozen = true }

  /// Says when an animation began that was to begin with its commit.
  package final func resolveBeginTime(_ time: CFTimeInterval) { timing.beginTime = time }

  /// Whether a property may be set; a refusal is reported.
  final func mayChange(_ property: StaticString) -> Bool {
    if isFrozen { refuseChange("\(property)") }
    return !isFrozen
  }

  private func refuseChange(_ property: String) {
    ModelMisuse.frozenAnimation(className: "\(type(of: self))", property: property).report()
  }

  // MARK: Keys

  /// The value that a property has when nothing sets it; nil for zeros and for unknown keys.
  open class func defaultValue(forKey key: String) -> Any? {
    switch key {
    case "speed": NSNumber(value: 1)
    case "removedOnCompletion": NSNumber(value: true)
    case "fillMode": CAMediaTimingFillMode.removed.rawValue
    default: nil
    }
  }

  /// Whether an archive would hold the value of a key: true for what is not as it was at first.
  open func shouldArchiveValue(forKey key: String) -> Bool {
    PropertyCoding.isChanged(key, of: self)
  }

  /// Whether archives that ask for safety may hold animations: true.
  open class var supportsSecureCoding: Bool { true }

  /// Writes the animation; `delegate` is left out.
  open func encode(with coder: NSCoder) {
    _ = CodingDepth.deeper(coder) { PropertyCoding.encode(self, to: coder) }
  }

  /// The class that Foundation's archiver writes: this one, or the next above that it has a name for.
  open override var classForKeyedArchiver: AnyClass? { ArchivedClass.nameable(type(of: self)) }

  /// Apple's names of the class and of those above, which stand for it where it is not known.
  open override class func classFallbacksForKeyedArchiver() -> [String] {
    ArchivedClass.fallbacks(of: self)
  }

  /// The value of a property, or what was set for any other key.
  open func value(forKey key: String) -> Any? {
    PropertyAccess.value(of: self, forKey: key)
  }

  /// Sets a property, or keeps a value for any other key; see `CALayer.setValue(_:forKey:)`.
  open func setValue(_ value: Any?, forKey key: String) {
    PropertyAccess.set(value, of: self, forKey: key)
  }

  /// The value at a path.
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

  /// Keys that were set and are no properties, in no order.
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

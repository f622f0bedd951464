public import Foundation
package import GlazeAnimation
public import GlazeGeometry

/// The values of a cell.
package struct CellRecord {
  var name: String?
  var isEnabled: Bool = true
  var birthRate: Float = 0
  var lifetime: Float = 0
  var lifetimeRange: Float = 0
  var emissionLatitude: CGFloat = 0
  var emissionLongitude: CGFloat = 0
  var emissionRange: CGFloat = 0
  var velocity: CGFloat = 0
  var velocityRange: CGFloat = 0
  var xAcceleration: CGFloat = 0
  var yAcceleration: CGFloat = 0
  var zAcceleration: CGFloat = 0
  var scale: CGFloat = 1
  var scaleRange: CGFloat = 0
  var scaleSpeed: CGFloat = 0
  var spin: CGFloat = 0
  var spinRange: CGFloat = 0
  var color: CGColor? = .white
  var redRange: Float = 0
  var greenRange: Float = 0
  var blueRange: Float = 0
  var alphaRange: Float = 0
  var redSpeed: Float = 0
  var greenSpeed: Float = 0
  var blueSpeed: Float = 0
  var alphaSpeed: Float = 0
  var contents: Any?
  var contentsRect: CGRect = CGRect(x: 0, y: 0, width: 1, height: 1)
  var contentsScale: CGFloat = 1
  var minificationFilter: String = "linear"
  var magnificationFilter: String = "linear"
  var minificationFilterBias: Float = 0
  var emitterCells: [CAEmitterCell]?
  var style: [AnyHashable: Any]?
  var timing = MediaTiming.ofLayers
  /// The values of keys that are not properties.
  var custom: [String: Any] = [:]
}

/// One kind of particle of a `CAEmitterLayer`, or of another cell.
///
/// Observed: Apple header CAEmitterCell.h.
open class CAEmitterCell: NSObject, LayerArchivable, CAMediaTiming {
  private(set) final var cell = CellRecord() {
    didSet { noteChange() }
  }

  /// Creates a cell whose properties have their defaults.
  public override init() { super.init() }

  /// The name of the cell in key paths; default nil.
  open var name: String? {
    get { cell.name }
    set { cell.name = newValue }
  }

  /// A Boolean value that indicates whether particles are born; default true.
  open var isEnabled: Bool {
    get { cell.isEnabled }
    set { cell.isEnabled = newValue }
  }

  /// The number of particles born per second; default 0.
  open var birthRate: Float {
    get { cell.birthRate }
    set { cell.birthRate = newValue }
  }

  /// The lifetime of a particle, in seconds; default 0.
  open var lifetime: Float {
    get { cell.lifetime }
    set { cell.lifetime = newValue }
  }

  /// The total range of lifetimes, in seconds; default 0.
  open var lifetimeRange: Float {
    get { cell.lifetimeRange }
    set { cell.lifetimeRange = newValue }
  }

  /// The angle of the emission from the z axis, in radians; default 0.
  open var emissionLatitude: CGFloat {
    get { cell.emissionLatitude }
    set { cell.emissionLatitude = newValue }
  }

  /// The angle of the emission in the plane, from x to y, in radians; default 0.
  open var emissionLongitude: CGFloat {
    get { cell.emissionLongitude }
    set { cell.emissionLongitude = newValue }
  }

  /// The angle of the cone about the direction, in radians; default 0.
  open var emissionRange: CGFloat {
    get { cell.emissionRange }
    set { cell.emissionRange = newValue }
  }

  /// The speed at birth, in points per second; default 0.
  open var velocity: CGFloat {
    get { cell.velocity }
    set { cell.velocity = newValue }
  }

  /// The range of speeds; default 0.
  open var velocityRange: CGFloat {
    get { cell.velocityRange }
    set { cell.velocityRange = newValue }
  }

  /// The acceleration along x, in points per second squared; default 0.
  open var xAcceleration: CGFloat {
    get { cell.xAcceleration }
    set { cell.xAcceleration = newValue }
  }

  /// The acceleration along y, in points per second squared; default 0.
  open var yAcceleration: CGFloat {
    get { cell.yAcceleration }
    set { cell.yAcceleration = newValue }
  }

  /// The acceleration along z, in points per second squared; default 0.
  open var zAcceleration: CGFloat {
    get { cell.zAcceleration }
    set { cell.zAcceleration = newValue }
  }

  /// The size at birth, as a factor; default 1.
  open var scale: CGFloat {
    get { cell.scale }
    set { cell.scale = newValue }
  }

  /// The range of sizes; default 0.
  open var scaleRange: CGFloat {
    get { cell.scaleRange }
    set { cell.scaleRange = newValue }
  }

  /// The change of the size factor per second; default 0.
  open var scaleSpeed: CGFloat {
    get { cell.scaleSpeed }
    set { cell.scaleSpeed = newValue }
  }

  /// The rotation, in radians per second; default 0.
  open var spin: CGFloat {
    get { cell.spin }
    set { cell.spin = newValue }
  }

  /// The range of rotations; default 0.
  open var spinRange: CGFloat {
    get { cell.spinRange }
    set { cell.spinRange = newValue }
  }

  /// The color that multiplies the contents; default opaque white.
  open var color: CGColor? {
    get { cell.color }
    set { cell.color = newValue }
  }

  /// The range of red; default 0.
  open var redRange: Float {
    get { cell.redRange }
    set { cell.redRange = newValue }
  }

  /// The range of green; default 0.
  open var greenRange: Float {
    get { cell.greenRange }
    set { cell.greenRange = newValue }
  }

  /// The range of blue; default 0.
  open var blueRange: Float {
    get { cell.blueRange }
    set { cell.blueRange = newValue }
  }

  /// The range of alpha; default 0.
  open var alphaRange: Float {
    get { cell.alphaRange }
    set { cell.alphaRange = newValue }
  }

  /// The change of red per second; default 0.
  open var redSpeed: Float {
    get { cell.redSpeed }
    set { cell.redSpeed = newValue }
  }

  /// The change of green per second; default 0.
  open var greenSpeed: Float {
    get { cell.greenSpeed }
    set { cell.greenSpeed = newValue }
  }

  /// The change of blue per second; default 0.
  open var blueSpeed: Float {
    get { cell.blueSpeed }
    set { cell.blueSpeed = newValue }
  }

  /// The change of alpha per second; default 0.
  open var alphaSpeed: Float {
    get { cell.alphaSpeed }
    set { cell.alphaSpeed = newValue }
  }

  /// The image of a particle, a `CGImage` or an `ExternalImage`; default nil.
  open var contents: Any? {
    get { cell.contents }
    set {
      cell.contents = newValue
      if let external = newValue as? ExternalImage { external.add(self) }
    }
  }

  /// The part of the image that is shown; default (0, 0, 1, 1).
  open var contentsRect: CGRect {
    get { cell.contentsRect }
    set { cell.contentsRect = newValue }
  }

  /// The number of pixels of the image per point; default 1.
  open var contentsScale: CGFloat {
    get { cell.contentsScale }
    set { cell.contentsScale = newValue }
  }

  /// The filter that samples the image where it is shown smaller; default linear.
  open var minificationFilter: String {
    get { cell.minificationFilter }
    set { cell.minificationFilter = newValue }
  }

  /// The filter that samples the image where it is shown larger; default linear.
  open var magnificationFilter: String {
    get { cell.magnificationFilter }
    set { cell.magnificationFilter = newValue }
  }

  /// The bias that is added to the mip level; default 0.
  open var minificationFilterBias: Float {
    get { cell.minificationFilterBias }
    set { cell.minificationFilterBias = newValue }
  }

  /// The cells that each particle emits; default nil.
  open var emitterCells: [CAEmitterCell]? {
    get { cell.emitterCells }
    set {
      for inner in cell.emitterCells ?? [] { inner.removeOwner(self) }
      cell.emitterCells = newValue
      for inner in newValue ?? [] { inner.addOwner(self) }
    }
  }

  /// The values of keys that are not set; default nil.
  open var style: [AnyHashable: Any]? {
    get { cell.style }
    set { cell.style = newValue }
  }

  // MARK: Timing

  package final var timing: MediaTiming {
    get { cell.timing }
    set { cell.timing = newValue }
  }

  /// The time at which the cell begins to emit, in seconds of the emitter's time; default 0.
  open var beginTime: CFTimeInterval {
    get { timing.beginTime }
    set { timing.beginTime = newValue }
  }

  /// The duration of the emission, in seconds of the cell's time; default infinity, which 0 also
  /// means.
  open var duration: CFTimeInterval {
    get { timing.duration }
    set { timing.duration = newValue }
  }

  /// The speed relative to the emitter's time; default 1.
  open var speed: Float {
    get { timing.speed }
    set { timing.speed = newValue }
  }

  /// The offset that is added to the cell's time, in seconds; default 0.
  open var timeOffset: CFTimeInterval {
    get { timing.timeOffset }
    set { timing.timeOffset = newValue }
  }

  /// The number of times that the emission runs, without a pause between them; default 0, once.
  open var repeatCount: Float {
    get { timing.repeatCount }
    set { timing.repeatCount = newValue }
  }

  /// The total time of the repetitions, in seconds; default 0.
  open var repeatDuration: CFTimeInterval {
    get { timing.repeatDuration }
    set { timing.repeatDuration = newValue }
  }

  /// A Boolean value that indicates whether the cell emits for twice its duration; default false.
  open var autoreverses: Bool {
    get { timing.autoreverses }
    set { timing.autoreverses = newValue }
  }

  /// Stored; particles that were born continue to live in every mode; default `removed`.
  open var fillMode: CAMediaTimingFillMode {
    get { CAMediaTimingFillMode(timing.fillMode) }
    set { timing.fillMode = FillMode(newValue) }
  }

  // MARK: Keys

  /// The values of keys that are not properties.
  final var customValues: [String: Any] {
    get { cell.custom }
    set { cell.custom = newValue }
  }

  /// The attributes that a document gives to the cell in addition to its properties.
  package final var keepsake: Keepsake?

  /// The layers and cells that list this one in their `emitterCells`.
  private final var owners: [Owner] = []

  private struct Owner {
    weak var object: NSObject?
  }

  final func addOwner(_ object: NSObject) {
    owners.removeAll { $0.object == nil }
    owners.append(Owner(object: object))
  }

  final func removeOwner(_ object: NSObject) {
    owners.removeAll { $0.object == nil || $0.object === object }
  }

  /// Notifies the layers that show the cell's particles.
  ///
  /// Cells may contain each other in cycles: each is visited once.
  private final func noteChange() {
    if owners.isEmpty { return }
    var visited: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
    var pending = owners
    while let next = pending.popLast() {
      guard let owner = next.object, visited.insert(ObjectIdentifier(owner)).inserted else {
        continue
      }
      if let layer = owner as? CAEmitterLayer { layer.noteChange(.kind) }
      if let cell = owner as? CAEmitterCell { pending += cell.owners }
    }
  }

  // MARK: Archives

  /// Reads a cell from an archive.
  ///
  /// - Returns: nil if the archive is malformed; the coder receives the error.
  public required init?(coder: NSCoder) {
    super.init()
    guard CodingDepth.deeper(coder, { PropertyCoding.decode(self, from: coder) }) != nil else {
      return nil
    }
  }

  /// A Boolean value that indicates whether secure archives may hold cells: true.
  open class var supportsSecureCoding: Bool { true }

  /// Writes the cell with the cells that it contains.
  open func encode(with coder: NSCoder) {
    _ = CodingDepth.deeper(coder) { PropertyCoding.encode(self, to: coder) }
  }

  /// Returns the value of a property that nothing sets; nil for zeros and for unknown keys.
  open class func defaultValue(forKey key: String) -> Any? {
    switch key {
    case "enabled": NSNumber(value: true)
    case "scale", "contentsScale", "speed": NSNumber(value: 1)
    case "color": CGColor.white
    case "contentsRect": CGRect(x: 0, y: 0, width: 1, height: 1)
    case "duration": NSNumber(value: Double.infinity)
    case "minificationFilter", "magnificationFilter": "linear"
    case "fillMode": CAMediaTimingFillMode.removed.rawValue
    default: nil
    }
  }

  /// Returns whether an archive stores the value of a key: true if the value differs from its
  /// default.
  open func shouldArchiveValue(forKey key: String) -> Bool {
    PropertyCoding.isChanged(key, of: self)
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

  /// Returns the value at a path such as `contentsRect.origin.x`.
  open func value(forKeyPath keyPath: String) -> Any? {
    PropertyAccess.value(of: self, forKeyPath: keyPath)
  }

  /// Sets the value at a path.
  open func setValue(_ value: Any?, forKeyPath keyPath: String) {
    PropertyAccess.set(value, of: self, forKeyPath: keyPath)
  }
}

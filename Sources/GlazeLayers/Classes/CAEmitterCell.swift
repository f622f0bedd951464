public import Foundation
package import GlazeAnimation
public import GlazeGeometry

/// One kind of particle of a `CAEmitterLayer`, or of another cell.
///
/// Observed: Apple header CAEmitterCell.h.
open class CAEmitterCell: NSObject, LayerArchivable, CAMediaTiming {
  private struct CellState {
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
  }

  private final var cell = CellState() {
    didSet { noteChange() }
  }

  /// Makes a cell with the defaults of all properties.
  public override init() { super.init() }

  /// The name in key paths; default nil.
  open var name: String? {
    get { cell.name }
    set { cell.name = newValue }
  }

  /// Whether particles are born; default true.
  open var isEnabled: Bool {
    get { cell.isEnabled }
    set { cell.isEnabled = newValue }
  }

  /// Particles born per second; default 0.
  open var birthRate: Float {
    get { cell.birthRate }
    set { cell.birthRate = newValue }
  }

  /// How long a particle lives, in seconds; default 0.
  open var lifetime: Float {
    get { cell.lifetime }
    set { cell.lifetime = newValue }
  }

  /// How far life times differ, in seconds, in all; default 0.
  open var lifetimeRange: Float {
    get { cell.lifetimeRange }
    set { cell.lifetimeRange = newValue }
  }

  /// The angle from the z axis, in radians; default 0.
  open var emissionLatitude: CGFloat {
    get { cell.emissionLatitude }
    set { cell.emissionLatitude = newValue }
  }

  /// The angle in the plane, from x to y, in radians; default 0.
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

  /// How far speeds differ; default 0.
  open var velocityRange: CGFloat {
    get { cell.velocityRange }
    set { cell.velocityRange = newValue }
  }

  /// Along x, in points per second squared; default 0.
  open var xAcceleration: CGFloat {
    get { cell.xAcceleration }
    set { cell.xAcceleration = newValue }
  }

  /// Along y, in points per second squared; default 0.
  open var yAcceleration: CGFloat {
    get { cell.yAcceleration }
    set { cell.yAcceleration = newValue }
  }

  /// Along z, in points per second squared; default 0.
  open var zAcceleration: CGFloat {
    get { cell.zAcceleration }
    set { cell.zAcceleration = newValue }
  }

  /// The size at birth, as a factor; default 1.
  open var scale: CGFloat {
    get { cell.scale }
    set { cell.scale = newValue }
  }

  /// How far sizes differ; default 0.
  open var scaleRange: CGFloat {
    get { cell.scaleRange }
    set { cell.scaleRange = newValue }
  }

  /// The change of the factor per second; default 0.
  open var scaleSpeed: CGFloat {
    get { cell.scaleSpeed }
    set { cell.scaleSpeed = newValue }
  }

  /// The rotation, in radians per second; default 0.
  open var spin: CGFloat {
    get { cell.spin }
    set { cell.spin = newValue }
  }

  /// How far rotations differ; default 0.
  open var spinRange: CGFloat {
    get { cell.spinRange }
    set { cell.spinRange = newValue }
  }

  /// What the contents are multiplied with; default opaque white.
  open var color: CGColor? {
    get { cell.color }
    set { cell.color = newValue }
  }

  /// How far red differs; default 0.
  open var redRange: Float {
    get { cell.redRange }
    set { cell.redRange = newValue }
  }

  /// How far green differs; default 0.
  open var greenRange: Float {
    get { cell.greenRange }
    set { cell.greenRange = newValue }
  }

  /// How far blue differs; default 0.
  open var blueRange: Float {
    get { cell.blueRange }
    set { cell.blueRange = newValue }
  }

  /// How far alpha differs; default 0.
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

  /// The picture of a particle, a `CGImage` or an `ExternalImage`; default nil.
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

  /// Pixels of the image per point; default 1.
  open var contentsScale: CGFloat {
    get { cell.contentsScale }
    set { cell.contentsScale = newValue }
  }

  /// How the image is sampled where it is smaller; default linear.
  open var minificationFilter: String {
    get { cell.minificationFilter }
    set { cell.minificationFilter = newValue }
  }

  /// How the image is sampled where it is larger; default linear.
  open var magnificationFilter: String {
    get { cell.magnificationFilter }
    set { cell.magnificationFilter = newValue }
  }

  /// Added to the mip level; default 0.
  open var minificationFilterBias: Float {
    get { cell.minificationFilterBias }
    set { cell.minificationFilterBias = newValue }
  }

  /// Particles that each particle emits; default nil.
  open var emitterCells: [CAEmitterCell]? {
    get { cell.emitterCells }
    set {
      for inner in cell.emitterCells ?? [] { inner.removeOwner(self) }
      cell.emitterCells = newValue
      for inner in newValue ?? [] { inner.addOwner(self) }
    }
  }

  /// Values of keys that were not set; default nil.
  open var style: [AnyHashable: Any]? {
    get { cell.style }
    set { cell.style = newValue }
  }

  // MARK: Timing

  package final var timing = MediaTiming.ofLayers {
    didSet { noteChange() }
  }

  /// When the cell begins to emit, in seconds of the emitter's time; default 0.
  open var beginTime: CFTimeInterval {
    get { timing.beginTime }
    set { timing.beginTime = newValue }
  }

  /// How long the cell emits, in seconds of its own time; default infinity, which 0 stands for as well.
  open var duration: CFTimeInterval {
    get { timing.duration }
    set { timing.duration = newValue }
  }

  /// Seconds of the cell per second of the emitter; default 1.
  open var speed: Float {
    get { timing.speed }
    set { timing.speed = newValue }
  }

  /// Added to the cell's time, in seconds; default 0.
  open var timeOffset: CFTimeInterval {
    get { timing.timeOffset }
    set { timing.timeOffset = newValue }
  }

  /// How many times the cell emits for its duration, without a pause between them; default 0, once.
  open var repeatCount: Float {
    get { timing.repeatCount }
    set { timing.repeatCount = newValue }
  }

  /// For how long the cell emits again and again, in seconds; default 0.
  open var repeatDuration: CFTimeInterval {
    get { timing.repeatDuration }
    set { timing.repeatDuration = newValue }
  }

  /// Whether the cell emits twice as long; default false.
  open var autoreverses: Bool {
    get { timing.autoreverses }
    set { timing.autoreverses = newValue }
  }

  /// Stored; particles that were born live on in every mode; default `removed`.
  open var fillMode: CAMediaTimingFillMode {
    get { CAMediaTimingFillMode(timing.fillMode) }
    set { timing.fillMode = FillMode(newValue) }
  }

  // MARK: Keys

  /// Values of keys that are no properties.
  final var customValues: [String: Any] = [:] {
    didSet { noteChange() }
  }

  /// What a document says of it besides its properties.
  package final var keepsake: Keepsake?

  /// The layers and cells that have this one in their `emitterCells`.
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

  /// Tells the layers that show the cell's particles.
  ///
  /// Cells may have each other in circles: each is visited once.
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
  /// - Returns: nil when the archive is not what it says; the coder is told why.
  public required init?(coder: NSCoder) {
    super.init()
    guard CodingDepth.deeper(coder, { PropertyCoding.decode(self, from: coder) }) != nil else {
      return nil
    }
  }

  /// Whether archives that ask for safety may hold cells: true.
  open class var supportsSecureCoding: Bool { true }

  /// Writes the cell with the cells in it.
  open func encode(with coder: NSCoder) {
    _ = CodingDepth.deeper(coder) { PropertyCoding.encode(self, to: coder) }
  }

  /// The value that a property has when nothing sets it; nil for zeros and for unknown keys.
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

  /// Whether an archive holds the value of a key: true for what is not as it was at first.
  open func shouldArchiveValue(forKey key: String) -> Bool {
    PropertyCoding.isChanged(key, of: self)
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

  /// The value at a path such as `contentsRect.origin.x`.
  open func value(forKeyPath keyPath: String) -> Any? {
    PropertyAccess.value(of: self, forKeyPath: keyPath)
  }

  /// Sets the value at a path.
  open func setValue(_ value: Any?, forKeyPath keyPath: String) {
    PropertyAccess.set(value, of: self, forKeyPath: keyPath)
  }
}

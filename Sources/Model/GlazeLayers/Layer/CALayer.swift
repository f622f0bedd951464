public import Foundation
public import GlazeDrawing
public import GlazeGeometry
import GlazeTree

/// A rectangle in a tree of rectangles, with an image, a background and a position in space.
///
/// Layers describe what is shown and do not draw it: a renderer commits the tree and works on the committed values.
/// A layer belongs to one isolation domain at a time; layers are not `Sendable`.
///
/// Names, types, defaults and rules are those of Apple's `CALayer`. A property that is not drawn yet is stored all
/// the same, and its documentation says so.
///
/// The class itself declares the members that subclasses override, because Swift cannot override members of
/// extensions without Objective-C. All other members are in extensions, one for each section of Apple's header.
///
/// Observed: Apple header CALayer.h.
open class CALayer: NSObject, LayerArchivable {
  // The order matters: a scene of 100,000 layers stores everything that is declared here 100,000 times. Values that
  // few layers have are stored elsewhere; see `RareProperties.swift` and `LayerExtras.swift`.

  /// The properties of the layer that are numbers.
  @exclusivity(unchecked) package final var state = LayerState()
  /// The reasons for which a change of a property needs more than storing the value.
  @exclusivity(unchecked) final var watch: LayerWatch
  package final var layoutIsNeeded = false
  package final var displayIsNeeded = false
  @exclusivity(unchecked) package final var objects = LayerObjects()
  /// A flag that the default methods of `CALayerDelegate` set to report "not implemented".
  package final var delegateLacksMethod = false
  /// The changes that the committer has not seen yet.
  @exclusivity(unchecked) package final var changes: LayerChanges = []
  /// The index of the layer's node in the committer's tree; -1 before it had one, -2 after.
  @exclusivity(unchecked) package final var nodeIndex: Int32 = -1
  package final var sublayerList: [CALayer] = []
  /// The superlayer, or the layer that this one masks.
  ///
  /// The owner of a layer clears this before it releases the layer, so the pointer never dangles. Debug builds
  /// check that and stop the program if it does; other builds trust it, as counting costs commits time.
  #if DEBUG
    package final unowned var owner: CALayer?
  #else
    package final unowned(unsafe) var owner: CALayer?
  #endif
  /// The queue of the committer that turns this layer into a node.
  ///
  /// The committer retains the layer while this is set, and clears it when the committer goes.
  @exclusivity(unchecked) package final unowned(unsafe) var queue: CommitQueue? {
    didSet { watch.setCommitted(queue != nil) }
  }
  /// The values that only some layers have.
  @exclusivity(unchecked) @usableFromInline final var extras: LayerExtras?

  /// Creates a layer whose properties have their defaults.
  public override init() {
    watch = Self.isKnownClass ? [] : .foreignClass
    super.init()
  }

  /// Creates a layer that stands for another; subclasses copy their own state from it.
  ///
  /// `presentation()` calls it, and so does every frame of an animation in which the layer draws itself. Properties
  /// that have a key are copied afterwards.
  public init(layer: Any) {
    watch = Self.isKnownClass ? [] : [.foreignClass, .copy]
    super.init()
  }

  /// Reads a layer from an archive, with its sublayers, its mask and its animations.
  ///
  /// - Returns: nil if the archive is malformed; the coder receives the error.
  public required init?(coder: NSCoder) {
    watch = Self.isKnownClass ? [] : .foreignClass
    super.init()
    state = Self.layerClass.make().state
    guard decode(from: coder) else { return nil }
  }

  deinit {
    releaseSublayersWithoutRecursion()
  }

  /// A Boolean value that indicates whether secure archives may hold layers: true.
  open class var supportsSecureCoding: Bool { true }

  /// Writes the layer with its sublayers, its mask and its animations, but without its `delegate`.
  ///
  /// A value that archives cannot represent is an error of the archiver.
  open func encode(with coder: NSCoder) {
    encodeAll(to: coder)
  }

  /// Returns whether an archive stores the value of a key: true if the value differs from its default.
  open func shouldArchiveValue(forKey key: String) -> Bool {
    PropertyCoding.isChanged(key, of: self)
  }

  /// The class that Foundation's archiver writes: this one, or the nearest superclass that has an Apple name.
  open override var classForKeyedArchiver: AnyClass? { ArchivedClass.nameable(type(of: self)) }

  /// Returns the Apple names of the class and its superclasses, which replace the class where it is unknown.
  open override class func classFallbacksForKeyedArchiver() -> [String] {
    ArchivedClass.fallbacks(of: self)
  }

  // MARK: Geometry

  /// The rectangle of the layer in its own coordinates, in points; default zero.
  ///
  /// A negative size is stored as a positive one with its origin moved. Setting `bounds` never changes `position`.
  open var bounds: CGRect {
    get { state.bounds }
    set { setBounds(newValue) }
  }

  /// The position of the anchor in the superlayer's coordinates, in points; default (0, 0).
  ///
  /// NaN is refused, as in `bounds`; see `ModelMisuse`. Apple raises an exception.
  open var position: CGPoint {
    get { state.position }
    set { setPosition(newValue) }
  }

  /// The z coordinate of `position`, in points; siblings are drawn in order of depth; default 0.
  open var zPosition: CGFloat {
    get { state.zPosition }
    set { change("zPosition", .place, zPosition != newValue) { state.zPosition = newValue } }
  }

  /// The anchor in unit coordinates of `bounds`; may lie outside 0...1; default (0.5, 0.5).
  open var anchorPoint: CGPoint {
    get { state.anchorPoint }
    set {
      change("anchorPoint", .geometry, anchorPoint != newValue) { state.anchorPoint = newValue }
    }
  }

  /// The z coordinate of the anchor, in points; default 0.
  open var anchorPointZ: CGFloat {
    get { state.anchorPointZ }
    set {
      change("anchorPointZ", .transform, anchorPointZ != newValue) { state.anchorPointZ = newValue }
    }
  }

  /// The matrix that is applied to the layer about its anchor; default identity.
  open var transform: CATransform3D {
    get { state.transform }
    set { change("transform", .transform, transform != newValue) { state.transform = newValue } }
  }

  /// The matrix that is applied to the sublayers, but not to the mask, about the anchor; default identity.
  open var sublayerTransform: CATransform3D {
    get { state.sublayerTransform }
    set {
      change("sublayerTransform", .transform, sublayerTransform != newValue) {
        state.sublayerTransform = newValue
      }
    }
  }

  /// The bounding box of the layer in the superlayer's coordinates, in points; computed from `bounds`, `position`,
  /// `anchorPoint` and `transform`.
  ///
  /// Setting it changes `bounds.size` and `position`. Under a rotation or a perspective the frame that you read
  /// differs from the one that you set.
  open var frame: CGRect {
    get { computedFrame() }
    set { applyFrame(newValue) }
  }

  /// A Boolean value that indicates whether the layer and its sublayers are neither drawn nor hit; default false.
  open var isHidden: Bool {
    get { state.flags[.isHidden] }
    set {
      change("hidden", .appearance, isHidden != newValue) { state.flags[.isHidden] = newValue }
    }
  }

  /// A Boolean value that indicates whether the layer is drawn when it faces away from the viewer; default true.
  open var isDoubleSided: Bool {
    get { state.flags[.isDoubleSided] }
    set {
      change("doubleSided", .appearance, isDoubleSided != newValue) {
        state.flags[.isDoubleSided] = newValue
      }
    }
  }

  /// A Boolean value that indicates whether the layer is flipped about the middle line of its bounds; default
  /// false.
  open var isGeometryFlipped: Bool {
    get { state.flags[.isGeometryFlipped] }
    set {
      // Sublayers may have been drawn for the other direction of y.
      let isNews = newValue != isGeometryFlipped
      change("geometryFlipped", isNews ? [.geometry, .structure] : .geometry, isNews) {
        state.flags[.isGeometryFlipped] = newValue
      }
    }
  }

  /// A Boolean value that indicates whether the layer and its sublayers are clipped to the rounded bounds.
  ///
  /// The clip comes after filters and the shadow, as a mask does in Apple's documented order; default false.
  open var masksToBounds: Bool {
    get { state.flags[.masksToBounds] }
    set {
      change("masksToBounds", .appearance, masksToBounds != newValue) {
        state.flags[.masksToBounds] = newValue
      }
    }
  }

  // MARK: Contents

  /// The image of the layer: a `CGImage`, or an `ExternalImage` for an image that Glaze does not own.
  ///
  /// Any other
  /// value is stored and shows nothing; default nil.
  open var contents: Any? {
    get { objects.contents }
    set {
      change("contents", .contents, !isSame(contents, newValue)) { setContents(newValue) }
    }
  }

  /// The position and size of the image in the bounds; default `resize`; an unknown name becomes `center`.
  open var contentsGravity: CALayerContentsGravity {
    get { CALayerContentsGravity(state.gravity) }
    set {
      change("contentsGravity", .contents, contentsGravity != newValue) {
        state.gravity = ContentsGravity(newValue)
      }
    }
  }

  /// The number of pixels of the image per point; sublayers do not inherit it; default 1.
  open var contentsScale: CGFloat {
    get { state.contentsScale }
    set {
      change("contentsScale", .contents, contentsScale != newValue) {
        state.contentsScale = newValue
      }
    }
  }

  /// A hint that the layer's drawing covers its bounds; it does not affect other contents; default false.
  open var isOpaque: Bool {
    get { state.flags[.isOpaque] }
    set { change("opaque", .undrawn, isOpaque != newValue) { state.flags[.isOpaque] = newValue } }
  }

  /// A Boolean value that indicates whether a change of `bounds` calls `setNeedsDisplay()`; default false.
  open var needsDisplayOnBoundsChange: Bool {
    get { state.flags[.needsDisplayOnBoundsChange] }
    set {
      change("needsDisplayOnBoundsChange", .undrawn, needsDisplayOnBoundsChange != newValue) {
        state.flags[.needsDisplayOnBoundsChange] = newValue
      }
    }
  }

  // MARK: Appearance

  /// The color that fills the rounded bounds, under the contents; default nil, no fill.
  ///
  /// The color that you read equals the one that you set, but need not be the same object.
  open var backgroundColor: CGColor? {
    get { objects.backgroundColor }
    set {
      change("backgroundColor", .appearance, backgroundColor != newValue) {
        objects.backgroundColor = newValue
      }
    }
  }

  /// The radius of the corners of background, border and clip, in points; default 0.
  open var cornerRadius: CGFloat {
    get { state.cornerRadius }
    set {
      change("cornerRadius", .appearance, cornerRadius != newValue) {
        state.cornerRadius = newValue
      }
    }
  }

  /// The corners that are rounded; default all four.
  open var maskedCorners: CACornerMask {
    get { CACornerMask(rawValue: UInt(state.maskedCorners)) }
    set {
      change("maskedCorners", .appearance, maskedCorners != newValue) {
        state.maskedCorners = UInt8(truncatingIfNeeded: newValue.rawValue & 15)
      }
    }
  }

  /// The shape of the rounded corners; default `circular`, also for unknown names.
  open var cornerCurve: CALayerCornerCurve {
    get { state.flags[.hasContinuousCorners] ? .continuous : .circular }
    set {
      change("cornerCurve", .appearance, cornerCurve != newValue) {
        state.flags[.hasContinuousCorners] = newValue == .continuous
      }
    }
  }

  /// The width of the border, which lies inside the bounds, in points; default 0.
  open var borderWidth: CGFloat {
    get { state.borderWidth }
    set {
      change("borderWidth", .appearance, borderWidth != newValue) { state.borderWidth = newValue }
    }
  }

  /// The color of the border; default opaque black; nil draws no border.
  open var borderColor: CGColor? {
    get { objects.borderColor }
    set {
      change("borderColor", .appearance, borderColor != newValue) { objects.borderColor = newValue }
    }
  }

  /// The opacity of the layer and its sublayers; clamped to 0...1 when drawn; default 1.
  open var opacity: Float {
    get { state.opacity }
    set { change("opacity", .appearance, opacity != newValue) { state.opacity = newValue } }
  }

  // MARK: Hierarchy

  /// The layers inside this one, back to front; nil if there are none, never empty; default nil.
  ///
  /// Setting it moves the layers here from wherever they were. A cycle is a programming error.
  /// - Complexity: O(n + depth).
  open var sublayers: [CALayer]? {
    get { shownSublayers.isEmpty ? nil : shownSublayers }
    set { replaceSublayers(with: newValue ?? []) }
  }

  /// The layer that holds this one as a sublayer or as its mask; nil for a root.
  open var superlayer: CALayer? { watch.contains(.presentation) ? presentedSuperlayer : owner }

  /// The layer whose alpha channel masks this layer; default nil.
  ///
  /// A mask's own mask is ignored; those of its sublayers apply. Its geometry is that of a sublayer. A mask belongs
  /// to one layer: setting it removes it from its former owner.
  open var mask: CALayer? {
    get { watch.contains(.presentation) ? presentedMask : maskLayer }
    set { setMask(newValue) }
  }

  // MARK: Names, owners, layout

  /// The name of the layer, for people and for key paths; default nil.
  open var name: String? {
    get { objects.name }
    set { change("name", .name, name != newValue) { objects.name = newValue } }
  }

  /// The object that supplies contents, layout and actions; default nil.
  ///
  /// The layer does not retain it.
  open var delegate: (any CALayerDelegate)? {
    get { extras?.delegate }
    set {
      extras(newValue == nil)?.delegate = newValue
      watch.set(.delegate, newValue != nil)
    }
  }

  /// The object that lays out the sublayers if the delegate does not; default nil.
  open var layoutManager: (any CALayoutManager)? {
    get { extras?.layoutManager }
    set { extras(newValue == nil)?.layoutManager = newValue }
  }

  /// The parts of the frame that resize with the superlayer's bounds; default none.
  open var autoresizingMask: CAAutoresizingMask {
    get { state.autoresizingMask }
    set {
      change("autoresizingMask", .undrawn, autoresizingMask != newValue) {
        state.autoresizingMask = newValue
      }
    }
  }

  /// The actions of the layer, by event; default nil.
  open var actions: [String: any CAAction]? {
    get { objects.actions }
    set {
      change("actions", .undrawn, false) { objects.actions = newValue }
      watch.set(.actions, newValue != nil || style != nil)
    }
  }

  /// The values of keys that are not set; `style` may nest another such dictionary; default nil.
  open var style: [AnyHashable: Any]? {
    get { objects.style }
    set {
      change("style", .undrawn, false) { objects.style = newValue }
      watch.set(.actions, newValue != nil || actions != nil)
    }
  }

  /// Adds a layer in front of the sublayers, and removes it from its former superlayer.
  open func addSublayer(_ layer: CALayer) {
    insert(layer, at: Int.max)
  }

  /// Inserts a layer among the sublayers.
  ///
  /// - Parameters:
  ///   - layer: The layer to insert; it is removed from its former superlayer.
  ///   - idx: The index, 0 at the back, counted without `layer` itself. An index past the end is the front.
  open func insertSublayer(_ layer: CALayer, at idx: UInt32) {
    insert(layer, at: Int(idx))
  }

  /// Inserts a layer behind a sublayer: behind all if `sibling` is nil, in front of all if it is not a sublayer.
  open func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
    insert(layer, beside: sibling, offset: 0, whenNil: 0)
  }

  /// Inserts a layer in front of a sublayer; in front of all if `sibling` is nil or not a sublayer.
  open func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
    insert(layer, beside: sibling, offset: 1, whenNil: Int.max)
  }

  /// Replaces a sublayer with another layer.
  ///
  /// `oldLayer` must be a sublayer: Apple raises an exception, here it is a programming error.
  open func replaceSublayer(_ oldLayer: CALayer, with newLayer: CALayer) {
    replace(oldLayer, with: newLayer)
  }

  /// Removes the layer from its superlayer, or from the layer that it masks.
  open func removeFromSuperlayer() {
    detachFromOwner()
  }

  // MARK: Hit testing

  /// Returns whether the bounds contain a point in the layer's own coordinates; the max edges are outside.
  open func contains(_ p: CGPoint) -> Bool {
    state.bounds.containsHalfOpen(p)
  }

  /// Returns the deepest layer of this subtree under a point.
  ///
  /// Siblings are tried from the nearest to the furthest. Hidden and transparent layers, parts that masks remove,
  /// and transform layers themselves are not hit. A subclass that overrides `hitTest` has its override called.
  /// - Parameter p: A point in the coordinates of the nearest superlayer that is not a transform layer.
  /// - Complexity: O(n log n) in the number of layers in the subtree.
  open func hitTest(_ p: CGPoint) -> CALayer? {
    HitTester.hit(self, at: p)
  }

  // MARK: Display

  /// Supplies `contents`: calls the delegate's `display(_:)`, or draws into a new backing store if it has none.
  ///
  /// The backing has `ceil(bounds.size * contentsScale)` pixels and starts transparent, or black where `isOpaque`.
  /// `draw(in:)` receives it in the layer's coordinates, with y down where `contentsAreFlipped()`. The old contents
  /// stay if nothing draws: in the classes of Glaze that do not draw by themselves and have no delegate that does.
  ///
  /// The backing has 8 bits per component, or half floats if `contentsFormat` is `RGBA16Float`.
  ///
  /// Our choice: it has at most 2^27 pixels; a larger one is not drawn.
  ///
  /// Observed: Apple documentation of CALayer's display.
  open func display() {
    displayByDrawing()
  }

  /// Draws the layer's content in its own coordinates, by default through the delegate's `draw(_:in:)`.
  ///
  /// - Parameter ctx: The context of the backing, clipped to the part that must be drawn.
  open func draw(in ctx: CGContext) {
    drawByDelegate(in: ctx)
  }

  /// Draws the layer and its sublayers into a context, in the layer's own coordinates.
  ///
  /// The layer's position and transform are ignored, its opacity is not; y points as in the context. Layers that
  /// need `display()` are displayed first.
  ///
  /// It draws shadows, backgrounds, gradients, contents, shapes, text, sublayers in order of depth, borders,
  /// corners, clips, masks and opacity. The result is that of Core Graphics and differs from a renderer's:
  ///
  /// * The colors of a gradient are mixed in Generic RGB, and come out paler where that cannot represent them.
  /// * Enlarged contents are a little sharper than linear; reduced ones are means of their pixels, an approximation
  ///   of an unknown filter.
  /// * A layer whose transform turns it out of its plane is drawn without its transform and its position: its
  ///   anchor lies at the origin of its superlayer.
  /// * Compositing filters apply if they are modes of Core Graphics, except hue, saturation, color and luminosity.
  ///
  /// Other filters, copies of replicators and particles are not drawn.
  ///
  /// - Complexity: O(n) in the layers; masks, groups and shadows need bitmaps of up to the context's size.
  ///
  /// Observed: images that Apple's render(in:) drew of lottie-ios' samples (Docs/explanation/lottie.md); its
  /// documentation names less than it draws. Of the last four modes, the images contain only luminosity.
  open func render(in ctx: CGContext) {
    LayerPainter.paint(self, in: ctx)
  }

  /// Requests a call of `display()` at the next commit.
  open func setNeedsDisplay() {
    markDirty(nil)
  }

  /// Requests `display()` of a rectangle in the layer's coordinates; an empty one has no effect.
  ///
  /// Rectangles are united until the commit; the rest of the layer's drawing stays.
  open func setNeedsDisplay(_ r: CGRect) {
    markDirty(r)
  }

  /// Returns whether `display()` was requested and has not been called since.
  open func needsDisplay() -> Bool { displayIsNeeded }

  /// Calls `display()` if it was requested.
  open func displayIfNeeded() {
    guard displayIsNeeded else { return }
    displayIsNeeded = false
    display()
  }

  // MARK: Layout

  /// Returns the size that the layer prefers in its superlayer, in points: the layout manager's answer, or else the
  /// size of the frame.
  open func preferredFrameSize() -> CGSize {
    layoutManager?.preferredSize(of: self) ?? frame.size
  }

  /// Requests a call of `layoutSublayers()` at the next commit.
  open func setNeedsLayout() {
    if refusesChange("setNeedsLayout()") { return }
    layoutIsNeeded = true
    noteChange(.layout)
    layoutManager?.invalidateLayout(of: self)
  }

  /// Returns whether `layoutSublayers()` was requested and has not been called since.
  open func needsLayout() -> Bool { layoutIsNeeded }

  /// Lays out the layers that need it, downwards from the topmost superlayer that needs it.
  open func layoutIfNeeded() {
    layoutSubtreeIfNeeded()
  }

  /// Lays out the sublayers, through the delegate or else the layout manager.
  open func layoutSublayers() {
    layoutByDelegate()
  }

  /// Informs each sublayer that the size of the bounds changed.
  open func resizeSublayers(withOldSize size: CGSize) {
    for layer in sublayerList { layer.resize(withOldSuperlayerSize: size) }
  }

  /// Resizes the frame by `autoresizingMask` after the superlayer's size changed from `size`.
  open func resize(withOldSuperlayerSize size: CGSize) {
    autoresize(from: size)
  }

  // MARK: Animations

  /// Adds a frozen copy of an animation, and removes the animation that had the same key.
  ///
  /// It begins with the next commit of the layer, unless it sets another time. A duration that is not above 0
  /// becomes that of the transaction.
  ///
  /// - Parameters:
  ///   - anim: The animation; later changes of it have no effect on the copy.
  ///   - key: Any string; an animation without a key cannot be looked up. Transitions always have the key
  ///     `kCATransition`.
  open func add(_ anim: CAAnimation, forKey key: String?) {
    attach(anim, forKey: key)
  }

  /// Removes all animations.
  open func removeAllAnimations() {
    detachAllAnimations()
  }

  /// Removes the animation with a key, if there is one.
  open func removeAnimation(forKey key: String) {
    detachAnimation(forKey: key)
  }

  /// Returns the keys of the layer's animations, in the order in which they were added; nil if there are none.
  open func animationKeys() -> [String]? {
    let keys = attachedAnimations.compactMap(\.key)
    return keys.isEmpty ? nil : keys
  }

  /// Returns the layer's copy of an animation, which refuses changes; nil if none has the key.
  open func animation(forKey key: String) -> CAAnimation? {
    timeline?[key]?.animation
  }

  // MARK: Actions

  /// Returns the action for a change of a property or for another event; nil if there is none.
  ///
  /// The search asks, in this order: the delegate, `actions`, the `actions` in `style`, `defaultAction(forKey:)` of
  /// the class and, once a renderer has committed the layer, Core Animation's own default. `NSNull` ends the search
  /// with nil.
  open func action(forKey event: String) -> (any CAAction)? {
    searchedAction(forKey: event)
  }

  /// Returns the default action of the class for an event; default nil for all events.
  open class func defaultAction(forKey event: String) -> (any CAAction)? { nil }

  // MARK: Presentation

  /// Returns a read-only copy of the layer as it appears now: committed values with animations applied.
  ///
  /// "Now" is `CACurrentMediaTime()`, or the time of the last frame if a renderer was given times. `init(layer:)`
  /// of the layer's class makes the copy. A class with designated initializers of its own must override it; on a
  /// Mac, the program stops otherwise.
  /// - Returns: nil before the first commit; the layer itself if it is a presentation layer.
  open func presentation() -> Self? { presented(at: nil) as? Self }

  /// Returns the layer that a presentation layer stands for; any other layer returns itself.
  open func model() -> Self { (timeline?.presentation?.model as? Self) ?? self }

  // MARK: Keys

  /// Returns the value of a property that nothing sets; nil for zeros, for objects and for unknown keys.
  open class func defaultValue(forKey key: String) -> Any? {
    PropertyAccess.defaultValue(of: self, forKey: key)
  }

  /// Returns whether a change of a property, or of any other key, requests `display()`; default false for all.
  open class func needsDisplay(forKey key: String) -> Bool { false }

  /// Returns how far a corner of unit radius extends along its edges: 1, or 1.528665 for `continuous`, Apple's
  /// value (`CORNER_REACH_EXCESS` in six digits).
  open class func cornerCurveExpansionFactor(_ curve: CALayerCornerCurve) -> CGFloat {
    curve == .continuous ? 1.528665 : 1
  }

  /// Returns the value of a property, or the value that was set for any other key.
  ///
  /// Numbers are returned as `NSNumber`, names of enumerations as `String`, other values as the property's type.
  /// They cast as on a Mac: an `NSNumber` to `CGFloat`, a `CGPoint` to `NSValue`, and back.
  open func value(forKey key: String) -> Any? {
    PropertyAccess.value(of: self, forKey: key)
  }

  /// Sets a property, or stores a value for any other key.
  ///
  /// Numbers may be given as any number type or as a string; nil is zero. A value that the property cannot hold is
  /// refused, and the old one stays.
  open func setValue(_ value: Any?, forKey key: String) {
    PropertyAccess.set(value, of: self, forKey: key)
  }

  /// Returns the value at a path such as `transform.rotation.z` or `sublayers.NAME.opacity`.
  open func value(forKeyPath keyPath: String) -> Any? {
    PropertyAccess.value(of: self, forKeyPath: keyPath)
  }

  /// Sets the value at a path; see `setValue(_:forKey:)`.
  open func setValue(_ value: Any?, forKeyPath keyPath: String) {
    PropertyAccess.set(value, of: self, forKeyPath: keyPath)
  }

  // MARK: Members for Glaze's subclasses

  /// The description of the class for Glaze.
  @_spi(LayerClasses) open class var layerClass: LayerClass { .layer }

  /// The drawing of the contents by the class; nil, the default, if `draw(in:)` or a delegate draws.
  @_spi(LayerClasses) open var ownDrawing: OwnDrawing? { nil }

  /// The properties of the class, by name.
  package final class var propertyTable: PropertyTable { layerClass.properties }

  /// A Boolean value that indicates whether the layer only places its sublayers in its siblings' 3D scene.
  package var isTransformOnly: Bool { false }

  /// A Boolean value that indicates whether `filters` apply to the backdrop instead of the layer.
  package var filtersBackdrop: Bool { false }

  /// The values of the properties that only this class has; nil for none.
  @_spi(LayerClasses) open var classRecord: (any ClassRecord)? {
    get { nil }
    set {}
  }

  /// The features that the layer's class requests and that are not drawn.
  package var kindProblems: [UndrawnFeature] { [] }
}

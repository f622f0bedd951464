public import Foundation
public import GlazeDrawing
public import GlazeGeometry
import GlazeTree

/// A rectangle in a tree of rectangles, with a picture, a background, and a place in space.
///
/// Layers say what is wanted and are never asked how to draw: a renderer commits the tree and works
/// on the values. They belong to one isolation domain at a time; they are not Sendable.
///
/// Names, types, defaults and rules are those of Apple's `CALayer`. What is not drawn yet is stored
/// all the same, and says so.
///
/// The class itself declares what subclasses override, since Swift overrides no members of extensions
/// where there is no Objective-C. What they only use stands in extensions beside it, one for each
/// section of Apple's header.
///
/// Observed: Apple header CALayer.h.
open class CALayer: NSObject, LayerArchivable {
  // The order matters: a page of 100,000 layers has as many of all that stands here. What few layers
  // have lies apart; see `RareProperties.swift` and `LayerExtras.swift`.

  /// What the layer was told: numbers, and objects.
  package final var state = LayerState()
  /// What makes a change of a property more than a change.
  final var watch: LayerWatch
  final var layoutIsNeeded = false
  final var displayIsNeeded = false
  package final var objects = LayerObjects()
  /// Set by the defaults of `CALayerDelegate`, to tell "not implemented".
  package final var delegateLacksMethod = false
  /// What the committer has not seen yet.
  final var changes: LayerChanges = []
  /// The layer's place in the committer's tree; -1 before it was in one, -2 after.
  final var nodeIndex: Int32 = -1
  final var sublayerList: [CALayer] = []
  /// The superlayer, or the layer that this one masks.
  ///
  /// Whoever owns a layer clears this before letting go of it, so the pointer never dangles. Debug builds
  /// check that, and stop the program where it is not so; others trust it, as counting costs commits time.
  #if DEBUG
    final unowned var owner: CALayer?
  #else
    final unowned(unsafe) var owner: CALayer?
  #endif
  /// Who turns this layer into a node.
  ///
  /// It retains the layer as long as it is set, and clears it when it goes.
  final unowned(unsafe) var committer: LayerCommitter? {
    didSet { watch.set(.committed, committer != nil) }
  }
  /// What only some layers have.
  final var extras: LayerExtras?

  /// Makes a layer with the defaults of all properties.
  public override init() {
    watch = Self.isKnownClass ? [] : .foreignClass
    super.init()
  }

  /// Makes a layer that stands for another; subclasses copy their own state from it.
  ///
  /// `presentation()` calls it, and every frame of an animation for which the layer draws itself. What
  /// has a key is copied afterwards.
  public init(layer: Any) {
    watch = Self.isKnownClass ? [] : .foreignClass
    super.init()
  }

  /// Reads a layer with all that is in it, and its animations, from an archive.
  ///
  /// - Returns: nil when the archive is not what it says; the coder is told why.
  public required init?(coder: NSCoder) {
    watch = Self.isKnownClass ? [] : .foreignClass
    super.init()
    state = Self.layerClass.make().state
    guard decode(from: coder) else { return nil }
  }

  deinit {
    releaseSublayersWithoutRecursion()
  }

  /// Whether archives that ask for safety may hold layers: true.
  open class var supportsSecureCoding: Bool { true }

  /// Writes the layer with all that is in it, and its animations; `delegate` is left out.
  ///
  /// A value that archives have no form for is an error of the archiver.
  open func encode(with coder: NSCoder) {
    encodeAll(to: coder)
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

  // MARK: Geometry

  /// The layer's own coordinates, in points; default zero.
  ///
  /// A negative size is stored as a positive one with moved origin. `position` never moves.
  open var bounds: CGRect {
    get { state.bounds }
    set { setBounds(newValue) }
  }

  /// Where the anchor lies in the superlayer's coordinates, in points; default (0, 0).
  ///
  /// NaN is refused, as in `bounds`; see `ModelMisuse`. Apple raises an exception.
  open var position: CGPoint {
    get { state.position }
    set { setPosition(newValue) }
  }

  /// The z of `position`, in points; siblings are drawn by depth; default 0.
  open var zPosition: CGFloat {
    get { state.zPosition }
    set { change("zPosition", .geometry, zPosition != newValue) { state.zPosition = newValue } }
  }

  /// The anchor in unit coordinates of `bounds`; may lie outside 0...1; default (0.5, 0.5).
  open var anchorPoint: CGPoint {
    get { state.anchorPoint }
    set {
      change("anchorPoint", .geometry, anchorPoint != newValue) { state.anchorPoint = newValue }
    }
  }

  /// The z of the anchor, in points; default 0.
  open var anchorPointZ: CGFloat {
    get { state.anchorPointZ }
    set {
      change("anchorPointZ", .transform, anchorPointZ != newValue) { state.anchorPointZ = newValue }
    }
  }

  /// The matrix that is applied about the anchor; default identity.
  open var transform: CATransform3D {
    get { state.transform }
    set { change("transform", .transform, transform != newValue) { state.transform = newValue } }
  }

  /// The matrix that is applied to the sublayers, not to the mask, about the anchor (Apple header); default identity.
  open var sublayerTransform: CATransform3D {
    get { state.sublayerTransform }
    set {
      change("sublayerTransform", .transform, sublayerTransform != newValue) {
        state.sublayerTransform = newValue
      }
    }
  }

  /// The box around the layer in the superlayer's coordinates, in points; made from `bounds`,
  /// `position`, `anchorPoint` and `transform`.
  ///
  /// Setting it changes `bounds.size` and `position`. Under a rotation or a perspective the frame
  /// that is read back is not the one that was set.
  open var frame: CGRect {
    get { computedFrame() }
    set { applyFrame(newValue) }
  }

  /// Whether neither the layer nor its sublayers are drawn or hit; default false.
  open var isHidden: Bool {
    get { state.flags[.isHidden] }
    set {
      change("hidden", .appearance, isHidden != newValue) { state.flags[.isHidden] = newValue }
    }
  }

  /// Whether the layer is drawn also when it faces away; default true.
  open var isDoubleSided: Bool {
    get { state.flags[.isDoubleSided] }
    set {
      change("doubleSided", .appearance, isDoubleSided != newValue) {
        state.flags[.isDoubleSided] = newValue
      }
    }
  }

  /// Whether the layer's plane is reflected about the middle line of its bounds; default false.
  open var isGeometryFlipped: Bool {
    get { state.flags[.isGeometryFlipped] }
    set {
      // What is below may have been drawn the other way round.
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

  /// The picture of the layer: a `CGImage`, or an `ExternalImage` for what is not Glaze's; anything else is
  /// kept and shows nothing; default nil.
  open var contents: Any? {
    get { objects.contents }
    set {
      change("contents", .contents, !isSame(contents, newValue)) { setContents(newValue) }
    }
  }

  /// Where the image lies in the bounds; default `resize`; an unknown name becomes `center`.
  open var contentsGravity: CALayerContentsGravity {
    get { CALayerContentsGravity(state.gravity) }
    set {
      change("contentsGravity", .contents, contentsGravity != newValue) {
        state.gravity = ContentsGravity(newValue)
      }
    }
  }

  /// Pixels of the image per point; not inherited by sublayers; default 1.
  open var contentsScale: CGFloat {
    get { state.contentsScale }
    set {
      change("contentsScale", .contents, contentsScale != newValue) {
        state.contentsScale = newValue
      }
    }
  }

  /// A hint that what the layer draws covers its bounds; contents do not obey it; default false.
  open var isOpaque: Bool {
    get { state.flags[.isOpaque] }
    set { change("opaque", .undrawn, isOpaque != newValue) { state.flags[.isOpaque] = newValue } }
  }

  /// Whether a change of `bounds` calls `setNeedsDisplay()`; default false.
  open var needsDisplayOnBoundsChange: Bool {
    get { state.flags[.needsDisplayOnBoundsChange] }
    set {
      change("needsDisplayOnBoundsChange", .undrawn, needsDisplayOnBoundsChange != newValue) {
        state.flags[.needsDisplayOnBoundsChange] = newValue
      }
    }
  }

  // MARK: Appearance

  /// What fills the rounded bounds under the contents; default nil, nothing.
  ///
  /// What is read equals the colour that was set, but need not be the same object.
  open var backgroundColor: CGColor? {
    get { objects.backgroundColor }
    set {
      change("backgroundColor", .appearance, backgroundColor != newValue) {
        objects.backgroundColor = newValue
      }
    }
  }

  /// The radius of background, border and clip, in points; default 0.
  open var cornerRadius: CGFloat {
    get { state.cornerRadius }
    set {
      change("cornerRadius", .appearance, cornerRadius != newValue) {
        state.cornerRadius = newValue
      }
    }
  }

  /// Which corners are rounded; default all four.
  open var maskedCorners: CACornerMask {
    get { CACornerMask(rawValue: UInt(state.maskedCorners)) }
    set {
      change("maskedCorners", .appearance, maskedCorners != newValue) {
        state.maskedCorners = UInt8(truncatingIfNeeded: newValue.rawValue & 15)
      }
    }
  }

  /// The shape of the corners; default `circular`, also for unknown names.
  open var cornerCurve: CALayerCornerCurve {
    get { state.flags[.hasContinuousCorners] ? .continuous : .circular }
    set {
      change("cornerCurve", .appearance, cornerCurve != newValue) {
        state.flags[.hasContinuousCorners] = newValue == .continuous
      }
    }
  }

  /// The width of the line inside the bounds, in points; default 0.
  open var borderWidth: CGFloat {
    get { state.borderWidth }
    set {
      change("borderWidth", .appearance, borderWidth != newValue) { state.borderWidth = newValue }
    }
  }

  /// The colour of the line; default opaque black; nil draws no line.
  open var borderColor: CGColor? {
    get { objects.borderColor }
    set {
      change("borderColor", .appearance, borderColor != newValue) { objects.borderColor = newValue }
    }
  }

  /// What the layer and its sublayers are multiplied with; drawn as if in 0...1; default 1.
  open var opacity: Float {
    get { state.opacity }
    set { change("opacity", .appearance, opacity != newValue) { state.opacity = newValue } }
  }

  // MARK: Hierarchy

  /// The layers inside this one, back to front; nil, never empty; default nil.
  ///
  /// Layers that are set are moved here from where they were. A cycle is a programming error.
  /// - Complexity: O(n + depth).
  open var sublayers: [CALayer]? {
    get { shownSublayers.isEmpty ? nil : shownSublayers }
    set { replaceSublayers(with: newValue ?? []) }
  }

  /// The layer that holds this one as a sublayer or as its mask; nil for a root.
  open var superlayer: CALayer? { watch.contains(.presentation) ? presentedSuperlayer : owner }

  /// The layer whose alpha selects what of this layer is shown; default nil.
  ///
  /// A mask's own mask is ignored; those of its sublayers count. Its geometry is that of a sublayer. A mask belongs to one layer: setting it takes it from
  /// where it was.
  open var mask: CALayer? {
    get { watch.contains(.presentation) ? presentedMask : maskLayer }
    set { setMask(newValue) }
  }

  // MARK: Names, owners, layout

  /// A name, for people and for key paths; default nil.
  open var name: String? {
    get { objects.name }
    set { change("name", .name, name != newValue) { objects.name = newValue } }
  }

  /// Who is asked for contents, layout and actions; default nil.
  ///
  /// It is not retained.
  open var delegate: (any CALayerDelegate)? {
    get { extras?.delegate }
    set {
      extras(newValue == nil)?.delegate = newValue
      watch.set(.delegate, newValue != nil)
    }
  }

  /// Who places sublayers when the delegate does not; default nil.
  open var layoutManager: (any CALayoutManager)? {
    get { extras?.layoutManager }
    set { extras(newValue == nil)?.layoutManager = newValue }
  }

  /// What follows when the superlayer's bounds change size; default nothing.
  open var autoresizingMask: CAAutoresizingMask {
    get { state.autoresizingMask }
    set {
      change("autoresizingMask", .undrawn, autoresizingMask != newValue) {
        state.autoresizingMask = newValue
      }
    }
  }

  /// Actions by event; default nil.
  open var actions: [String: any CAAction]? {
    get { objects.actions }
    set {
      change("actions", .undrawn, false) { objects.actions = newValue }
      watch.set(.actions, newValue != nil || style != nil)
    }
  }

  /// Values of keys that were not set; may nest further ones under `style`; default nil.
  open var style: [AnyHashable: Any]? {
    get { objects.style }
    set {
      change("style", .undrawn, false) { objects.style = newValue }
      watch.set(.actions, newValue != nil || actions != nil)
    }
  }

  /// Adds a layer in front of the sublayers; it leaves the place where it was.
  open func addSublayer(_ layer: CALayer) {
    insert(layer, at: Int.max)
  }

  /// Inserts a layer among the sublayers.
  ///
  /// - Parameters:
  ///   - layer: It leaves the place where it was.
  ///   - idx: 0 is at the back; counted without `layer` itself. Past the end is the front.
  open func insertSublayer(_ layer: CALayer, at idx: UInt32) {
    insert(layer, at: Int(idx))
  }

  /// Inserts a layer behind a sublayer; behind all when `sibling` is nil, in front of all when it
  /// is no sublayer.
  open func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
    insert(layer, beside: sibling, offset: 0, whenNil: 0)
  }

  /// Inserts a layer in front of a sublayer; in front of all when `sibling` is nil or no sublayer.
  open func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
    insert(layer, beside: sibling, offset: 1, whenNil: Int.max)
  }

  /// Puts a layer in the place of a sublayer.
  ///
  /// `oldLayer` must be a sublayer: Apple raises an exception, here it is a programming error.
  open func replaceSublayer(_ oldLayer: CALayer, with newLayer: CALayer) {
    replace(oldLayer, with: newLayer)
  }

  /// Takes the layer out of its superlayer, or ends its being a mask.
  open func removeFromSuperlayer() {
    detachFromOwner()
  }

  // MARK: Hit testing

  /// Whether the bounds contain a point of the layer's own coordinates; max edges are outside.
  open func contains(_ p: CGPoint) -> Bool {
    state.bounds.containsHalfOpen(p)
  }

  /// The deepest layer of this subtree under a point.
  ///
  /// Siblings are tried from the nearest to the furthest. Hidden and transparent layers, what
  /// masks cut away, and transform layers themselves are not hit. A subclass's own `hitTest` is
  /// called for layers of that subclass.
  /// - Parameter p: In the coordinates of the nearest superlayer that is no transform layer.
  /// - Complexity: O(n log n) in the layers of the subtree.
  open func hitTest(_ p: CGPoint) -> CALayer? {
    HitTester.hit(self, at: p)
  }

  // MARK: Display

  /// Supplies `contents`: asks the delegate's `display(_:)`; where it has none, makes a backing
  /// store and draws into it.
  ///
  /// The backing has `ceil(bounds.size * contentsScale)` pixels, is transparent at first, or black
  /// where `isOpaque`, and is handed to `draw(in:)` with the layer's coordinates, y down where
  /// `contentsAreFlipped()`. Old contents stay where nobody draws: in the classes of Glaze without a
  /// delegate that does, but for those that draw by themselves.
  ///
  /// The backing has 8 bits a component, or half floats where `contentsFormat` is `RGBA16Float`.
  ///
  /// Our choice: it has at most 2^27 pixels; a larger one is not drawn.
  ///
  /// Observed: Apple documentation of CALayer's display.
  open func display() {
    displayByDrawing()
  }

  /// Draws what the layer shows, in its own coordinates; asks the delegate's `draw(_:in:)`.
  ///
  /// - Parameter ctx: The backing, clipped to what has to be drawn.
  open func draw(in ctx: CGContext) {
    drawByDelegate(in: ctx)
  }

  /// Draws the layer and its sublayers into a context, in the layer's own coordinates.
  ///
  /// Position and transform of the layer do not count, its opacity does; y points as in the context.
  /// What asked for `display()` is displayed first.
  ///
  /// Drawn are shadows, backgrounds, gradients, contents, shapes, text, sublayers in order of depth, borders,
  /// corners, clips, masks and opacity, as Core Graphics draws them and not as a renderer does:
  ///
  /// * A gradient's colours are mixed in Generic RGB, and come out paler where that cannot show them.
  /// * Contents that are shown larger are a little sharper than linear; smaller ones are means of their
  ///   pixels, which stand for what is not known.
  /// * A layer whose transform turns it out of its plane is drawn without the transform and without its position:
  ///   its anchor lies at the origin of its superlayer.
  /// * Compositing filters have effect that are modes of Core Graphics, but not those of hue, saturation, colour
  ///   and luminosity.
  ///
  /// Other filters, copies of replicators and particles are not drawn.
  ///
  /// - Complexity: O(n) in the layers; masks, groups and shadows take pictures of up to the context's size.
  ///
  /// Observed: pictures that Apple's render(in:) drew of lottie-ios' samples (Docs/explanation/lottie.md); its documentation
  /// names less than is drawn there. Of the four last modes pictures have luminosity alone.
  open func render(in ctx: CGContext) {
    LayerPainter.paint(self, in: ctx)
  }

  /// Asks for `display()` at the next commit.
  open func setNeedsDisplay() {
    markDirty(nil)
  }

  /// Asks for `display()` of a part, in the layer's coordinates; nothing when it is empty.
  ///
  /// Parts are united until then; the rest of what the layer drew is kept.
  open func setNeedsDisplay(_ r: CGRect) {
    markDirty(r)
  }

  /// Whether `display()` was asked for and not called since.
  open func needsDisplay() -> Bool { displayIsNeeded }

  /// Calls `display()` when it was asked for.
  open func displayIfNeeded() {
    guard displayIsNeeded else { return }
    displayIsNeeded = false
    display()
  }

  // MARK: Layout

  /// The size that the layer would like in its superlayer, in points: the layout manager's answer,
  /// else the frame's.
  open func preferredFrameSize() -> CGSize {
    layoutManager?.preferredSize(of: self) ?? frame.size
  }

  /// Asks for `layoutSublayers()` at the next commit.
  open func setNeedsLayout() {
    if refusesChange("setNeedsLayout()") { return }
    layoutIsNeeded = true
    noteChange(.layout)
    layoutManager?.invalidateLayout(of: self)
  }

  /// Whether `layoutSublayers()` was asked for and not called since.
  open func needsLayout() -> Bool { layoutIsNeeded }

  /// Lays out what asked for it, from the topmost of the superlayers that asked, downwards.
  open func layoutIfNeeded() {
    layoutSubtreeIfNeeded()
  }

  /// Places the sublayers: asks the delegate, else the layout manager.
  open func layoutSublayers() {
    layoutByDelegate()
  }

  /// Tells each sublayer that the size of the bounds changed.
  open func resizeSublayers(withOldSize size: CGSize) {
    for layer in sublayerList { layer.resize(withOldSuperlayerSize: size) }
  }

  /// Changes the frame as `autoresizingMask` says, after the superlayer changed from `size`.
  open func resize(withOldSuperlayerSize size: CGSize) {
    autoresize(from: size)
  }

  // MARK: Animations

  /// Adds a frozen copy of an animation; one of the same key is removed first.
  ///
  /// It begins when the layer is committed next, unless it says another time. A duration that is
  /// not above 0 becomes that of the transaction.
  ///
  /// - Parameters:
  ///   - anim: may be changed afterwards, which does not show.
  ///   - key: any text; nil adds one that cannot be asked for. Transitions always have
  ///     `kCATransition`.
  open func add(_ anim: CAAnimation, forKey key: String?) {
    attach(anim, forKey: key)
  }

  /// Removes all animations.
  open func removeAllAnimations() {
    detachAllAnimations()
  }

  /// Removes the animation of a key, if there is one.
  open func removeAnimation(forKey key: String) {
    detachAnimation(forKey: key)
  }

  /// The keys of the layer's animations, in the order in which those were added; nil for none.
  open func animationKeys() -> [String]? {
    let keys = attachedAnimations.compactMap(\.key)
    return keys.isEmpty ? nil : keys
  }

  /// The layer's copy of an animation, which refuses changes; nil when there is none of the key.
  open func animation(forKey key: String) -> CAAnimation? {
    timeline?[key]?.animation
  }

  // MARK: Actions

  /// What answers a change of a property or another event; nil when nothing does.
  ///
  /// Asked are, until one of them answers: the delegate, `actions`, the `actions` in `style`,
  /// `defaultAction(forKey:)` of the class, and, where a renderer has committed the layer, what Core
  /// Animation itself does. `NSNull` ends the search with nil.
  open func action(forKey event: String) -> (any CAAction)? {
    searchedAction(forKey: event)
  }

  /// What layers of the class answer an event with; default nil for all.
  open class func defaultAction(forKey event: String) -> (any CAAction)? { nil }

  // MARK: What shows

  /// What the layer shows now: a read-only copy with the committed values, animations applied.
  ///
  /// "Now" is `CACurrentMediaTime()`, or the time of the last frame where a renderer was given times.
  /// The copy is made by the `init(layer:)` of the layer's class. A class with designated initialisers
  /// of its own overrides it, as on a Mac, where the program stops otherwise.
  /// - Returns: nil before the first commit; itself for a presentation layer.
  open func presentation() -> Self? { presented(at: nil) as? Self }

  /// The layer that a presentation layer is made from; itself for any other.
  open func model() -> Self { (timeline?.presentation?.model as? Self) ?? self }

  // MARK: Keys

  /// The value that a property has when nothing sets it; nil for zeros and for unknown keys.
  open class func defaultValue(forKey key: String) -> Any? {
    LayerDefaults.value(forKey: key)
  }

  /// Whether a change of the property, or of any other key, asks for `display()`; default false for
  /// all.
  open class func needsDisplay(forKey key: String) -> Bool { false }

  /// How far a corner of unit radius reaches along its edges: 1, or 1.528665 for `continuous`, which is what
  /// Apple says: `CORNER_REACH_EXCESS` in six digits.
  open class func cornerCurveExpansionFactor(_ curve: CALayerCornerCurve) -> CGFloat {
    curve == .continuous ? 1.528665 : 1
  }

  /// The value of a property, or what was set for any other key.
  ///
  /// Numbers come as `NSNumber`, names of lists as `String`, the rest as what the property holds.
  /// They cast as on a Mac: an `NSNumber` to `CGFloat`, a `CGPoint` to `NSValue`, and back.
  open func value(forKey key: String) -> Any? {
    PropertyAccess.value(of: self, forKey: key)
  }

  /// Sets a property, or keeps a value for any other key.
  ///
  /// Numbers may come as any number or as text; nil is zero. A value that the property cannot take
  /// is refused: the old one stays.
  open func setValue(_ value: Any?, forKey key: String) {
    PropertyAccess.set(value, of: self, forKey: key)
  }

  /// The value at a path such as `transform.rotation.z` or `sublayers.NAME.opacity`.
  open func value(forKeyPath keyPath: String) -> Any? {
    PropertyAccess.value(of: self, forKeyPath: keyPath)
  }

  /// Sets the value at a path; see `setValue(_:forKey:)`.
  open func setValue(_ value: Any?, forKeyPath keyPath: String) {
    PropertyAccess.set(value, of: self, forKeyPath: keyPath)
  }

  // MARK: What subclasses of Glaze say

  /// What Glaze knows of the class.
  @_spi(LayerClasses) open class var layerClass: LayerClass { .layer }

  /// The UTF-16 units of text that `display()` lays out; default 0.
  @_spi(LayerClasses) open var textLength: Int { 0 }

  /// The properties of the class, by name.
  package final class var propertyTable: PropertyTable { layerClass.properties }

  /// Whether the layer only places its sublayers in one 3D scene with its siblings.
  package var isTransformOnly: Bool { false }

  /// Whether `filters` act on what is behind the layer instead of the layer.
  package var filtersBackdrop: Bool { false }

  /// What only the class has, as values.
  var kindValues: KindValues { .none }

  /// What the layer's class asks for and is left out.
  var kindProblems: [UndrawnFeature] { [] }
}

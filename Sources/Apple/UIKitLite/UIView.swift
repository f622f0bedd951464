public import Foundation
public import GlazeDrawing
public import GlazeGeometry
public import GlazeLayers

/// A view: the delegate of a layer, with subviews.
///
/// It lays out, draws, tints and animates; there are no gestures, no constraints and no responder
/// chain. Draw its `layer` with y pointing down.
///
/// A subclass that overrides `draw(_:)` draws itself when it is committed for the first time, and
/// after `setNeedsDisplay()`. Changes of its layer's properties are animated only in the blocks of
/// `animate(withDuration:...)`.
///
/// Observed: Apple documentation of UIView.
open class UIView: NSObject, CALayerDelegate {
  /// The placement of contents in the bounds.
  public enum ContentMode: Int, Sendable {
    /// The contents fill the bounds, whatever their proportions; the default.
    case scaleToFill
    /// The contents are as large as fits.
    case scaleAspectFit
    /// The contents cover the bounds.
    case scaleAspectFill
    /// The contents are drawn again when the bounds change.
    case redraw
    /// The contents are centered.
    case center
    /// The contents are at an edge or a corner.
    case top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
  }

  /// The class of the view's layer, made by its `init()`; default `CALayer`.
  open class var layerClass: AnyClass { CALayer.self }

  /// The layer, whose delegate is the view.
  public final let layer: CALayer
  /// The view that contains this view.
  public private(set) final weak var superview: UIView?
  /// The subviews, from back to front.
  public private(set) final var subviews: [UIView] = []
  /// A number that identifies the view; default 0.
  open var tag = 0
  /// A value that is only stored, since there are no constraints; default true.
  open var translatesAutoresizingMaskIntoConstraints = true
  /// A value that is only stored, since there is no interaction; default true.
  open var isUserInteractionEnabled = true
  /// The placement of contents in the bounds; default `scaleToFill`.
  open var contentMode = ContentMode.scaleToFill {
    didSet { layer.contentsGravity = contentMode.gravity }
  }
  /// A value that is only stored, like the three below.
  open var isAccessibilityElement = false
  /// The accessibility traits, which are only stored.
  open var accessibilityTraits = UIAccessibilityTraits.none
  /// The accessibility label, which is only stored.
  open var accessibilityLabel: String?
  /// The accessibility value, which is only stored.
  open var accessibilityValue: String?
  private var ownTint: UIColor?

  /// Makes a view with a frame in its superview.
  public init(frame: CGRect) {
    layer = (type(of: self).layerClass as? CALayer.Type ?? CALayer.self).makeNew()
    super.init()
    layer.delegate = self
    layer.contentsScale = UIScreen.main.scale
    layer.frame = frame
    layer.setNeedsDisplay()
    layer.setNeedsLayout()
  }

  /// Makes a view without a size.
  public convenience override init() { self.init(frame: .zero) }

  /// Makes a view without a size; archives of views are not read.
  public required init?(coder: NSCoder) {
    layer = (type(of: self).layerClass as? CALayer.Type ?? CALayer.self).makeNew()
    super.init()
    layer.delegate = self
    layer.contentsScale = UIScreen.main.scale
  }

  /// Does nothing and is never called, since there are no nibs.
  open func awakeFromNib() {}
  /// Does nothing and is never called, since there is no Interface Builder.
  open func prepareForInterfaceBuilder() {}
  /// Does nothing and is never called, since traits do not change.
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

  // MARK: Geometry

  /// The rectangle in the superview, in points.
  open var frame: CGRect {
    get { layer.frame }
    set { resize { layer.frame = newValue } }
  }
  /// The rectangle in the view's own coordinates.
  open var bounds: CGRect {
    get { layer.bounds }
    set { resize { layer.bounds = newValue } }
  }
  /// The position of the center in the superview.
  open var center: CGPoint {
    get { layer.position }
    set { layer.position = newValue }
  }
  /// The transform about the center.
  open var transform: CGAffineTransform {
    get { layer.affineTransform() }
    set { layer.setAffineTransform(newValue) }
  }

  private func resize(_ body: () -> Void) {
    let old = layer.bounds.size
    body()
    guard layer.bounds.size != old else { return }
    setNeedsLayout()
    if contentMode == .redraw { setNeedsDisplay() }
  }

  /// Converts a point of this view to another; nil is the top of the tree.
  open func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
    layer.convert(point, to: view?.layer)
  }
  /// Converts a point of another view to this one; nil is the top of the tree.
  open func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
    layer.convert(point, from: view?.layer)
  }

  // MARK: Appearance

  /// The color behind the contents; default nil.
  open var backgroundColor: UIColor? {
    get { layer.backgroundColor.map(UIColor.init(cgColor:)) }
    set { layer.backgroundColor = newValue?.cgColor }
  }
  /// The opacity of the whole view; default 1.
  open var alpha: CGFloat {
    get { CGFloat(layer.opacity) }
    set { layer.opacity = Float(newValue) }
  }
  /// A Boolean value that indicates whether the view is hidden; default false.
  open var isHidden: Bool {
    get { layer.isHidden }
    set { layer.isHidden = newValue }
  }
  /// A Boolean value that indicates whether the drawing is opaque; default false, as drawing begins
  /// with a clear bitmap here.
  open var isOpaque: Bool {
    get { layer.isOpaque }
    set { layer.isOpaque = newValue }
  }
  /// A Boolean value that indicates whether subviews are clipped to the bounds; default false.
  open var clipsToBounds: Bool {
    get { layer.masksToBounds }
    set { layer.masksToBounds = newValue }
  }
  /// The number of pixels in a point of the drawing; default that of the screen.
  open var contentScaleFactor: CGFloat {
    get { layer.contentsScale }
    set { layer.contentsScale = newValue }
  }
  /// A view whose alpha masks this one.
  open var mask: UIView? {
    didSet { layer.mask = mask?.layer }
  }

  /// The tint of interactive elements: the view's own, else its superview's, else the system's
  /// blue.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var tintColor: UIColor! {
    get { ownTint ?? superview?.tintColor ?? .systemBlue }
    set {
      ownTint = newValue
      tellTint()
    }
  }
  private func tellTint() {
    tintColorDidChange()
    for view in subviews where view.ownTint == nil { view.tellTint() }
  }
  /// Does nothing by default; called when the tint changes.
  open func tintColorDidChange() {}

  // MARK: Subviews

  /// Adds a view in front of the other subviews.
  open func addSubview(_ view: UIView) { insertSubview(view, at: subviews.count) }
  /// Inserts a view behind a subview.
  open func insertSubview(_ view: UIView, belowSubview sibling: UIView) {
    view.leave()
    insertSubview(view, at: subviews.firstIndex(of: sibling) ?? 0)
  }
  /// Inserts a view in front of a subview.
  open func insertSubview(_ view: UIView, aboveSubview sibling: UIView) {
    view.leave()
    insertSubview(view, at: subviews.firstIndex(of: sibling).map { $0 + 1 } ?? subviews.count)
  }
  /// Inserts a view at an index among the subviews.
  open func insertSubview(_ view: UIView, at index: Int) {
    guard view !== self else { return }
    view.leave()
    view.willMove(toSuperview: self)
    let place = max(0, min(index, subviews.count))
    // Sublayers that do not belong to a view stay where they are.
    if place < subviews.count {
      layer.insertSublayer(view.layer, below: subviews[place].layer)
    } else {
      layer.addSublayer(view.layer)
    }
    subviews.insert(view, at: place)
    view.superview = self
    view.didMoveToSuperview()
    view.tellWindow()
    if view.ownTint == nil { view.tellTint() }
    setNeedsLayout()
  }
  /// Removes the view from its superview.
  open func removeFromSuperview() {
    guard superview != nil else { return }
    willMove(toSuperview: nil)
    leave()
    didMoveToSuperview()
    tellWindow()
  }
  private func leave() {
    superview?.subviews.removeAll { $0 === self }
    superview = nil
    layer.removeFromSuperlayer()
  }
  /// Moves a subview in front of the others.
  open func bringSubviewToFront(_ view: UIView) {
    if view.superview === self { addSubview(view) }
  }
  /// Moves a subview behind the others.
  open func sendSubviewToBack(_ view: UIView) {
    if view.superview === self { insertSubview(view, at: 0) }
  }
  /// Returns the view with a tag, possibly this one.
  open func viewWithTag(_ tag: Int) -> UIView? {
    if self.tag == tag { return self }
    return subviews.lazy.compactMap { $0.viewWithTag(tag) }.first
  }
  /// Does nothing by default; called before the view is added to a superview or removed (nil).
  open func willMove(toSuperview newSuperview: UIView?) {}
  /// Does nothing by default; called when the view was added to a superview or removed.
  open func didMoveToSuperview() {}
  /// Does nothing by default; called when the view was added to a window or removed.
  open func didMoveToWindow() {}
  private func tellWindow() {
    didMoveToWindow()
    for view in subviews { view.tellWindow() }
  }
  /// The window that the view is in.
  open var window: UIWindow? { superview?.window }

  // MARK: Layout

  /// Requests `layoutSubviews()` for the next frame.
  open func setNeedsLayout() { layer.setNeedsLayout() }
  /// Lays out immediately, if a layout was requested.
  open func layoutIfNeeded() { layer.layoutIfNeeded() }
  /// Does nothing by default; override it to place the subviews.
  open func layoutSubviews() {}
  /// Returns the best size for the view: by default the current one.
  open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }
  /// Sets the best size.
  open func sizeToFit() { bounds.size = sizeThatFits(bounds.size) }
  /// The natural size of the contents; -1 for none.
  open var intrinsicContentSize: CGSize { CGSize(width: -1, height: -1) }
  /// Does nothing, since there are no constraints.
  open func invalidateIntrinsicContentSize() {}
  /// Does nothing, since there are no constraints.
  open func setNeedsUpdateConstraints() {}

  // MARK: Drawing

  /// Requests `draw(_:)` for the next frame.
  open func setNeedsDisplay() { layer.setNeedsDisplay() }
  /// Requests drawing of a part for the next frame.
  open func setNeedsDisplay(_ rect: CGRect) { layer.setNeedsDisplay(rect) }
  /// Draws into the current context; unless it is overridden, the view has no drawing of its own.
  open func draw(_ rect: CGRect) { drawsNothing = true }
  private var drawsNothing = false

  // MARK: The layer's delegate

  /// Calls `draw(_:)`.
  open func draw(_ layer: CALayer, in ctx: CGContext) {
    UIGraphicsPushContext(ctx)
    drawsNothing = false
    draw(layer.bounds)
    UIGraphicsPopContext()
    if drawsNothing { layer.delegateLacksMethod = true }
  }

  /// Calls `layoutSubviews()`.
  open func layoutSublayers(of layer: CALayer) {
    if layer === self.layer { layoutSubviews() }
  }

  /// Returns an animation inside animation blocks, and never outside.
  open func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
    AnimationBlock.current?.action(for: layer, forKey: event) ?? NSNull()
  }

  /// Continues with the layer's own drawing.
  open func display(_ layer: CALayer) { layer.delegateLacksMethod = true }
  /// Does nothing.
  open func layerWillDraw(_ layer: CALayer) {}
}

/// The top of a tree of views.
///
/// It is never on a screen: draw its `layer`.
open class UIWindow: UIView {
  /// The window itself.
  open override var window: UIWindow? { self }
}

extension UIView.ContentMode {
  fileprivate var gravity: CALayerContentsGravity {
    switch self {
    case .scaleToFill, .redraw: .resize
    case .scaleAspectFit: .resizeAspect
    case .scaleAspectFill: .resizeAspectFill
    case .center: .center
    // Layers call max y the top, which is the bottom here.
    case .top: .bottom
    case .bottom: .top
    case .left: .left
    case .right: .right
    case .topLeft: .bottomLeft
    case .topRight: .bottomRight
    case .bottomLeft: .topLeft
    case .bottomRight: .topRight
    }
  }
}

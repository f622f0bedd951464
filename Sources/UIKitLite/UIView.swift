public import Foundation
public import GlazeDrawing
public import GlazeGeometry
public import GlazeLayers

/// A view: the delegate of a layer, with views below it.
///
/// It lays out, draws, tints and animates; there are no gestures, no constraints and no responder chain. Draw its
/// `layer` with y pointing down.
///
/// A subclass that overrides `draw(_:)` draws itself when it is committed for the first time, and after
/// `setNeedsDisplay()`. Changes of its layer's properties do not animate by themselves; they do in the blocks of
/// `animate(withDuration:...)`.
///
/// Observed: Apple documentation of UIView.
open class UIView: NSObject, CALayerDelegate {
  /// Where contents lie.
  public enum ContentMode: Int, Sendable {
    /// Filled, whatever the shape; the default.
    case scaleToFill
    /// As large as fits.
    case scaleAspectFit
    /// So that nothing is left free.
    case scaleAspectFill
    /// Drawn anew when the bounds change.
    case redraw
    /// In the middle.
    case center
    /// At the edges and corners.
    case top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
  }

  /// The class of the view's layer, made by its `init()`; default `CALayer`.
  open class var layerClass: AnyClass { CALayer.self }

  /// The layer, whose delegate is the view.
  public final let layer: CALayer
  /// The view that it is in.
  public private(set) final weak var superview: UIView?
  /// The views in it, back to front.
  public private(set) final var subviews: [UIView] = []
  /// A number to find it by; default 0.
  open var tag = 0
  /// Stored; there are no constraints; default true.
  open var translatesAutoresizingMaskIntoConstraints = true
  /// Stored; there is no interaction; default true.
  open var isUserInteractionEnabled = true
  /// Where contents lie in the bounds; default `scaleToFill`.
  open var contentMode = ContentMode.scaleToFill {
    didSet { layer.contentsGravity = contentMode.gravity }
  }
  /// Stored, as the three below.
  open var isAccessibilityElement = false
  /// Stored.
  open var accessibilityTraits = UIAccessibilityTraits.none
  /// Stored.
  open var accessibilityLabel: String?
  /// Stored.
  open var accessibilityValue: String?
  private var ownTint: UIColor?

  /// Makes a view with a place in its superview.
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

  /// Never called: there are no nibs.
  open func awakeFromNib() {}
  /// Never called: there is no Interface Builder.
  open func prepareForInterfaceBuilder() {}
  /// Never called: traits stay.
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

  // MARK: Place

  /// Where it is in its superview, in points.
  open var frame: CGRect {
    get { layer.frame }
    set { resize { layer.frame = newValue } }
  }
  /// Its own coordinates.
  open var bounds: CGRect {
    get { layer.bounds }
    set { resize { layer.bounds = newValue } }
  }
  /// Where its middle is in its superview.
  open var center: CGPoint {
    get { layer.position }
    set { layer.position = newValue }
  }
  /// Applied about its middle.
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

  /// Converts a point of this view; nil is the top of the tree.
  open func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
    layer.convert(point, to: view?.layer)
  }
  /// Converts a point of another view; nil is the top of the tree.
  open func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
    layer.convert(point, from: view?.layer)
  }

  // MARK: Look

  /// What is behind its contents; default nil.
  open var backgroundColor: UIColor? {
    get { layer.backgroundColor.map(UIColor.init(cgColor:)) }
    set { layer.backgroundColor = newValue?.cgColor }
  }
  /// Of the whole view; default 1.
  open var alpha: CGFloat {
    get { CGFloat(layer.opacity) }
    set { layer.opacity = Float(newValue) }
  }
  /// Whether it is not shown; default false.
  open var isHidden: Bool {
    get { layer.isHidden }
    set { layer.isHidden = newValue }
  }
  /// Whether what it draws has no holes; default false, as drawing begins on nothing here.
  open var isOpaque: Bool {
    get { layer.isOpaque }
    set { layer.isOpaque = newValue }
  }
  /// Whether views in it are cut at its bounds; default false.
  open var clipsToBounds: Bool {
    get { layer.masksToBounds }
    set { layer.masksToBounds = newValue }
  }
  /// Pixels a point of what it draws; default that of the screen.
  open var contentScaleFactor: CGFloat {
    get { layer.contentsScale }
    set { layer.contentsScale = newValue }
  }
  /// A view whose alpha cuts this one.
  open var mask: UIView? {
    didSet { layer.mask = mask?.layer }
  }

  /// The color of what can be touched: its own, else its superview's, else the system's blue.
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
  /// Called when the tint changes; does nothing by itself.
  open func tintColorDidChange() {}

  // MARK: Views

  /// Puts a view before all others in this one.
  open func addSubview(_ view: UIView) { insertSubview(view, at: subviews.count) }
  /// Puts a view behind another one.
  open func insertSubview(_ view: UIView, belowSubview sibling: UIView) {
    view.leave()
    insertSubview(view, at: subviews.firstIndex(of: sibling) ?? 0)
  }
  /// Puts a view before another one.
  open func insertSubview(_ view: UIView, aboveSubview sibling: UIView) {
    view.leave()
    insertSubview(view, at: subviews.firstIndex(of: sibling).map { $0 + 1 } ?? subviews.count)
  }
  /// Puts a view at a place among the others.
  open func insertSubview(_ view: UIView, at index: Int) {
    guard view !== self else { return }
    view.leave()
    view.willMove(toSuperview: self)
    let place = max(0, min(index, subviews.count))
    // Layers that are no view's stay where they are.
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
  /// Takes the view out of its superview.
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
  /// Puts a view in this one before the others.
  open func bringSubviewToFront(_ view: UIView) {
    if view.superview === self { addSubview(view) }
  }
  /// Puts a view in this one behind the others.
  open func sendSubviewToBack(_ view: UIView) {
    if view.superview === self { insertSubview(view, at: 0) }
  }
  /// The view with a number, this one included.
  open func viewWithTag(_ tag: Int) -> UIView? {
    if self.tag == tag { return self }
    return subviews.lazy.compactMap { $0.viewWithTag(tag) }.first
  }
  /// Called before the view comes into another one, or leaves (nil).
  open func willMove(toSuperview newSuperview: UIView?) {}
  /// Called when the view has come into another one, or left.
  open func didMoveToSuperview() {}
  /// Called when the view comes into a window, or leaves.
  open func didMoveToWindow() {}
  private func tellWindow() {
    didMoveToWindow()
    for view in subviews { view.tellWindow() }
  }
  /// The window that the view is in.
  open var window: UIWindow? { superview?.window }

  // MARK: Layout

  /// Asks for `layoutSubviews()` with the next frame.
  open func setNeedsLayout() { layer.setNeedsLayout() }
  /// Lays out now, if somebody asked for it.
  open func layoutIfNeeded() { layer.layoutIfNeeded() }
  /// Places the views; does nothing by itself.
  open func layoutSubviews() {}
  /// The size that is best for the view: by itself the one that it has.
  open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }
  /// Takes the best size.
  open func sizeToFit() { bounds.size = sizeThatFits(bounds.size) }
  /// The size that the contents want; -1 is none.
  open var intrinsicContentSize: CGSize { CGSize(width: -1, height: -1) }
  /// Nothing: there are no constraints.
  open func invalidateIntrinsicContentSize() {}
  /// Nothing: there are no constraints.
  open func setNeedsUpdateConstraints() {}

  // MARK: Drawing

  /// Asks for `draw(_:)` with the next frame.
  open func setNeedsDisplay() { layer.setNeedsDisplay() }
  /// Asks for a part to be drawn with the next frame.
  open func setNeedsDisplay(_ rect: CGRect) { layer.setNeedsDisplay(rect) }
  /// Draws into the current context; not overridden, the view has nothing of its own.
  open func draw(_ rect: CGRect) { drawsNothing = true }
  private var drawsNothing = false

  // MARK: The layer's delegate

  /// Draws by `draw(_:)`.
  open func draw(_ layer: CALayer, in ctx: CGContext) {
    UIGraphicsPushContext(ctx)
    drawsNothing = false
    draw(layer.bounds)
    UIGraphicsPopContext()
    if drawsNothing { layer.delegateLacksMethod = true }
  }

  /// Lays out by `layoutSubviews()`.
  open func layoutSublayers(of layer: CALayer) {
    if layer === self.layer { layoutSubviews() }
  }

  /// Animates in blocks, and never outside.
  open func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
    AnimationBlock.current?.action(for: layer, forKey: event) ?? NSNull()
  }

  /// Goes on with the layer's own drawing.
  open func display(_ layer: CALayer) { layer.delegateLacksMethod = true }
  /// Does nothing.
  open func layerWillDraw(_ layer: CALayer) {}
}

/// The top of a tree of views.
///
/// It is never on a screen: draw its `layer`.
open class UIWindow: UIView {
  /// Itself.
  open override var window: UIWindow? { self }
}

extension UIView.ContentMode {
  fileprivate var gravity: CALayerContentsGravity {
    switch self {
    case .scaleToFill, .redraw: .resize
    case .scaleAspectFit: .resizeAspect
    case .scaleAspectFill: .resizeAspectFill
    case .center: .center
    // Layers call max y the top, which is below here.
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

public import Foundation
public import GlazeDrawing
public import GlazeGeometry
@_spi(LayerClasses) public import GlazeLayers

/// The part of a too long line that is truncated.
///
/// Observed: Apple's headers.
public struct CATextLayerTruncationMode: RawRepresentable, Hashable, Sendable {
  /// The name in files and in key-value coding.
  public let rawValue: String
  /// Makes a value from a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The line is clipped, not truncated.
  public static let none = CATextLayerTruncationMode(rawValue: "none")
  /// The start is truncated.
  public static let start = CATextLayerTruncationMode(rawValue: "start")
  /// The end is truncated.
  public static let end = CATextLayerTruncationMode(rawValue: "end")
  /// The middle is truncated.
  public static let middle = CATextLayerTruncationMode(rawValue: "middle")
}

/// The horizontal alignment of lines.
///
/// Observed: Apple's headers.
public struct CATextLayerAlignmentMode: RawRepresentable, Hashable, Sendable {
  /// The name in files and in key-value coding.
  public let rawValue: String
  /// Makes a value from a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The natural alignment of the script.
  public static let natural = CATextLayerAlignmentMode(rawValue: "natural")
  /// At min x.
  public static let left = CATextLayerAlignmentMode(rawValue: "left")
  /// At max x.
  public static let right = CATextLayerAlignmentMode(rawValue: "right")
  /// Centered.
  public static let center = CATextLayerAlignmentMode(rawValue: "center")
  /// Stretched to both sides.
  public static let justified = CATextLayerAlignmentMode(rawValue: "justified")
}

/// The values of a text layer.
struct TextRecord: ClassRecord, AnimatedRecord {
  var string: Any?
  var font: Any? = "Helvetica"
  var fontSize: CGFloat = 36
  var foregroundColor: CGColor? = .white
  var isWrapped: Bool = false
  var truncationMode: CATextLayerTruncationMode = .none
  var alignmentMode: CATextLayerAlignmentMode = .natural
  var allowsFontSubpixelQuantization: Bool = false
}

/// A layer that shows text.
///
/// The text is the layer's contents, drawn by `draw(in:)` from the top of the bounds, and clipped
/// to them. It is drawn again when the text, its attributes, the bounds or `contentsScale` change.
///
/// Fonts that are not installed are replaced by similar ones.
///
/// Observed: Apple header CATextLayer.h.
open class CATextLayer: CALayer {
  private final var text = TextRecord()

  /// Makes a text layer, which is drawn again when its bounds change.
  public override init() {
    super.init()
    state.flags[.needsDisplayOnBoundsChange] = true
  }

  /// Makes a copy that represents another layer.
  public override init(layer: Any) {
    super.init(layer: layer)
    state.flags[.needsDisplayOnBoundsChange] = true
  }

  /// Reads a text layer from an archive.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  /// The text, a `String` or an `NSAttributedString`; other objects show nothing; default nil.
  ///
  /// An attributed string has its own fonts, sizes and colors, and those of the layer are ignored.
  open var string: Any? {
    get { text.string }
    set { show("string") { text.string = newValue } }
  }

  /// The font, a `CTFont`, a `CGFont` or a name, whose size is ignored; default Helvetica, also for
  /// other objects.
  open var font: Any? {
    get { text.font }
    set { show("font") { text.font = newValue } }
  }

  /// The size of the font, in points; default 36.
  open var fontSize: CGFloat {
    get { text.fontSize }
    set { if newValue != text.fontSize { show("fontSize") { text.fontSize = newValue } } }
  }

  /// The color of the text; default opaque white; nil is transparent.
  open var foregroundColor: CGColor? {
    get { text.foregroundColor }
    set {
      if newValue != text.foregroundColor {
        show("foregroundColor") { text.foregroundColor = newValue }
      }
    }
  }

  /// A Boolean value that indicates whether lines wrap at the bounds; default false.
  open var isWrapped: Bool {
    get { text.isWrapped }
    set { if newValue != text.isWrapped { show("wrapped") { text.isWrapped = newValue } } }
  }

  /// The part of a too long line that is truncated; default `none`.
  open var truncationMode: CATextLayerTruncationMode {
    get { text.truncationMode }
    set {
      if newValue != text.truncationMode {
        show("truncationMode") { text.truncationMode = newValue }
      }
    }
  }

  /// The horizontal alignment of lines; default `natural`.
  open var alignmentMode: CATextLayerAlignmentMode {
    get { text.alignmentMode }
    set {
      if newValue != text.alignmentMode { show("alignmentMode") { text.alignmentMode = newValue } }
    }
  }

  /// A Boolean value that indicates whether glyphs begin at quarters of a pixel instead of at their
  /// exact positions; default false.
  open var allowsFontSubpixelQuantization: Bool {
    get { text.allowsFontSubpixelQuantization }
    set {
      if newValue != text.allowsFontSubpixelQuantization {
        show("allowsFontSubpixelQuantization") { text.allowsFontSubpixelQuantization = newValue }
      }
    }
  }

  /// The number of pixels per point of the rendered text; default 1.
  open override var contentsScale: CGFloat {
    get { super.contentsScale }
    set {
      if newValue != super.contentsScale { setNeedsDisplay() }
      super.contentsScale = newValue
    }
  }

  /// Changes a value, and draws the text anew.
  private func show(_ key: StaticString, _ write: () -> Void) {
    change(key, .undrawn, true) {
      write()
      setNeedsDisplay()
    }
  }

  /// Draws the text, upright, from the top of the bounds.
  open override func draw(in ctx: CGContext) {
    guard let own = ownDrawing else { return }
    own.draw(ctx)
    drawing?.problems += own.problems
  }

  @_spi(LayerClasses) open override var ownDrawing: OwnDrawing? {
    guard let layout = textLayout else { return OwnDrawing() }
    if let library = TextLayout.missingLibrary {
      return OwnDrawing(problems: [.backing(.missingLibrary(library))])
    }
    let isFlipped = contentsAreFlipped()
    let corner = CGPoint(x: bounds.minX, y: isFlipped ? bounds.minY : bounds.maxY)
    let problems = layout.substitutions.map(UndrawnFeature.font)
    return OwnDrawing(textLength: textLength, problems: problems) { context in
      context.saveGState()
      context.translateBy(x: corner.x, y: corner.y)
      if !isFlipped { context.scaleBy(x: 1, y: -1) }
      layout.draw(in: context)
      context.restoreGState()
    }
  }

  private var textLength: Int {
    switch text.string {
    case let string as NSAttributedString: string.length
    case let string as String: string.utf16.count
    case let string as NSString: string.length
    default: 0
    }
  }

  /// The layout of the text in the bounds; nil when there is no text.
  private var textLayout: TextLayout? {
    var layout: TextLayout
    switch text.string {
    case let string as NSAttributedString:
      layout = TextLayout(string)
    case let string as String:
      layout = TextLayout(string, style: plainStyle)
    case let string as NSString:
      layout = TextLayout(string.description, style: plainStyle)
    default: return nil
    }
    layout.size = bounds.size
    layout.isWrapped = isWrapped
    layout.truncation = TextLayout.Truncation(truncationMode)
    layout.alignment = NSTextAlignment(alignmentMode)
    layout.quantizesGlyphs = allowsFontSubpixelQuantization
    return layout
  }

  private var plainStyle: TextStyle {
    let name: String? =
      switch text.font {
      case let font as CTFont: font.name
      case let font as CGFont: font.name
      case let name as String: name
      case let name as NSString: name.description
      default: nil
      }
    return TextStyle(
      fontName: name.flatMap { $0.isEmpty ? nil : $0 } ?? "Helvetica", fontSize: fontSize,
      color: foregroundColor ?? .clear)
  }

  @_spi(LayerClasses) open override class var layerClass: LayerClass { .text }

  @_spi(LayerClasses) open override var classRecord: (any ClassRecord)? {
    get { text }
    set { if let record = newValue as? TextRecord { text = record } }
  }

  /// Returns whether a change of a property changes the image of the text: true for its size and
  /// its color, which animate.
  open override class func needsDisplay(forKey key: String) -> Bool {
    key == "fontSize" || key == "foregroundColor" || super.needsDisplay(forKey: key)
  }
}

extension TextLayout.Truncation {
  fileprivate init(_ mode: CATextLayerTruncationMode) {
    switch mode {
    case .start: self = .start
    case .middle: self = .middle
    case .end: self = .end
    default: self = .none
    }
  }
}

extension NSTextAlignment {
  fileprivate init(_ mode: CATextLayerAlignmentMode) {
    switch mode {
    case .left: self = .left
    case .right: self = .right
    case .center: self = .center
    case .justified: self = .justified
    default: self = .natural
    }
  }
}

public import Foundation
import GlazeDrawing
import GlazeGeometry
import GlazeLayers
public import GlazeText

/// A view that shows text.
///
/// The text is centered vertically. Observed: Apple documentation of UILabel. Text that does not fit
/// is truncated and never made smaller; there are no shadows and no highlighted colors.
open class UILabel: UIView {
  /// The text in one style; default nil.
  ///
  /// Setting it replaces `attributedText`.
  open var text: String? {
    get { attributedText?.string }
    set { attributedText = newValue.map { NSAttributedString(string: $0) } }
  }
  /// The text with its attributes; default nil.
  ///
  /// Where it has no font or color, those of the label apply.
  open var attributedText: NSAttributedString? { didSet { setNeedsDisplay() } }
  // As in UIKit, where code assigns fonts that may not exist.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The font; default, and after nil is set, the one of user interfaces with 17 points.
  open var font: UIFont! {
    get { ownFont ?? .systemFont(ofSize: 17) }
    set {
      ownFont = newValue
      setNeedsDisplay()
    }
  }
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The color of the text; default, and after nil is set, black.
  open var textColor: UIColor! {
    get { ownColor ?? .black }
    set {
      ownColor = newValue
      setNeedsDisplay()
    }
  }
  private var ownFont: UIFont?
  private var ownColor: UIColor?
  /// The alignment of lines; default `natural`.
  open var textAlignment = NSTextAlignment.natural { didSet { setNeedsDisplay() } }
  /// The largest number of lines; default 1, and 0 is as many as fit.
  open var numberOfLines = 1 { didSet { setNeedsDisplay() } }
  /// The treatment of lines that do not fit; default `byTruncatingTail`.
  open var lineBreakMode = NSLineBreakMode.byTruncatingTail { didSet { setNeedsDisplay() } }

  /// Makes a label with a frame in its superview.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    layer.needsDisplayOnBoundsChange = true
  }

  /// Makes a label without a size; archives of views are not read.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    layer.needsDisplayOnBoundsChange = true
  }

  /// Returns the size of the text when its lines wrap at the width, in whole pixels.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    guard let text = measuredText else { return .zero }
    let width = numberOfLines != 1 && size.width > 0 ? size.width : nil
    let fitting = text.measure(width: width)
    let scale = layer.contentsScale
    return CGSize(
      width: (fitting.width * scale).rounded(.up) / scale,
      height: (min(fitting.height, greatestHeight) * scale).rounded(.up) / scale)
  }

  /// The size of the text in one line, or in the lines that it has.
  open override var intrinsicContentSize: CGSize { sizeThatFits(.zero) }

  /// Draws the text.
  open override func draw(_ rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext(), var text = measuredText else { return }
    text.size = CGSize(width: bounds.width, height: min(bounds.height, greatestHeight))
    let height = min(TextLines(text).usedSize.height, text.size.height)
    context.saveGState()
    context.translateBy(x: bounds.minX, y: bounds.minY + (bounds.height - height) / 2)
    text.draw(in: context)
    context.restoreGState()
  }

  /// The height of `numberOfLines` lines.
  private var greatestHeight: CGFloat {
    // The half point lets a last line in whose height was rounded.
    numberOfLines > 0 ? (CGFloat(numberOfLines) * font.lineHeight).rounded(.up) + 0.5 : .infinity
  }

  private var measuredText: TextLayout? {
    guard let text = attributedText, text.length > 0 else { return nil }
    let styled = NSMutableAttributedString(
      string: text.string, attributes: [.font: font as Any, .foregroundColor: textColor.cgColor])
    styled.addAttributes(of: text)
    var layout = TextLayout(styled)
    layout.isWrapped = numberOfLines != 1
    layout.alignment = textAlignment
    layout.truncation =
      switch lineBreakMode {
      case .byTruncatingHead: .start
      case .byTruncatingMiddle: .middle
      case .byTruncatingTail: .end
      case .byWordWrapping, .byCharWrapping, .byClipping: .none
      }
    return layout
  }
}

// MARK: Measuring

extension NSString {
  /// Returns the size of the text in points, with lines only where it has line ends.
  public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    NSAttributedString(string: description, attributes: attributes).size()
  }
}

extension String {
  /// Returns the size of the text in points, with lines only where it has line ends.
  public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    NSAttributedString(string: self, attributes: attributes).size()
  }
}

extension NSAttributedString {
  /// Returns the size of the text in points, with lines only where it has line ends.
  public func size() -> CGSize {
    let text = NSMutableAttributedString(string: string)
    text.addAttributes(of: self)
    return TextLayout(text).measure()
  }
}

extension NSMutableAttributedString {
  /// Adds the attributes of a text with the same characters; colors of UIKit become those of layers.
  fileprivate func addAttributes(of text: NSAttributedString) {
    let all = NSRange(location: 0, length: text.length)
    text.enumerateAttributes(in: all, options: []) { attributes, range, _ in
      addAttributes(attributes.mapValues { ($0 as? UIColor)?.cgColor ?? $0 }, range: range)
    }
  }
}

public import Foundation

/// The horizontal alignment of lines.
///
/// Observed: UIKit's header NSText.h; the raw values are UIKit's (AppKit's exchange right and
/// center).
public enum NSTextAlignment: Int, Sendable, Hashable {
  /// At the left edge.
  case left = 0
  /// Centered.
  case center = 1
  /// At the right edge.
  case right = 2
  /// At both edges, except the last line of a paragraph.
  case justified = 3
  /// At the edge where the paragraph's writing begins.
  case natural = 4
}

/// The writing direction of a paragraph.
///
/// Observed: Apple header NSText.h; the raw values are Apple's.
public enum NSWritingDirection: Int, Sendable, Hashable {
  /// The direction of the first letter that has one.
  case natural = -1
  /// From left to right.
  case leftToRight = 0
  /// From right to left.
  case rightToLeft = 1
}

/// The treatment of lines that are too long.
///
/// Observed: Apple header NSParagraphStyle.h; the raw values are Apple's.
public enum NSLineBreakMode: Int, Sendable, Hashable {
  /// Lines break between words.
  case byWordWrapping = 0
  /// Lines break between characters.
  case byCharWrapping = 1
  /// Lines extend beyond the edge.
  case byClipping = 2
  /// An ellipsis replaces the start of the line.
  case byTruncatingHead = 3
  /// An ellipsis replaces the end of the line.
  case byTruncatingTail = 4
  /// An ellipsis replaces the middle of the line.
  case byTruncatingMiddle = 5
}

/// The layout of a paragraph; distances are in points.
///
/// It has the parts that layers honor. Observed: Apple header NSParagraphStyle.h.
open class NSParagraphStyle: NSObject, NSCopying, NSMutableCopying {
  var values = ParagraphStyle()

  /// Makes the default style.
  public override init() { super.init() }

  init(values: ParagraphStyle) {
    super.init()
    self.values = values
  }

  /// The default style; each call returns a new object.
  open class var `default`: NSParagraphStyle { NSParagraphStyle() }

  /// The horizontal alignment of lines; default natural.
  open var alignment: NSTextAlignment { values.alignment }
  /// The treatment of long lines; layers only distinguish `byCharWrapping`, and decide the rest
  /// themselves.
  open var lineBreakMode: NSLineBreakMode { values.lineBreakMode }
  /// The writing direction of the paragraph; default natural.
  open var baseWritingDirection: NSWritingDirection { values.writingDirection }
  /// The distance added below each line; default 0.
  open var lineSpacing: CGFloat { values.lineSpacing }
  /// The distance added below the paragraph; default 0.
  open var paragraphSpacing: CGFloat { values.spacingAfter }
  /// The distance added above the paragraph unless it is the first; default 0.
  open var paragraphSpacingBefore: CGFloat { values.spacingBefore }
  /// The factor for the line's height; default 0, which counts as 1.
  open var lineHeightMultiple: CGFloat { values.lineHeightMultiple }
  /// The minimum height of a line; default 0.
  open var minimumLineHeight: CGFloat { values.minimumLineHeight }
  /// The maximum height of a line; default 0, which means no limit.
  open var maximumLineHeight: CGFloat { values.maximumLineHeight }
  /// The distance of the first line from the leading edge; default 0.
  open var firstLineHeadIndent: CGFloat { values.firstLineIndent }
  /// The distance of the other lines from the leading edge; default 0.
  open var headIndent: CGFloat { values.headIndent }
  /// The end of lines, from the leading edge, or from the trailing one when it is 0 or less;
  /// default 0.
  open var tailIndent: CGFloat { values.tailIndent }

  /// Returns an immutable copy.
  open func copy(with zone: NSZone? = nil) -> Any { NSParagraphStyle(values: values) }

  /// Returns a mutable copy.
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    NSMutableParagraphStyle(values: values)
  }

  /// Returns whether the other object is a style with equal values.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? NSParagraphStyle)?.values == values
  }

  /// A hash of the values.
  open override var hash: Int { values.hashValue }
}

/// A mutable paragraph style.
///
/// Observed: Apple header NSParagraphStyle.h.
open class NSMutableParagraphStyle: NSParagraphStyle {
  /// The horizontal alignment of lines; default natural.
  open override var alignment: NSTextAlignment {
    get { values.alignment }
    set { values.alignment = newValue }
  }
  /// The treatment of long lines.
  open override var lineBreakMode: NSLineBreakMode {
    get { values.lineBreakMode }
    set { values.lineBreakMode = newValue }
  }
  /// The writing direction of the paragraph; default natural.
  open override var baseWritingDirection: NSWritingDirection {
    get { values.writingDirection }
    set { values.writingDirection = newValue }
  }
  /// The distance added below each line; default 0.
  open override var lineSpacing: CGFloat {
    get { values.lineSpacing }
    set { values.lineSpacing = newValue }
  }
  /// The distance added below the paragraph; default 0.
  open override var paragraphSpacing: CGFloat {
    get { values.spacingAfter }
    set { values.spacingAfter = newValue }
  }
  /// The distance added above the paragraph unless it is the first; default 0.
  open override var paragraphSpacingBefore: CGFloat {
    get { values.spacingBefore }
    set { values.spacingBefore = newValue }
  }
  /// The factor for the line's height; default 0, which counts as 1.
  open override var lineHeightMultiple: CGFloat {
    get { values.lineHeightMultiple }
    set { values.lineHeightMultiple = newValue }
  }
  /// The minimum height of a line; default 0.
  open override var minimumLineHeight: CGFloat {
    get { values.minimumLineHeight }
    set { values.minimumLineHeight = newValue }
  }
  /// The maximum height of a line; default 0, which means no limit.
  open override var maximumLineHeight: CGFloat {
    get { values.maximumLineHeight }
    set { values.maximumLineHeight = newValue }
  }
  /// The distance of the first line from the leading edge; default 0.
  open override var firstLineHeadIndent: CGFloat {
    get { values.firstLineIndent }
    set { values.firstLineIndent = newValue }
  }
  /// The distance of the other lines from the leading edge; default 0.
  open override var headIndent: CGFloat {
    get { values.headIndent }
    set { values.headIndent = newValue }
  }
  /// The end of lines, from the leading edge, or from the trailing one when it is 0 or less;
  /// default 0.
  open override var tailIndent: CGFloat {
    get { values.tailIndent }
    set { values.tailIndent = newValue }
  }
}

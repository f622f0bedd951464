public import Foundation

/// How lines lie between the edges.
///
/// Observed: UIKit's header NSText.h; the raw values are UIKit's (AppKit's exchange right and
/// center).
public enum NSTextAlignment: Int, Sendable, Hashable {
  /// At the left edge.
  case left = 0
  /// In the middle.
  case center = 1
  /// At the right edge.
  case right = 2
  /// At both edges, but for the last line of a paragraph.
  case justified = 3
  /// At the edge where the paragraph's writing begins.
  case natural = 4
}

/// Which way a paragraph is written.
///
/// Observed: Apple header NSText.h; the raw values are Apple's.
public enum NSWritingDirection: Int, Sendable, Hashable {
  /// As the first letter with a direction says.
  case natural = -1
  /// From left to right.
  case leftToRight = 0
  /// From right to left.
  case rightToLeft = 1
}

/// What happens to lines that are too long.
///
/// Observed: Apple header NSParagraphStyle.h; the raw values are Apple's.
public enum NSLineBreakMode: Int, Sendable, Hashable {
  /// They are broken between words.
  case byWordWrapping = 0
  /// They are broken between characters.
  case byCharWrapping = 1
  /// They go on beyond the edge.
  case byClipping = 2
  /// An ellipsis stands for their begin.
  case byTruncatingHead = 3
  /// An ellipsis stands for their end.
  case byTruncatingTail = 4
  /// An ellipsis stands for their middle.
  case byTruncatingMiddle = 5
}

/// How a paragraph is laid out; distances in points.
///
/// Observed: Apple header NSParagraphStyle.h. The parts that layers honor.
open class NSParagraphStyle: NSObject, NSCopying, NSMutableCopying {
  var values = ParagraphStyle()

  /// Makes the default style.
  public override init() { super.init() }

  init(values: ParagraphStyle) {
    super.init()
    self.values = values
  }

  /// The default style; each call returns an object of its own.
  open class var `default`: NSParagraphStyle { NSParagraphStyle() }

  /// How lines lie between the edges; default natural.
  open var alignment: NSTextAlignment { values.alignment }
  /// What happens to long lines; layers look at `byCharWrapping` only, the rest is theirs.
  open var lineBreakMode: NSLineBreakMode { values.lineBreakMode }
  /// Which way the paragraph is written; default natural.
  open var baseWritingDirection: NSWritingDirection { values.writingDirection }
  /// Added under each line; default 0.
  open var lineSpacing: CGFloat { values.lineSpacing }
  /// Added under the paragraph; default 0.
  open var paragraphSpacing: CGFloat { values.spacingAfter }
  /// Added over the paragraph unless it is the first; default 0.
  open var paragraphSpacingBefore: CGFloat { values.spacingBefore }
  /// What the line's height is multiplied with; default 0, which counts as 1.
  open var lineHeightMultiple: CGFloat { values.lineHeightMultiple }
  /// The least height of a line; default 0.
  open var minimumLineHeight: CGFloat { values.minimumLineHeight }
  /// The greatest height of a line; default 0, which is no limit.
  open var maximumLineHeight: CGFloat { values.maximumLineHeight }
  /// The distance of the first line from the leading edge; default 0.
  open var firstLineHeadIndent: CGFloat { values.firstLineIndent }
  /// The distance of the other lines from the leading edge; default 0.
  open var headIndent: CGFloat { values.headIndent }
  /// Where lines end: from the leading edge, or from the trailing one when not above 0; default 0.
  open var tailIndent: CGFloat { values.tailIndent }

  /// Returns an immutable copy.
  open func copy(with zone: NSZone? = nil) -> Any { NSParagraphStyle(values: values) }

  /// Returns a copy that can be changed.
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    NSMutableParagraphStyle(values: values)
  }

  /// Returns whether the other object is a style with equal values.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? NSParagraphStyle)?.values == values
  }

  /// A number that equal styles share.
  open override var hash: Int { values.hashValue }
}

/// A paragraph style that can be changed.
///
/// Observed: Apple header NSParagraphStyle.h.
open class NSMutableParagraphStyle: NSParagraphStyle {
  /// How lines lie between the edges; default natural.
  open override var alignment: NSTextAlignment {
    get { values.alignment }
    set { values.alignment = newValue }
  }
  /// What happens to long lines.
  open override var lineBreakMode: NSLineBreakMode {
    get { values.lineBreakMode }
    set { values.lineBreakMode = newValue }
  }
  /// Which way the paragraph is written; default natural.
  open override var baseWritingDirection: NSWritingDirection {
    get { values.writingDirection }
    set { values.writingDirection = newValue }
  }
  /// Added under each line; default 0.
  open override var lineSpacing: CGFloat {
    get { values.lineSpacing }
    set { values.lineSpacing = newValue }
  }
  /// Added under the paragraph; default 0.
  open override var paragraphSpacing: CGFloat {
    get { values.spacingAfter }
    set { values.spacingAfter = newValue }
  }
  /// Added over the paragraph unless it is the first; default 0.
  open override var paragraphSpacingBefore: CGFloat {
    get { values.spacingBefore }
    set { values.spacingBefore = newValue }
  }
  /// What the line's height is multiplied with; default 0, which counts as 1.
  open override var lineHeightMultiple: CGFloat {
    get { values.lineHeightMultiple }
    set { values.lineHeightMultiple = newValue }
  }
  /// The least height of a line; default 0.
  open override var minimumLineHeight: CGFloat {
    get { values.minimumLineHeight }
    set { values.minimumLineHeight = newValue }
  }
  /// The greatest height of a line; default 0, which is no limit.
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
  /// Where lines end: from the leading edge, or from the trailing one when not above 0; default 0.
  open override var tailIndent: CGFloat {
    get { values.tailIndent }
    set { values.tailIndent = newValue }
  }
}

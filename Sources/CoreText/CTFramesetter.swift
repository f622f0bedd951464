public import CoreGraphics
public import Foundation
public import GlazeDrawing
public import GlazeGeometry
import GlazeText

/// Text that can be laid out in frames.
///
/// Observed: Apple header CTFramesetter.h.
public final class CTFramesetter {
  let text: NSAttributedString

  init(_ text: NSAttributedString) { self.text = text }

  /// Lays out a part of the text; a length of 0 is all to the end.
  func lines(_ range: CFRange, in size: CGSize) -> TextLines {
    let start = min(max(range.location, 0), text.length)
    let rest = text.length - start
    let length = range.length > 0 ? min(range.length, rest) : rest
    var layout = TextLayout(
      text.attributedSubstring(from: NSRange(location: start, length: length)))
    layout.alignsFirstBaseline = false
    layout.size = size
    layout.isWrapped = size.width < unlimited
    if !layout.isWrapped { layout.size.width = 0 }
    return TextLines(layout)
  }
}

/// Widths above this one are as good as none.
private let unlimited: CGFloat = 100_000

/// Lines of text in a box.
///
/// Observed: Apple header CTFrame.h. Lives on the thread that made it.
public final class CTFrame {
  let lines: TextLines
  let box: CGRect
  /// How many lines fit.
  let count: Int

  init(_ lines: TextLines, in box: CGRect) {
    self.lines = lines
    self.box = box
    count = (0..<lines.count).prefix { lines.bottom(of: $0) <= box.height + 0.01 }.count
  }

  /// Where a line's baseline begins, from the box's lower left corner, y up.
  func origin(of index: Int) -> CGPoint {
    let place = lines.origin(of: index)
    return CGPoint(x: place.x, y: box.height - place.y)
  }
}

/// Makes a framesetter of text with attributes; see `NSAttributedString.Key` for what is honored.
public func CTFramesetterCreateWithAttributedString(
  _ attrString: CFAttributedString
) -> CTFramesetter {
  CTFramesetter(NSAttributedString(attributedString: attrString))
}

/// Lays out a part of the text in the box round a path, from its top; lines that do not fit are left out.
///
/// Other shapes than rectangles count as their boxes. The attributes of frames have no effect.
public func CTFramesetterCreateFrame(
  _ framesetter: CTFramesetter, _ stringRange: CFRange, _ path: CGPath,
  _ frameAttributes: CFDictionary?
) -> CTFrame {
  let box = path.boundingBoxOfPath
  return CTFrame(
    framesetter.lines(stringRange, in: box.size), in: box)
}

/// Returns the size that a part of the text takes in points, and in `fitRange` that part.
///
/// - Parameters:
///   - framesetter: the text.
///   - stringRange: of the text; a length of 0 is all to the end.
///   - frameAttributes: not looked at.
///   - constraints: where lines break; a very large width breaks nowhere.
///   - fitRange: gets the range.
public func CTFramesetterSuggestFrameSizeWithConstraints(
  _ framesetter: CTFramesetter, _ stringRange: CFRange, _ frameAttributes: CFDictionary?,
  _ constraints: CGSize, _ fitRange: UnsafeMutablePointer<CFRange>?
) -> CGSize {
  fitRange?.pointee = stringRange
  let size = CGSize(width: constraints.width, height: CGFloat.infinity)
  var used = framesetter.lines(stringRange, in: size).usedSize
  used.height = min(used.height, constraints.height)
  return used
}

/// Draws the lines of a frame where they lie in user space, y up.
public func CTFrameDraw(_ frame: CTFrame, _ context: CGContext) {
  for index in 0..<frame.count {
    let origin = frame.origin(of: index)
    let point = CGPoint(x: frame.box.minX + origin.x, y: frame.box.minY + origin.y)
    frame.lines.draw(index, at: point, in: context)
  }
}

/// Returns the lines of a frame, each a `CTLine`, from the top.
public func CTFrameGetLines(_ frame: CTFrame) -> CFArray {
  (0..<frame.count).map { CTLine(frame.lines, $0) }
}

/// Writes where baselines begin, from the lower left corner of the frame's box, y up.
///
/// - Parameters:
///   - frame: the lines.
///   - range: of lines; a length of 0 is all to the last.
///   - origins: gets as many points as there are lines in the range.
public func CTFrameGetLineOrigins(
  _ frame: CTFrame, _ range: CFRange, _ origins: UnsafeMutablePointer<CGPoint>
) {
  let first = max(range.location, 0)
  let end = range.length > 0 ? min(first + range.length, frame.count) : frame.count
  guard first < end else { return }
  for index in first..<end { origins[index - first] = frame.origin(of: index) }
}

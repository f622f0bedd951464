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

  /// Lays out a part of the text; a length of 0 means up to the end.
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

/// Widths above this one do not limit lines.
private let unlimited: CGFloat = 100_000

/// Lines of text in a box.
///
/// A frame must stay on the thread that made it. Observed: Apple header CTFrame.h.
public final class CTFrame {
  let lines: TextLines
  let box: CGRect
  /// The number of lines that fit.
  let count: Int

  init(_ lines: TextLines, in box: CGRect) {
    self.lines = lines
    self.box = box
    count = (0..<lines.count).prefix { lines.bottom(of: $0) <= box.height + 0.01 }.count
  }

  /// Returns the start of a line's baseline, from the box's lower left corner, y up.
  func origin(of index: Int) -> CGPoint {
    let place = lines.origin(of: index)
    return CGPoint(x: place.x, y: box.height - place.y)
  }
}

/// Makes a framesetter of attributed text; see `NSAttributedString.Key` for the supported
/// attributes.
public func CTFramesetterCreateWithAttributedString(
  _ attrString: CFAttributedString
) -> CTFramesetter {
  CTFramesetter(NSAttributedString(attributedString: attrString))
}

/// Lays out a part of the text in the bounding box of a path, from its top, without the lines that
/// do not fit.
///
/// Shapes other than rectangles are replaced by their boxes. The attributes of frames have no
/// effect.
public func CTFramesetterCreateFrame(
  _ framesetter: CTFramesetter, _ stringRange: CFRange, _ path: CGPath,
  _ frameAttributes: CFDictionary?
) -> CTFrame {
  let box = path.boundingBoxOfPath
  return CTFrame(
    framesetter.lines(stringRange, in: box.size), in: box)
}

/// Returns the size of a part of the text in points, and writes the range of that part to
/// `fitRange`.
///
/// - Parameters:
///   - framesetter: the text.
///   - stringRange: the part of the text; a length of 0 means up to the end.
///   - frameAttributes: ignored.
///   - constraints: the size at which lines wrap; with a very large width they do not.
///   - fitRange: receives the range.
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

/// Draws the lines of a frame at their positions in user space, y up.
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

/// Writes the starts of baselines, from the lower left corner of the frame's box, y up.
///
/// - Parameters:
///   - frame: the lines.
///   - range: the range of lines; a length of 0 means up to the last.
///   - origins: receives as many points as there are lines in the range.
public func CTFrameGetLineOrigins(
  _ frame: CTFrame, _ range: CFRange, _ origins: UnsafeMutablePointer<CGPoint>
) {
  let first = max(range.location, 0)
  let end = range.length > 0 ? min(first + range.length, frame.count) : frame.count
  guard first < end else { return }
  for index in first..<end { origins[index - first] = frame.origin(of: index) }
}

import Foundation
import GlazeDrawing
import GlazeGeometry
import GlazeText
import Testing

@Suite struct TextLayoutTests {
  private let words = "One two three four five six seven eight nine ten"
  private let style = TextStyle(fontName: "Helvetica", fontSize: 20, color: .red)

  private func image(
    _ text: String, _ width: CGFloat, _ height: CGFloat,
    _ change: (inout TextLayout) -> Void = { _ in }
  ) throws -> DrawnImage {
    var layout = TextLayout(text, style: style)
    layout.size = CGSize(width: width, height: height)
    change(&layout)
    return try DrawnImage(try layout.makeImage())
  }

  @Test func firstLineIsAtTheTopOnARoundedBaseline() throws {
    let font = CTFont("Helvetica", size: 20)
    let drawn = try image("HH", 100, 60)
    #expect(drawn.image.width == 100 && drawn.image.height == 60)
    #expect(drawn.inkBox.maxY == font.ascent.rounded())
    #expect(drawn.inkBox.minX < 4)
    let stem = drawn[Int(clamping: drawn.inkBox.minX) + 2, Int(clamping: drawn.inkBox.midY)]
    #expect(stem[0] > 150 && stem == [stem[0], 0, 0, stem[0]])
  }

  @Test func linesFollowAtTheFontsHeight() throws {
    let font = CTFont("Helvetica", size: 20)
    let layout = TextLayout("H\nH\r\nH\u{2029}H\n", style: style)
    #expect(abs(layout.measure().height - 4 * (font.ascent + font.descent + font.leading)) < 0.1)
    let one = try image("H", 40, 100).inkBox
    let two = try image("\nH", 40, 100).inkBox
    #expect(abs(two.maxY - one.maxY - (font.ascent + font.descent + font.leading)) <= 1)
  }

  @Test func pixelsAreTheSizeTimesTheScaleRoundedUp() throws {
    let drawn = try image("HH", 50.3, 30) { $0.scale = 2 }
    #expect(drawn.image.width == 101 && drawn.image.height == 60)
    let small = try image("HH", 50.3, 30)
    #expect(abs(drawn.area / 4 - small.area) < small.area * 0.03)
    #expect(abs(drawn.inkBox.maxY / 2 - small.inkBox.maxY) <= 0.5)
  }

  @Test func emptySizesHaveNoImageAndHugeOnesAreRefused() throws {
    var layout = TextLayout("x", style: style)
    #expect(try layout.makeImage() == nil)
    layout.size = CGSize(width: 1e6, height: 10)
    #expect(throws: DrawingError.bitmapTooLarge(width: 1e6, height: 10, limit: 32767)) {
      try layout.makeImage()
    }
  }

  @Test("text that goes on below the box looks as in a high box", arguments: 0..<12)
  func longTextIsCut(seed: UInt64) throws {
    var random = Numbers(state: seed + 1)
    let parts = [
      "abc ", "fi", "e\u{301}", "שלום ", "سلام ", "12,", "\u{200B}", "👩‍👩‍👧", "— ", "(a) ", "W",
    ]
    let text = (0..<600).map { _ in parts[random.next(parts.count)] }.joined()
    let (width, height) = (CGFloat(20 + random.next(60)), CGFloat(10 + random.next(40)))
    let alignment = [NSTextAlignment.natural, .center, .right, .justified][random.next(4)]
    let box = try image(text, width, height) {
      ($0.isWrapped, $0.alignment) = (true, alignment)
    }
    let whole = try image(text, width, 20_000) {
      ($0.isWrapped, $0.alignment) = (true, alignment)
    }
    #expect(whole.inkBox.maxY > 10 * height)
    let visible = Int(clamping: height) * box.image.width * 4
    #expect(box.image.pixels.prefix(visible) == whole.image.pixels.prefix(visible))
  }

  @Test("sizes of any number end", arguments: [1e-200, 1e-3, 20, 1e200, .infinity, .nan])
  func extremeSizes(fontSize: CGFloat) {
    for (width, height): (CGFloat, CGFloat) in [(0, 50), (.infinity, 50), (50, 0), (1e300, 1e300)] {
      let style = TextStyle(fontName: "Helvetica", fontSize: fontSize, color: .red)
      var layout = TextLayout(String(repeating: "12, ", count: 400), style: style)
      layout.size = CGSize(width: width, height: height)
      layout.isWrapped = true
      #expect(TextLines(layout).count <= 1600)
    }
  }

  @Test func unwrappedTextIsCutAtTheBox() throws {
    let whole = TextLayout(words, style: style).measure()
    #expect(whole.width > 300)
    let drawn = try image(words, 100, 60)
    #expect(drawn.inkBox.maxX > 96)
    #expect(drawn.inkBox.maxY < 30)
  }

  @Test func wrappedTextStaysInsideTheWidth() throws {
    let drawn = try image(words, 120, 200) { $0.isWrapped = true }
    #expect(drawn.inkBox.maxX <= 120)
    var layout = TextLayout(words, style: style)
    layout.isWrapped = true
    let size = layout.measure(width: 120)
    #expect(size.width <= 120)
    #expect(size.height > 80)
    #expect(drawn.inkBox.maxY <= size.height.rounded(.up))
    // A word that is wider than the box is broken.
    #expect(layout.measure(width: 30).width <= 30)
  }

  @Test(arguments: [TextLayout.Truncation.start, .middle, .end], [false, true])
  func truncatedLinesFitAndHaveAnEllipsis(
    truncation: TextLayout.Truncation, isWrapped: Bool
  ) throws {
    let height: CGFloat = isWrapped ? 50 : 30
    let drawn = try image(words, 140, height) {
      $0.truncation = truncation
      $0.isWrapped = isWrapped
    }
    #expect(drawn.inkBox.maxX <= 140)
    #expect(drawn.inkBox.maxY <= height)
    let cut = try image(words, 140, height) { $0.isWrapped = isWrapped }
    #expect(drawn.image != cut.image)
    // The ellipsis in the last line is ink at the baseline with nothing above it, wider than a
    // period.
    let bottom = Int(clamping: drawn.inkBox.maxY) - 1
    let baseline = isWrapped ? 41 : 18
    #expect(bottom >= baseline - 1)
    var dots = 0
    var x = 0
    while x < 140 {
      func ink(_ rows: Range<Int>) -> Bool { rows.contains { drawn[x, $0][3] > 100 } }
      let isDot = ink((baseline - 2)..<baseline) && !ink((baseline - 15)..<(baseline - 3))
      if isDot {
        dots += 1
        while x < 139 && (drawn[x, baseline - 1][3] > 100 || drawn[x, baseline - 2][3] > 100) {
          x += 1
        }
      }
      x += 1
    }
    #expect(dots >= 3)
  }

  @Test func textThatFitsIsNotTruncated() throws {
    for isWrapped in [false, true] {
      let plain = try image("One two", 200, 60) { $0.isWrapped = isWrapped }
      for truncation in TextLayout.Truncation.allCases {
        let other = try image("One two", 200, 60) {
          $0.isWrapped = isWrapped
          $0.truncation = truncation
        }
        #expect(other.image == plain.image)
      }
    }
  }

  @Test func aParagraphThatDoesNotFitLeavesAnEllipsis() throws {
    let alone = try image("One", 100, 30) {
      $0.isWrapped = true
      $0.truncation = .end
    }
    let more = try image("One\nTwo", 100, 30) {
      $0.isWrapped = true
      $0.truncation = .end
    }
    #expect(more.inkBox.maxX > alone.inkBox.maxX + 8)
    #expect(more.inkBox.height == alone.inkBox.height)
  }

  @Test func alignmentMovesTheInk() throws {
    func box(_ alignment: NSTextAlignment, _ text: String = "HHH") throws -> CGRect {
      try image(text, 200, 40) { $0.alignment = alignment }.inkBox
    }
    let left = try box(.left)
    let center = try box(.center)
    let right = try box(.right)
    #expect(try box(.natural) == left)
    #expect(try box(.justified) == left)
    #expect(left.minX < 5)
    #expect(abs(center.midX - 100) <= 1)
    #expect(right.maxX > 195)
    // Hebrew begins at the right side.
    let hebrew = "\u{5E9}\u{5DC}\u{5D5}\u{5DD}"
    #expect(try box(.natural, hebrew).maxX > 190)
    #expect(try box(.left, hebrew).minX < 10)
  }

  @Test func justifiedLinesReachBothEdgesButForTheLast() throws {
    let text = "aaa bbb ccc ddd eee fff"
    let plain = try image(text, 150, 100) { $0.isWrapped = true }
    let justified = try image(text, 150, 100) {
      $0.isWrapped = true
      $0.alignment = .justified
    }
    #expect(plain.inkBox.maxX < 147)
    #expect(justified.inkBox.maxX >= 148)
    #expect(abs(plain.area - justified.area) < plain.area * 0.05)
  }

  @Test func bothDirectionsShareALine() throws {
    let mixed = "abc \u{5E9}\u{5DC}\u{5D5}\u{5DD} def"
    let size = TextLayout(mixed, style: style).measure()
    let parts = ["abc ", "\u{5E9}\u{5DC}\u{5D5}\u{5DD}", " def"]
      .map { TextLayout($0, style: style).measure().width }
    #expect(abs(size.width - parts.reduce(0, +)) < 0.5)
  }

  @Test func quantizedGlyphsBeginAtQuartersOfAPixel() throws {
    func image(_ x: CGFloat, quantizes: Bool) throws -> CGImage {
      let bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
      let c = try #require(try CGContext(layerBacking: bounds, scale: 1, isFlipped: true))
      c.setShouldSubpixelQuantizeFonts(quantizes)
      c.translateBy(x: x, y: 0)
      TextLayout("l", style: style).draw(in: c)
      return try DrawnImage(c).image
    }
    #expect(try image(5.26, quantizes: true) == image(5.2, quantizes: true))
    #expect(try image(5.26, quantizes: false) != image(5.2, quantizes: false))
    #expect(try image(5.26, quantizes: true) != image(5.5, quantizes: true))
  }

  @Test(arguments: [CGFloat.nan, 0, -4, .infinity])
  func hopelessSizesDrawNothing(size: CGFloat) throws {
    var layout = TextLayout("abc", style: TextStyle(fontName: "Helvetica", fontSize: size))
    layout.size = CGSize(width: 50, height: 20)
    #expect(try DrawnImage(try layout.makeImage()).area == 0)
  }

  @Test func oddTextDoesNoHarm() throws {
    for text in [
      "", "\n", "\0\0", "\u{202E}abc", "e\u{301}\u{301}", "\u{FFFF}", "\t\t", "\u{10FFFE}",
    ] {
      for isWrapped in [false, true] {
        let drawn = try image(text, 60, 40) {
          $0.isWrapped = isWrapped
          $0.truncation = .end
        }
        #expect(drawn.image.width == 60)
      }
    }
    #expect(TextLayout("", style: style).measure() == .zero)
  }

  @Test func theSameLayoutIsTheSameImage() async throws {
    var layout = TextLayout(words, style: style)
    layout.size = CGSize(width: 130, height: 90)
    layout.isWrapped = true
    let made = layout
    let first = try made.makeImage()
    let others = try await withThrowingTaskGroup(of: CGImage?.self) { group in
      for _ in 0..<8 { group.addTask { try made.makeImage() } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(others.count == 8)
    #expect(others.allSatisfy { $0 == first })
  }
}

/// Numbers that are the same in every run.
private struct Numbers {
  var state: UInt64

  mutating func next(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }
}

import Foundation
import GlazeDrawing
import GlazeGeometry
import GlazeText
import Testing

@Suite struct AttributedTextTests {
  private func string(
    _ text: String, size: CGFloat = 20, _ attributes: [NSAttributedString.Key: Any] = [:]
  ) -> NSAttributedString {
    NSAttributedString(
      string: text,
      attributes: attributes.merging([.font: CTFont("Helvetica", size: size)]) { own, _ in own })
  }

  private func image(_ text: NSAttributedString, isWrapped: Bool = false) throws -> DrawnImage {
    var layout = TextLayout(text)
    layout.size = CGSize(width: 200, height: 80)
    layout.isWrapped = isWrapped
    return try DrawnImage(try layout.makeImage())
  }

  @Test func runsKeepTheirColorsAcrossCharactersOfTwoUnits() throws {
    let text = NSMutableAttributedString(attributedString: string("\u{1F600}HH"))
    text.addAttribute(
      .foregroundColor, value: CGColor.red, range: NSRange(location: 2, length: 1))
    text.addAttribute(
      .foregroundColor, value: CGColor.blue, range: NSRange(location: 3, length: 1))
    let drawn = try image(text)
    func columns(_ color: [Int]) -> [Int] {
      (0..<200).filter { x in (5..<18).contains { drawn[x, $0] == color } }
    }
    let red = columns([255, 0, 0, 255])
    let blue = columns([0, 0, 255, 255])
    let lastRed = try #require(red.last)
    let firstBlue = try #require(blue.first)
    #expect(lastRed < firstBlue)
  }

  @Test func numbersMayBeBoxedInAnyWay() {
    func width(_ kern: Any) -> CGFloat {
      TextLayout(string("AB", [.kern: kern])).measure().width
    }
    let wide = width(10)
    #expect(wide > width(0) + 9)
    #expect(width(10.0) == wide)
    #expect(width(Float(10)) == wide)
    #expect(width(CGFloat(10)) == wide)
    #expect(width(NSNumber(value: 10)) == wide)
    #expect(width("ten") == TextLayout(string("AB")).measure().width)
  }

  @Test func kernOfZeroTurnsPairsOff() {
    let pairs = TextLayout(string("AVAVAV")).measure().width
    #expect(TextLayout(string("AVAVAV", [.kern: 0])).measure().width > pairs + 2)
    #expect(TextLayout(string("AVAVAV", [.tracking: 1])).measure().width > pairs)
  }

  @Test func linesLieUnderAndThrough() throws {
    let plain = try image(string("nnn"))
    let under = try image(
      string("nnn", [.underlineStyle: 1, .underlineColor: CGColor.green]))
    let through = try image(
      string("nnn", [.strikethroughStyle: NSUnderlineStyle.single]))
    let double = try image(string("nnn", [.underlineStyle: NSUnderlineStyle.double.rawValue]))
    #expect(under.inkBox.maxY > plain.inkBox.maxY + 1)
    #expect(under[15, Int(clamping: under.inkBox.maxY) - 2][1] > 100)
    #expect(through.area > plain.area + 10)
    #expect(through.inkBox.maxY == plain.inkBox.maxY)
    #expect(double.inkBox.maxY > under.inkBox.maxY)
  }

  @Test func backgroundIsAsHighAsTheLine() throws {
    let drawn = try image(string("x", [.backgroundColor: CGColor.green]))
    #expect(drawn.inkBox.minY == 0)
    #expect(drawn.inkBox.height >= 23)
    #expect(drawn[0, 2][1] > 250)
  }

  @Test func baselineOffsetRaises() throws {
    let plain = try image(string("xx"))
    let text = NSMutableAttributedString(attributedString: string("xx"))
    text.addAttribute(.baselineOffset, value: 3, range: NSRange(location: 1, length: 1))
    #expect(try image(text).inkBox.height > plain.inkBox.height + 2)
  }

  @Test func fontsAndSizesMixOnOneLine() {
    let text = NSMutableAttributedString(attributedString: string("a"))
    text.append(string("b", size: 40))
    let big = TextLayout(string("b", size: 40)).measure()
    let both = TextLayout(text).measure()
    #expect(both.height == big.height)
    #expect(both.width > big.width)
  }

  @Test func paragraphStyleCounts() throws {
    func style(_ change: (NSMutableParagraphStyle) -> Void) -> NSParagraphStyle {
      let style = NSMutableParagraphStyle()
      change(style)
      return style
    }
    func height(_ text: String, _ change: (NSMutableParagraphStyle) -> Void) -> CGFloat {
      TextLayout(string(text, [.paragraphStyle: style(change)])).measure().height
    }
    let line = height("x") { _ in }
    #expect(height("x") { $0.minimumLineHeight = 50 } == 50)
    #expect(height("x") { $0.maximumLineHeight = 10 } == 10)
    #expect(abs(height("x") { $0.lineHeightMultiple = 2 } - 2 * line) < 1e-6)
    #expect(abs(height("x\nx") { $0.lineSpacing = 5 } - 2 * line - 5) < 1e-6)
    #expect(abs(height("x\nx") { $0.paragraphSpacing = 7 } - 2 * line - 7) < 1e-6)
    #expect(abs(height("x\nx") { $0.paragraphSpacingBefore = 7 } - 2 * line - 7) < 1e-6)
    let right = try image(string("HH", [.paragraphStyle: style { $0.alignment = .right }]))
    #expect(right.inkBox.maxX > 195)
    let indented = try image(
      string("HH", [.paragraphStyle: style { $0.firstLineHeadIndent = 50 }]))
    #expect(indented.inkBox.minX >= 50 && indented.inkBox.minX < 55)
    let rightToLeft = try image(
      string("HH", [.paragraphStyle: style { $0.baseWritingDirection = .rightToLeft }]))
    #expect(rightToLeft.inkBox.maxX > 195)
  }

  @Test func hangingIndentMovesTheOtherLines() throws {
    let style = NSMutableParagraphStyle()
    style.headIndent = 60
    let drawn = try image(
      string("HHHHHH HHHHHH HHHHHH", [.paragraphStyle: style]), isWrapped: true)
    func left(_ rows: Range<Int>) -> Int? {
      (0..<200).first { x in rows.contains { drawn[x, $0][3] > 100 } }
    }
    #expect(try #require(left(5..<18)) < 5)
    #expect((60..<66).contains(try #require(left(28..<40))))
  }

  @Test func paragraphStylesAreValuesAndCopies() {
    let style = NSMutableParagraphStyle()
    style.alignment = .center
    style.tailIndent = -3
    let copy = style.copy() as? NSParagraphStyle
    style.alignment = .left
    #expect(copy?.alignment == .center)
    #expect(copy?.tailIndent == -3)
    let again = copy?.mutableCopy() as? NSMutableParagraphStyle
    #expect(again == copy)
    again?.lineSpacing = 1
    #expect(again != copy)
    #expect(NSParagraphStyle.default.alignment == .natural)
  }
}

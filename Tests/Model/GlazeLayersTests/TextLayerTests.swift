import Foundation
import GlazeCommit
import GlazeDrawing
import GlazeGeometry
import GlazeLayers
import GlazeText
import GlazeTree
import Testing

/// Text that becomes the contents of its layer.
@Suite struct TextLayerTests {
  private func makeText(
    _ string: Any?, size: CGSize = CGSize(width: 200, height: 60)
  ) -> CATextLayer {
    let text = CATextLayer()
    text.bounds = CGRect(origin: .zero, size: size)
    text.string = string
    text.fontSize = 20
    text.foregroundColor = .black
    return text
  }

  @Test(arguments: [true, false]) func textIsUprightAndAtTheTop(isFlipped: Bool) throws {
    // A "T" has its bar at the top and is in the first line.
    let image = try #require(makeText("T").committedImage(isGeometryFlipped: isFlipped))
    #expect(image.width == 200 && image.height == 60)
    let ink = Inked(image)
    #expect(ink.box.maxY <= 24 && ink.box.minY >= 0 && ink.box.minX < 4)
    let (top, bottom) = (Int(clamping: ink.box.minY), Int(clamping: ink.box.maxY))
    #expect(ink.count(rows: top..<(top + 2)) > 2 * ink.count(rows: (bottom - 2)..<bottom))
    #expect(ink.pixel(Int(clamping: ink.box.midX), bottom - 2) == [0, 0, 0, 255])
  }

  @Test func bothSensesOfYGiveTheSameImage() throws {
    let text = makeText("Tag")
    let down = try #require(text.committedImage(isGeometryFlipped: true))
    let up = try #require(text.committedImage(isGeometryFlipped: false))
    #expect(down == up && down.pixels.contains(255))
  }

  @Test func aFlipTurnsOverWhatWasDrawnBefore() throws {
    let layer = Half()
    layer.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    let ink = Inked(try #require(layer.committedImage(isGeometryFlipped: true)))
    #expect(ink.box == CGRect(x: 0, y: 0, width: 4, height: 2))
    layer.isGeometryFlipped = true
    let turned = Inked(try #require(layer.committedImage(isGeometryFlipped: true)))
    #expect(turned.box == CGRect(x: 0, y: 2, width: 4, height: 2))
  }

  /// Fills the half with the smaller y.
  private final class Half: CALayer {
    override func draw(in ctx: CGContext) {
      ctx.setFillColor(.black)
      ctx.fill(CGRect(x: 0, y: 0, width: 4, height: 2))
    }
  }

  @Test(arguments: [
    (CATextLayerAlignmentMode.left, 0.0), (.natural, 0), (.center, 0.5), (.right, 1),
  ])
  func linesLieWhereTheAlignmentSays(mode: CATextLayerAlignmentMode, place: Double) throws {
    let text = makeText("Hill")
    text.alignmentMode = mode
    let box = Inked(try #require(text.committedImage())).box
    let free = 200 - Double(box.width)
    #expect(box.width > 10 && abs(Double(box.minX) - free * place) <= 3)
  }

  @Test func onlyWhatChangesTheTextDrawsItAgain() throws {
    let text = makeText("A")
    let committer = stillCommitter(root: text, isGeometryFlipped: true)
    _ = committer.commit()
    #expect(!text.needsDisplay())
    text.fontSize = 20
    text.foregroundColor = .black
    text.contentsScale = 1
    text.position = CGPoint(x: 3, y: 4)
    text.opacity = 0.5
    #expect(!text.needsDisplay())
    let changes: [(CATextLayer) -> Void] = [
      { $0.string = "B" }, { $0.font = "Courier" }, { $0.fontSize = 30 },
      { $0.foregroundColor = .white }, { $0.isWrapped = true }, { $0.truncationMode = .end },
      { $0.alignmentMode = .right }, { $0.contentsScale = 2 }, { $0.bounds.size.width = 300 },
      { $0.allowsFontSubpixelQuantization = true },
    ]
    for change in changes {
      change(text)
      #expect(text.needsDisplay())
      _ = committer.commit()
      #expect(!text.needsDisplay())
    }
    let image = try #require(committer.commit().contents.first?.image)
    #expect(image.width == 600 && image.height == 120)
  }

  @Test func sidesThatAreNoWholePixelsAreNotStretched() throws {
    let text = makeText("A", size: CGSize(width: 10.25, height: 20.5))
    let tree = stillCommitter(root: text, isGeometryFlipped: true).commit()
    let contents = try #require(tree.contents.first)
    #expect(contents.image.width == 11 && contents.image.height == 21)
    #expect(
      isNear(contents.rect, CGRect(x: 0, y: 0, width: 10.25 / 11, height: 20.5 / 21)))
  }

  @Test func attributedStringsBringTheirOwnLooks() throws {
    let text = makeText(
      NSAttributedString(
        string: "Hi",
        attributes: [
          .font: CTFont("Helvetica", size: 40),
          .foregroundColor: CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1),
        ]))
    let ink = Inked(try #require(text.committedImage()))
    #expect(ink.box.height > 25)
    #expect(
      ink.pixel(Int(clamping: ink.box.minX) + 2, Int(clamping: ink.box.midY)) == [255, 0, 0, 255])
  }

  @Test func fontsMayBeObjectsWhoseSizeDoesNotCount() throws {
    let (byName, byObject) = (makeText("Times"), makeText("Times"))
    byName.font = "Times New Roman"
    byObject.font = CTFont("Times New Roman", size: 99)
    #expect(byName.committedImage() == byObject.committedImage())
    byObject.font = CGFont("Courier New")
    #expect(byName.committedImage() != byObject.committedImage())
  }

  @Test func aMissingFontIsNoticedInEveryTree() {
    for name in ["first", "second"] {
      let text = makeText("A")
      text.font = "Glaze Has No Such Font"
      text.name = name
      let committer = stillCommitter(root: text, isGeometryFlipped: true)
      _ = committer.commit()
      text.string = "B"
      _ = committer.commit()
      #expect(committer.notices.count == 1)
      let line = committer.notices.first?.description ?? ""
      #expect(line.contains("\"\(name)\"") && line.contains("Glaze Has No Such Font"))
    }
  }

  @Test func textWithoutAStringOrSizeShowsNothing() {
    #expect(makeText("A", size: .zero).committedImage() == nil)
    let empty = makeText(nil).committedImage()
    #expect(empty.map { Inked($0).box.isNull } ?? true)
    let number = makeText(12).committedImage()
    #expect(number.map { Inked($0).box.isNull } ?? true)
  }

  @Test func subclassesMayMoveTheText() throws {
    final class Lower: CATextLayer {
      override func draw(in ctx: CGContext) {
        ctx.translateBy(x: 0, y: 30)
        super.draw(in: ctx)
      }
    }
    let text = Lower()
    text.bounds = CGRect(x: 0, y: 0, width: 100, height: 60)
    text.string = "T"
    text.fontSize = 20
    #expect(Inked(try #require(text.committedImage())).box.minY > 30)
  }

  @Test func aBackingThatIsTooLargeIsNoticedAndNotMade() {
    let text = makeText("A", size: CGSize(width: 1e6, height: 1e6))
    let committer = stillCommitter(root: text, isGeometryFlipped: true)
    #expect(committer.commit().contents.isEmpty)
    #expect(committer.notices.count == 1)
    text.bounds.size = CGSize(width: CGFloat.infinity, height: 10)
    #expect(committer.commit().contents.isEmpty)
  }
}

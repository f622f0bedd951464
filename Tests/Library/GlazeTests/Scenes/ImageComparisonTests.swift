import Foundation
import Glaze
import GlazePlan
import Testing

@Suite struct ImageComparisonTests {
  /// Makes an image whose red components identify the pixels.
  private func image(_ width: Int, _ reds: [UInt8]) -> PixelBuffer {
    PixelBuffer(
      width: width, height: reds.count / width, bytes: reds.flatMap { [$0, 0, 0, 255] })
  }

  @Test func countsAndFindsTheWorst() {
    let a = image(3, [1, 2, 3, 4, 5, 6])
    let b = image(3, [1, 2, 5, 4, 15, 16])
    let comparison = ImageComparison(a, b)
    #expect(comparison.largest == 10)
    #expect(comparison.worst == PixelPlace(x: 1, y: 1))
    #expect(comparison.counts[0] == 3)
    #expect([-1, 0, 1, 2, 9, 10, 255].map(comparison.count) == [6, 3, 3, 2, 2, 0, 0])
    #expect(!comparison.isWithin(.exact))
    #expect(!comparison.isWithin(ImageTolerance(deviation: 2, because: "test")))
    let some = ImageTolerance(deviation: 2, outliers: 0.001, because: "test")
    #expect(comparison.isWithin(some))
    #expect([100, 10_000].map(some.outlierCount) == [8, 18])
    #expect(comparison.isWithin(ImageTolerance(deviation: 10, because: "test")))
    #expect(ImageComparison(a, a).isWithin(.exact))
  }

  @Test func sizesMustAgree() {
    let comparison = ImageComparison(image(3, [1, 2, 3]), image(1, [1, 2, 3]))
    #expect(!comparison.isSameSize)
    #expect(
      !comparison.isWithin(ImageTolerance(deviation: 255, outliers: 1, because: "test")))
  }

  @Test func movesPixels() {
    let a = image(3, [1, 2, 3, 4, 5, 6])
    #expect(a.mirrored == image(3, [3, 2, 1, 6, 5, 4]))
    #expect(a.flipped == image(3, [4, 5, 6, 1, 2, 3]))
    #expect(a.turned(clockwise: true) == image(2, [4, 1, 5, 2, 6, 3]))
    #expect(a.turned(clockwise: false) == image(2, [3, 6, 2, 5, 1, 4]))
  }

  @Test func reportsShowTheImages() throws {
    let folder = NSTemporaryDirectory() + "glaze-report-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let report = ComparisonReport(folder: folder + "/a")
    #expect(!FileManager.default.fileExists(atPath: folder))
    let (a, b) = (image(2, [1, 2]), image(2, [1, 200]))
    try report.add("one", note: "a < b", expected: a, actual: b)
    try report.add("two", note: "more", expected: a, actual: b)
    try report.add("one", note: "a < b & c", expected: a, actual: b)
    let files = try FileManager.default.contentsOfDirectory(atPath: report.folder).sorted()
    #expect(
      files == [
        "index.html", "one.actual.png", "one.difference.png", "one.expected.png",
        "two.actual.png", "two.difference.png", "two.expected.png",
      ])
    let page = try String(contentsOfFile: report.index, encoding: .utf8)
    // Nothing can end the data early, and no file or address outside the page is named.
    #expect(page.components(separatedBy: "class=\"comparison\"").count == 4)
    #expect(page.contains("a \\u003c b & c") && !page.contains("note\":\"a < b"))
    #expect(page.contains("{\"count\":1,\"least\":129,\"most\":255}"))
    let outside = page.replacing("http://www.w3.org/2000/svg", with: "")
    #expect(!page.contains(".png\"") && !outside.contains("http:") && !outside.contains("https:"))
    // Another run begins again.
    try ComparisonReport(folder: folder + "/a").add(
      scene: "one", rows: [.init(title: "again", outcome: .within, pixels: 20, levels: 171)],
      notes: [])
    let again = try String(contentsOfFile: report.index, encoding: .utf8)
    #expect(!again.contains("class=\"comparison\"") && again.contains("\"levels\":171"))
    let blocked = ComparisonReport(folder: report.index + "/b")
    #expect(throws: GlazeError.self) {
      try blocked.add("one", note: "", expected: a, actual: b)
    }
  }
}

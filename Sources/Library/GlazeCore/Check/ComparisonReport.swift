import Foundation
import GlazeDrawing
package import GlazePlan
import Synchronization

/// A folder with images that differ from the expected ones, and a page that shows them by scene.
///
/// Each difference is `NAME.expected.png`, `NAME.actual.png` and `NAME.difference.png`, for programs; the page,
/// `index.html`, has the images inside and stands alone. The folder is made for the first entry.
package final class ComparisonReport: Sendable {
  /// How far two images agree.
  package enum Outcome: String, Encodable, Sendable {
    case equal, within, differs
  }

  /// The outcome of one comparison, without its images.
  package struct Row: Encodable, Sendable {
    package var title: String
    package var outcome: Outcome
    /// The number of pixels that differ at all.
    package var pixels: Int
    /// The largest deviation, in levels.
    package var levels: Int

    package init(title: String, outcome: Outcome, pixels: Int, levels: Int) {
      (self.title, self.outcome, self.pixels, self.levels) = (title, outcome, pixels, levels)
    }
  }

  /// Two images on the page.
  private struct Comparison: Encodable {
    var scene: String
    var title: String
    var outcome: Outcome
    var note: String
    var pair: ReportPair
  }

  /// All comparisons of a scene.
  private struct Scene: Encodable {
    var scene: String
    var rows: [Row]
    var notes: [String]
  }

  /// The folder; it and its parents are made when needed.
  package let folder: String
  private let hasBegun = Mutex(false)

  package init(folder: String) {
    self.folder = folder
  }

  /// The path of the page.
  package var index: String { folder + "/index.html" }

  /// Writes a difference, and adds it to the page.
  ///
  /// - Parameters:
  ///   - name: a file name without extension; another difference of this name is replaced.
  ///   - scene: the scene whose comparisons the page groups, and the title there; both are the name by default.
  ///   - note: a description of the difference, for people.
  /// - Throws: `GlazeError`.
  package func add(
    _ name: String, in scene: String? = nil, as title: String? = nil, note: String,
    outcome: Outcome = .differs, expected: PixelBuffer, actual: PixelBuffer
  ) throws(GlazeError) {
    try makeFolder()
    try write(expected, to: name + ".expected.png")
    try write(actual, to: name + ".actual.png")
    try write(expected.differenceImage(to: actual), to: name + ".difference.png")
    try append(kind: "comparison") {
      Comparison(
        scene: scene ?? name, title: title ?? name, outcome: outcome, note: note,
        pair: try ReportPair(expected, actual, titles: ("expected", "actual")))
    }
  }

  /// Adds the outcomes of all comparisons of a scene to the page.
  package func add(scene: String, rows: [Row], notes: [String]) throws(GlazeError) {
    try makeFolder()
    try append(kind: "scene") { Scene(scene: scene, rows: rows, notes: notes) }
  }

  private func makeFolder() throws(GlazeError) {
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw .writing(path: folder, reason: error.localizedDescription)
    }
  }

  /// Adds data to the page, which begins with the first.
  ///
  /// The page grows at its end, because it may hold hundreds of images.
  private func append(
    kind: String, _ value: () throws -> some Encodable
  ) throws(GlazeError) {
    let failure = hasBegun.withLock { hasBegun -> String? in
      do {
        let data = ReportPage.element(try ReportPage.json(value()), kind: kind)
        let text = hasBegun ? data : ComparisonPage.text + data
        guard let file = fopen(index, hasBegun ? "a" : "w") else {
          return String(cString: strerror(errno))
        }
        let bytes = Array(text.utf8)
        let written = fwrite(bytes, 1, bytes.count, file)
        guard fclose(file) == 0, written == bytes.count else {
          return String(cString: strerror(errno))
        }
        hasBegun = true
        return nil
      } catch {
        return "\(error)"
      }
    }
    if let failure { throw .writing(path: index, reason: failure) }
  }

  private func write(_ image: PixelBuffer, to name: String) throws(GlazeError) {
    let path = "\(folder)/\(name)"
    do {
      let png = try image.bytes.withUnsafeBytes { bytes in
        try PNG.encode(premultipliedRGBA: bytes, width: image.width, height: image.height)
      }
      try Data(png).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw .writing(path: path, reason: "\(error.localizedDescription)")
    }
  }
}

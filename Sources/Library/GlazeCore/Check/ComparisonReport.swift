import Foundation
import GlazeDrawing
package import GlazePlan
import Synchronization

/// A folder with images that differ from the expected ones, and a web page that shows them.
///
/// Each difference is `NAME.expected.png`, `NAME.actual.png`, `NAME.difference.png` and a row of
/// `index.html`. The folder is made for the first difference.
package final class ComparisonReport: Sendable {
  private struct Entry {
    var name: String
    var note: String
  }

  /// The folder; it and its parents are made when needed.
  package let folder: String
  private let entries = Mutex<[Entry]>([])

  package init(folder: String) {
    self.folder = folder
  }

  /// The path of the page.
  package var index: String { folder + "/index.html" }

  /// Writes a difference, and updates the page.
  ///
  /// - Parameters:
  ///   - name: a file name without extension; another difference of this name is replaced.
  ///   - note: a description of the difference, for people.
  /// - Throws: `GlazeError`.
  package func add(
    _ name: String, note: String, expected: PixelBuffer, actual: PixelBuffer
  ) throws(GlazeError) {
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw .writing(path: folder, reason: error.localizedDescription)
    }
    try write(expected, to: name + ".expected.png")
    try write(actual, to: name + ".actual.png")
    try write(expected.differenceImage(to: actual), to: name + ".difference.png")
    let page = entries.withLock { entries in
      entries.removeAll { $0.name == name }
      entries.append(Entry(name: name, note: note))
      return Self.page(entries)
    }
    try write(Data(page.utf8), to: "index.html")
  }

  private func write(_ image: PixelBuffer, to name: String) throws(GlazeError) {
    let png: [UInt8]
    do {
      png = try image.bytes.withUnsafeBytes { bytes in
        try PNG.encode(premultipliedRGBA: bytes, width: image.width, height: image.height)
      }
    } catch {
      throw .writing(path: "\(folder)/\(name)", reason: "\(error)")
    }
    try write(Data(png), to: name)
  }

  private func write(_ data: Data, to name: String) throws(GlazeError) {
    let path = "\(folder)/\(name)"
    do {
      try data.write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw .writing(path: path, reason: error.localizedDescription)
    }
  }

  // MARK: The page

  private static func page(_ entries: [Entry]) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <meta charset="utf-8">
    <title>Images that differ</title>
    <style>
    body { font: 14px sans-serif; margin: 2em; }
    figure { display: inline-block; margin: 0 1em 1em 0; }
    figcaption { color: #666; }
    /* Shows transparency, and single pixels. */
    img { background: repeating-conic-gradient(#ddd 0 25%, #fff 0 50%) 0 0 / 16px 16px;
          image-rendering: pixelated; max-width: 30vw; }
    </style>
    <h1>Images that differ: \(entries.count)</h1>
    \(entries.map(row).joined(separator: "\n"))
    </html>

    """
  }

  private static func row(_ entry: Entry) -> String {
    let figures = ["expected", "actual", "difference"].map { kind in
      "<figure><img src=\"\(escapedURL(entry.name)).\(kind).png\" alt=\"\(kind)\">"
        + "<figcaption>\(kind)</figcaption></figure>"
    }
    return "<h2>\(escaped(entry.name))</h2>\n<p>\(escaped(entry.note))</p>\n"
      + figures.joined(separator: "\n")
  }

  private static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: "\"", with: "&quot;")
  }

  private static func escapedURL(_ name: String) -> String {
    let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: "&\"<"))
    return name.addingPercentEncoding(withAllowedCharacters: allowed) ?? escaped(name)
  }
}

import Foundation
import GlazeDrawing
package import GlazePlan

/// A page of the commands that report: one file with its data, style and script, which needs no network.
///
/// The pages of inspect, check, diff and bench share the style and the parts of `ReportScript`.
package struct ReportPage {
  /// The title of the page, as plain text.
  package var title: String
  /// The name of the command, which the title ends with.
  package var command: String
  /// Style in addition to the shared one.
  package var style: String
  /// The content, as HTML.
  package var body: String
  /// The script in addition to the shared one; it runs when the page is complete.
  package var script: String
  /// The data of the page, as JSON; nil if the page has none or more is appended later.
  package var data: String?

  package init(
    title: String, command: String, style: String = "", body: String, script: String,
    data: String? = nil
  ) {
    (self.title, self.command, self.style) = (title, command, style)
    (self.body, self.script, self.data) = (body, script, data)
  }

  /// The page, as text.
  ///
  /// Without data it has no end tags, which HTML does not need, so that data can be appended; its script waits.
  package var text: String {
    let lines = "\(ReportScript.text)\(script)"
    let waiting = """
      <script>
      addEventListener('DOMContentLoaded', () => {
      'use strict';
      \(lines)});
      </script>

      """
    let end = """
      <script>
      'use strict';
      \(lines)</script>
      </html>

      """
    return """
      <!DOCTYPE html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <link rel="icon" href="data:,">
      <title>\(Self.escaped(title)) - glaze \(command)</title>
      <style>
      \(ReportStyle.text)\(style)</style>
      \(data == nil ? waiting : "")\(body)
      \(data.map { Self.element($0, id: "report") + end } ?? "")
      """
  }

  /// Returns a script element with data that the page reads.
  package static func element(_ json: String, id: String? = nil, kind: String = "") -> String {
    let name = id.map { " id=\"\($0)\"" } ?? " class=\"\(kind)\""
    return "<script type=\"application/json\"\(name)>\(json)</script>\n"
  }

  /// Returns a value as JSON that can be embedded in a script element.
  package static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Only strings contain the character.
    return String(decoding: try encoder.encode(value), as: UTF8.self)
      .replacing("<", with: "\\u003c")
  }

  /// Returns text as HTML.
  package static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}

/// An image on a page: a PNG as a data URL.
package struct ReportImage: Encodable {
  package var address: String

  /// Encodes a frame in sRGB.
  package init(_ pixels: PixelBuffer) throws {
    let pixels = pixels.rendition
    let png = try pixels.bytes.withUnsafeBytes { bytes in
      try PNG.encode(premultipliedRGBA: bytes, width: pixels.width, height: pixels.height)
    }
    self.init(png: png)
  }

  package init(png: [UInt8]) {
    address = "data:image/png;base64,\(Data(png).base64EncodedString())"
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(address)
  }
}

/// Two images that a page compares.
package struct ReportPair: Encodable {
  package struct Side: Encodable {
    package var title: String
    package var width: Int
    package var height: Int
    package var image: ReportImage
  }

  /// The pixels that differ by some levels.
  package struct Bin: Encodable {
    package var least: Int
    package var most: Int
    package var count: Int
  }

  package var a: Side
  package var b: Side
  /// Maps of the light above white; nil for images without room above white.
  package var bright: [ReportImage]?
  /// The differences, dark on white; nil for images of different sizes.
  package var difference: ReportImage?
  /// The first pixel that differs the most; nil if none differs.
  package var worst: [Int]?
  /// The differing pixels by their deviation; empty if none differs.
  package var bins: [Bin] = []
  /// The largest deviation of a channel, in levels.
  package var levels = 0

  /// Encodes both images and their difference.
  package init(_ first: PixelBuffer, _ second: PixelBuffer, titles: (String, String)) throws {
    a = Side(
      title: titles.0, width: first.width, height: first.height, image: try ReportImage(first))
    b = Side(
      title: titles.1, width: second.width, height: second.height, image: try ReportImage(second))
    let maps = [first.brightnessMap, second.brightnessMap].compactMap(\.self)
    if maps.count == 2 { bright = try maps.map { try ReportImage($0) } }
    let comparison = ImageComparison(first, second)
    guard comparison.isSameSize else { return }
    difference = try ReportImage(first.inBytes.differenceImage(to: second.inBytes))
    levels = comparison.largest
    if levels == 0 { return }
    worst = [comparison.worst.x, comparison.worst.y]
    bins = comparison.bins
  }
}

extension ImageComparison {
  /// The differing pixels by deviation, in ranges that double: 1, 2, 3 to 4, up to 129 to 255.
  var bins: [ReportPair.Bin] {
    var bins: [ReportPair.Bin] = []
    var (least, most) = (1, 1)
    while least < counts.count {
      let count = counts[least...most].reduce(0, +)
      if count > 0 { bins.append(.init(least: least, most: most, count: count)) }
      (least, most) = (most + 1, min(most * 2, counts.count - 1))
    }
    return bins
  }
}

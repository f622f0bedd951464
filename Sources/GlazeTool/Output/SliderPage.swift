import Foundation
import GlazeDrawing
import GlazePlan

/// A page that shows two pictures, one over the other with a slider between them, and what differs in words.
///
/// It stands alone: pictures, style and script are in it.
struct SliderPage {
  var titles: (String, String)
  var pictures: (PixelBuffer, PixelBuffer)
  var lines: [String]
  /// What the pictures have in common, in a sentence.
  var summary: String

  func text() throws -> String {
    let (first, second) = (try Self.address(of: pictures.0), try Self.address(of: pictures.1))
    let width = max(pictures.0.width, pictures.1.width)
    let height = max(pictures.0.height, pictures.1.height)
    let items = lines.map { "<li>\(Self.escaped($0))</li>" }.joined(separator: "\n")
    return """
      <!DOCTYPE html>
      <html lang="en">
      <meta charset="utf-8">
      <title>\(Self.escaped(titles.0)) and \(Self.escaped(titles.1))</title>
      <style>
      body { font: 14px sans-serif; margin: 2em; }
      .pair { position: relative; width: \(width)px; height: \(height)px; max-width: none;
              background: repeating-conic-gradient(#ddd 0 25%, #fff 0 50%) 0 0 / 16px 16px; }
      .pair img { position: absolute; left: 0; top: 0; image-rendering: pixelated; }
      .pair .second { clip-path: inset(0 0 0 var(--at, 50%)); }
      .pair .first { clip-path: inset(0 calc(100% - var(--at, 50%)) 0 0); }
      .pair hr { position: absolute; top: 0; left: var(--at, 50%); height: 100%; margin: 0; border: 0;
                 border-left: 1px solid #f0f; }
      input { width: \(max(width, 200))px; margin: 1em 0; }
      .side { display: flex; gap: 1em; flex-wrap: wrap; }
      .side img { background: #eee; image-rendering: pixelated; }
      li { font-family: monospace; }
      </style>
      <h1>\(Self.escaped(titles.0)) and \(Self.escaped(titles.1))</h1>
      <p>\(Self.escaped(summary))</p>
      <div class="pair" id="pair"><img class="first" src="\(first)" alt="first">
      <img class="second" src="\(second)" alt="second"><hr></div>
      <input type="range" min="0" max="100" value="50" aria-label="Where the pictures meet"
        oninput="document.getElementById('pair').style.setProperty('--at', this.value + '%')">
      <div class="side"><figure><figcaption>\(Self.escaped(titles.0))</figcaption><img src="\(first)" alt=""></figure>
      <figure><figcaption>\(Self.escaped(titles.1))</figcaption><img src="\(second)" alt=""></figure></div>
      <h2>Properties that differ: \(lines.count)</h2>
      <ol>
      \(items)
      </ol>
      </html>

      """
  }

  private static func address(of picture: PixelBuffer) throws -> String {
    let png = try picture.bytes.withUnsafeBytes { bytes in
      try PNG.encode(premultipliedRGBA: bytes, width: picture.width, height: picture.height)
    }
    return "data:image/png;base64,\(Data(png).base64EncodedString())"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}

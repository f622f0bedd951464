import Foundation
import GlazeDrawing
import GlazeGeometry
import GlazePlan

/// A page that shows two images, one over the other with a slider between them, and the list of differences.
///
/// It is self-contained: images, style and script are embedded.
struct SliderPage {
  var titles: (String, String)
  var images: (PixelBuffer, PixelBuffer)
  var lines: [String]
  /// A sentence that sums up the comparison of the images.
  var summary: String

  /// The smallest width of a shown image; the scale is an integer.
  private static let leastWidth = 480

  func text() throws -> String {
    let (first, second) = (try Self.address(of: images.0), try Self.address(of: images.1))
    let width = max(images.0.width, images.1.width)
    let height = max(images.0.height, images.1.height)
    let shown = width * max(1, (Self.leastWidth + width / 2) / width)
    let names = (Self.name(titles.0), Self.name(titles.1))
    let items = lines.map { "<li>\(Self.escaped($0))</li>" }.joined(separator: "\n")
    func image(_ address: String, _ pixels: PixelBuffer, _ name: String) -> String {
      let share = 100 * Double(pixels.width) / Double(width)
      return "<img src=\"\(address)\" alt=\"\(name)\" style=\"width: \(share)%\">"
    }
    func figure(_ image: String, _ caption: String) -> String {
      "<figure><div class=\"one\">\(image)</div><figcaption>\(caption)</figcaption></figure>"
    }
    let (a, b) = (image(first, images.0, "first"), image(second, images.1, "second"))
    var figures = [figure(a, Self.escaped(titles.0)), figure(b, Self.escaped(titles.1))]
    if let difference = try difference() {
      figures.append(
        figure(image(difference, images.0, "difference"), "The difference, multiplied by four"))
    }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>\(names.0) and \(names.1)</title>
      \(Self.style(shown: shown, width: width, height: height))
      <h1>\(names.0) and \(names.1)</h1>
      <p>\(Self.escaped(summary))</p>
      <div class="stage">
      <div class="pair" id="pair">\(a)\(b)<hr></div>
      <input type="range" min="0" max="100" step="any" value="50" aria-label="The boundary of the images"
        oninput="document.getElementById('pair').style.setProperty('--at', this.value + '%')">
      </div>
      <div class="side">
      \(figures.joined(separator: "\n"))
      </div>
      <h2>Properties that differ: \(lines.count)</h2>
      <ol>
      \(items)
      </ol>
      </html>

      """
  }

  private static func style(shown: Int, width: Int, height: Int) -> String {
    """
    <style>
    :root { color-scheme: light; }
    body { font: 14px sans-serif; margin: 2em; background: #fff; color: #000; }
    h1 { font-size: 1.5em; }
    h1, figcaption, li { overflow-wrap: anywhere; }
    .stage { width: \(shown)px; max-width: 100%; }
    .pair, .one { position: relative; aspect-ratio: \(width) / \(height); isolation: isolate;
                  background: repeating-conic-gradient(#ddd 0 25%, #fff 0 50%) 0 0 / 16px 16px; }
    img { position: absolute; left: 0; top: 0; image-rendering: pixelated; }
    .pair img:nth-of-type(2) { clip-path: inset(0 0 0 var(--cut)); }
    .pair img:nth-of-type(1) { clip-path: inset(0 calc(100% - var(--cut)) 0 0); }
    .pair { --cut: var(--at, 50%); overflow: hidden; }
    .pair hr { position: absolute; top: 0; left: var(--cut); height: 100%; margin: 0; border: 0;
               border-left: 1px solid #f0f; }
    input { width: 100%; margin: 0.5em 0 1.5em; box-sizing: border-box; }
    .side { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 200px), 320px)); gap: 1.5em; }
    figure { margin: 0; }
    figcaption { margin-top: 0.5em; }
    li { font-family: monospace; margin: 0.3em 0; }
    </style>
    """
  }

  /// Returns the differences of components, brightened; nil for images of different sizes.
  private func difference() throws -> String? {
    let (first, second) = images
    guard first.width == second.width, first.height == second.height else { return nil }
    var result = first
    for index in result.bytes.indices {
      let distance = abs(Int(first.bytes[index]) - Int(second.bytes[index]))
      result.bytes[index] = UInt8(clamping: 4 * distance)
    }
    // A difference of alpha counts in all components.
    for pixel in stride(from: 0, to: result.bytes.count, by: 4) {
      for index in pixel..<(pixel + 3) {
        result.bytes[index] = max(result.bytes[index], result.bytes[pixel + 3])
      }
      result.bytes[pixel + 3] = 255
    }
    return try Self.address(of: result)
  }

  private static func name(_ title: String) -> String {
    escaped(URL(fileURLWithPath: title).lastPathComponent)
  }

  private static func address(of image: PixelBuffer) throws -> String {
    let png = try image.bytes.withUnsafeBytes { bytes in
      try PNG.encode(premultipliedRGBA: bytes, width: image.width, height: image.height)
    }
    return "data:image/png;base64,\(Data(png).base64EncodedString())"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}

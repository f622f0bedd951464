import Foundation
import Glaze
import GlazeDrawing
import GlazeGeometry

/// Draws documents as lottie's snapshot tests draw animations: with `render(in:)` of the presentation
/// layer.
///
/// `lottie-documents < JOBS`
///
/// Each line of the input is `DOCUMENT TIME WIDTH HEIGHT IMAGE`, separated by tabs: the time in
/// seconds, the size in pixels, and the PNG file to write. Each image is drawn from a document that
/// is read again. The output has a line for each warning and error, with the document's name.
@main
struct Draw {
  static func main() {
    while let line = readLine() {
      let fields = line.split(separator: "\t").map(String.init)
      guard fields.count == 5, let time = Double(fields[1]), let width = Int(fields[2]),
        let height = Int(fields[3])
      else {
        print("\(line)\tis not a job")
        continue
      }
      do {
        try draw(fields[0], at: time, width, height, to: fields[4])
      } catch {
        print("\(fields[0])\t\(error)")
      }
    }
  }

  static func draw(
    _ path: String, at time: CFTimeInterval, _ width: Int, _ height: Int, to image: String
  ) throws {
    let document = try Document(contentsOf: URL(fileURLWithPath: path))
    for diagnostic in document.diagnostics { print("\(path)\t\(diagnostic.message)") }
    let root = document.rootLayer
    containHoles(in: root)
    let session = try RenderSession(root, renderer: Renderer(.cpu))
    try session.commit(at: 0)
    guard
      let context = CGContext(
        data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
    else { throw CocoaError(.fileWriteUnknown) }
    context.translateBy(x: 0, y: CGFloat(height))
    // Sizes of half pixels are rounded up.
    let scale = min(
      CGFloat(width) / document.size.width, CGFloat(height) / document.size.height)
    context.scaleBy(x: scale, y: -scale)
    root.presentation(at: time)?.render(in: context)
    guard let result = context.makeImage() else { throw CocoaError(.fileWriteUnknown) }
    try OutputFile.write(PNG.encode(result), to: image)
  }

  /// Keeps holes, which inverted mattes are, inside of their superlayers, as the renderer does.
  ///
  /// In `render(in:)`, blend modes reach through superlayers that do not fade.
  static func containHoles(in layer: CALayer) {
    for sublayer in layer.sublayers ?? [] {
      if sublayer.compositingFilter as? String == "destinationOut", layer.opacity == 1 {
        layer.opacity = Float(1).nextDown
      }
      containHoles(in: sublayer)
    }
    if let mask = layer.mask { containHoles(in: mask) }
  }
}

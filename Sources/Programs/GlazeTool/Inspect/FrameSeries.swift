import Foundation
import Glaze
import GlazeCore
import GlazeDrawing
import GlazeGeometry
import GlazePlan

/// Small images of the frames of a document, for the slider of the page of `glaze inspect`.
struct FrameSeries {
  private let document: Document
  private var options: RenderOptions
  private let renderer: Renderer

  static let count = 30
  /// The largest side of an image, in pixels.
  private static let side = 480.0
  private static let quality = 0.8

  init(_ document: Document, options: RenderOptions, renderer: Renderer) {
    (self.document, self.options, self.renderer) = (document, options, renderer)
    let size = options.size ?? document.rootLayer.bounds.size
    let longest = Double(max(size.width, size.height)) * Double(options.scale)
    if longest > Self.side { self.options.scale *= CGFloat(Self.side / longest) }
  }

  /// Returns frames at equal intervals from 0 to a time.
  func frames(seconds: Double) throws -> [InspectReport.Frame] {
    let session = try RenderSession(document.rootLayer, renderer: renderer, options: options)
    try session.commit(at: 0)
    return try (0..<Self.count).map { index in
      let time = seconds * Double(index) / Double(Self.count - 1)
      let pixels = try session.frame(at: document.moment(at: time)).pixels
      return InspectReport.Frame(
        time: (time * 1000).rounded() / 1000, image: try Self.address(of: pixels))
    }
  }

  /// A JPEG file, which is small, or a PNG file where pixels are transparent.
  private static func address(of pixels: PixelBuffer) throws -> String {
    let isOpaque = stride(from: 3, to: pixels.bytes.count, by: 4).allSatisfy {
      pixels.bytes[$0] == 255
    }
    if !isOpaque { return try ReportImage(pixels).address }
    let file = try ImageWriter.encode(
      [.init(image: pixels.image)], as: .jpeg, quality: quality)
    return "data:image/jpeg;base64," + Data(file).base64EncodedString()
  }
}

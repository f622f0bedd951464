public import Foundation
public import Glaze

/// Makes small images of documents, as a service without a display does: one renderer for all of them.
public struct Thumbnails {
  let renderer: Renderer
  let side: CGFloat

  /// Makes a service of square images, in pixels.
  public init(side: CGFloat, device: Device = .automatic) throws {
    renderer = try Renderer(device)
    self.side = side
  }

  /// The image of a document at its own best moment, fitted into a square.
  public func image(of document: Document) throws -> CGImage? {
    var options = document.renderOptions
    options.size = CGSize(width: side, height: side)
    options.background = .white
    let session = try RenderSession(document.rootLayer, renderer: renderer, options: options)
    try session.commit(at: 0)
    return try session.render(at: 0.5, into: .image).image
  }
}

public import Foundation
import GlazeDrawing
public import GlazeGeometry
public import GlazeLayers

/// Functions that draw layers in one call.
///
/// ```swift
/// try Snapshot.png(of: layer, to: "layer.png", options: RenderOptions(scale: 2))
/// ```
///
/// Each call starts a driver; to draw more than a few images, reuse one `Renderer`. Time counts
/// from the commit, which is at 0, so that a new animation is `time` seconds old.
public enum Snapshot {
  /// Draws a layer with its sublayers.
  ///
  /// - Throws: `GlazeError`.
  public static func image(
    of layer: CALayer, options: RenderOptions = RenderOptions(), device: Device = .automatic,
    at time: CFTimeInterval = 0
  ) throws(GlazeError) -> CGImage {
    let session = try RenderSession(layer, renderer: Renderer(device), options: options)
    try session.commit(at: 0)
    return try session.image(at: time)
  }

  /// Draws a layer with its sublayers into PNG data: sRGB, straight alpha.
  ///
  /// - Throws: `GlazeError`.
  public static func pngData(
    of layer: CALayer, options: RenderOptions = RenderOptions(), device: Device = .automatic,
    at time: CFTimeInterval = 0
  ) throws(GlazeError) -> Data {
    let image = try image(of: layer, options: options, device: device, at: time)
    do {
      return Data(try PNG.encode(image))
    } catch {
      throw .drawing(error.description)
    }
  }

  /// Draws a layer with its sublayers into a PNG file, which appears complete or not at all.
  ///
  /// - Throws: `GlazeError`.
  public static func png(
    of layer: CALayer, to path: String, options: RenderOptions = RenderOptions(),
    device: Device = .automatic, at time: CFTimeInterval = 0
  ) throws(GlazeError) {
    let data = try pngData(of: layer, options: options, device: device, at: time)
    do {
      try data.write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw .writing(path: path, reason: error.localizedDescription)
    }
  }
}

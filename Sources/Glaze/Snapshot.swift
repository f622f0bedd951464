public import Foundation
import GlazeDrawing
public import GlazeGeometry
public import GlazeLayers
import GlazePlan

/// Pictures of layers in one call.
///
/// ```swift
/// try Snapshot.png(of: layer, to: "layer.png", scale: 2)
/// ```
///
/// Each call starts a driver; whoever draws more than a picture or two keeps a `Renderer`, whose
/// parameters mean the same, but for `time`: it counts from the commit, which is at 0, so that a
/// new animation is `time` seconds old.
public enum Snapshot {
  /// Draws a layer with its sublayers.
  ///
  /// - Throws: `GlazeError`.
  public static func image(
    of layer: CALayer, size: CGSize? = nil, scale: CGFloat = 1, background: CGColor? = nil,
    isGeometryFlipped: Bool = true, backend: Renderer.Backend = .auto,
    at time: CFTimeInterval = 0
  ) throws(GlazeError) -> CGImage {
    let renderer = try Renderer(backend: backend)
    renderer.commit(layer, isGeometryFlipped: isGeometryFlipped, at: 0)
    return try renderer.render(
      layer, size: size, scale: scale, background: background,
      isGeometryFlipped: isGeometryFlipped, at: time)
  }

  /// Draws a layer with its sublayers into a PNG: sRGB, straight alpha.
  ///
  /// - Throws: `GlazeError`.
  public static func pngData(
    of layer: CALayer, size: CGSize? = nil, scale: CGFloat = 1, background: CGColor? = nil,
    isGeometryFlipped: Bool = true, backend: Renderer.Backend = .auto,
    at time: CFTimeInterval = 0
  ) throws(GlazeError) -> Data {
    let image = try image(
      of: layer, size: size, scale: scale, background: background,
      isGeometryFlipped: isGeometryFlipped, backend: backend, at: time)
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
    of layer: CALayer, to path: String, size: CGSize? = nil, scale: CGFloat = 1,
    background: CGColor? = nil, isGeometryFlipped: Bool = true,
    backend: Renderer.Backend = .auto, at time: CFTimeInterval = 0
  ) throws(GlazeError) {
    let data = try pngData(
      of: layer, size: size, scale: scale, background: background,
      isGeometryFlipped: isGeometryFlipped, backend: backend, at: time)
    do {
      try data.write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw .writing(path: path, reason: error.localizedDescription)
    }
  }
}

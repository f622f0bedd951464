import Foundation
import Glaze
import GlazeDrawing
import GlazeGeometry
import GlazePlan
import GlazeScene
import Testing

/// The scenes of `Tests/Scenes`, which all backends share.
enum SceneLibrary {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Scenes").path

  /// Scenes with an image that a browser drew.
  static let browser: [String] = names(in: "browser", ending: ".json")
  /// Bundles that Apple's software wrote from live views.
  static let apple: [String] = names(in: "apple", ending: ".ca")

  /// The folder where failing tests write their images, next to other build products.
  static let report: ComparisonReport = {
    let build = URL(fileURLWithPath: folder).deletingLastPathComponent().deletingLastPathComponent()
    let path = build.appendingPathComponent(".build/images").path
    // Reports of earlier runs would be misleading.
    try? FileManager.default.removeItem(atPath: path)
    return ComparisonReport(folder: path)
  }()

  /// Returns the names of the files with an extension, without it, in order.
  static func names(in subfolder: String, ending: String) -> [String] {
    let files = try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(subfolder)")
    return (files ?? []).filter { $0.hasSuffix(ending) }
      .map { String($0.dropLast(ending.count)) }.sorted()
  }

  static func document(_ path: String) throws -> Document {
    // Strict: a scene that Glaze cannot draw does not belong here.
    var options = Document.Options()
    options.isStrict = true
    return try Document(path: "\(folder)/\(path)", options: options)
  }

  static func image(_ path: String) throws -> PixelBuffer {
    let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(path)"))
    let image = try ImageDecoder.decode(data, name: path)
    return PixelBuffer(width: image.width, height: image.height, bytes: image.pixels)
  }

  /// Draws a document, on a canvas of the given size in pixels if it is not the document's own
  /// size.
  static func draw(
    _ document: Document, _ backend: Renderer.Backend, size: CGSize? = nil, at time: Double = 0
  ) throws -> PixelBuffer {
    var options = document.renderOptions
    options.extent = size ?? document.size
    return try RenderSession(
      document.rootLayer, renderer: Renderer(backend.device), options: options
    ).frame(at: time).pixels
  }
}

/// Fails with a line that describes the difference, and with images under `.build/images`.
func recordDifference(
  _ name: String, _ note: String, expected: PixelBuffer, actual: PixelBuffer,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  try SceneLibrary.report.add(name, note: note, expected: expected, actual: actual)
  Issue.record(
    "\(name): \(note); see \(SceneLibrary.report.index)", sourceLocation: sourceLocation)
}

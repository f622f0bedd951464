import Foundation
import Glaze
import GlazeDrawing
import GlazeGeometry
import GlazePlan
import GlazeScene
import Testing

/// The scenes of `Tests/Scenes`, shared by every backend.
enum SceneLibrary {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Scenes").path

  /// Scenes with a picture that a browser drew of them.
  static let browser: [String] = names(in: "browser", ending: ".json")
  /// Bundles that Apple's writer made from live views.
  static let apple: [String] = names(in: "apple", ending: ".ca")

  /// Where failing tests show their pictures, beside what else is built.
  static let report: PictureReport = {
    let build = URL(fileURLWithPath: folder).deletingLastPathComponent().deletingLastPathComponent()
    let path = build.appendingPathComponent(".build/pictures").path
    // Nobody should look at what was wrong yesterday.
    try? FileManager.default.removeItem(atPath: path)
    return PictureReport(folder: path)
  }()

  /// The names of the files with an ending, without it, in order.
  static func names(in subfolder: String, ending: String) -> [String] {
    let files = try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(subfolder)")
    return (files ?? []).filter { $0.hasSuffix(ending) }
      .map { String($0.dropLast(ending.count)) }.sorted()
  }

  static func document(_ path: String) throws -> Document {
    // Strict: what Glaze cannot draw has no place here.
    var options = Document.Options()
    options.isStrict = true
    return try Document(path: "\(folder)/\(path)", options: options)
  }

  static func picture(_ path: String) throws -> PixelBuffer {
    let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(path)"))
    let image = try ImageDecoder.decode(data, name: path)
    return PixelBuffer(width: image.width, height: image.height, bytes: image.pixels)
  }

  /// Draws a document, on a canvas of so many pixels where its own size is not meant.
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

/// Fails with a line that says what differs, and with pictures under `.build/pictures`.
func recordDifference(
  _ name: String, _ note: String, expected: PixelBuffer, actual: PixelBuffer,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  try SceneLibrary.report.add(name, note: note, expected: expected, actual: actual)
  Issue.record(
    "\(name): \(note); see \(SceneLibrary.report.index)", sourceLocation: sourceLocation)
}

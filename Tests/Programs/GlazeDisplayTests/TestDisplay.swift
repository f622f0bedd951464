import Foundation
import Glaze
import GlazeGeometry

@testable import GlazeDisplay

/// A display for tests: its events are set in advance, and it records the images that it shows.
final class TestDisplay: Display {
  let renderer: Renderer
  var pixelSize: CGSize
  var scale: CGFloat
  let refreshRate = 60.0
  let shortestFrame = 0.0
  let name = "test"
  var drawsPointer = false
  var sharpness: CGFloat = 1
  var waiting: [WindowEvent] = []
  var cell: CGSize?
  private(set) var text: [CellText] = []
  private(set) var images: [CGImage] = []
  private(set) var isClosed = false

  init(width: Int = 400, height: Int = 300, scale: CGFloat = 1) throws {
    renderer = try Renderer(.cpu)
    pixelSize = CGSize(width: width, height: height)
    self.scale = scale
  }

  func events(waiting seconds: Double) -> [WindowEvent] {
    defer { waiting = [] }
    return waiting
  }

  func show(
    _ draw: (RenderTarget) throws(GlazeError) -> RenderedFrame
  ) throws(GlazeError) -> Bool {
    if let image = try draw(.image).image { images.append(image) }
    return true
  }

  func setText(_ text: [CellText]) { self.text = text }

  func close() { isClosed = true }
}

/// Runs a closure with a temporary folder.
func withFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
  let path = NSTemporaryDirectory() + "glaze-display-" + UUID().uuidString
  try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: path) }
  return try body(path)
}

extension CGImage {
  /// Returns red, green and blue of a pixel.
  func color(_ x: Int, _ y: Int) -> [UInt8] {
    let at = (y * width + x) * 4
    return Array(pixels[at..<(at + 3)])
  }
}

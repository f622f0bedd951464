import Foundation
import Glaze
import GlazeDrawing
import GlazeGeometry
import GlazeLayers
import Testing

@Suite struct SnapshotTests {
  private func layer() -> CALayer {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 3, height: 2)
    layer.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
    return layer
  }

  @Test(arguments: Backends.usable) func writesAPNG(backend: Renderer.Backend) throws {
    let path = NSTemporaryDirectory() + "glaze-snapshot-\(UUID().uuidString).png"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Snapshot.png(
      of: layer(), to: path, options: RenderOptions(scale: 2), device: backend.device)
    let data = try #require(FileManager.default.contents(atPath: path))
    let image = try ImageDecoder.decode(data, name: path)
    #expect((image.width, image.height) == (6, 4))
    let blue: [UInt8] = [0, 0, 255, 255]
    #expect(image.pixels == (0..<24).flatMap { _ in blue })
    #expect(
      try Snapshot.image(of: layer(), options: RenderOptions(scale: 2), device: backend.device)
        == image)
  }

  @Test func saysWhereItCannotWrite() {
    let path = NSTemporaryDirectory() + "glaze-no-folder-\(UUID().uuidString)/a.png"
    let error = #expect(throws: GlazeError.self) {
      try Snapshot.png(of: layer(), to: path, device: .cpu)
    }
    #expect(error?.description.hasPrefix("cannot write \(path): ") == true)
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}

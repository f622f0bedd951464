import Foundation
import Glaze
import GlazeGeometry
import GlazeLayers
import GlazePlan
import Testing

/// Memory of finished frames that is reused for the next ones.
@Suite struct SpareMemoryTests {
  private func place(_ bytes: [UInt8]) -> UnsafeRawPointer? {
    bytes.withUnsafeBytes(\.baseAddress)
  }

  @Test func isFilledWhereItLies() {
    var bytes = [UInt8](repeating: 7, count: 100)
    let first = place(bytes)
    let memory = SpareMemory(bytes)
    bytes = []
    let filled = memory.filled(count: 100) { $0.copyBytes(from: (0..<100).map { UInt8($0) }) }
    #expect(filled == Array(0..<100) && place(filled) == first)
    #expect(memory.take().isEmpty)
    let other = SpareMemory(filled).filled(count: 3) { $0.copyBytes(from: [1, 2, 3]) }
    #expect(other == [1, 2, 3])
  }

  /// An earlier bug: an array got additional owners in the renderer, and all of it was copied.
  @Test(arguments: Backends.usable)
  func framesAreDrawnIntoIt(backend: Renderer.Backend) throws {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 40, height: 30)
    root.backgroundColor = CGColor(red: 0.2, green: 0.4, blue: 0.6, alpha: 1)
    let renderer = try RootRenderer(backend: backend)
    renderer.animatesChanges = false
    renderer.optimizations = Optimizations.all.subtracting(.betweenFrames)
    var pixels: [UInt8] = []
    func draw() throws -> UnsafeRawPointer? {
      let memory = SpareMemory(pixels)
      pixels = []
      var frame = try renderer.frame(
        of: root, background: .white, isGeometryFlipped: true, reusing: memory)
      swap(&pixels, &frame.pixels.bytes)
      return place(pixels)
    }
    let first = try draw()
    for red in [0.4, 0.6] {
      root.backgroundColor = CGColor(red: red, green: 0.4, blue: 0.6, alpha: 1)
      #expect(try draw() == first)
      #expect(pixels.prefix(4) == [UInt8(clamping: red * 255), 102, 153, 255])
    }
  }
}

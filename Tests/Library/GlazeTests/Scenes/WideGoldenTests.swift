import Foundation
import Glaze
import GlazeCore
@testable import GlazeDrawing
import GlazeGeometry
import GlazePlan
import Testing

/// A golden image in another encoding than sRGB with 8 bits.
struct WideGolden: Sendable, CustomTestStringConvertible {
  let scene: String
  let space: String
  let output: OutputColor

  /// One scene of each family, at half its size.
  private static let scenes = [
    "effects/blend_groups", "effects/contents_ways", "effects/cut_shadows",
    "effects/dithered_group", "effects/isolated_masks", "effects/rasterized_blur",
    "effects/translucent_cuts", "particles/snow", "wide/bright",
  ]

  private static let outputs: [(String, OutputColor)] = [
    ("p3", .displayP3), ("linear", OutputColor(transfer: .linear, depth: .half)),
    ("pq", OutputColor(primaries: .bt2020, transfer: .pq, depth: .bits10, headroom: 4)),
  ]

  static let all = scenes.flatMap { scene in
    outputs.map { WideGolden(scene: scene, space: $0, output: $1) }
  }

  var name: String { "\((scene as NSString).lastPathComponent).\(space)" }
  /// The path in `Tests/Scenes`.
  var path: String { "wide/\(name).png" }
  var testDescription: String { name }

  /// The largest deviation of a number of 0...1: rounding on the CPU, and 2 of 255 on OpenGL.
  func tolerance(_ backend: Renderer.Backend) -> Float {
    switch (backend, output.depth) {
    case (.software, .bits8): 1.01 / 255
    case (.software, _): 1.51 / 1023
    default: 2.51 / 255
    }
  }

  func draw(_ backend: Renderer.Backend) throws -> PixelBuffer {
    let document = try SceneLibrary.document(scene + ".json")
    var options = document.renderOptions
    options.output = output
    options.scale = 0.5
    let session = try RenderSession(
      document.rootLayer, renderer: Renderer(backend.device), options: options)
    return try session.frame(at: scene.hasPrefix("particles") ? 4 : 0).pixels
  }

  /// The numbers of the approved image, which no color conversion has touched.
  func approved() throws -> (width: Int, height: Int, numbers: [Float]) {
    let file = try Data(contentsOf: URL(fileURLWithPath: "\(SceneLibrary.folder)/\(path)"))
    return try file.withUnsafeBytes { bytes in
      let reader = PNGReader(data: bytes, name: path)
      if try reader.isDeep() {
        let (width, height, pixels) = try reader.readDeep()
        return (width, height, pixels.halves.map { Float($0) })
      }
      var pixels = try reader.read()
      pixels.premultiply()
      return (pixels.width, pixels.height, pixels.bytes.map { Float($0) / 255 })
    }
  }

  /// The file of a drawing: numbers of half floats are stored in 16 bits.
  static func file(_ pixels: PixelBuffer) throws -> [UInt8] {
    var pixels = pixels
    guard pixels.output.isFloat else { return try pixels.png(maximumThreads: nil) }
    pixels.output.depth = .bits16
    return try PNG.encode(pixels.encodedPixels)
  }
}

@Suite struct WideGoldenTests {
  @Test(arguments: WideGolden.all, Backends.usable)
  func looksAsApproved(golden: WideGolden, backend: Renderer.Backend) throws {
    let (width, height, expected) = try golden.approved()
    let drawn = try golden.draw(backend)
    try #require((drawn.width, drawn.height) == (width, height))
    let actual = drawn.floats(isStraight: false)
    let tolerance = golden.tolerance(backend)
    var (outliers, most): (Int, Float) = (0, 0)
    for index in actual.indices {
      let deviation = abs(min(max(actual[index], 0), 1) - expected[index])
      if !(deviation <= tolerance) { outliers += 1 }
      most = max(most, deviation)
    }
    // Edges on pixel centers may fall on either side on OpenGL.
    let allowed = backend == .software ? 0 : actual.count / 500
    #expect(
      outliers <= allowed, "\(outliers) numbers deviate, by up to \(most * 255) of 255")
  }

  @Test func everyImageHasItsTest() {
    #expect(
      SceneLibrary.names(in: "wide", ending: ".png") == WideGolden.all.map(\.name).sorted())
  }

  /// Leaves images for `make approve`, as `GoldenTests.proposesImages` does.
  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["GLAZE_APPROVE"] == "1",
      "Scripts/approve enables this"))
  func proposesImages() throws {
    let folder = URL(fileURLWithPath: SceneLibrary.report.folder)
      .deletingLastPathComponent().appendingPathComponent("approve/new/wide").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for golden in WideGolden.all {
      let file = try WideGolden.file(golden.draw(.software))
      let old = try? Data(contentsOf: URL(fileURLWithPath: "\(SceneLibrary.folder)/\(golden.path)"))
      if old.map(Array.init) == file { continue }
      try Data(file).write(to: URL(fileURLWithPath: "\(folder)/\(golden.name).png"))
    }
  }
}

import Foundation
import GlazeDrawing
import GlazeGeometry
import Testing

@Suite struct StripCommandTests {
  /// A red square that moves from left to right in a second, on white; a state makes it blue.
  private let moving = """
    <caml><CALayer bounds="0 0 40 20" backgroundColor="1 1 1"><sublayers>\
    <CALayer id="s" bounds="0 0 10 20" position="5 10" backgroundColor="1 0 0"><animations>\
    <animation type="CABasicAnimation" keyPath="position.x" fromValue="5" toValue="35" \
    duration="1"/></animations></CALayer></sublayers><states><LKState name="blue"><elements>\
    <LKStateSetValue targetId="s" keyPath="backgroundColor"><value type="CGColor" value="0 0 1"/>\
    </LKStateSetValue></elements></LKState></states></CALayer></caml>
    """

  private func strip(_ arguments: String...) throws -> CGImage {
    try withScratchFolder { folder in
      try Documents.write(moving, to: folder + "/a.caml")
      let result = try Tool(folder: folder).run(
        ["strip", "a.caml", "--backend", "software"] + arguments)
      #expect(result.status == 0 && result.messages.isEmpty, "\(result.messages)")
      let file = URL(fileURLWithPath: folder + "/a-strip.png")
      return try ImageDecoder.decode(Data(contentsOf: file), name: "strip")
    }
  }

  private func pixel(_ image: CGImage, _ x: Int, _ y: Int) -> [UInt8] {
    let start = (y * image.width + x) * 4
    return Array(image.pixels[start..<(start + 3)])
  }

  private static let white: [UInt8] = [255, 255, 255]
  private static let red: [UInt8] = [255, 0, 0]
  private static let blue: [UInt8] = [0, 0, 255]

  /// One row for the document itself, one for its state; three frames each, with 8 pixels between
  /// them.
  @Test func momentsAndStatesStandSideBySide() throws {
    let image = try strip("--times", "0,0.5,0.9999", "--no-captions")
    #expect(image.width == 3 * 48 + 8 && image.height == 2 * 28 + 8)
    for (row, color) in [Self.red, Self.blue].enumerated() {
      let y = 8 + 28 * row + 10
      #expect(pixel(image, 8 + 5, y) == color && pixel(image, 8 + 20, y) == Self.white)
      #expect(pixel(image, 56 + 5, y) == Self.white && pixel(image, 56 + 20, y) == color)
      #expect(pixel(image, 104 + 20, y) == Self.white && pixel(image, 104 + 35, y) == color)
    }
  }

  @Test func oneStateIsARow() throws {
    let image = try strip("--frames", "2", "--to", "0.5", "--no-captions", "--state", "blue")
    #expect(image.width == 2 * 48 + 8 && image.height == 28 + 8)
    #expect(pixel(image, 56 + 20, 18) == Self.blue)
  }

  /// Captions take space below each frame and above each row.
  @Test func captionsAreWritten() throws {
    let image = try strip("--times", "0.25")
    #expect(image.width == 8 + 64 + 8 && image.height == 8 + 2 * (18 + 20 + 18 + 8))
    let line = (0..<64).flatMap { x in (46..<64).map { pixel(image, 8 + x, $0)[0] } }
    #expect(line.contains { $0 > 200 } && line.contains { $0 < 40 })
  }

  @Test func standardInputIsReadOnce() throws {
    try withScratchFolder { folder in
      let result = try Tool(folder: folder).run(
        "strip", "-", "--backend", "software", "--times", "0", "-o", "-", "--no-captions",
        input: moving)
      #expect(result.status == 0)
      #expect(try ImageDecoder.decode(result.output, name: "strip").height == 2 * 28 + 8)
    }
  }

  /// The commands that file managers are configured to run exist.
  @Test func thumbnailersCanBeRun() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let entry = try String(
      contentsOf: root.appendingPathComponent("Scripts/desktop/glaze.thumbnailer"),
      encoding: .utf8)
    let command = try #require(entry.split(separator: "\n").first { $0.hasPrefix("Exec=glaze ") })
    try withScratchFolder { folder in
      try Documents.write(moving, to: folder + "/a.caml")
      let places = ["%i": folder + "/a.caml", "%o": folder + "/o.png", "%sx%s": "64x64"]
      let words = command.dropFirst("Exec=glaze ".count).split(separator: " ").map(String.init)
      let arguments = words.map { places[$0] ?? $0 }
      let result = try Tool(folder: folder).run(arguments)
      #expect(result.status == 0, "\(result.messages)")
      let file = try Data(contentsOf: URL(fileURLWithPath: folder + "/o.png"))
      #expect(try ImageDecoder.decode(file, name: "o").width == 64)
    }
  }
}

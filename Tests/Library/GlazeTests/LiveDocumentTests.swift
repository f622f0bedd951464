import Foundation
import Glaze
import Testing

/// Trees that programs made, written as documents.
@Suite struct LiveDocumentTests {
  private final class Painted: CALayer {
    override func draw(in context: CGContext) {
      context.setFillColor(CGColor(srgbRed: 0, green: 0.5, blue: 1, alpha: 0.5))
      context.fill(CGRect(x: 2, y: 3, width: 10, height: 5))
    }
  }

  private func tree() throws -> CALayer {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 60, height: 40)
    root.backgroundColor = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
    let painted = Painted()
    painted.frame = CGRect(x: 5, y: 5, width: 20.5, height: 12)
    painted.setNeedsDisplay()
    let text = CATextLayer()
    text.frame = CGRect(x: 5, y: 20, width: 50, height: 18)
    text.string = "Glaze"
    text.fontSize = 12
    text.foregroundColor = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1)
    let image = CALayer()
    image.frame = CGRect(x: 32, y: 4, width: 16, height: 16)
    let context = try #require(
      CGContext(
        data: nil, width: 4, height: 4, bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpace(name: CGColorSpace.sRGB),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
    context.setFillColor(CGColor(srgbRed: 0.9, green: 0.3, blue: 0, alpha: 0.4))
    context.fill(CGRect(x: 0, y: 0, width: 3, height: 2))
    image.contents = context.makeImage()
    let animation = CABasicAnimation(keyPath: "position.x")
    animation.byValue = 10
    animation.duration = 2
    image.add(animation, forKey: nil)
    root.sublayers = [painted, text, image]
    return root
  }

  @Test(arguments: Document.Format.all)
  func aLiveTreeIsSavedAsItIsSeen(_ format: Document.Format) throws {
    let root = try tree()
    let states = LKStateController(states: [
      LKState(
        name: "away",
        elements: [
          LKStateSetValue(
            target: try #require(root.sublayers?.last), keyPath: "opacity", value: 0.25)
        ])
    ])
    let options = RenderOptions(scale: 2)
    let expected = try [0, 1].map {
      try Snapshot.image(of: root, options: options, device: .cpu, at: $0)
    }
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("live-\(UUID().uuidString).\(format.rawValue)")
    defer { try? FileManager.default.removeItem(at: url) }
    let notes = try Snapshot.document(of: root, options: options, states: states).write(to: url)
    // Archives contain the assigned values of layers, as Apple's do, but not their drawings.
    let isArchive = format == .archive
    #expect(
      notes == (isArchive ? ["archives cannot hold the drawings of layers; they are omitted"] : []))
    let document = try Document(contentsOf: url)
    #expect(document.states == ["away"] && document.diagnostics.isEmpty)
    for (time, other) in zip([0.0, 1], expected) {
      let read = try Document(contentsOf: url)
      var options = read.renderOptions
      options.scale = 2
      let image = try Snapshot.image(
        of: read.rootLayer, options: options, device: .cpu, at: time)
      #expect((image == other) == !isArchive, "at \(time)")
    }
    try document.setState("away")
    #expect(document.rootLayer.sublayers?.last?.opacity == 0.25)
  }

  @Test func documentsInAStateAreWrittenWithoutIt() throws {
    let scene = """
      {"width": 9, "height": 9, "root": {"name": "top"},
       "states": [{"name": "on", "elements": [{"target": "top", "keyPath": "opacity", "value": 0.5}]}]}
      """
    let document = try Document(data: Data(scene.utf8))
    try document.setState("on")
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "state-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: url) }
    try document.write(to: url)
    #expect(document.state == "on" && document.rootLayer.opacity == 0.5)
    #expect(try Document(contentsOf: url).rootLayer.opacity == 1)
    let error = #expect(throws: GlazeError.self) {
      try document.write(to: URL(fileURLWithPath: "/a.txt"))
    }
    #expect(error?.code == .unknownName)
  }

  @Test func theMultiplyColorMovesAndIsOfStates() throws {
    let white =
      "data:image/png;base64,"
      + "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR4nGP4DwQACfsD/fteaysAAAAASUVORK5CYI"
      + "I="
    let scene = """
      {"width": 4, "height": 4, "root": {"name": "top", "contents": "\(white)", "animations": [
         {"keyPath": "contentsMultiplyColor", "fromValue": [1, 0, 0], "toValue": [0, 0, 1], "duration": 2}]},
       "states": [{"name": "on", "elements": [
         {"target": "top", "keyPath": "contentsMultiplyColor", "value": [0, 1, 0, 0.5]},
         {"class": "LKStateRemoveAnimation", "target": "top", "key": "contentsMultiplyColor"}]}]}
      """
    let document = try Document(data: Data(scene.utf8))
    #expect(document.diagnostics.isEmpty)
    func pixel(at time: Double) throws -> [UInt8] {
      Array(try Snapshot.image(of: document.rootLayer, device: .cpu, at: time).pixels.prefix(4))
    }
    #expect(try pixel(at: 0) == [255, 0, 0, 255])
    let middle = try pixel(at: 1)
    #expect((127...128).contains(middle[0]) && middle[1] == 0 && (127...128).contains(middle[2]))
    try document.setState("on")
    let after = try pixel(at: 1)
    #expect(
      after[0] == 0 && (127...128).contains(after[1]) && after[2] == 0
        && (127...128).contains(after[3]))
  }
}

import Foundation
import Glaze
import GlazeDrawing
import GlazeGeometry
import GlazeLayers
import Testing

@testable import GlazeDisplay

@Suite struct ShowTests {
  /// A square that moves from left to right in 2 seconds, over blue.
  private static let moving = """
    {"width": 200, "height": 100, "background": [0, 0, 1], "root": {"sublayers": [
      {"name": "square", "bounds": [0, 0, 20, 20], "position": [10, 50], "backgroundColor": [1, 0, 0],
       "animations": [{"keyPath": "position.x", "fromValue": 10,
                       "toValue": 190, "duration": 2}]}]}}
    """

  private func show(
    _ text: String, on display: TestDisplay, in folder: String, isPlaying: Bool = false,
    turnLength: Double = 0.1
  ) throws -> Show {
    let path = folder + "/scene.json"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let source = Show.Source(name: "scene", path: path, folder: folder) {
      try Document(path: path)
    }
    return try Show(source, on: display, isPlaying: isPlaying, turnLength: turnLength)
  }

  private func press(_ keys: WindowEvent.Key..., on show: Show, _ display: TestDisplay) throws {
    for key in keys {
      display.waiting = [WindowEvent(key: key)]
      try show.window.turn(waiting: 0)
    }
  }

  @Test func showsWhatRenderDraws() throws {
    try withFolder { folder in
      let display = try TestDisplay(width: 200, height: 100)
      let show = try show(Self.moving, on: display, in: folder)
      try press("t", on: show, display)
      let document = try Document(data: Data(Self.moving.utf8))
      let session = try RenderSession(
        document.rootLayer, renderer: display.renderer, options: document.renderOptions)
      try session.commit(at: 0)
      #expect(try display.images.last?.pixels == session.image(at: 0).pixels)
      try press(.right, on: show, display)
      #expect(try display.images.last?.pixels == session.image(at: 1.0 / 60).pixels)
      try press(.end, .left, on: show, display)
      #expect(
        try display.images.last?.pixels == session.image(at: 2 - 1.0 / 60).pixels)
      // Back in time, before the times that have been shown.
      try press(.home, on: show, display)
      #expect(try display.images.last?.pixels == session.image(at: 0).pixels)
    }
  }

  /// Frames of a display that cannot keep up have fewer pixels; saved images, the loupe and the still frame have all.
  @Test func onlyMovingFramesHaveFewerPixels() throws {
    try withFolder { folder in
      let display = try TestDisplay(width: 200, height: 100)
      let show = try show(Self.moving, on: display, in: folder, isPlaying: true)
      display.sharpness = 0.5
      try press("t", "s", on: show, display)
      #expect(display.images.last?.width == 100)
      let name = try #require(
        try FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasSuffix(".png") })
      let saved = try ImageDecoder.decode(
        [UInt8](Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))), name: name)
      #expect(saved.width == 200 && saved.height == 100)
      display.sharpness = 1
      try press(.home, on: show, display)
      let count = display.images.count
      #expect(display.images.last?.width == 200)
      // Less sharpness alone asks for a frame, and nothing else does.
      try show.window.turn(waiting: 0)
      #expect(display.images.count == count)
      display.sharpness = 0.25
      try show.window.turn(waiting: 0)
      #expect(display.images.last?.width == 50)
    }
  }

  @Test func aDocumentWhoseYPointsUpStaysUpright() throws {
    let text = """
      {"width": 200, "height": 100, "geometryFlipped": false, "background": [1, 1, 1],
       "root": {"sublayers": [
        {"frame": [10, 5, 50, 20], "backgroundColor": [1, 0, 0], "shadowOpacity": 0.8,
         "shadowOffset": [3, -6]},
        {"class": "CATextLayer", "frame": [80, 50, 100, 40], "string": "Upright",
         "foregroundColor": [0, 0, 0], "fontSize": 20}]}}
      """
    try withFolder { folder in
      let display = try TestDisplay(width: 200, height: 100)
      let show = try show(text, on: display, in: folder)
      try press("t", on: show, display)
      let document = try Document(data: Data(text.utf8))
      #expect(!document.isGeometryFlipped)
      let session = try RenderSession(
        document.rootLayer, renderer: display.renderer, options: document.renderOptions)
      #expect(try display.images.last?.pixels == session.image(at: 0).pixels)
    }
  }

  @Test func timeGoesOnWithTurns() throws {
    try withFolder { folder in
      let display = try TestDisplay()
      let show = try show(Self.moving, on: display, in: folder, isPlaying: true)
      for _ in 0..<10 { try show.window.turn(waiting: 0) }
      #expect(abs(show.player.time - 1) < 1e-9)
      #expect(display.images.count == 10)
      // The square is halfway: the canvas is twice as large as before.
      #expect(display.images.last?.color(200, 150) == [255, 0, 0])
      for _ in 0..<20 { try show.window.turn(waiting: 0) }
      let count = display.images.count
      for _ in 0..<5 { try show.window.turn(waiting: 0) }
      #expect(display.images.count == count, "an image that does not change is not drawn again")
    }
  }

  @Test func readsAgainWithoutAFlashAndKeepsTime() throws {
    try withFolder { folder in
      let display = try TestDisplay()
      let show = try show(Self.moving, on: display, in: folder)
      try press(.end, on: show, display)
      let green = Self.moving.replacingOccurrences(of: "[1, 0, 0]", with: "[0, 1, 0]")
      let path = folder + "/scene.json"
      try Data("{ no scene".utf8).write(to: URL(fileURLWithPath: path))
      try show.window.turn(waiting: 0)
      #expect(show.failure?.contains("scene.json") == true)
      // The last valid image is still there, with the error over it.
      #expect(display.images.last?.color(5, 60) == [0, 0, 255])
      try Data(green.utf8).write(to: URL(fileURLWithPath: path))
      try show.window.turn(waiting: 0)
      #expect(show.failure == nil)
      #expect(show.player.time == 2)
      for image in display.images {
        #expect(image.color(5, 60) == [0, 0, 255], "an image before the document was read again")
      }
      try press(.home, on: show, display)
      #expect(display.images.last?.color(20, 150) == [0, 255, 0])
    }
  }

  @Test func statesChangeWithTheirTransitions() throws {
    let text = """
      {"width": 200, "height": 100, "root": {"sublayers": [
        {"name": "box", "bounds": [0, 0, 20, 20], "position": [10, 50],
         "backgroundColor": [1, 0, 0]}]},
       "states": [{"name": "Right", "elements": [
         {"target": "box", "keyPath": "position.x", "value": 190}]}],
       "stateTransitions": [{"fromState": "*", "toState": "*", "elements": [
         {"target": "box", "animation": {"keyPath": "position.x", "duration": 1}}]}]}
      """
    try withFolder { folder in
      let display = try TestDisplay()
      let show = try show(text, on: display, in: folder)
      #expect(show.player.states == ["Right"])
      try press("1", on: show, display)
      #expect(show.stage.document.state == "Right")
      for _ in 0..<12 { try show.window.turn(waiting: 0) }
      #expect(display.images.last?.color(380, 150) == [255, 0, 0])
    }
  }

  @Test func theLoupeReadsTheColorAndNamesTheLayer() throws {
    try withFolder { folder in
      let display = try TestDisplay()
      let show = try show(Self.moving, on: display, in: folder)
      display.waiting = [
        WindowEvent(.pointerMoved, at: CGPoint(x: 20, y: 150)), WindowEvent(key: "z"),
      ]
      try show.window.turn(waiting: 0)
      let texts = show.stage.texts
      #expect(texts.contains { $0.contains("#ff0000") && $0.contains("square") })
      #expect(show.stage.layer(at: CGPoint(x: 20, y: 150))?.name == "square")
      #expect(show.stage.layer(at: CGPoint(x: 2, y: 2)) == nil)
    }
  }

  @Test func savesWhatItShowsWithoutControls() throws {
    try withFolder { folder in
      let display = try TestDisplay()
      let show = try show(Self.moving, on: display, in: folder)
      try press("h", "o", .function(12), on: show, display)
      let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/scene-0.000s.png"))
      let image = try ImageDecoder.decode([UInt8](data), name: "saved")
      #expect(image.width == 400 && image.height == 200)
      #expect(image.color(20, 100) == [255, 0, 0])
      #expect(image.color(200, 100) == [0, 0, 255])
      #expect(image.color(200, 195) == [0, 0, 255], "the timeline is not saved")
      #expect(show.message == "saved scene-0.000s.png")
    }
  }

  @Test func messagesExpire() throws {
    try withFolder { folder in
      let display = try TestDisplay()
      let show = try show(Self.moving, on: display, in: folder)
      try press(.function(12), on: show, display)
      #expect(show.message != nil)
      for _ in 0..<35 { try show.window.turn(waiting: 0) }
      #expect(show.message == nil && !show.stage.texts.contains { $0.hasPrefix("saved") })
    }
  }

  /// All controls lie inside the display, and on large displays they are larger.
  @Test(arguments: [(320, 240), (400, 300), (1280, 720), (3840, 2160)])
  func controlsFitTheDisplay(width: Int, height: Int) throws {
    try withFolder { folder in
      let display = try TestDisplay(width: width, height: height)
      let show = try show(Self.moving, on: display, in: folder)
      try press("h", on: show, display)
      let bounds = CGRect(x: 0, y: 0, width: width, height: height)
      let panels = show.stage.shownPanels
      #expect(panels.count == 2)
      for panel in panels { #expect(bounds.contains(panel.frame), "\(panel.frame)") }
      let help = try #require(panels.max { $0.frame.height < $1.frame.height })
      #expect(help.frame.height > CGFloat(height) / 5)
    }
  }

  /// Where pixels are too large for text, controls are text in cells.
  @Test func cellsShowTheControlsAsText() throws {
    try withFolder { folder in
      let display = try TestDisplay(width: 80, height: 48, scale: 0.25)
      display.cell = CGSize(width: 4, height: 8)
      let show = try show(Self.moving, on: display, in: folder)
      try press("h", on: show, display)
      #expect(show.stage.shownPanels.isEmpty)
      let lines = display.text.filter { $0.text.contains("play, pause") }
      #expect(lines.count == 1)
      for text in display.text {
        #expect((0..<24).contains(text.row) && text.column >= 0)
        #expect(text.column + text.text.count <= 80)
      }
      // The time line is where its cells are.
      try press("h", on: show, display)
      let line = show.player.timelineFrame
      let middle = CGPoint(x: line.midX, y: line.midY)
      display.waiting = [WindowEvent(.pointerDown, at: middle, isPressed: true)]
      try show.window.turn(waiting: 0)
      #expect(abs(show.player.time - 1) < 0.1)
      let knob = try #require(display.text.first { $0.style == .played })
      let column = CGFloat(knob.column + knob.text.count - 1)
      #expect(abs(column - line.midX / 4) <= 1.5)
      // A small display shows how to quit, and where lines are cut.
      (display.pixelSize, display.waiting) = (
        CGSize(width: 40, height: 24), [WindowEvent(.resized)]
      )
      try show.window.turn(waiting: 0)
      try press("h", on: show, display)
      #expect(display.text.contains { $0.text.contains("quit") && $0.row == 11 })
      #expect(display.text.contains { $0.text.contains("play, pause") && $0.row == 0 })
      #expect(display.text.contains { $0.text.contains("…") })
      #expect(display.text.allSatisfy { $0.column + $0.text.count <= 40 })
      try press("h", on: show, display)
      // The smallest display has room for something.
      (display.pixelSize, display.waiting) = (CGSize(width: 4, height: 2), [WindowEvent(.resized)])
      try show.window.turn(waiting: 0)
      try press("h", "o", on: show, display)
      #expect(display.text.allSatisfy { $0.row == 0 })
    }
  }

  @Test func followsTheSizeAndScaleOfTheDisplay() throws {
    try withFolder { folder in
      let display = try TestDisplay()
      let show = try show(Self.moving, on: display, in: folder)
      try show.window.turn(waiting: 0)
      (display.pixelSize, display.scale) = (CGSize(width: 1200, height: 800), 2)
      display.waiting = [WindowEvent(.resized)]
      try show.window.turn(waiting: 0)
      #expect(display.images.last?.width == 1200)
      #expect(show.window.size == CGSize(width: 600, height: 400))
      #expect(show.player.view.frame == CGRect(x: 0, y: 50, width: 600, height: 300))
    }
  }

  @Test func backgroundsGoAround() throws {
    let clear = #"{"width": 200, "height": 100, "root": {}}"#
    try withFolder { folder in
      let display = try TestDisplay()
      let show = try show(clear, on: display, in: folder)
      try show.window.turn(waiting: 0)
      #expect(display.images.last?.color(200, 100) == [0, 0, 0])
      try press("b", on: show, display)
      let board = try #require(display.images.last)
      #expect(Set([board.color(200, 100), board.color(208, 100)]).count == 2)
      try press("b", "b", on: show, display)
      #expect(display.images.last?.color(200, 100) == [255, 255, 255])
    }
  }

  @Test func quittingClosesTheDisplay() throws {
    try withFolder { folder in
      let display = try TestDisplay()
      let show = try show(Self.moving, on: display, in: folder)
      display.waiting = [WindowEvent(key: "q")]
      try show.run()
      #expect(display.isClosed)
    }
  }
}

extension Stage {
  /// The plates of the controls that are shown.
  var shownPanels: [CALayer] {
    func panels(_ layer: CALayer) -> [CALayer] {
      if layer.isHidden { return [] }
      let sublayers = layer.sublayers ?? []
      return (sublayers.contains { $0 is CATextLayer } ? [layer] : []) + sublayers.flatMap(panels)
    }
    return panels(root)
  }

  /// The texts of all controls that are shown.
  var texts: [String] {
    func texts(_ layer: CALayer) -> [String] {
      if layer.isHidden { return [] }
      let own = ((layer as? CATextLayer)?.string as? String).map { [$0] } ?? []
      return own + (layer.sublayers ?? []).flatMap(texts)
    }
    return texts(root)
  }
}

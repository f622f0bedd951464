import Foundation
import Glaze
import GlazeDrawing
import GlazeGeometry
import Testing

@testable import GlazeDisplay

/// The windows of `glaze show`, compared with rendered images.
@Suite(.serialized) struct ShowCommandTests {
  private static let (width, height) = (400, 300)
  /// A card that moves from left to right in two seconds, with content that is hard to draw.
  private static let scene = """
    {"width": 400, "height": 300, "background": [0.1, 0.15, 0.3], "root": {"sublayers": [
      {"name": "card", "bounds": [0, 0, 120, 160], "position": [80, 150], "cornerRadius": 20,
       "backgroundColor": [1, 0.6, 0.2], "borderWidth": 4, "borderColor": [1, 1, 1],
       "shadowOpacity": 0.7, "shadowRadius": 8,
       "animations": [{"keyPath": "position.x", "fromValue": 80, "toValue": 320, "duration": 2}]},
      {"class": "CATextLayer", "frame": [20, 10, 300, 40], "string": "Shown", "fontSize": 28},
      {"frame": [200, 200, 150, 80], "backgroundColor": [0.2, 0.8, 0.5, 0.7],
       "transform": [0.921, 0.389, -0.389, 0.921, 0, 0]}]}}
    """

  private func withScene<Result>(_ body: (String) throws -> Result) throws -> Result {
    try withFolder { folder in
      try Data(Self.scene.utf8).write(to: URL(fileURLWithPath: folder + "/scene.json"))
      return try body(folder)
    }
  }

  /// Returns the image of the scene at a time.
  private func expected(_ time: Double, width: Int = width, height: Int = height) throws -> CGImage
  {
    let document = try Document(data: Data(Self.scene.utf8))
    var options = document.renderOptions
    options.size = CGSize(width: width, height: height)
    let session = try RenderSession(
      document.rootLayer, renderer: try Renderer(.cpu), options: options)
    try session.commit(at: 0)
    return try session.image(at: time)
  }

  /// Takes screenshots until one agrees except for a thousandth of its pixels.
  private func expectShown(
    _ image: CGImage, by capture: () throws -> CGImage, _ what: Comment,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var least = Int.max
    let isShown = try waitFor {
      least = try capture().differences(from: image, by: 6)
      return least <= Self.width * Self.height / 1000
    }
    #expect(isShown, "\(what): \(least) pixels differ", sourceLocation: sourceLocation)
  }

  @Test(
    .enabled(if: XDisplay.isThere),
    arguments: [
      ("gl", ["SDL_VIDEO_X11_FORCE_EGL": "0"]), ("gl", ["SDL_VIDEO_X11_FORCE_EGL": "1"]),
      ("software", [:]),
    ])
  func windowsOfX11ShowTheScene(backend: String, environment: [String: String]) throws {
    try withScene { folder in
      let display = try XDisplay(width: Self.width, height: Self.height, in: folder)
      let show = try Program(
        "glaze", ["show", "scene.json", "--paused", "--size", "400x300", "--backend", backend],
        in: folder, environment: display.environment.merging(environment) { $1 })
      // Keys reach only windows that exist.
      try #require(
        waitFor { (try? display.image().color(380, 20) != [0, 0, 0]) ?? false }, "\(show.said)")
      try display.act("key", "t")
      try expectShown(expected(0), by: display.image, "the beginning")
      try display.act("key", "shift+Right")
      try expectShown(expected(1), by: display.image, "a second on")
      try display.act("key", "t", "mousemove", "15", "277", "mousedown", "1")
      try display.act("mousemove", "89", "277", "mouseup", "1", "key", "t")
      try expectShown(expected(0.4), by: display.image, "a fifth of the timeline")
      try display.act("key", "F12")
      let saved = folder + "/scene-0.400s.png"
      try #require(waitFor { FileManager.default.fileExists(atPath: saved) }, "\(show.said)")
      try display.act("key", "q")
      #expect(try show.end() == 0, "\(show.said)")
      let image = try ImageDecoder.decode(
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: saved))), name: "saved")
      #expect(try image.differences(from: expected(0.4), by: 6) < 120)
    }
  }

  /// The process ends in the middle of a frame that nobody reads.
  @Test(.enabled(if: Program.areThere("setsid")), arguments: [SIGTERM, SIGHUP])
  func aSignalEndsItThoughTheTerminalDoesNotRead(signal: Int32) throws {
    try withScene { folder in
      let pair = try PseudoTerminal(columns: 200, rows: 60, reads: false)
      let glaze = try #require(Program.find("glaze")).path
      let arguments = "show scene.json --display terminal --pictures blocks --backend software"
      let script = "echo $$ >process; exec \(glaze) \(arguments)"
      // setsid makes the terminal that of the process; the shell's number is that of glaze.
      let session = try Program(
        "setsid", ["--ctty", "--wait", "sh", "-c", script], in: folder, terminal: pair.terminal)
      var (unread, turns) = (0, 0)
      let isStuck = waitFor(120) {
        turns = pair.unreadCount == unread ? turns + 1 : 0
        unread = pair.unreadCount
        return unread > 1000 && turns > 10 && !pair.isCooked
      }
      try #require(isStuck, "\(unread) \(session.said)")
      let text = try String(contentsOfFile: folder + "/process", encoding: .utf8)
      let number = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
      #expect(kill(number, signal) == 0)
      #expect(try session.end() == 0, "\(session.said)")
      #expect(pair.isCooked)
    }
  }

  @Test func aMachineWithoutDisplaysIsTold() throws {
    try withScene { folder in
      let show = try Program(
        "glaze", ["show", "scene.json", "--backend", "software"], in: folder,
        environment: ["DISPLAY": "", "WAYLAND_DISPLAY": "", "SDL_VIDEODRIVER": ""])
      #expect(try show.end() == 3)
      #expect(show.said.contains("a window"), "\(show.said)")
    }
  }

  @Test(.enabled(if: XDisplay.isThere))
  func theCarouselIsDragged() throws {
    try withFolder { folder in
      let display = try XDisplay(width: 640, height: 360, in: folder)
      let carousel = try Program(
        "glaze-carousel", ["--cpu"], in: folder, environment: display.environment)
      // Only the front card is red and yellow in the middle column of its upper part.
      var first: [UInt8] = []
      try #require(
        waitFor {
          first = (try? display.image().color(320, 110)) ?? [0, 0, 0]
          return first != [0, 0, 0] && first != [23, 26, 36]
        }, "\(carousel.said)")
      try display.act("mousemove", "380", "180", "mousedown", "1", "mousemove", "340", "180")
      try display.act("mousemove", "300", "180", "mousemove", "250", "180", "mouseup", "1")
      #expect(
        try waitFor { try display.image().color(320, 110) != first }, "another card is in front")
      // A click on the middle card does not move it; Escape ends the program.
      try display.act("mousemove", "320", "180", "click", "1", "key", "Escape")
      #expect(try carousel.end() == 0, "\(carousel.said)")
    }
  }

  /// Weston in an X11 window: SDL requires a seat with a keyboard, which weston without a screen
  /// lacks.
  @Test(.enabled(if: XDisplay.isThere && Program.areThere("weston")))
  func windowsOfWaylandShowTheScene() throws {
    try withScene { folder in
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
      let display = try XDisplay(width: Self.width, height: Self.height, in: folder)
      var environment = display.environment
      environment["XDG_RUNTIME_DIR"] = folder
      let weston = try Program(
        "weston",
        [
          "--backend=x11-backend.so", "--use-pixman", "--width=400", "--height=300",
          "--shell=kiosk-shell.so", "--socket=test", "--idle-time=0", "--no-config",
        ], in: folder, environment: environment)
      try #require(
        waitFor { FileManager.default.fileExists(atPath: folder + "/test") }, "\(weston.said)")
      let show = try Program(
        "glaze", ["show", "scene.json", "--paused", "--no-controls", "--backend", "software"],
        in: folder,
        environment: [
          "XDG_RUNTIME_DIR": folder, "WAYLAND_DISPLAY": "test", "SDL_VIDEODRIVER": "wayland",
          "DISPLAY": "",
        ])
      // Weston draws the pointer, which is moved into a corner. Without a window manager, weston
      // gets keys only after an explicit focus.
      try display.act("mousemove", "399", "299", "search", "--class", "weston", "windowfocus")
      try expectShown(expected(0), by: display.image, "a Wayland window")
      try display.act("key", "shift+Right")
      try expectShown(expected(1), by: display.image, "a second on")
      try display.act("key", "q")
      #expect(try show.end() == 0, "\(show.said)")
    }
  }

  @Test(.enabled(if: Program.areThere("tmux")))
  func aTerminalShowsTheScene() throws {
    try withScene { folder in
      let glaze = try #require(Program.find("glaze")).path
      let socket = folder + "/tmux"
      let server = try Program("tmux", ["-S", socket, "-D", "-f", "/dev/null"], in: folder)
      try #require(waitFor { FileManager.default.fileExists(atPath: socket) }, "\(server.said)")
      try Program.run(
        "tmux", "-S", socket, "new-session", "-d", "-x", "80", "-y", "30",
        "\(glaze) show \(folder)/scene.json --display terminal --pictures blocks --paused"
          + " --no-controls --backend software", in: folder)
      defer { _ = try? Program.run("tmux", "-S", socket, "kill-server", in: folder) }
      try Program.run("tmux", "-S", socket, "send-keys", "-t", ":", "Home", in: folder)
      let wanted = try expected(0, width: 80, height: 60)
      var least = Int.max
      _ = try waitFor {
        let cells = try Program.run("tmux", "-S", socket, "capture-pane", "-e", "-p", in: folder)
        guard let image = TerminalDecoder.cells(cells, width: 80) else { return false }
        least = image.differences(from: wanted, by: 12)
        return least <= 24
      }
      #expect(least <= 24, "\(least) pixels differ")
    }
  }
}

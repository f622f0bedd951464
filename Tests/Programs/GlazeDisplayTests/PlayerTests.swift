import Foundation
import Testing

@testable import GlazeDisplay

@Suite struct PlayerTests {
  private func player(
    end: Double? = 4, loopStart: Double = 0, loops: Bool = false, states: [String] = []
  ) -> Player {
    var player = Player(
      length: .init(end: end, loopStart: loopStart, loops: loops), states: states)
    player.view.size = CGSize(width: 400, height: 300)
    player.view.canvas = CGSize(width: 200, height: 100)
    return player
  }

  @discardableResult
  private func press(
    _ player: inout Player, _ keys: WindowEvent.Key..., isShifted: Bool = false
  ) -> Player.Request? {
    var last: Player.Request?
    for key in keys { last = player.handle(WindowEvent(key: key, isShifted: isShifted)) }
    return last
  }

  @Test func playsToTheEndAndStays() {
    var player = player()
    player.advance(by: 1.5)
    #expect(player.time == 1.5)
    player.advance(by: 10)
    #expect(player.time == 4)
    #expect(!player.isPlaying)
    // Playing again begins at the start.
    press(&player, .space)
    #expect(player.time == 0)
    #expect(player.isPlaying)
  }

  @Test func loopsAsTheDocumentSays() {
    var player = player(end: 4, loopStart: 1, loops: true)
    player.advance(by: 4.5)
    #expect(player.time == 1.5)
    #expect(player.isPlaying)
    press(&player, "l")
    player.advance(by: 9)
    #expect(player.time == 4)
    #expect(!player.isPlaying)
  }

  @Test func anEndlessDocumentHasATimelineThatGrows() {
    var player = player(end: nil)
    #expect(player.timelineEnd == 10)
    player.advance(by: 12)
    #expect(player.timelineEnd == 20)
    #expect(player.isPlaying)
  }

  @Test func aStillDocumentStopsAtOnce() {
    var player = player(end: 0)
    player.advance(by: 0.1)
    #expect(player.time == 0)
    #expect(!player.isPlaying)
    #expect(player.timelineEnd > 0)
  }

  @Test func stepsByFramesAndSeconds() {
    var player = player()
    press(&player, .right, .right)
    #expect(abs(player.time - 2.0 / 60) < 1e-12)
    #expect(!player.isPlaying)
    press(&player, .left, .left, .left)
    #expect(player.time == 0)
    press(&player, .right, isShifted: true)
    #expect(player.time == 1)
    press(&player, .end)
    #expect(player.time == 4)
    press(&player, .home)
    #expect(player.time == 0)
  }

  @Test func speedsGoFromATenthToFour() {
    var player = player(end: nil)
    press(&player, .up, .up, .up, .up)
    #expect(player.speed == 4)
    player.advance(by: 1)
    #expect(player.time == 4)
    for _ in 0..<9 { press(&player, .down) }
    #expect(player.speed == 0.1)
  }

  @Test func clocksThatJumpAreNotFollowed() {
    var player = player()
    player.advance(by: -1)
    player.advance(by: .nan)
    player.advance(by: .infinity)
    #expect(player.time == 0)
  }

  @Test func keysGoToStates() {
    var player = player(states: ["Locked", "Unlocked"])
    press(&player, .home)
    #expect(press(&player, "2") == .setState("Unlocked"))
    #expect(player.isPlaying)
    #expect(press(&player, "2") == nil)
    #expect(press(&player, "9") == nil)
    #expect(press(&player, .tab) == .setState(nil))
    #expect(press(&player, .tab) == .setState("Locked"))
    #expect(press(&player, "0") == .setState(nil))
  }

  @Test func scrubsOnTheTimeline() {
    var player = player()
    let line = player.timelineFrame
    let quarter = CGPoint(x: line.minX + line.width / 4, y: line.midY)
    _ = player.handle(WindowEvent(.pointerDown, at: quarter, isPressed: true))
    #expect(player.time == 1)
    #expect(!player.isPlaying)
    // Far beyond the end, and far above: the drag continues.
    _ = player.handle(WindowEvent(.pointerMoved, at: CGPoint(x: 9999, y: 10), isPressed: true))
    #expect(player.time == 4)
    _ = player.handle(WindowEvent(.pointerUp, at: CGPoint(x: 0, y: 10)))
    _ = player.handle(WindowEvent(.pointerMoved, at: quarter))
    #expect(player.time == 0)
    #expect(player.view.offset == .zero)
  }

  @Test func fitsAndZoomsAroundThePointer() {
    var player = player()
    #expect(player.view.zoom == 2)
    #expect(player.view.frame == CGRect(x: 0, y: 50, width: 400, height: 200))
    press(&player, "a")
    #expect(player.view.frame == CGRect(x: 100, y: 100, width: 200, height: 100))
    let pointer = CGPoint(x: 150, y: 120)
    _ = player.handle(WindowEvent(.pointerMoved, at: pointer))
    let before = player.view.documentPoint(pointer)
    press(&player, "+", "+", "+")
    #expect(player.view.zoom == 8)
    let after = player.view.documentPoint(pointer)
    #expect(abs(before.x - after.x) < 0.2 && abs(before.y - after.y) < 0.2)
    for _ in 0..<40 { press(&player, "+") }
    #expect(player.view.zoom == 64)
    for _ in 0..<40 { press(&player, "-") }
    #expect(player.view.zoom == 1.0 / 64)
    press(&player, "f")
    #expect(player.view.frame == CGRect(x: 0, y: 50, width: 400, height: 200))
  }

  @Test func dragsTheImageAndNotOutOfSight() {
    var player = player()
    press(&player, "t")
    _ = player.handle(WindowEvent(.pointerDown, at: CGPoint(x: 10, y: 10), isPressed: true))
    _ = player.handle(WindowEvent(.pointerMoved, at: CGPoint(x: 30, y: 5), isPressed: true))
    #expect(player.view.frame.origin == CGPoint(x: 20, y: 45))
    _ = player.handle(WindowEvent(.pointerMoved, at: CGPoint(x: 1e9, y: 1e9), isPressed: true))
    #expect(player.view.frame.minX <= 400 && player.view.frame.minY <= 300)
  }

  @Test func actualSizeIsAPixelForAPoint() {
    var player = player()
    player.view.scale = 2
    press(&player, "a")
    #expect(player.view.zoom == 0.5)
  }

  @Test func everyKeyOfTheHelpDoesSomething() {
    let keys: [WindowEvent.Key] = [
      .space, .left, .right, .home, .end, .down, .up, "l", "1", .tab, "f", "a", "+", "-", "b",
      "z", "t", "o", "r", .function(12), "s", .function(1), "h", "q", .escape,
    ]
    for key in keys {
      var changed = player(states: ["On"])
      changed.seek(to: 2)
      changed.view.zoom(by: 3, around: nil)
      let before = changed
      let request = press(&changed, key)
      #expect(changed != before || request != nil, "\(key.rawValue) does nothing")
    }
  }

  /// The help has two columns where they fit, and otherwise lines that are short enough for a phone.
  @Test func theHelpFitsNarrowDisplays() {
    let wide = Player.helpText(columns: 80).split(separator: "\n")
    let narrow = Player.helpText(columns: 40).split(separator: "\n")
    #expect(wide.count == Player.help.count && narrow.count >= 2 * Player.help.count)
    #expect(wide.contains { $0.count > 40 } && narrow.allSatisfy { $0.count <= 40 })
    #expect(Player.helpText(columns: 0).split(separator: "\n").count >= narrow.count)
  }

  @Test func escapeLeavesTheHelpFirst() {
    var player = player()
    press(&player, .function(1))
    #expect(press(&player, .escape) == nil)
    #expect(!player.showsHelp)
    #expect(press(&player, .escape) == .quit)
    #expect(player.handle(WindowEvent(.closed)) == .quit)
  }
}

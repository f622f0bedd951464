import Foundation
import Glaze
import GlazeDrawing
import GlazeGeometry
import Synchronization
import Testing

@testable import GlazeDisplay

@Suite struct TerminalTests {
  /// 24 x 12 pixels: four columns of colors, with a darker lower half.
  private let image: CGImage = {
    var pixels: [UInt8] = []
    for y in 0..<12 {
      for x in 0..<24 {
        let full: UInt8 = y < 6 ? 255 : 102
        let colors: [[UInt8]] = [
          [full, 0, 0, 255], [0, full, 0, 255], [0, 0, full, 255], [full, full, full, 255],
        ]
        pixels += colors[x / 6]
      }
    }
    return CGImage(width: 24, height: 12, premultipliedRGBA: pixels)
  }()

  @Test func kittyGetsTheImage() throws {
    let bytes = try TerminalImages.kitty.encode(image, columns: 3, rows: 1)
    #expect(try TerminalDecoder.kitty(bytes).pixels == image.pixels)
    // Large images are sent in parts of 4096 letters.
    var noise = [UInt8](repeating: 255, count: 200 * 100 * 4)
    var seed: UInt64 = 1
    for at in noise.indices where at % 4 != 3 {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1
      noise[at] = UInt8(truncatingIfNeeded: seed >> 56)
    }
    let large = CGImage(width: 200, height: 100, premultipliedRGBA: noise)
    let parts = try TerminalImages.kitty.encode(large, columns: 20, rows: 5)
    #expect(try TerminalDecoder.kitty(parts).pixels == large.pixels)
    let text = String(decoding: parts, as: UTF8.self)
    #expect(text.components(separatedBy: "\u{1b}_G").count > 3)
    #expect(text.components(separatedBy: "\u{1b}_G").allSatisfy { $0.utf8.count < 4200 })
  }

  @Test func itermGetsTheImage() throws {
    let bytes = try TerminalImages.iterm.encode(image, columns: 3, rows: 1)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasPrefix("\u{1b}]1337;File=inline=1;") && text.hasSuffix("\u{7}"))
    let data = try #require(Data(base64Encoded: String(text.dropLast().split(separator: ":")[1])))
    #expect(try ImageDecoder.decode([UInt8](data), name: "iterm").pixels == image.pixels)
  }

  @Test func blocksHaveTwoPixelsEach() throws {
    let bytes = try TerminalImages.blocks.encode(image, columns: 24, rows: 6)
    #expect(try TerminalDecoder.blocks(bytes, width: 24).pixels == image.pixels)
  }

  @Test(.enabled(if: TerminalDecoder.hasSixel))
  func sixelsShowTheImage() throws {
    let bytes = try TerminalImages.sixel.encode(image, columns: 3, rows: 1)
    let shown = try TerminalDecoder.sixel(bytes)
    #expect(shown.width == 24 && shown.height == 12)
    // Sixels have 101 levels of a color, and libsixel looks for common ones among 32.
    let differences = zip(shown.pixels, image.pixels).map { abs(Int($0) - Int($1)) }
    #expect(differences.allSatisfy { $0 <= 8 })
  }

  @Test func terminalsTellWhatTheyShow() {
    func images(_ answer: String, _ program: String = "") -> TerminalImages {
      TerminalImages(answer: Array(answer.utf8), program: program)
    }
    #expect(images("\u{1b}_Gi=31;OK\u{1b}\\\u{1b}[?62;4c") == .kitty)
    #expect(images("\u{1b}[?62;22c", "iTerm2") == .iterm)
    #expect(images("\u{1b}[?62;22c") == .blocks)
    // A 4 as the class of the terminal does not mean sixels.
    #expect(images("\u{1b}[?4;1c") == .blocks)
    #expect(images("") == .blocks)
  }

  @Test func keysAreUnderstood() {
    func events(_ text: String) -> [WindowEvent] {
      var keys = TerminalKeys()
      return keys.events(in: Array(text.utf8))
    }
    #expect(events("q ").map(\.key) == ["q", .space])
    #expect(
      events("\u{1b}[C\u{1b}[1;2D\u{1b}OP\u{1b}[24~").map(\.key) == [
        .right, .left, .function(1), .function(12),
      ])
    #expect(events("\u{1b}[1;2D").first?.isShifted == true)
    #expect(events("\u{3}").first?.kind == .closed)
    let pointer = events("\u{1b}[<0;5;3M\u{1b}[<32;6;3M\u{1b}[<0;6;3m\u{1b}[<65;6;3M")
    #expect(pointer.map(\.kind) == [.pointerDown, .pointerMoved, .pointerUp, .scrolled])
    #expect(pointer[0].location == CGPoint(x: 4, y: 2))
    #expect(pointer[1].isPressed && !pointer[2].isPressed)
    #expect(pointer[3].scroll.height == -1)
  }

  @Test func sequencesMayArriveInParts() {
    var keys = TerminalKeys()
    #expect(keys.events(in: [0x1b]).isEmpty)
    #expect(keys.events(in: [0x5b]).isEmpty)
    #expect(keys.events(in: Array("1;2".utf8)).isEmpty)
    #expect(keys.events(in: Array("C".utf8)).map(\.key) == [.right])
    // Nothing followed, so it was the Escape key.
    #expect(keys.events(in: [0x1b]).isEmpty)
    #expect(keys.events(in: []).map(\.key) == [.escape])
  }

  @Test func anyBytesAreSafe() {
    var keys = TerminalKeys()
    var seed: UInt64 = 1
    for _ in 0..<2000 {
      var bytes: [UInt8] = []
      for _ in 0..<8 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1
        bytes.append(seed >> 60 < 4 ? 0x1b : UInt8(truncatingIfNeeded: seed >> 40))
      }
      _ = keys.events(in: bytes)
    }
  }

  @Test func aTerminalShowsFramesAndComesBack() throws {
    let pair = try PseudoTerminal(columns: 40, rows: 10)
    let display = try TerminalDisplay(.blocks, device: .cpu, descriptor: pair.terminal)
    #expect(display.pixelSize == CGSize(width: 40, height: 20))
    let source = Show.Source(name: "red", path: nil, folder: ".") {
      try Document(
        data: Data(#"{"width":40,"height":20,"root":{"backgroundColor":[1,0,0]}}"#.utf8))
    }
    let show = try Show(source, on: display, isPlaying: false)
    pair.type("t")
    // The key may take a turn to arrive.
    for _ in 0..<20 { try show.window.turn(waiting: 0.02) }
    let image = try TerminalDecoder.blocks(pair.lastFrame(), width: 40)
    #expect(image.height == 20)
    #expect(image.color(20, 10) == [255, 0, 0])
    pair.resize(columns: 60, rows: 12)
    for _ in 0..<20 { try show.window.turn(waiting: 0.02) }
    #expect(try TerminalDecoder.blocks(pair.lastFrame(), width: 60).height == 24)
    pair.type("q")
    try show.run()
    // Another thread reads what the terminal shows.
    let end = "\u{1b}[?1049l"
    for _ in 0..<250 where !pair.output().hasSuffix(end) { Thread.sleep(forTimeInterval: 0.02) }
    #expect(pair.output().hasSuffix(end))
    #expect(pair.isCooked)
  }

  /// A process that ends does not wait for a terminal that stopped reading in the middle of a frame.
  @Test func aTerminalThatDoesNotReadCannotHoldTheProcess() throws {
    let pair = try PseudoTerminal(columns: 80, rows: 24, reads: false)
    let isEnding = Atomic<Bool>(false)
    let terminal = try #require(
      RawTerminal(pair.terminal, isEnding: { isEnding.load(ordering: .relaxed) }))
    Thread {
      usleep(200_000)
      isEnding.store(true, ordering: .relaxed)
    }.start()
    // A write that blocks would never return.
    terminal.write([UInt8](repeating: 65, count: 1 << 20))
    let hasEnded = isEnding.load(ordering: .relaxed)
    #expect(hasEnded)
    terminal.restore("\u{1b}[?1049l")
    #expect(pair.isCooked)
  }
}

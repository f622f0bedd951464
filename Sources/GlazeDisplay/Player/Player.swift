package import Foundation
import GlazeGeometry

/// What a person makes of a document that is shown: time, speed, state, place and what lies over it.
///
/// A value: events and turns of the clock go in, and requests for what is not its own come out. Displays
/// show it, and tests drive it without any.
package struct Player: Equatable, Sendable {
  /// Something that others have to do.
  package enum Request: Equatable, Sendable {
    /// Go to a state with its transition; nil is no state.
    case setState(String?)
    case reload
    case savePicture
    case quit
  }

  /// What is behind the document.
  package enum Background: Int, CaseIterable, Sendable {
    /// What the document says, or black where it says nothing.
    case document
    case checkerboard, black, white, color
  }

  /// The time line: when what is shown begins and ends.
  package struct Length: Equatable, Sendable {
    /// In seconds; nil goes on without an end.
    package var end: Double?
    /// Where playing goes on after the end, in seconds.
    package var loopStart = 0.0
    /// Whether the document itself says that it is played again and again.
    package var loops = false

    package init(end: Double?, loopStart: Double = 0, loops: Bool = false) {
      (self.end, self.loopStart, self.loops) = (end, loopStart, loops)
    }
  }

  /// The speeds that keys go through.
  package static let speeds = [0.1, 0.25, 0.5, 1, 2, 4]
  /// Seconds of a time line without an end, at first.
  package static let openLength = 10.0

  // MARK: Time

  /// The moment that is shown, in seconds after the commit; 0 or more.
  package private(set) var time = 0.0
  package private(set) var isPlaying = true
  package private(set) var speed = 1.0
  package private(set) var isLooping = false
  package private(set) var length: Length
  /// Frames a second, by which keys step.
  package var frameRate = 60.0

  // MARK: States

  package private(set) var states: [String]
  package private(set) var state: String?

  // MARK: What is shown

  package internal(set) var view = PlayerView()
  package private(set) var background = Background.document
  package private(set) var showsTimeline = true
  package private(set) var showsStatistics = false
  package private(set) var showsHelp = false
  package private(set) var showsLoupe = false
  /// The pointer in points from the top left; nil before it was seen.
  package internal(set) var pointer: CGPoint?
  /// What is dragged.
  var drag = Drag.nothing

  enum Drag: Equatable {
    case nothing, timeline
    /// The picture, held at a point.
    case picture(CGPoint)
  }

  /// - Parameters:
  ///   - time: the moment that is shown first, in seconds.
  package init(
    length: Length, states: [String], state: String? = nil, time: Double = 0,
    isPlaying: Bool = true,
    showsTimeline: Bool = true
  ) {
    (self.length, self.states, self.state) = (length, states, state)
    (self.time, self.isPlaying) = (max(0, time), isPlaying)
    self.showsTimeline = showsTimeline
    isLooping = length.loops
  }

  /// Where the time line ends, in seconds; above 0.
  package var timelineEnd: Double {
    if let end = length.end { return max(end, 1 / frameRate) }
    return max(Self.openLength, (time / Self.openLength).rounded(.up) * Self.openLength)
  }

  /// Takes what another reading of the document says; what is gone is left.
  package mutating func adopt(length: Length, states: [String], state: String?) {
    (self.length, self.states, self.state) = (length, states, state)
    if length.loops { isLooping = true }
  }

  /// Makes room on the time line for what a state began.
  package mutating func extend(to other: Length) {
    guard let end = length.end else { return }
    length.end = other.end.map { max(end, $0) }
  }

  /// Shows another background.
  package mutating func choose(_ background: Background) { self.background = background }

  /// Goes on by seconds of the clock.
  package mutating func advance(by seconds: Double) {
    guard isPlaying, seconds > 0, seconds.isFinite else { return }
    time += seconds * speed
    guard let end = length.end, time >= end else { return }
    let loopLength = end - length.loopStart
    if isLooping, loopLength > 0 {
      time =
        length.loopStart + (time - length.loopStart).truncatingRemainder(dividingBy: loopLength)
    } else if !isLooping {
      // The last moment stays.
      (time, isPlaying) = (end, false)
    }
  }

  /// Shows a moment, and stays there.
  mutating func seek(to seconds: Double) {
    time = max(0, min(seconds, length.end ?? .greatestFiniteMagnitude))
    isPlaying = false
  }

  private mutating func step(by seconds: Double) { seek(to: time + seconds) }

  private mutating func togglePlaying() {
    isPlaying.toggle()
    // From the end on there is nothing to play.
    if isPlaying, let end = length.end, time >= end { time = 0 }
  }

  private mutating func changeSpeed(by steps: Int) {
    let index = Self.speeds.firstIndex { $0 >= speed } ?? Self.speeds.count - 1
    speed = Self.speeds[max(0, min(index + steps, Self.speeds.count - 1))]
  }

  // MARK: Keys

  /// What keys do, for people: keys, then what they do.
  package static let help: [(keys: String, meaning: String)] = [
    ("Space", "play, pause"),
    ("Left  Right", "a frame back, on; with Shift a second"),
    ("Home  End", "to the beginning, the end"),
    ("Down  Up", "slower, faster: 0.1x to 4x"),
    ("L", "loop"),
    ("0  1 to 9  Tab", "no state, a state, the next one"),
    ("F  A  +  -", "fit, actual size, zoom in, out; also wheel and drag"),
    ("B", "background"),
    ("Z", "loupe: colour and layer under the pointer"),
    ("T  O", "time line, overlay of frame times"),
    ("R", "read the document again"),
    ("F12  S", "save a PNG"),
    ("F1  H", "this help"),
    ("Q  Escape", "quit"),
  ]

  /// Does what a person wants.
  ///
  /// - Returns: What others have to do.
  package mutating func handle(_ event: WindowEvent) -> Request? {
    switch event.kind {
    case .closed: return .quit
    case .keyDown: return press(event.key, isShifted: event.isShifted)
    default:
      handlePointer(event)
      return nil
    }
  }

  private mutating func press(_ key: WindowEvent.Key, isShifted: Bool) -> Request? {
    switch key {
    case .escape where showsHelp: showsHelp = false
    case "q", .escape: return .quit
    case "r": return .reload
    case "s", .function(12): return .savePicture
    case .tab: return nextState()
    case "h", "?", .function(1): showsHelp.toggle()
    case "b": background = Self.following(background)
    case "z": showsLoupe.toggle()
    case "t": showsTimeline.toggle()
    case "o": showsStatistics.toggle()
    case "f": view.fit()
    case "a": view.showActualSize()
    case "+", "=": view.zoom(by: 2, around: pointer)
    case "-": view.zoom(by: 0.5, around: pointer)
    default:
      if let digit = Int(key.rawValue), 0...9 ~= digit { return goToState(digit) }
      pressTimeKey(key, isShifted: isShifted)
    }
    return nil
  }

  private mutating func pressTimeKey(_ key: WindowEvent.Key, isShifted: Bool) {
    let step = isShifted ? 1 : 1 / frameRate
    switch key {
    case .space: togglePlaying()
    case .left: self.step(by: -step)
    case .right: self.step(by: step)
    case .home: seek(to: 0)
    case .end: seek(to: timelineEnd)
    case .up: changeSpeed(by: 1)
    case .down: changeSpeed(by: -1)
    case "l": isLooping.toggle()
    default: break
    }
  }

  private static func following(_ background: Background) -> Background {
    Background(rawValue: (background.rawValue + 1) % Background.allCases.count) ?? .document
  }

  private mutating func goToState(_ number: Int) -> Request? {
    guard number <= states.count else { return nil }
    return go(to: number == 0 ? nil : states[number - 1])
  }

  private mutating func nextState() -> Request? {
    let index = state.flatMap { states.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    return states.isEmpty ? nil : go(to: index < states.count ? states[index] : nil)
  }

  private mutating func go(to name: String?) -> Request? {
    guard name != state else { return nil }
    state = name
    // The transition begins where time is: it wants to be seen.
    isPlaying = true
    return .setState(name)
  }
}

package import Foundation
import GlazeGeometry

/// The state of playing a document: time, speed, state, position and overlays.
///
/// It is a value: events and clock steps go in, and requests for others come out. Displays
/// show it, and tests drive it without a display.
package struct Player: Equatable, Sendable {
  /// A request that others must perform.
  package enum Request: Equatable, Sendable {
    /// Change to a state with its transition; nil leaves all states.
    case setState(String?)
    case reload
    case saveImage
    case quit
  }

  /// The background behind the document.
  package enum Background: Int, CaseIterable, Sendable {
    /// The document's background, or black if it has none.
    case document
    case checkerboard, black, white, color
  }

  /// The range of the timeline.
  package struct Length: Equatable, Sendable {
    /// The end, in seconds; nil is endless.
    package var end: Double?
    /// The time at which playing continues after the end, in seconds.
    package var loopStart = 0.0
    /// A Boolean value that indicates whether the document itself loops.
    package var loops = false

    package init(end: Double?, loopStart: Double = 0, loops: Bool = false) {
      (self.end, self.loopStart, self.loops) = (end, loopStart, loops)
    }
  }

  /// The speeds that keys select.
  package static let speeds = [0.1, 0.25, 0.5, 1, 2, 4]
  /// The initial length of an endless timeline, in seconds.
  package static let openLength = 10.0

  // MARK: Time

  /// The shown time, in seconds after the commit; 0 or more.
  package private(set) var time = 0.0
  package private(set) var isPlaying = true
  package private(set) var speed = 1.0
  package private(set) var isLooping = false
  package private(set) var length: Length
  /// The frame rate by which keys step.
  package var frameRate = 60.0

  // MARK: States

  package private(set) var states: [String]
  package private(set) var state: String?

  // MARK: View

  package internal(set) var view = PlayerView()
  package private(set) var background = Background.document
  package private(set) var showsTimeline = true
  package private(set) var showsStatistics = false
  package private(set) var showsHelp = false
  package private(set) var showsLoupe = false
  /// The pointer in points from the top left; nil before its first event.
  package internal(set) var pointer: CGPoint?
  /// The object that is dragged.
  var drag = Drag.nothing

  enum Drag: Equatable {
    case nothing, timeline
    /// The image, held at a point.
    case image(CGPoint)
  }

  /// - Parameters:
  ///   - time: The first shown time, in seconds.
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

  /// The end of the timeline, in seconds; above 0.
  package var timelineEnd: Double {
    if let end = length.end { return max(end, 1 / frameRate) }
    return max(Self.openLength, (time / Self.openLength).rounded(.up) * Self.openLength)
  }

  /// A Boolean value that indicates whether time advances; that of a still document does not.
  package var isMoving: Bool { isPlaying && time < length.end ?? .infinity }

  /// The played part of the timeline, from 0 to 1.
  package var share: CGFloat { CGFloat(min(1, time / timelineEnd)) }

  /// Adopts the states and the length of the document after it was read again; removed states are left.
  package mutating func adopt(length: Length, states: [String], state: String?) {
    (self.length, self.states, self.state) = (length, states, state)
    if length.loops { isLooping = true }
  }

  /// Extends the timeline for a transition.
  package mutating func extend(to other: Length) {
    guard let end = length.end else { return }
    length.end = other.end.map { max(end, $0) }
  }

  /// Shows another background.
  package mutating func choose(_ background: Background) { self.background = background }

  /// Advances by seconds of the clock.
  package mutating func advance(by seconds: Double) {
    guard isPlaying, seconds > 0, seconds.isFinite else { return }
    time += seconds * speed
    guard let end = length.end, time >= end else { return }
    let loopLength = end - length.loopStart
    if isLooping, loopLength > 0 {
      time =
        length.loopStart + (time - length.loopStart).truncatingRemainder(dividingBy: loopLength)
    } else if !isLooping {
      // The last frame remains.
      (time, isPlaying) = (end, false)
    }
  }

  /// Shows a time and pauses there.
  mutating func seek(to seconds: Double) {
    time = max(0, min(seconds, length.end ?? .greatestFiniteMagnitude))
    isPlaying = false
  }

  private mutating func step(by seconds: Double) { seek(to: time + seconds) }

  private mutating func togglePlaying() {
    isPlaying.toggle()
    // At the end, playing starts again.
    if isPlaying, let end = length.end, time >= end { time = 0 }
  }

  private mutating func changeSpeed(by steps: Int) {
    let index = Self.speeds.firstIndex { $0 >= speed } ?? Self.speeds.count - 1
    speed = Self.speeds[max(0, min(index + steps, Self.speeds.count - 1))]
  }

  // MARK: Keys

  /// The help for keys: the keys and their effects.
  package static let help: [(keys: String, meaning: String)] = [
    ("Space", "play, pause"),
    ("Left  Right", "a frame back, forward; with Shift a second"),
    ("Home  End", "to the start, the end"),
    ("Down  Up", "slower, faster: 0.1x to 4x"),
    ("L", "loop"),
    ("0  1 to 9  Tab", "no state, a state, the next state"),
    ("F  A  +  -", "fit, actual size, zoom in, out; also wheel and drag"),
    ("B", "background"),
    ("Z", "loupe: color and layer under the pointer"),
    ("T  O", "timeline, overlay of frame times"),
    ("R", "read the document again"),
    ("F12  S", "save a PNG"),
    ("F1  H", "this help"),
    ("Q  Escape", "quit"),
  ]

  /// Returns the help as lines of two columns; where they do not fit, the effects follow the keys on lines of their
  /// own.
  ///
  /// - Parameter columns: The letters of a line.
  package static func helpText(columns: Int) -> String {
    let width = help.map(\.keys.count).max() ?? 0
    let lines = help.map { line in
      line.keys.padding(toLength: width + 2, withPad: " ", startingAt: 0) + line.meaning
    }
    guard lines.contains(where: { $0.count > columns }) else {
      return lines.joined(separator: "\n")
    }
    return help.flatMap { line in
      [line.keys] + CellControls.wrapped(line.meaning, to: columns - 2).map { "  " + $0 }
    }.joined(separator: "\n")
  }

  /// Handles an event.
  ///
  /// - Returns: The requests that others must perform.
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
    case "s", .function(12): return .saveImage
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
    // The transition begins at the current time: play, so that it is visible.
    isPlaying = true
    return .setState(name)
  }
}

public import Foundation

/// Something that a person did to a window.
///
/// Source: Glaze's own choice.
public struct WindowEvent: Sendable, Hashable {
  /// What was done; kinds may be added, so compare with those that matter.
  public struct Kind: RawRepresentable, Sendable, Hashable {
    /// The name, which stays what it is.
    public let rawValue: String
    /// Makes a kind of a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A button of the pointer went down.
    public static let pointerDown = Kind(rawValue: "pointerDown")
    /// The pointer moved; `isPressed` tells whether it drags.
    public static let pointerMoved = Kind(rawValue: "pointerMoved")
    /// The button went up.
    public static let pointerUp = Kind(rawValue: "pointerUp")
    /// The wheel turned, by `scroll`.
    public static let scrolled = Kind(rawValue: "scrolled")
    /// A key went down, or repeats.
    public static let keyDown = Kind(rawValue: "keyDown")
    /// The window has another size.
    public static let resized = Kind(rawValue: "resized")
    /// Somebody wants the window to go.
    public static let closed = Kind(rawValue: "closed")
  }

  /// A key by what it types, `a` or `+`, or by its name.
  public struct Key: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
    /// What it types without Shift, or its name.
    public let rawValue: String
    /// Makes a key of a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Makes a key of a name.
    public init(stringLiteral value: String) { rawValue = value }

    /// The cursor keys.
    public static let left = Key(rawValue: "left")
    /// The cursor keys.
    public static let right = Key(rawValue: "right")
    /// The cursor keys.
    public static let up = Key(rawValue: "up")
    /// The cursor keys.
    public static let down = Key(rawValue: "down")
    /// To the beginning.
    public static let home = Key(rawValue: "home")
    /// To the end.
    public static let end = Key(rawValue: "end")
    /// Escape.
    public static let escape = Key(rawValue: "escape")
    /// Tab.
    public static let tab = Key(rawValue: "tab")
    /// Return.
    public static let enter = Key(rawValue: "enter")
    /// The space bar.
    public static let space = Key(rawValue: "space")
    /// A function key, from 1 to 12.
    public static func function(_ number: Int) -> Key { Key(rawValue: "F\(number)") }
  }

  /// What was done.
  public var kind: Kind
  /// Where the pointer is, in points from the top left corner of the window, y down; zero for keys.
  public var location = CGPoint.zero
  /// Whether the first button of the pointer is down.
  public var isPressed = false
  /// How far the wheel turned, in notches; up and left are positive.
  public var scroll = CGSize.zero
  /// The key; empty for other events.
  public var key: Key = ""
  /// Whether Shift is down.
  public var isShifted = false

  /// Makes an event, for tests and for programs that send events of their own.
  public init(_ kind: Kind) { self.kind = kind }

  package init(key: Key, isShifted: Bool = false) {
    kind = .keyDown
    self.key = key
    self.isShifted = isShifted
  }

  package init(_ kind: Kind, at location: CGPoint, isPressed: Bool = false) {
    self.kind = kind
    self.location = location
    self.isPressed = isPressed
  }
}

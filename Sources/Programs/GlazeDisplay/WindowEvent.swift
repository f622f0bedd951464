public import Foundation

/// An event of a window.
///
/// Source: Glaze's own choice.
public struct WindowEvent: Sendable, Hashable {
  /// The kind of an event.
  ///
  /// Kinds may be added, so compare with those that matter.
  public struct Kind: RawRepresentable, Sendable, Hashable {
    /// The name, which never changes.
    public let rawValue: String
    /// Makes a kind from a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A button of the pointer was pressed.
    public static let pointerDown = Kind(rawValue: "pointerDown")
    /// The pointer moved; `isPressed` indicates a drag.
    public static let pointerMoved = Kind(rawValue: "pointerMoved")
    /// The button was released.
    public static let pointerUp = Kind(rawValue: "pointerUp")
    /// The wheel was turned, by `scroll`.
    public static let scrolled = Kind(rawValue: "scrolled")
    /// A key was pressed, or repeats.
    public static let keyDown = Kind(rawValue: "keyDown")
    /// The size of the window changed.
    public static let resized = Kind(rawValue: "resized")
    /// The user closes the window.
    public static let closed = Kind(rawValue: "closed")
  }

  /// A key by its character, `a` or `+`, or by its name.
  public struct Key: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
    /// The character without Shift, or the name.
    public let rawValue: String
    /// Makes a key from a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Makes a key from a name.
    public init(stringLiteral value: String) { rawValue = value }

    /// The cursor keys.
    public static let left = Key(rawValue: "left")
    /// The cursor keys.
    public static let right = Key(rawValue: "right")
    /// The cursor keys.
    public static let up = Key(rawValue: "up")
    /// The cursor keys.
    public static let down = Key(rawValue: "down")
    /// The Home key.
    public static let home = Key(rawValue: "home")
    /// The End key.
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

  /// The kind of the event.
  public var kind: Kind
  /// The position of the pointer, in points from the top left corner of the window, y down; zero for keys.
  public var location = CGPoint.zero
  /// A Boolean value that indicates whether the first button of the pointer is pressed.
  public var isPressed = false
  /// The rotation of the wheel, in notches; up and left are positive.
  public var scroll = CGSize.zero
  /// The key; empty for other events.
  public var key: Key = ""
  /// A Boolean value that indicates whether Shift is pressed.
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

import Foundation

/// Converts the input from a terminal to events; an incomplete sequence waits for its rest.
struct TerminalKeys {
  private var rest: [UInt8] = []
  private static let escape: UInt8 = 0x1b
  /// The length of the longest sequence.
  private static let limit = 64

  /// Returns the events in bytes that arrived together; the pointer is in cells from the top left.
  mutating func events(in bytes: [UInt8]) -> [WindowEvent] {
    // An Escape without following bytes is the key.
    if rest == [Self.escape], bytes.isEmpty || bytes[0] == Self.escape {
      rest = []
      return [WindowEvent(key: .escape)] + events(in: bytes)
    }
    var left = (rest + bytes)[...]
    var events: [WindowEvent] = []
    while let first = left.first {
      if first == Self.escape {
        guard let end = Self.end(of: left) else { break }
        events += Self.sequence(Array(left[left.startIndex..<end]))
        left = left[end...]
      } else {
        let length = Self.length(of: first)
        guard left.count >= length else { break }
        events += Self.typed(Array(left.prefix(length)))
        left = left.dropFirst(length)
      }
    }
    rest = left.count <= Self.limit ? Array(left) : []
    return events
  }

  /// Returns the number of bytes of a UTF-8 character.
  private static func length(of first: UInt8) -> Int {
    first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
  }

  /// Returns the end of a sequence that starts with Escape; nil if it is incomplete.
  private static func end(of bytes: ArraySlice<UInt8>) -> Int? {
    let start = bytes.startIndex
    guard bytes.count > 1 else { return nil }
    switch bytes[start + 1] {
    case UInt8(ascii: "["):
      return bytes[(start + 2)...].firstIndex { 0x40...0x7e ~= $0 }.map { $0 + 1 }
    case UInt8(ascii: "O"): return bytes.count > 2 ? start + 3 : nil
    case UInt8(ascii: "_"), UInt8(ascii: "]"), UInt8(ascii: "P"):
      // A late answer ends with Escape and \.
      return bytes[(start + 2)...].firstIndex(of: UInt8(ascii: "\\")).map { $0 + 1 }
    default: return start + 1
    }
  }

  private static func typed(_ bytes: [UInt8]) -> [WindowEvent] {
    switch bytes[0] {
    case 3: return [WindowEvent(.closed)]
    case 9: return [WindowEvent(key: .tab)]
    case 10, 13: return [WindowEvent(key: .enter)]
    case 32: return [WindowEvent(key: .space)]
    case 33...126:
      let text = String(decoding: bytes, as: UTF8.self)
      return [
        WindowEvent(key: .init(rawValue: text.lowercased()), isShifted: text != text.lowercased())
      ]
    case 128...:
      return [WindowEvent(key: .init(rawValue: String(decoding: bytes, as: UTF8.self)))]
    default: return []
    }
  }

  private static let final: [Character: WindowEvent.Key] = [
    "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end, "P": .function(1),
    "Q": .function(2), "R": .function(3), "S": .function(4),
  ]
  private static let numbered: [Int: WindowEvent.Key] = [
    1: .home, 4: .end, 7: .home, 8: .end, 11: .function(1), 12: .function(2), 13: .function(3),
    14: .function(4), 15: .function(5), 17: .function(6), 18: .function(7), 19: .function(8),
    20: .function(9), 21: .function(10), 23: .function(11), 24: .function(12),
  ]

  private static func sequence(_ bytes: [UInt8]) -> [WindowEvent] {
    if bytes.count == 1 { return [WindowEvent(key: .escape)] }
    let text = String(decoding: bytes.dropFirst(2), as: UTF8.self)
    guard bytes[1] == UInt8(ascii: "[") || bytes[1] == UInt8(ascii: "O"), let kind = text.last
    else { return [] }
    if text.hasPrefix("<") { return pointer(text) }
    let numbers = text.dropLast().split(separator: ";").map { Int($0) ?? 0 }
    let isShifted = numbers.count > 1 && (numbers[1] - 1) & 1 != 0
    let key = kind == "~" ? numbers.first.flatMap { numbered[$0] } : final[kind]
    return key.map { [WindowEvent(key: $0, isShifted: isShifted)] } ?? []
  }

  /// Parses `<BUTTON;COLUMN;ROW` and M, or m if the button was released.
  private static func pointer(_ text: String) -> [WindowEvent] {
    let numbers = text.dropFirst().dropLast().split(separator: ";").compactMap { Int($0) }
    guard numbers.count == 3 else { return [] }
    let place = CGPoint(x: numbers[1] - 1, y: numbers[2] - 1)
    let (button, isMove) = (numbers[0] & 3, numbers[0] & 32 != 0)
    if numbers[0] & 64 != 0 {
      var event = WindowEvent(.scrolled, at: place)
      event.scroll.height = button == 0 ? 1 : -1
      return [event]
    }
    if isMove { return [WindowEvent(.pointerMoved, at: place, isPressed: button == 0)] }
    guard button == 0 else { return [] }
    let isDown = text.last == "M"
    return [WindowEvent(isDown ? .pointerDown : .pointerUp, at: place, isPressed: isDown)]
  }
}

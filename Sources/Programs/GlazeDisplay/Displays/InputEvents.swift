import Foundation
import GlazeGeometry

/// Converts reports of Linux input devices to window events.
///
/// Source: the kernel's `Documentation/input/event-codes.rst`.
struct InputEvents {
  /// A value that a device reports: input_event without its time.
  struct Report: Equatable {
    var type: UInt16
    var code: UInt16
    var value: Int32
  }

  /// The smallest and the largest value of an axis.
  typealias Range = ClosedRange<Int32>

  /// The meaning of a device's axes.
  enum Pointing: Equatable {
    /// Relative motion, of a mouse.
    case relative
    /// Positions on the screen, of a touch screen or the pointer of a virtual machine.
    case absolute(x: Range, y: Range)
    /// Positions of a finger on a touchpad, which moves the pointer.
    case touchpad(x: Range, y: Range)
  }

  /// A device, with the values since its last complete report.
  struct Device {
    let pointing: Pointing
    fileprivate var steps = CGSize.zero
    fileprivate var place: (x: Int32?, y: Int32?) = (nil, nil)
    /// The last position of the finger on a touchpad.
    fileprivate var finger: (x: Int32?, y: Int32?) = (nil, nil)
    fileprivate var scroll = CGSize.zero
    fileprivate var isPressed: Bool?

    init(_ pointing: Pointing) { self.pointing = pointing }

    fileprivate mutating func forget() { self = Device(pointing) }
  }

  /// The size of the screen, in pixels.
  private let size: CGSize
  /// A Boolean value that indicates whether keys are reported; false if a terminal reports them.
  private let hasKeys: Bool
  private var location: CGPoint
  private var isPressed = false
  private var isShifted = false

  /// - Parameters:
  ///   - size: The size of the screen, in pixels; the pointer starts at its center.
  ///   - hasKeys: Whether keys are reported.
  init(size: CGSize, hasKeys: Bool) {
    (self.size, self.hasKeys) = (size, hasKeys)
    location = CGPoint(x: size.width / 2, y: size.height / 2)
  }

  // Constants of linux/input-event-codes.h.
  private enum Code {
    static let (sync, key, relative, absolute): (UInt16, UInt16, UInt16, UInt16) = (0, 1, 2, 3)
    static let (complete, lost): (UInt16, UInt16) = (0, 3)
    static let (x, y): (UInt16, UInt16) = (0, 1)
    static let (wheelAcross, wheel): (UInt16, UInt16) = (6, 8)
    static let (leftButton, touch): (UInt16, UInt16) = (0x110, 0x14a)
    static let (leftShift, rightShift): (UInt16, UInt16) = (42, 54)
  }

  /// Handles a value of a device, and returns events when its report is complete.
  mutating func take(_ report: Report, of device: inout Device) -> [WindowEvent] {
    switch (report.type, report.code) {
    case (Code.sync, Code.complete): return complete(&device)
    case (Code.sync, Code.lost): device.forget()
    case (Code.relative, Code.x): device.steps.width += CGFloat(report.value)
    case (Code.relative, Code.y): device.steps.height += CGFloat(report.value)
    case (Code.relative, Code.wheel): device.scroll.height += CGFloat(report.value)
    // There, positive is to the right.
    case (Code.relative, Code.wheelAcross): device.scroll.width -= CGFloat(report.value)
    case (Code.absolute, Code.x): device.place.x = report.value
    case (Code.absolute, Code.y): device.place.y = report.value
    case (Code.key, Code.leftButton): device.isPressed = report.value != 0
    case (Code.key, Code.touch):
      if case .touchpad = device.pointing {
        // Another finger starts elsewhere, without a motion from the last position.
        device.finger = (nil, nil)
      } else {
        device.isPressed = report.value != 0
      }
    case (Code.key, Code.leftShift), (Code.key, Code.rightShift): isShifted = report.value != 0
    case (Code.key, _):
      // 1 is down, 2 repeats.
      guard hasKeys, report.value != 0, let key = Self.keys[report.code] else { break }
      return [WindowEvent(key: key, isShifted: isShifted)]
    default: break
    }
    return []
  }

  private mutating func complete(_ device: inout Device) -> [WindowEvent] {
    defer { (device.steps, device.scroll, device.isPressed) = (.zero, .zero, nil) }
    var events: [WindowEvent] = []
    let old = location
    move(&device)
    if location != old {
      events.append(WindowEvent(.pointerMoved, at: location, isPressed: isPressed))
    }
    if let press = device.isPressed, press != isPressed {
      isPressed = press
      events.append(
        WindowEvent(press ? .pointerDown : .pointerUp, at: location, isPressed: press))
    }
    if device.scroll != .zero {
      var event = WindowEvent(.scrolled, at: location)
      event.scroll = device.scroll
      events.append(event)
    }
    return events
  }

  /// Moves the pointer by a device's report, within the screen.
  private mutating func move(_ device: inout Device) {
    var step = device.steps
    switch device.pointing {
    case .relative: break
    case .absolute(let x, let y):
      if let place = device.place.x { location.x = Self.share(place, of: x) * size.width }
      if let place = device.place.y { location.y = Self.share(place, of: y) * size.height }
    case .touchpad(let x, let y):
      // The width of the pad corresponds to the width of the screen.
      func moved(_ from: Int32?, _ to: Int32?, _ range: Range) -> CGFloat {
        guard let from, let to else { return 0 }
        return Self.share(to, of: range) - Self.share(from, of: range)
      }
      step.width += moved(device.finger.x, device.place.x, x) * size.width
      step.height += moved(device.finger.y, device.place.y, y) * size.height
      device.finger = device.place
    }
    location.x = max(0, min(location.x + step.width, size.width - 1))
    location.y = max(0, min(location.y + step.height, size.height - 1))
  }

  private static func share(_ value: Int32, of range: Range) -> CGFloat {
    let length = CGFloat(range.upperBound) - CGFloat(range.lowerBound)
    return length > 0 ? (CGFloat(value) - CGFloat(range.lowerBound)) / length : 0
  }

  /// The keys by their position on a US keyboard: without a terminal their meaning in other layouts
  /// is not known.
  private static let keys: [UInt16: WindowEvent.Key] = {
    var keys: [UInt16: WindowEvent.Key] = [
      1: .escape, 15: .tab, 28: .enter, 57: .space, 102: .home, 103: .up, 105: .left, 106: .right,
      107: .end, 108: .down, 12: "-", 13: "=", 74: "-", 78: "+", 87: .function(11),
      88: .function(12),
    ]
    // The first key code of a row, and the characters of the row.
    for (first, row) in [(2, "1234567890"), (16, "qwertyuiop"), (30, "asdfghjkl"), (44, "zxcvbnm")]
    {
      for (index, character) in row.enumerated() {
        keys[UInt16(first + index)] = WindowEvent.Key(rawValue: String(character))
      }
    }
    for number in 1...10 { keys[UInt16(58 + number)] = .function(number) }
    return keys
  }()
}

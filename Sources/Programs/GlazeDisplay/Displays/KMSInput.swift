import Foundation
import GlazeGeometry

/// Mice, touch screens, touchpads and keyboards, read without a window system.
///
/// Devices that are connected later are not found; devices without permission are skipped.
final class KMSInput {
  private var events: InputEvents
  private var devices: [(file: Int32, device: InputEvents.Device)] = []

  /// The size of an input_event in bytes: two words of time, type, code, value.
  private static let reportSize = 2 * MemoryLayout<Int>.size + 8

  /// - Parameters:
  ///   - size: The size of the screen, in pixels.
  ///   - hasKeys: Whether keys are reported, too.
  ///   - folder: The folder of the devices, `event0` and so on.
  init(size: CGSize, hasKeys: Bool, folder: String = "/dev/input") {
    events = InputEvents(size: size, hasKeys: hasKeys)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names.sorted() where name.hasPrefix("event") {
      let file = open("\(folder)/\(name)", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      guard file >= 0 else { continue }
      let pointing = Self.pointing(of: file)
      devices.append((file, InputEvents.Device(pointing)))
      if pointing != .relative || Self.hasSteps(file) { hasPointer = true }
    }
  }

  /// A Boolean value that indicates whether there is a pointing device.
  private(set) var hasPointer = false

  // MARK: Capabilities

  /// Returns the request of linux/input.h that reads `length` bytes.
  private static func request(_ number: UInt, _ size: Int) -> UInt {
    2 << 30 | UInt(size) << 16 | 0x45 << 8 | number
  }

  private static func pointing(of file: Int32) -> InputEvents.Pointing {
    guard let x = range(of: 0, file), let y = range(of: 1, file) else { return .relative }
    var properties = [UInt8](repeating: 0, count: 4)
    // INPUT_PROP_POINTER: the device moves a pointer and is not a screen.
    let isRead = ioctl(file, request(0x09, properties.count), &properties) >= 0
    return isRead && properties[0] & 1 != 0 ? .touchpad(x: x, y: y) : .absolute(x: x, y: y)
  }

  /// Returns whether a device reports relative motion.
  private static func hasSteps(_ file: Int32) -> Bool {
    var axes: [UInt8] = [0, 0]
    return ioctl(file, request(0x20 + 2, axes.count), &axes) >= 0 && axes[0] & 1 != 0
  }

  /// Returns the range of an absolute axis; nil if there is none.
  private static func range(of axis: UInt, _ file: Int32) -> InputEvents.Range? {
    // input_absinfo: value, minimum, maximum, fuzz, flat, resolution.
    var info = [Int32](repeating: 0, count: 6)
    guard ioctl(file, request(0x40 + axis, 24), &info) >= 0, info[1] < info[2] else { return nil }
    return info[1]...info[2]
  }

  // MARK: Reading

  /// Waits for a device or another file, at most `seconds`.
  func wait(_ seconds: Double, or file: Int32?) {
    var wanted = devices.map { pollfd(fd: $0.file, events: Int16(POLLIN), revents: 0) }
    if let file { wanted.append(pollfd(fd: file, events: Int16(POLLIN), revents: 0)) }
    let milliseconds = (max(0, min(seconds, 60)) * 1000).rounded(.up)
    poll(&wanted, nfds_t(wanted.count), Int32(clamping: Int(clamping: milliseconds)))
  }

  /// Returns the events since the last call.
  func read() -> [WindowEvent] {
    var result: [WindowEvent] = []
    var buffer = [UInt8](repeating: 0, count: 64 * Self.reportSize)
    for index in devices.indices.reversed() {
      while true {
        let count = Glibc.read(devices[index].file, &buffer, buffer.count)
        if count <= 0 {
          let isGone = count == 0 || errno != EAGAIN && errno != EINTR
          if isGone { Glibc.close(devices.remove(at: index).file) }
          break
        }
        for start in stride(from: 0, through: count - Self.reportSize, by: Self.reportSize) {
          let report = Self.report(buffer[start..<start + Self.reportSize])
          result += events.take(report, of: &devices[index].device)
        }
      }
    }
    return result
  }

  private static func report(_ bytes: ArraySlice<UInt8>) -> InputEvents.Report {
    bytes.suffix(8).withUnsafeBytes { bytes in
      InputEvents.Report(
        type: bytes.loadUnaligned(fromByteOffset: 0, as: UInt16.self),
        code: bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self),
        value: bytes.loadUnaligned(fromByteOffset: 4, as: Int32.self))
    }
  }

  func close() {
    for (file, _) in devices { Glibc.close(file) }
    devices = []
  }
}

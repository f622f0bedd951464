import Foundation
import GlazeGeometry
import GlazeLayers

/// The terminal of the process in raw mode: input is neither edited nor echoed.
final class RawTerminal {
  let descriptor: Int32
  private var old = termios()
  private var isTaken = true
  private let flags: Int32
  /// Returns whether the process is about to end, so that a terminal that does not read is not waited for.
  private let isEnding: () -> Bool

  /// The time after which the end of a terminal's use waits no longer for it, in seconds.
  private static let lastPatience = 0.5

  /// - Parameters:
  ///   - descriptor: The terminal's descriptor; nil is the terminal of the process.
  ///   - isEnding: Returns whether the process is about to end.
  /// - Returns: nil if there is no terminal.
  init?(_ descriptor: Int32? = nil, isEnding: @escaping () -> Bool = { false }) {
    let file = descriptor ?? open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard file >= 0, tcgetattr(file, &old) == 0 else { return nil }
    self.descriptor = file
    self.isEnding = isEnding
    // A write to a terminal that does not read would block, whatever signals arrive.
    flags = fcntl(file, F_GETFL)
    _ = fcntl(file, F_SETFL, flags | O_NONBLOCK)
    var raw = old
    cfmakeraw(&raw)
    tcsetattr(file, TCSANOW, &raw)
  }

  /// Writes the last text and restores the mode of the terminal.
  func restore(_ text: String = "") {
    guard isTaken else { return }
    isTaken = false
    let end = CACurrentMediaTime() + Self.lastPatience
    if !write(Array(text.utf8), until: end) {
      // Drops what the terminal has not read, which may be half of an image.
      tcflush(descriptor, TCOFLUSH)
      _ = write(Array(("\u{1b}\\" + text).utf8), until: CACurrentMediaTime())
    }
    _ = fcntl(descriptor, F_SETFL, flags)
    tcsetattr(descriptor, TCSANOW, &old)
  }

  /// Returns the input; nil if the terminal is closed.
  func read(waiting seconds: Double) -> [UInt8]? {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let milliseconds = (max(0, min(seconds, 60)) * 1000).rounded(.up)
    guard poll(&wanted, 1, Int32(clamping: Int(clamping: milliseconds))) > 0 else { return [] }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    if count < 0 { return errno == EINTR || errno == EAGAIN ? [] : nil }
    return count == 0 ? nil : Array(buffer[..<count])
  }

  func write(_ text: String) { write(Array(text.utf8)) }

  func write(_ bytes: [UInt8]) { _ = write(bytes, until: .infinity) }

  /// Writes bytes until a time, and only while the process is not about to end.
  ///
  /// - Returns: Whether all bytes were written; a closed terminal, which the next read reports, counts as that.
  private func write(_ bytes: [UInt8], until end: Double) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count < 0 && errno == EAGAIN {
        if end.isInfinite ? isEnding() : CACurrentMediaTime() >= end { return false }
        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&wanted, 1, 20)
      } else if !(count < 0 && errno == EINTR) {
        return true
      }
    }
    return true
  }
}

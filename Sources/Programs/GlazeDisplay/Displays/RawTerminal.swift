import Foundation
import GlazeGeometry

/// The terminal of the process in raw mode: input is neither edited nor echoed.
final class RawTerminal {
  let descriptor: Int32
  private var old = termios()
  private var isTaken = true

  /// - Parameter descriptor: The terminal's descriptor; nil is the terminal of the process.
  /// - Returns: nil if there is no terminal.
  init?(_ descriptor: Int32? = nil) {
    let file = descriptor ?? open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard file >= 0, tcgetattr(file, &old) == 0 else { return nil }
    self.descriptor = file
    var raw = old
    cfmakeraw(&raw)
    tcsetattr(file, TCSANOW, &raw)
  }

  /// Restores the mode of the terminal.
  func restore() {
    guard isTaken else { return }
    isTaken = false
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

  func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
      // The next read reports a closed terminal.
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}

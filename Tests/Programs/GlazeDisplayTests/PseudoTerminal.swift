import Foundation
import Synchronization
import Testing

/// A terminal whose other end is the test, which reads everything that is written.
final class PseudoTerminal {
  let terminal: Int32
  private let other: Int32
  private let collected: Collected

  private final class Collected: Sendable {
    let bytes = Mutex<[UInt8]>([])
  }

  /// - Parameter reads: Whether anyone reads what is written.
  init(columns: UInt16, rows: UInt16, reads: Bool = true) throws {
    other = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (lock, number): (Int32, UInt32) = (0, 0)
    // TIOCSPTLCK and TIOCGPTN: the calls of unlockpt and ptsname, which Glibc's module lacks.
    try #require(ioctl(other, 0x4004_5431, &lock) == 0 && ioctl(other, 0x8004_5430, &number) == 0)
    terminal = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(terminal >= 0)
    collected = Collected()
    if reads { startReading() }
    resize(columns: columns, rows: rows)
  }

  private func startReading() {
    Thread { [other, collected] in
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = read(other, &buffer, buffer.count)
        if count <= 0 { return }
        collected.bytes.withLock { $0 += buffer[..<count] }
      }
    }.start()
  }

  deinit { close(terminal) }

  /// The number of bytes that wait to be read.
  var unreadCount: Int {
    var count: Int32 = 0
    return ioctl(other, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
  }

  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(other, UInt(TIOCSWINSZ), &size)
  }

  func type(_ text: String) { _ = write(other, text, text.utf8.count) }

  /// Returns everything that was written, once nothing more arrives.
  func output() -> String {
    var count = -1
    while true {
      let now = collected.bytes.withLock { $0.count }
      if now == count { break }
      count = now
      usleep(50_000)
    }
    return String(decoding: collected.bytes.withLock { $0 }, as: UTF8.self)
  }

  /// Returns the bytes of the last frame.
  func lastFrame() -> [UInt8] {
    let frames = output().components(separatedBy: "\u{1b}[?2026h\u{1b}[H")
    return Array((frames.last ?? "").replacingOccurrences(of: "\u{1b}[?2026l", with: "").utf8)
  }

  /// Whether the terminal edits lines again before programs read them.
  var isCooked: Bool {
    var state = termios()
    return tcgetattr(terminal, &state) == 0 && state.c_lflag & tcflag_t(ICANON) != 0
  }
}

import Dispatch
import Foundation
import Synchronization

/// The console of the process.
///
/// While images are shown its text is off, and it returns afterwards.
///
/// Not every terminal is a console: requests that it does not support are skipped.
final class KMSConsole {
  enum Change {
    /// The user switches to another console.
    case left
    /// The user has switched back to this console.
    case entered
  }

  private final class Flags: Sendable {
    let leaves = Atomic<Bool>(false)
    let enters = Atomic<Bool>(false)
  }

  /// The struct vt_mode of linux/vt.h.
  private struct Mode {
    var mode: Int8 = 0
    var waits: Int8 = 0
    var releaseSignal: Int16 = 0
    var acquireSignal: Int16 = 0
    var forcedSignal: Int16 = 0
  }

  // Constants of linux/kd.h and linux/vt.h.
  private static let setText = UInt(0x4B3A)
  private static let setMode = UInt(0x5602)
  private static let answer = UInt(0x5605)
  private static let (text, graphics): (CInt, CInt) = (0, 1)
  private static let (allowed, acknowledged): (CInt, CInt) = (1, 2)

  private let console: Int32?
  private let flags = Flags()
  private var sources: [any DispatchSourceSignal] = []
  /// A Boolean value that indicates whether this console is active.
  private(set) var isVisible = true

  /// - Parameter terminal: The terminal of the process, if it has one.
  init(_ terminal: Int32?) {
    console = terminal.flatMap { ioctl($0, Self.setText, Self.graphics) == 0 ? $0 : nil }
    guard let console else { return }
    CrashedConsole.watch(console)
    var mode = Mode(
      mode: 1, releaseSignal: Int16(SIGUSR1), acquireSignal: Int16(SIGUSR2))
    sources = [SIGUSR1, SIGUSR2].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [flags] in
        if number == SIGUSR1 {
          flags.leaves.store(true, ordering: .relaxed)
        } else {
          flags.enters.store(true, ordering: .relaxed)
        }
      }
      source.resume()
      return source
    }
    _ = ioctl(console, Self.setMode, &mode)
  }

  /// Returns the events since the last call.
  func takeChange() -> Change? {
    if flags.leaves.exchange(false, ordering: .relaxed) { return .left }
    if flags.enters.exchange(false, ordering: .relaxed) { return .entered }
    return nil
  }

  /// Releases the screen for the other console.
  func release() {
    isVisible = false
    if let console { _ = ioctl(console, Self.answer, Self.allowed) }
  }

  /// Acquires the screen again.
  func acquire() {
    isVisible = true
    if let console { _ = ioctl(console, Self.answer, Self.acknowledged) }
  }

  func close() {
    for source in sources { source.cancel() }
    sources = []
    guard let console else { return }
    var mode = Mode()
    _ = ioctl(console, Self.setMode, &mode)
    _ = ioctl(console, Self.setText, Self.text)
    CrashedConsole.watch(-1)
  }

  /// Restores the text mode if the process crashes; the kernel restores the image.
  private enum CrashedConsole {
    static let console = Atomic<Int32>(-1)

    static func watch(_ descriptor: Int32) {
      let isFirst = console.exchange(descriptor, ordering: .relaxed) < 0
      guard isFirst, descriptor >= 0 else { return }
      for number in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP] {
        signal(number) { number in
          let console = CrashedConsole.console.load(ordering: .relaxed)
          if console >= 0 { _ = ioctl(console, KMSConsole.setText, KMSConsole.text) }
          signal(number, SIG_DFL)
          raise(number)
        }
      }
    }
  }
}

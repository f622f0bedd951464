import CMalloc
import GlazeDrawing
import Glibc

/// The process's heap.
enum Heap {
  /// The bytes that are allocated and not freed.
  static var allocatedBytes: Int {
    let heap = mallinfo2()
    return Int(clamping: heap.uordblks) + Int(clamping: heap.hblkhd)
  }

  /// The signals with which Swift and libraries end a program that runs out of memory.
  ///
  /// Some libraries use the null pointer instead.
  private static let signals = [SIGABRT, SIGILL, SIGTRAP, SIGSEGV]
  /// The previous handlers of these signals, in the same order.
  private nonisolated(unsafe) static let previous = UnsafeMutablePointer<sigaction>.allocate(
    capacity: signals.count)

  /// Turns running out of memory into an error.
  ///
  /// Swift aborts when it gets no memory, and nothing can catch that. `errno` is then ENOMEM, set by malloc just
  /// before: the program prints a message and ends with the status of a failure. Other causes, such as a crash of a
  /// driver, end it as before. Neither leaves hidden files.
  static func endOrderlyWithoutMemory() {
    HiddenFiles.prepare()
    for (index, number) in signals.enumerated() {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { Heap.end($0) }
      sigaction(number, &action, previous + index)
    }
  }

  /// Handles a signal without allocating memory.
  private static func end(_ number: Int32) {
    let code = errno
    HiddenFiles.removeAll()
    if code == ENOMEM {
      let text: StaticString = """
        glaze: out of memory; draw smaller images, or allow more memory (ulimit -v)

        """
      _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
      _exit(Status.failure.rawValue)
    }
    for index in 0..<signals.count where signals[index] == number {
      sigaction(number, previous + index, nil)
    }
    raise(number)
  }

  private static let mostFreeAtEnd: Int32 = 64 << 20
  private static let mostInHeap: Int32 = 32 << 20

  /// Keeps the memory that a frame frees for the next frame.
  ///
  /// A software driver allocates megabytes for each frame in small pieces and frees them all. If they lie at the
  /// end of the heap, glibc returns them to the system each time, and they are mapped again page by page, which
  /// takes up to a seventh of a frame's time. Settings in the environment are respected. The program does this,
  /// not the library, which does not own the heap of its host.
  static func keepFreedMemory() {
    let variables = ["GLIBC_TUNABLES", "MALLOC_TRIM_THRESHOLD_", "MALLOC_MMAP_THRESHOLD_"]
    guard variables.allSatisfy({ getenv($0) == nil }) else { return }
    mallopt(M_TRIM_THRESHOLD, mostFreeAtEnd)
    // The value that glibc itself would choose when the pixels of a frame are freed for the first time.
    mallopt(M_MMAP_THRESHOLD, mostInHeap)
  }
}

import CMalloc
import GlazeDrawing
import Glibc

/// The process's heap.
enum Heap {
  /// How Swift and libraries end a program that gets no memory; some of the latter use it all the same.
  private static let signals = [SIGABRT, SIGILL, SIGTRAP, SIGSEGV]
  /// What was done at these signals before, in their order.
  private nonisolated(unsafe) static let previous = UnsafeMutablePointer<sigaction>.allocate(
    capacity: signals.count)

  /// Makes an error of the end of memory.
  ///
  /// Swift aborts where it gets no memory, and nothing can catch that. Who ends so finds ENOMEM in `errno`, from
  /// malloc a moment before; then the program says so and ends with the status of a failure. What else ends it, as
  /// a driver that crashes, does so as before. Neither leaves hidden files.
  static func endOrderlyWithoutMemory() {
    HiddenFiles.prepare()
    for (index, number) in signals.enumerated() {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { Heap.end($0) }
      sigaction(number, &action, previous + index)
    }
  }

  /// Handles a signal; takes no memory.
  private static func end(_ number: Int32) {
    let code = errno
    HiddenFiles.removeAll()
    if code == ENOMEM {
      let text: StaticString = """
        glaze: memory has ended; make what is drawn smaller, or allow more (ulimit -v)

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

  /// Keeps what a frame frees for the next one.
  ///
  /// A software driver takes megabytes for each frame in small pieces and frees them all. When they lie
  /// at the heap's end, glibc gives them back to the system each time, and they are mapped again page by
  /// page: up to a seventh of a frame's time, or nothing, as it happens. Settings that the environment
  /// makes are left as they are. The program does this, not the library: its heap is not the library's.
  static func keepFreedMemory() {
    let variables = ["GLIBC_TUNABLES", "MALLOC_TRIM_THRESHOLD_", "MALLOC_MMAP_THRESHOLD_"]
    guard variables.allSatisfy({ getenv($0) == nil }) else { return }
    mallopt(M_TRIM_THRESHOLD, mostFreeAtEnd)
    // What it would become by itself, when a frame's pixels are freed for the first time.
    mallopt(M_MMAP_THRESHOLD, mostInHeap)
  }
}

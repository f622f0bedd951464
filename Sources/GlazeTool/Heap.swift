import CMalloc
import Glibc

/// The process's heap.
enum Heap {
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

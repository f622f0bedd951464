import Glibc

/// The files that the process may open.
enum OpenFiles {
  /// The number of files that the program needs besides those that are open at its start.
  ///
  /// Dispatch opens some for its threads when they start, and ends the process without a message if it cannot.
  static let leastCount = 16

  /// A Boolean value that indicates whether the program can open as many files as it needs.
  static var areEnough: Bool {
    var copies: [Int32] = []
    defer { for copy in copies { close(copy) } }
    while copies.count < leastCount {
      let copy = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
      // Without standard error there is nothing to copy, and nobody to tell.
      if copy < 0 { return errno != EMFILE && errno != ENFILE }
      copies.append(copy)
    }
    return true
  }
}

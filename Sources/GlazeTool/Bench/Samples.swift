import Foundation

/// The same thing measured many times, in milliseconds.
struct Samples: Equatable {
  private var sorted: [Double]

  /// - Parameter values: at least one.
  init(_ values: [Double]) {
    sorted = values.sorted()
  }

  var minimum: Double { sorted.first ?? 0 }
  var maximum: Double { sorted.last ?? 0 }
  /// The upper one of two.
  var median: Double { sorted.isEmpty ? 0 : sorted[sorted.count / 2] }
}

/// Clocks of this process.
enum ProcessClock {
  /// Time that all threads together were on a processor, in milliseconds.
  static var cpu: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) * 1e-6
  }

  /// Time that went by, in milliseconds, from some moment.
  static var wall: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) * 1e-6
  }

  /// The most memory that was resident so far, in megabytes of 2^20 bytes.
  static var peakMemory: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return Double(usage.ru_maxrss) / 1024
  }
}

extension Duration {
  /// In milliseconds.
  var milliseconds: Double { self / .milliseconds(1) }
}

import Foundation
import Glaze

/// Repeated measurements of one quantity, in milliseconds.
struct Samples: Equatable {
  private var sorted: [Double]

  /// - Parameter values: The measurements, at least one.
  init(_ values: [Double]) {
    sorted = values.sorted()
  }

  var minimum: Double { sorted.first ?? 0 }
  var maximum: Double { sorted.last ?? 0 }
  /// The median; of two middle values the larger one.
  var median: Double { sorted.isEmpty ? 0 : sorted[sorted.count / 2] }
  /// The middle half: what a quarter of the values is below, and what a quarter is above.
  var middle: ClosedRange<Double> {
    if sorted.isEmpty { return 0...0 }
    return sorted[sorted.count / 4]...sorted[(sorted.count * 3 - 1) / 4]
  }
}

/// The times of many frames, in milliseconds.
///
/// It holds numbers only, so that measuring thousands of frames does not affect the measured memory.
struct FrameCosts {
  private(set) var wall: [Double] = []
  private(set) var cpu: [Double] = []
  /// The times of the frames that the device timed.
  private(set) var gpu: [Double] = []
  /// The times to change the layers that move; empty where none does.
  private(set) var set: [Double] = []
  private(set) var commit: [Double] = []
  private(set) var plan: [Double] = []
  private(set) var encode: [Double] = []
  private(set) var execute: [Double] = []
  /// The times to read back a device's pixels, and to copy as many bytes within memory.
  private(set) var readback: [Double] = []
  private(set) var copy: [Double] = []

  mutating func append(_ frame: FrameStatistics, wall: Double, cpu: Double) {
    self.wall.append(wall)
    self.cpu.append(cpu)
    if let end = frame.passTimes.last?.upperBound { gpu.append(end.milliseconds) }
    commit.append(frame.commit.milliseconds)
    plan.append(frame.plan.milliseconds)
    encode.append(frame.encode.milliseconds)
    execute.append(frame.execute.milliseconds)
    if frame.readback > .zero { readback.append(frame.readback.milliseconds) }
  }

  mutating func appendSet(_ time: Double) { set.append(time) }
  mutating func appendCopy(_ time: Double) { copy.append(time) }
}

/// The speed of reading frames back.
struct ReadbackTimes {
  var readback: Samples
  /// The times to copy as many bytes within memory, right after each frame.
  var copy: Samples
  var bytes: Int

  /// Returns nil if nothing was read back, as with the software backend, whose pixels are in memory already.
  init?(_ times: FrameCosts, bytes: Int) {
    if times.readback.isEmpty || times.copy.isEmpty { return nil }
    (readback, copy) = (Samples(times.readback), Samples(times.copy))
    self.bytes = bytes
  }

  /// The ratio to copying; 1 is as fast.
  var speed: Double { copy.median / max(readback.median, 1e-9) }
}

/// The clocks of this process.
enum ProcessClock {
  /// The CPU time of all threads, in milliseconds.
  static var cpu: Double { milliseconds(CLOCK_PROCESS_CPUTIME_ID) }

  /// The CPU time of the calling thread, in milliseconds.
  static var thread: Double { milliseconds(CLOCK_THREAD_CPUTIME_ID) }

  /// The wall time since an arbitrary start, in milliseconds.
  static var wall: Double { milliseconds(CLOCK_MONOTONIC) }

  private static func milliseconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) * 1e-6
  }

  /// The largest resident memory so far, in megabytes of 2^20 bytes.
  static var peakMemory: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return Double(usage.ru_maxrss) / 1024
  }
}

extension Duration {
  /// The duration in milliseconds.
  var milliseconds: Double { self / .milliseconds(1) }
}

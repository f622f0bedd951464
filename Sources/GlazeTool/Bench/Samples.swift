import Foundation
import Glaze

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

/// What each of many frames took, in milliseconds.
///
/// Numbers alone, so that measuring thousands of frames does not show in the memory that is measured.
struct FrameCosts {
  private(set) var wall: [Double] = []
  private(set) var cpu: [Double] = []
  /// Of frames that the device timed.
  private(set) var gpu: [Double] = []
  private(set) var commit: [Double] = []
  private(set) var plan: [Double] = []
  private(set) var encode: [Double] = []
  private(set) var execute: [Double] = []
  /// Of a device's pixels to the CPU, and of as many bytes from one place of memory to another.
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

  mutating func appendCopy(_ time: Double) { copy.append(time) }
}

/// How fast frames come to the CPU.
struct ReadbackTimes {
  var readback: Samples
  /// Of as many bytes within memory, right after each frame.
  var copy: Samples
  var bytes: Int

  /// nil when nothing was read back, as from the software backend, whose pixels are there already.
  init?(_ times: FrameCosts, bytes: Int) {
    if times.readback.isEmpty || times.copy.isEmpty { return nil }
    (readback, copy) = (Samples(times.readback), Samples(times.copy))
    self.bytes = bytes
  }

  /// 1 is as fast as copying.
  var speed: Double { copy.median / max(readback.median, 1e-9) }
}

/// Clocks of this process.
enum ProcessClock {
  /// Time that all threads together were on a processor, in milliseconds.
  static var cpu: Double { milliseconds(CLOCK_PROCESS_CPUTIME_ID) }

  /// Time that the thread which asks was on a processor, in milliseconds.
  static var thread: Double { milliseconds(CLOCK_THREAD_CPUTIME_ID) }

  /// Time that went by, in milliseconds, from some moment.
  static var wall: Double { milliseconds(CLOCK_MONOTONIC) }

  private static func milliseconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
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

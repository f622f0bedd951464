import Glaze
import GlazePlan

/// The measurements of one document with one backend.
struct BenchResult {
  /// The name of the scene, with a suffix for the kind of run.
  var scene: String
  var input: String
  var backend: Renderer.Backend
  /// The wall time of the first frame, which includes one-time work.
  var first: Double
  var wall: Samples
  /// CPU times of all threads.
  var cpu: Samples
  /// Times of the device, if it has timers.
  var gpu: Samples?
  /// Wall times of the steps: what the program pays that changes its layers, if any move, and what a frame pays.
  var set: Samples?
  var commit: Samples
  var plan: Samples
  var encode: Samples
  var execute: Samples
  /// The times of reading frames back from a device, if that was measured.
  var readback: ReadbackTimes?
  /// The statistics of the last frame.
  var statistics: FrameStatistics
  /// The pixels of all instances and cleared targets of the last frame.
  var pixels: Int
  /// The largest resident memory of the process so far, in megabytes of 2^20 bytes.
  var memory: Double
  var frames: Int
}

extension BenchResult {
  /// The line for scripts that compare renderers; milliseconds and megabytes.
  var raceLine: String {
    "RESULT "
      + JSONText.object([
        ("scene", JSONText.string(scene)), ("wall_med", JSONText.number(wall.median)),
        ("wall_min", JSONText.number(wall.minimum)), ("cpu_med", JSONText.number(cpu.median)),
        ("cpu_min", JSONText.number(cpu.minimum)), ("rss_mb", JSONText.number(memory, digits: 1)),
        ("first_ms", JSONText.number(first)),
      ])
  }

  /// A line that compares two backends: the ratio of the median wall times, and the range in which the middle halves
  /// of the frames put it.
  static func comparison(_ a: BenchResult, _ b: BenchResult) -> String {
    let (fast, slow) = a.wall.median <= b.wall.median ? (a, b) : (b, a)
    func ratio(_ slow: Double, _ fast: Double) -> String {
      fast > 0 ? JSONText.number(slow / fast, digits: 1) : "-"
    }
    let low = ratio(slow.wall.middle.lowerBound, fast.wall.middle.upperBound)
    let high = ratio(slow.wall.middle.upperBound, fast.wall.middle.lowerBound)
    let middle = ratio(slow.wall.median, fast.wall.median)
    return "\(fast.scene): \(fast.backend) is \(middle) times as fast as \(slow.backend) "
      + "(median wall time; \(low) to \(high) in the middle half of the frames)"
  }

  /// A JSON object with all values.
  var json: String {
    let s = statistics
    let counts = [
      ("draws", s.draws), ("passes", s.passes), ("instances", s.instances),
      ("targets", s.targets), ("textures", s.textures), ("planBytes", s.planBytes),
      ("uploadedBytes", s.uploadedBytes), ("pixels", pixels), ("bitmapHits", s.bitmapHits),
      ("bitmapMisses", s.bitmapMisses), ("bitmapBytes", s.bitmapBytes),
    ]
    var members = [
      ("scene", JSONText.string(scene)), ("input", JSONText.string(input)),
      ("backend", JSONText.string(backend.rawValue)), ("frames", "\(frames)"),
      ("firstMs", JSONText.number(first)), ("wallMs", Self.json(wall)), ("cpuMs", Self.json(cpu)),
    ]
    if let gpu { members.append(("gpuMs", Self.json(gpu))) }
    if let readback {
      members += [
        ("readbackMs", Self.json(readback.readback)), ("memcpyMs", Self.json(readback.copy)),
      ]
    }
    if let set { members.append(("setMs", Self.json(set))) }
    members += [
      ("commitMs", Self.json(commit)), ("planMs", Self.json(plan)),
      ("encodeMs", Self.json(encode)), ("executeMs", Self.json(execute)),
      ("peakMemoryMB", JSONText.number(memory, digits: 1)),
    ]
    members += counts.map { ($0.0, "\($0.1)") }
    return JSONText.object(members)
  }

  private static func json(_ samples: Samples) -> String {
    JSONText.object([
      ("min", JSONText.number(samples.minimum)), ("median", JSONText.number(samples.median)),
      ("max", JSONText.number(samples.maximum)),
    ])
  }

  /// A few lines for people.
  var text: String {
    let s = statistics
    var times = "  cpu \(Self.text(cpu)) ms, wall \(Self.text(wall)) ms (min/median/max)"
    if let gpu { times += ", gpu \(Self.text(gpu)) ms" }
    if let readback {
      times += """
        , read back \(Self.text(readback.readback)) ms \
        (\(JSONText.number(readback.speed * 100, digits: 0)) % of memcpy's speed)
        """
    }
    let moves = set.map { [("set", $0)] } ?? []
    let steps =
      moves + [("commit", commit), ("plan", plan), ("encode", encode), ("execute", execute)]
    return """
      \(scene) on \(backend.rawValue): first frame \(Self.text(first)) ms, then \
      \(Statistics.count(frames, "frame"))
      \(times)
        \(steps.map { "\($0.0) \(Self.text($0.1.median))" }.joined(separator: ", ")) ms wall (median)
        \(Statistics.count(s.draws, "draw")), \(Statistics.count(s.passes, "pass", "passes")), \
      \(Statistics.count(s.instances, "instance")), \(s.uploadedBytes) bytes uploaded, \
      \(pixels) pixels touched
        cached bitmaps: \(Statistics.count(s.bitmapHits, "hit")), \
      \(Statistics.count(s.bitmapMisses, "miss", "misses")); \
      \(JSONText.number(memory, digits: 1)) MB resident at most
      """
  }

  private static func text(_ samples: Samples) -> String {
    [samples.minimum, samples.median, samples.maximum].map(text).joined(separator: "/")
  }

  static func text(_ milliseconds: Double) -> String {
    JSONText.number(milliseconds, digits: milliseconds < 1 ? 3 : milliseconds < 100 ? 2 : 1)
  }
}

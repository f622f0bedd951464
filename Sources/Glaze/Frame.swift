package import GlazeLayers
package import GlazePlan

/// A picture with the plan that it was drawn from, and with what drawing it took.
package struct Frame: Sendable {
  package var pixels: PixelBuffer
  package var plan: FramePlan
  package var statistics: FrameStatistics
  /// What is left out of pictures of this root, or replaced, and was not told with an earlier one.
  package var notices: [CommitNotice] = []
}

/// What a frame consists of and how long each step took.
package struct FrameStatistics: Sendable, Equatable {
  package var draws = 0
  package var passes = 0
  package var instances = 0
  package var targets = 0
  package var textures = 0
  /// Pictures of layers that earlier frames had kept, those that this frame drew to be kept, and the
  /// bytes of all that are kept now.
  package var pictureHits = 0
  package var pictureMisses = 0
  package var pictureBytes = 0
  /// All that is kept for later frames.
  package var kept = KeptStatistics()
  package var keptBytes: Int { kept.total.bytes }
  /// What was let go of in this frame.
  package var evictions = 0
  /// Pixels of the frame that were drawn again: all of it, or what changed since the frame before.
  package var damagedPixels = 0
  /// Size of the instances and clips of the plan: what is uploaded beside pictures.
  package var planBytes = 0

  /// What was sent to a device: instances, and pictures that it did not have; 0 for the software
  /// backend.
  package var uploadedBytes = 0
  /// Begin and end of each pass, and what it draws, when asked for.
  package var passTimes: [Range<Duration>] = []
  package var passNames: [String] = []

  /// How long it took to turn layers into values.
  package var commit = Duration.zero
  /// To turn values into a plan.
  package var plan = Duration.zero
  /// The part of `commit` in which animations were sampled.
  package var sample = Duration.zero
  /// The part of `plan` in which layers became instances; the rest makes them fit for drawing.
  package var flatten = Duration.zero
  /// To turn the plan into pixels.
  package var execute = Duration.zero
  /// The part of `execute` until all was handed to the driver; zero for the software backend.
  package var encode = Duration.zero
  /// To bring the pixels to the CPU; zero for the software backend.
  package var readback = Duration.zero

  package init() {}

  /// Runs `body` and adds the time that it takes.
  package static func time<Result, Failure>(
    _ total: inout Duration, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let start = ContinuousClock.now
    defer { total += ContinuousClock.now - start }
    return try body()
  }

  package mutating func count(_ plan: FramePlan) {
    (draws, passes, targets, textures, instances) = (0, 0, 0, 0, 0)
    (pictureHits, pictureMisses, planBytes) = (0, 0, 0)
    pictureBytes = plan.keptBytes
    damagedPixels =
      plan.damage.map { $0.reduce(0) { $0 + $1.width * $1.height } }
      ?? plan.targets.first.map { $0.width * $0.height } ?? 0
    count(only: plan)
    // They are drawn for this frame, too.
    for underlay in plan.underlays { count(only: underlay) }
  }

  private mutating func count(only plan: FramePlan) {
    // The frame itself is no picture in it.
    pictureHits += plan.targets.dropFirst().count { $0.isKept }
    pictureMisses += plan.targets.dropFirst().count { $0.key != nil && !$0.isKept }
    draws += plan.draws.count
    passes += plan.passes.count
    targets += plan.targets.count
    textures += plan.textures.count
    instances += plan.draws.reduce(0) { $0 + $1.instances.count }
    planBytes += plan.byteCount
  }
}

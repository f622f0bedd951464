public import Foundation
public import GlazeGeometry
package import GlazeLayers
package import GlazePlan

/// What was drawn, and what it took.
public struct RenderedFrame: Sendable {
  /// Of the picture, in pixels.
  public let width: Int
  /// Of the picture, in pixels.
  public let height: Int
  /// The parts of the picture that may look different from the session's frame before, in pixels from the
  /// top left; empty when nothing changed, and all of the picture when it was drawn whole.
  public let damage: [CGRect]
  /// What the frame consists of, and how long each step took.
  public package(set) var statistics: FrameStatistics
  /// What is left out of pictures of this root, or replaced, and was not told with an earlier one.
  public let notices: [RenderNotice]

  /// When a device will have drawn the frame into an EGLImage, a dma-buf or a shared surface; nil when it is
  /// there, as in all other targets: OpenGL's own order holds there.
  public let fence: FrameFence?

  package var pixels: PixelBuffer
  package let plan: FramePlan

  /// The picture; nil where it went into a target of the caller's.
  public var image: CGImage? { pixels.bytes.isEmpty ? nil : pixels.image }

  init(
    canvas: Canvas, pixels: PixelBuffer, plan: FramePlan, statistics: FrameStatistics,
    notices: [RenderNotice], fence: FrameFence? = nil
  ) {
    self.fence = fence
    (width, height) = (canvas.width, canvas.height)
    let whole = CGRect(x: 0, y: 0, width: width, height: height)
    damage =
      plan.damage?.map { CGRect(x: $0.x, y: $0.y, width: $0.width, height: $0.height) } ?? [whole]
    self.statistics = statistics
    self.notices = notices
    self.pixels = pixels
    self.plan = plan
  }
}

/// Something that layers ask for and pictures leave out or replace.
public struct RenderNotice: Sendable, Hashable, CustomStringConvertible {
  package let notice: CommitNotice

  init(_ notice: CommitNotice) { self.notice = notice }

  /// What it is and what happens instead.
  public var message: String { notice.feature.description }
  /// The name of the first layer that asked for it, if it has one.
  public var layerName: String? { notice.layerName }
  /// One line: `in "name": what it is and what happens instead`.
  public var description: String { notice.description }
}

/// What a frame consists of and how long each step took.
public struct FrameStatistics: Sendable, Equatable {
  /// Times that something is drawn, each with many instances.
  public package(set) var draws = 0
  /// Passes, each into one target.
  public package(set) var passes = 0
  /// Things that are drawn: boxes, images, shadows.
  public package(set) var instances = 0
  /// Pictures that are drawn into: the frame, and groups in it.
  public package(set) var targets = 0
  /// Images that are drawn.
  public package(set) var textures = 0
  /// Pictures of layers that earlier frames had kept, those that this frame drew to be kept, and the
  /// bytes of all that are kept now.
  package var pictureHits = 0
  package var pictureMisses = 0
  package var pictureBytes = 0
  /// All that is kept for later frames.
  package var kept = KeptStatistics()
  /// Bytes of all that is kept for later frames.
  public var keptBytes: Int { kept.total.bytes }
  /// What was let go of in this frame.
  public package(set) var evictions = 0
  /// Pixels of the frame that were drawn again: all of it, or what changed since the frame before.
  public package(set) var damagedPixels = 0
  /// Size of the instances and clips of the plan: what is uploaded beside pictures.
  public package(set) var planBytes = 0

  /// What was sent to a device: instances, and pictures that it did not have; 0 for the software
  /// backend.
  public package(set) var uploadedBytes = 0
  /// Seconds until the first of the emitters emits that have shown nothing yet; nil when there is none.
  package var untilParticles: Double?
  /// Begin and end of each pass, and what it draws, when asked for.
  package var passTimes: [Range<Duration>] = []
  package var passNames: [String] = []

  /// How long it took to turn layers into values.
  public package(set) var commit = Duration.zero
  /// To turn values into a plan.
  package var plan = Duration.zero
  /// The part of `commit` in which animations were sampled.
  package var sample = Duration.zero
  /// The part of `plan` in which layers became instances; the rest makes them fit for drawing.
  package var flatten = Duration.zero
  /// To turn the plan into pixels.
  public package(set) var execute = Duration.zero
  /// The part of `execute` until all was handed to the driver; zero for the software backend.
  package var encode = Duration.zero
  /// To bring the pixels to the CPU; zero for the software backend.
  public package(set) var readback = Duration.zero

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

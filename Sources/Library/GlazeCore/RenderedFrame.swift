public import Foundation
import GlazeCommit
public import GlazeGeometry
package import GlazeLayers
package import GlazePlan

/// A frame that was drawn, with statistics about it.
public struct RenderedFrame: Sendable {
  /// The width of the image, in pixels.
  public let width: Int
  /// The height of the image, in pixels.
  public let height: Int
  /// The parts of the image that may differ from the session's previous frame, in pixels from the
  /// top left; empty when nothing changed, and the whole image when everything was drawn.
  public let damage: [CGRect]
  /// The contents of the frame, and the duration of each step.
  public package(set) var statistics: FrameStatistics
  /// The features of this root that frames omit or replace, as far as no earlier frame reported
  /// them.
  public let notices: [RenderNotice]

  /// A fence that signals when a device has drawn the frame into an EGLImage, a dma-buf or a shared
  /// surface; nil when it is drawn already, and for all other targets, where OpenGL's own order
  /// applies.
  public let fence: FrameFence?

  package var pixels: PixelBuffer
  package var plan: FramePlan { planned.plan }
  private let planned: Planned

  /// Copies of a frame retain its plan as one object, not each of its arrays.
  private final class Planned: Sendable {
    let plan: FramePlan

    init(_ plan: FramePlan) { self.plan = plan }
  }

  /// The encoding of the frame's own pixels, which is that of the options.
  public var output: OutputColor { pixels.output }

  /// The image, in extended sRGB unless the output is sRGB with 8 bits; nil if the caller's own
  /// target has it.
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
    planned = Planned(plan)
  }
}

/// Something that a frame shows in another way than its layers require, or that another device drew.
public struct RenderNotice: Sendable, Hashable, CustomStringConvertible {
  /// The feature that layers require and images omit or replace, if that is what happened.
  package let feature: UndrawnFeature?
  /// A description of what happened, and of what happens instead.
  public let message: String
  /// The name of the first layer that requires the feature, if it has one.
  public let layerName: String?
  /// A line of text: `in "name": the feature and what happens instead`.
  public let description: String

  init(_ notice: CommitNotice) {
    feature = notice.feature
    message = notice.feature.description
    layerName = notice.layerName
    description = notice.description
  }

  /// A notice that is not about a layer.
  init(_ message: String) {
    feature = nil
    self.message = message
    layerName = nil
    description = message
  }
}

/// The contents of a frame, and the duration of each step.
public struct FrameStatistics: Sendable, Equatable {
  /// The number of draws, each with many instances.
  public package(set) var draws = 0
  /// The number of passes, each into one target.
  public package(set) var passes = 0
  /// The number of drawn items: boxes, images, shadows.
  public package(set) var instances = 0
  /// The number of images that are drawn into: the frame, and groups in it.
  public package(set) var targets = 0
  /// The number of images that are drawn.
  public package(set) var textures = 0
  /// Images of layers that earlier frames had cached, those that this frame drew for the cache, and
  /// the bytes of all that are cached now.
  package var bitmapHits = 0
  package var bitmapMisses = 0
  package var bitmapBytes = 0
  /// All memory that is retained for later frames.
  package var cacheUsage = CacheUsage()
  /// The bytes of all memory that is retained for later frames.
  public var cachedBytes: Int { cacheUsage.total.bytes }
  /// The number of cached objects that were evicted in this frame.
  public package(set) var evictions = 0
  /// The pixels of the frame that were drawn again: all, or those that changed since the previous
  /// frame.
  public package(set) var damagedPixels = 0
  /// The size of the instances and clips of the plan, in bytes: the uploaded data apart from
  /// images.
  public package(set) var planBytes = 0

  /// The bytes that were sent to a device: instances, and images that it did not have; 0 for the
  /// software backend.
  public package(set) var uploadedBytes = 0
  /// Seconds until the first emitter emits that has shown nothing yet; nil when there is none.
  package var untilParticles: Double?
  /// The begin and end of each pass, and its contents, if requested.
  package var passTimes: [Range<Duration>] = []
  package var passNames: [String] = []

  /// The time to turn layers into values.
  public package(set) var commit = Duration.zero
  /// The time to turn values into a plan.
  package var plan = Duration.zero
  /// The part of `commit` in which animations were sampled.
  package var sample = Duration.zero
  /// The part of `plan` in which layers became instances; the rest prepares them for drawing.
  package var flatten = Duration.zero
  /// The time to turn the plan into pixels.
  public package(set) var execute = Duration.zero
  /// The part of `execute` until everything was passed to the driver; zero for the software
  /// backend.
  package var encode = Duration.zero
  /// The time to copy the pixels to the CPU; zero for the software backend.
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
    (bitmapHits, bitmapMisses, planBytes) = (0, 0, 0)
    bitmapBytes = plan.cachedBytes
    damagedPixels =
      plan.damage.map { $0.reduce(0) { $0 + $1.width * $1.height } }
      ?? plan.targets.first.map { $0.width * $0.height } ?? 0
    count(only: plan)
    // Underlays are drawn for this frame, too.
    for underlay in plan.underlays { count(only: underlay) }
  }

  private mutating func count(only plan: FramePlan) {
    // The first target is the frame itself, which does not count.
    bitmapHits += plan.targets.dropFirst().count { $0.isCached }
    bitmapMisses += plan.targets.dropFirst().count { $0.key != nil && !$0.isCached }
    draws += plan.draws.count
    passes += plan.passes.count
    targets += plan.targets.count
    textures += plan.textures.count
    instances += plan.draws.reduce(0) { $0 + $1.instances.count }
    planBytes += plan.byteCount
  }
}

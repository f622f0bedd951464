import Foundation
import GlazeCommit
import GlazeGeometry
import GlazeLayers
import GlazePlan
import GlazeTree

/// Plans the frames of a root, with the objects that are cached between frames; independent of
/// backends.
final class RootPlanner {
  let isGeometryFlipped: Bool
  private let committer: LayerCommitter
  private var planner: FramePlanner
  private var toldNotices = 0
  /// The last frame, if its pixels came to the CPU.
  private var pixels: PixelBuffer?
  /// Whether a plan had more particles than it could hold, and whether that was reported.
  private var leavesOutParticles = false
  private var toldOfParticles = false

  init(_ root: CALayer, isGeometryFlipped: Bool, optimizations: Optimizations) {
    self.isGeometryFlipped = isGeometryFlipped
    committer = LayerCommitter(root: root, isGeometryFlipped: isGeometryFlipped)
    planner = FramePlanner(optimizations: optimizations)
  }

  var root: CALayer { committer.queue.root }

  /// The resources that frames may require.
  var limits: RenderLimits {
    get { planner.limits }
    set { (planner.limits, committer.limits) = (newValue, newValue) }
  }

  /// The thread that may change the layers that were committed.
  var threadOwner: ThreadOwner? {
    get { committer.queue.threadOwner }
    set { committer.queue.threadOwner = newValue }
  }

  /// Whether changes of the layers animate implicitly.
  var animatesChanges: Bool {
    get { committer.queue.animatesChanges }
    set { committer.queue.animatesChanges = newValue }
  }

  /// Starts from scratch, as after a frame that failed.
  ///
  /// - Returns: The images that the backend may free.
  func forgetImages() -> [UInt64] {
    let keys = planner.cachedKeys
    var new = FramePlanner(optimizations: planner.optimizations)
    new.memory = planner.memory
    new.limits = planner.limits
    planner = new
    frameBytes = 0
    pixels = nil
    return keys
  }

  /// Makes the next frame draw everything.
  func forgetFrame() {
    planner.forgetFrame()
    pixels = nil
  }

  /// The budget for memory that planners retain between frames.
  var memory: MemoryBudget {
    get { planner.memory }
    set { planner.memory = newValue }
  }

  /// Tables of shadows that the planner of another root can reuse.
  var shadowTables: ShadowTableCache {
    _read { yield planner.shadowTables }
    _modify { yield &planner.shadowTables }
  }

  /// The coverage of paths and the images of layers that the next frames may need.
  var cacheUsage: CacheUsage { planner.cacheUsage }

  /// The bytes of the frame that the next one may be drawn over, where the backend has it.
  private var frameBytes = 0

  /// Returns the bytes of the frame that the next one may be drawn over, including memory of a
  /// device.
  func frameBytes(isOnDevice: Bool) -> Int {
    (isOnDevice ? frameBytes : 0) + (pixels?.bytes.count ?? 0)
  }

  /// Frees the memory of the last frame.
  ///
  /// - Returns: The images that the backend may free.
  func giveUpFrame() -> [UInt64] {
    pixels = nil
    frameBytes = 0
    return planner.giveUpFrame()
  }

  /// Returns the last frame's pixels without retaining them, so that they can be drawn over in
  /// place.
  func takePixels() -> PixelBuffer? { pixels.take() }

  /// Retains a frame's pixels if the next frame may be drawn over them; a frame that was not read
  /// back has none.
  func keep(_ pixels: PixelBuffer, of plan: FramePlan) {
    let isCached = plan.targets.first?.key != nil && !pixels.bytes.isEmpty
    self.pixels = isCached ? pixels : nil
  }

  /// Whether layers changed since the last commit.
  var hasChanges: Bool { committer.hasChanges }

  /// Called when layers change, as long as it is set.
  var onChange: (() -> Void)? {
    get { committer.queue.onChange }
    set { committer.queue.onChange = newValue }
  }

  /// Returns the first time, from a given time on, at which committed layers move; infinity for
  /// none.
  func nextChange(after time: CFTimeInterval) -> CFTimeInterval {
    committer.nextChange(after: time)
  }

  /// Returns the notices that were not taken yet.
  func takeNotices() -> [RenderNotice] {
    var new = Array(committer.notices.dropFirst(toldNotices))
    toldNotices = committer.notices.count
    if leavesOutParticles, !toldOfParticles {
      toldOfParticles = true
      new.append(
        CommitNotice(
          feature: .tooManyParticles(limit: FramePlanner.particleLimit), layerName: nil))
    }
    return new.map(RenderNotice.init)
  }

  /// Publishes the changes of the layers; animations that wait for the commit begin.
  ///
  /// - Parameter time: media time in seconds; nil is `CACurrentMediaTime()`.
  func commit(at time: CFTimeInterval?) {
    _ = committer.commit(at: time)
  }

  /// Commits the changes, and plans the layers at a time; nil is `CACurrentMediaTime()`.
  ///
  /// - Parameter drawsOver: whether the frame may be drawn over the last one; if not, this frame
  ///   and the next one are drawn whole.
  /// - Throws: `GlazeError.Code.limit` and `missingLibrary`; `forgetImages()` must be called
  ///   then.
  func plan(
    _ canvas: Canvas, _ options: RenderOptions, at time: CFTimeInterval?, drawsOver: Bool = false,
    statistics: inout FrameStatistics
  ) throws(GlazeError) -> RootPlan {
    let drawsOver =
      drawsOver && !options.output.isDeep
      && canvas.width * canvas.height * 4 <= planner.memory[.frames]
    limits = options.limits
    return try plan(at: time, drawsOver: drawsOver, statistics: &statistics) {
      canvas.viewport(for: $0, options)
    }
  }

  /// Commits the changes, and plans the layers in a viewport that depends on the tree.
  ///
  /// - Parameter drawsOver: whether the frame may be drawn over the last one, whatever its size.
  /// - Throws: as for a canvas.
  func plan(
    at time: CFTimeInterval?, drawsOver: Bool, statistics: inout FrameStatistics,
    _ findViewport: (LayerTree) -> Viewport
  ) throws(GlazeError) -> RootPlan {
    planner.keepsFrames = drawsOver
    if !drawsOver { pixels = nil }
    let (tree, viewport) = FrameStatistics.time(&statistics.commit) {
      let tree = committer.commit(at: time)
      let viewport = findViewport(tree)
      let size = CGSize(width: viewport.width, height: viewport.height)
      let redrawn = committer.drawTiles(viewport.transform, frameSize: size)
      return (redrawn ?? tree, viewport)
    }
    frameBytes = drawsOver ? viewport.width * viewport.height * 4 : 0
    defer { statistics.flatten = planner.flattenTime }
    // The next plan's changes start from this plan.
    defer { committer.forgetChanges() }
    if let excess = committer.excess { throw .limit(excess, in: tree) }
    if let lacking = committer.missingLibrary { throw .missingLibrary(lacking) }
    let plan = FrameStatistics.time(&statistics.plan) {
      planner.plan(tree, viewport: viewport)
    }
    if let excess = plan.excess { throw .limit(excess, in: tree) }
    if plan.leftOutParticles > 0 { leavesOutParticles = true }
    statistics.untilParticles = plan.untilParticles
    return (plan, tree, viewport)
  }

  /// Plans a tree again, after the images of its plan were lost.
  func plan(again lost: RootPlan) -> FramePlan { planner.plan(lost.tree, viewport: lost.viewport) }

  /// Returns the color as frames are cleared to it: an sRGB image cannot hold colors outside sRGB.
  static func premultiplied(
    _ color: CGColor?, _ output: OutputColor = .standard
  ) -> SIMD4<Float> {
    guard let color else { return .zero }
    var c = color.extendedSRGB
    if output == .standard { c.clamp(lowerBound: .zero, upperBound: .one) }
    return SIMD4(c.x * c.w, c.y * c.w, c.z * c.w, c.w)
  }
}

/// A plan with the tree that it is a plan of, whose values may be older than those of the layers.
///
/// It is a tuple, since a plan can be moved out of one; each of its arrays would be retained for a copy.
typealias RootPlan = (plan: FramePlan, tree: LayerTree, viewport: Viewport)

extension Canvas {
  /// Returns the size of the canvas in pixels, with the position of a tree's root on it.
  func viewport(for tree: LayerTree, _ options: RenderOptions) -> Viewport {
    var viewport = viewport(
      for: tree, background: RootPlanner.premultiplied(options.background, options.output))
    viewport.isCheckered = options.background?.isCheckerboard ?? false
    viewport.output = options.output.working
    // Steps of 10 bits are not visible.
    viewport.dithers = options.dithers && !viewport.output.isDeep
    return viewport
  }
}

extension FramePlan {
  /// Returns descriptions of the passes: names of layers, or the numbers of their nodes.
  func passNames(in tree: LayerTree) -> [String] {
    passes.map { pass in
      pass.target == 0 ? "frame" : tree.name(of: Int(pass.node)) ?? "node \(pass.node)"
    }
  }
}

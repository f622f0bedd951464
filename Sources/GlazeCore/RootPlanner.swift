import Foundation
import GlazeGeometry
import GlazeLayers
import GlazePlan
import GlazeTree

/// Plans the frames of a root, with what is kept of it from frame to frame; knows no backend.
final class RootPlanner {
  let isGeometryFlipped: Bool
  private let committer: LayerCommitter
  private var planner: FramePlanner
  private var toldNotices = 0
  /// The last frame, as far as its pixels came to the CPU.
  private var pixels: PixelBuffer?
  /// Whether some plan had more particles than it could hold, and whether that was told.
  private var leavesOutParticles = false
  private var toldOfParticles = false

  init(_ root: CALayer, isGeometryFlipped: Bool, optimizations: Optimizations) {
    self.isGeometryFlipped = isGeometryFlipped
    committer = LayerCommitter(root: root, isGeometryFlipped: isGeometryFlipped)
    planner = FramePlanner(optimizations: optimizations)
  }

  var root: CALayer { committer.root }

  /// How much frames may ask for.
  var limits: RenderLimits {
    get { planner.limits }
    set { (planner.limits, committer.limits) = (newValue, newValue) }
  }

  /// Who may change the layers that were committed.
  var threadOwner: ThreadOwner? {
    get { committer.threadOwner }
    set { committer.threadOwner = newValue }
  }

  /// Whether changes of the layers are animated by themselves.
  var animatesChanges: Bool {
    get { committer.animatesChanges }
    set { committer.animatesChanges = newValue }
  }

  /// Starts anew, as after a frame that failed.
  ///
  /// - Returns: The pictures that the backend need not keep for this any longer.
  func forgetPictures() -> [UInt64] {
    let pictures = planner.keptPictures
    let old = planner
    planner = FramePlanner(optimizations: old.optimizations)
    planner.memory = old.memory
    planner.limits = old.limits
    frameBytes = 0
    pixels = nil
    return pictures
  }

  /// Has the next frame drawn whole.
  func forgetFrame() {
    planner.forgetFrame()
    pixels = nil
  }

  /// What planners may keep between frames.
  var memory: MemoryBudget {
    get { planner.memory }
    set { planner.memory = newValue }
  }

  /// Tables that the planner of another root may go on with.
  var shadowTables: ShadowTableCache {
    get { planner.shadowTables }
    set { planner.shadowTables = newValue }
  }

  /// What paths cover, and pictures of layers, which the next frames may need.
  var kept: KeptStatistics { planner.kept }

  /// Bytes of the frame that the next one may be drawn over, where the backend has it.
  private var frameBytes = 0

  /// Bytes of the frame that the next one may be drawn over, with that in the memory of a device.
  func frameBytes(isOnDevice: Bool) -> Int {
    (isOnDevice ? frameBytes : 0) + (pixels?.bytes.count ?? 0)
  }

  /// Gives the last frame up, to free its memory.
  ///
  /// - Returns: What the backend may free.
  func giveUpFrame() -> [UInt64] {
    pixels = nil
    frameBytes = 0
    return planner.giveUpFrame()
  }

  /// Hands the last frame's pixels over, to be drawn over in place.
  func takePixels() -> PixelBuffer? { pixels.take() }

  /// Keeps a frame's pixels for the next one, if that may be drawn over them; those of a frame that was
  /// not read back are not there.
  func keep(_ pixels: PixelBuffer, of plan: FramePlan) {
    let isKept = plan.targets.first?.key != nil && !pixels.bytes.isEmpty
    self.pixels = isKept ? pixels : nil
  }

  /// Whether layers changed since the last commit.
  var hasChanges: Bool { committer.hasChanges }

  /// Called at changes of layers, as long as it is set.
  var onChange: (() -> Void)? {
    get { committer.onChange }
    set { committer.onChange = newValue }
  }

  /// The first time from a time on at which what was committed moves; infinity when nothing does.
  func nextChange(after time: CFTimeInterval) -> CFTimeInterval {
    committer.nextChange(after: time)
  }

  /// The notices that were not taken yet.
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

  /// Publishes what changed in the layers; animations that wait for that begin.
  ///
  /// - Parameter time: media time in seconds; nil is `CACurrentMediaTime()`.
  func commit(at time: CFTimeInterval?) {
    _ = committer.commit(at: time)
  }

  /// Commits what changed, and plans what shows at a time; nil is `CACurrentMediaTime()`.
  ///
  /// - Parameter drawsOver: Whether the frame may be drawn over the last one; if not, it is whole, and
  ///   so is the next.
  /// - Throws: `GlazeError.Code.limit` and `missingLibrary`; then `forgetPictures()` has to be called.
  func plan(
    _ canvas: Canvas, _ options: RenderOptions, at time: CFTimeInterval?, drawsOver: Bool = false,
    statistics: inout FrameStatistics
  ) throws(GlazeError) -> FramePlan {
    let drawsOver = drawsOver && canvas.width * canvas.height * 4 <= planner.memory[.frames]
    planner.keepsFrames = drawsOver
    limits = options.limits
    if !drawsOver { pixels = nil }
    var tree = FrameStatistics.time(&statistics.commit) { committer.commit(at: time) }
    let viewport = canvas.viewport(for: tree, options)
    FrameStatistics.time(&statistics.commit) {
      let size = CGSize(width: viewport.width, height: viewport.height)
      tree = committer.drawTiles(viewport.transform, picture: size) ?? tree
    }
    frameBytes = drawsOver ? viewport.width * viewport.height * 4 : 0
    defer { statistics.flatten = planner.flattenTime }
    // Changes are those since this plan.
    defer { committer.forgetChanges() }
    if let excess = committer.excess { throw .limit(excess, in: tree) }
    if let lacking = committer.missingLibrary { throw .missingLibrary(lacking) }
    let plan = FrameStatistics.time(&statistics.plan) {
      planner.plan(tree, viewport: viewport)
    }
    if let excess = plan.excess { throw .limit(excess, in: tree) }
    if plan.leftOutParticles > 0 { leavesOutParticles = true }
    statistics.untilParticles = plan.untilParticles
    return plan
  }

  /// What was committed, as it shows at a time.
  func tree(at time: CFTimeInterval) -> LayerTree { committer.commit(at: time) }

  /// What the passes of the last plan draw, for people: names of layers, or the numbers of their nodes.
  func passNames(of plan: FramePlan, at time: CFTimeInterval?) -> [String] {
    plan.passNames(in: committer.commit(at: time))
  }

  /// The colour as pixels hold it: the picture has no room for colours outside sRGB.
  static func premultiplied(_ color: CGColor?) -> SIMD4<Float> {
    guard let color else { return .zero }
    let c = color.extendedSRGB.clamped(lowerBound: .zero, upperBound: .one)
    return SIMD4(c.x * c.w, c.y * c.w, c.z * c.w, c.w)
  }
}

extension Canvas {
  /// What the canvas has of pixels, and where the root of a tree lies on it.
  func viewport(for tree: LayerTree, _ options: RenderOptions) -> Viewport {
    var viewport = viewport(
      for: tree, background: RootPlanner.premultiplied(options.background))
    viewport.isCheckered = options.background?.isCheckerboard ?? false
    viewport.dithers = options.dithers
    return viewport
  }
}

extension FramePlan {
  /// What the passes draw, for people: names of layers, or the numbers of their nodes.
  func passNames(in tree: LayerTree) -> [String] {
    passes.map { pass in
      pass.target == 0 ? "frame" : tree.name(of: Int(pass.node)) ?? "node \(pass.node)"
    }
  }
}

import Foundation
import GlazeCommit
import GlazeGeometry
package import GlazeLayers
package import GlazePlan

/// The subject of a check: a root layer on a canvas.
package struct CheckSubject {
  package let root: CALayer
  /// The size of the canvas in pixels, with the position of the root on it.
  let viewport: Viewport
  let options: RenderOptions
  var isGeometryFlipped: Bool { options.isGeometryFlipped }

  /// Makes a subject.
  ///
  /// - Parameter root: a layer without a superlayer; the check temporarily puts it into other
  ///   layers.
  /// - Throws: `GlazeError` for a canvas that is empty or too large.
  package init(root: CALayer, options: RenderOptions = RenderOptions()) throws(GlazeError) {
    self.root = root
    self.options = options
    let canvas = try options.canvas(for: root)
    let committer = LayerCommitter(root: root, isGeometryFlipped: options.isGeometryFlipped)
    viewport = canvas.viewport(for: committer.commit(at: 0), options)
  }

  // MARK: Drawing

  /// Returns the image that is drawn without any variant.
  func plainImage(_ renderer: Renderer) throws(GlazeError) -> PixelBuffer {
    try draw(root, viewport, renderer.optimizations, renderer)
  }

  /// Returns the image of a variant that is drawn alone.
  func image(
    _ variant: CheckVariant, _ renderer: Renderer
  ) throws(GlazeError) -> PixelBuffer {
    switch variant {
    case .backends: return try plainImage(renderer)
    case .without(let options) where options.actBetweenFrames:
      if let last = try drawSequence(renderer, without: options).last { return last }
      return try plainImage(renderer)
    case .without(let options):
      return try draw(root, viewport, renderer.optimizations.subtracting(options), renderer)
    case .wrapped(let wrapping): return try drawWrapped(wrapping, renderer)
    case .tiles: return try drawTiles(renderer)
    case .moved: return try drawMoved(renderer)
    case .again:
      let session = try session(renderer)
      _ = try session.frame(at: 0)
      return try frame(of: session)
    case .patched: return try drawPatched(session(renderer))
    case .damaged: return try drawDamaged(renderer).over
    }
  }

  /// Returns the image that a variant must produce.
  func expectedImage(_ variant: CheckVariant, plain: PixelBuffer) -> PixelBuffer {
    switch variant {
    case .wrapped(.mirrored): plain.mirrored
    case .wrapped(.flipped): plain.flipped
    case .wrapped(.turned): plain.turned(clockwise: pointsDown)
    default: plain
    }
  }

  private func draw(
    _ layer: CALayer, _ viewport: Viewport, _ optimizations: Optimizations, _ renderer: Renderer
  ) throws(GlazeError) -> PixelBuffer {
    try renderer.pixels(of: plan(layer, viewport, optimizations)).inBytes
  }

  /// Draws the next frame of a session.
  func frame(of session: RenderSession) throws(GlazeError) -> PixelBuffer {
    try session.frame(at: 0).pixels.inBytes
  }

  private func plan(
    _ layer: CALayer, _ viewport: Viewport, _ optimizations: Optimizations
  ) throws(GlazeError) -> FramePlan {
    var statistics = FrameStatistics()
    let planner = RootPlanner(
      layer, isGeometryFlipped: isGeometryFlipped, optimizations: optimizations)
    planner.limits = options.limits
    return try planner.plan(at: 0, drawsOver: false, statistics: &statistics) { _ in viewport }.plan
  }

  /// Returns whether some optimizations change anything that is drawn.
  package func isChanged(by options: Optimizations, of optimizations: Optimizations) -> Bool {
    var finder = ChangeFinder(self, optimizations)
    return finder.isChanged(by: options)
  }

  /// Returns the plans of one frame, or of frames with changes between them.
  fileprivate func record(_ optimizations: Optimizations, isSequence: Bool) -> DrawingRecord {
    // Nothing changes a document that cannot be planned.
    let plan = isSequence ? nil : try? plan(root, viewport, optimizations)
    return DrawingRecord(isSequence ? planSequence(optimizations) : plan.map { [$0] } ?? [])
  }

  /// Makes a session that draws as programs do, with all caches between frames.
  func session(_ renderer: Renderer) throws(GlazeError) -> RenderSession {
    try RenderSession(root, renderer: renderer, options: options)
  }

  // MARK: Tiles

  /// Draws uneven tiles, so that they begin and end anywhere: the image has three columns and two
  /// rows.
  private func drawTiles(_ renderer: Renderer) throws(GlazeError) -> PixelBuffer {
    let (width, height) = (viewport.width, viewport.height)
    var image = PixelBuffer(
      width: width, height: height, bytes: [UInt8](repeating: 0, count: width * height * 4))
    let columns = Self.parts(of: width, at: [3, 7])
    for rows in Self.parts(of: height, at: [5]) {
      for columns in columns {
        var part = viewport
        (part.width, part.height) = (columns.count, rows.count)
        part.transform.tx -= CGFloat(columns.lowerBound)
        part.transform.ty -= CGFloat(rows.lowerBound)
        let tile = try draw(root, part, renderer.optimizations, renderer)
        image.insert(tile, x: columns.lowerBound, y: rows.lowerBound)
      }
    }
    return image
  }

  /// Multiples of the side of the dither pattern of gradients, which does not move.
  private static let shift = (x: 24, y: 40)

  private func drawMoved(_ renderer: Renderer) throws(GlazeError) -> PixelBuffer {
    var larger = viewport
    larger.width += 2 * Self.shift.x
    larger.height += 2 * Self.shift.y
    larger.transform.tx += CGFloat(Self.shift.x)
    larger.transform.ty += CGFloat(Self.shift.y)
    return try draw(root, larger, renderer.optimizations, renderer)
      .part(x: Self.shift.x, y: Self.shift.y, width: viewport.width, height: viewport.height)
  }

  /// Cuts a length near the given tenths; a length that is too short stays whole.
  ///
  /// The cuts are multiples of the side of the dither pattern of gradients.
  private static func parts(of length: Int, at tenths: [Int]) -> [Range<Int>] {
    let cuts = [0] + tenths.map { length * $0 / 10 & ~7 } + [length]
    return zip(cuts, cuts.dropFirst()).map { $0..<$1 }.filter { !$0.isEmpty }
  }

  // MARK: Wrapping

  private func drawWrapped(
    _ wrapping: CheckWrapping, _ renderer: Renderer
  ) throws(GlazeError) -> PixelBuffer {
    let outer = wrapping.wrap(root, filling: canvasRect)
    defer { root.removeFromSuperlayer() }
    var viewport = viewport
    if wrapping == .turned {
      // The center of the canvas stays its center.
      let shift = CGFloat(viewport.height - viewport.width) / 2
      viewport.transform.tx += shift
      viewport.transform.ty -= shift
      (viewport.width, viewport.height) = (viewport.height, viewport.width)
    }
    return try draw(outer, viewport, renderer.optimizations, renderer)
  }

  /// The canvas in the space around the root, in points.
  private var canvasRect: CGRect {
    CGRect(x: 0, y: 0, width: viewport.width, height: viewport.height)
      .applying(viewport.transform.inverted())
  }

  /// Whether y around the root points down in the image.
  private var pointsDown: Bool { viewport.transform.d > 0 }
}

/// Finds the optimizations that change what a subject draws, and plans it with all of them only once.
struct ChangeFinder {
  private let subject: CheckSubject
  private let optimizations: Optimizations
  /// The records with all optimizations, of one frame and of a sequence; nil until one is compared.
  private var frame: DrawingRecord?
  private var sequence: DrawingRecord?

  init(_ subject: CheckSubject, _ optimizations: Optimizations) {
    (self.subject, self.optimizations) = (subject, optimizations)
  }

  /// Returns whether anything else is drawn without some of the optimizations.
  mutating func isChanged(by options: Optimizations) -> Bool {
    let isSequence = options.actBetweenFrames
    let known = isSequence ? sequence : frame
    let whole = known ?? subject.record(optimizations, isSequence: isSequence)
    if isSequence { sequence = whole } else { frame = whole }
    return subject.record(optimizations.subtracting(options), isSequence: isSequence) != whole
  }
}

import Foundation
import Glaze
import GlazeEGL
import GlazePlan

/// Draws roots by sessions that it makes and retains, so that a test may pass a root and options
/// with each call.
@dynamicMemberLookup
final class RootRenderer {
  let renderer: Renderer
  var animatesChanges = true
  var dithers = true
  private var sessions: [RenderSession] = []

  init(_ renderer: Renderer) { self.renderer = renderer }

  convenience init(
    backend: Renderer.Backend = .auto, optimizations: Optimizations = .all,
    programCache: URL? = nil
  ) throws {
    self.init(
      try Renderer(
        backend: backend, selection: .init(), optimizations: optimizations,
        programFolder: programCache?.path))
  }

  subscript<Value>(dynamicMember path: ReferenceWritableKeyPath<Renderer, Value>) -> Value {
    get { renderer[keyPath: path] }
    set { renderer[keyPath: path] = newValue }
  }

  subscript<Value>(dynamicMember path: KeyPath<Renderer, Value>) -> Value {
    renderer[keyPath: path]
  }

  /// Returns the session of a root, with the options of this call.
  func session(_ root: CALayer, _ options: RenderOptions = RenderOptions()) throws -> RenderSession
  {
    var options = options
    options.animatesChanges = animatesChanges
    options.dithers = dithers
    if let known = sessions.first(where: { $0.root === root }) {
      known.options = options
      return known
    }
    let session = try RenderSession(root, renderer: renderer, options: options)
    sessions.append(session)
    return session
  }

  func commit(_ root: CALayer, isGeometryFlipped: Bool = true, at time: Double? = nil) throws {
    let options = RenderOptions(isGeometryFlipped: isGeometryFlipped)
    try session(root, options).commit(at: time)
  }

  func render(
    _ root: CALayer, size: CGSize? = nil, scale: CGFloat = 1, background: CGColor? = nil,
    isGeometryFlipped: Bool = true, at time: Double? = nil
  ) throws -> CGImage {
    let options = RenderOptions(
      size: size, scale: scale, background: background, isGeometryFlipped: isGeometryFlipped)
    return try session(root, options).image(at: time)
  }

  func frame(
    of root: CALayer, extent: CGSize? = nil, size: CGSize? = nil, scale: CGFloat = 1,
    background: CGColor? = nil, isGeometryFlipped: Bool = true, at time: Double? = 0,
    readsBack: Bool = true, reusing memory: SpareMemory = SpareMemory()
  ) throws -> RenderedFrame {
    var options = RenderOptions(
      size: size, scale: scale, background: background, isGeometryFlipped: isGeometryFlipped)
    options.extent = extent
    return try session(root, options).frame(at: time, readsBack: readsBack, reusing: memory)
  }

  /// Draws a sequence.
  @discardableResult
  func render(
    _ root: CALayer, times: FrameTimes, size: CGSize? = nil, scale: CGFloat = 1,
    background: CGColor? = nil, into sink: any FrameSink,
    options: SequenceOptions = SequenceOptions(),
    progress: (SequenceProgress) -> Bool = { _ in true }
  ) throws -> SequenceStatistics {
    let drawing = RenderOptions(size: size, scale: scale, background: background)
    return try session(root, drawing).renderSequence(
      times, into: sink, options: options, progress: progress)
  }

  /// Ends the session of a root.
  func forget(_ root: CALayer) { sessions.removeAll { $0.root === root } }

  func forgetFrame(of root: CALayer) {
    for session in sessions where session.root === root { session.forgetFrame() }
  }
}

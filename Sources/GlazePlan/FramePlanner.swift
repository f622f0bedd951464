package import GlazeTree

/// Turns a layer tree into a frame plan: a pure function, kept for what it remembers between frames.
package struct FramePlanner: Sendable {
  package var optimizations: Optimizations
  private var masksOfPaths = PathMasks()

  package init(optimizations: Optimizations = .all) {
    self.optimizations = optimizations
  }

  /// Plans one frame.
  ///
  /// - Complexity: O(n) in the layers that are not hidden, and O(n log n) to O(n²) in the layers of a
  ///   3D scene that overlap each other.
  package mutating func plan(_ tree: LayerTree, viewport: Viewport) -> FramePlan {
    masksOfPaths.beginFrame()
    var flattener = Flattener(
      tree: tree, viewport: viewport, optimizations: optimizations,
      masksOfPaths: masksOfPaths)
    let plan = flattener.run()
    masksOfPaths = flattener.masksOfPaths
    return plan
  }
}

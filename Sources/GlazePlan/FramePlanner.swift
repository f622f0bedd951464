package import GlazeTree

/// Turns a layer tree into a frame plan: a pure function, kept for what it remembers between frames.
package struct FramePlanner: Sendable {
  package var optimizations: Optimizations
  private var masksOfPaths = PathMasks()
  private var pictures = PictureCache()
  /// How long the last plan took to become instances; the rest of the time made them a plan.
  package private(set) var flattenTime = Duration.zero

  package init(optimizations: Optimizations = .all) {
    self.optimizations = optimizations
  }

  /// Plans one frame.
  ///
  /// - Complexity: O(n) in the layers that are not hidden, and O(n log n) to O(n²) in the layers of a
  ///   3D scene that overlap each other.
  package mutating func plan(_ tree: LayerTree, viewport: Viewport) -> FramePlan {
    if !optimizations.contains(.cache) { masksOfPaths = PathMasks() }
    masksOfPaths.beginFrame()
    pictures.beginFrame()
    var flattener = Flattener(
      tree: tree, viewport: viewport, optimizations: optimizations,
      masksOfPaths: masksOfPaths, pictures: pictures)
    let start = ContinuousClock.now
    flattener.flatten()
    flattenTime = ContinuousClock.now - start
    let plan = flattener.finishFrame()
    masksOfPaths = flattener.masksOfPaths
    pictures = flattener.pictures
    return plan
  }

  /// Keys of the pictures that the backend keeps for this planner.
  ///
  /// A planner must meet the same backend every time; one that goes away, or whose frame failed, hands
  /// these back to be forgotten.
  package var keptPictures: [UInt64] { pictures.keys }
}

import Foundation
package import GlazeGeometry
package import GlazeLayers
package import GlazePlan
package import GlazeTree

/// A frame plan with its inputs, for tools that explain it.
package struct PlannedFrame {
  package let tree: LayerTree
  package let viewport: Viewport
  package let plan: FramePlan
  private let optimizations: Optimizations
  private let options: RenderOptions

  /// Plans an image of a layer, as `Renderer.plan` does.
  ///
  /// - Parameter time: the time that is planned, in seconds after the commit.
  package init(
    of layer: CALayer, options: RenderOptions, optimizations: Optimizations, at time: CFTimeInterval
  ) throws(GlazeError) {
    var statistics = FrameStatistics()
    let planner = RootPlanner(
      layer, isGeometryFlipped: options.isGeometryFlipped, optimizations: optimizations)
    planner.limits = options.limits
    planner.commit(at: 0)
    let canvas = try options.canvas(for: layer)
    let planned = try planner.plan(canvas, options, at: time, statistics: &statistics)
    (plan, tree, viewport) = (planned.plan, planned.tree, planned.viewport)
    self.optimizations = optimizations
    self.options = options
  }

  /// Returns the plan of a tree that was derived from this one, in the same image; nothing is
  /// cached between plans.
  ///
  /// - Parameters:
  ///   - window: the part of the image that is planned, as an image of its own; nil is all of it.
  ///   - background: whether the background is drawn.
  package func plan(
    of tree: LayerTree, in window: PixelWindow? = nil, background: Bool = true
  ) -> FramePlan {
    var tree = tree
    // Images that layers cached earlier do not belong to a changed tree.
    tree.versions = []
    var viewport = viewport
    if let window {
      (viewport.width, viewport.height) = (window.width, window.height)
      let toWindow = CGAffineTransform(
        translationX: CGFloat(-window.x), y: CGFloat(-window.y))
      viewport.transform = viewport.transform.concatenating(toWindow)
    }
    if !background {
      viewport.background = .zero
      viewport.isCheckered = false
    }
    var planner = FramePlanner(optimizations: optimizations)
    planner.limits = options.limits
    return planner.plan(tree, viewport: viewport)
  }
}
